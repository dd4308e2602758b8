/** The tools as function tools of the SDK, and what a policy asks as its approvals. */
import { tool } from '@openai/agents'
import type { FunctionTool } from '@openai/agents'
import { messageOf } from '../errors.js'
import { answerText } from '../tools.js'
import { policyApprovals } from '../tools/approvals.js'
import { toolsByName } from '../tools/sets.js'
import type { SessionSource, Tool, ToolName, ToolOptions, ToolSetName } from '../tools.js'

/** What an application may set on a function tool. */
export interface FunctionToolOptions {
  /** As `needsApproval` of the SDK's `tool()`, for all tools or by name. Default: no approval. */
  needsApproval?: boolean | Partial<Record<ToolName, boolean>>
  /**
   * Whether a command that the session's policy asks about (`decide` says `'ask'`) interrupts the run for approval. Without,
   * the model is told that the command needs approval, and nothing of the call is kept. Default true.
   */
  policyApprovals?: boolean
}

/** What an application may set for the tools of a session. */
export interface AgentToolOptions extends ToolOptions, FunctionToolOptions {
  /** The ready sets that are offered. Default: `['core']`. */
  sets?: readonly ToolSetName[]
}

/**
 * The tools of `session` as function tools: `new Agent({ tools: createTools(session) })`.
 *
 * Each answers with one JSON text and never throws: the SDK would replace a thrown error by one fixed sentence. The
 * SDK's abort signal (its `timeoutMs`, a cancelled run) reaches a running command.
 *
 * Errors: `INVALID_ARGUMENT`.
 */
export function createTools(session: SessionSource, options: AgentToolOptions = {}): FunctionTool[] {
  return functionTools(session, options)
}

/**
 * The same, for a session that may have to be made ready first.
 *
 * @param ready is awaited before each call
 */
export function functionTools(
  session: SessionSource,
  options: AgentToolOptions,
  ready?: () => Promise<unknown>,
): FunctionTool[] {
  const { needsApproval, policyApprovals: asksPolicy, sets, ...toolOptions } = options
  const settings = {
    ...(needsApproval !== undefined && { needsApproval }),
    ...(asksPolicy !== undefined && { policyApprovals: asksPolicy }),
  }
  const neutral = Object.values(toolsByName(session, sets, toolOptions))
  return neutral.map((one) => functionTool(one, settings, ready))
}

/**
 * One tool of `mem-sandbox/tools` as a function tool: `functionTool(grepTool(session))`.
 *
 * @param ready is awaited before each call
 */
export function functionTool(
  neutral: Tool,
  options: FunctionToolOptions = {},
  ready: () => Promise<unknown> = async () => undefined,
): FunctionTool {
  const { needsApproval = false, policyApprovals: asksPolicy = true } = options
  const isApprovalSet = typeof needsApproval === 'boolean' ? needsApproval : (needsApproval[neutral.name] ?? false)
  const approvals = asksPolicy ? policyApprovals(neutral) : undefined

  return tool({
    name: neutral.name,
    description: neutral.description,
    parameters: neutral.parameters as never,
    strict: true,
    // A function only where something is asked: with one, the SDK wants approval for arguments that are no JSON, too.
    needsApproval:
      approvals === undefined
        ? isApprovalSet
        : async (_context, input: unknown) => {
            await ready()
            return (await approvals.asks(input)) || isApprovalSet
          },
    execute: async (input: unknown, _context, details) => {
      await ready()
      const context = { signal: details?.signal }
      return answerText(await (approvals ?? neutral).run(input, context))
    },
    // Only the SDK's own failures come here, such as arguments that are no JSON.
    errorFunction: (_context, error) => {
      const message = `the call could not be read: ${messageOf(error)}`
      const facts = { category: 'invalid_request', code: 'INVALID_TOOL_INPUT', message }
      return JSON.stringify({ ok: false, error: { ...facts, correctable: true, retryable: false } })
    },
  })
}
