/**
 * `wget`, as 1.21 behaves, over the host's fetch: one document at a time, without following what pages link to.
 *
 * The progress bar and the names' addresses are left out of its messages, and nothing is tried more often than three
 * times unless that is asked for.
 */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { CookieJar } from './cookies.js'
import { OutputError, dispositionName, freeName, reasonOf, replyLines, writeFile } from './curl-output.js'
import { redirected, targetOf } from './redirects.js'
import { isWeb } from './rules.js'
import { Deadline, TransferError, headerOf, send } from './transfer.js'
import { BodyError, bodyProblem, wgetRequest } from './wget-request.js'
import {
  PASSING,
  failureStart,
  failureText,
  fileName,
  fileProblem,
  human,
  lengthLine,
  reasonLine,
} from './wget-text.js'
import { WGET_HELP, WGET_VERSION, WgetUsage, readWgetLine } from './wget-options.js'
import type { CommandIo } from '../declarations.js'
import type { Network } from './options.js'
import type { WgetLine } from './wget-options.js'
import type { Failure, Reply, Request } from './transfer.js'

export { WGET_HELP } from './wget-options.js'

const GENERIC = 1
const FILE = 3
const NETWORK = 4
const TLS = 5
const AUTHENTICATION = 6
const SERVER = 8

const STATUS: Readonly<Partial<Record<Failure, number>>> = { tls: TLS, certificate: TLS, protocol: GENERIC }

/** Runs `wget` with these arguments, and gives its exit status. */
export async function wget(network: Network, io: CommandIo): Promise<number> {
  let line: WgetLine
  try {
    line = readWgetLine(io.args)
  } catch (error) {
    if (!(error instanceof WgetUsage)) throw error
    await io.stderr.write(usage(error.message))
    return 2
  }
  if (line.flags.has('help')) return await told(io, WGET_HELP)
  if (line.flags.has('version')) return await told(io, WGET_VERSION)
  const problem = bodyProblem(line)
  if (problem !== undefined) {
    await io.stderr.write(`${problem}\n`)
    return GENERIC
  }
  return await new Wget(network, io, line).run()
}

async function told(io: CommandIo, text: string): Promise<number> {
  await io.stdout.write(text)
  return 0
}

function usage(problem: string): string {
  return `wget: ${problem}\nUsage: wget [OPTION]... [URL]...\n\nTry \`wget --help' for more options.\n`
}

/** A document that could not be had, after its messages were written. */
function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
}

/** What wget says of a text that is no URL for it. */
function urlProblem(text: string, scheme = schemeOf(text) ?? 'http'): string {
  if (scheme !== 'http' && scheme !== 'https') return `${text}: Unsupported scheme ‘${scheme}’.\n`
  const place = text.replace(/^[a-z]+:\/\//i, '').split(/[/?#]/)[0]!
  const host = place.slice(place.lastIndexOf('@') + 1)
  let why = 'Invalid host name'
  if (/^\[[^\]]*$/.test(host)) why = 'Unterminated IPv6 numeric address'
  else if (host.startsWith('[') && !URL.canParse(`http://${host.slice(0, host.indexOf(']') + 1)}`))
    why = 'Invalid IPv6 numeric address'
  else if (/.:[^:]*$/.test(host)) why = 'Bad port number'
  return `${text}: ${why}.\n`
}

class Failed extends Error {
  constructor(readonly status: number) {
    super()
  }
}

class Wget {
  private readonly jar = new CookieJar()
  private log = ''
  private files = 0
  private bytes = 0
  private now = ''

  constructor(
    private readonly network: Network,
    private readonly io: CommandIo,
    private readonly line: WgetLine,
  ) {}

  private get quiet(): boolean {
    return this.line.flags.has('quiet')
  }

  private get brief(): boolean {
    return this.line.flags.has('no-verbose')
  }

  private get logged(): boolean {
    return this.line.values.has('output-file') || this.line.values.has('append-output')
  }

  /** A message that `-nv` keeps. */
  private async say(text: string): Promise<void> {
    if (this.quiet) return
    if (this.logged) this.log += text
    else await this.io.stderr.write(text)
  }

  /** A message that `-nv` leaves out. */
  private async tell(text: string): Promise<void> {
    if (!this.brief) await this.say(text)
  }

  async run(): Promise<number> {
    const { io, line } = this
    const { values } = line
    // The session's clock stands still while a command of the host works.
    this.now = (await io.run(['date', '+%Y-%m-%d %H:%M:%S'])).stdout.trim()
    const urls = [...line.urls, ...(await this.listed(values.get('input-file')))]
    if (urls.length === 0 && !values.has('input-file')) {
      await io.stderr.write(usage('missing URL'))
      return GENERIC
    }
    const cookies = values.get('load-cookies')
    if (cookies !== undefined) {
      const text = await io.fs.readFile(cookies, 'utf8').catch(() => '')
      this.jar.addFile(text, line.flags.has('keep-session-cookies'))
    }
    if (!(await this.openDocument())) return GENERIC
    let status = 0
    for (const url of urls) {
      // Lets the end of the run be heard of, however quickly these URLs are done with.
      await immediate()
      if (io.signal.aborted) break
      const one = await this.document(url)
      // The lowest of them tells what went wrong.
      if (one !== 0 && (status === 0 || one < status)) status = one
    }
    if ((urls.length > 1 || values.has('input-file')) && this.bytes > 0) {
      const files = `Downloaded: ${this.files} files, ${human(this.bytes)} in 0s (--.- KB/s)`
      await this.say(`FINISHED --${this.now}--\nTotal wall clock time: 0s\n${files}\n`)
    }
    await this.finish()
    return status
  }

  /** Empties what `-O` names: all documents are written into it, one behind the other. */
  private async openDocument(): Promise<boolean> {
    const { values, flags } = this.line
    const path = values.get('output-document')
    if (path === undefined || path === '-' || flags.has('spider')) return true
    try {
      await writeFile(this.io, path, new Uint8Array(), flags.has('continue'))
      return true
    } catch (error) {
      if (!(error instanceof OutputError)) throw error
      await this.say(`${fileProblem(error)}\n`)
      return false
    }
  }

  private async listed(path: string | undefined): Promise<string[]> {
    if (path === undefined) return []
    const data = await (path === '-' ? this.io.stdin.bytes() : this.io.fs.readFile(path)).catch(
      (error: unknown) => error,
    )
    if (!(data instanceof Uint8Array)) {
      await this.say(`${path}: ${reasonOf(data)}\nNo URLs found in ${path}.\n`)
      return []
    }
    const lines = Buffer.from(data).toString().split('\n')
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  }

  private async finish(): Promise<void> {
    const { values, flags } = this.line
    const saved = values.get('save-cookies')
    if (saved !== undefined) {
      const text = this.jar.toFile(flags.has('keep-session-cookies'))
      const heading = `# HTTP Cookie File\n# Generated by Wget on ${this.now}.\n# Edit at your own risk.\n\n`
      await writeFile(this.io, saved, Buffer.from(heading + text)).catch(() => {})
    }
    if (!this.logged) return
    const append = values.get('append-output')
    const path = append ?? values.get('output-file')!
    await writeFile(this.io, path, Buffer.from(this.log), append !== undefined).catch(() => {})
  }

  /** One document, as often as `--tries` wants. */
  private async document(text: string): Promise<number> {
    const url = await this.urlOf(text)
    if (url === undefined) return GENERIC
    const given = this.line.values.get('tries') ?? '3'
    const tries = given === '0' || given === 'inf' ? Infinity : Number(given) || 3
    for (let count = 1; ; count += 1) {
      try {
        await this.attempt(url, count)
        return 0
      } catch (error) {
        if (error instanceof Failed) return error.status
        if (error instanceof OutputError) {
          await this.say(`${fileProblem(error)}\n`)
          return FILE
        }
        if (error instanceof BodyError) {
          await this.say(`${error.message}\n`)
          return FILE
        }
        if (!(error instanceof TransferError)) throw error
        await this.tell(failureStart(error))
        await this.say(`${failureText(error)}.\n`)
        const refused = error.failure === 'connect' && this.line.flags.has('retry-connrefused')
        if ((!PASSING.has(error.failure) && !refused) || count >= tries) {
          if (PASSING.has(error.failure) || refused) await this.tell('Giving up.\n\n')
          return STATUS[error.failure] ?? NETWORK
        }
        await this.tell('Retrying.\n\n')
        const longest = Number(this.line.values.get('waitretry') ?? 10)
        await sleep(Math.min(count, longest) * 1_000, undefined, { signal: this.io.signal })
      }
    }
  }

  private async urlOf(text: string): Promise<URL | undefined> {
    const whole = schemeOf(text) === undefined ? `http://${text}` : text
    if (URL.canParse(whole) && isWeb(new URL(whole))) return new URL(whole)
    await this.say(urlProblem(text))
    return undefined
  }

  private async attempt(url: URL, count: number): Promise<void> {
    const { line, io, network } = this
    const { flags, values } = line
    const path = await this.pathFor(url)
    if (path !== '-' && flags.has('no-clobber') && (await io.fs.exists(path))) {
      await this.tell(`File ‘${path}’ already there; not retrieving.\n\n`)
      return
    }
    if (flags.has('spider') && count === 1) await this.tell('Spider mode enabled. Check if remote file exists.\n')
    const seconds = Number(values.get('timeout') ?? values.get('read-timeout') ?? 0)
    const limit = seconds > 0 ? Math.ceil(seconds * 1_000) : Infinity
    const deadline = new Deadline(Math.min(limit, network.timeoutMs), io.signal)
    try {
      const first = await wgetRequest(io, line, url, path)
      const { reply, request } = await this.hops(first, deadline, count)
      await this.take(reply, request, url, path)
    } finally {
      deadline.close()
    }
  }

  /** The file for a URL, before it is made free. */
  private async pathFor(url: URL, name = fileName(url, this.line.values.get('default-page'))): Promise<string> {
    const document = this.line.values.get('output-document')
    if (document !== undefined) return document
    const prefix = this.line.values.get('directory-prefix')
    return prefix === undefined || prefix === '.' ? name : `${prefix.replace(/\/$/, '')}/${name}`
  }

  /** Sends the request and those that redirects and challenges make of it; gives the last response. */
  private async hops(first: Request, deadline: Deadline, count: number): Promise<{ reply: Reply; request: Request }> {
    const { flags, values } = this.line
    const most = Math.min(Number(values.get('max-redirect') ?? 20), this.network.maxRedirects)
    let request = first
    let challenged = flags.has('auth-no-challenge')
    let repeated = false
    for (let redirects = 0; ;) {
      const again = count > 1 && redirects === 0 ? `  (try:${String(count).padStart(2)})  ` : '  '
      const place = `${request.url.hostname.replaceAll(/^\[|\]$/g, '')}:${request.url.port || (request.url.protocol === 'https:' ? 443 : 80)}`
      if (!repeated) await this.tell(`--${this.now}--${again}${request.url.href}\n`)
      await this.tell(`Connecting to ${place}... `)
      const credentials = challenged ? request.credentials : undefined
      const reply = await send(this.network, this.withCookies({ ...request, credentials }), deadline)
      await this.head(reply, request)
      if (reply.status === 401 && !challenged && request.credentials !== undefined) {
        const challenge = headerOf(reply.headers, 'www-authenticate') ?? ''
        reply.discard()
        if (!/^basic\b/i.test(challenge)) {
          await this.tell('Unknown authentication scheme.\n')
        } else {
          challenged = true
          repeated = true
          await this.tell(`Authentication selected: ${challenge}\n`)
          continue
        }
      }
      repeated = false
      const to = targetOf(reply, request.url)
      if (to === undefined) return { reply, request }
      reply.discard()
      const location = headerOf(reply.headers, 'location') ?? ''
      await this.tell(`Location: ${location} [following]\n`)
      if (to === null || !isWeb(to)) {
        const whole = location.startsWith('//') ? `${request.url.protocol}${location}` : location
        await this.say(urlProblem(whole, to?.protocol.slice(0, -1)))
        throw new Failed(GENERIC)
      }
      if ((redirects += 1) > most) {
        await this.say(`${most} redirections exceeded.\n`)
        throw new Failed(SERVER)
      }
      request = redirected(request, reply.status, to, {})
    }
  }

  private withCookies(request: Request): Request {
    if (this.line.flags.has('no-cookies')) return request
    const cookies = this.jar.headerFor(request.url)
    if (cookies === undefined || headerOf(request.headers, 'cookie') !== undefined) return request
    return { ...request, headers: [...request.headers, ['Cookie', cookies]] }
  }

  private async head(reply: Reply, { url }: Request): Promise<void> {
    for (const [name, value] of reply.headers) {
      if (name.toLowerCase() === 'set-cookie') this.jar.addHeader(value, url)
    }
    const lines = replyLines(reply)
    await this.tell('connected.\nHTTP request sent, awaiting response... ')
    if (this.line.flags.has('server-response')) {
      await this.tell('\n')
      await this.say(lines.map((line) => `  ${line}\n`).join(''))
    } else await this.tell(`${reasonLine(reply)}\n`)
  }

  /** What is done with the last response. */
  private async take(reply: Reply, request: Request, url: URL, given: string): Promise<void> {
    const { flags } = this.line
    const { status } = reply
    if (flags.has('spider')) {
      reply.discard()
      return await this.spider(reply, request.url)
    }
    if (status === 304 && flags.has('timestamping')) {
      await this.tell(`File ‘${given}’ not modified on server. Omitting download.\n\n`)
      return
    }
    const had = flags.has('continue')
      ? Number(/^bytes=(\d+)-$/.exec(headerOf(request.headers, 'range') ?? '')?.[1] ?? 0)
      : 0
    const whole = Number(headerOf(reply.headers, 'content-length') ?? Infinity)
    if (had > 0 && (status === 416 || (status === 200 && whole <= had))) {
      reply.discard()
      await this.tell('\n    The file is already fully retrieved; nothing to do.\n\n')
      return
    }
    const failed = status >= 400 || status < 200
    if (failed && !flags.has('content-on-error')) {
      reply.discard()
      await this.error(reply, request.url)
    }
    const path = await this.pathOfReply(reply, request, url, given, had)
    await this.save(reply, request.url, path, had)
    if (failed) await this.error(reply, request.url)
  }

  private async error(reply: Reply, url: URL): Promise<never> {
    if (reply.status === 401) {
      await this.say('\nUsername/Password Authentication Failed.\n')
      throw new Failed(AUTHENTICATION)
    }
    const text = `${this.now} ERROR ${reply.status}: ${reasonLine(reply).replace(/^\d+ ?/, '') || '(no description)'}.\n`
    await this.say(this.brief ? `${url.href}:\n${text}` : `${text}\n`)
    throw new Failed(SERVER)
  }

  private async spider(reply: Reply, url: URL): Promise<void> {
    const failed = reply.status >= 400
    if (failed) {
      await this.say('Remote file does not exist -- broken link!!!\n')
      await this.tell('\n')
      throw new Failed(SERVER)
    }
    if (this.brief) await this.say(`${this.now} URL: ${url.href} ${reasonLine(reply)}\n`)
    else await this.tell(`${lengthLine(reply)}\nRemote file exists.\n\n`)
  }

  private async pathOfReply(reply: Reply, request: Request, url: URL, given: string, had: number): Promise<string> {
    const { flags, values } = this.line
    if (values.has('output-document')) return given
    const named = flags.has('content-disposition')
      ? dispositionName(headerOf(reply.headers, 'content-disposition'))
      : undefined
    const trusted = flags.has('trust-server-names') ? fileName(request.url, values.get('default-page')) : undefined
    const path = await this.pathFor(url, named ?? trusted)
    if (had > 0 || flags.has('timestamping')) return path
    return await freeName(this.io, path)
  }

  private async save(reply: Reply, url: URL, path: string, had: number): Promise<void> {
    const { flags, values } = this.line
    const shown = path === '-' ? 'STDOUT' : path
    await this.tell(`${lengthLine(reply, had)}\nSaving to: ‘${shown}’\n\n`)
    const head = flags.has('save-headers') ? Buffer.from([...replyLines(reply), '', ''].join('\r\n')) : undefined
    const pieces: Uint8Array[] = head === undefined ? [] : [head]
    const skipped = reply.status === 206 ? 0 : had
    let count = 0
    if (path === '-' && head !== undefined) await this.io.stdout.write(head)
    try {
      for await (const piece of reply.pieces()) {
        count += piece.length
        if (path === '-') await this.io.stdout.write(piece)
        // What is there already is skipped where the server begins again.
        else pieces.push(piece.subarray(Math.max(0, skipped - count + piece.length)))
      }
    } finally {
      // What came before a failure stays: `-c` goes on there.
      if (path !== '-') await this.write(path, Buffer.concat(pieces), had > 0)
    }
    this.files += 1
    this.bytes += count
    const modified = Date.parse(headerOf(reply.headers, 'last-modified') ?? '')
    if (!Number.isNaN(modified) && !values.has('output-document') && !flags.has('no-use-server-timestamps')) {
      await this.io.run(['touch', '-d', `@${Math.floor(modified / 1_000)}`, '--', path])
    } else if (Number.isNaN(modified) && flags.has('timestamping')) {
      await this.tell('Last-modified header missing -- time-stamps turned off.\n')
    }
    const length = headerOf(reply.headers, 'content-length')
    const before = reply.status === 206 ? had : 0
    const total = count + before
    const sizes = length === undefined ? `[${total}]` : `[${total}/${Number(length) + before}]`
    if (this.brief) await this.say(`${this.now} URL:${url.href} ${sizes} -> "${path}" [1]\n`)
    else {
      const where = path === '-' ? 'written to stdout' : `‘${path}’ saved`
      await this.tell(`${this.now} (--.- KB/s) - ${where} ${sizes}\n\n`)
    }
  }

  private async write(path: string, data: Uint8Array, append: boolean): Promise<void> {
    const prefix = this.line.values.get('directory-prefix')
    if (prefix !== undefined) await this.io.fs.mkdir(prefix, { recursive: true }).catch(() => {})
    await writeFile(this.io, path, data, append || this.line.values.has('output-document'))
  }
}
