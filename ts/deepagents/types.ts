/** The protocol that Deep Agents has for sandboxes (`SandboxBackendProtocolV2` of deepagents 1.14), by its shapes. */

/** A file or folder. Folders end in `/`. */
export interface FileInfo {
  path: string
  is_dir: boolean
  /** Bytes. */
  size: number
  /** ISO 8601. */
  modified_at: string
}

export interface ListResult {
  files?: FileInfo[]
  error?: string
}

export interface ReadResult {
  /** Text, or all bytes of a file whose name says that it is none. */
  content?: string | Uint8Array
  mimeType?: string
  totalLines?: number
  /** The first line of `content`, from 1. */
  startLine?: number
  endLine?: number
  /** The `offset` at which to read on; not there at the end. */
  nextOffset?: number
  error?: string
}

export interface RawResult {
  data?: { content: string | Uint8Array; mimeType: string; created_at: string; modified_at: string }
  error?: string
}

export interface ChangeResult {
  path?: string
  /** Always null: the session keeps its files itself. */
  filesUpdate?: null
  error?: string
}

export interface EditResult extends ChangeResult {
  occurrences?: number
}

export interface GrepResult {
  /** `line` counts from 1. */
  matches?: Array<{ path: string; line: number; text: string }>
  /** There are more than were asked for. */
  truncated?: boolean
  error?: string
}

export interface ExecuteResponse {
  /** Standard output and standard error in the order in which they were written. */
  output: string
  exitCode: number
  truncated: boolean
}

export type FileErrorCode = 'file_not_found' | 'permission_denied' | 'is_directory' | 'invalid_path'

export interface UploadResponse {
  path: string
  error: FileErrorCode | null
}

export interface DownloadResponse extends UploadResponse {
  content: Uint8Array | null
}
