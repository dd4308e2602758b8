/** What tools are made of, and what they answer. */
import type { CommandApproval } from '../declarations.js'
import type { ObjectSchema } from '../schema.js'

/** What the host may set for a set of tools. The model can only ask for less. */
export interface ToolOptions {
  /** The most seconds that a command may run, and what it gets when the model names none. Above 0, at most 30. Default 30. */
  timeoutSeconds?: number
  /** Bytes of each text that a result shows when the model does not say: head and tail are kept. Default 32,768. */
  outputBytes?: number
  /** The most bytes of each output stream that the model may ask for. At most 262,144, which is the default. */
  maxOutputBytes?: number
  /** `metadata.session_id` of every result. Default `'session'`. */
  sessionId?: string
  /** Variables that every command gets for its call only, asked for at each call. Default: none. */
  env?: () => Record<string, string>
  /** Told of every error that a handler turned into an answer, for the host's log. */
  onError?: (error: unknown, call: { tool: ToolName; operationId: string }) => void
}

export type ToolName =
  | 'execute'
  | 'read_file'
  | 'write_file'
  | 'apply_patch'
  | 'str_replace_based_edit_tool'
  | 'memory'
  | 'Read'
  | 'Write'
  | 'Edit'
  | 'Glob'
  | 'Grep'

/** What an SDK may pass with a call. */
export interface ToolContext {
  /** Stops a running `execute`, `Glob` or `Grep`; the others are over at once. */
  signal?: AbortSignal | undefined
  /** Of `execute`, `Glob` and `Grep`: commands that somebody allowed when the policy asked. */
  approvals?: readonly CommandApproval[] | undefined
}

export interface Tool<Result = unknown> {
  readonly name: ToolName
  /** Tells the model what the tool does. */
  readonly description: string
  /** The input's JSON Schema, fit for strict mode. */
  readonly parameters: ObjectSchema
  readonly strict: true
  /** Whether it changes nothing in the sandbox. */
  readonly readOnly: boolean
  /** Checks the input, does the work, and answers. Never throws or rejects. */
  run(input: unknown, context?: ToolContext): Promise<ToolAnswer<Result>>
}

export type ToolAnswer<Result = unknown> = { ok: true; result: Result } | { ok: false; error: ToolError }

export interface ToolError {
  category: string
  code: string
  message: string
  /** Whether another input can help. */
  correctable: boolean
  /** Whether the same input may work later. */
  retryable: boolean
  /** The parameters at fault, where the input was refused. */
  fields?: string[]
  operation_id: string
}

/** Of the session's own clock, so that a repeated run gives the same bytes. */
export interface ResultMetadata {
  session_id: string
  operation_id: string
  workspace_revision: number
  started_at: string
  completed_at: string
}

export interface ExecuteToolResult {
  metadata: ResultMetadata
  exit_code: number
  /** Why the run was stopped, or null where it ended by itself. */
  failure_code: string | null
  failure_message?: string
  /** With `failure_code` `APPROVAL_REQUIRED`: the command that somebody has to allow, and the hash of the files it was asked about. */
  approval_required?: { argv: string[]; state_hash: string; name?: string; cwd?: string }
  stdout: string
  stderr: string
  stdout_original_bytes: number
  stderr_original_bytes: number
  stdout_truncated: boolean
  stderr_truncated: boolean
  /** The file of the sandbox that holds all of what `stdout` shows a part of. */
  stdout_path?: string
  stderr_path?: string
  duration_ms: number
  resulting_cwd: string
  environment_changes: Array<{ name: string; value: string | null }>
}

export interface ReadFileToolResult {
  metadata: ResultMetadata
  path: string
  content: string
  start_line: number
  end_line: number
  total_lines: number
  content_hash: string
  /** Whether the file's last line ends in a newline. */
  ends_with_newline: boolean
  /** The file's own line ends, which `content` shows as LF: `lf`, `crlf`, `cr`, `mixed` or `none`. */
  line_ending: string
  /** Whether less was shown than was asked for. */
  truncated: boolean
  /** Where to read on, or null when all was shown. */
  next_start_line: number | null
}

export interface WriteFileToolResult {
  metadata: ResultMetadata
  path: string
  created: boolean
  changed: boolean
  previous_hash: string | null
  current_hash: string
}

export interface ApplyPatchToolResult {
  metadata: ResultMetadata
  files: Array<{
    path: string
    action: string
    from?: string
    previous_hash: string | null
    current_hash: string | null
    /** What had to be put right or searched for to make the patch apply. */
    notes?: string[]
  }>
}
