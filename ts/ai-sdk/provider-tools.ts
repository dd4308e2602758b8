/** Executors for the tools that providers define: `anthropic.tools.bash_20250124({ execute: aiSdk(session).anthropic.bash })`. */
import { invalidArgument } from '../errors.js'
import { memory, textEditor } from '../tools/anthropic-editor.js'
import type { EditorToolInput, MemoryToolInput } from '../declarations.js'
import { anthropicBash, bashSchema, bashText } from '../tools/anthropic-bash.js'
import type { BashAnswer, BashInput } from '../tools/anthropic-bash.js'
import { aiSchema } from './tools.js'
import { openaiEdit } from '../tools/openai-edits.js'
import type { EditAnswer, EditOperation } from '../tools/openai-edits.js'
import { openaiLocalShell, openaiShell } from '../tools/openai-shell.js'
import type { LocalShellAction } from '../tools/openai-shell.js'
import type { OpenAiShellAction, OpenAiShellOutput } from '../openai-shell.js'
import type { ProviderToolOptions } from '../tools/provider.js'
import type { SessionSource } from '../tools/source.js'

/** What an executor reads of a call's options. */
export interface ExecutorCall {
  abortSignal?: AbortSignal | undefined
}

export interface AiSdkOptions extends ProviderToolOptions {
  /**
   * What becomes of a bash command that fails. `'text'`: its output with `[exit code N]` behind it. `'throw'`: an error with
   * the output as its message (`exit N` where there is none), which the SDK marks as such for the model. Default `'text'`.
   */
  bashFailures?: 'text' | 'throw'
  /** The most characters of a file that the text editor's `view` shows; what was left out is said. Default: no limit. */
  maxCharacters?: number
}

/** Executors, to be given to the tools of the provider's package. */
export interface AiSdkExecutors {
  anthropic: {
    /** For `anthropic.tools.bash_20241022` and `bash_20250124`, under the key `bash`. */
    bash(input: BashInput, call?: ExecutorCall): Promise<string>
    /**
     * The input schema to put over the provider's own, which refuses the `{ restart: true }` that the model sends:
     * `{ ...anthropic.tools.bash_20250124({ execute: bash }), inputSchema: bashInputSchema }`.
     */
    // oxlint-disable-next-line typescript/no-explicit-any -- the three versions have three types for it
    bashInputSchema: any
    /** For `anthropic.tools.textEditor_20250728` and the versions before it, under the key that the provider asks for. */
    textEditor(input: EditorToolInput, call?: ExecutorCall): Promise<string>
    /** For `anthropic.tools.memory_20250818`, under the key `memory`. What it keeps is below `/memories` of the session. */
    memory(input: MemoryToolInput, call?: ExecutorCall): Promise<string>
  }
  openai: {
    /** For `openai.tools.shell` (providers for `ai` 6 and 7), under the key `shell`. */
    shell(input: { action: OpenAiShellAction }, call?: ExecutorCall): Promise<{ output: OpenAiShellOutput[] }>
    /** For `openai.tools.applyPatch` (providers for `ai` 6 and 7), under the key `apply_patch`. */
    applyPatch(input: { callId: string; operation: EditOperation }, call?: ExecutorCall): Promise<EditAnswer>
    /** For `openai.tools.localShell`, under the key `local_shell` (`shell` with the provider for `ai` 5). */
    localShell(input: { action: LocalShellAction }, call?: ExecutorCall): Promise<{ output: string }>
  }
}

/**
 * Executors for provider tools on one session. They share its shell, its files and its order of calls with all other tools.
 *
 * None throws, but `bash` with `bashFailures: 'throw'`.
 */
export function aiSdk(session: SessionSource, options: AiSdkOptions = {}): AiSdkExecutors {
  const { bashFailures = 'text', maxCharacters, ...host } = options
  if (bashFailures !== 'text' && bashFailures !== 'throw') {
    throw invalidArgument('options.bashFailures', `'text' or 'throw'`, bashFailures)
  }
  const bash = anthropicBash(session, host)
  const log = host.onError && { onError: host.onError }
  const edit = textEditor(session, { ...log, ...(maxCharacters !== undefined && { maxCharacters }) })
  const remember = memory(session, { ...log })
  const shell = openaiShell(session, host)
  const patch = openaiEdit(session, host)
  const localShell = openaiLocalShell(session, host)
  return {
    anthropic: {
      bashInputSchema: aiSchema(bashSchema),
      async bash(input, { abortSignal } = {}) {
        const answer = await bash(input, { signal: abortSignal })
        if (!answer.ok && bashFailures === 'throw') throw new Error(thrown(answer))
        return bashText(answer)
      },
      textEditor: async (input, { abortSignal } = {}) => (await edit(input, { signal: abortSignal })).text,
      memory: async (input, { abortSignal } = {}) => (await remember(input, { signal: abortSignal })).text,
    },
    openai: {
      shell: async ({ action }, { abortSignal } = {}) => ({ output: await shell(action, { signal: abortSignal }) }),
      applyPatch: ({ operation }, { abortSignal } = {}) => patch(operation, { signal: abortSignal }),
      localShell: async ({ action }, { abortSignal } = {}) => ({
        output: await localShell(action, { signal: abortSignal }),
      }),
    },
  }
}

/** As the reference implementation words it: the output, or the status where there is none. */
function thrown(answer: BashAnswer): string {
  const { output, note, exitCode } = answer
  if (note !== `[exit code ${exitCode}]`) return bashText(answer)
  return output === '' ? `exit ${exitCode}` : output
}
