/** What there is to work with: options of executors, and of sessions that then have an executor of their own. */
import * as check from './arguments.js'
import type { Check, Shape } from './arguments.js'

/** `'all'`, or names of what an error calls `kind`. */
function selection(kind: string): Check {
  return (value, argument) => {
    if (value === 'all') return value
    return check.list(check.shellText, `'all' or an array of ${kind} names`)(value, argument)
  }
}

export const capabilityShape = {
  profile: check.oneOf('normal', 'hardened', 'seed'),
  commands: selection('command'),
  builtins: selection('builtin'),
  language: check.map(check.text, check.boolean, 'an object of names of constructs, with true or false'),
  sedExecute: check.boolean,
} as const satisfies Shape

/** The names of these options. */
export const CAPABILITIES = Object.keys(capabilityShape) as ReadonlyArray<keyof typeof capabilityShape>

/** Whether a session with these options has an executor of its own. */
export function hasOwnExecutor(options: {
  readonly [Key in (typeof CAPABILITIES)[number] | 'custom' | 'network']?: unknown
}): boolean {
  return (
    options.custom !== undefined ||
    options.network !== undefined ||
    CAPABILITIES.some((key) => options[key] !== undefined)
  )
}
