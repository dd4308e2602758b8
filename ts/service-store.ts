/** The store of a service: every request to it is answered in time, or has failed. */
import { inTime } from './in-time.js'
import type { ServiceStore } from './declarations.js'

/**
 * The same store, whose promises reject after so many milliseconds.
 *
 * What was asked for may still happen then; who asked goes on with nothing more of the same work.
 */
export function inTimeStore(store: ServiceStore, timeoutMs: number): ServiceStore {
  const bounded = async <Result>(what: string, request: () => Promise<Result>): Promise<Result> => {
    const late = (): Error => new Error(`${what} of the store took longer than ${timeoutMs} ms`)
    return await inTime(request(), timeoutMs, late)
  }
  return {
    has: (key) => bounded('has', () => store.has(key)),
    put: (key, bytes) => bounded('put', () => store.put(key, bytes)),
    get: (key) => bounded('get', () => store.get(key)),
    delete: (key) => bounded('delete', () => store.delete(key)),
    list: () => bounded('list', () => store.list()),
    setRef: (name, key) => bounded('setRef', () => store.setRef(name, key)),
    getRef: (name) => bounded('getRef', () => store.getRef(name)),
    refs: () => bounded('refs', () => store.refs()),
  }
}
