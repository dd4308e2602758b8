/** Files to begin with: their names and sources are looked at before a model is called, their bytes are read at the start. */
import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidArgument } from '../errors.js'
import * as check from '../arguments.js'
import { SandboxSetupError } from './errors.js'
import type { Input, InputFile, PreparedInput } from './types.js'

export interface InputLimits {
  /** Bytes of all inputs together. Default 256 MiB. */
  maxBytes?: number
  /** Bytes of one input. Default 64 MiB. */
  maxFileBytes?: number
  /** How messages call the list. Default `inputFiles`. */
  argument?: string
}

const MAX_BYTES = 256 << 20
const MAX_FILE_BYTES = 64 << 20
/** Of one name and of a path, as in most file systems. */
const MAX_NAME = 255
const MAX_PATH = 4_095
/** How many sources are looked at at once. */
const AT_ONCE = 16

const SAFE = "a relative path without '..', '\\' and NUL, such as 'data/in.csv'"

/** A name as it is in `/workspace`: without `.`, doubled slashes and a way out. */
function safePath(value: unknown, argument: string): string {
  const refused = () => invalidArgument(argument, SAFE, value)
  if (typeof value !== 'string' || !value.isWellFormed() || /[\0\\]/.test(value)) throw refused()
  const parts = value.split('/')
  const names = parts.filter((part) => part !== '' && part !== '.')
  if (value.startsWith('/') || names.includes('..') || names.length === 0) throw refused()
  if (['', '.'].includes(parts.at(-1)!))
    throw invalidArgument(argument, 'the path of a file, which ends in a name', value)
  const path = names.join('/')
  if (names.some((name) => Buffer.byteLength(name) > MAX_NAME) || Buffer.byteLength(path) > MAX_PATH) {
    throw invalidArgument(argument, `a path of at most ${MAX_PATH} bytes, with names of at most ${MAX_NAME}`, value)
  }
  return path
}

/** What is one name to file systems that tell no capitals and no forms of accents apart. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** Refuses files that stand for one place, or of which one lies below another. */
function refuseCollisions(paths: readonly string[], argument: string): void {
  const files = new Map(paths.map((path, index) => [folded(path), index]))
  for (const [index, path] of paths.entries()) {
    const same = files.get(folded(path))!
    if (same !== index) {
      throw invalidArgument(
        `${argument}[${index}].path`,
        `another name than that of ${argument}[${same}], capitals or not`,
        path,
      )
    }
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = files.get(folded(path.slice(0, end)))
      if (above !== undefined) {
        throw invalidArgument(
          `${argument}[${index}].path`,
          `outside of ${paths[above]}, which is a file (${argument}[${above}])`,
          path,
        )
      }
    }
  }
}

interface Named {
  path: string
  mode: number
  data: Uint8Array | string | Blob | { host: string }
}

const limitsShape = check.options({ maxBytes: check.integer(0), maxFileBytes: check.integer(0), argument: check.text })
const inputMode = check.integer(0, 0o777)

function hostPath(value: string | URL, argument: string): string {
  if (typeof value === 'string') return check.path(value, argument) as string
  if (value.protocol !== 'file:') throw invalidArgument(argument, 'a file: URL', value.protocol)
  try {
    return fileURLToPath(value)
  } catch {
    throw invalidArgument(argument, 'a file: URL of this host', value.href)
  }
}

function named(input: Input, argument: string): Named {
  if (typeof input === 'string' || input instanceof URL) {
    const host = hostPath(input, argument)
    return { path: safePath(basename(host), argument), mode: 0o644, data: { host } }
  }
  if (typeof input !== 'object' || input === null) {
    throw invalidArgument(argument, 'a path on the host, a file: URL or { path, data, mode? }', input)
  }
  const shape = check.options({ path: safePath, mode: inputMode, data: (value) => value })
  const { path, data, mode = 0o644 } = shape(input, argument) as Partial<InputFile>
  if (path === undefined) throw invalidArgument(`${argument}.path`, SAFE, undefined)
  if (data instanceof URL) return { path, mode, data: { host: hostPath(data, `${argument}.data`) } }
  if (data instanceof Blob || data instanceof Uint8Array) return { path, mode, data }
  if (typeof data === 'string') return { path, mode, data: check.text(data, `${argument}.data`) as string }
  throw invalidArgument(`${argument}.data`, 'a string, a Uint8Array, a Blob or a file: URL', data)
}

const unreadable = (path: string, why: string, cause?: unknown): SandboxSetupError =>
  new SandboxSetupError(`the input file ${JSON.stringify(path)} ${why}`, { details: { path }, cause })

const missing = (path: string, error: unknown): SandboxSetupError => {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  return unreadable(path, code === 'ENOENT' ? 'is not there' : `can't be read: ${code}`, error)
}

async function sizeOf({ data }: Named): Promise<number> {
  if (typeof data === 'string') return Buffer.byteLength(data)
  if (data instanceof Uint8Array) return data.byteLength
  if (data instanceof Blob) return data.size
  const facts = await stat(data.host).catch((error: unknown) => {
    throw missing(data.host, error)
  })
  if (!facts.isFile()) throw unreadable(data.host, 'is no regular file')
  return facts.size
}

async function* pieces({ path, data }: Named, maxBytes: number, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  const tooLong = () => unreadable(path, `has more than ${maxBytes} bytes`)
  if (typeof data === 'string' || data instanceof Uint8Array) {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
    if (bytes.byteLength > maxBytes) throw tooLong()
    yield bytes
    return
  }
  let count = 0
  for await (const piece of data instanceof Blob ? data.stream() : hostPieces(data.host, signal)) {
    signal?.throwIfAborted()
    count += piece.byteLength
    if (count > maxBytes) throw tooLong()
    yield piece
  }
}

/** The bytes of a host's file. What has become a FIFO meanwhile is not waited for. */
async function* hostPieces(path: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw missing(path, error)
  })
  try {
    if (!(await file.stat()).isFile()) throw unreadable(path, 'is no regular file any more')
    yield* file.createReadStream({ autoClose: false, highWaterMark: 256 << 10, ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof SandboxSetupError ? error : missing(path, error)
  } finally {
    await file.close()
  }
}

/**
 * Looks at the files to begin with: names first, then sources. Reads no bytes.
 *
 * Rejects with: `INVALID_ARGUMENT` for a name that is not safe, or that stands for the place of another one, capitals or not;
 * `SandboxSetupError` for a file of the host that is not there or no regular file, and where they are more than the limits.
 */
export async function prepareInputs(
  inputs: readonly Input[] | undefined,
  limits: InputLimits = {},
): Promise<PreparedInput[]> {
  const given = (limitsShape(limits, 'limits') ?? {}) as InputLimits
  const { maxBytes = MAX_BYTES, maxFileBytes = MAX_FILE_BYTES, argument = 'inputFiles' } = given
  if (inputs === undefined) return []
  if (!Array.isArray(inputs)) throw invalidArgument(argument, 'an array of files', inputs)
  const all = (inputs as readonly Input[]).map((input, index) => named(input, `${argument}[${index}]`))
  refuseCollisions(
    all.map(({ path }) => path),
    argument,
  )
  const prepared: PreparedInput[] = []
  let total = 0
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const some = all.slice(start, start + AT_ONCE)
    for (const [index, size] of (await Promise.all(some.map(sizeOf))).entries()) {
      const one = some[index]!
      total += size
      if (size > maxFileBytes) throw unreadable(one.path, `has ${size} bytes, more than ${maxFileBytes}`)
      if (total > maxBytes) throw unreadable(one.path, `brings the inputs to more than ${maxBytes} bytes`)
      prepared.push({
        path: one.path,
        mode: one.mode,
        size,
        stream: (options = {}) => pieces(one, Math.min(options.maxBytes ?? maxFileBytes, maxFileBytes), options.signal),
      })
    }
  }
  return prepared
}

/** All bytes of an input; see `PreparedInput.stream`. */
export async function readInput(
  input: PreparedInput,
  options: { maxBytes?: number; signal?: AbortSignal } = {},
): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  for await (const piece of input.stream(options)) read.push(piece)
  return read.length === 1 ? read[0]! : Buffer.concat(read)
}
