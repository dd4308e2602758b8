/** A session behind `applyPatchTool`. */
import { UserError } from '@openai/agents'
import type { ApplyPatchOperation, ApplyPatchResult, Editor } from '@openai/agents'
import { SandboxError } from '../index.js'
import { applyEdit } from '../openai-edits.js'
import { openSession } from '../tools.js'
import { inTurn } from '../turns.js'
import type { EditOperation } from '../openai-edits.js'
import type { SessionSource } from '../tools.js'

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
  readonly #source: SessionSource
  readonly #options: SessionEditorOptions

  constructor(session: SessionSource, options: SessionEditorOptions = {}) {
    this.#source = session
    this.#options = options
  }

  /** Creates a file, and its parents. One that is there already is not replaced. */
  async createFile(operation: Operation<'create_file'>): Promise<ApplyPatchResult> {
    return this.#perform(operation, (path) => ({ ...operation, path }))
  }

  /** Changes a file, and with `moveTo` renames it; what is there then must not be a folder. */
  async updateFile(operation: Operation<'update_file'>): Promise<ApplyPatchResult> {
    return this.#perform(operation, (path) => {
      const { type, diff, moveTo } = operation
      return { type, diff, path, ...(moveTo !== undefined && { moveTo: this.#resolve(moveTo) }) }
    })
  }

  /** Removes a file. */
  async deleteFile(operation: Operation<'delete_file'>): Promise<ApplyPatchResult> {
    return this.#perform(operation, (path) => ({ ...operation, path }))
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

  async #perform(operation: ApplyPatchOperation, located: (path: string) => EditOperation): Promise<ApplyPatchResult> {
    try {
      const session = await openSession(this.#source)
      const output = await inTurn(session, undefined, async () =>
        applyEdit(session, located(this.#resolve(operation.path)), operation.path),
      )
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

function failureOf(error: unknown, operation: ApplyPatchOperation): string {
  if (error instanceof SandboxError && error.category !== 'internal') {
    const wrongDiff = error.code === 'PATCH_CONTEXT_MISMATCH' || error.code === 'INVALID_PATCH'
    return wrongDiff ? `the diff does not fit ${operation.path}: ${error.message}` : error.message
  }
  // The SDK's refusals of a path are for the model to read; what else it was is the host's to know.
  return error instanceof UserError ? error.message : 'the edit failed for a reason of its own'
}
