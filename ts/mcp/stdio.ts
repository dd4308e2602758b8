/** The protocol over standard input and output: one JSON message a line. */
import * as check from '../arguments.js'
import { Session, version } from '../index.js'
import { Connection } from './connection.js'
import { lineReader } from './lines.js'
import { CODE, failure } from './messages.js'
import { checkedSets } from '../tools/set-names.js'
import type { ToolSetName } from '../tools/set-names.js'
import type { SessionSource } from '../tools/source.js'
import type { ToolOptions } from '../tools/types.js'
import type { Session as SessionType } from '../declarations.js'
import type { Response } from './messages.js'

/** How to serve. */
export interface ServeOptions {
  /**
   * A session, or a function that opens one when it is first needed: with `instructions` of your own that is at the first call.
   * Either stays open at the end. Default: a new one, which is closed then.
   */
  session?: SessionSource
  /** What the host sets for the tools. */
  tools?: ToolOptions
  /** The ready sets whose tools are offered. Default: `['core']`. */
  sets?: readonly ToolSetName[]
  /** How the server calls itself. Default `'mem-sandbox'`. */
  name?: string
  /** Default: the package's. */
  version?: string
  /** What the client is told about the sandbox. Default: `systemPrompt(session, { sets })`. */
  instructions?: string
  /** Whether files are given as resources. Default true. */
  resources?: boolean
  /** The most bytes of a file that is read as a resource. Default 8 MiB. */
  maxResourceBytes?: number
  /** The most bytes of one message; longer ones are refused and not held. Default 16 MiB. */
  maxMessageBytes?: number
  /** Default: standard input. */
  input?: NodeJS.ReadableStream
  /** Default: standard output, to which nothing else may be written then. */
  output?: NodeJS.WritableStream
  /** Where failures of the server itself are told. Default: standard error. */
  log?: NodeJS.WritableStream
  /** Aborted: running calls are stopped, and no more are taken. */
  signal?: AbortSignal
}

const MIB = 1 << 20

const anything: check.Check = (value) => value
const checkOptions = check.options({
  session: (value, argument) =>
    typeof value === 'function'
      ? value
      : check.instance(Session as never, 'a function that gives a Session, or a Session')(value, argument),
  tools: anything,
  sets: checkedSets,
  name: check.text,
  version: check.text,
  instructions: check.text,
  resources: check.boolean,
  maxResourceBytes: check.integer(1, 512 * MIB),
  maxMessageBytes: check.integer(1, 512 * MIB),
  input: anything,
  output: anything,
  log: anything,
  signal: check.signal,
})

/**
 * Serves a session to one client until it closes its end. Resolves when every call has been answered, or could not be
 * since the client has gone.
 *
 * Errors: `INVALID_ARGUMENT`.
 */
export async function serveStdio(sessionOrOptions: SessionSource | ServeOptions = {}): Promise<void> {
  const isSource = typeof sessionOrOptions === 'function' || sessionOrOptions instanceof Session
  const given = isSource ? { session: sessionOrOptions } : sessionOrOptions
  const options = (checkOptions(given, 'options') ?? {}) as ServeOptions
  if (options.session !== undefined) return serve(options.session, options)
  const session: SessionType = new Session()
  try {
    await serve(session, options)
  } finally {
    session.close()
  }
}

async function serve(session: SessionSource, options: ServeOptions): Promise<void> {
  const { input = process.stdin, output = process.stdout, log = process.stderr, signal } = options
  const { maxMessageBytes = 16 * MIB } = options
  const tell = (message: string): void => void log.write(`mem-sandbox mcp: ${message}\n`)
  const connection = new Connection(session, {
    tools: options.tools ?? {},
    sets: options.sets,
    name: options.name ?? 'mem-sandbox',
    version: options.version ?? version(),
    instructions: options.instructions,
    resources: options.resources ?? true,
    maxResourceBytes: options.maxResourceBytes ?? 8 * MIB,
    log: tell,
  })
  const underWay = new Set<Promise<void>>()
  let gone = false
  const send = (answer: Response | Response[]): void => {
    if (!gone) output.write(`${JSON.stringify(answer)}\n`)
  }
  const reply = async (value: unknown): Promise<void> => {
    const answer = await connection.answer(value)
    if (answer !== undefined) send(answer)
  }
  const receive = (line: Buffer): void => {
    const text = parsed(line)
    if (text === undefined) return
    if ('why' in text) return send(failure(null, CODE.PARSE_ERROR, text.why))
    const answered = reply(text.value).finally(() => underWay.delete(answered))
    underWay.add(answered)
  }
  const lines = lineReader(maxMessageBytes, receive, () =>
    send(failure(null, CODE.INVALID_REQUEST, `a message may have at most ${maxMessageBytes} bytes`)),
  )

  const listeners = new Listeners()
  await new Promise<void>((resolve) => {
    listeners.on(input, 'data', (chunk) => lines.take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
    listeners.on(input, 'end', () => {
      lines.end()
      resolve()
    })
    listeners.on(input, 'close', () => resolve())
    listeners.on(input, 'error', (error) => {
      tell(`standard input failed: ${String(error)}`)
      resolve()
    })
    listeners.on(output, 'error', () => {
      // Nobody reads any more, so nobody wants what is running.
      gone = true
      // What is written already may still fail.
      output.on('error', () => {})
      connection.abort(new Error('the client has gone'))
      resolve()
    })
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
  if (signal?.aborted) connection.abort(signal.reason)
  input.pause()
  const late = (): void => connection.abort(signal?.reason)
  signal?.addEventListener('abort', late, { once: true })
  await Promise.all(underWay)
  signal?.removeEventListener('abort', late)
  if (!gone) await new Promise<void>((resolve) => output.write('', () => resolve()))
  listeners.off()
}

/** A line's value; nothing for an empty line. */
function parsed(line: Buffer): { value: unknown } | { why: string } | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line)
  } catch {
    return { why: 'a message must be UTF-8' }
  }
  if (text.trim() === '') return undefined
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { why: `a message must be one line of JSON: ${(error as Error).message}` }
  }
}

/** Listeners that are taken off together. */
class Listeners {
  readonly #off: Array<() => void> = []

  // What an event brings is the stream's to know.
  // oxlint-disable-next-line typescript/no-explicit-any
  on(emitter: NodeJS.EventEmitter, event: string, listener: (...values: any[]) => void): void {
    emitter.on(event, listener)
    this.#off.push(() => emitter.off(event, listener))
  }

  off(): void {
    for (const off of this.#off) off()
  }
}
