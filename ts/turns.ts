/** The order of what host code does with a session on behalf of a model: one thing after the other. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from './declarations.js'

/** The end of each session's queue. */
const queues = new WeakMap<Session, Promise<unknown>>()

/**
 * Does `work` when everything that was asked for before it is done, and no call of the session runs.
 *
 * Rejects with what `work` throws, and at once with the reason of a signal that is aborted before its turn comes.
 */
export function inTurn<T>(session: Session, signal: AbortSignal | undefined, work: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal?.reason)
    const begin = async (): Promise<T> => {
      try {
        signal?.throwIfAborted()
        // Calls of the host itself are not in this queue, and files can't be changed under them.
        while (session.busy) await delay(2, undefined, signal && { signal })
      } finally {
        signal?.removeEventListener('abort', giveUp)
      }
      return work()
    }
    if (signal?.aborted === true) return giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    const turn = (queues.get(session) ?? Promise.resolve()).then(begin)
    const ended = turn.catch(() => undefined)
    queues.set(session, ended)
    turn.then(resolve, reject)
  })
}
