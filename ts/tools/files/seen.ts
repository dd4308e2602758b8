/** Which contents of files a model has seen, for hosts that want it to look before it changes something. */
import { SandboxError, isMissing } from '../../errors.js'
import type { Entry, Session } from '../../declarations.js'

/** The hash of what was shown or written last, by absolute path. */
const seen = new WeakMap<Session, Map<string, string>>()

/** Notes that the model knows what is in a file now. */
export function noteSeen(session: Session, path: string): void {
  const { path: absolute, contentHash } = session.stat(path)
  let known = seen.get(session)
  if (known === undefined) seen.set(session, (known = new Map()))
  known.set(absolute, contentHash ?? '')
}

/** Throws where a file is there that was not read, or that is another by now. */
export function requireSeen(session: Session, path: string): void {
  const now = entryAt(session, path)
  if (now?.kind !== 'file') return
  const before = seen.get(session)?.get(now.path)
  if (before === now.contentHash) return
  const message =
    before === undefined
      ? `${path} has not been read yet: read it with Read first, so that nothing in it is lost`
      : `${path} has changed since it was read: read it again with Read, then make the change`
  throw new SandboxError({ code: 'STALE_CONTENT', category: 'conflict', message, path })
}

function entryAt(session: Session, path: string): Entry | undefined {
  try {
    return session.stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
