/**
 * The tools that a model gets, each defined once: name, description, JSON Schema, handler.
 *
 * Every SDK's adapter is made from these. A handler never throws: SDKs replace what a tool throws by a fixed sentence,
 * and the model could not learn from it. Whatever happens comes back as `{ ok: true, result }` or `{ ok: false, error }`.
 */
import { coreTools } from './tools/sets.js'
import type { ToolAnswer } from './tools/types.js'

export { systemPrompt } from './system-prompt.js'
export type { SystemPromptOptions } from './system-prompt.js'
export { coreTools, toolSets } from './tools/sets.js'
export { TOOL_SETS } from './tools/set-names.js'
export type { ToolSetName } from './tools/set-names.js'
export type { ToolSets, Tools, ToolsOf } from './tools/sets.js'
export { applyPatchTool } from './tools/apply-patch.js'
export { executeTool } from './tools/execute.js'
export { readFileTool } from './tools/read-file.js'
export { writeFileTool } from './tools/write-file.js'
export { editTool, fileTools, globTool, grepTool, readTool, writeTool } from './tools/file-tools.js'
export type { FileSetOptions, FileToolResult, FileTools } from './tools/file-tools.js'
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

/** The tools of a session: `coreTools`. */
export const createTools = coreTools

/** An answer as the text that goes to the model: one JSON object. */
export function answerText(answer: ToolAnswer): string {
  return JSON.stringify(answer)
}
