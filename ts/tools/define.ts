/** How a tool is made of its definition: the check of its input, its turn, its answer. */
import * as check from '../arguments.js'
import { coded } from '../codes.js'
import { SandboxError, isSandboxError } from '../errors.js'
import { nullable, problems } from '../schema.js'
import { inTurn } from '../turns.js'
import type { CommandApproval, Session } from '../declarations.js'
import type { PreviewedCommand } from '../previews.js'
import type { NullableSchema, ObjectSchema, Problem } from '../schema.js'
import { openSession, sessionAtHand } from './source.js'
import type { SessionSource } from './source.js'
import type { ResultMetadata, Tool, ToolAnswer, ToolContext, ToolError, ToolName, ToolOptions } from './types.js'

/** The pinned ceilings: a host may set lower ones. */
const MOST_SECONDS = 30
const MOST_OUTPUT_BYTES = 262_144
/** What a text shows of itself where neither the host nor the model says. */
const SHOWN_BYTES = 32_768

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
  env: check.callback,
  onError: (value) => value,
})

/** What a tool's definition may use of the host's options, with their defaults. */
export interface HostSettings {
  timeoutSeconds: number
  maxOutputBytes: number
  outputBytes: number
  env: (() => Record<string, string>) | undefined
  /** The session, where it is there already: descriptions tell what it can. */
  session: Session | undefined
}

interface Performing {
  session: Session
  signal: AbortSignal | undefined
  approvals: readonly CommandApproval[] | undefined
  /** The `metadata` of a result, now that the work is done. */
  metadata(revision: number): ResultMetadata
}

interface Definition<Input, Result> {
  name: ToolName
  description: string
  parameters: ObjectSchema
  /** Whether it changes nothing. Default false. */
  readOnly?: boolean
  /** Parameters that may not be the empty string. Not in the schema: strict mode has no `minLength`. */
  notEmpty: string[]
  /** The commands that the call will run, about which a policy may ask. Default: it runs none. */
  commands?(input: Input, session: Session): PreviewedCommand[]
  perform(input: Input, call: Performing): Promise<Result>
}

/** What adapters have to know of a tool besides what it shows. */
export interface Inside {
  readonly source: SessionSource
  /**
   * `run` of the tool, with what is allowed looked up once the session is there. It takes its turn as soon as that does: the
   * calls of tools with such a look-up and of tools without keep their order.
   */
  run(
    input: unknown,
    context: ToolContext,
    approvalsOf: (session: Session) => readonly CommandApproval[] | undefined,
  ): Promise<ToolAnswer>
  /** Whether it runs commands. */
  readonly runsCommands: boolean
  /** The commands that a call will run; `undefined` where the input is refused, or where it runs none. */
  commands(input: unknown, session: Session): PreviewedCommand[] | undefined
  /** The same tool of another session, with nobody told of what it does. */
  on(session: Session): Tool
}

const insides = new WeakMap<Tool, Inside>()

/** `undefined` for a tool that was not made here. */
export function insideOf(tool: Tool): Inside | undefined {
  return insides.get(tool)
}

export const HASH_PATTERN = '^[0-9a-f]{64}$'

export function contentHashOrNull(description: string): NullableSchema {
  return nullable({ type: 'string', pattern: HASH_PATTERN }, description)
}

/** The refusal of one parameter. */
export function refused(field: string, message: string): SandboxError {
  return coded('INVALID_TOOL_INPUT', `${field} ${message}`, { fields: [field] })
}

/** Operations of each session, over all its tool sets, so that no two have the same id. */
const operations = new WeakMap<Session, number>()

function nextOperation(session: Session): string {
  const count = (operations.get(session) ?? 0) + 1
  operations.set(session, count)
  return `op-${count}`
}

/** The tool that `make` defines, for a session that may be opened later. */
export function define<Input, Result>(
  source: SessionSource,
  options: ToolOptions,
  make: (host: HostSettings) => Definition<Input, Result>,
): Tool<Result> {
  const host = (checkToolOptions(options, 'options') ?? {}) as ToolOptions
  const atHand = sessionAtHand(source)
  const sessionId = host.sessionId ?? 'session'
  const maxOutputBytes = host.maxOutputBytes ?? MOST_OUTPUT_BYTES
  const {
    name,
    description,
    parameters,
    readOnly = false,
    notEmpty,
    commands,
    perform,
  } = make({
    timeoutSeconds: host.timeoutSeconds ?? MOST_SECONDS,
    maxOutputBytes,
    outputBytes: Math.min(host.outputBytes ?? SHOWN_BYTES, maxOutputBytes),
    env: host.env,
    session: atHand,
  })

  async function run(
    input: unknown,
    context: ToolContext = {},
    approvalsOf?: (session: Session) => readonly CommandApproval[] | undefined,
  ): Promise<ToolAnswer<Result>> {
    const { signal } = context
    // Of a call for which there was no session.
    let operationId = 'op-0'
    try {
      const session = atHand ?? (await openSession(source))
      operationId = nextOperation(session)
      const approvals = context.approvals ?? approvalsOf?.(session)
      requireValid(parameters, notEmpty, input)
      const result = await inTurn(session, signal, () => {
        const startedAt = timestamp(session)
        const metadata = (revision: number): ResultMetadata => ({
          session_id: sessionId,
          operation_id: operationId,
          workspace_revision: revision,
          started_at: startedAt,
          completed_at: timestamp(session),
        })
        return perform(input as Input, { session, signal, approvals, metadata })
      })
      return { ok: true, result }
    } catch (error) {
      tell(host, error, name, operationId)
      return { ok: false, error: toolError(error, operationId, signal) }
    }
  }

  const tool: Tool<Result> = {
    name,
    description,
    parameters,
    strict: true,
    readOnly,
    run: (input, context) => run(input, context),
  }
  insides.set(tool, {
    source,
    run,
    runsCommands: commands !== undefined,
    commands: (input, session) =>
      wrongWith(parameters, notEmpty, input).length > 0 ? undefined : commands?.(input as Input, session),
    on: (session) => define(session, { ...host, onError: () => undefined }, make),
  })
  return tool
}

/** The host's log must not be able to break an answer. */
function tell(host: ToolOptions, error: unknown, tool: ToolName, operationId: string): void {
  try {
    host.onError?.(error, { tool, operationId })
  } catch {
    // Its own affair.
  }
}

/** What is wrong with an input. */
function wrongWith(parameters: ObjectSchema, notEmpty: string[], input: unknown): Problem[] {
  const found = problems(parameters, input)
  for (const field of notEmpty) {
    const value = (input as Record<string, unknown> | null | undefined)?.[field]
    if (value === '') found.push({ field, message: 'must not be empty' })
    // A patch may hold any text; a command line and a path end at NUL in every Unix.
    else if (field !== 'patch' && typeof value === 'string' && value.includes('\0')) {
      found.push({ field, message: 'must not contain NUL characters' })
    }
  }
  return found
}

function requireValid(parameters: ObjectSchema, notEmpty: string[], input: unknown): void {
  const found = wrongWith(parameters, notEmpty, input)
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

/** What a model is told of an error. */
export function toolError(error: unknown, operationId: string, signal: AbortSignal | undefined): ToolError {
  if (isSandboxError(error)) {
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
