/**
 * The four tools that a model gets, each defined once: name, description, JSON Schema, handler.
 *
 * Every SDK's adapter is made from these. A handler never throws: SDKs replace what a tool throws by a fixed sentence,
 * and the model could not learn from it. Whatever happens comes back as `{ ok: true, result }` or `{ ok: false, error }`.
 */
import { applyPatchTool } from './tools/apply-patch.js'
import { executeTool } from './tools/execute.js'
import { readFileTool } from './tools/read-file.js'
import { writeFileTool } from './tools/write-file.js'
import type { SessionSource } from './tools/source.js'
import type {
  ApplyPatchToolResult,
  ExecuteToolResult,
  ReadFileToolResult,
  Tool,
  ToolAnswer,
  ToolOptions,
  WriteFileToolResult,
} from './tools/types.js'

export { systemPrompt } from './system-prompt.js'
export { applyPatchTool, executeTool, readFileTool, writeFileTool }
export { editorTools, memoryTool, memoryTools, textEditorTool } from './tools/editor-tools.js'
export type { EditorToolResult, TextEditorToolOptions } from './tools/editor-tools.js'
export { memory, textEditor } from './tools/anthropic-editor.js'
export { memorySchema, textEditorSchema } from './tools/editor-input.js'
export type { EditorAnswer, TextEditorOptions } from './tools/anthropic-editor.js'
export type { EditorToolInput, MemoryToolInput } from './declarations.js'
export type { JsonSchema, ObjectSchema } from './schema.js'
export { openSession } from './tools/source.js'
export type { SessionSource } from './tools/source.js'
export type {
  ApplyPatchToolResult,
  ExecuteToolResult,
  ReadFileToolResult,
  ResultMetadata,
  Tool,
  ToolAnswer,
  ToolContext,
  ToolError,
  ToolName,
  ToolOptions,
  WriteFileToolResult,
} from './tools/types.js'

/** The four tools of one session. */
export interface Tools {
  execute: Tool<ExecuteToolResult>
  read_file: Tool<ReadFileToolResult>
  write_file: Tool<WriteFileToolResult>
  apply_patch: Tool<ApplyPatchToolResult>
}

/**
 * The ready set that does everything: `execute`, `read_file`, `write_file`, `apply_patch`, keyed by name.
 *
 * Their calls are run one after another in the order in which they were made, also when an SDK starts those of one turn
 * at once: models expect a file that they wrote to be there for the command that they ask for next. That holds for all
 * tools of a session, from however many sets they are.
 */
export function coreTools(session: SessionSource, options: ToolOptions = {}): Tools {
  return {
    execute: executeTool(session, options),
    read_file: readFileTool(session, options),
    write_file: writeFileTool(session, options),
    apply_patch: applyPatchTool(session, options),
  }
}

/** The tools of a session: `coreTools`. */
export const createTools = coreTools

/** An answer as the text that goes to the model: one JSON object. */
export function answerText(answer: ToolAnswer): string {
  return JSON.stringify(answer)
}
