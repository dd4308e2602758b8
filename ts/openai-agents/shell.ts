/** A session behind `shellTool`. */
import type { RunContext, Shell, ShellAction, ShellResult } from '@openai/agents'
import type { CommandApproval } from '../declarations.js'
import { runShellAction, shellExecuteOptions } from '../openai-shell.js'
import { callKey, previewsOf } from '../previews.js'
import { openSession } from '../tools.js'
import type { OpenAiShellOptions, OpenAiShellOutput } from '../openai-shell.js'
import type { SessionSource } from '../tools.js'

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
  readonly #source: SessionSource
  readonly #options: SessionShellOptions

  constructor(session: SessionSource, options: SessionShellOptions = {}) {
    this.#source = session
    this.#options = options
  }

  async run(action: ShellAction): Promise<ShellResult> {
    const { maxOutputLength } = action
    return {
      output: (await this.#outputs(action)).map((one) => ({ ...one })),
      ...(typeof maxOutputLength === 'number' && { maxOutputLength }),
    }
  }

  async #outputs(action: ShellAction): Promise<OpenAiShellOutput[]> {
    const session = await openSession(this.#source).catch(() => undefined)
    if (session === undefined) {
      // Why is the host's to know.
      const outcome = { type: 'exit', exitCode: 1 } as const
      return action.commands.map(() => ({ stdout: '', stderr: 'the session could not be opened\n', outcome }))
    }
    const previews = previewsOf(session)
    const key = callKey(SHELL_KEY, shellInput(action))
    let asked: CommandApproval | undefined
    const approvals = previews?.questions(key) ?? []
    const outputs = await runShellAction(session, action, this.#options, approvals, (question) => {
      asked ??= question
    })
    previews?.ran({ key }, asked)
    return outputs
  }

  /** Whether the session's policy asks about a command of the action: for `needsApproval` of `shellTool`. */
  readonly needsApproval = async (_context: RunContext, action: ShellAction): Promise<boolean> => {
    const { timeoutMs } = shellExecuteOptions(action, this.#options)
    const commands = action.commands.map((command) => ({ command, options: { timeoutMs } }))
    const session = await openSession(this.#source).catch(() => undefined)
    // Where there is no session, the call itself says so.
    const previews = session && previewsOf(session)
    return previews === undefined ? false : previews.asks({ key: callKey(SHELL_KEY, shellInput(action)) }, commands)
  }
}
