/** One attempt of curl at one URL: its requests, its output, and what is known of it afterwards. */
import { CurlError } from './curl-options.js'
import { dispositionName, fileSink, remoteName, replyLines, stdoutSink, writeFile } from './curl-output.js'
import { checkProtocol, credentialsOf, curlUrl, requestLines, requestOf } from './curl-request.js'
import { redirected, targetOf } from './redirects.js'
import { Deadline, headerOf, send } from './transfer.js'
import type { CommandIo } from '../declarations.js'
import type { CookieJar } from './cookies.js'
import type { ReadFile } from './curl-data.js'
import type { Operation, Target } from './curl-options.js'
import type { Sink } from './curl-output.js'
import type { Facts } from './curl-write-out.js'
import type { GlobbedUrl } from './glob.js'
import type { Network } from './options.js'
import type { Header, Reply, Request } from './transfer.js'

/** What a server may get over by itself. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504])

/** What a transfer needs of its command. */
export interface TransferContext {
  network: Network
  io: CommandIo
  /** Where cookies are kept at all. */
  jar: CookieJar | undefined
  read: ReadFile
  warn(message: string): Promise<void>
  tell(text: string): Promise<void>
  verbose: boolean
}

/** `-O` with a URL that has no name for a file. */
export class NameError extends Error {}

/** One attempt at one URL, with its redirects. */
export class Transfer {
  readonly facts: Facts
  retryAfter: number | undefined
  private sink: Sink | undefined

  constructor(
    private readonly context: TransferContext,
    private readonly operation: Operation,
    number: number,
  ) {
    this.facts = {
      url: '',
      effectiveUrl: '',
      scheme: null,
      method: 'GET',
      status: 0,
      headers: [],
      redirects: 0,
      redirectUrl: undefined,
      sizeDownload: 0,
      sizeUpload: 0,
      sizeHeader: 0,
      sizeRequest: 0,
      connections: 0,
      output: undefined,
      referer: undefined,
      remoteAddress: '',
      remotePort: 0,
      exitCode: 0,
      message: undefined,
      number,
    }
  }

  /** Why another attempt may go better, if so. */
  problem(status: number): string | undefined {
    const { flags } = this.operation
    if (status === 28) return ': timeout'
    if (status === 7 && flags.has('retry-connrefused') && this.facts.message?.startsWith('Failed') === true) {
      return ': connection refused'
    }
    if ((status === 0 || status === 22) && TRANSIENT.has(this.facts.status)) return ': HTTP error'
    return status !== 0 && flags.has('retry-all-errors') ? '(retrying all errors)' : undefined
  }

  async run(target: Target, { url: text, parts }: GlobbedUrl, upload: Uint8Array | undefined): Promise<void> {
    const { operation, facts, context } = this
    const { values } = operation
    facts.url = text
    facts.effectiveUrl = text
    const url = curlUrl(text, values.get('proto-default'))
    facts.effectiveUrl = url.href
    if (target.upload !== undefined && target.upload !== '-' && url.pathname.endsWith('/')) {
      url.pathname += encodeURIComponent(target.upload.slice(target.upload.lastIndexOf('/') + 1))
    }
    checkProtocol(values.get('proto'), url)
    const output = outputOf(operation, target, url, parts)
    facts.output = output
    const offset = await this.offset(output)
    const credentials = await this.credentials(url)
    const conditions = await this.conditions()
    const request = requestOf(operation, { url, upload, offset, conditions, credentials })
    this.sink =
      output === undefined || output === '-'
        ? stdoutSink(context.io)
        : fileSink(context.io, output, {
            createDirs: operation.flags.has('create-dirs'),
            noClobber: operation.flags.has('no-clobber'),
            removeOnError: operation.flags.has('remove-on-error'),
            append: offset !== undefined && offset > 0,
          })
    // What is continued is opened first.
    if (offset !== undefined && output !== undefined) await writeFile(context.io, output, new Uint8Array(), true)
    await this.exchange(request, target, offset)
  }

  private async exchange(first: Request, target: Target, offset: number | undefined): Promise<void> {
    const { network, io } = this.context
    const seconds = Number(this.operation.values.get('max-time') ?? 0)
    const limit = seconds > 0 ? Math.ceil(seconds * 1_000) : Infinity
    const deadline = new Deadline(Math.min(limit, network.timeoutMs), io.signal)
    try {
      const { reply, request } = await this.hops(first, deadline)
      await this.body(reply, request, target, offset)
      await this.sink!.finish(true)
    } catch (error) {
      await this.sink!.finish(false)
      throw error
    } finally {
      deadline.close()
      this.facts.output = this.sink!.name ?? this.facts.output
    }
    await this.after()
  }

  /** Sends the request and those that redirects make of it; gives the last response. */
  private async hops(first: Request, deadline: Deadline): Promise<{ reply: Reply; request: Request }> {
    const { operation, facts, context } = this
    const { flags, values } = operation
    const trusted = flags.has('location-trusted')
    const most = mostRedirects(values.get('max-redirs'), context.network.maxRedirects)
    const keepPost = new Set([301, 302, 303].filter((status) => flags.has(`post${status}`)))
    const origins = new Set<string>()
    let request = first
    for (;;) {
      const withCookies = this.withCookies(request)
      facts.effectiveUrl = request.url.href
      facts.method = request.method
      const head = requestLines(withCookies)
      const reply = await send(context.network, withCookies, deadline)
      if (context.verbose) await context.tell([...head, ''].map((line) => `> ${line}\n`).join(''))
      origins.add(request.url.origin)
      facts.connections = origins.size
      facts.sizeRequest += head.join('\r\n').length + 4
      facts.sizeUpload = request.body?.length ?? 0
      await this.head(reply, request)
      const to = targetOf(reply, request.url)
      if (to === undefined) return { reply, request }
      if (!flags.has('location') && !trusted) {
        facts.redirectUrl = to?.href
        return { reply, request }
      }
      reply.discard()
      if (facts.redirects >= most) throw new CurlError(47, `Maximum (${most}) redirects followed`)
      if (to === null) throw new CurlError(3, 'The redirect target URL could not be parsed: Bad hostname')
      checkProtocol(values.get('proto-redir') ?? values.get('proto'), to)
      facts.redirects += 1
      if (context.verbose) {
        await context.tell(`* Ignoring the response-body\n* Issue another request to this URL: '${to.href}'\n`)
      }
      const fixedMethod = values.get('request')
      const next = redirected(request, reply.status, to, { keepPost, fixedMethod, trusted })
      if (context.verbose && next.method !== request.method) {
        await context.tell(`* Switch from ${request.method} to ${next.method}\n`)
      }
      request = values.get('referer')?.endsWith(';auto') === true ? withReferer(next, request.url) : next
    }
  }

  private withCookies(request: Request): Request {
    const own = this.context.jar?.headerFor(request.url)
    if (own === undefined) return request
    const given = headerOf(request.headers, 'cookie')
    const value = given === undefined ? own : `${own}; ${given}`
    const others = request.headers.filter(([name]) => name.toLowerCase() !== 'cookie')
    return { ...request, headers: [...others, ['Cookie', value]] }
  }

  /** What is done with the head of a response. */
  private async head(reply: Reply, { url, headers }: Request): Promise<void> {
    const { operation, facts, context } = this
    const { flags, values } = operation
    const lines = [...replyLines(reply), '']
    const text = lines.map((line) => `${line}\r\n`).join('')
    facts.scheme = url.protocol.slice(0, -1).toUpperCase()
    facts.status = reply.status
    facts.headers = reply.headers
    facts.sizeHeader += Buffer.byteLength(text)
    facts.referer = headerOf(headers, 'referer')
    facts.remoteAddress = /^[\d.]+$/.test(url.hostname) ? url.hostname : url.hostname.replaceAll(/^\[|\]$|^[^[].*/g, '')
    facts.remotePort = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    const after = headerOf(reply.headers, 'retry-after')
    this.retryAfter = after !== undefined && /^\d+$/.test(after) ? Number(after) : undefined
    if (context.verbose) await context.tell(lines.map((line) => `< ${line}\n`).join(''))
    for (const [name, value] of reply.headers) {
      if (name.toLowerCase() === 'set-cookie') context.jar?.addHeader(value, url)
    }
    const dump = values.get('dump-header')
    if (dump === '-') await context.io.stdout.write(text)
    else if (dump !== undefined) {
      await writeFile(context.io, dump, Buffer.from(text), facts.redirects > 0)
    }
    if (flags.has('include') || flags.has('head')) await this.sink!.write(text)
  }

  private async body(reply: Reply, request: Request, target: Target, offset: number | undefined): Promise<void> {
    const { operation, facts, context } = this
    const { flags, values } = operation
    const failed = reply.status >= 400 && (flags.has('fail') || flags.has('fail-with-body'))
    const length = Number(headerOf(reply.headers, 'content-length') ?? Number.NaN)
    const largest = Number(values.get('max-filesize') ?? 0) || Infinity
    if (offset !== undefined && offset > 0 && reply.status === 200) {
      reply.discard()
      throw new CurlError(33, "HTTP server doesn't seem to support byte ranges. Cannot resume.")
    }
    if ((failed && flags.has('fail')) || request.method === 'HEAD' || flags.has('head') || reply.status === 416) {
      reply.discard()
    } else {
      if (Math.min(largest, context.network.maxBytes) < length) {
        reply.discard()
        throw new CurlError(63, 'Maximum file size exceeded')
      }
      if (flags.has('remote-header-name') && target.remoteName === true) await this.rename(reply)
      for await (const piece of reply.pieces()) {
        facts.sizeDownload += piece.length
        await this.sink!.write(piece)
        if (facts.sizeDownload > largest) throw new CurlError(63, 'Maximum file size exceeded')
      }
    }
    if (failed) throw new CurlError(22, `The requested URL returned error: ${reply.status}`)
  }

  /** `-J`: the name that the response gives. Nothing is overwritten by it. */
  private async rename(reply: Reply): Promise<void> {
    const { operation, context } = this
    const name = dispositionName(headerOf(reply.headers, 'content-disposition'))
    if (name === undefined) return
    const path = inFolder(operation, name)
    if (await context.io.fs.exists(path)) {
      await context.warn(`Failed to open the file ${path}: File exists`)
      throw new CurlError(23, 'Failed writing header')
    }
    const createDirs = operation.flags.has('create-dirs')
    const removeOnError = operation.flags.has('remove-on-error')
    this.sink = fileSink(context.io, path, { createDirs, removeOnError, noClobber: false, append: false })
  }

  private async after(): Promise<void> {
    const { operation, facts, context } = this
    const etag = headerOf(facts.headers, 'etag')
    const etagFile = operation.values.get('etag-save')
    if (etagFile !== undefined && etag !== undefined) await writeFile(context.io, etagFile, Buffer.from(`${etag}\n`))
    const modified = Date.parse(headerOf(facts.headers, 'last-modified') ?? '')
    if (operation.flags.has('remote-time') && facts.output !== undefined && !Number.isNaN(modified)) {
      await context.io.run(['touch', '-d', `@${Math.floor(modified / 1_000)}`, '--', facts.output])
    }
  }

  /** Where a transfer goes on: at a number, or behind what the file has. */
  private async offset(output: string | undefined): Promise<number | undefined> {
    const given = this.operation.values.get('continue-at')
    if (given === undefined) return undefined
    if (given !== '-') return Number(given) || 0
    if (output === undefined || output === '-') return undefined
    return await this.context.io.fs.stat(output).then(
      ({ size }) => (size > 0 ? size : undefined),
      () => undefined,
    )
  }

  private async conditions(): Promise<Header[]> {
    const { values } = this.operation
    const conditions: Header[] = []
    const etagFile = values.get('etag-compare')
    if (etagFile !== undefined) {
      const text = await this.context.read(etagFile).catch(() => undefined)
      const etag = Buffer.from(text ?? [])
        .toString()
        .trim()
      conditions.push(['If-None-Match', etag === '' ? '""' : etag])
    }
    const given = values.get('time-cond')
    if (given !== undefined) {
      const before = given.startsWith('-')
      const moment = await this.moment(before ? given.slice(1) : given)
      if (moment === undefined) {
        await this.context.warn(
          'Illegal date format for -z, --time-cond (and not a file name). Disabling time condition. ' +
            'See curl_getdate(3) for valid date syntax.',
        )
      } else {
        conditions.push([before ? 'If-Unmodified-Since' : 'If-Modified-Since', new Date(moment).toUTCString()])
      }
    }
    return conditions
  }

  private async moment(text: string): Promise<number | undefined> {
    const file = await this.context.io.fs.stat(text).catch(() => undefined)
    if (file !== undefined) return file.mtimeMs
    const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
    const moment =
      compact === null
        ? Date.parse(/[a-z]{3}/i.test(text) ? text : '')
        : Date.UTC(+compact[1]!, +compact[2]! - 1, +compact[3]!)
    return Number.isNaN(moment) ? undefined : moment
  }

  private async credentials(url: URL): Promise<Request['credentials']> {
    const { context, operation } = this
    const given = operation.values.get('user')
    if (given !== undefined && !given.includes(':') && given !== '') {
      await context.tell(`Enter host password for user '${given}':`)
      const line = (await context.io.stdin.text()).split('\n')[0]!
      await context.tell('\n')
      operation.values.set('user', `${given}:${line}`)
    }
    return await credentialsOf(operation, url.hostname, context.io.env['HOME'], (path) => context.read(path))
  }
}

function outputOf(operation: Operation, target: Target, url: URL, parts: readonly string[]): string | undefined {
  const { output } = target
  if (output === '-') return output
  if (output !== undefined) {
    const name = output.replaceAll(/#(\d+)/g, (whole, number: string) => parts[Number(number) - 1] ?? whole)
    return inFolder(operation, name)
  }
  if (target.remoteName !== true && (target.remoteName === false || !operation.flags.has('remote-name-all'))) {
    return undefined
  }
  target.remoteName = true
  const name = remoteName(url)
  if (name === '') throw new NameError()
  return inFolder(operation, name)
}

function inFolder({ values }: Operation, name: string): string {
  const folder = values.get('output-dir')
  return folder === undefined || name.startsWith('/dev/') ? name : `${folder.replace(/\/$/, '')}/${name}`
}

function mostRedirects(given: string | undefined, host: number): number {
  const asked = Number(given ?? 50)
  return asked < 0 ? host : Math.min(asked, host)
}

function withReferer(request: Request, from: URL): Request {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== 'referer')
  return { ...request, headers: [...others, ['Referer', from.href]] }
}
