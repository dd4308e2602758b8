/** What a run came to, and what its caller is told of it. */
import type { RunResult, StreamedRunResult } from '@openai/agents'
import { WorkspaceError, attachReport } from './report.js'
import { suspend } from './suspended.js'
import type { WorkspaceReport } from './report.js'
import type { Workspace } from './workspace.js'

// Results differ in the types of their context and agent, which nothing here depends on.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyResult = RunResult<any, any> | StreamedRunResult<any, any>

/** The end of one run of the SDK. */
export class Ending {
  #hasBegun = false
  readonly #workspace: Workspace
  readonly #leave: () => void

  /** @param leave is called when the SDK is done */
  constructor(workspace: Workspace, leave: () => void) {
    this.#workspace = workspace
    this.#leave = leave
  }

  /** Whether there was a result. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /**
   * Ends the workspace, or lets it wait with the result's state, once the SDK is done.
   *
   * @param completed settles when the SDK is done
   *
   * Rejects with: what ended the run; `WorkspaceError` where only what came after it failed.
   */
  async after(result: AnyResult, completed: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    this.#hasBegun = true
    const ended = this.#ended(result, completed, signal)
    attachReport(
      result,
      ended.then(({ report }) => report),
    )
    const { report, error } = await ended
    const thrown = error ?? (report.failures.length === 0 ? undefined : new WorkspaceError(report.failures, result))
    if (thrown === undefined) return
    attachReport(
      thrown,
      ended.then(() => report),
    )
    throw thrown
  }

  async #ended(
    result: AnyResult,
    completed: Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<{ report: WorkspaceReport; error?: unknown }> {
    let error: unknown
    try {
      await completed
    } catch (reason) {
      error = reason
    }
    this.#leave()
    const workspace = this.#workspace
    const fatal = workspace.fatal
    if (fatal !== undefined || error !== undefined) {
      const report = await workspace.end(outcomeOf(fatal, signal))
      return { report, error: fatal ?? error }
    }
    if (result.interruptions.length > 0 && signal?.aborted !== true) {
      if (!workspace.isWanted) return { report: await workspace.end('interrupted') }
      suspend(result.state, workspace)
      return { report: workspace.interimReport() }
    }
    const isCancelled = 'cancelled' in result && result.cancelled
    return { report: await workspace.end(isCancelled ? 'cancelled' : 'success') }
  }

  /**
   * Ends the workspace of a run that has no result.
   *
   * Rejects always: with the run's own error.
   */
  async failed(error: unknown, signal: AbortSignal | undefined): Promise<never> {
    this.#leave()
    const { fatal } = this.#workspace
    const thrown = fatal ?? error
    const report = this.#workspace.end(outcomeOf(fatal, signal))
    attachReport(thrown, report)
    await report
    throw thrown
  }
}

function outcomeOf(fatal: unknown, signal: AbortSignal | undefined): WorkspaceReport['outcome'] {
  return fatal === undefined && signal?.aborted === true ? 'cancelled' : 'failed'
}
