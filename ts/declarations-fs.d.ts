/** The functions of `node:fs` that `session.fs` has, each also with `Sync` at its end and in `promises`. */
type SessionFsName =
  | 'access'
  | 'appendFile'
  | 'chmod'
  | 'copyFile'
  | 'cp'
  | 'link'
  | 'lstat'
  | 'lutimes'
  | 'mkdir'
  | 'mkdtemp'
  | 'readdir'
  | 'readFile'
  | 'readlink'
  | 'realpath'
  | 'rename'
  | 'rm'
  | 'rmdir'
  | 'stat'
  | 'symlink'
  | 'truncate'
  | 'unlink'
  | 'utimes'
  | 'writeFile'

/**
 * The files of a session for libraries that want a `node:fs`. Paths are those of the sandbox, relative ones begin at `cwd`;
 * the policy and the limits hold. Errors are `SandboxError`s with `code`, `errno`, `syscall`, `path` and message as Node's.
 *
 * Forms with promises and callbacks take their turns with running calls; those with `Sync` throw `SESSION_BUSY` where they
 * would change something under one. A file has one time, that of the last change.
 */
export type SessionFs = Pick<
  typeof import('node:fs'),
  SessionFsName | `${SessionFsName}Sync` | 'exists' | 'existsSync' | 'constants'
> & {
  readonly promises: Pick<typeof import('node:fs/promises'), SessionFsName | 'constants'>
}

/** What only the TypeScript face adds. */
export interface Session {
  /** The files as a `node:fs`. */
  readonly fs: SessionFs
}
