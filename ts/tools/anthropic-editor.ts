/** Anthropic's text editor and memory tool: what a model asks, done by the core, and the text that it gets. */
import type { EditorToolInput, EditorToolOptions, MemoryToolInput } from '../declarations.js'
import { memorySchema, textEditorSchema } from './editor-input.js'
import { providerHost, wrongWith } from './provider.js'
import type { ProviderToolOptions } from './provider.js'
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
  const how = { ...(maxCharacters !== undefined && { maxCharacters }), ...(existing !== undefined && { existing }) }
  return (input, context = {}) =>
    host.answer(
      'text_editor',
      context,
      async (session) => {
        const wrong = wrongWith(textEditorSchema, input)
        if (wrong !== undefined) return failed(wrong)
        const given = picked(input, textEditorSchema) as unknown as EditorToolInput
        // Files that the host gives when they are first read can't be had synchronously.
        if (given.command !== 'create') await session.load(given.path).catch(() => undefined)
        return { ok: true, text: session.editorTool(given, how) }
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

function failed(message: string): EditorAnswer {
  return { ok: false, text: `Error: ${message}` }
}

/** The parameters of the schema that were given: some models send others besides. */
function picked(input: object, { properties }: { properties: object }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key, value]) => key in properties && value !== null))
}
