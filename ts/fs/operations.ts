/**
 * The file functions of Node on a session's methods. Each checks its arguments when it is called and gives what does the
 * work, so that the forms with callbacks can refuse an argument at once and do the rest in their turn.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { posix } from 'node:path'
import { SandboxError } from '../errors.js'
import { UMASK, bytesOf, encodingOf, flagsOf, modeOf, nameIn, optionsOf, pathOf, secondsOf } from './arguments.js'
import { blaming, fileError, wrongType, wrongValue } from './errors.js'
import { BigIntStats, Dirent, Stats } from './stats.js'
import type { Entry, Session } from '../declarations.js'
import type { Blame } from './errors.js'
import type { Flags } from './arguments.js'

/** What does the work of a call. */
export type Work<Result = unknown> = () => Result
export type Operation = (...args: unknown[]) => Work

/** The functions that change nothing. */
export const READERS: ReadonlySet<string> = new Set([
  'access',
  'exists',
  'lstat',
  'readdir',
  'readlink',
  'realpath',
  'stat',
])

export function operationsOf(session: Session): Readonly<Record<string, Operation>> {
  /** What is there, or nothing where nothing is. */
  function look(path: string, followSymlinks: boolean, blame: Blame): Entry | undefined {
    try {
      return session.stat(path, { followSymlinks })
    } catch (error) {
      if (error instanceof SandboxError && error.code === 'ENOENT') return undefined
      return blaming(blame, () => {
        throw error
      })
    }
  }
  function needed(path: string, followSymlinks: boolean, blame: Blame): Entry {
    return look(path, followSymlinks, blame) ?? refuse('ENOENT', blame)
  }
  function refuse(code: string, blame: Blame): never {
    throw fileError(code, blame, code === 'ENOENT' ? 'not_found' : code === 'EEXIST' ? 'conflict' : 'invalid_request')
  }

  /** Refuses a name that something has: whatever it is, and also where the name would have to be a folder's. */
  function isFree(path: string, blame: Blame): void {
    if (look(path.replace(/(?<=.)\/+$/, ''), false, blame) !== undefined) refuse('EEXIST', blame)
  }

  /** Refuses a name whose folder is not there, as the system does before it looks at anything else. */
  function inFolder(path: string, blame: Blame): void {
    if (needed(posix.dirname(path), true, blame).kind !== 'directory') refuse('ENOTDIR', blame)
  }

  /** Opens a file as flags say, and gives what is in it then. */
  function open(path: string, flags: Flags, mode: number): { bytes: () => Uint8Array; created: boolean } {
    const blame = { syscall: 'open', path }
    const create = flags.create
    if (create && path.endsWith('/')) {
      inFolder(path, blame)
      refuse('EISDIR', blame)
    }
    if (create && flags.exclusive && look(path, false, blame) !== undefined) refuse('EEXIST', blame)
    const there = create ? look(path, true, blame) : needed(path, true, blame)
    if (there?.kind === 'directory' && flags.write) refuse('EISDIR', blame)
    const write = (): void =>
      void blaming(blame, () => session.writeFile(path, new Uint8Array(), { mode: mode & ~UMASK & 0o7777 }))
    if (there === undefined || (flags.truncate && there.size > 0)) write()
    return {
      bytes: () => blaming(blame, () => session.readBytes(path)),
      created: there === undefined,
    }
  }

  function save(path: string, given: unknown, data: unknown, standardFlag: string): Work<void> {
    const options = optionsOf<{ mode?: unknown; flag?: unknown; flush?: unknown }>(given)
    const flags = flagsOf(options.flag, standardFlag)
    const mode = modeOf(options.mode, 0o666)
    const bytes = bytesOf(data, options.encoding)
    return () => {
      const blame = { syscall: 'open', path }
      // Looked at before anything is changed: what is replaced at once need not be emptied first.
      const replaces = flags.truncate && flags.write && !flags.append
      const opened = open(path, replaces ? { ...flags, truncate: false } : flags, mode)
      if (!flags.write && bytes.length > 0) refuse('EBADF', { syscall: 'write' })
      if (opened.created || replaces) {
        if (opened.created && bytes.length === 0) return
        blaming(blame, () => session.writeFile(path, bytes))
        return
      }
      if (bytes.length === 0) return
      if (flags.append) return blaming(blame, () => session.appendFile(path, bytes))
      const before = opened.bytes()
      const after = Buffer.concat([bytes, before.subarray(Math.min(bytes.length, before.length))])
      blaming(blame, () => session.writeFile(path, after))
    }
  }

  function statistics(follow: boolean, syscall: string): Operation {
    return (given, givenOptions) => {
      const path = pathOf(given)
      const { bigint = false, throwIfNoEntry = true } = optionsOf<{ bigint?: boolean; throwIfNoEntry?: boolean }>(
        givenOptions,
      )
      return () => {
        const blame = { syscall, path }
        const entry = throwIfNoEntry ? needed(path, follow, blame) : look(path, follow, blame)
        if (entry === undefined) return undefined
        return bigint ? new BigIntStats(entry) : new Stats(entry)
      }
    }
  }

  function times(follow: boolean, syscall: string): Operation {
    return (given, atime, mtime) => {
      const path = pathOf(given)
      secondsOf(atime, 'atime')
      const seconds = secondsOf(mtime, 'mtime')
      return () => {
        const blame = { syscall, path }
        needed(path, follow, blame)
        blaming(blame, () => session.utimes(path, seconds * 1_000, { followSymlinks: follow }))
      }
    }
  }

  function remove(path: string, recursive: boolean, blame: Blame): void {
    blaming(blame, () => session.remove(path, { recursive }))
  }

  /** Names below a folder: those of it, and with `recursive` those of each folder in it. */
  function* names(path: string, recursive: boolean): Generator<{ entry: Entry; below: string; folder: string }> {
    const folders = [{ folder: path, below: '' }]
    for (const { folder, below } of folders) {
      for (const entry of blaming({ syscall: 'scandir', path: folder }, () => session.list(folder))) {
        yield { entry, below: posix.join(below, entry.name), folder }
        if (recursive && entry.kind === 'directory') {
          folders.push({ folder: posix.join(folder, entry.name), below: posix.join(below, entry.name) })
        }
      }
    }
  }

  return {
    readFile(given, givenOptions) {
      const path = pathOf(given)
      const options = optionsOf<{ flag?: unknown }>(givenOptions)
      const flags = flagsOf(options.flag, 'r')
      const encoding = encodingOf(options.encoding)
      return () => {
        const opened = open(path, flags, 0o666)
        if (!flags.read) refuse('EBADF', { syscall: 'read' })
        const bytes = opened.bytes()
        const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        return encoding === undefined ? buffer : buffer.toString(encoding)
      }
    },

    writeFile: (path, data, options) => save(pathOf(path), options, data, 'w'),
    appendFile: (path, data, options) => save(pathOf(path), options, data, 'a'),

    truncate(given, givenLength) {
      const path = pathOf(given)
      const length = givenLength === undefined || givenLength === null ? 0 : givenLength
      if (typeof length !== 'number') throw wrongType('len', 'of type number', length)
      if (!Number.isInteger(length)) throw wrongValue(`argument 'len'`, 'must be an integer', length)
      const size = Math.max(0, length)
      return () => {
        open(path, flagsOf('r+', 'r+'), 0o666)
        if (size > session.limits.fileBytes) refuse('EFBIG', { syscall: 'ftruncate' })
        blaming({ syscall: 'ftruncate' }, () => session.truncate(path, size))
      }
    },

    copyFile(givenFrom, givenTo, givenMode) {
      const from = pathOf(givenFrom, 'src')
      const to = pathOf(givenTo, 'dest')
      const mode = modeOf(givenMode, 0)
      return () => {
        const blame = { syscall: 'copyfile', path: from, dest: to }
        const source = needed(from, true, blame)
        inFolder(to, blame)
        const link = look(to, false, blame)
        if (link !== undefined && (mode & constants.COPYFILE_EXCL) !== 0) refuse('EEXIST', blame)
        const there = link?.kind === 'symlink' ? look(to, true, blame) : link
        if (there?.kind === 'directory') refuse('EISDIR', blame)
        if (source.kind === 'directory') refuse('EISDIR', blame)
        if (there?.path === source.path) return
        // What is written to is what a link leads to.
        const place = link?.kind === 'symlink' ? (there?.path ?? to) : to
        blaming(blame, () => session.copy(from, place, { overwrite: true }))
      }
    },

    rename(givenFrom, givenTo) {
      const from = pathOf(givenFrom, 'oldPath')
      const to = pathOf(givenTo, 'newPath')
      return () => {
        const blame = { syscall: 'rename', path: from, dest: to }
        inFolder(from, blame)
        inFolder(to, blame)
        const source = needed(from, false, blame)
        const there = look(to, false, blame)
        const isFolder = source.kind === 'directory'
        if (isFolder && there?.path.startsWith(`${source.path}/`)) refuse('EINVAL', blame)
        if (there !== undefined) {
          // Also by another name of the same file.
          if (there.ino === source.ino) return
          if (there.kind === 'directory') {
            if (!isFolder) refuse('EISDIR', blame)
            if (session.list(to).length > 0) refuse('ENOTEMPTY', blame)
          } else if (isFolder) refuse('ENOTDIR', blame)
        }
        blaming(blame, () => {
          // The method would put it where the link leads.
          if (there?.kind === 'symlink') session.remove(to)
          session.move(from, to, { overwrite: true })
        })
      }
    },

    unlink(given) {
      const path = pathOf(given)
      return () => {
        const blame = { syscall: 'unlink', path }
        if (needed(path, false, blame).kind === 'directory') refuse('EISDIR', blame)
        remove(path, false, blame)
      }
    },

    rmdir(given, givenOptions) {
      const path = pathOf(given)
      const { recursive = false } = optionsOf<{ recursive?: boolean }>(givenOptions)
      return () => {
        const blame = { syscall: 'rmdir', path }
        if (needed(path, false, blame).kind !== 'directory') refuse('ENOTDIR', blame)
        remove(path, recursive, blame)
      }
    },

    rm(given, givenOptions) {
      const path = pathOf(given)
      const { recursive = false, force = false } = optionsOf<{ recursive?: boolean; force?: boolean }>(givenOptions)
      return () => {
        const blame = { syscall: 'rm', path }
        const entry = look(path, false, { ...blame, syscall: 'lstat' })
        if (entry === undefined) {
          if (!force) refuse('ENOENT', { ...blame, syscall: 'lstat' })
          return
        }
        if (entry.kind === 'directory' && !recursive) {
          const error = fileError('EISDIR', blame, 'invalid_request')
          error.message = `Path is a directory: rm returned EISDIR (is a directory) ${path}`
          throw Object.assign(error, { code: 'ERR_FS_EISDIR', errno: 21 })
        }
        remove(path, recursive, blame)
      }
    },

    mkdir(given, givenOptions) {
      const path = pathOf(given)
      const isMode = typeof givenOptions === 'number' || typeof givenOptions === 'string'
      const options = isMode ? { mode: givenOptions } : optionsOf<{ mode?: unknown }>(givenOptions)
      const { recursive = false } = options as { recursive?: boolean }
      const mode = modeOf(options.mode, 0o777) & ~UMASK
      return () => {
        const blame = { syscall: 'mkdir', path }
        const make = (folder: string): void => {
          blaming(blame, () => session.mkdir(folder))
          if (mode !== 0o755) blaming(blame, () => session.chmod(folder, mode))
        }
        if (!recursive) {
          // Also a link that leads nowhere.
          isFree(path, blame)
          return make(path)
        }
        // From the first folder that is missing on.
        const missing: string[] = []
        let folder = path
        for (;;) {
          const there = look(folder, true, blame)
          if (there?.kind === 'directory') break
          if (there !== undefined) refuse(missing.length === 0 ? 'EEXIST' : 'ENOTDIR', blame)
          // A link that leads nowhere.
          if (look(folder, false, blame) !== undefined) {
            refuse(missing.length === 0 ? 'ENOENT' : 'ENOTDIR', { ...blame, path: folder })
          }
          missing.unshift(folder)
          folder = posix.dirname(folder)
        }
        for (const one of missing) {
          // `new/..` is there as soon as `new` is.
          if (look(one, true, blame) === undefined) make(one)
        }
        return missing[0]
      }
    },

    mkdtemp(given, givenOptions) {
      const prefix = pathOf(given, 'prefix')
      const { encoding } = optionsOf(givenOptions)
      return () => {
        const blame = { syscall: 'mkdtemp', path: `${prefix}XXXXXX` }
        for (let attempt = 0; ; attempt += 1) {
          // Names come from the session's state, so that a repeated run makes the same.
          const hash = createHash('sha256').update(`${session.revision} ${attempt} ${prefix}`).digest('base64url')
          const path = `${prefix}${hash.replaceAll(/[-_]/g, '').slice(0, 6)}`
          if (look(path, false, blame) !== undefined) continue
          blaming(blame, () => session.mkdir(path))
          blaming(blame, () => session.chmod(path, 0o700))
          return nameIn(encoding, path)
        }
      }
    },

    readdir(given, givenOptions) {
      const path = pathOf(given)
      const options = optionsOf<{ withFileTypes?: boolean; recursive?: boolean }>(givenOptions)
      const { encoding, withFileTypes = false, recursive = false } = options
      nameIn(encoding, '')
      return () =>
        [...names(path, recursive)].map(({ entry, below, folder }) =>
          withFileTypes ? new Dirent(nameIn(encoding, entry.name), folder, entry.kind) : nameIn(encoding, below),
        )
    },

    stat: statistics(true, 'stat'),
    lstat: statistics(false, 'lstat'),

    access(given, givenMode) {
      const path = pathOf(given)
      const wanted = modeOf(givenMode, constants.F_OK)
      return () => {
        const blame = { syscall: 'access', path }
        const { mode } = needed(path, true, blame)
        // R_OK, W_OK and X_OK are the bits of the owner, who everybody in a sandbox is.
        if ((wanted & ~(mode >> 6) & 0o7) !== 0) refuse('EACCES', blame)
      }
    },

    exists(given) {
      let path: string
      try {
        path = pathOf(given)
      } catch {
        return () => false
      }
      return () => {
        try {
          session.stat(path)
          return true
        } catch {
          return false
        }
      }
    },

    realpath(given, givenOptions) {
      const path = pathOf(given)
      const { encoding } = optionsOf(givenOptions)
      return () => nameIn(encoding, needed(path, true, { syscall: 'realpath', path }).path)
    },

    readlink(given, givenOptions) {
      const path = pathOf(given)
      const { encoding } = optionsOf(givenOptions)
      return () => {
        const blame = { syscall: 'readlink', path }
        const { target } = needed(path, false, blame)
        return nameIn(encoding, target ?? refuse('EINVAL', blame))
      }
    },

    symlink(givenTarget, givenPath) {
      const target = pathOf(givenTarget, 'target')
      const path = pathOf(givenPath)
      return () => {
        const blame = { syscall: 'symlink', path: target, dest: path }
        if (target === '') refuse('ENOENT', blame)
        isFree(path, blame)
        blaming(blame, () => session.symlink(target, path))
      }
    },

    link(givenExisting, givenPath) {
      const existing = pathOf(givenExisting, 'existingPath')
      const path = pathOf(givenPath, 'newPath')
      return () => {
        const blame = { syscall: 'link', path: existing, dest: path }
        const { kind } = needed(existing, false, blame)
        inFolder(path, blame)
        isFree(path, blame)
        if (kind === 'directory') refuse('EPERM', blame)
        blaming(blame, () => session.link(existing, path))
      }
    },

    chmod(given, givenMode) {
      const path = pathOf(given)
      if (givenMode === undefined || givenMode === null) {
        throw wrongType('mode', 'of type number or an octal string', givenMode)
      }
      const mode = modeOf(givenMode, 0)
      return () => {
        const blame = { syscall: 'chmod', path }
        needed(path, true, blame)
        blaming(blame, () => session.chmod(path, mode))
      }
    },

    utimes: times(true, 'utime'),
    lutimes: times(false, 'lutime'),
  }
}
