/** What a person is to see before approving a call, and keeping it where the process that asked is gone. */
import type { RunToolApprovalItem } from '@openai/agents'
import type { CommandApproval, Session } from '../declarations.js'
import { callKey, previewsOf } from '../previews.js'
import { EXEC_TOOL, execKey } from './shell-capability.js'
import { SHELL_KEY, shellInput } from './shell.js'

/**
 * The commands that the policy asks about in an interrupted call: their words after all expansions, and the hash of the files
 * that they were asked about. Approving the interruption allows exactly these.
 *
 * Empty where the interruption has another reason.
 */
export function approvalsFor(session: Session, interruption: RunToolApprovalItem): readonly CommandApproval[] {
  const item = interruption.rawItem
  const previews = previewsOf(session)
  if (previews === undefined) return []
  if (item.type === 'function_call') {
    const input = parsed(item.arguments)
    const isExec = item.name === EXEC_TOOL && typeof input === 'object' && input !== null
    return previews.questions(isExec ? execKey({ ...input }) : callKey(item.name, input))
  }
  if ((item.type as string) === 'shell_call') {
    const { action } = item as unknown as { action: Parameters<typeof shellInput>[0] }
    return previews.questions(callKey(SHELL_KEY, shellInput(action)))
  }
  return []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
