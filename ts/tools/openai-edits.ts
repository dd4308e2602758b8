/** OpenAI's `apply_patch` tool: one operation on one file, by a diff without headers. */
import type { PatchedFile, Session } from '../declarations.js'
import { providerHost } from './provider.js'
import type { ProviderToolOptions } from './provider.js'
import { withContents } from './source.js'
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

/**
 * The handler of `apply_patch`. Never throws or rejects: a failure says what to mend. A file that is there is not created, and
 * only files are deleted.
 */
export function openaiEdit(
  source: SessionSource,
  options: ProviderToolOptions = {},
): (operation: EditOperation, context?: ToolContext) => Promise<EditAnswer> {
  const host = providerHost(source, options)
  return (operation, context = {}) =>
    host.answer<EditAnswer>('apply_patch', context, (session) => apply(session, operation), failed)
}

function failed(output: string): EditAnswer {
  return { status: 'failed', output }
}

async function apply(session: Session, operation: EditOperation): Promise<EditAnswer> {
  const wrong = problemOf(operation)
  if (wrong !== undefined) return failed(wrong)
  const { type, path } = operation
  const kind = kindOf(session, path)
  switch (type) {
    case 'create_file':
      if (kind !== undefined) return failed(`${path} is there already: change it with update_file`)
      return done(session.applyDiff(path, operation.diff, { create: true }))
    case 'update_file': {
      const { diff, moveTo } = operation
      const options = moveTo ? { moveTo } : {}
      return done(await withContents(session, path, () => session.applyDiff(path, diff, options)))
    }
    case 'delete_file':
      if (kind === 'directory') return failed(`${path} is a folder; only files can be deleted`)
      session.remove(path)
      return { status: 'completed', output: `deleted ${path}` }
  }
}

function done({ action, path, from }: PatchedFile): EditAnswer {
  return { status: 'completed', output: from === null ? `${action} ${path}` : `${action} ${from} to ${path}` }
}

function kindOf(session: Session, path: string): string | undefined {
  try {
    return session.stat(path, { followSymlinks: false }).kind
  } catch {
    return undefined
  }
}

function problemOf(operation: EditOperation): string | undefined {
  const { type, path, diff, moveTo } = (operation ?? {}) as Partial<Record<string, unknown>>
  if (type !== 'create_file' && type !== 'update_file' && type !== 'delete_file') {
    return 'operation.type must be one of "create_file", "update_file", "delete_file"'
  }
  if (typeof path !== 'string' || path === '') return 'operation.path must be a path'
  if (type === 'delete_file') return undefined
  if (typeof diff !== 'string') return 'operation.diff must be a string'
  if (type === 'update_file' && moveTo !== undefined && moveTo !== null && typeof moveTo !== 'string') {
    return 'operation.moveTo must be a path'
  }
  return undefined
}
