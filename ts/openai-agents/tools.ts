/** The four tools as function tools of the SDK, and what a policy asks as its approvals. */
import { tool } from '@openai/agents'
import type { FunctionTool } from '@openai/agents'
import type { CommandApproval } from '../declarations.js'
import { callKey, previewsOf } from '../previews.js'
import { answerText, createTools as createNeutralTools, openSession } from '../tools.js'
import type { ExecuteToolResult, SessionSource, Tool, ToolAnswer, ToolName, ToolOptions, Tools } from '../tools.js'

/** What an application may further set on each function tool. */
export interface AgentToolOptions extends ToolOptions {
  /** As `needsApproval` of the SDK's `tool()`, for all four tools or by name. Default: no approval. */
  needsApproval?: boolean | Partial<Record<ToolName, boolean>>
  /**
   * Whether a command that the session's policy asks about (`decide` says `'ask'`) interrupts the run for approval. Without,
   * the model is told that the command needs approval, and nothing of the call is kept. Default true.
   */
  policyApprovals?: boolean
}

/**
 * The four tools of `session` as function tools: `new Agent({ tools: createTools(session) })`.
 *
 * Each answers with one JSON text and never throws: the SDK would replace a thrown error by one fixed sentence. The
 * SDK's abort signal (its `timeoutMs`, a cancelled run) reaches a running command.
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
  ready: () => Promise<unknown> = async () => undefined,
): FunctionTool[] {
  const { needsApproval = false, policyApprovals = true, ...toolOptions } = options
  const isApprovalSet = (name: ToolName): boolean =>
    typeof needsApproval === 'boolean' ? needsApproval : (needsApproval[name] ?? false)
  // Of a session that is opened by its first call nobody knows yet what its policy asks.
  const mayAsk = policyApprovals && (typeof session === 'function' || previewsOf(session) !== undefined)
  const previews = async () => (mayAsk ? previewsOf(await openSession(session)) : undefined)
  const neutralTools = createNeutralTools(session, toolOptions)

  const asks = async (neutral: Tool, input: unknown): Promise<boolean> => {
    await ready()
    const previewed = await previews().catch(() => undefined)
    // Where there is no session, the call itself says why.
    if (previewed === undefined) return false
    if (neutral.name === 'execute' && isExecuteInput(input)) {
      const seconds = typeof input.timeout_seconds === 'number' ? input.timeout_seconds : toolOptions.timeoutSeconds
      const commands = [
        {
          command: input.command,
          options: {
            ...(seconds !== undefined && seconds > 0 && { timeoutMs: Math.ceil(seconds * 1_000) }),
            ...(toolOptions.env && { env: toolOptions.env() }),
          },
        },
      ]
      return previewed.asks(callKey(neutral.name, input), commands)
    }
    if (neutral.name !== 'read_file') {
      await previewed.follow((fork) => createNeutralTools(fork)[neutral.name as keyof Tools].run(input))
    }
    return false
  }

  return Object.values(neutralTools).map((neutral: Tool) =>
    tool({
      name: neutral.name,
      description: neutral.description,
      parameters: neutral.parameters as never,
      strict: true,
      // A function only where something is asked: with one, the SDK wants approval for arguments that are no JSON, too.
      needsApproval:
        !mayAsk || neutral.name === 'read_file'
          ? isApprovalSet(neutral.name)
          : async (_context, input: unknown) => (await asks(neutral, input)) || isApprovalSet(neutral.name),
      execute: async (input: unknown, _context, details) => {
        await ready()
        const key = callKey(neutral.name, input)
        const previewed = await previews().catch(() => undefined)
        const approvals = previewed?.questions(key)
        const answer = await neutral.run(input, { signal: details?.signal, approvals })
        if (neutral.name === 'execute') previewed?.ran(key, questionIn(answer))
        return answerText(answer)
      },
      // Only the SDK's own failures come here, such as arguments that are no JSON.
      errorFunction: (_context, error) => {
        const message = `the call could not be read: ${error instanceof Error ? error.message : String(error)}`
        const facts = { category: 'invalid_request', code: 'INVALID_TOOL_INPUT', message }
        return JSON.stringify({ ok: false, error: { ...facts, correctable: true, retryable: false } })
      },
    }),
  )
}

function isExecuteInput(input: unknown): input is { command: string; timeout_seconds?: unknown } {
  const command = (input as { command?: unknown } | null | undefined)?.command
  return typeof command === 'string' && command !== '' && !command.includes('\0')
}

/** What was asked in a run that had no approval for it. */
function questionIn(answer: ToolAnswer): CommandApproval | undefined {
  if (!answer.ok) return undefined
  const asked = (answer.result as ExecuteToolResult).approval_required
  return asked && { argv: asked.argv, stateHash: asked.state_hash }
}
