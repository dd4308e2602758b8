/** OpenAI's `apply_patch` tool: one operation on one file, whichever SDK brings it. */
import { SandboxError, isMissing } from './errors.js'
import { withContents } from './tools/source.js'
import type { Session } from './declarations.js'

/** An operation. Paths are absolute or relative to the working folder; a diff has no headers. */
export type EditOperation =
  | { type: 'create_file'; path: string; diff: string }
  | { type: 'update_file'; path: string; diff: string; moveTo?: string | null }
  | { type: 'delete_file'; path: string }

/**
 * Does the operation, all of it or nothing, and says what was done. A file that is there is not created anew; a moved one
 * takes the place of another file, and gets the folders that it needs.
 *
 * @param shown the path as the model wrote it, for the text. Default: that of the operation
 * Throws: `SandboxError`, whose message is for the model.
 */
export async function applyEdit(session: Session, operation: EditOperation, shown = operation.path): Promise<string> {
  const { path } = operation
  if (operation.type === 'create_file') {
    if (kindOf(session, path) !== undefined) throw refused(`${shown} is there already: change it with update_file`)
    session.applyDiff(path, operation.diff, { create: true })
    return `Created ${shown}`
  }
  if (operation.type === 'delete_file') {
    if (kindOf(session, path) === 'directory') throw refused(`${shown} is a folder; only files can be deleted`)
    session.remove(path)
    return `Deleted ${shown}`
  }
  const moveTo = operation.moveTo ?? undefined
  await withContents(session, path, () =>
    session.applyDiff(path, operation.diff, moveTo === undefined ? {} : { moveTo }),
  )
  return moveTo === undefined ? `Updated ${shown}` : `Updated ${shown} and moved it to ${moveTo}`
}

/** What is at a path, if anything; a link is one. */
function kindOf(session: Session, path: string): string | undefined {
  try {
    return session.stat(path, { followSymlinks: false }).kind
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function refused(message: string): SandboxError {
  return new SandboxError({ code: 'INVALID_ARGUMENT', category: 'invalid_request', message })
}
