/** OpenAI's `apply_patch` tool: one operation on one file. */
import type { Session } from '../declarations.js'
import { providerHost } from './provider.js'
import type { ProviderToolOptions } from './provider.js'
import type { SessionSource } from './source.js'
import type { ToolContext } from './types.js'

/** An operation. Paths are absolute or relative to the working folder. */
export type EditOperation =
  | { type: 'create_file'; path: string; diff: string }
  | { type: 'update_file'; path: string; diff: string; moveTo?: string }
  | { type: 'delete_file'; path: string }

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
      async (session) => apply(session, operation),
      (message) => ({ status: 'failed', output: message }),
    )
}

function apply(session: Session, operation: EditOperation): EditAnswer {
  const wrong = problemOf(operation)
  if (wrong !== undefined) return { status: 'failed', output: wrong }
  if (operation.type === 'create_file' && isThere(session, operation.path)) {
    return { status: 'failed', output: `${operation.path} is there already: change it with update_file` }
  }
  const { files } = session.applyPatch(envelope(operation))
  const output = files.map(({ action, path, from }) => `${action} ${from === null ? '' : `${from} to `}${path}`)
  return { status: 'completed', output: output.join('\n') }
}

function isThere(session: Session, path: string): boolean {
  try {
    session.stat(path, { followSymlinks: false })
    return true
  } catch {
    return false
  }
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
  if (typeof diff !== 'string') return 'operation.diff must be a string'
  // A diff is about its own file: a marker in it would reach another one.
  const marker = diff.split('\n').find((line) => line.startsWith('***') && line.trim() !== '*** End of File')
  return marker === undefined ? undefined : `invalid line in the diff: ${marker}`
}

function isPath(path: unknown): boolean {
  return typeof path === 'string' && path.trim() !== '' && !/[\n\r\0]/.test(path)
}

/** The operation as a patch of the envelope form. */
function envelope(operation: EditOperation): string {
  const lines = ['*** Begin Patch']
  if (operation.type === 'delete_file') lines.push(`*** Delete File: ${operation.path}`)
  else {
    lines.push(`*** ${operation.type === 'create_file' ? 'Add' : 'Update'} File: ${operation.path}`)
    if (operation.type === 'update_file' && operation.moveTo) lines.push(`*** Move to: ${operation.moveTo}`)
    if (operation.diff !== '') lines.push(operation.diff.replace(/\n$/, ''))
  }
  return [...lines, '*** End Patch', ''].join('\n')
}
