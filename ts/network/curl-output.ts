/** Where curl writes to: standard output, or a file that appears when its content is there. */
import { STATUS_CODES } from 'node:http'
import { bytesOf } from './text.js'
import type { CommandIo } from '../declarations.js'
import type { Reply } from './transfer.js'

/** A file that can't be written, as the system calls it. */
export class OutputError extends Error {}

/** What one transfer writes to. */
export interface Sink {
  /** The file's name, as `%{filename_effective}` tells it. */
  readonly name: string | undefined
  write(data: string | Uint8Array): Promise<void>
  /** The transfer is over. A file of one that failed holds what came. */
  finish(succeeded: boolean): Promise<void>
}

export function stdoutSink(io: CommandIo): Sink {
  return { name: undefined, write: (data) => io.stdout.write(data), finish: async () => {} }
}

/** How a file is made. */
export interface FileOptions {
  createDirs: boolean
  noClobber: boolean
  removeOnError: boolean
  /** Written behind what is there. */
  append: boolean
}

export function fileSink(io: CommandIo, path: string, options: FileOptions): Sink {
  const pieces: Uint8Array[] = []
  let name = path
  return {
    get name() {
      return name
    },
    write: async (data) => {
      pieces.push(typeof data === 'string' ? bytesOf(data) : data)
    },
    async finish(succeeded) {
      if (!succeeded && (pieces.length === 0 || options.removeOnError)) return
      if (options.noClobber) name = await freeName(io, path)
      if (options.createDirs) await makeParents(io, name)
      await writeFile(io, name, Buffer.concat(pieces), options.append)
    },
  }
}

/** Writes a file, or says why not as the system does. */
export async function writeFile(io: CommandIo, path: string, data: Uint8Array, append = false): Promise<void> {
  try {
    if (append) await io.fs.appendFile(path, data)
    else await io.fs.writeFile(path, data)
  } catch (error) {
    throw new OutputError(`Failed to open the file ${path}: ${reasonOf(error)}`)
  }
}

async function makeParents(io: CommandIo, path: string): Promise<void> {
  const end = path.lastIndexOf('/')
  if (end <= 0) return
  // Where it fails, opening the file says so.
  await io.fs.mkdir(path.slice(0, end), { recursive: true }).catch(() => {})
}

/** `name`, or with the first number behind it that is free. */
export async function freeName(io: CommandIo, path: string): Promise<string> {
  if (!(await io.fs.exists(path))) return path
  for (let number = 1; ; number += 1) if (!(await io.fs.exists(`${path}.${number}`))) return `${path}.${number}`
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
  EACCES: 'Permission denied',
  EPERM: 'Operation not permitted',
  EROFS: 'Read-only file system',
  ENOSPC: 'No space left on device',
  EFBIG: 'File too large',
  EEXIST: 'File exists',
  ENAMETOOLONG: 'File name too long',
  ELOOP: 'Too many levels of symbolic links',
}

export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return REASONS[code ?? ''] ?? message ?? String(error)
}

const SPELLINGS: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'www-authenticate': 'WWW-Authenticate',
  'content-md5': 'Content-MD5',
  'x-xss-protection': 'X-XSS-Protection',
  'x-ua-compatible': 'X-UA-Compatible',
  sourcemap: 'SourceMap',
}

/** A header's name as servers of HTTP/1.1 write it: fetch gives small letters. */
export function headerName(name: string): string {
  return SPELLINGS[name] ?? name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

/** The lines of a response's head. */
export function replyLines({
  status,
  statusText,
  headers,
}: Pick<Reply, 'status' | 'statusText' | 'headers'>): string[] {
  const reason = statusText === '' ? (STATUS_CODES[status] ?? '') : statusText
  return [`HTTP/1.1 ${status} ${reason}`, ...headers.map(([name, value]) => `${headerName(name)}: ${value}`)]
}

/** The name that a URL gives to a file: the last part of its path. */
export function remoteName(url: URL): string {
  const { pathname } = url
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

/** The name that a response gives to its file, without any folder. */
export function dispositionName(disposition: string | undefined): string | undefined {
  const [, quoted, bare] = /;\s*filename=(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
  const base = name?.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  return base === '' || base === '.' || base === '..' ? undefined : base
}
