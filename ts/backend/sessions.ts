/** Sessions from outside of a run: which there are, and their end. */
import * as check from '../arguments.js'
import { invalidArgument } from '../errors.js'
import { memory } from './memory.js'
import type { SandboxBackend, SessionInfo } from './types.js'

/** Where the sessions are: with the backend of the runs, or where `memory()` keeps them. Default: in this process's memory. */
export interface SessionPlace {
  backend?: SandboxBackend
  /** As of `memory()`. Not together with `backend`. */
  workspaceRoot?: string | URL
}

/** The backend whose sessions are meant. */
export function backendOf({ backend, workspaceRoot }: SessionPlace): SandboxBackend {
  if (backend === undefined) return memory(workspaceRoot === undefined ? {} : { workspaceRoot })
  if (workspaceRoot !== undefined)
    throw invalidArgument('options.workspaceRoot', 'left out where backend is given', workspaceRoot)
  return backend
}

/** Both functions' options, with no key that is none. */
const shape = check.options({
  backend: (value, argument) => {
    if (typeof (value as Partial<SandboxBackend> | null)?.lock === 'function') return value
    throw invalidArgument(argument, 'a backend such as memory()', value)
  },
  workspaceRoot: (value) => value,
  signal: check.signal,
})

function checked(options: object): SessionPlace & { signal?: AbortSignal } {
  return (shape(options, 'options') ?? {}) as SessionPlace & { signal?: AbortSignal }
}

/** The sessions, those used last first. None where their folder is not there. */
export async function listSessions(options: SessionPlace = {}): Promise<SessionInfo[]> {
  return await backendOf(checked(options)).list()
}

/**
 * Ends a session when its turn comes: what is kept of it is gone. One that is not there is fine.
 *
 * Rejects with: `INVALID_ARGUMENT`; the reason of an aborted signal; what the store fails with.
 */
export async function endSession(name: string, options: SessionPlace & { signal?: AbortSignal } = {}): Promise<void> {
  const { signal, ...place } = checked(options)
  const backend = backendOf(place)
  const lock = await backend.lock(name, signal && { signal })
  try {
    await backend.remove(name)
  } finally {
    await lock.release()
  }
}
