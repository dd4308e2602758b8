/**
 * What OpenAI's shell tool asks for and gets: commands that run in order in the session's shell, one result each.
 *
 * `timeout_ms` is for each command, and a command that is stopped does not keep the others from running.
 * `max_output_length` is the number of characters of both streams of a command together; head and tail are kept.
 */
import { clipMiddle } from './clip.js'
import { SandboxError } from './errors.js'
import { failureReason, withReason } from './failures.js'
import { inTurn } from './turns.js'
import type { CommandApproval, ExecuteOptions, ExecuteResult, Session } from './declarations.js'

export interface OpenAiShellAction {
  commands: readonly string[]
  /** Milliseconds for each command. */
  timeoutMs?: number | null | undefined
  /** Characters to show of each command. */
  maxOutputLength?: number | null | undefined
}

export interface OpenAiShellOutput {
  stdout: string
  stderr: string
  outcome: { type: 'timeout' } | { type: 'exit'; exitCode: number }
}

/** What the host may set. An action can only ask for less. */
export interface OpenAiShellOptions {
  /** The most milliseconds that a command may run, and what it gets when the action names none. Default 30,000. */
  timeoutMs?: number
  /** The most characters that are shown of a command, and what it gets when the action names none. Default 32,768. */
  maxOutputLength?: number
  /** Stops the command that runs; those behind it do not run. */
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 30_000
const OUTPUT_LENGTH = 32_768
/** Room for the core's line that says what was left out, and where the whole is. */
const MARKER_LENGTH = 240

/** The options with which each command of an action runs. */
export function shellExecuteOptions(action: OpenAiShellAction, host: OpenAiShellOptions): ExecuteOptions {
  const most = host.timeoutMs ?? TIMEOUT_MS
  const length = outputLength(action, host)
  return {
    timeoutMs: Math.max(1, Math.min(action.timeoutMs ?? most, most)),
    output: { maxBytes: Math.max(1, length > 2 * MARKER_LENGTH ? length - MARKER_LENGTH : length) },
    ...(host.signal && { signal: host.signal }),
  }
}

function outputLength(action: OpenAiShellAction, host: OpenAiShellOptions): number {
  const most = host.maxOutputLength ?? OUTPUT_LENGTH
  return Math.max(0, Math.min(action.maxOutputLength ?? most, most))
}

/**
 * Runs the commands of an action. Never rejects: what fails is an output with a status of its own.
 *
 * @param asked is told the command that the policy asks about, where one has no approval
 */
export async function runShellAction(
  session: Session,
  action: OpenAiShellAction,
  host: OpenAiShellOptions = {},
  approvals: readonly CommandApproval[] = [],
  asked?: (question: CommandApproval) => void,
): Promise<OpenAiShellOutput[]> {
  const options = shellExecuteOptions(action, host)
  const outputs: OpenAiShellOutput[] = []
  for (const command of action.commands) {
    try {
      const ran = await inTurn(session, host.signal, () =>
        session.execute(command, { ...options, ...(approvals.length > 0 && { approvals: [...approvals] }) }),
      )
      if (ran.approval !== null) asked?.(ran.approval)
      outputs.push(shown(ran, outputLength(action, host)))
    } catch (error) {
      if (host.signal?.aborted) {
        outputs.push({ stdout: '', stderr: 'cancelled before it ran', outcome: { type: 'exit', exitCode: 130 } })
        continue
      }
      // An internal failure's text may name things of the host.
      const isOurs = error instanceof SandboxError && error.category !== 'internal'
      const message = isOurs ? error.message : 'the shell failed for a reason of its own'
      outputs.push({ stdout: '', stderr: message, outcome: { type: 'exit', exitCode: 1 } })
    }
  }
  return outputs
}

function shown(ran: ExecuteResult, length: number): OpenAiShellOutput {
  const isTimeout = ran.failure?.code === 'TIMEOUT'
  const reason = isTimeout ? undefined : failureReason(ran)
  const stderr = reason === undefined ? ran.stderr : withReason(ran.stderr, `mem-sandbox: ${reason}`)
  // What the shorter stream does not need is the longer one's.
  const half = Math.floor(length / 2)
  const errorLength = Math.max(Math.min(stderr.length, half), length - ran.stdout.length)
  const shownError = clipMiddle(stderr, errorLength)
  return {
    stdout: clipMiddle(ran.stdout, length - Math.min(shownError.length, length)),
    stderr: shownError,
    outcome: isTimeout ? { type: 'timeout' } : { type: 'exit', exitCode: ran.exitCode },
  }
}
