/** The four tools as the AI SDK's. */
import { coreTools } from '../tools.js'
import type {
  ObjectSchema,
  ApplyPatchToolResult,
  ExecuteToolResult,
  ReadFileToolResult,
  SessionSource,
  Tool,
  ToolAnswer,
  ToolOptions,
  WriteFileToolResult,
} from '../tools.js'

/** What the tools read of a call's options. What else is in them differs between the versions. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AiCallOptions = { toolCallId: string; abortSignal?: AbortSignal } & Record<string, any>

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
}

/** The four tools, keyed as the model will call them. A type and not an interface, so that it is a `ToolSet`. */
export type AiTools = {
  execute: AiTool<ExecuteToolResult>
  read_file: AiTool<ReadFileToolResult>
  write_file: AiTool<WriteFileToolResult>
  apply_patch: AiTool<ApplyPatchToolResult>
}

/** The four tools of `session`: `generateText({ model, tools: createTools(session), … })`. */
export function createTools(session: SessionSource, options: ToolOptions = {}): AiTools {
  const tools = coreTools(session, options)
  return {
    execute: aiTool(tools.execute),
    read_file: aiTool(tools.read_file),
    write_file: aiTool(tools.write_file),
    apply_patch: aiTool(tools.apply_patch),
  }
}

/** One tool of `mem-sandbox/tools`: `{ execute: aiTool(executeTool(session)) }`. */
export function aiTool<Result>(neutral: Tool<Result>): AiTool<Result> {
  return {
    description: neutral.description,
    inputSchema: aiSchema(neutral.parameters),
    execute: (input, { abortSignal }) => neutral.run(input, { signal: abortSignal }),
    toModelOutput(argument: ToolAnswer | { toolCallId: string; output: ToolAnswer }) {
      const answer = 'toolCallId' in argument && 'output' in argument ? argument.output : argument
      return { type: (answer as ToolAnswer).ok ? 'json' : 'error-json', value: answer }
    },
  }
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
