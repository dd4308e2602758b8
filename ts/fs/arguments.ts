/** The arguments of Node's file functions: paths, encodings, flags, modes, times. */
import { constants } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { outOfRange, wrongType, wrongValue } from './errors.js'

/** A path: text, bytes of UTF-8, or a `file:` URL. */
export function pathOf(value: unknown, name = 'path'): string {
  let path: string
  if (typeof value === 'string') path = value
  else if (value instanceof Uint8Array) path = Buffer.from(value).toString()
  else if (isUrl(value)) path = fileURLToPath(value)
  else throw wrongType(name, 'of type string or an instance of Buffer or URL', value)
  if (path.includes('\0')) {
    throw wrongValue(`argument '${name}'`, 'must be a string, Uint8Array, or URL without null bytes', value)
  }
  return path
}

function isUrl(value: unknown): value is URL {
  const url = value as Partial<URL> | null
  return typeof url === 'object' && url !== null && typeof url.href === 'string' && typeof url.protocol === 'string'
}

/** Options, or a string that is the encoding; `undefined` for none. */
export function optionsOf<Options extends object>(value: unknown): Options & { encoding?: unknown } {
  if (value === undefined || value === null || typeof value === 'function') return {} as Options
  if (typeof value === 'string') return { encoding: value } as Options & { encoding: string }
  if (typeof value !== 'object') throw wrongType('options', 'of type string or an instance of Object', value)
  return value as Options
}

/** An encoding; `undefined` and `'buffer'` stand for bytes. */
export function encodingOf(value: unknown): BufferEncoding | undefined {
  if (value === undefined || value === null || value === 'buffer') return undefined
  if (typeof value === 'string' && Buffer.isEncoding(value)) return value
  throw wrongValue(`argument 'encoding'`, 'is invalid encoding', value)
}

/** Names and link targets are text unless bytes or another encoding are asked for. */
export function nameIn(encoding: unknown, name: string): string | Buffer {
  if (encoding === 'buffer') return Buffer.from(name)
  const known = encodingOf(encoding)
  return known === undefined || known === 'utf8' || known === 'utf-8' ? name : Buffer.from(name).toString(known)
}

/** How a file is opened. */
export interface Flags {
  read: boolean
  write: boolean
  append: boolean
  create: boolean
  truncate: boolean
  exclusive: boolean
}

const NAMES = new Set('r rs sr r+ rs+ sr+ w wx xw w+ wx+ xw+ a ax xa as sa a+ ax+ xa+ as+ sa+'.split(' '))

/** Flags by name (`'wx'`, `'a+'`), or the `O_` bits. */
export function flagsOf(value: unknown, standard: string): Flags {
  const given = value ?? standard
  if (typeof given === 'number') {
    const access = given & (constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR)
    const has = (bit: number): boolean => (given & bit) !== 0
    return {
      read: access !== constants.O_WRONLY,
      write: access !== constants.O_RDONLY,
      append: has(constants.O_APPEND),
      create: has(constants.O_CREAT),
      truncate: has(constants.O_TRUNC),
      exclusive: has(constants.O_EXCL),
    }
  }
  if (typeof given !== 'string' || !NAMES.has(given)) throw wrongValue(`argument 'flags'`, 'is invalid', value)
  // `s` asks for what is written to be on the disk at once, as it always is here.
  const letters = given.replace('s', '')
  const kind = /[rwa]/.exec(letters)?.[0]
  const plus = letters.includes('+')
  return {
    read: kind === 'r' || plus,
    write: kind !== 'r' || plus,
    append: kind === 'a',
    create: kind !== 'r',
    truncate: kind === 'w',
    exclusive: letters.includes('x'),
  }
}

/** Permission bits: a number, or octal digits. */
export function modeOf(value: unknown, standard: number): number {
  if (value === undefined || value === null) return standard
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff) return value & 0o7777
  if (typeof value === 'string' && /^[0-7]+$/.test(value)) return Number.parseInt(value, 8) & 0o7777
  if (typeof value === 'number') throw outOfRange('mode', '>= 0 && <= 4294967295', value)
  throw wrongValue(`argument 'mode'`, 'must be a 32-bit unsigned integer or an octal string', value)
}

/** What is not taken from the modes of new files and folders. */
export const UMASK = 0o022

/** Seconds since 1970: a number, digits, or a `Date`. */
export function secondsOf(value: unknown, name: string): number {
  if (value instanceof Date) return value.getTime() / 1_000
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof seconds === 'number' && Number.isFinite(seconds)) return seconds
  throw wrongType(name, 'a number, a string of digits or an instance of Date', value)
}

/** What is written: text in an encoding, or bytes. */
export function bytesOf(value: unknown, encoding: unknown): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, encodingOf(encoding) ?? 'utf8')
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  throw wrongType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', value)
}
