/** Sessions that are there already, and sessions that are opened when something first needs them. */
import { coded } from '../codes.js'
import { SandboxError, invalidArgument } from '../errors.js'
import type { Session } from '../declarations.js'

/**
 * A session, or a function that gives one.
 *
 * The function is called once, when the first tool is called; all that were made from the same function share what it
 * gave. If it fails, that call fails, and the next one calls it again.
 */
export type SessionSource = Session | (() => Session | Promise<Session>)

/** What the functions gave. */
const opened = new WeakMap<() => unknown, Promise<Session>>()

/** The session where it is there already: what a description can look at. */
export function sessionAtHand(source: SessionSource): Session | undefined {
  if (typeof source === 'function') return undefined
  if (typeof source === 'object' && source !== null) return source
  throw invalidArgument('session', 'a Session, or a function that gives one', source)
}

/**
 * The session, opened where it was not.
 *
 * Rejects with: `SANDBOX_STARTUP_FAILED` where the function fails or gives something else; the failure is its cause.
 */
export function openSession(source: SessionSource): Promise<Session> {
  if (typeof source !== 'function') return Promise.resolve(source)
  let opening = opened.get(source)
  if (opening === undefined) {
    opening = open(source)
    opened.set(source, opening)
    opening.catch(() => opened.delete(source))
  }
  return opening
}

async function open(source: () => Session | Promise<Session>): Promise<Session> {
  let session: unknown
  try {
    session = await source()
  } catch (error) {
    throw coded('SANDBOX_STARTUP_FAILED', 'the session could not be opened', undefined, error)
  }
  if (typeof session === 'object' && session !== null && 'execute' in session) return session as Session
  throw coded('SANDBOX_STARTUP_FAILED', 'the function that opens the session gave no session')
}

/** Does `work`, which reads or writes `path`; files that functions have are fetched first where that is needed. */
export async function withContents<T>(session: Session, path: string | undefined, work: () => T): Promise<T> {
  const fetched = new Set<string>()
  for (;;) {
    try {
      return work()
    } catch (error) {
      const missing =
        error instanceof SandboxError && error.code === 'ASYNC_REQUIRED' ? (error.path ?? path) : undefined
      if (missing === undefined || fetched.has(missing)) throw error
      fetched.add(missing)
      await session.load(missing)
    }
  }
}
