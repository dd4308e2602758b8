/**
 * The four tools that a model gets, each defined once: name, description, JSON Schema, handler.
 *
 * Every SDK's adapter is made from these. A handler never throws: SDKs replace what a tool throws by a fixed sentence,
 * and the model could not learn from it. Whatever happens comes back as `{ ok: true, result }` or `{ ok: false, error }`.
 */
import { posix } from 'node:path'
import type { FileLines, Session } from './declarations.js'
import * as check from './arguments.js'
import { coded } from './codes.js'
import { SandboxError } from './errors.js'
import { clipLines } from './clip.js'
import { nullable, object, problems } from './schema.js'
import { hasNetwork, switchedOff } from './system-prompt.js'
import { inTurn } from './turns.js'
import type { NullableSchema, ObjectSchema } from './schema.js'

export { systemPrompt } from './system-prompt.js'
export type { JsonSchema, ObjectSchema } from './schema.js'

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
  /** Told of every error that a handler turned into an answer, for the host's log. */
  onError?: (error: unknown, call: { tool: ToolName; operationId: string }) => void
}

export type ToolName = 'execute' | 'read_file' | 'write_file' | 'apply_patch'

/** What an SDK may pass with a call. */
export interface ToolContext {
  /** Aborts a running `execute`; the others are over at once. */
  signal?: AbortSignal | undefined
}

export interface Tool<Result = unknown> {
  readonly name: ToolName
  /** Tells the model what the tool does. */
  readonly description: string
  /** The input's JSON Schema, fit for strict mode. */
  readonly parameters: ObjectSchema
  readonly strict: true
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

/** The four tools of one session. */
export interface Tools {
  execute: Tool<ExecuteToolResult>
  read_file: Tool<ReadFileToolResult>
  write_file: Tool<WriteFileToolResult>
  apply_patch: Tool<ApplyPatchToolResult>
}

/** The pinned ceilings: a host may set lower ones. */
const MOST_SECONDS = 30
const MOST_OUTPUT_BYTES = 262_144
const SHOWN_BYTES = 32_768
/** Lines that one `read_file` shows at most. */
const MOST_LINES = 2_000

const checkToolOptions = check.options({
  timeoutSeconds: (value, argument) => {
    if (typeof value !== 'number' || !(value > 0 && value <= MOST_SECONDS)) {
      throw new SandboxError({
        code: 'INVALID_ARGUMENT',
        category: 'invalid_request',
        message: `${argument} must be a number above 0, at most ${MOST_SECONDS}; got ${String(value)}`,
      })
    }
    return value
  },
  outputBytes: check.integer(1, MOST_OUTPUT_BYTES),
  maxOutputBytes: check.integer(1, MOST_OUTPUT_BYTES),
  sessionId: check.text,
  onError: (value) => value,
})

/**
 * The tools of a session, keyed by name.
 *
 * Their calls are run one after another in the order in which they were made, also when an SDK starts those of one turn
 * at once: models expect a file that they wrote to be there for the command that they ask for next.
 */
export function createTools(session: Session, options: ToolOptions = {}): Tools {
  const host = (checkToolOptions(options, 'options') ?? {}) as ToolOptions
  const timeoutSeconds = host.timeoutSeconds ?? MOST_SECONDS
  const maxOutputBytes = host.maxOutputBytes ?? MOST_OUTPUT_BYTES
  const outputBytes = Math.min(host.outputBytes ?? SHOWN_BYTES, maxOutputBytes)
  const define = definer(session, host)

  return {
    execute: define({
      name: 'execute',
      description:
        (switchedOff(session).length === 0
          ? 'Runs a bash script in the in-memory sandbox: pipes, redirections, loops, functions and the usual GNU commands. '
          : "Runs a script in the in-memory sandbox, in a part of bash's language: what is not of it is refused by name. ") +
        'The working directory, variables and functions stay for the next call. ' +
        (hasNetwork(session)
          ? 'There is no host machine behind it; curl and wget reach what the host allows. '
          : 'There is no network and no host machine behind it. ') +
        'A non-zero exit_code is a result, not a failure of the tool. Long output is cut in the ' +
        'middle and kept whole in a file, which the result names.',
      parameters: object({
        command: { type: 'string', description: 'The script: one line or many.' },
        timeout_seconds: nullable(
          { type: 'number', exclusiveMinimum: 0, maximum: timeoutSeconds },
          `Seconds after which the script is stopped. null: ${timeoutSeconds}.`,
        ),
        max_output_bytes: nullable(
          { type: 'integer', minimum: 1, maximum: maxOutputBytes },
          `Bytes to show of stdout, and of stderr. null: ${outputBytes}.`,
        ),
      }),
      notEmpty: ['command'],
      async perform(input: ExecuteInput, { signal, metadata }) {
        const before = session.env
        const ran = await session.execute(input.command, {
          timeoutMs: Math.ceil((input.timeout_seconds ?? timeoutSeconds) * 1_000),
          output: { maxBytes: input.max_output_bytes ?? outputBytes },
          ...(signal && { signal }),
        })
        const { stdout, stderr } = ran.output!
        return {
          metadata: metadata(ran.revision),
          exit_code: ran.exitCode,
          failure_code: ran.failure?.code ?? null,
          ...(ran.failure && { failure_message: [ran.failure.message, ran.failure.hint].filter(Boolean).join(' ') }),
          stdout: ran.stdout,
          stderr: ran.stderr,
          stdout_original_bytes: ran.truncated.stdoutTotal,
          stderr_original_bytes: ran.truncated.stderrTotal,
          stdout_truncated: stdout.truncated || ran.truncated.stdout,
          stderr_truncated: stderr.truncated || ran.truncated.stderr,
          ...(stdout.path !== null && { stdout_path: stdout.path }),
          ...(stderr.path !== null && { stderr_path: stderr.path }),
          duration_ms: ran.durationMs,
          resulting_cwd: ran.cwd,
          environment_changes: environmentChanges(before, session.env),
        }
      },
    }),

    read_file: define({
      name: 'read_file',
      description:
        'Reads a UTF-8 text file of the sandbox, whole or a range of lines, with the content_hash that guards a later ' +
        `write_file or apply_patch. At most ${MOST_LINES} lines or ${outputBytes} bytes come at once; next_start_line ` +
        'says where to go on.',
      parameters: object({
        path: { type: 'string', description: 'Absolute, or relative to the working directory.' },
        start_line: nullable({ type: 'integer', minimum: 1 }, 'The first line to show, from 1. null: 1.'),
        end_line: nullable({ type: 'integer', minimum: 1 }, 'The last line to show. null: to the end.'),
      }),
      notEmpty: ['path'],
      async perform(input: ReadFileInput, { metadata }) {
        const startLine = input.start_line ?? 1
        const asked = input.end_line ?? Number.MAX_SAFE_INTEGER
        if (asked < startLine) {
          throw refused('end_line', `must be at least start_line (${startLine}), not ${asked}`)
        }
        const read = readWhatFits(session, input.path, startLine, Math.min(asked, startLine + MOST_LINES - 1))
        const shown = clipLines(read.content, outputBytes)
        const endLine = read.totalLines === 0 ? 0 : read.startLine + shown.lines - 1
        const more = endLine < Math.min(asked, read.totalLines)
        return {
          metadata: metadata(session.revision),
          path: read.path,
          content: shown.text,
          start_line: read.startLine,
          end_line: endLine,
          total_lines: read.totalLines,
          content_hash: read.contentHash,
          ends_with_newline: read.endsWithNewline,
          line_ending: read.lineEnding,
          truncated: more || shown.lineClipped,
          next_start_line: more ? endLine + 1 : null,
        }
      },
    }),

    write_file: define({
      name: 'write_file',
      description:
        'Writes a whole UTF-8 text file of the sandbox under an explicit condition: any_current_state replaces whatever ' +
        'is there, path_must_not_exist only creates, content_hash_must_equal replaces only the content that has ' +
        'expected_hash. For a small change to a file use apply_patch.',
      parameters: object({
        path: { type: 'string', description: 'Absolute, or relative to the working directory.' },
        content: { type: 'string', description: 'The complete new content. End it with a newline.' },
        write_condition: {
          type: 'string',
          enum: ['any_current_state', 'path_must_not_exist', 'content_hash_must_equal'],
          description: 'What must hold for the write to happen.',
        },
        expected_hash: contentHashOrNull('Required with content_hash_must_equal, null otherwise.'),
        create_parents: nullable({ type: 'boolean' }, 'Whether to make missing parent folders. null: false.'),
      }),
      notEmpty: ['path'],
      async perform(input: WriteFileInput, { metadata }) {
        const guarded = input.write_condition === 'content_hash_must_equal'
        const expected = input.expected_hash ?? undefined
        if (guarded && expected === undefined) {
          throw refused('expected_hash', 'is required with write_condition content_hash_must_equal')
        }
        if (!guarded && expected !== undefined) {
          throw refused('expected_hash', `must be null with write_condition ${input.write_condition}`)
        }
        const written = session.writeFile(input.path, input.content, {
          ...(expected !== undefined && { ifHash: expected }),
          ifAbsent: input.write_condition === 'path_must_not_exist',
          createParents: input.create_parents ?? false,
        })
        return {
          metadata: metadata(session.revision),
          path: written.path,
          created: written.created,
          changed: written.changed,
          previous_hash: written.previousHash,
          current_hash: written.currentHash,
        }
      },
    }),

    apply_patch: define({
      name: 'apply_patch',
      description:
        'Applies one patch to files of the sandbox: all of it or, on any mismatch, nothing. The patch is either a ' +
        'unified diff (--- a/file, +++ b/file, @@ hunks; /dev/null creates or deletes) or the *** Begin Patch … ' +
        '*** End Patch form with *** Update File:, *** Add File:, *** Delete File: and *** Move to: sections. ' +
        'Context lines must match the file, so read it first.',
      parameters: object({
        patch: { type: 'string', description: 'The patch text, without code fences.' },
        expected_hashes: nullable(
          {
            type: 'array',
            items: object({
              path: { type: 'string', description: 'A file that the patch changes.' },
              content_hash: {
                type: 'string',
                pattern: HASH_PATTERN,
                description: 'The content_hash that read_file gave for it.',
              },
            }),
          },
          'Guards: the patch is refused where a file has another hash by now. null: no guards.',
        ),
      }),
      notEmpty: ['patch'],
      async perform(input: ApplyPatchInput, { metadata }) {
        const expectedHashes: Array<[string, string]> = []
        const seen = new Map<string, number>()
        for (const [index, { path, content_hash }] of (input.expected_hashes ?? []).entries()) {
          const resolved = posix.resolve(session.cwd, path)
          const earlier = seen.get(resolved)
          if (earlier !== undefined) {
            throw refused(`expected_hashes[${index}].path`, `names the same file as expected_hashes[${earlier}].path`)
          }
          seen.set(resolved, index)
          expectedHashes.push([path, content_hash])
        }
        const applied = session.applyPatch(
          input.patch,
          expectedHashes.length > 0 ? { expectedHashes: Object.fromEntries(expectedHashes) } : undefined,
        )
        return {
          metadata: metadata(session.revision),
          files: applied.files.map((file) => ({
            path: file.path,
            action: file.action,
            ...(file.from !== null && { from: file.from }),
            previous_hash: file.previousHash,
            current_hash: file.currentHash,
            ...(file.notes.length > 0 && { notes: file.notes }),
          })),
        }
      },
    }),
  }
}

/** The lines from `startLine` on, fewer than asked for where the session refuses so much at once. */
function readWhatFits(session: Session, path: string, startLine: number, endLine: number): FileLines {
  for (let lines = endLine - startLine + 1; ; lines = Math.ceil(lines / 4)) {
    try {
      return session.readLines(path, { startLine, endLine: startLine + lines - 1 })
    } catch (error) {
      if (lines === 1 || !(error instanceof SandboxError) || error.code !== 'READ_LIMIT_EXCEEDED') throw error
    }
  }
}

/** An answer as the text that goes to the model: one JSON object. */
export function answerText(answer: ToolAnswer): string {
  return JSON.stringify(answer)
}

interface ExecuteInput {
  command: string
  timeout_seconds?: number | null
  max_output_bytes?: number | null
}
interface ReadFileInput {
  path: string
  start_line?: number | null
  end_line?: number | null
}
interface WriteFileInput {
  path: string
  content: string
  write_condition: 'any_current_state' | 'path_must_not_exist' | 'content_hash_must_equal'
  expected_hash?: string | null
  create_parents?: boolean | null
}
interface ApplyPatchInput {
  patch: string
  expected_hashes?: Array<{ path: string; content_hash: string }> | null
}

const HASH_PATTERN = '^[0-9a-f]{64}$'

function contentHashOrNull(description: string): NullableSchema {
  return nullable({ type: 'string', pattern: HASH_PATTERN }, description)
}

/** The refusal of one parameter. */
function refused(field: string, message: string): SandboxError {
  return coded('INVALID_TOOL_INPUT', `${field} ${message}`, { fields: [field] })
}

interface Performing {
  signal: AbortSignal | undefined
  /** The `metadata` of a result, now that the work is done. */
  metadata(revision: number): ResultMetadata
}

interface Definition<Input, Result> {
  name: ToolName
  description: string
  parameters: ObjectSchema
  /** Parameters that may not be the empty string. Not in the schema: strict mode has no `minLength`. */
  notEmpty: string[]
  perform(input: Input, call: Performing): Promise<Result>
}

/** Operations of each session, over all its tool sets, so that no two have the same id. */
const operations = new WeakMap<Session, number>()

function definer(session: Session, host: ToolOptions) {
  const sessionId = host.sessionId ?? 'session'
  return function define<Input, Result>(definition: Definition<Input, Result>): Tool<Result> {
    const { name, description, parameters, notEmpty, perform } = definition

    async function run(input: unknown, context: ToolContext = {}): Promise<ToolAnswer<Result>> {
      const operationId = `op-${(operations.get(session) ?? 0) + 1}`
      operations.set(session, (operations.get(session) ?? 0) + 1)
      try {
        requireValid(parameters, notEmpty, input)
        const signal = context.signal
        const result = await inTurn(session, signal, () => {
          const startedAt = timestamp(session)
          const metadata = (revision: number): ResultMetadata => ({
            session_id: sessionId,
            operation_id: operationId,
            workspace_revision: revision,
            started_at: startedAt,
            completed_at: timestamp(session),
          })
          return perform(input as Input, { signal, metadata })
        })
        return { ok: true, result }
      } catch (error) {
        tell(host, error, name, operationId)
        return { ok: false, error: toolError(error, operationId, context.signal) }
      }
    }

    return { name, description, parameters, strict: true, run }
  }
}

/** The host's log must not be able to break an answer. */
function tell(host: ToolOptions, error: unknown, tool: ToolName, operationId: string): void {
  try {
    host.onError?.(error, { tool, operationId })
  } catch {
    // Its own affair.
  }
}

function requireValid(parameters: ObjectSchema, notEmpty: string[], input: unknown): void {
  const found = problems(parameters, input)
  for (const field of notEmpty) {
    const value = (input as Record<string, unknown> | null | undefined)?.[field]
    if (value === '') found.push({ field, message: 'must not be empty' })
    // A patch may hold any text; a command line and a path end at NUL in every Unix.
    else if (field !== 'patch' && typeof value === 'string' && value.includes('\0')) {
      found.push({ field, message: 'must not contain NUL characters' })
    }
  }
  if (found.length === 0) return
  throw new SandboxError({
    code: 'INVALID_TOOL_INPUT',
    category: 'invalid_request',
    message: found.map(({ field, message }) => `${field} ${message}`).join('; '),
    details: { fields: found.map(({ field }) => field) },
  })
}

/** Categories where another input can help. Unsupported syntax is one: there is usually another way to write it. */
const CORRECTABLE = new Set(['invalid_request', 'not_found', 'conflict', 'quota_exceeded', 'timeout', 'unsupported'])

function toolError(error: unknown, operationId: string, signal: AbortSignal | undefined): ToolError {
  if (error instanceof SandboxError) {
    const fields = error.details?.['fields'] as string[] | undefined
    return {
      category: error.category,
      code: error.code,
      message: error.message,
      correctable: CORRECTABLE.has(error.category),
      retryable: error.retryable || error.category === 'timeout',
      ...(fields && { fields }),
      operation_id: operationId,
    }
  }
  const facts = { correctable: false, retryable: false, operation_id: operationId }
  if (signal?.aborted) {
    return { category: 'cancelled', code: 'CANCELLED', message: 'the call was cancelled before it ran', ...facts }
  }
  // What it was is the host's to know (`onError`): its text may name things of the host.
  return { category: 'internal', code: 'INTERNAL', message: 'the tool failed for a reason of its own', ...facts }
}

/** The session's own time: virtual unless the host chose otherwise, so a repeated run gives the same bytes. */
function timestamp(session: Session): string {
  return new Date(session.now).toISOString()
}

/** Names that `cd` and the shell itself change: they would be in every result. */
const OWN_NAMES = new Set(['PWD', 'OLDPWD', '_'])

function environmentChanges(before: Record<string, string>, after: Record<string, string>) {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name) && !OWN_NAMES.has(name))
    .toSorted()
    .map((name) => ({ name, value: now.get(name) ?? null }))
}
