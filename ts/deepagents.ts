/**
 * A session as the sandbox of Deep Agents (`deepagents` 1.14): `createDeepAgent({ model, backend: createBackend(session) })`.
 *
 * Nothing is imported from there; a backend is known by what it has.
 */
import { DeepAgentsBackend } from './deepagents/backend.js'
import type { BackendOptions } from './deepagents/backend.js'
import type { SessionSource } from './tools/source.js'

export { DeepAgentsBackend }
export type { BackendOptions } from './deepagents/backend.js'
export type * from './deepagents/types.js'
export type { SessionSource } from './tools/source.js'

/** The backend of a session, or of one that is opened by the first call. Errors: `INVALID_ARGUMENT`. */
export function createBackend(session: SessionSource, options: BackendOptions = {}): DeepAgentsBackend {
  return new DeepAgentsBackend(session, options)
}
