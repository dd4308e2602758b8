/** `--write-out`: what curl tells about a transfer when it is over. */
import type { Header } from './transfer.js'

/** The facts of a transfer. What only the host could know (times, ports) is zero or empty. */
export interface Facts {
  url: string
  effectiveUrl: string
  scheme: string | null
  method: string
  status: number
  headers: readonly Header[]
  redirects: number
  redirectUrl: string | undefined
  sizeDownload: number
  sizeUpload: number
  sizeHeader: number
  sizeRequest: number
  connections: number
  output: string | undefined
  referer: string | undefined
  remoteAddress: string
  remotePort: number
  exitCode: number
  message: string | undefined
  number: number
}

type Value = string | number | null | { seconds: number }

const SECONDS = { seconds: 0 }

function variables(facts: Facts): Record<string, Value> {
  const contentType = facts.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  const answered = facts.status > 0
  return {
    certs: '',
    content_type: contentType,
    errormsg: facts.message ?? null,
    exitcode: facts.exitCode,
    filename_effective: facts.output ?? null,
    ftp_entry_path: null,
    http_code: facts.status,
    http_connect: 0,
    http_version: answered ? '1.1' : '0',
    local_ip: '',
    local_port: 0,
    method: facts.method,
    num_certs: 0,
    num_connects: facts.connections,
    num_headers: facts.headers.length,
    num_redirects: facts.redirects,
    proxy_ssl_verify_result: 0,
    redirect_url: facts.redirectUrl ?? null,
    referer: facts.referer ?? null,
    remote_ip: facts.remoteAddress,
    remote_port: facts.remotePort,
    response_code: facts.status,
    scheme: facts.scheme,
    size_download: facts.sizeDownload,
    size_header: facts.sizeHeader,
    size_request: facts.sizeRequest,
    size_upload: facts.sizeUpload,
    speed_download: 0,
    speed_upload: 0,
    ssl_verify_result: 0,
    time_appconnect: SECONDS,
    time_connect: SECONDS,
    time_namelookup: SECONDS,
    time_pretransfer: SECONDS,
    time_redirect: SECONDS,
    time_starttransfer: SECONDS,
    time_total: SECONDS,
    url: facts.url,
    url_effective: facts.effectiveUrl,
    urlnum: facts.number,
  }
}

const THREE_DIGITS = new Set(['http_code', 'response_code', 'http_connect'])

function plain(name: string, value: Value): string {
  if (value === null) return ''
  if (typeof value === 'object') return value.seconds.toFixed(6)
  return THREE_DIGITS.has(name) ? String(value).padStart(3, '0') : String(value)
}

function json(facts: Facts): string {
  const fields = Object.entries(variables(facts)).map(([name, value]) => {
    const text = value !== null && typeof value === 'object' ? value.seconds.toFixed(6) : JSON.stringify(value)
    return `${JSON.stringify(name)}:${text}`
  })
  return `{${fields.join(',')},"curl_version":"libcurl/7.88.1"}`
}

function headerJson(headers: readonly Header[]): string {
  const byName = new Map<string, string[]>()
  for (const [name, value] of headers)
    byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), value])
  const fields = [...byName].map(([name, values]) => `${JSON.stringify(name)}:${JSON.stringify(values)}`)
  return `{${fields.join(',\n')}\n}`
}

/** The pieces that a format writes, each on its stream. */
export function writeOut(format: string, facts: Facts): Array<{ stream: 1 | 2; text: string }> {
  const known = variables(facts)
  const pieces: Array<{ stream: 1 | 2; text: string }> = []
  let stream: 1 | 2 = 1
  let failed = false
  const put = (text: string, on = stream) => {
    const last = pieces.at(-1)
    if (last?.stream === on) last.text += text
    else pieces.push({ stream: on, text })
  }
  const token = /%%|%\{([^}]*)\}|%header\{([^}]*)\}|\\([rnt])|[\s\S]/gu
  for (const [whole, variable, header, escape] of format.matchAll(token)) {
    if (failed) break
    if (whole === '%%') put('%')
    else if (escape !== undefined) put({ r: '\r', n: '\n', t: '\t' }[escape]!)
    else if (header !== undefined)
      put(facts.headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1] ?? '')
    else if (variable === undefined) put(whole)
    else if (variable === 'stdout') stream = 1
    else if (variable === 'stderr') stream = 2
    else if (variable === 'onerror') failed = facts.exitCode === 0
    else if (variable === 'json') put(json(facts))
    else if (variable === 'header_json') put(headerJson(facts.headers))
    else if (Object.hasOwn(known, variable)) put(plain(variable, known[variable]!))
    else put(`curl: unknown --write-out variable: '${variable}'\n`, 2)
  }
  return pieces
}
