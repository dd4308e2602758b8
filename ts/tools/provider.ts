/** What the executors of providers' own tools have in common: their options, their turn, what they say of a failure. */
import * as check from '../arguments.js'
import { failureReason } from '../failures.js'
import { problems } from '../schema.js'
import { inTurn } from '../turns.js'
import type { ExecuteOptions, ExecuteResult, Session } from '../declarations.js'
import type { ObjectSchema } from '../schema.js'
import { toolError } from './define.js'
import { openSession, sessionAtHand } from './source.js'
import type { SessionSource } from './source.js'
import type { ToolContext } from './types.js'

/** What the host may set for the tools that a provider defines. */
export interface ProviderToolOptions {
  /**
   * The most seconds that a command may run, and what it gets when the model names none. Default 120; the session's limit
   * `wallMs` (default 30 seconds) holds as well.
   */
  timeoutSeconds?: number
  /** Bytes of a command's output that the model gets when it does not say. Default 102,400 (100 KiB). */
  outputBytes?: number
  /** Told of every error that was turned into an answer, for the host's log. */
  onError?: (error: unknown, call: { tool: string }) => void
}

const DEFAULT_SECONDS = 120
const DEFAULT_OUTPUT_BYTES = 102_400

const checkOptions = check.options({
  timeoutSeconds: check.integer(1),
  outputBytes: check.integer(1),
  onError: check.callback,
})

/** A provider's tool at work on a session. */
export interface ProviderHost {
  readonly timeoutSeconds: number
  readonly outputBytes: number
  /** Does `work` in its turn. What it throws goes to the host's log, and its message becomes what `failed` makes of it. */
  readonly answer: Answering
  /** The same for work that takes its turns itself. */
  readonly answerUnqueued: Answering
}

type Answering = <T>(
  tool: string,
  context: ToolContext,
  work: (session: Session) => Promise<T>,
  failed: (message: string) => T,
) => Promise<T>

export function providerHost(source: SessionSource, options: ProviderToolOptions): ProviderHost {
  const host = (checkOptions(options, 'options') ?? {}) as ProviderToolOptions
  const atHand = sessionAtHand(source)
  const answerUnqueued: Answering = async (tool, { signal }, work, failed) => {
    try {
      return await work(atHand ?? (await openSession(source)))
    } catch (error) {
      try {
        host.onError?.(error, { tool })
      } catch {
        // The host's log must not be able to break an answer.
      }
      return failed(toolError(error, '', signal).message)
    }
  }
  return {
    timeoutSeconds: host.timeoutSeconds ?? DEFAULT_SECONDS,
    outputBytes: host.outputBytes ?? DEFAULT_OUTPUT_BYTES,
    answer: (tool, context, work, failed) =>
      answerUnqueued(tool, context, (session) => inTurn(session, context.signal, () => work(session)), failed),
    answerUnqueued,
  }
}

/** What is wrong with an input, or nothing. Keys that are not in the schema are the provider's affair. */
export function wrongWith(schema: ObjectSchema, input: unknown): string | undefined {
  const known = Object.keys(schema.properties)
  const looked =
    typeof input === 'object' && input !== null && !Array.isArray(input)
      ? Object.fromEntries(Object.entries(input).filter(([key]) => known.includes(key)))
      : input
  const found = problems(schema, looked)
  return found.length === 0 ? undefined : found.map(({ field, message }) => `${field} ${message}`).join('; ')
}

/** Options of a run of `seconds` at most. */
export function runOptions(seconds: number, signal: AbortSignal | undefined): ExecuteOptions {
  return { timeoutMs: Math.ceil(seconds * 1_000), ...(signal && { signal }) }
}

/** Why a run was stopped, in a line for the model. */
export function stopped(ran: ExecuteResult): string | undefined {
  const reason = failureReason(ran)
  return reason && `[stopped: ${reason}]`
}
