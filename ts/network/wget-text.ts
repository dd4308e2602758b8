/** The texts of wget's messages, and the names of its files. */
import { replyLines } from './curl-output.js'
import { headerOf } from './transfer.js'
import type { OutputError } from './curl-output.js'
import type { Failure, Reply, TransferError } from './transfer.js'

/** What may go better the next time. */
export const PASSING: ReadonlySet<Failure> = new Set(['timeout', 'receive', 'empty'])

export function fileProblem({ message }: OutputError): string {
  return message.replace(/^Failed to open the file /, '')
}

/** What stands before the text of a failure: how far the connection came. */
export function failureStart({ failure }: TransferError): string {
  return PASSING.has(failure) ? 'connected.\nHTTP request sent, awaiting response... ' : ''
}

export function failureText({ failure, message }: TransferError): string {
  switch (failure) {
    case 'connect':
      return 'failed: Connection refused'
    case 'resolve':
      return 'failed: Name or service not known'
    case 'timeout':
      return 'Read error (Connection timed out) in headers'
    case 'empty':
      return 'No data received'
    case 'receive':
      return `Read error (${message.replace(/^Recv failure: /, '')}) in headers`
    default:
      return `failed: ${message}`
  }
}

export function reasonLine(reply: Reply): string {
  return replyLines(reply)[0]!.slice('HTTP/1.1 '.length)
}

/** `had` bytes were there before a response that goes on behind them. */
export function lengthLine({ headers, status }: Reply, had = 0): string {
  const length = headerOf(headers, 'content-length')
  const type = headerOf(headers, 'content-type')?.split(';')[0]
  const rest = Number(length)
  const sized = (bytes: number) => (bytes < 1_024 ? String(bytes) : `${bytes} (${human(bytes)})`)
  const size = status === 206 ? `${sized(rest + had)}, ${sized(rest)} remaining` : sized(rest)
  return `Length: ${length === undefined ? 'unspecified' : size}${type === undefined ? '' : ` [${type}]`}`
}

export function human(bytes: number): string {
  let size = bytes
  for (const unit of ['', 'K', 'M', 'G']) {
    if (size < 1_024) return unit === '' ? String(size) : `${size.toFixed(size < 10 ? 1 : 0)}${unit}`
    size /= 1_024
  }
  return `${size.toFixed(0)}T`
}

/** The name that a URL gives to its file: the last part of the path, and the query. */
export function fileName(url: URL, page = 'index.html'): string {
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const plain = unescaped(last).replaceAll('/', '%2F')
  const name = plain === '' || plain === '.' || plain === '..' ? page : plain
  return name + unescaped(url.search).replaceAll('/', '%2F')
}

function unescaped(text: string): string {
  // Control characters stay escaped.
  return text.replaceAll(/(?:%[2-7][\da-f]|%[89a-f][\da-f])+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes.replaceAll(/%7f/gi, '%257F'))
    } catch {
      return escapes
    }
  })
}
