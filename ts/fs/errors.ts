/** The errors of `session.fs`: ours, in the words of Node's own. */
import { constants } from 'node:os'
import { getSystemErrorMap, inspect } from 'node:util'
import { SandboxError } from '../errors.js'
import type { ErrorCategory } from '../declarations.js'

/** What failed: the call, and the names that it was given. */
export interface Blame {
  syscall: string
  path?: string | undefined
  /** Of calls with two names, the second. */
  dest?: string | undefined
}

const NUMBERS = constants.errno as Readonly<Record<string, number | undefined>>

/** What each call would make anew. */
let known: ReadonlyMap<number, readonly [string, string]> | undefined

/** How an errno code is called by Node: `ENOENT` is "no such file or directory". */
function words(code: string): string {
  const number = NUMBERS[code]
  known ??= getSystemErrorMap()
  return (number === undefined ? undefined : known.get(-number)?.[1]) ?? 'unknown error'
}

/** An error with an errno code. Names that Node leaves out of its own are to be left out of `blame`. */
export function fileError(code: string, blame: Blame, category: ErrorCategory, cause?: unknown): SandboxError {
  const { syscall, path, dest } = blame
  const names = [path, dest].filter((name) => name !== undefined).map((name) => `'${name}'`)
  const message = `${code}: ${words(code)}, ${syscall}${names.length > 0 ? ` ${names.join(' -> ')}` : ''}`
  const facts = { code, category, message, syscall, ...(path !== undefined && { path }) }
  const error = new SandboxError(facts, cause === undefined ? undefined : { cause })
  const own = { errno: -(NUMBERS[code] ?? 0), ...(dest !== undefined && { dest }) }
  for (const [key, value] of Object.entries(own)) {
    Object.defineProperty(error, key, { value, enumerable: true, writable: true, configurable: true })
  }
  return error
}

/** What a session's method threw, as an error of the call that `blame` tells of. What is no file error stays as it is. */
export function blamed(error: unknown, blame: Blame): unknown {
  if (!(error instanceof SandboxError)) return error
  if (error.code === 'POLICY_DENIED') {
    // As in the shell: what may not be removed is EPERM, what may not be changed EACCES.
    return fileError(/\(noDelete\)/.test(error.message) ? 'EPERM' : 'EACCES', blame, error.category, error)
  }
  if (NUMBERS[error.code] === undefined) return error
  // Its call is known better than by us where it is the reading of an open file, which has no name.
  if (error.code === 'EISDIR' && error.syscall === 'read') {
    return fileError('EISDIR', { syscall: 'read' }, error.category, error)
  }
  return fileError(error.code, blame, error.category, error)
}

/** Does what may fail on behalf of a call. */
export function blaming<T>(blame: Blame, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw blamed(error, blame)
  }
}

/** An argument of another kind than is wanted, as Node says it. */
export function wrongType(name: string, wanted: string, got: unknown): TypeError {
  return typeError('ERR_INVALID_ARG_TYPE', `The "${name}" argument must be ${wanted}. Received ${received(got)}`)
}

/** An argument with a value that is not wanted. */
export function wrongValue(name: string, why: string, got: unknown): TypeError {
  return typeError('ERR_INVALID_ARG_VALUE', `The ${name} ${why}. Received ${inspect(got)}`)
}

/** A number that is too small, too large or not whole. */
export function outOfRange(name: string, wanted: string, got: number): RangeError {
  const message = `The value of "${name}" is out of range. It must be ${wanted}. Received ${got}`
  return Object.assign(new RangeError(message), { code: 'ERR_OUT_OF_RANGE' })
}

function typeError(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}

function received(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value === 'object') {
    const name = (value as { constructor?: { name?: string } }).constructor?.name
    return name ? `an instance of ${name}` : inspect(value, { depth: -1 })
  }
  const shown = inspect(value, { colors: false })
  return `type ${typeof value} (${shown.length > 28 ? `${shown.slice(0, 25)}...` : shown})`
}

/** The error of a call that its signal stopped. */
export function aborted(signal: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: signal.reason })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}
