/** Which run a call of a tool belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunContext } from '@openai/agents'
import type { Workspace } from './workspace.js'

const storage = new AsyncLocalStorage<Workspace>()

/**
 * The live runs by the context that the SDK hands to their tools: for tools that are called outside of the asynchronous
 * context of their run, by a queue or a worker of the application. A context that two runs have at once tells nothing.
 */
const byContext = new WeakMap<object, Set<Workspace>>()

/** Calls `call` as part of a run. */
export function within<Result>(workspace: Workspace, call: () => Result): Result {
  return storage.run(workspace, call)
}

/** Lets `context` stand for a run until the returned function is called. */
export function register(context: object, workspace: Workspace): () => void {
  const live = byContext.get(context) ?? new Set()
  byContext.set(context, live.add(workspace))
  return () => void live.delete(workspace)
}

/** The run that a call of a tool belongs to; `undefined` outside of any. */
export function currentWorkspace(context: RunContext | undefined): Workspace | undefined {
  const stored = storage.getStore()
  if (stored !== undefined) return stored
  const live = context === undefined ? undefined : byContext.get(context)
  return live?.size === 1 ? [...live][0] : undefined
}
