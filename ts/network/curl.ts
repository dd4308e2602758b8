/**
 * `curl`, as 7.88 behaves, over the host's fetch.
 *
 * The progress meter is left out. Files appear when their content is there. A retry waits in real time, since the server
 * does not live on the session's clock.
 */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { COOKIE_HEADING, CookieJar } from './cookies.js'
import { CurlError, UsageError, readCommandLine } from './curl-options.js'
import { OutputError, writeFile } from './curl-output.js'
import { UrlError, conflictOf } from './curl-request.js'
import { HELP, VERSION, ownOptions } from './curl-table.js'
import { NameError, Transfer } from './curl-transfer.js'
import { writeOut } from './curl-write-out.js'
import { GlobError, urlsOf } from './glob.js'
import { TransferError } from './transfer.js'
import type { CommandIo } from '../declarations.js'
import type { CommandLine, Operation, Target } from './curl-options.js'
import type { TransferContext } from './curl-transfer.js'
import type { GlobbedUrl } from './glob.js'
import type { Network } from './options.js'
import type { Failure } from './transfer.js'

const STATUS: Readonly<Record<Failure, number>> = {
  protocol: 1,
  resolve: 6,
  refused: 7,
  connect: 7,
  timeout: 28,
  tls: 35,
  empty: 52,
  receive: 56,
  certificate: 60,
  size: 63,
}

const TRY_HELP = `curl: try 'curl --help' or 'curl --manual' for more information\n`
const LONGEST_DELAY = 600

/** Runs `curl` with these arguments, and gives its exit status. */
export async function curl(network: Network, io: CommandIo): Promise<number> {
  return await new Curl(network, io).run()
}

class Curl {
  private line: CommandLine = { operations: [], flags: new Set() }
  private readonly jar = new CookieJar()
  private jarred = false
  private number = 0
  private errors = ''

  constructor(
    private readonly network: Network,
    private readonly io: CommandIo,
  ) {}

  async run(): Promise<number> {
    const { io } = this
    const warnings: string[] = []
    let status = 0
    try {
      this.line = await readCommandLine(io.args, {
        read: (path) => this.read(path),
        warn: (message) => warnings.push(message),
        maxBytes: this.network.maxBytes,
        home: io.env['HOME'],
      })
      const { flags } = this.line
      if (flags.has('help')) await io.stdout.write(io.args.includes('all') ? helpForAll() : HELP)
      else if (flags.has('version')) await io.stdout.write(VERSION)
      else {
        for (const warning of warnings.splice(0)) await this.warn(warning)
        status = await this.operations()
      }
    } catch (error) {
      for (const warning of warnings) await this.warn(warning)
      if (error instanceof UsageError) {
        await this.tell(`curl: ${error.message}\n${TRY_HELP}`)
        status = error.status
      } else if (error instanceof UploadError) {
        await this.tell(`curl: Can't open '${error.message}'!\n${TRY_HELP}`)
        await this.fail(26, 'Failed to open/read local data from file/application')
        status = 26
      } else if (error instanceof CurlError) {
        await this.fail(error.status, error.message)
        status = error.status
      } else throw error
    }
    if (this.line.stderr !== undefined && this.line.stderr !== '-') {
      await writeFile(io, this.line.stderr, Buffer.from(this.errors)).catch(() => {})
    }
    return status
  }

  private async read(path: string): Promise<Uint8Array> {
    return await readInput(this.io, path, this.network.maxBytes)
  }

  /** Standard error, wherever it was sent. */
  private async tell(text: string): Promise<void> {
    if (this.line.stderr === undefined) await this.io.stderr.write(text)
    else if (this.line.stderr === '-') await this.io.stdout.write(text)
    else this.errors += text
  }

  private async warn(message: string): Promise<void> {
    if (this.line.flags.has('silent')) return
    await this.tell(wrapped(message))
  }

  private async fail(status: number, message: string): Promise<void> {
    const { flags } = this.line
    if (!flags.has('silent') || flags.has('show-error')) await this.tell(`curl: (${status}) ${message}\n`)
  }

  private async operations(): Promise<number> {
    const { operations, flags } = this.line
    if (this.io.args.length === 0) {
      await this.tell(TRY_HELP)
      return 2
    }
    if (!operations.some(({ targets }) => targets.some(({ url }) => url !== undefined))) {
      throw new UsageError('no URL specified!')
    }
    let status = 0
    for (const operation of operations) {
      const conflict = conflictOf(operation)
      if (conflict !== undefined) {
        await this.warn(conflict)
        return 2
      }
      if (operation.flags.has('include') && operation.flags.has('remote-header-name')) {
        throw new UsageError('showing headers and --remote-header-name cannot be combined')
      }
      await this.openJar(operation)
      for (const target of operation.targets) {
        if (target.url === undefined) {
          await this.warn('Got more output options than URLs')
          continue
        }
        status = await this.target(operation, target, target.url)
        if (status !== 0 && flags.has('fail-early')) return status
      }
      await this.closeJar(operation)
    }
    return status
  }

  private async openJar({ cookies, values, flags }: Operation): Promise<void> {
    this.jarred ||= values.has('cookie-jar')
    for (const path of cookies.filter((cookie) => !cookie.includes('='))) {
      this.jarred = true
      const text = path === '' ? undefined : await this.read(path).catch(() => undefined)
      if (text !== undefined) this.jar.addFile(Buffer.from(text).toString(), !flags.has('junk-session-cookies'))
    }
  }

  private async closeJar({ values }: Operation): Promise<void> {
    const path = values.get('cookie-jar')
    const text = COOKIE_HEADING + this.jar.toFile()
    if (path === '-') await this.io.stdout.write(text)
    else if (path !== undefined) {
      await writeFile(this.io, path, Buffer.from(text)).catch(() => this.warn(`failed to save cookies in ${path}`))
    }
  }

  /** All URLs that one operand stands for. */
  private async target(operation: Operation, target: Target, pattern: string): Promise<number> {
    let status = 0
    try {
      const whole: Iterable<GlobbedUrl> = operation.flags.has('globoff')
        ? [{ url: pattern, parts: [] }]
        : urlsOf(pattern)
      for (const globbed of whole) {
        // Lets the end of the run be heard of, however quickly these URLs are done with.
        await immediate()
        if (this.io.signal.aborted) break
        status = await this.persistently(operation, target, globbed)
        if (status !== 0 && this.line.flags.has('fail-early')) break
      }
    } catch (error) {
      if (!(error instanceof GlobError)) throw error
      await this.fail(3, error.message)
      return 3
    }
    return status
  }

  /** One URL, as often as `--retry` wants. */
  private async persistently(operation: Operation, target: Target, globbed: GlobbedUrl): Promise<number> {
    const { values } = operation
    const started = Date.now()
    const fixed = Number(values.get('retry-delay') ?? 0)
    const longest = Number(values.get('retry-max-time') ?? Infinity) || Infinity
    let delay = fixed || 1
    for (let left = Number(values.get('retry') ?? 0); ; left -= 1) {
      const transfer = new Transfer(this.context, operation, this.number)
      const upload = await this.uploadOf(target)
      const status = await this.once(transfer, target, globbed, upload)
      const problem = transfer.problem(status)
      const wait = Math.max(delay, transfer.retryAfter ?? 0)
      if (problem === undefined || left <= 0 || (Date.now() - started) / 1_000 + wait > longest) {
        await this.report(transfer, operation)
        this.number += 1
        return status
      }
      await this.warn(`Problem ${problem}. Will retry in ${wait} seconds. ${left} retries left.`)
      await sleep(wait * 1_000, undefined, { signal: this.io.signal })
      if (fixed === 0) delay = Math.min(delay * 2, LONGEST_DELAY)
    }
  }

  private async once(
    transfer: Transfer,
    target: Target,
    globbed: GlobbedUrl,
    upload: Uint8Array | undefined,
  ): Promise<number> {
    try {
      await transfer.run(target, globbed, upload)
    } catch (error) {
      const { status, message } = statusOf(error)
      transfer.facts.exitCode = status
      transfer.facts.message = message
      if (error instanceof OutputError) await this.warn(error.message)
      if (error instanceof NameError) await this.tell('curl: Remote file name has no length!\n')
      await this.fail(status, message)
    }
    return transfer.facts.exitCode
  }

  private async uploadOf({ upload }: Target): Promise<Uint8Array | undefined> {
    if (upload === undefined) return undefined
    return await this.read(upload === '.' ? '-' : upload).catch((error: unknown) => {
      if (error instanceof CurlError) throw error
      throw new UploadError(upload)
    })
  }

  private async report({ facts }: Transfer, { values }: Operation): Promise<void> {
    const format = values.get('write-out')
    if (format === undefined) return
    for (const { stream, text } of writeOut(format, facts)) {
      if (stream === 1) await this.io.stdout.write(text)
      else await this.tell(text)
    }
  }

  private get context(): TransferContext {
    const { network, io, jar, line } = this
    return {
      network,
      io,
      jar: this.jarred ? jar : undefined,
      read: (path) => this.read(path),
      warn: (message) => this.warn(message),
      tell: (text) => this.tell(text),
      verbose: line.flags.has('verbose'),
    }
  }
}

/** A file, or standard input for `-`, as far as it may be sent. */
async function readInput(io: CommandIo, path: string, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = path === '-' ? 0 : (await io.fs.stat(path)).size
  if (path === '-') {
    for await (const piece of io.stdin) {
      pieces.push(piece)
      if ((length += piece.length) > maxBytes) break
    }
  }
  if (length > maxBytes) throw new CurlError(63, `Exceeded the maximum allowed file size (${maxBytes})`)
  return path === '-' ? Buffer.concat(pieces) : await io.fs.readFile(path)
}

/** A file of `-T` that can't be read. */
class UploadError extends Error {}

function statusOf(error: unknown): { status: number; message: string } {
  if (error instanceof CurlError) return error
  if (error instanceof TransferError) return { status: STATUS[error.failure], message: error.message }
  if (error instanceof UrlError) return { status: 3, message: error.message }
  if (error instanceof OutputError) return { status: 23, message: 'Failure writing output to destination' }
  if (error instanceof NameError) return { status: 23, message: 'Failed writing received data to disk/application' }
  throw error
}

/** A warning as curl breaks it into lines of 79 columns. */
function wrapped(message: string): string {
  const prefix = 'Warning: '
  const width = 79 - prefix.length
  let lines = ''
  let rest = message
  while (rest.length > width) {
    let cut = rest.lastIndexOf(' ', width - 1) + 1
    if (cut === 0) cut = width
    lines += `${prefix}${rest.slice(0, cut)}\n`
    rest = rest.slice(cut)
  }
  return `${lines}${prefix}${rest}\n`
}

function helpForAll(): string {
  const names = ownOptions().toSorted()
  return `Usage: curl [options...] <url>\n${names.map((name) => `     --${name}\n`).join('')}`
}
