/** Files of an engine's session in the words of the interface. */
import { posix } from 'node:path'
import * as check from '../arguments.js'
import { coded } from '../codes.js'
import { withContents } from '../tools/source.js'
import { WORKSPACE } from './types.js'
import type { DiffEntry, Entry as EngineEntry, Session, Snapshot } from '../declarations.js'
import type { Entry, FrozenWorkspace, NodeKind, ReadOptions, Stat, WorkspaceChange } from './types.js'

/** A path of the interface as an absolute one. */
export function absolute(path: string, argument = 'path'): string {
  return posix.resolve(WORKSPACE, check.path(path, argument) as string)
}

const kindOf = (kind: EngineEntry['kind']): NodeKind => (kind === 'fifo' || kind === 'device' ? 'other' : kind)

const range = check.options({ offset: check.integer(0), maxBytes: check.integer(0) })

export async function readPart(session: Session, path: string, options?: ReadOptions): Promise<Uint8Array> {
  const { offset = 0, maxBytes = Infinity } = (range(options, 'options') ?? {}) as ReadOptions
  const full = absolute(path)
  const bytes = await withContents(session, full, () => session.readBytes(full))
  // Of a part a copy: the whole would be kept for it.
  return offset === 0 && bytes.length <= maxBytes
    ? bytes
    : bytes.slice(offset, offset + Math.min(maxBytes, bytes.length))
}

export async function statOf(session: Session, path: string): Promise<Stat> {
  const full = absolute(path)
  const { kind, size, mode, mtimeMs } = await withContents(session, full, () => session.stat(full))
  return { kind: kindOf(kind), size: kind === 'file' ? size : 0, mode, mtimeMs }
}

export async function entriesOf(session: Session, path: string, recursive = false): Promise<Entry[]> {
  const full = absolute(path)
  const entries = await withContents(session, full, () => session.list(full, { recursive }))
  return entries
    .map(({ name, path: place, kind, size, mode, target }): Entry => ({
      name,
      path: place,
      kind: kindOf(kind),
      size: kind === 'directory' ? 0 : size,
      mode,
      target,
    }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
}

const CHANGES = {
  created: 'added',
  modified: 'modified',
  link: 'modified',
  deleted: 'deleted',
  renamed: 'renamed',
  mode: 'mode',
} as const satisfies Partial<Record<DiffEntry['kind'], WorkspaceChange['change']>>

/** A state that nothing changes any more, with what it began as. */
export class FrozenSession implements FrozenWorkspace {
  readonly #session: Session
  readonly #before: Session
  readonly #changes: readonly DiffEntry[]

  constructor(baseline: Snapshot, now: Snapshot) {
    this.#before = baseline.fork()
    this.#session = now.fork()
    this.#changes = baseline.diff(now)
  }

  async entries(): Promise<Entry[]> {
    this.#refuse()
    return await entriesOf(this.#session, WORKSPACE, true)
  }

  async changes(): Promise<WorkspaceChange[]> {
    this.#refuse()
    return this.#changes.flatMap((one) =>
      one.kind === 'kind' ? this.#replaced(one) : [changeOf(one, CHANGES[one.kind])],
    )
  }

  async read(path: string, options?: ReadOptions): Promise<Uint8Array> {
    this.#refuse()
    return await readPart(this.#session, path, options)
  }

  close(): void {
    this.#session.close()
    this.#before.close()
  }

  #refuse(): void {
    if (this.#session.closed) throw coded('SANDBOX_CLOSED', 'the sandbox was closed')
  }

  /** Another kind of thing in the same place: what was there is gone, and something new is there. */
  #replaced(entry: DiffEntry): WorkspaceChange[] {
    const { kind } = this.#before.stat(`${WORKSPACE}/${entry.path}`, { followSymlinks: false })
    return [{ ...changeOf(entry, 'deleted'), kind: kindOf(kind) }, changeOf(entry, 'added')]
  }
}

function changeOf(entry: DiffEntry, change: WorkspaceChange['change']): WorkspaceChange {
  const gone = change === 'deleted'
  return {
    change,
    path: entry.path,
    from: entry.from,
    kind: kindOf(entry.nodeKind),
    size: gone || entry.nodeKind !== 'file' ? null : entry.sizeAfter,
    mode: gone ? null : entry.modeAfter,
  }
}
