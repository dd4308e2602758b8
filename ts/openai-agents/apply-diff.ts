/** The headerless diff of one file, as `apply_patch_call.operation.diff` has it. */
import { applyDiff } from '@openai/agents'

/**
 * The content that `diff` makes of `content`; of nothing, where it creates a file.
 *
 * Throws with the reason where it does not fit.
 */
export function applyHeaderlessDiff(content: string, diff: string, mode: 'create' | 'default'): string {
  return applyDiff(content, diff, mode)
}
