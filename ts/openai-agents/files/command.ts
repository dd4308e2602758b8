/** Commands of a model: with a time, a bounded answer, and an end even where the sandbox does not tell of one. */
import { GRACE_MS, StepTimeoutError, deadline } from './deadline.js'
import { HeadTail } from './head-tail.js'
import { resultBlock } from './result-block.js'
import { LONGEST_TIMER_MS } from '../../arguments.js'
import { WORKSPACE } from '../../backend.js'
import type { ExecResult, SandboxHandle } from '../../backend.js'

export interface CommandOptions {
  timeoutMs: number
  /** Of each stream, in bytes. */
  maxOutputBytes: number
  signal: AbortSignal
  /** Milliseconds after its time in which it has to be gone. Default 5,000. */
  graceMs?: number
}

/** The commands of each sandbox that have not ended, by the most that they may take. */
const running = new WeakMap<SandboxHandle, Set<{ readonly ms: number }>>()

/** The exit code of one that nobody knows the end of. */
const GONE = -1

/** Runs a program in `/workspace` and answers with the block that the model reads. */
export async function runCommand(
  handle: SandboxHandle,
  argv: readonly string[],
  { timeoutMs, maxOutputBytes, signal, graceMs = GRACE_MS }: CommandOptions,
): Promise<string> {
  const streams = { stdout: new HeadTail(maxOutputBytes), stderr: new HeadTail(maxOutputBytes) }
  // A program may wait for those before it, and its time begins when it does.
  const others = running.get(handle) ?? new Set()
  running.set(handle, others)
  const own = { ms: timeoutMs + graceMs }
  const most = [...others].reduce((sum, { ms }) => sum + ms, own.ms)
  others.add(own)
  const ended = handle.exec({
    argv,
    cwd: WORKSPACE,
    timeoutMs,
    signal,
    onOutput: (stream, chunk) => streams[stream].push(chunk),
  })
  const bounded = deadline(ended, Math.min(most, LONGEST_TIMER_MS), 'the command').finally(() => others.delete(own))
  const result = await bounded.catch((error: unknown): ExecResult => {
    if (!(error instanceof StepTimeoutError)) throw error
    const reason = 'the sandbox did not say that it had ended'
    return { exitCode: GONE, timedOut: true, aborted: false, reason, dropped: { stdout: 0, stderr: 0 } }
  })
  return resultBlock({
    exitCode: result.exitCode,
    stdout: withDropped(streams.stdout.text(), result.dropped.stdout),
    stderr: withNotes(withDropped(streams.stderr.text(), result.dropped.stderr), result, timeoutMs),
  })
}

function withDropped(text: string, dropped: number): string {
  return dropped === 0
    ? text
    : withLine(text, `[… ${dropped} bytes omitted: more than the sandbox lets a command write]`)
}

/** What the model is told beside what the program said. */
function withNotes(stderr: string, { exitCode, timedOut, reason }: ExecResult, timeoutMs: number): string {
  const noted = timedOut ? withLine(stderr, `[timed out after ${timeoutMs / 1_000} s and was stopped]`) : stderr
  // Of a time that was up, only one that did not end has more to say.
  return reason === null || (timedOut && exitCode !== GONE) ? noted : withLine(noted, `[${reason}]`)
}

/** A line of its own at the end. */
function withLine(text: string, line: string): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
}
