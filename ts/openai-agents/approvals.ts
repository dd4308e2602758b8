/** What a person is to see before approving a call, and keeping it where the process that asked is gone. */
import type { RunToolApprovalItem } from '@openai/agents'
import type { CommandApproval, Session } from '../declarations.js'
import { callKey, previewsOf } from '../previews.js'
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
  if (item.type === 'function_call') return previews.questions(callKey(item.name, parsed(item.arguments)))
  if ((item.type as string) === 'shell_call') {
    const { action } = item as unknown as { action: Parameters<typeof shellInput>[0] }
    return previews.questions(callKey(SHELL_KEY, shellInput(action)))
  }
  return []
}

/**
 * Everything that was asked about calls of a session and waits for an answer, by call; JSON-safe. Kept beside a `RunState`
 * and given to `restoreApprovals`, it lets another process go on. `MemSandboxClient` does so by itself.
 */
export function pendingApprovals(session: Session): Record<string, CommandApproval[]> {
  return previewsOf(session)?.pending() ?? {}
}

/** Gives a session what `pendingApprovals` gave in another process. */
export function restoreApprovals(session: Session, pending: Record<string, CommandApproval[]>): void {
  previewsOf(session)?.restore(pending)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
