/** The ready sets, by name: what an adapter is told to offer. */
import { checkedSets } from './set-names.js'
import type { ToolSetName } from './set-names.js'
import type { SessionSource } from './source.js'
import { applyPatchTool } from './apply-patch.js'
import { editorTools, memoryTools } from './editor-tools.js'
import type { EditorToolResult } from './editor-tools.js'
import { executeTool } from './execute.js'
import { fileTools } from './file-tools.js'
import type { FileTools } from './file-tools.js'
import { readFileTool } from './read-file.js'
import type {
  ApplyPatchToolResult,
  ExecuteToolResult,
  ReadFileToolResult,
  Tool,
  ToolOptions,
  WriteFileToolResult,
} from './types.js'
import { writeFileTool } from './write-file.js'

/** The four tools of one session. */
export interface Tools {
  execute: Tool<ExecuteToolResult>
  read_file: Tool<ReadFileToolResult>
  write_file: Tool<WriteFileToolResult>
  apply_patch: Tool<ApplyPatchToolResult>
}

/** What is in each ready set. */
export interface ToolSets {
  core: Tools
  files: FileTools
  editor: { str_replace_based_edit_tool: Tool<EditorToolResult> }
  memory: { memory: Tool<EditorToolResult> }
  /** Of `core` only `execute`, to stand beside `files` or `editor`. */
  shell: { execute: Tool<ExecuteToolResult> }
}

/** The tools of these sets together. */
export type ToolsOf<Names extends ToolSetName> = (
  Names extends unknown ? (set: ToolSets[Names]) => void : never
) extends (all: infer All) => void
  ? All
  : never

const MAKERS: { [Name in ToolSetName]: (source: SessionSource, options: ToolOptions) => ToolSets[Name] } = {
  core: coreTools,
  files: fileTools,
  editor: editorTools,
  memory: memoryTools,
  shell: (source, options) => ({ execute: executeTool(source, options) }),
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

/**
 * The tools of ready sets together, keyed by name: `toolSets(session, ['shell', 'files'])`.
 *
 * Errors: `INVALID_ARGUMENT` for what is no set.
 */
export function toolSets<Name extends ToolSetName = 'core'>(
  source: SessionSource,
  names?: readonly Name[],
  options: ToolOptions = {},
): ToolsOf<Name> {
  return toolsByName(source, names, options) as unknown as ToolsOf<Name>
}

/** The same without their types, for adapters. */
export function toolsByName(
  source: SessionSource,
  names: readonly ToolSetName[] | undefined,
  options: ToolOptions,
): Record<string, Tool> {
  return Object.assign({}, ...checkedSets(names, 'sets').map((name) => MAKERS[name](source, options)))
}
