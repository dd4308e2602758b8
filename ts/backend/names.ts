/** Names of sessions: the same rule for every backend, so that a name that is good for one is good for all. */
import { invalidArgument } from '../errors.js'

/**
 * Accepts 1 to 128 of the characters `A–Z a–z 0–9 . _ -`, the first a letter or a digit.
 *
 * Errors: `INVALID_ARGUMENT`.
 */
export function checkSessionName(name: unknown, argument = 'name'): string {
  if (typeof name !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) {
    const accepted = 'a name of at most 128 letters, digits, dots, underscores and hyphens, the first a letter or digit'
    throw invalidArgument(argument, accepted, name)
  }
  return name
}
