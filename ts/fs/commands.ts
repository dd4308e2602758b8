/**
 * Changes for which a session has no method of its own: links, modes and times. Its commands make them, in the shell as it
 * is, of which only `$?` and `$_` are others afterwards.
 */
import { fileError } from './errors.js'
import type { Session } from '../declarations.js'
import type { Blame } from './errors.js'

/** How commands call the errors that they meet. */
const CODES: ReadonlyArray<[code: string, words: string]> = [
  ['ENOENT', 'No such file or directory'],
  ['EEXIST', 'File exists'],
  ['ENOTDIR', 'Not a directory'],
  ['EISDIR', 'Is a directory'],
  ['EACCES', 'Permission denied'],
  ['EPERM', 'Operation not permitted'],
  ['EPERM', 'hard link not allowed for directory'],
  ['EROFS', 'Read-only file system'],
  ['ENOSPC', 'No space left on device'],
  ['ENAMETOOLONG', 'File name too long'],
  ['ELOOP', 'Too many levels of symbolic links'],
]

/** Runs a command by its full name, which no function and no builtin stands before. */
function run(session: Session, command: string, args: string[], blame: Blame): void {
  const words = args.map((_, index) => `"$${index + 1}"`).join(' ')
  const { exitCode, stderr } = session.executeSync(`/usr/bin/${command} ${words}`, { args })
  if (exitCode === 0) return
  // Without the command there is no such call.
  const missing = exitCode === 126 || exitCode === 127 ? 'ENOSYS' : undefined
  const code = CODES.find(([, text]) => stderr.includes(text))?.[0]
  throw fileError(missing ?? code ?? 'EIO', blame, missing === undefined ? 'invalid_request' : 'unsupported')
}

export function symlink(session: Session, target: string, path: string, blame: Blame): void {
  run(session, 'ln -sT --', [target, path], blame)
}

export function link(session: Session, existing: string, path: string, blame: Blame): void {
  run(session, 'ln -PT --', [existing, path], blame)
}

export function chmod(session: Session, path: string, mode: number, blame: Blame): void {
  run(session, `chmod ${mode.toString(8).padStart(5, '0')} --`, [path], blame)
}

/** Sets the time of the last change, of a link itself where it is not followed. */
export function touch(session: Session, path: string, seconds: number, follow: boolean, blame: Blame): void {
  run(session, `touch -c${follow ? '' : ' -h'} -d @${seconds.toFixed(9)} --`, [path], blame)
}
