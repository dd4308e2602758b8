/** The file tools that coding agents know: `Read`, `Write`, `Edit`, `Glob`, `Grep`. */
import type { SessionSource } from './source.js'
import { editTool } from './files/edit.js'
import { globTool } from './files/glob.js'
import { grepTool } from './files/grep.js'
import type { FileSetOptions, FileToolResult } from './files/paths.js'
import { readTool } from './files/read.js'
import { writeTool } from './files/write.js'
import type { Tool } from './types.js'

export { editTool, globTool, grepTool, readTool, writeTool }
export type { FileSetOptions, FileToolResult }

/** The file tools of one session. */
export interface FileTools {
  Read: Tool<FileToolResult>
  Write: Tool<FileToolResult>
  Edit: Tool<FileToolResult>
  Glob: Tool<FileToolResult>
  Grep: Tool<FileToolResult>
}

/** The ready set with the file tools, keyed by name. */
export function fileTools(source: SessionSource, options: FileSetOptions = {}): FileTools {
  return {
    Read: readTool(source, options),
    Write: writeTool(source, options),
    Edit: editTool(source, options),
    Glob: globTool(source, options),
    Grep: grepTool(source, options),
  }
}
