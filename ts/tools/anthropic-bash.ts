/** Anthropic's bash tool (`bash_20250124`): one shell that stays, and one text as its answer. */
import { stripVTControlCharacters } from 'node:util'
import { nullable, object } from '../schema.js'
import type { ExecuteOptions, Session } from '../declarations.js'
import { providerHost, runOptions, stopped, wrongWith } from './provider.js'
import type { ProviderToolOptions } from './provider.js'
import type { SessionSource } from './source.js'
import type { ToolContext } from './types.js'

/** A call: a command, or `restart`. */
export interface BashInput {
  command?: string | null
  /** Drops the shell's state (variables, functions, working folder). The files stay. */
  restart?: boolean | null
}

export interface BashAnswer {
  /** Whether a command ran and ended with exit code 0. */
  ok: boolean
  /** Both streams in the order in which they were written, the end of them where they are long. */
  output: string
  /** What there is to say besides: `[exit code 3]`, why it was stopped, or why nothing ran. */
  note?: string
  /** Where a command ran. */
  exitCode?: number
}

/** An answer as the text that goes to the model. */
export function bashText({ output, note }: BashAnswer): string {
  return [output, note].filter(Boolean).join('\n')
}

/** The schema of `BashInput`. */
export const bashSchema = object({
  command: nullable({ type: 'string' }, 'The script.'),
  restart: nullable({ type: 'boolean' }, 'Whether to start the shell anew.'),
})

/**
 * The tool's handler. Never throws or rejects.
 *
 * Of a long output the last `outputBytes` are shown, behind a line that says what was left out and which file has all of
 * it. Escape sequences and the newlines at the end are taken off. A command that is stopped at its time leaves the shell as
 * it was then: there is nothing to restart.
 */
export function anthropicBash(
  source: SessionSource,
  options: ProviderToolOptions = {},
): (input: BashInput, context?: ToolContext) => Promise<BashAnswer> {
  const host = providerHost(source, options)
  return (input, context = {}) =>
    host.answer(
      'bash',
      context,
      async (session) => {
        const wrong = wrongWith(bashSchema, input)
        if (wrong !== undefined) return failed(wrong)
        const { command, restart } = input
        if (restart === true) {
          // Without a command this only drops the shell's state.
          if (!command) {
            await session.execute('', { fresh: true })
            return { ok: true, output: 'The shell was started anew. The files are as they were.' }
          }
        } else if (!command) return failed('command is required, unless restart is true')
        if (command.includes('\0')) return failed('command must not contain NUL characters')
        const run = runOptions(host.timeoutSeconds, context.signal)
        return runMerged(session, command, { ...run, fresh: restart === true }, host.outputBytes, 'tail')
      },
      failed,
    )
}

function failed(message: string): BashAnswer {
  return { ok: false, output: '', note: `error: ${message}` }
}

/** Runs a command and gives both its streams as one text. */
export async function runMerged(
  session: Session,
  command: string,
  options: ExecuteOptions,
  maxBytes: number,
  keep: 'tail' | 'head+tail',
): Promise<BashAnswer> {
  const ran = await session.execute(command, { ...options, output: { interleaved: true, maxBytes, keep } })
  const output = stripVTControlCharacters(ran.output?.interleaved?.text ?? '').replace(/\n+$/, '')
  const { exitCode } = ran
  if (exitCode === 0) return { ok: true, output, exitCode }
  return { ok: false, output, exitCode, note: [stopped(ran), `[exit code ${exitCode}]`].filter(Boolean).join('\n') }
}
