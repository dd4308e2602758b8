/** The store of a service: every request to it is answered in time, or has failed. */
import type { ServiceStore } from './declarations.js'

/**
 * The same store, whose promises reject after so many milliseconds.
 *
 * What was asked for may still happen then; who asked goes on with nothing more of the same work.
 */
export function inTimeStore(store: ServiceStore, timeoutMs: number): ServiceStore {
  const inTime = async <Result>(what: string, request: () => Promise<Result>): Promise<Result> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${what} of the store took longer than ${timeoutMs} ms`)), timeoutMs)
    })
    try {
      return await Promise.race([request(), late])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    has: (key) => inTime('has', () => store.has(key)),
    put: (key, bytes) => inTime('put', () => store.put(key, bytes)),
    get: (key) => inTime('get', () => store.get(key)),
    delete: (key) => inTime('delete', () => store.delete(key)),
    list: () => inTime('list', () => store.list()),
    setRef: (name, key) => inTime('setRef', () => store.setRef(name, key)),
    getRef: (name) => inTime('getRef', () => store.getRef(name)),
    refs: () => inTime('refs', () => store.refs()),
  }
}
