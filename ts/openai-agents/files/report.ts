/** What a run did with its workspace. */
import { SandboxError } from '../../errors.js'
import type { FileOutput } from '../../backend.js'

/** A file that was handed over, or would have been if somebody took it; without its bytes. */
export type OutputFact = Omit<FileOutput, 'data'>

/** Something that failed after the model was done. */
export interface WorkspaceFailure {
  /** `'snapshot'` and `'output'` are the callbacks. */
  step: 'stop' | 'freeze' | 'snapshot' | 'output' | 'keep' | 'discard'
  error: unknown
  /** The file that the callback was called with, bytes and all: it is in no other place any more. */
  file?: FileOutput
}

export interface WorkspaceReport {
  /**
   * `'cancelled'`: a signal, or the consumer of a stream who left early. `'interrupted'`: the run waits for an approval, and
   * its workspace with it. Failures of callbacks do not change it.
   */
  outcome: 'success' | 'failed' | 'cancelled' | 'interrupted' | 'discarded'
  /** Whether a sandbox was started. */
  booted: boolean
  session: string | null
  /** Whether the callbacks were called: by `emit`, by the outcome, and only where a sandbox was started. */
  emitted: boolean
  /** Sorted by path. Empty unless `emitted`. */
  outputs: OutputFact[]
  /** Files that are gone, by their names relative to `/workspace`, sorted; those that were renamed are not among them. Empty unless `emitted`. */
  deletions: string[]
  /** In order. */
  failures: WorkspaceFailure[]
  /** Real milliseconds. What did not happen took none. */
  timings: { waitMs: number; bootMs: number; runMs: number; teardownMs: number }
}

/** The run has its result, and what came after it failed: nothing is lost, `result` and `failures` have it all. */
export class WorkspaceError extends AggregateError {
  /** What `run()` would have returned. */
  readonly result: unknown
  readonly failures: readonly WorkspaceFailure[]

  constructor(failures: readonly WorkspaceFailure[], result: unknown) {
    const steps = failures.map(({ step, file }) => (file === undefined ? step : `${step} of ${file.fileName}`))
    super(
      failures.map(({ error }) => error),
      `the run has its result, but this failed after it: ${steps.join(', ')}`,
    )
    this.result = result
    this.failures = failures
  }
}
Object.defineProperty(WorkspaceError.prototype, 'name', { value: 'WorkspaceError', writable: true, configurable: true })

const reports = new WeakMap<object, Promise<WorkspaceReport>>()

/** Lets a result, or what a run was rejected with, be asked for its report. */
export function attachReport(to: unknown, report: Promise<WorkspaceReport>): void {
  if ((typeof to === 'object' && to !== null) || typeof to === 'function') reports.set(to, report)
}

/**
 * What a run did with its workspace; of a streamed one, once it has ended.
 *
 * @param of a result of `run()`, or the error that it was rejected with
 *
 * Rejects with `INVALID_ARGUMENT` for anything else.
 */
export async function workspaceReport(of: unknown): Promise<WorkspaceReport> {
  const report = typeof of === 'object' && of !== null ? reports.get(of) : undefined
  if (report === undefined) {
    throw new SandboxError({
      code: 'INVALID_ARGUMENT',
      category: 'invalid_request',
      message: 'result must be a result of run() of mem-sandbox/openai-agents, or an error that it was rejected with',
      details: { argument: 'result' },
    })
  }
  return report
}
