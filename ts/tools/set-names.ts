/** The names of the ready sets. */
import { invalidArgument } from '../errors.js'

/**
 * `core`: `execute`, `read_file`, `write_file`, `apply_patch`. `shell`: of those, `execute` alone, to stand beside others. `files`:
 * `Read`, `Write`, `Edit`, `Glob`, `Grep`. `editor`: `str_replace_based_edit_tool`. `memory`: `memory`.
 */
export const TOOL_SETS = ['core', 'shell', 'files', 'editor', 'memory'] as const

export type ToolSetName = (typeof TOOL_SETS)[number]

/** The names that were given, without doubles. Default: `core`. Errors: `INVALID_ARGUMENT`. */
export function checkedSets(names: unknown, argument: string): ToolSetName[] {
  const accepted = `an array of ${TOOL_SETS.map((name) => `'${name}'`).join(', ')}`
  if (names === undefined) return ['core']
  if (!Array.isArray(names)) throw invalidArgument(argument, accepted, names)
  for (const name of names as unknown[]) {
    if (!TOOL_SETS.includes(name as ToolSetName)) throw invalidArgument(argument, accepted, name)
  }
  return [...new Set(names as ToolSetName[])]
}
