/** OpenAI's `apply_patch` tool: one operation on one file. */
import { applyEdit } from '../openai-edits.js'
import type { EditOperation } from '../openai-edits.js'
import { providerHost } from './provider.js'
import type { ProviderToolOptions } from './provider.js'
import type { SessionSource } from './source.js'
import type { ToolContext } from './types.js'

export type { EditOperation } from '../openai-edits.js'

export interface EditAnswer {
  status: 'completed' | 'failed'
  /** What was done, or what to mend. */
  output: string
}

/** The handler of `apply_patch`. Never throws or rejects: a failure says what to mend. */
export function openaiEdit(
  source: SessionSource,
  options: ProviderToolOptions = {},
): (operation: EditOperation, context?: ToolContext) => Promise<EditAnswer> {
  const host = providerHost(source, options)
  return (operation, context = {}) =>
    host.answer<EditAnswer>(
      'apply_patch',
      context,
      async (session) => {
        const wrong = problemOf(operation)
        if (wrong !== undefined) return { status: 'failed', output: wrong }
        return { status: 'completed', output: await applyEdit(session, operation) }
      },
      (message) => ({ status: 'failed', output: message }),
    )
}

function problemOf(operation: EditOperation): string | undefined {
  const { type, path, diff, moveTo } = (operation ?? {}) as Partial<Record<string, unknown>>
  if (type !== 'create_file' && type !== 'update_file' && type !== 'delete_file') {
    return 'operation.type must be one of "create_file", "update_file", "delete_file"'
  }
  if (!isPath(path)) return 'operation.path must be one line of text'
  if (type === 'update_file' && moveTo !== undefined && moveTo !== null && !isPath(moveTo))
    return 'operation.moveTo must be one line of text'
  if (type === 'delete_file') return undefined
  return typeof diff === 'string' ? undefined : 'operation.diff must be a string'
}

function isPath(path: unknown): boolean {
  return typeof path === 'string' && path.trim() !== '' && !/[\n\r\0]/.test(path)
}
