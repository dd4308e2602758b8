/** OpenAI's shell tools: `shell`, which is given commands, and the older `local_shell`, which is given words. */
import { posix } from 'node:path'
import { runShellAction } from '../openai-shell.js'
import { quoted } from '../quoted.js'
import { nullable, object } from '../schema.js'
import type { OpenAiShellAction, OpenAiShellOutput } from '../openai-shell.js'
import { bashText, runMerged } from './anthropic-bash.js'
import { providerHost, runOptions, wrongWith } from './provider.js'
import type { ProviderToolOptions } from './provider.js'
import type { SessionSource } from './source.js'
import type { ToolContext } from './types.js'

const actionSchema = object({
  commands: { type: 'array', items: { type: 'string' } },
  timeoutMs: nullable({ type: 'number', minimum: 0 }, 'Milliseconds for each command.'),
  maxOutputLength: nullable({ type: 'integer', minimum: 0 }, 'Characters of each output.'),
})

/**
 * The handler of `shell`: one output for each command, in their order. Never throws or rejects, and always with a number
 * as exit code: what is null or thrown reaches the model as 0. 2 is a call that could not be read.
 */
export function openaiShell(
  source: SessionSource,
  options: ProviderToolOptions = {},
): (action: OpenAiShellAction, context?: ToolContext) => Promise<OpenAiShellOutput[]> {
  const host = providerHost(source, options)
  return (action, { signal } = {}) =>
    host.answerUnqueued(
      'shell',
      { signal },
      async (session) => {
        const wrong = wrongWith(actionSchema, action)
        if (wrong !== undefined) return [refused(wrong)]
        const { commands, timeoutMs, maxOutputLength } = action
        // 0 stands for no wish.
        const asked = { commands, timeoutMs: timeoutMs || null, maxOutputLength: maxOutputLength || null }
        const most = { timeoutMs: host.timeoutSeconds * 1_000, maxOutputLength: host.outputBytes, signal }
        return runShellAction(session, asked, most)
      },
      (message) => [refused(message)],
    )
}

function refused(message: string): OpenAiShellOutput {
  return { stdout: '', stderr: `error: ${message}\n`, outcome: { type: 'exit', exitCode: 2 } }
}

/** A call of `local_shell`: words, as for `execve`. */
export interface LocalShellAction {
  command: string[]
  timeoutMs?: number | null
  /** There is one user: another is refused. */
  user?: string | null
  workingDirectory?: string | null
  /** For this call only. */
  env?: Record<string, string> | null
}

const localSchema = object({
  command: { type: 'array', items: { type: 'string' } },
  timeoutMs: nullable({ type: 'number', minimum: 0 }, 'Milliseconds.'),
  user: nullable({ type: 'string' }, 'Who runs it.'),
  workingDirectory: nullable({ type: 'string' }, 'Where it runs.'),
})

/**
 * The handler of `local_shell`: both streams as one text, with `[exit code N]` behind it where that is not 0. Never throws
 * or rejects. `["bash", "-lc", script]` runs the script in the session's own shell, other words as one command.
 */
export function openaiLocalShell(
  source: SessionSource,
  options: ProviderToolOptions = {},
): (action: LocalShellAction, context?: ToolContext) => Promise<string> {
  const host = providerHost(source, options)
  return (action, context = {}) =>
    host.answer(
      'local_shell',
      context,
      async (session) => {
        const wrong = wrongWith(localSchema, action)
        if (wrong !== undefined) return `error: ${wrong}`
        const { command, timeoutMs, user, workingDirectory, env } = action
        if (command.length === 0) return 'error: command must have at least one word'
        const self = session.env['USER'] ?? 'user'
        if (user && user !== self) return `error: there is no user ${user} here, only ${self}`
        const seconds = Math.min((timeoutMs || Number.POSITIVE_INFINITY) / 1_000, host.timeoutSeconds)
        const where = {
          ...runOptions(seconds, context.signal),
          ...(workingDirectory && { cwd: workingDirectory }),
          ...(env && { env }),
        }
        return bashText(await runMerged(session, scriptOf(command), where, host.outputBytes, 'head+tail'))
      },
      (message) => `error: ${message}`,
    )
}

/** The script that the words stand for. */
function scriptOf(words: string[]): string {
  const [program = '', flag, script] = words
  const isShell = ['bash', 'sh'].includes(posix.basename(program))
  if (isShell && (flag === '-c' || flag === '-lc') && script !== undefined && words.length === 3) return script
  return words.map(quoted).join(' ')
}
