/** Requests as wget makes them from its options. */
import { reasonOf } from './curl-output.js'
import { withoutCredentials } from './redirects.js'
import { bytesOf } from './text.js'
import type { CommandIo } from '../declarations.js'
import type { Header, Request } from './transfer.js'
import type { WgetLine } from './wget-options.js'

/** A file with a body that can't be read. */
export class BodyError extends Error {}

/** What options of bodies exclude each other. */
export function bodyProblem({ values }: WgetLine): string | undefined {
  const post = values.has('post-data') || values.has('post-file')
  const body = values.has('body-data') || values.has('body-file')
  if (values.has('post-data') && values.has('post-file')) {
    return 'You cannot specify both --post-data and --post-file.'
  }
  if (post && values.has('method')) {
    return 'You cannot use --post-data or --post-file along with --method. --method expects data through --body-data and --body-file options'
  }
  if (body && !values.has('method')) {
    return 'You must specify a method through --method=HTTPMethod to use with --body-data or --body-file.'
  }
  return undefined
}

/** The request for a URL whose document goes to this path. */
export async function wgetRequest(io: CommandIo, line: WgetLine, whole: URL, path: string): Promise<Request> {
  const { flags, values, headers: given } = line
  const { url, credentials: inUrl } = withoutCredentials(whole)
  url.hash = ''
  const agent = values.get('user-agent') ?? 'Wget/1.21.3'
  const headers: Header[] = agent === '' ? [] : [['User-Agent', agent]]
  headers.push(['Accept', '*/*'], ['Accept-Encoding', 'identity'])
  const referer = values.get('referer')
  if (referer !== undefined) headers.push(['Referer', referer])
  const body = await bodyOf(io, line)
  if (body !== undefined) headers.push(['Content-Type', 'application/x-www-form-urlencoded'])
  const there = path === '-' ? undefined : await io.fs.stat(path).catch(() => undefined)
  const offset = flags.has('continue') ? there?.size : Number(values.get('start-pos') ?? 0)
  if (offset !== undefined && offset > 0) headers.push(['Range', `bytes=${offset}-`])
  if (flags.has('timestamping') && there !== undefined && !flags.has('no-if-modified-since')) {
    headers.push(['If-Modified-Since', new Date(there.mtimeMs).toUTCString()])
  }
  const replaced = new Set<string>()
  const custom: Header[] = []
  for (const text of given) {
    const [, name, value = ''] = /^([^:\s]+):(.*)$/.exec(text) ?? []
    if (name === undefined) continue
    replaced.add(name.toLowerCase())
    if (value.trim() !== '') custom.push([name, value.trim()])
  }
  const user = values.get('http-user') ?? values.get('user')
  const password = values.get('http-password') ?? values.get('password') ?? ''
  const asked = values.get('method')?.toUpperCase()
  return {
    url,
    method: flags.has('spider') && body === undefined ? 'HEAD' : (asked ?? (body === undefined ? 'GET' : 'POST')),
    headers: [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...custom],
    credentials: user === undefined ? inUrl : { user, password },
    body,
  }
}

async function bodyOf(io: CommandIo, { values }: WgetLine): Promise<Uint8Array | undefined> {
  const text = values.get('post-data') ?? values.get('body-data')
  if (text !== undefined) return bytesOf(text)
  const path = values.get('post-file') ?? values.get('body-file')
  if (path === undefined) return undefined
  return await io.fs.readFile(path).catch((error: unknown) => {
    throw new BodyError(`BODY data file ‘${path}’ missing: ${reasonOf(error)}`)
  })
}
