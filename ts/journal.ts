/** The form of journals: arguments and outcomes as JSON. */
import { createHash } from 'node:crypto'
import type { ExecuteOptions, ExecuteResult, JournalOutcome } from './declarations.js'

/** Calls that change nothing in the session: no recording has them. */
export const OUTWARD: ReadonlySet<string> = new Set(['exportArchive', 'exportTo'])
/** Calls whose arguments are states of their own: what they led to is kept. */
export const TAKEN: ReadonlySet<string> = new Set(['merge', 'restore', 'load'])
/** Options of a call that only concern the host, and `secrets`, which stay with it: no recording has them. */
export const UNRECORDED_OPTIONS = ['signal', 'onOutput', 'timeoutMs', 'secrets'] as const

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
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined && typeof item !== 'function')
    .map(([key, item]) => [key, encoded(item)] as const)
  return isMarked(entries) ? { entries } : Object.fromEntries(entries)
}

export function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value)
  const { base64: bytes, entries: pairs } = value as { base64?: unknown; entries?: unknown }
  if (isMarked(given) && typeof bytes === 'string') return bytesOf(bytes)
  const entries = isMarked(given) && isPairs(pairs) ? pairs : given
  return Object.fromEntries(entries.map(([key, item]) => [key, decoded(item)]))
}

/** Whether an object could be taken for one that stands for something else: for bytes, or for an object of this form. */
function isMarked(entries: ReadonlyArray<readonly [string, unknown]>): boolean {
  return entries.length === 1 && (entries[0]![0] === 'base64' || entries[0]![0] === 'entries')
}

function isPairs(value: unknown): value is Array<[string, unknown]> {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string')
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
