/**
 * The checks of every argument, made before anything reaches the addon.
 *
 * They are here and not in Rust because the conversion of JavaScript numbers loses what must be refused: -1 would arrive
 * as 4294967295, 2.7 as 2 and NaN as 0. Every refusal is a `SandboxError` with code `INVALID_ARGUMENT` that names the
 * argument and what it may be.
 */
import { SandboxError, describe, invalidArgument } from './errors.js'

/**
 * Throws unless `value` is acceptable as `argument`; returns what goes on to the addon.
 */
export type Check = (value: unknown, argument: string) => unknown

/** Accepts what `check` accepts, and `undefined`. */
export function optional(check: Check): Check {
  return (value, argument) => (value === undefined ? undefined : check(value, argument))
}

/** A string that has a UTF-8 form. */
export const text: Check = (value, argument) => {
  if (typeof value !== 'string') throw invalidArgument(argument, 'a string', value)
  if (!value.isWellFormed()) throw invalidArgument(argument, 'a string without lone surrogates', value)
  return value
}

/** A string that a shell can hold: command lines, arguments and values of variables end at NUL in every Unix. */
export const shellText: Check = (value, argument) => {
  text(value, argument)
  if ((value as string).includes('\0')) throw invalidArgument(argument, 'a string without NUL characters', value)
  return value
}

/** A path: absolute, or relative to the session's cwd. The empty path is left to the tree, which says ENOENT. */
export const path: Check = (value, argument) => {
  if (typeof value !== 'string') throw invalidArgument(argument, 'a path (a string)', value)
  if (value.includes('\0')) throw invalidArgument(argument, 'a path without NUL characters', value)
  if (!value.isWellFormed()) throw invalidArgument(argument, 'a path without lone surrogates', value)
  return value
}

/** Text, or bytes in a `Uint8Array` (a `Buffer` is one). */
export const data: Check = (value, argument) => {
  if (typeof value === 'string') return text(value, argument)
  return bytes(value, argument, 'a string or a Uint8Array')
}

/** Bytes in a `Uint8Array`. Shared memory is copied first, since another thread may change it under the read. */
export function bytes(value: unknown, argument: string, accepted = 'a Uint8Array'): Uint8Array {
  if (!(value instanceof Uint8Array)) throw invalidArgument(argument, accepted, value)
  return value.buffer instanceof ArrayBuffer ? value : new Uint8Array(value)
}

export const callback: Check = (value, argument) => {
  if (typeof value !== 'function') throw invalidArgument(argument, 'a function', value)
  return value
}

/** A key for sealing: text or bytes, not shorter than what can be guessed. */
export const sealingKey: Check = (value, argument) => {
  const checked = data(value, argument) as string | Uint8Array
  const length = typeof checked === 'string' ? new TextEncoder().encode(checked).length : checked.length
  // Not shown: it is a secret.
  if (length < 8) throw invalidArgument(argument, 'at least 8 bytes', length)
  return checked
}

export const boolean: Check = (value, argument) => {
  if (typeof value !== 'boolean') throw invalidArgument(argument, 'true or false', value)
  return value
}

/** A number that is neither infinite nor NaN. */
export const finiteNumber: Check = (value, argument) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidArgument(argument, 'a finite number', value)
  return value
}

/** The most milliseconds that a timer of Node can wait. */
export const LONGEST_TIMER_MS = 2_147_483_647

/** A whole number from `minimum` to `maximum`. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER): Check {
  return (value, argument) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) {
      throw invalidArgument(argument, `a whole number from ${minimum} to ${maximum}`, value)
    }
    return value
  }
}

/** Milliseconds that a timer can wait, perhaps none. */
export const waitMs: Check = integer(0, LONGEST_TIMER_MS)

/** Milliseconds that a timer can wait, at least one. */
export const timerMs: Check = integer(1, LONGEST_TIMER_MS)

/** One of a few strings. */
export function oneOf(...accepted: string[]): Check {
  const words = accepted.map((word) => `'${word}'`).join(' or ')
  return (value, argument) => {
    if (typeof value !== 'string' || !accepted.includes(value)) throw invalidArgument(argument, words, value)
    return value
  }
}

/** 64 lowercase hex digits, as `contentHash` gives them. */
export const contentHash: Check = (value, argument) => {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) {
    throw invalidArgument(argument, 'a content hash (64 lowercase hex digits)', value)
  }
  return value
}

/** An array, each item checked. */
export function list(item: Check, accepted: string): Check {
  return (value, argument) => {
    if (!Array.isArray(value)) throw invalidArgument(argument, accepted, value)
    return value.map((entry, index) => item(entry, `${argument}[${index}]`))
  }
}

/** An object used as a map: any keys that `key` accepts, with values that `item` accepts. */
export function map(key: Check, item: Check, accepted: string): Check {
  return (value, argument) => {
    const from = plainObject(value, argument, accepted)
    const checked: Array<[string, unknown]> = []
    for (const name of Object.keys(from)) {
      key(name, `the key ${describe(name).replace('the string ', '')} of ${argument}`)
      checked.push([name, item(from[name], `${argument}[${JSON.stringify(name)}]`)])
    }
    // Not assigned one by one: a file may be called __proto__.
    return Object.fromEntries(checked)
  }
}

/** The name of an environment variable. Any other name could not be used in a shell. */
const variableName: Check = (value, argument) => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(value as string)) {
    throw invalidArgument(argument, 'the name of a shell variable (letters, digits and _, no digit first)', value)
  }
  return value
}

/** `{ NAME: 'value' }` */
export const environment: Check = map(variableName, shellText, 'an object of variable names and string values')

/** A file's content, or a function that has it. */
const content: Check = (value, argument) => {
  if (typeof value === 'function') return value
  if (typeof value === 'string') return text(value, argument)
  return bytes(value, argument, 'a string, a Uint8Array or a function')
}

/** `{ 'path/of/file': 'text' | Uint8Array | (() => …) }` */
export const files: Check = map(path, content, 'an object of paths and contents (strings, Uint8Arrays or functions)')

/** What a function's options may be: a check for each key. */
export type Shape = Readonly<Record<string, Check>>

/**
 * An options object with no key outside `shape`.
 *
 * @param extra a further check of the whole, for options that exclude each other
 */
export function options(shape: Shape, extra?: (value: Record<string, unknown>, argument: string) => void): Check {
  return optional((value, argument) => {
    const from = plainObject(value, argument, 'an object')
    const checked: Record<string, unknown> = {}
    for (const key of Object.keys(from)) {
      const check = Object.hasOwn(shape, key) ? shape[key] : undefined
      if (check === undefined) throw unknownKey(argument, key, Object.keys(shape))
      if (from[key] !== undefined) checked[key] = check(from[key], `${argument}.${key}`)
    }
    extra?.(checked, argument)
    return checked
  })
}

/** The input of a model's tool: an object with no key outside `shape`, where null stands for nothing, as in strict schemas. */
export function modelInput(shape: Shape, extra?: Parameters<typeof options>[1]): Check {
  const check = options(shape, extra)
  return (value, argument) => {
    const from = plainObject(value, argument, 'an object')
    return check(Object.fromEntries(Object.entries(from).filter(([, item]) => item !== null)), argument)
  }
}

function unknownKey(argument: string, key: string, known: string[]): SandboxError {
  const accepted = known.length > 0 ? known.join(', ') : 'none'
  return new SandboxError({
    code: 'INVALID_ARGUMENT',
    category: 'invalid_request',
    message: `${argument} has no option ${JSON.stringify(key)}; accepted are: ${accepted}`,
    details: { argument: `${argument}.${key}`, accepted },
  })
}

/** An object with whatever in it: what uses it checks that. */
export const object: Check = (value, argument) => plainObject(value, argument, 'an object')

function plainObject(value: unknown, argument: string, accepted: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
    throw invalidArgument(argument, accepted, value)
  }
  return value as Record<string, unknown>
}

/** An object of a class of ours; `name` with its article. */
export function instance(constructor: abstract new (...args: never[]) => object, name: string): Check {
  return (value, argument) => {
    if (!(value instanceof constructor)) throw invalidArgument(argument, `${name} of this package`, value)
    return value
  }
}

/** A date (UTC), or a date and time with its offset: what the host's own time zone can't change. */
const isoMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** `'virtual'`, `'real'` or `{ start: ISO 8601 string or milliseconds since 1970 }`. */
export const clock: Check = (value, argument) => {
  if (value === 'virtual' || value === 'real') return value
  const accepted = `'virtual', 'real' or { start: an ISO 8601 string or milliseconds since 1970 }`
  if (typeof value !== 'object') throw invalidArgument(argument, accepted, value)
  const checked = options({
    start: (start, name) => {
      const moment = typeof start === 'string' && isoMoment.test(start) ? Date.parse(start) : start
      // Nanoseconds since 1970 must fit in 64 bits: the years 1678 to 2261.
      if (typeof moment !== 'number' || !Number.isFinite(moment) || Math.abs(moment) > 9_200_000_000_000) {
        throw invalidArgument(
          name,
          'a date or a date and time with Z or an offset (ISO 8601), or milliseconds since 1970, from 1679 to 2261',
          start,
        )
      }
      return moment
    },
  })(value, argument) as { start?: number }
  if (checked.start === undefined) throw invalidArgument(argument, accepted, value)
  return checked
}

/** An `AbortSignal`, from this realm or another. */
export const signal: Check = (value, argument) => {
  const candidate = value as Partial<AbortSignal> | null
  if (typeof candidate?.aborted !== 'boolean' || typeof candidate.addEventListener !== 'function') {
    throw invalidArgument(argument, 'an AbortSignal', value)
  }
  return value
}
