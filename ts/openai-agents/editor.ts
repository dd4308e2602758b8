/** A session behind `applyPatchTool`. */
import { UserError } from '@openai/agents'
import type { ApplyPatchOperation, ApplyPatchResult, Editor } from '@openai/agents'
import type { Session } from '../declarations.js'
import { SandboxError } from '../index.js'
import { inTurn } from '../turns.js'
import { applyHeaderlessDiff } from './apply-diff.js'

export interface SessionEditorOptions {
  /** Gives the path in the sandbox for the one that an operation names; what it throws refuses the operation. Default: as it is. */
  resolve?: (path: string) => string
  /** Told of every error that became an answer, for the host's log. */
  onError?: (error: unknown, operation: ApplyPatchOperation) => void
}

type Operation<Type extends ApplyPatchOperation['type']> = Extract<ApplyPatchOperation, { type: Type }>

/**
 * The session as the SDK's `Editor`: `applyPatchTool({ editor: new SessionEditor(session) })`.
 *
 * Each operation happens whole or not at all, in the order in which it was asked for. Nothing throws: a failure is
 * `{ status: 'failed' }` with a text that says what to do about it.
 */
export class SessionEditor implements Editor {
  readonly #session: Session
  readonly #options: SessionEditorOptions

  constructor(session: Session, options: SessionEditorOptions = {}) {
    this.#session = session
    this.#options = options
  }

  /** Creates a file, and its parents. One that is there already is not replaced. */
  async createFile(operation: Operation<'create_file'>): Promise<ApplyPatchResult> {
    return this.#perform(operation, (path) => {
      const content = fitted('', operation.diff, 'create')
      this.#session.writeFile(path, content, { ifAbsent: true, createParents: true })
      return `Created ${operation.path}`
    })
  }

  /** Changes a file, and with `moveTo` renames it; what is there then must not be a folder. */
  async updateFile(operation: Operation<'update_file'>): Promise<ApplyPatchResult> {
    return this.#perform(operation, (path) => {
      const session = this.#session
      const before = session.readFile(path)
      const content = fitted(before, operation.diff, 'default')
      const target = operation.moveTo === undefined ? path : this.#resolve(operation.moveTo)
      if (target === path) {
        session.writeFile(path, content)
        return `Updated ${operation.path}`
      }
      const fork = session.fork()
      try {
        // Both steps, or none: what a fork refuses is not begun.
        moved(fork, path, target, content)
      } finally {
        fork.close()
      }
      moved(session, path, target, content)
      return `Updated ${operation.path} and moved it to ${operation.moveTo}`
    })
  }

  /** Removes a file. */
  async deleteFile(operation: Operation<'delete_file'>): Promise<ApplyPatchResult> {
    return this.#perform(operation, (path) => {
      if (this.#session.stat(path, { followSymlinks: false }).kind === 'directory') {
        throw refused(`${operation.path} is a folder; only files can be deleted`)
      }
      this.#session.remove(path)
      return `Deleted ${operation.path}`
    })
  }

  /** Whether a path can be edited at all: the SDK asks for mounts. */
  canAccessPathForEdit(path: string): boolean {
    try {
      this.#resolve(path)
      return true
    } catch {
      return false
    }
  }

  #resolve(path: string): string {
    return this.#options.resolve?.(path) ?? path
  }

  async #perform(operation: ApplyPatchOperation, work: (path: string) => string): Promise<ApplyPatchResult> {
    try {
      const session = this.#session
      const output = await inTurn(session, undefined, async () => {
        const path = this.#resolve(operation.path)
        // Files that the host gives when they are first read can't be had synchronously.
        if (operation.type === 'update_file') await session.load(path).catch(() => undefined)
        return work(path)
      })
      return { status: 'completed', output }
    } catch (error) {
      try {
        this.#options.onError?.(error, operation)
      } catch {
        // Its own affair.
      }
      return { status: 'failed', output: failureOf(error, operation) }
    }
  }
}

function moved(session: Session, from: string, to: string, content: string): void {
  if (isFolder(session, to)) throw refused(`${to} is a folder`)
  session.move(from, to, { overwrite: true, createParents: true })
  session.writeFile(to, content)
}

function isFolder(session: Session, path: string): boolean {
  try {
    return session.stat(path).kind === 'directory'
  } catch {
    return false
  }
}

/** A diff that does not fit, in the words of the engine. */
class DiffError extends Error {}

function fitted(content: string, diff: string, mode: 'create' | 'default'): string {
  try {
    return applyHeaderlessDiff(content, diff, mode)
  } catch (error) {
    throw new DiffError(error instanceof Error ? error.message : String(error))
  }
}

function refused(message: string): SandboxError {
  return new SandboxError({ code: 'INVALID_ARGUMENT', category: 'invalid_request', message })
}

function failureOf(error: unknown, operation: ApplyPatchOperation): string {
  if (error instanceof DiffError) {
    return `the diff does not fit ${operation.path}: ${error.message}\nRead the file and send a diff against what it holds now.`
  }
  if (error instanceof SandboxError && error.category !== 'internal') {
    if (error.code === 'EEXIST' && operation.type === 'create_file') {
      return `${operation.path} is there already: change it with update_file`
    }
    return error.message
  }
  // The SDK's refusals of a path are for the model to read; what else it was is the host's to know.
  return error instanceof UserError ? error.message : 'the edit failed for a reason of its own'
}
