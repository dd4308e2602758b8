/** The text editor and the memory as tools for any model: Anthropic's know them, the schema tells the others. */
import type { EditorToolInput, EditorToolOptions, MemoryToolInput } from '../declarations.js'
import { invalidArgument } from '../errors.js'
import { editorOptions } from './anthropic-editor.js'
import { define } from './define.js'
import { memorySchema, textEditorSchema } from './editor-input.js'
import { withContents } from './source.js'
import type { SessionSource } from './source.js'
import type { ResultMetadata, Tool, ToolOptions } from './types.js'

/** What the host may set for the text editor's tool. */
export type TextEditorToolOptions = ToolOptions & EditorToolOptions

export interface EditorToolResult {
  metadata: ResultMetadata
  /** What the tool answers, in the words that Anthropic's models know. */
  text: string
}

/** The text editor as a tool: view, create, str_replace, insert, undo_edit. */
export function textEditorTool(source: SessionSource, options: TextEditorToolOptions = {}): Tool<EditorToolResult> {
  const { maxCharacters, existing, ...host } = options
  if (maxCharacters !== undefined && !(Number.isSafeInteger(maxCharacters) && maxCharacters > 0)) {
    throw invalidArgument('options.maxCharacters', 'a whole number above 0', maxCharacters)
  }
  if (existing !== undefined && existing !== 'overwrite' && existing !== 'refuse') {
    throw invalidArgument('options.existing', `'overwrite' or 'refuse'`, existing)
  }
  const how = editorOptions(options)
  return define(source, host, () => ({
    name: 'str_replace_based_edit_tool',
    description:
      'Views and edits text files of the sandbox. view shows a file with line numbers, or a folder two levels deep; create ' +
      'writes a whole file; str_replace replaces a text that is in the file exactly once; insert puts lines after a line; ' +
      'undo_edit takes back the last change that this tool made to the file.',
    parameters: textEditorSchema,
    notEmpty: ['path'],
    async perform(input: EditorToolInput, { session, metadata }) {
      const text = await withContents(session, input.path, () => session.editorTool(input, how))
      return { metadata: metadata(session.revision), text }
    },
  }))
}

/** The memory as a tool: notes below `/memories`, which stay as long as the session and its snapshots. */
export function memoryTool(source: SessionSource, options: ToolOptions = {}): Tool<EditorToolResult> {
  return define(source, options, () => ({
    name: 'memory',
    description:
      'Keeps notes in files below /memories. view shows a note with line numbers, or what notes there are; create makes a ' +
      'note; str_replace and insert change one; delete and rename are for notes and folders. Look at /memories before you begin.',
    parameters: memorySchema,
    notEmpty: ['path', 'old_path', 'new_path'],
    perform: async (input: MemoryToolInput, { session, metadata }) => ({
      text: session.memoryTool(input),
      metadata: metadata(session.revision),
    }),
  }))
}

/** The ready set with the text editor, keyed by name. */
export function editorTools(source: SessionSource, options: TextEditorToolOptions = {}) {
  return { str_replace_based_edit_tool: textEditorTool(source, options) }
}

/** The ready set with the memory, keyed by name. Give it a session of its own where notes are to outlive the workspace. */
export function memoryTools(source: SessionSource, options: ToolOptions = {}) {
  return { memory: memoryTool(source, options) }
}
