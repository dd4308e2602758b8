/** Requests as curl makes them from its options. */
import { multipart } from './curl-data.js'
import { UsageError } from './curl-options.js'
import { withoutCredentials } from './redirects.js'
import { bytesOf } from './text.js'
import { TransferError, headerOf } from './transfer.js'
import type { ReadFile } from './curl-data.js'
import type { Operation } from './curl-options.js'
import type { Header, Request } from './transfer.js'

export const MALFORMED = 'URL using bad/illegal format or missing URL'

/** Spaces and control characters: `URL` would take them out or escape them, and curl does not have them. */
const UNWRITABLE = /[^\u0021-\u007e\u0080-\uffff]/

/** A URL that can't be read. */
export class UrlError extends Error {}

/** A URL as curl reads it: without a scheme it is of HTTP. */
export function curlUrl(text: string, protocol = 'http'): URL {
  if (UNWRITABLE.test(text)) throw new UrlError(MALFORMED)
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw new TransferError('protocol', `Protocol "${scheme}" not supported or disabled in libcurl`)
  }
  const whole = scheme === undefined ? `${protocol}://${text}` : text
  if (!URL.canParse(whole)) throw new UrlError(MALFORMED)
  return new URL(whole)
}

/** Throws where `--proto` and `--proto-redir` leave a protocol out. */
export function checkProtocol(list: string | undefined, url: URL): void {
  const protocol = url.protocol.slice(0, -1)
  let allowed = true
  for (const item of list?.split(',') ?? []) {
    const [, sign, name] = /^([=+-]?)(\w+)$/.exec(item) ?? []
    if (sign === '=') allowed = false
    if (name === protocol || name === 'all') allowed = sign !== '-'
  }
  if (!allowed) throw new TransferError('protocol', `Protocol "${protocol}" not supported or disabled in libcurl`)
}

/** What options of one operation exclude each other. */
export function conflictOf({ flags, data, form, targets }: Operation): string | undefined {
  const asked = [
    ...(data !== undefined && !flags.has('get') ? ['POST (-d, --data)'] : []),
    ...(form.length > 0 ? ['multipart formpost (-F, --form)'] : []),
    ...(flags.has('head') ? ['HEAD (-I, --head)'] : []),
  ]
  if (targets.some(({ upload }) => upload !== undefined) && asked.length > 0) asked.unshift('PUT (-T, --upload-file)')
  if (asked.length < 2) return undefined
  return `You can only select one HTTP request method! You asked for both ${asked[0]} and ${asked[1]}.`
}

/** What a request needs besides its operation. */
export interface RequestParts {
  url: URL
  upload: Uint8Array | undefined
  /** Where a file that is there already makes the request a continuation. */
  offset: number | undefined
  conditions: readonly Header[]
  credentials: { user: string; password: string } | undefined
}

/** The request of an operation for one URL. Cookies of a jar come later, for each hop anew. */
export function requestOf(operation: Operation, parts: RequestParts): Request {
  const { flags, values, data } = operation
  const { url: whole, upload } = parts
  const { url, credentials: inUrl } = withoutCredentials(whole)
  url.hash = ''
  for (const piece of [
    ...(data !== undefined && flags.has('get') ? [Buffer.from(data).toString()] : []),
    ...operation.query,
  ]) {
    if (UNWRITABLE.test(piece)) throw new UrlError(MALFORMED)
    if (piece !== '') url.search += `${url.search === '' ? '?' : '&'}${piece}`
  }
  const { body, type } = bodyOf(operation, upload)
  const kind = flags.has('head') ? 'HEAD' : upload !== undefined ? 'PUT' : body === undefined ? 'GET' : 'POST'
  const custom = customHeaders(operation.headers)
  const headers = ownHeaders(operation, parts, type).filter(([name]) => !custom.replaced.has(name.toLowerCase()))
  const typed = custom.headers.map(([name, value]): Header => {
    const boundary = name.toLowerCase() === 'content-type' ? /; boundary=.*$/.exec(type ?? '')?.[0] : undefined
    return [name, boundary === undefined ? value : value + boundary]
  })
  return {
    url,
    kind,
    method: values.get('request') ?? kind,
    headers: [...headers, ...typed],
    credentials: parts.credentials ?? inUrl,
    body,
  }
}

function bodyOf(operation: Operation, upload: Uint8Array | undefined): { body?: Uint8Array; type?: string } {
  if (upload !== undefined) return { body: upload }
  if (operation.form.length > 0) return multipart(operation.form)
  if (operation.data === undefined || operation.flags.has('get')) return {}
  const type = operation.json ? 'application/json' : 'application/x-www-form-urlencoded'
  return { body: operation.data, type }
}

function ownHeaders(
  { flags, values, json, cookies }: Operation,
  parts: RequestParts,
  type: string | undefined,
): Header[] {
  const headers: Header[] = []
  const bearer = values.get('oauth2-bearer')
  if (bearer !== undefined) headers.push(['Authorization', `Bearer ${bearer}`])
  const range = parts.offset === undefined ? values.get('range') : `${parts.offset}-`
  if (range !== undefined) headers.push(['Range', `bytes=${range}`])
  const agent = values.get('user-agent') ?? 'curl/7.88.1'
  if (agent !== '') headers.push(['User-Agent', agent])
  headers.push(['Accept', json ? 'application/json' : '*/*'])
  if (flags.has('compressed')) headers.push(['Accept-Encoding', 'deflate, gzip, br'])
  const referer = values.get('referer')?.replace(/;auto$/, '') ?? ''
  if (referer !== '') headers.push(['Referer', referer])
  const given = cookies.filter((cookie) => cookie.includes('='))
  if (given.length > 0) headers.push(['Cookie', given.join(';')])
  if (type !== undefined) headers.push(['Content-Type', type])
  return [...headers, ...parts.conditions]
}

/** `Name: value`, `Name;` for an empty one and `Name:` for none. */
function customHeaders(given: readonly string[]): { headers: Header[]; replaced: ReadonlySet<string> } {
  const headers: Header[] = []
  const replaced = new Set<string>()
  for (const text of given) {
    const [, name, mark, rest = ''] = /^([^:;\s]+)\s*([:;])(.*)$/s.exec(text) ?? []
    if (name === undefined) continue
    const value = rest.trim()
    if (mark === ';' && value !== '') continue
    if (/[\r\n\0]/.test(value)) throw new UsageError(`header ${name}: its value has more than one line`)
    replaced.add(name.toLowerCase())
    if (mark === ';' || value !== '') headers.push([name, value])
  }
  return { headers, replaced }
}

/** The user and password that options give, if they do: `-u`, or a netrc file. */
export async function credentialsOf(
  { flags, values }: Operation,
  hostname: string,
  home: string | undefined,
  read: ReadFile,
): Promise<{ user: string; password: string } | undefined> {
  const given = values.get('user')
  if (given !== undefined) {
    const colon = given.indexOf(':')
    return colon < 0 ? { user: given, password: '' } : { user: given.slice(0, colon), password: given.slice(colon + 1) }
  }
  const file = values.get('netrc-file')
  if (file === undefined && !flags.has('netrc') && !flags.has('netrc-optional')) return undefined
  const text = await read(file ?? `${home ?? ''}/.netrc`).catch(() => undefined)
  return text === undefined ? undefined : netrcEntry(Buffer.from(text).toString(), hostname)
}

function netrcEntry(text: string, hostname: string): { user: string; password: string } | undefined {
  const words = text.replaceAll(/^[ \t]*#.*$/gm, '').split(/\s+/)
  let entry: { user: string; password: string } | undefined
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === 'machine' || word === 'default') {
      if (entry !== undefined) return entry
      if (word === 'default' || words[(at += 1)] === hostname) entry = { user: '', password: '' }
    } else if (word === 'login' && entry !== undefined) {
      entry.user = words[(at += 1)] ?? ''
    } else if (word === 'password' && entry !== undefined) {
      entry.password = words[(at += 1)] ?? ''
    }
  }
  return entry
}

/** The lines of a request as curl would have sent it, without secrets: for `-v` and for sizes. */
export function requestLines({ url, method, headers, credentials, body }: Request): string[] {
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`]
  if (headerOf(headers, 'host') === undefined) lines.push(`Host: ${url.host}`)
  if (credentials !== undefined && headerOf(headers, 'authorization') === undefined) {
    const pair = bytesOf(`${credentials.user}:${credentials.password}`)
    lines.push(`Authorization: Basic ${Buffer.from(pair).toString('base64')}`)
  }
  const type = headers.filter(([name]) => name.toLowerCase() === 'content-type')
  for (const [name, value] of headers) if (name.toLowerCase() !== 'content-type') lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push(`Content-Length: ${body.length}`)
  for (const [name, value] of type) lines.push(`${name}: ${value}`)
  return lines
}
