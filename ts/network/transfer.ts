/**
 * One request through the host's `fetch`: checked against the rules before, counted and timed while it runs.
 *
 * Redirects are not followed here: each hop is a request of its own, with its own checks.
 */
import { types } from 'node:util'
import { factOf, isOf, messageOf } from '../errors.js'
import { isInternalName, isPrivateAddress, isPrivateHost } from './addresses.js'
import { isWeb, ruleFor } from './rules.js'
import { bytesOf, textOf } from './text.js'
import type { Network } from './options.js'

/** What went wrong, in the words that both commands have exit codes for. */
export type Failure =
  | 'refused'
  | 'protocol'
  | 'resolve'
  | 'connect'
  | 'timeout'
  | 'size'
  | 'tls'
  | 'certificate'
  | 'receive'
  | 'empty'

/** A request that failed before its response was read to its end. */
export class TransferError extends Error {
  constructor(
    readonly failure: Failure,
    message: string,
  ) {
    super(message)
  }
}

export type Header = readonly [name: string, value: string]

/** A request as a command made it. Values may have placeholders of secrets. */
export interface Request {
  url: URL
  method: string
  /** The method that the request would have if none had been asked for by name. */
  kind?: string
  headers: readonly Header[]
  /** Sent as Basic authentication, unless the headers have an Authorization. */
  credentials?: { user: string; password: string } | undefined
  body?: Uint8Array | undefined
  /** The URL whose response sent us here. */
  redirectedFrom?: URL | undefined
}

/** A response whose body is still to be read. */
export interface Reply {
  status: number
  statusText: string
  headers: readonly Header[]
  /** The bytes of the body, as they come. */
  pieces(): AsyncGenerator<Uint8Array>
  /** Gives up what was not read. */
  discard(): void
}

/** The first value of a header. `name` in small letters. */
export function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1]
}

/** The time and the signal that the requests of one transfer, with its redirects, share. */
export class Deadline {
  readonly signal: AbortSignal
  received = 0
  private readonly timer: NodeJS.Timeout
  private readonly expired = new AbortController()
  private readonly stopped: Promise<never>

  constructor(
    readonly milliseconds: number,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([outer, this.expired.signal])
    this.stopped = new Promise((_, reject) => {
      const stop = () => reject(this.reason())
      if (this.signal.aborted) stop()
      else this.signal.addEventListener('abort', stop, { once: true })
    })
    // Nobody may be waiting when it happens.
    this.stopped.catch(() => {})
    this.timer = setTimeout(() => this.expired.abort(), milliseconds)
  }

  /** What `work` gives, unless time is up before. A fetch that ignores its signal is left behind. */
  async race<Value>(work: PromiseLike<Value>): Promise<Value> {
    return await Promise.race([work, this.stopped])
  }

  close(): void {
    clearTimeout(this.timer)
  }

  /** Why it ended. */
  reason(): unknown {
    if (!this.expired.signal.aborted) return this.signal.reason
    const what = `Operation timed out after ${this.milliseconds} milliseconds with ${this.received} bytes received`
    return new TransferError('timeout', what)
  }
}

/** Names of headers by which a request of one method asks to be taken for one of another. */
const METHOD_OVERRIDES = new Set(['x-http-method-override', 'x-http-method', 'x-method-override'])

/** Throws unless the rules let this request out. Gives the addresses that its host has, where the host can tell them. */
export async function admit(network: Network, request: Request, deadline: Deadline): Promise<string[] | undefined> {
  const { url, method, redirectedFrom } = request
  if (!isWeb(url)) {
    throw new TransferError('protocol', `Protocol "${url.protocol.slice(0, -1)}" not supported or disabled in libcurl`)
  }
  const shown = `${method} ${url.origin}${url.pathname}`
  const from = redirectedFrom === undefined ? '' : `, where ${redirectedFrom.origin} redirects to`
  const refuse = (why: string): never => {
    throw new TransferError('refused', `the sandbox's network rules do not allow ${shown}${from}${why}`)
  }
  const methods = [method, ...request.headers.filter(([name]) => METHOD_OVERRIDES.has(name.toLowerCase())).map(valueOf)]
  const rules = methods.map((one) => ruleFor(network.rules, url, one.toUpperCase()))
  if (rules.includes(undefined)) return refuse('')
  const host = headerOf(request.headers, 'host')
  if (host !== undefined && host.toLowerCase() !== url.host) return refuse(` with the Host ${host}`)

  // A rule that names a private address opens it to those who ask for it, not to those who are sent there.
  const named = redirectedFrom === undefined || redirectedFrom.origin === url.origin
  const opened = named && rules.every((rule) => rule!.opensPrivate)
  if (opened && rules.every((rule) => !rule!.wildcard)) return undefined
  if (isPrivateHost(url.hostname)) return refuse(': it is not a public address')
  // A domain that a rule names is meant, also where only its own network knows it.
  if (!opened && isInternalName(url.hostname)) return refuse(': it is not a public name')
  if (network.resolve === undefined || /^[\d.]+$|^\[/.test(url.hostname)) return undefined
  const addresses = await addressesOf(network.resolve, url.hostname, deadline)
  const secret = addresses.find(isPrivateAddress)
  if (secret !== undefined) return refuse(`: its name stands for ${secret}, which is not a public address`)
  return addresses
}

function valueOf([, value]: Header): string {
  return value.trim()
}

async function addressesOf(
  resolve: NonNullable<Network['resolve']>,
  hostname: string,
  deadline: Deadline,
): Promise<string[]> {
  let addresses: string[] = []
  try {
    addresses = await deadline.race(Promise.resolve(resolve(hostname)))
  } catch {
    if (deadline.signal.aborted) throw deadline.reason()
  }
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.some((one) => typeof one !== 'string')) {
    throw new TransferError('resolve', `Could not resolve host: ${hostname}`)
  }
  return addresses
}

/** Sends a request that the rules admit. */
export async function send(network: Network, request: Request, deadline: Deadline): Promise<Reply> {
  const addresses = await admit(network, request, deadline)
  const { url, method } = request
  if (request.body !== undefined && request.body.length > network.maxBytes) {
    throw new TransferError('size', `Exceeded the maximum allowed file size (${network.maxBytes})`)
  }
  const headers = await headersToSend(network, request)
  const body = request.body === undefined ? undefined : await revealed(network, request.body, url)
  try {
    const init = { method, headers, body, redirect: 'manual' as const, signal: deadline.signal, addresses }
    const { fetch } = network
    const answer = Promise.resolve(fetch(url.href, init))
    // What comes when nobody waits any more is given up at once.
    const giveUp = async (late: Response | undefined) => {
      if (deadline.signal.aborted) await late?.body?.cancel()
    }
    answer.then(giveUp).catch(() => {})
    const response = await deadline.race(answer)
    return replyOf(network, response, url, deadline)
  } catch (error) {
    if (isOf(TransferError, error)) throw error
    throw deadline.signal.aborted ? deadline.reason() : failureOf(error, url)
  }
}

/** Headers about the connection and the framing, which are fetch's own. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

async function headersToSend(network: Network, request: Request): Promise<Array<[string, string]>> {
  const headers: Array<[string, string]> = []
  for (const [name, value] of request.headers) {
    if (CONNECTION_HEADERS.has(name.toLowerCase())) continue
    const shown = await revealed(network, bytesOf(value), request.url)
    // What fetch would refuse, another function might send.
    if (!TOKEN.test(name) || shown.some((byte) => byte === 0 || byte === 10 || byte === 13)) {
      throw new TransferError('refused', `the header ${JSON.stringify(name)} is not one line of HTTP`)
    }
    // Header values are bytes, which fetch takes as characters up to U+00FF.
    headers.push([name, Buffer.from(shown).toString('latin1')])
  }
  // What nobody asked to be packed comes as it is: fetch would ask for it by itself, and unpack it.
  if (headerOf(headers, 'accept-encoding') === undefined) headers.push(['Accept-Encoding', 'identity'])
  if (request.credentials !== undefined && headerOf(headers, 'authorization') === undefined) {
    const { user, password } = request.credentials
    // Before they are encoded: a placeholder could not be found afterwards.
    const pair = await revealed(network, bytesOf(`${user}:${password}`), request.url)
    headers.push(['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`])
  }
  return headers
}

async function revealed(network: Network, data: Uint8Array, url: URL): Promise<Uint8Array> {
  return network.replaceSecrets === undefined ? data : await network.replaceSecrets(data, url)
}

function replyOf(network: Network, response: Response, url: URL, deadline: Deadline): Reply {
  if (typeof response?.status !== 'number') throw new TransferError('receive', 'fetch gave no response')
  if (response.type === 'opaqueredirect' || response.status === 0) {
    throw new TransferError('receive', 'fetch hides the redirect: it must give the response itself')
  }
  if (response.redirected) {
    throw new TransferError('refused', `the sandbox's network rules do not allow that fetch follows redirects itself`)
  }
  if (typeof response.headers?.[Symbol.iterator] !== 'function') {
    throw new TransferError('receive', 'fetch gave a response without headers')
  }
  const reader = response.body?.getReader()
  const read = () => (reader === undefined ? undefined : deadline.race(reader.read()))
  // Not waited for: a stream may take its time to end.
  const discard = () => void reader?.cancel().catch(() => {})
  return {
    status: response.status,
    statusText: response.statusText ?? '',
    headers: [...response.headers].map(([name, value]) => [name, textOf(Buffer.from(value, 'latin1'))]),
    async *pieces() {
      let count = 0
      try {
        for (;;) {
          const { done, value } = (await read()) ?? { done: true }
          if (done || value === undefined) break
          // Not `instanceof`: a fetch of another realm gives bytes of that realm.
          if (!types.isUint8Array(value))
            throw new TransferError('receive', 'fetch gave a body of something else than bytes')
          const room = network.maxBytes - count
          count += value.length
          deadline.received += Math.min(value.length, room)
          if (room > 0) yield value.subarray(0, room)
          if (count > network.maxBytes) throw new TransferError('size', 'Maximum file size exceeded')
        }
      } catch (error) {
        if (isOf(TransferError, error)) throw error
        throw deadline.signal.aborted ? deadline.reason() : failureOf(error, url)
      } finally {
        discard()
      }
    },
    discard,
  }
}

const CONNECT_CODES = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'])
const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** A failure of the host's fetch, by the code that Node gives such errors. */
function failureOf(error: unknown, url: URL): TransferError {
  const codes: string[] = []
  let message = messageOf(error) || 'Error'
  for (
    let cause = error;
    typeof factOf(cause, 'message') === 'string' && codes.length < 8;
    cause = factOf(cause, 'cause')
  ) {
    const code = factOf(cause, 'code') ?? factOf(factOf(factOf(cause, 'errors'), '0'), 'code')
    codes.push(typeof code === 'string' ? code : '')
    message = messageOf(cause) || message
  }
  const code = codes.find((one) => /^[A-Z][A-Z_\d]+$/.test(one)) ?? ''
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new TransferError('resolve', `Could not resolve host: ${url.hostname}`)
  }
  if (CONNECT_CODES.has(code)) {
    const what = `Failed to connect to ${url.hostname} port ${port} after 0 ms: Couldn't connect to server`
    return new TransferError('connect', what)
  }
  if (TIMEOUT_CODES.has(code)) return new TransferError('timeout', 'Connection timed out')
  if (code === 'ECONNRESET') return new TransferError('receive', 'Recv failure: Connection reset by peer')
  if (code === 'UND_ERR_SOCKET') return new TransferError('empty', 'Empty reply from server')
  if (code.startsWith('CERT_') || code.includes('CERT')) {
    return new TransferError('certificate', `SSL certificate problem: ${message}`)
  }
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return new TransferError('tls', message)
  return new TransferError('receive', message)
}
