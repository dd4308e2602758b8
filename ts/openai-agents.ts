/** The tools for the OpenAI Agents SDK (`@openai/agents` 0.20). */
import { tool } from '@openai/agents'
import type { FunctionTool } from '@openai/agents'
import { answerText, createTools as createNeutralTools } from './tools.js'
import type { SessionSource, Tool, ToolOptions } from './tools.js'

export { systemPrompt } from './tools.js'
export type { ToolOptions } from './tools.js'

/** What an application may further set on each function tool. */
export interface AgentToolOptions extends ToolOptions {
  /** As `needsApproval` of the SDK's `tool()`, for all four tools or by name. Default: no approval. */
  needsApproval?: boolean | Partial<Record<Tool['name'], boolean>>
}

/**
 * The four tools of `session` as function tools: `new Agent({ tools: createTools(session) })`.
 *
 * Each answers with one JSON text and never throws: the SDK would replace a thrown error by one fixed sentence. The
 * SDK's abort signal (its `timeoutMs`, a cancelled run) reaches a running command.
 */
export function createTools(session: SessionSource, options: AgentToolOptions = {}): FunctionTool[] {
  const { needsApproval = false, ...toolOptions } = options
  const approval = (name: Tool['name']) =>
    typeof needsApproval === 'boolean' ? needsApproval : (needsApproval[name] ?? false)
  return Object.values(createNeutralTools(session, toolOptions)).map((neutral: Tool) =>
    tool({
      name: neutral.name,
      description: neutral.description,
      parameters: neutral.parameters as never,
      strict: true,
      needsApproval: approval(neutral.name),
      execute: async (input: unknown, _context, details) =>
        answerText(await neutral.run(input, { signal: details?.signal })),
      // Only the SDK's own failures come here, such as arguments that are no JSON.
      errorFunction: (_context, error) => {
        const message = `the call could not be read: ${error instanceof Error ? error.message : String(error)}`
        const facts = { category: 'invalid_request', code: 'INVALID_TOOL_INPUT', message }
        return JSON.stringify({ ok: false, error: { ...facts, correctable: true, retryable: false } })
      },
    }),
  )
}
