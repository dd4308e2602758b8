/** The form of journals: arguments and outcomes as JSON. */
import { createHash } from 'node:crypto'
import { coded } from './codes.js'
import type { ExecuteOptions, ExecuteResult, JournalOutcome, SessionJournal } from './declarations.js'

/** How much of an output's text a journal shows. */
const SHOWN = 1_024

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** A value as JSON can hold it. */
export function encoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: base64(value) }
  if (Array.isArray(value)) return value.map(encoded)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function')
  return Object.fromEntries(entries.map(([key, item]) => [key, encoded(item)]))
}

export function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0]![0] === 'base64' && typeof entries[0]![1] === 'string') {
    return bytesOf(entries[0]![1])
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, decoded(item)]))
}

/** What of a call's options comes into the session, in place of what only tells the host. */
export function recordedOptions(options: ExecuteOptions | undefined, standIns: Record<string, string>): unknown {
  if (typeof options !== 'object' || options === null) return options
  const { signal: _signal, onOutput: _onOutput, timeoutMs: _timeoutMs, secrets, env, ...rest } = options
  if (env === undefined && secrets === undefined) return encoded(rest)
  return encoded({ ...rest, env: { ...env, ...standIns } })
}

function outputOf(bytes: Uint8Array, text: string): NonNullable<JournalOutcome['stdout']> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { sha256, bytes: bytes.length, text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text }
}

/** What a call gave, as far as a replay must give the same. */
export function outcomeOf(result: unknown): JournalOutcome {
  const { exitCode, failure, stdout, usage } = (result ?? {}) as Partial<ExecuteResult>
  if (exitCode === undefined || stdout === undefined || usage === undefined) return {}
  const { stdoutBytes, stderrBytes, stderr } = result as ExecuteResult
  return {
    exitCode,
    ...(failure && { failure: failure.code }),
    ...(failure?.limit === 'memoryBytes' && { limit: failure.limit }),
    stdout: outputOf(stdoutBytes, stdout),
    stderr: outputOf(stderrBytes, stderr),
    steps: usage.steps,
  }
}

/** Throws `JOURNAL_INVALID` for what is no journal of this version. */
export function checkJournal(value: unknown): SessionJournal {
  const journal = value as Partial<SessionJournal> | null
  const isRecord = (one: unknown): boolean => typeof one === 'object' && one !== null
  if (!isRecord(journal) || journal!.version !== 1) {
    throw coded('JOURNAL_INVALID', `a journal must have version 1; got ${JSON.stringify(journal?.version) ?? 'none'}`)
  }
  const { start, steps } = journal!
  if (!isRecord(start) || typeof start!.snapshot !== 'string' || !isRecord(start!.executor)) {
    throw coded('JOURNAL_INVALID', 'the journal lacks the state in which it starts')
  }
  const fits = (step: unknown): boolean => {
    const { name, args, answers, outcome } = (step ?? {}) as Record<string, unknown>
    return typeof name === 'string' && Array.isArray(args) && Array.isArray(answers) && isRecord(outcome)
  }
  const wrong = Array.isArray(steps) ? steps.findIndex((step) => !fits(step)) : 0
  if (wrong >= 0) throw coded('JOURNAL_INVALID', `step ${wrong} of the journal is not one`, { step: wrong })
  return journal as SessionJournal
}
