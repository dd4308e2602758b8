/** The tools, as the protocol lists and calls them. */
import { answerText } from '../tools.js'
import type { ObjectSchema, Tool, ToolAnswer } from '../tools.js'

/** Facts about a tool that a client may show or go by. They are hints: nothing is enforced by them. */
export interface ToolAnnotations {
  title: string
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  /** Whether it reaches beyond the sandbox. */
  openWorldHint: boolean
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  annotations: ToolAnnotations
}

/** What `tools/call` gives. */
export interface CallResult {
  content: Array<{ type: 'text'; text: string }>
  /** The whole answer: `{ ok, result }` or `{ ok, error }`. */
  structuredContent: ToolAnswer & Record<string, unknown>
  isError: boolean
}

/** A tool in the protocol's words. `network` says whether commands can reach beyond the sandbox. */
export function listed(tool: Tool, network: boolean): ListedTool {
  const words = tool.name.replaceAll('_', ' ')
  const title = `${words[0]!.toUpperCase()}${words.slice(1)}`
  return {
    name: tool.name,
    title,
    description: tool.description,
    inputSchema: tool.parameters,
    annotations: {
      title,
      readOnlyHint: tool.readOnly,
      destructiveHint: !tool.readOnly,
      idempotentHint: tool.readOnly,
      openWorldHint: network && tool.name === 'execute',
    },
  }
}

/** Calls a tool. A failing command is a result; only what the tool could not do is an error. */
export async function called(tool: Tool, input: unknown, signal: AbortSignal | undefined): Promise<CallResult> {
  const answer = await tool.run(input, { signal })
  return {
    content: [{ type: 'text', text: answerText(answer) }],
    structuredContent: answer as CallResult['structuredContent'],
    isError: !answer.ok,
  }
}
