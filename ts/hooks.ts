/**
 * Taps on the methods of one session: what the service, events and recordings have in common.
 *
 * A session that nobody taps has no wrapper and pays nothing. With the first tap its own methods (not the prototype's) are
 * put in front of the prototype's, and they go with the last one.
 */
import { announceCall, newCallNumber, takeAnnounced, takeRan } from './watch.js'
import type { Session } from './declarations.js'

/** The methods that change a session, or take what it holds out of it. */
export const OPERATIONS = [
  'execute',
  'executeSync',
  'writeFile',
  'applyPatch',
  'applyDiff',
  'editorTool',
  'memoryTool',
  'fileTool',
  'appendFile',
  'truncate',
  'symlink',
  'link',
  'chmod',
  'utimes',
  'mkdir',
  'remove',
  'copy',
  'move',
  'merge',
  'restore',
  'importArchive',
  'exportArchive',
  'exportTo',
  'load',
] as const
export type OperationName = (typeof OPERATIONS)[number]

/** Those of them that give promises. */
export const PROMISED: ReadonlySet<string> = new Set(['execute', 'exportArchive', 'exportTo', 'load'])
const READS = ['readFile', 'readBytes', 'readLines', 'list', 'stat', 'diff', 'patch', 'history'] as const

/** One call on its way. */
export interface Operation {
  readonly name: OperationName
  readonly session: Session
  /** As given; a tap may put others in their place when the call begins. */
  args: unknown[]
  /** Set when the call has ended well, or was only failed by its listener of output. */
  result?: unknown
  /** Set when it has failed. A tap may set or replace it when the call ends. */
  error?: unknown
  failed: boolean
  /** The session's own method did it, whatever a tap made of that. */
  ran: boolean
  /** Of `execute`, once a tap asked for it: the number by which custom commands name their call. */
  call?: number
}

/** The number of a call of `execute` that is about to begin. */
export function numbered(operation: Operation): number {
  if (operation.call === undefined) {
    operation.call = newCallNumber()
    announceCall(operation.call)
  }
  return operation.call
}

/** What is told of a session's calls. */
export interface Tap {
  /** Before a call, on the caller's stack. A throw refuses the call. */
  begin?(operation: Operation): void
  /** After a call, in any outcome. A throw or rejection fails it; promises hold up only calls that promise something. */
  end?(operation: Operation): void | Promise<void>
  /** Before a call that only reads. A throw refuses it. */
  read?(): void
  /** After a snapshot was taken or a fork made. */
  made?(how: 'snapshot' | 'fork', made: object): void
  /** After the session was closed, once. */
  closed?(): void
}

type Method = (...args: unknown[]) => unknown

const tapsOf = new WeakMap<object, Tap[]>()

/** Adds a tap, as the first or the last one; the function that it gives takes it off again. */
export function addTap(session: Session, tap: Tap, place: 'first' | 'last' = 'last'): () => void {
  let taps = tapsOf.get(session)
  if (taps === undefined) {
    taps = []
    tapsOf.set(session, taps)
    wrap(session, taps)
  }
  if (place === 'first') taps.unshift(tap)
  else taps.push(tap)
  return () => {
    const left = tapsOf.get(session)
    const index = left?.indexOf(tap) ?? -1
    if (left === undefined || index < 0) return
    left.splice(index, 1)
    if (left.length > 0) return
    tapsOf.delete(session)
    for (const key of [...OPERATIONS, ...READS, ...OTHERS])
      delete (session as unknown as Record<PropertyKey, unknown>)[key]
  }
}

/** Calls a method of the session as if nobody listened. */
export function untapped<Name extends keyof Session>(session: Session, name: Name): Session[Name] {
  const prototype = Object.getPrototypeOf(session) as Session
  return (prototype[name] as unknown as Method).bind(session) as unknown as Session[Name]
}

const OTHERS = ['snapshot', 'fork', 'close', Symbol.dispose] as const

function wrap(session: Session, taps: readonly Tap[]): void {
  const prototype = Object.getPrototypeOf(session) as Record<PropertyKey, Method>
  const put = (name: PropertyKey, value: Method): void => {
    Object.defineProperty(value, 'name', { value: String(name) })
    Object.defineProperty(session, name, { value, writable: true, configurable: true })
  }
  for (const name of OPERATIONS) {
    const original = prototype[name]!
    put(name, PROMISED.has(name) ? promised(session, name, original, taps) : direct(session, name, original, taps))
  }
  for (const name of READS) {
    const original = prototype[name]!
    put(name, (...args) => {
      for (const tap of taps) tap.read?.()
      return original.apply(session, args)
    })
  }
  for (const how of ['snapshot', 'fork'] as const) {
    const original = prototype[how]!
    put(how, (...args) => {
      for (const tap of taps) tap.read?.()
      const made = original.apply(session, args)
      for (const one of Array.isArray(made) ? made : [made]) {
        for (const tap of taps.slice()) tap.made?.(how, one as object)
      }
      return made
    })
  }
  const original = prototype['close']!
  const close = (): void => {
    const before = session.closed
    original.call(session)
    if (!before) for (const tap of taps.slice()) tap.closed?.()
  }
  put('close', close)
  Object.defineProperty(session, Symbol.dispose, { value: close, writable: true, configurable: true })
}

/** Tells those whose turn has come before one refused that nothing comes of the call. */
function begin(operation: Operation, taps: readonly Tap[]): void {
  const begun: Tap[] = []
  try {
    for (const tap of taps) {
      tap.begin?.(operation)
      begun.push(tap)
    }
  } catch (error) {
    takeAnnounced()
    operation.error = error
    operation.failed = true
    for (const promise of end(operation, begun)) promise.catch(() => {})
    throw operation.error
  }
}

function end(operation: Operation, taps: readonly Tap[]): Array<Promise<void>> {
  const promises: Array<Promise<void>> = []
  for (const tap of taps) {
    try {
      const promise = tap.end?.(operation)
      if (promise !== undefined) promises.push(promise)
    } catch (error) {
      operation.error = error
      operation.failed = true
    }
  }
  return promises
}

function direct(session: Session, name: OperationName, original: Method, taps: readonly Tap[]): Method {
  return (...args) => {
    const operation: Operation = { name, session, args, failed: false, ran: false }
    // Those that are there at the beginning hear of the end, too.
    const told = [...taps]
    begin(operation, told)
    try {
      operation.result = original.apply(session, operation.args)
      operation.ran = true
    } catch (error) {
      operation.error = error
      operation.failed = true
    }
    for (const promise of end(operation, told)) promise.catch(() => {})
    if (operation.failed) throw operation.error
    return operation.result
  }
}

function promised(session: Session, name: OperationName, original: Method, taps: readonly Tap[]): Method {
  // Everything up to the first await runs at once, so that calls reach the session's queue in the order they were made.
  return async (...args) => {
    const operation: Operation = { name, session, args, failed: false, ran: false }
    const told = [...taps]
    begin(operation, told)
    try {
      operation.result = await original.apply(session, operation.args)
      operation.ran = true
    } catch (error) {
      operation.error = error
      operation.failed = true
      operation.result = operation.call === undefined ? undefined : takeRan(operation.call)
      operation.ran = operation.result !== undefined
    }
    const promises = end(operation, told)
    if (promises.length > 0) await Promise.all(promises)
    if (operation.failed) throw operation.error
    return operation.result
  }
}
