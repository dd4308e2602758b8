/** Why a call was stopped, in the words that every tool has for it. */
import type { ExecuteResult } from './declarations.js'

/** What was wrong, the command that needs approval if it is that, and how to go on. `undefined` where nothing stopped the call. */
export function failureReason({ failure, approval }: Pick<ExecuteResult, 'failure' | 'approval'>): string | undefined {
  if (failure === null) return undefined
  const asked = approval === null ? '' : ` (${approval.argv.join(' ')})`
  return [`${failure.message}${asked}`, failure.hint].filter(Boolean).join('; ')
}

/** The same as a line of its own behind an output, for results that have no other place for it. */
export function withReason(output: string, line: string): string {
  return `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}${line}\n`
}
