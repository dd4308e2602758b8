/** What the command line's sessions start on: nothing, a folder of this machine, or a file with a snapshot. */
import { readFile } from 'node:fs/promises'
import { Executor, Snapshot } from './index.js'
import type { Session } from './declarations.js'

export interface Start {
  /** A folder of this machine of which the session starts on a copy. */
  root?: string | undefined
  /** A file of this machine that holds a snapshot. */
  load?: string | undefined
  /** Whether the file may be missing: it will be written later. */
  optional?: boolean
}

/**
 * How to make the session. Rejects with: what `Snapshot.fromDirectory` and `Snapshot.fromBytes` do, and the errors of the
 * host for a file that can't be read.
 */
export async function startOn({ root, load, optional = false }: Start): Promise<() => Session> {
  const executor = new Executor()
  let snapshot: Snapshot | undefined
  if (root !== undefined) snapshot = await Snapshot.fromDirectory(root, { executor })
  if (load !== undefined) {
    try {
      snapshot = Snapshot.fromBytes(await readFile(load), { executor })
    } catch (error) {
      if (!optional || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  const from = snapshot
  return from === undefined ? () => executor.session() : () => from.fork()
}
