/** What `stat` and `readdir` give: the classes of Node, with what a session knows. */
import { constants } from 'node:fs'
import type { Entry } from '../declarations.js'

type Kind = Entry['kind']

const TYPE_BITS: Readonly<Record<Kind, number>> = {
  file: constants.S_IFREG,
  directory: constants.S_IFDIR,
  symlink: constants.S_IFLNK,
  fifo: constants.S_IFIFO,
  device: constants.S_IFCHR,
}

/** The questions that `Stats` and `Dirent` answer alike. */
class OfKind {
  readonly #kind: Kind

  constructor(kind: Kind) {
    this.#kind = kind
  }
  isFile(): boolean {
    return this.#kind === 'file'
  }
  isDirectory(): boolean {
    return this.#kind === 'directory'
  }
  isSymbolicLink(): boolean {
    return this.#kind === 'symlink'
  }
  isFIFO(): boolean {
    return this.#kind === 'fifo'
  }
  isCharacterDevice(): boolean {
    return this.#kind === 'device'
  }
  isBlockDevice(): boolean {
    return false
  }
  isSocket(): boolean {
    return false
  }
}

/** The one user and group of a sandbox. */
const OWNER = 1_000
const BLOCK = 512

/** Facts about a file. There is one time, that of the last change of its content: the others are the same. */
export class Stats extends OfKind {
  readonly dev = 1
  readonly mode: number
  readonly nlink: number
  readonly uid = OWNER
  readonly gid = OWNER
  readonly rdev = 0
  readonly blksize = 4_096
  readonly ino: number
  readonly size: number
  readonly blocks: number
  readonly atimeMs: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly birthtimeMs: number
  readonly atime: Date
  readonly mtime: Date
  readonly ctime: Date
  readonly birthtime: Date

  constructor(entry: Entry) {
    super(entry.kind)
    const { mode, nlink, ino, size, mtimeMs, kind } = entry
    this.mode = TYPE_BITS[kind] | mode
    this.nlink = nlink
    this.ino = ino
    this.size = size
    this.blocks = Math.ceil(size / BLOCK)
    this.atimeMs = this.mtimeMs = this.ctimeMs = this.birthtimeMs = mtimeMs
    // As Node does: to the nearest millisecond.
    const rounded = Math.round(mtimeMs)
    this.atime = new Date(rounded)
    this.mtime = new Date(rounded)
    this.ctime = new Date(rounded)
    this.birthtime = new Date(rounded)
  }
}

const NUMBERS = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'] as const
const TIMES = ['atime', 'mtime', 'ctime', 'birthtime'] as const

/** The same with whole numbers of any size, and times in nanoseconds. */
export class BigIntStats extends OfKind {
  constructor(entry: Entry) {
    super(entry.kind)
    const stats = new Stats(entry)
    const values: Record<string, bigint | Date> = {}
    for (const name of NUMBERS) values[name] = BigInt(stats[name])
    const nanoseconds = BigInt(Math.round(entry.mtimeMs * 1e6))
    for (const name of TIMES) values[`${name}Ms`] = nanoseconds / 1_000_000n
    for (const name of TIMES) values[`${name}Ns`] = nanoseconds
    for (const name of TIMES) values[name] = stats[name]
    Object.assign(this, values)
  }
}

/** A name in a folder. */
export class Dirent extends OfKind {
  readonly name: string | Buffer
  /** The folder, as it was asked for. */
  readonly parentPath: string
  /** The same, by its older name. */
  readonly path: string

  constructor(name: string | Buffer, parentPath: string, kind: Kind) {
    super(kind)
    this.name = name
    this.parentPath = parentPath
    this.path = parentPath
  }
}
