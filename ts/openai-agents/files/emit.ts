/** Handing over what a run left behind. */
import { deadline } from './deadline.js'
import { WORKSPACE } from '../../backend.js'
import type { FileOutput, FrozenWorkspace, WorkspaceChange } from '../../backend.js'
import type { CheckedWorkspace } from './options.js'
import type { OutputFact, WorkspaceReport } from './report.js'

/** Longer files are told of without their bytes. */
const MOST_DATA_BYTES = 2 ** 31 - 1

/** What `emit` found and did, as far as it came. */
export type Emission = Pick<WorkspaceReport, 'outputs' | 'deletions' | 'failures'>

/**
 * Calls the callbacks: the snapshot, then each file. One that fails, or takes too long, does not keep the others from it.
 *
 * @param into where the results go
 */
export async function emit(frozen: FrozenWorkspace, options: CheckedWorkspace, into: Emission): Promise<void> {
  const { onFileOutput, onWorkspaceSnapshot, reportDeletions = false, timeouts } = options
  const bounded = (call: () => void | Promise<void>, name: string) =>
    deadline(Promise.resolve().then(call), timeouts.callbackMs, name)
  if (onWorkspaceSnapshot !== undefined) {
    try {
      const entries = await deadline(frozen.entries(), timeouts.stepMs, 'listing the workspace')
      const paths = entries.map(({ path }) => path)
      await bounded(() => onWorkspaceSnapshot(paths), 'onWorkspaceSnapshot')
    } catch (error) {
      into.failures.push({ step: 'snapshot', error })
    }
  }
  for (const change of await deadline(frozen.changes(), timeouts.stepMs, 'comparing the workspace')) {
    const fact = factOf(change)
    if (fact === undefined) continue
    const isGone = fact.change === 'deleted'
    if (isGone) into.deletions.push(fact.fileName)
    else into.outputs.push(fact)
    if (onFileOutput === undefined || (isGone && !reportDeletions)) continue
    let file: FileOutput = { ...fact, data: null }
    try {
      if (!isGone && fact.size <= MOST_DATA_BYTES) {
        file = { ...fact, data: await deadline(frozen.read(fact.path), timeouts.stepMs, `reading ${fact.fileName}`) }
      }
      await bounded(() => onFileOutput(file), `onFileOutput for ${fact.fileName}`)
    } catch (error) {
      into.failures.push({ step: 'output', error, file })
    }
  }
}

/** Regular files whose content is new in its place, and those that are gone; nothing else is told. */
function factOf({ change, path, from, kind, size }: WorkspaceChange): OutputFact | undefined {
  if (kind !== 'file' || change === 'mode') return undefined
  const renamed = from === null ? {} : { from }
  return { fileName: path, change, ...renamed, size: size ?? 0, path: `${WORKSPACE}/${path}` }
}
