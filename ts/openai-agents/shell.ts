/** A session behind `shellTool`. */
import type { RunContext, Shell, ShellAction, ShellResult } from '@openai/agents'
import type { CommandApproval, Session } from '../declarations.js'
import { runShellAction, shellExecuteOptions } from '../openai-shell.js'
import { callKey, previewsOf } from '../previews.js'
import type { OpenAiShellOptions } from '../openai-shell.js'

/** What the host may set for a shell. */
export type SessionShellOptions = OpenAiShellOptions

/** The name under which approvals of shell calls are kept, whatever the tool is called. */
export const SHELL_KEY = 'shell'

/** What makes a shell call that call, in one order. */
export function shellInput(action: ShellAction): unknown {
  return [action.commands, action.timeoutMs ?? null, action.maxOutputLength ?? null]
}

/**
 * The session as the SDK's `Shell`: `shellTool({ shell, needsApproval: shell.needsApproval })`.
 *
 * Commands run in order in one shell, whose folder, variables and functions stay from call to call. `run` never throws, and
 * each exit code is a number: the SDK tells the API 0 for everything else. It gets no abort signal, so the time limit is
 * what ends a command.
 */
export class SessionShell implements Shell {
  readonly #session: Session
  readonly #options: SessionShellOptions

  constructor(session: Session, options: SessionShellOptions = {}) {
    this.#session = session
    this.#options = options
  }

  async run(action: ShellAction): Promise<ShellResult> {
    const previews = previewsOf(this.#session)
    const key = callKey(SHELL_KEY, shellInput(action))
    let asked: CommandApproval | undefined
    const approvals = previews?.questions(key) ?? []
    const output = await runShellAction(this.#session, action, this.#options, approvals, (question) => {
      asked ??= question
    })
    previews?.ran(key, asked)
    return {
      output: output.map((one) => ({ ...one })),
      ...(typeof action.maxOutputLength === 'number' && { maxOutputLength: action.maxOutputLength }),
    }
  }

  /** Whether the session's policy asks about a command of the action: for `needsApproval` of `shellTool`. */
  readonly needsApproval = async (_context: RunContext, action: ShellAction): Promise<boolean> => {
    const { timeoutMs } = shellExecuteOptions(action, this.#options)
    const commands = action.commands.map((command) => ({ command, options: { timeoutMs } }))
    const previews = previewsOf(this.#session)
    return previews === undefined ? false : previews.asks(callKey(SHELL_KEY, shellInput(action)), commands)
  }
}
