/** Paths as a model writes them. */
import { posix } from 'node:path'
import { WORKSPACE } from '../../backend.js'

/** Absolute and normal; a relative one is below `/workspace`. `..` is followed, never refused: the sandbox is the border. */
export function guestPath(path: string): string {
  return posix.resolve(WORKSPACE, path)
}

/** A path on one line: one with control characters as a JSON string. */
export function shownPath(path: string): string {
  // oxlint-disable-next-line no-control-regex
  return /[\x00-\x1f\x7f]/.test(path) ? JSON.stringify(path) : path
}
