/**
 * Workspaces of runs that wait for an approval. They are found again by the `RunState`, also by one that went through a
 * string: a mark in the last answer's `providerData`, which the SDK keeps and no model sees.
 */
import { randomUUID } from 'node:crypto'
import { RunResult, RunState } from '@openai/agents'
import { SandboxSetupError, backendOf, endSession as endSessionOf } from '../../backend.js'
import { invalidArgument } from '../../errors.js'
import { attachReport } from './report.js'
import type { SandboxBackend, SessionLock, SessionPlace } from '../../backend.js'
import type { WorkspaceReport } from './report.js'
import type { Workspace } from './workspace.js'

const MARK = 'mem-sandbox'

/** What a state carries. */
export interface Mark {
  workspace: string
  session: string | null
}

// The SDK's states differ in the types of their context and agent, which nothing here depends on.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyState = RunState<any, any>

const waiting = new Map<string, Workspace>()
const marks = new WeakMap<AnyState, Mark>()

/** A workspace that waited, and what it is found by. */
export interface Suspended {
  workspace: Workspace
  mark: Mark
}

/** Keeps a workspace until the state is run again or discarded. */
export function suspend(state: AnyState, workspace: Workspace): void {
  putBack(state, { workspace, mark: { workspace: randomUUID(), session: workspace.session?.lock.name ?? null } })
  for (const listener of listeners) listener(workspace)
}

/** Gives back what `resume` took, where the run could not begin: copies of its state find it again. */
export function putBack(state: AnyState, { workspace, mark }: Suspended): void {
  waiting.set(mark.workspace, workspace)
  marks.set(state, mark)
  const response = new RunResult(state).rawResponses.at(-1)
  // One that can't be written to leaves the state itself to be found by.
  if (response !== undefined) {
    Reflect.set(response, 'providerData', { ...response.providerData, [MARK]: { ...mark } })
  }
}

/**
 * Takes the workspace that a state waits with; `undefined` where it has none.
 *
 * Errors: `SandboxSetupError` where it is in another process, or was taken already.
 */
export function resume(state: AnyState): Suspended | undefined {
  const mark = markOf(state)
  if (mark === undefined) return undefined
  const workspace = waiting.get(mark.workspace)
  if (workspace === undefined) {
    throw new SandboxSetupError(
      'the workspace of this interrupted run is gone: it was run on or discarded already, or is in another process',
      { details: { session: mark.session } },
    )
  }
  waiting.delete(mark.workspace)
  return { workspace, mark }
}

function markOf(state: AnyState): Mark | undefined {
  const found = marks.get(state)
  if (found !== undefined) return found
  for (const { providerData } of new RunResult(state).rawResponses.toReversed()) {
    const mark: unknown = providerData?.[MARK]
    if (isMark(mark)) return mark
  }
  return undefined
}

/** Takes the mark off a state that runs on. One that was discarded keeps it, so that it is refused and not begun anew. */
export function unmark(state: AnyState): void {
  marks.delete(state)
  for (const response of new RunResult(state).rawResponses) {
    if (response.providerData?.[MARK] === undefined) continue
    const { [MARK]: _mark, ...rest } = response.providerData
    response.providerData = Object.keys(rest).length > 0 ? rest : undefined
  }
}

function isMark(value: unknown): value is Mark {
  return typeof value === 'object' && value !== null && typeof (value as Mark).workspace === 'string'
}

/** Whether a workspace holds the turn of this session. */
function holds({ session, sandbox }: Workspace, backend: SandboxBackend, name: string): boolean {
  return session?.lock.name === name && (sandbox.backend === backend || sandbox.backend.place === backend.place)
}

/** Called with each workspace that begins to wait. */
const listeners = new Set<(workspace: Workspace) => void>()

/** Watches out, until the returned function is called, for a run that holds a session's turn while it waits for an approval. */
function watchTurn(backend: SandboxBackend, name: string, found: (workspace: Workspace) => void): () => void {
  const listener = (workspace: Workspace) => {
    if (holds(workspace, backend, name)) found(workspace)
  }
  listeners.add(listener)
  for (const workspace of waiting.values()) listener(workspace)
  return () => void listeners.delete(listener)
}

/**
 * Waits for a session's turn. A run that waits for an approval may keep it for ever, so that nobody waits for that.
 *
 * Rejects with: `SandboxSetupError` where such a run has the turn; the reason of the signal.
 */
export async function takeTurn(
  backend: SandboxBackend,
  name: string,
  signal: AbortSignal | undefined,
): Promise<SessionLock> {
  const refused = new AbortController()
  const unwatch = watchTurn(backend, name, () => {
    const message = `the session ${name} waits for an approval: run its state on, or end that run with discardWorkspace()`
    refused.abort(new SandboxSetupError(message, { details: { session: name } }))
  })
  try {
    const signals = signal === undefined ? [refused.signal] : [signal, refused.signal]
    return await backend.lock(name, { signal: AbortSignal.any(signals) })
  } finally {
    unwatch()
  }
}

/**
 * Ends a session when its turn comes: what is kept of it is gone. One that is not there is fine. A run of it that waits for an
 * approval is discarded.
 *
 * Rejects with: `INVALID_ARGUMENT`; the reason of an aborted signal; what the store fails with.
 */
export async function endSession(name: string, options: SessionPlace & { signal?: AbortSignal } = {}): Promise<void> {
  const unwatch = watchTurn(backendOf(options), name, (workspace) => {
    for (const [key, one] of waiting) if (one === workspace) waiting.delete(key)
    void workspace.end('discarded')
  })
  try {
    await endSessionOf(name, options)
  } finally {
    unwatch()
  }
}

/**
 * Ends the workspace of a run that waits for an approval and will not be run on. Nothing is kept: a session stays as its last
 * turn left it. Files are handed over with `emit: 'always'` only.
 *
 * @param interrupted the result, or its state, also one that went through a string
 *
 * Rejects with: `INVALID_ARGUMENT`; `SandboxSetupError` where it was run on or discarded already.
 */
export async function discardWorkspace(interrupted: AnyState | { state: AnyState }): Promise<WorkspaceReport> {
  const state = interrupted instanceof RunState ? interrupted : interrupted?.state
  const taken = state instanceof RunState ? resume(state) : undefined
  if (taken === undefined) {
    throw invalidArgument('interrupted', 'the result of a run that waits for an approval, or its state', interrupted)
  }
  const report = taken.workspace.end('discarded')
  if (!(interrupted instanceof RunState)) attachReport(interrupted, report)
  return report
}
