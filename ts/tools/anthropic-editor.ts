/** Anthropic's text editor and memory tool: what a model asks, done by the core, and the text that it gets. */
import type { EditorToolInput, EditorToolOptions, MemoryToolInput } from '../declarations.js'
import { memorySchema, textEditorSchema } from './editor-input.js'
import { providerHost, wrongWith } from './provider.js'
import type { ProviderToolOptions } from './provider.js'
import { withContents } from './source.js'
import type { SessionSource } from './source.js'
import type { ToolContext } from './types.js'

/** What the host may set for the text editor. */
export interface TextEditorOptions extends Pick<ProviderToolOptions, 'onError'>, EditorToolOptions {}

/** What a model gets. */
export interface EditorAnswer {
  /** Whether it was done. */
  ok: boolean
  text: string
}

/** The handler of the text editor. Never throws or rejects. */
export function textEditor(
  source: SessionSource,
  options: TextEditorOptions = {},
): (input: EditorToolInput, context?: ToolContext) => Promise<EditorAnswer> {
  const { maxCharacters, existing, ...rest } = options
  const host = providerHost(source, rest)
  const how = editorOptions({ maxCharacters, existing })
  return (input, context = {}) =>
    host.answer(
      'text_editor',
      context,
      async (session) => {
        const wrong = wrongWith(textEditorSchema, input)
        if (wrong !== undefined) return failed(wrong)
        const given = picked(input, textEditorSchema) as unknown as EditorToolInput
        return { ok: true, text: await withContents(session, given.path, () => session.editorTool(given, how)) }
      },
      failed,
    )
}

/** The handler of the memory tool. Never throws or rejects. */
export function memory(
  source: SessionSource,
  options: Pick<ProviderToolOptions, 'onError'> = {},
): (input: MemoryToolInput, context?: ToolContext) => Promise<EditorAnswer> {
  const host = providerHost(source, options)
  return (input, context = {}) =>
    host.answer(
      'memory',
      context,
      async (session) => {
        const wrong = wrongWith(memorySchema, input)
        if (wrong !== undefined) return failed(wrong)
        return { ok: true, text: session.memoryTool(picked(input, memorySchema) as unknown as MemoryToolInput) }
      },
      failed,
    )
}

/** Those of the core's options that were given. */
export function editorOptions({
  maxCharacters,
  existing,
}: {
  [Key in keyof EditorToolOptions]: EditorToolOptions[Key] | undefined
}): EditorToolOptions {
  return { ...(maxCharacters !== undefined && { maxCharacters }), ...(existing !== undefined && { existing }) }
}

function failed(message: string): EditorAnswer {
  return { ok: false, text: `Error: ${message}` }
}

/** The parameters of the schema that were given: some models send others besides. */
function picked(input: object, { properties }: { properties: object }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key, value]) => key in properties && value !== null))
}
