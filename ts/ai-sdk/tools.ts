/** The tools as the AI SDK's, and what a policy asks as its approvals. */
import type { CommandApproval, Session } from '../declarations.js'
import { callKey, previewsOf } from '../previews.js'
import { policyApprovals } from '../tools/approvals.js'
import { toolsByName } from '../tools/sets.js'
import type {
  ObjectSchema,
  SessionSource,
  Tool,
  ToolAnswer,
  ToolOptions,
  ToolSetName,
  Tools,
  ToolsOf,
} from '../tools.js'

/** What the tools read of a call's options. What else is in them differs between the versions. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AiCallOptions = { toolCallId: string; abortSignal?: AbortSignal } & Record<string, any>

/** What an application may set on a tool. */
export interface AiToolSettings {
  /**
   * Whether a command that the session's policy asks about (`decide` says `'ask'`) needs approval, in `ai` 6 and 7. Without, and
   * in `ai` 5, which has no approvals, the model is told that the command needs it, and nothing of the call is kept. Default
   * true.
   */
  policyApprovals?: boolean
}

/** What an application may set for the tools of a session. */
export interface AiToolOptions<Names extends ToolSetName = 'core'> extends ToolOptions, AiToolSettings {
  /** The ready sets that are offered. Default: `['core']`. */
  sets?: readonly Names[]
}

/** A tool in the shape that `generateText` and `streamText` of `ai` 5, 6 and 7 share. */
export interface AiTool<Result> {
  description: string
  // The three versions have three schema types; what they share is the brand that `asSchema` looks for.
  // oxlint-disable-next-line typescript/no-explicit-any
  inputSchema: any
  execute(input: unknown, options: AiCallOptions): Promise<ToolAnswer<Result>>
  // The argument is the output in `ai` 5, and `{ toolCallId, input, output }` from 6 on.
  // oxlint-disable-next-line typescript/no-explicit-any
  toModelOutput(argument: any): any
  /**
   * Whether the session's policy asks about the call; not there where no policy will. `ai` 5 does not look at it; with
   * `toolApproval` in `ai` 7, that says it instead.
   */
  // Versions 6 and 7 pass different options besides.
  // oxlint-disable-next-line typescript/no-explicit-any
  needsApproval?: (input: any, call: any) => Promise<boolean>
}

/** The tools of ready sets, keyed as the model will call them. A type and not an interface, so that it is a `ToolSet`. */
export type AiToolsOf<Names extends ToolSetName> = {
  [Name in keyof ToolsOf<Names>]: ToolsOf<Names>[Name] extends Tool<infer Result> ? AiTool<Result> : never
}

/** The four tools, keyed as the model will call them. */
export type AiTools = { [Name in keyof Tools]: Tools[Name] extends Tool<infer Result> ? AiTool<Result> : never }

/**
 * The tools of `session`: `generateText({ model, tools: createTools(session), … })`.
 *
 * Errors: `INVALID_ARGUMENT`.
 */
export function createTools<Names extends ToolSetName = 'core'>(
  session: SessionSource,
  options: AiToolOptions<Names> = {},
): AiToolsOf<Names> {
  const { policyApprovals: asksPolicy, sets, ...toolOptions } = options
  const neutral = toolsByName(session, sets, toolOptions)
  const settings = asksPolicy === undefined ? {} : { policyApprovals: asksPolicy }
  const tools = Object.entries(neutral).map(([name, one]) => [name, aiTool(one, settings)])
  return Object.fromEntries(tools) as AiToolsOf<Names>
}

/** One tool of `mem-sandbox/tools`: `{ execute: aiTool(executeTool(session)) }`. */
export function aiTool<Result>(neutral: Tool<Result>, settings: AiToolSettings = {}): AiTool<Result> {
  const { policyApprovals: asksPolicy = true } = settings
  const approvals = asksPolicy ? policyApprovals(neutral) : undefined
  return {
    description: neutral.description,
    inputSchema: aiSchema(neutral.parameters),
    execute: (input, { toolCallId, abortSignal }) => {
      const context = { signal: abortSignal }
      if (approvals === undefined) return neutral.run(input, context)
      // What was kept is named by the call, too: a version that asks nobody finds nothing that it might take for approved.
      return approvals.run(input, context, { id: toolCallId }) as Promise<ToolAnswer<Result>>
    },
    toModelOutput(argument: ToolAnswer | { toolCallId: string; output: ToolAnswer }) {
      const answer = 'toolCallId' in argument && 'output' in argument ? argument.output : argument
      return { type: (answer as ToolAnswer).ok ? 'json' : 'error-json', value: answer }
    },
    ...(approvals?.isAside === false && {
      needsApproval: async (input: unknown, { toolCallId, messages }: AskedCall) => {
        // The SDK asks again before it runs what was approved. What is approved is what was shown then, whatever it would be
        // now: the run finds out whether that still fits.
        if (isCalled(messages, toolCallId)) return true
        return await approvals.asks(input, { id: toolCallId, turn: messages })
      },
    }),
  }
}

/** A tool call, as the SDK shows it in `toolCall` of a part `tool-approval-request`. */
export interface AiCall {
  toolName: string
  toolCallId: string
  input: unknown
}

/**
 * The commands that the policy asks about in a call that waits for approval: their words after all expansions, and the hash of
 * the files that they were asked about. Approving the call allows exactly these.
 *
 * Empty where the call waits for another reason.
 */
export function approvalsFor(session: Session, { toolName, toolCallId, input }: AiCall): readonly CommandApproval[] {
  return previewsOf(session)?.questions(callKey(toolName, input, toolCallId)) ?? []
}

interface AskedCall {
  toolCallId: string
  /** What the model was asked when it made the call. */
  messages: Array<{ role: string; content: unknown }>
}

/** Whether the call is among the messages: it was asked about in an earlier turn. */
function isCalled(messages: AskedCall['messages'], toolCallId: string): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'assistant' &&
      Array.isArray(content) &&
      (content as Array<{ type?: string; toolCallId?: string }>).some(
        (part) => part.type === 'tool-call' && part.toolCallId === toolCallId,
      ),
  )
}

/** A JSON Schema as `asSchema` of all three versions takes it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the three have three types for it
export function aiSchema(jsonSchema: ObjectSchema): any {
  return {
    [Symbol.for('vercel.ai.schema')]: true,
    [Symbol.for('vercel.ai.validator')]: true,
    _type: undefined,
    jsonSchema,
    // Accepted as it is: the handler refuses a bad input with a message that the model gets to see.
    validate: (value: unknown) => ({ success: true, value }),
  }
}
