/** `fs.cp`: a copy of a whole tree. */
import { constants } from 'node:fs'
import { posix } from 'node:path'
import { modeOf, optionsOf, pathOf } from './arguments.js'
import { fileError, wrongType } from './errors.js'
import type { Stats } from './stats.js'
import type { Operation } from './operations.js'

interface CopyOptions {
  dereference?: boolean
  errorOnExist?: boolean
  filter?: (from: string, to: string) => unknown
  force?: boolean
  mode?: unknown
  preserveTimestamps?: boolean
  recursive?: boolean
  verbatimSymlinks?: boolean
}

/** Asks whether a name is to be copied, and is told. */
type Steps = Generator<[from: string, to: string], void, unknown>

export interface TreeCopy {
  steps: Steps
  filter: CopyOptions['filter']
}

/** Checks the arguments of a call, and gives what copies. */
export function treeCopy(
  operations: Readonly<Record<string, Operation>>,
  [givenFrom, givenTo, givenOptions]: readonly unknown[],
): TreeCopy {
  const from = pathOf(givenFrom, 'src')
  const to = pathOf(givenTo, 'dest')
  const options = optionsOf<CopyOptions>(givenOptions)
  if (options.filter !== undefined && typeof options.filter !== 'function') {
    throw wrongType('options.filter', 'of type function', options.filter)
  }
  const mode = modeOf(options.mode, 0)
  return { steps: copying(operations, from, to, { ...options, mode }), filter: options.filter }
}

function* copying(
  operations: Readonly<Record<string, Operation>>,
  from: string,
  to: string,
  options: CopyOptions & { mode: number },
): Steps {
  const does = <Result = unknown>(name: string, ...args: unknown[]): Result => operations[name]!(...args)() as Result
  const { recursive = false, dereference = false, force = true, errorOnExist = false } = options
  const look = dereference ? 'stat' : 'lstat'
  const refuse = (code: string, errno: string, message: string, path: string): never => {
    const error = fileError(errno, { syscall: 'cp', path }, errno === 'EEXIST' ? 'conflict' : 'invalid_request')
    error.message = `${message}: cp returned ${errno} (${path}) ${path}`
    throw Object.assign(error, { code, errno: constantOf(errno) })
  }
  const there = (path: string): Stats | undefined => does(look, path, { throwIfNoEntry: false })

  /** Copies one name, whose folder is there. */
  function* one(source: string, target: string): Steps {
    if ((yield [source, target]) === false) return
    const stats = does<Stats>(look, source)
    const before = there(target)
    if (before !== undefined) {
      if (before.ino === stats.ino) refuse('ERR_FS_CP_EINVAL', 'EINVAL', 'src and dest cannot be the same', target)
      if (stats.isDirectory() && !before.isDirectory()) {
        refuse('ERR_FS_CP_DIR_TO_NON_DIR', 'EISDIR', 'cannot overwrite non-directory with directory', target)
      }
      if (!stats.isDirectory() && before.isDirectory()) {
        refuse('ERR_FS_CP_NON_DIR_TO_DIR', 'ENOTDIR', 'cannot overwrite directory with non-directory', target)
      }
    }
    if (stats.isDirectory()) {
      if (!recursive) refuse('ERR_FS_EISDIR', 'EISDIR', 'Recursive option not enabled, cannot copy a directory', source)
      const inside = `${does<string>('realpath', before ? target : posix.dirname(target))}/`
      if (inside.startsWith(`${does<string>('realpath', source)}/`)) {
        refuse('ERR_FS_CP_EINVAL', 'EINVAL', 'cannot copy a directory to a subdirectory of itself', target)
      }
      if (before === undefined) does('mkdir', target)
      for (const name of does<string[]>('readdir', source))
        yield* one(posix.join(source, name), posix.join(target, name))
      if (before === undefined) does('chmod', target, stats.mode & 0o7777)
    } else if (stats.isSymbolicLink()) {
      const link = does<string>('readlink', source)
      // Kept as it is only where that is asked for; otherwise it leads where it led.
      const leads = options.verbatimSymlinks ? link : posix.resolve(posix.dirname(source), link)
      if (before !== undefined) does('unlink', target)
      does('symlink', leads, target)
    } else if (stats.isFile()) {
      if (before !== undefined && !force) {
        if (errorOnExist) refuse('ERR_FS_CP_EEXIST', 'EEXIST', 'dest already exists', target)
        return
      }
      if (before !== undefined) does('unlink', target)
      does('copyFile', source, target, options.mode & constants.COPYFILE_EXCL)
      if (options.preserveTimestamps) does('utimes', target, stats.atime, stats.mtime)
    } else {
      refuse('ERR_FS_CP_FIFO_PIPE', 'EINVAL', 'cannot copy a FIFO pipe', target)
    }
  }

  does(look, from)
  if (there(to) === undefined) does('mkdir', posix.dirname(to), { recursive: true })
  yield* one(from, to)
}

/** Node gives these errors the number as it is, without a sign. */
function constantOf(code: string): number {
  return -(fileError(code, { syscall: 'cp' }, 'invalid_request') as unknown as { errno: number }).errno
}

/** Copies at once. */
export function copyNow({ steps, filter }: TreeCopy): void {
  let answer: unknown
  for (let step = steps.next(); !step.done; step = steps.next(answer))
    answer = filter ? Boolean(filter(...step.value)) : true
}

/** Copies with a filter that may promise its answers. */
export async function copyWaiting({ steps, filter }: TreeCopy): Promise<void> {
  let answer: unknown
  for (let step = steps.next(); !step.done; step = steps.next(answer)) {
    answer = filter ? Boolean(await filter(...step.value)) : true
  }
}
