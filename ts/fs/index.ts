/** `session.fs`: the functions of `node:fs` that libraries ask for, in their three forms. */
import { constants } from 'node:fs'
import { promisify } from 'node:util'
import { isInsideCommandOf } from '../custom.js'
import { SandboxError } from '../errors.js'
import { inTurn } from '../turns.js'
import { aborted, wrongType } from './errors.js'
import { copyNow, copyWaiting, treeCopy } from './copy.js'
import { READERS, operationsOf } from './operations.js'
import { BigIntStats, Dirent, Stats } from './stats.js'
import type { Session, SessionFs } from '../declarations.js'
import type { NativeBinding } from '../native.js'
import type { TreeCopy } from './copy.js'
import type { Operation, Work } from './operations.js'

type Callback = (error: unknown, ...results: unknown[]) => void

const made = new WeakMap<Session, SessionFs>()

/** The file functions of a session, always the same object. */
function fileSystemOf(session: Session): SessionFs {
  let fs = made.get(session)
  if (fs === undefined) made.set(session, (fs = make(session)))
  return fs
}

/** `session.fs` */
export function installFs(binding: NativeBinding): void {
  const get = function (this: Session): SessionFs {
    return fileSystemOf(this)
  }
  Object.defineProperty(binding.Session.prototype, 'fs', { get, configurable: true })
}

function make(session: Session): SessionFs {
  const forms: Record<string, unknown> = { constants, Stats, BigIntStats, Dirent }
  const promises: Record<string, unknown> = { constants }
  const operations = operationsOf(session)
  const add = (name: string, operation: Operation, waiting = operation): void => {
    const inOrder = <Result>(work: Work<Result>): Promise<Result> => performed(session, READERS.has(name), work)

    const sync = (...args: unknown[]): unknown => operation(...args)()
    named(sync, `${name}Sync`)
    forms[`${name}Sync`] = sync

    const promised = async (...args: unknown[]): Promise<unknown> => {
      const signal = signalIn(args)
      if (signal?.aborted) throw aborted(signal)
      // Everything else takes its turn at once, in the order of the calls.
      if ((name === 'writeFile' || name === 'appendFile') && isIterable(args[1])) args[1] = await collected(args[1])
      return await inOrder(waiting(...args))
    }
    named(promised, name)
    if (name !== 'exists') promises[name] = promised

    const withCallback = (...args: unknown[]): void => {
      const callback = args.pop()
      if (typeof callback !== 'function') throw wrongType('cb', 'of type function', callback)
      const work = waiting(...args)
      void told(inOrder(work), callback as Callback, name === 'exists')
    }
    named(withCallback, name)
    if (name === 'exists') {
      const promisedExists = (path: unknown) => inOrder(operation(path))
      Object.defineProperty(withCallback, promisify.custom, { value: promisedExists })
    }
    forms[name] = withCallback
  }
  for (const [name, operation] of Object.entries(operations)) add(name, operation)
  const copies =
    (copy: (of: TreeCopy) => unknown): Operation =>
    (...args) => {
      const tree = treeCopy(operations, args)
      return () => copy(tree)
    }
  add('cp', copies(copyNow), copies(copyWaiting))
  const native = { native: forms['realpath'] }
  Object.assign(forms['realpath'] as object, native)
  Object.assign(forms['realpathSync'] as object, { native: forms['realpathSync'] })
  return Object.freeze({ ...forms, promises: Object.freeze(promises) }) as unknown as SessionFs
}

/** Tells a callback how a call ended: outside of any promise, since what a callback throws is its own affair. */
async function told(outcome: Promise<unknown>, callback: Callback, isAnswer: boolean): Promise<void> {
  let results: unknown[]
  try {
    const result = await outcome
    if (isAnswer) results = [result]
    else results = result === undefined ? [null] : [null, result]
  } catch (error) {
    results = [error]
  }
  process.nextTick(() => callback(...(results as [unknown])))
}

/**
 * Does the work in its turn, and again where files had to be fetched first.
 *
 * Code of a command of this session cannot wait for its end: there, what reads sees the state before the command, and what
 * changes something is refused.
 */
async function performed<Result>(session: Session, reads: boolean, work: Work<Result>): Promise<Result> {
  const fetched = async (): Promise<Result> => {
    for (let before: string | undefined; ;) {
      try {
        return work()
      } catch (error) {
        const path = missingPath(error)
        if (path === undefined || path === before) throw error
        before = path
        await session.load(path)
      }
    }
  }
  if (!isInsideCommandOf(session)) return await inTurn(session, undefined, fetched)
  if (reads) return await fetched()
  return work()
}

/** The path of a file whose bytes a function has. */
function missingPath(error: unknown): string | undefined {
  return error instanceof SandboxError && error.code === 'ASYNC_REQUIRED' ? error.path : undefined
}

function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  const options = args.find((one) => typeof one === 'object' && one !== null && 'signal' in one)
  return (options as { signal?: AbortSignal } | undefined)?.signal
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** Whether data comes in pieces, as of a stream. */
function isIterable(data: unknown): data is Pieces {
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data)) return false
  return Symbol.asyncIterator in data || Symbol.iterator in data
}

async function collected(data: Pieces): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of data) pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  return Buffer.concat(pieces)
}

function named(call: object, name: string): void {
  Object.defineProperty(call, 'name', { value: name, configurable: true })
}
