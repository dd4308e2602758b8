/** The end of a workspace, in bounded time: stop what runs, freeze, hand over, keep or discard, let the next one in. */
import { deadline } from './deadline.js'
import { emit } from './emit.js'
import type { WorkspaceFailure, WorkspaceReport } from './report.js'
import type { Workspace } from './workspace.js'

/** The report of a workspace of which nothing has been handed over. */
export function emptyReport({ session, timings }: Workspace, outcome: WorkspaceReport['outcome']): WorkspaceReport {
  const nothing = { emitted: false, outputs: [], deletions: [], failures: [] }
  const name = session?.lock.name ?? null
  return { outcome, booted: false, session: name, ...nothing, timings: { ...timings, teardownMs: 0 } }
}

/** Never rejects: what fails is in the report, and the next step is taken. */
export async function teardown(workspace: Workspace, outcome: WorkspaceReport['outcome']): Promise<WorkspaceReport> {
  const began = performance.now()
  const { options, session } = workspace
  const { stepMs } = options.timeouts
  const report = emptyReport(workspace, outcome)
  const { failures } = report
  const step = async <Result>(
    name: WorkspaceFailure['step'],
    call: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await call()
    } catch (error) {
      failures.push({ step: name, error })
      return undefined
    }
  }
  try {
    await step('stop', () => workspace.stop(stepMs))
    const handle = workspace.handleOrNone
    report.booted = handle !== undefined
    if (handle !== undefined) {
      if (outcome === 'success' || options.emit === 'always') {
        const frozen = await step('freeze', () => deadline(handle.freeze(), stepMs, 'freezing the workspace'))
        if (frozen !== undefined) {
          report.emitted = true
          await step('freeze', () => emit(frozen, options, report))
        }
      }
      // Who has lost the turn must not write over what the next one does.
      const isKept = session !== undefined && outcome !== 'discarded' && !session.lock.lost.aborted
      const how = isKept ? 'keep' : 'discard'
      await step(how, () => deadline(handle.close(how), stepMs, 'closing the sandbox'))
    } else if (outcome === 'success') {
      await step('keep', () => deadline(keepUnstarted(workspace), stepMs, 'keeping the session'))
    }
  } finally {
    await step('keep', () => deadline(session?.lock.release() ?? Promise.resolve(), stepMs, 'ending the turn'))
    report.timings = { ...workspace.timings, teardownMs: performance.now() - began }
  }
  return report
}

/** A session whose run needed no sandbox has still to become what its run was asked to make of it. */
async function keepUnstarted({ session, sandbox, inputs }: Workspace): Promise<void> {
  if (session === undefined) return
  const { backend, given } = sandbox
  const { name } = session.lock
  if (session.replaces) return backend.record(name, { spec: given, inputs })
  if (session.mode === 'resume' && session.writesInputs && inputs.length > 0) {
    const handle = await backend.open(given, { name, mode: 'resume', inputs })
    await handle.close('keep')
  }
}
