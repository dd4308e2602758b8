/** The tools on a user's own `McpServer`. Nothing is imported from the protocol's packages. */
import { problems } from '../schema.js'
import { hasNetwork } from '../system-prompt.js'
import { toolsByName } from '../tools/sets.js'
import { sessionAtHand } from '../tools/source.js'
import { called, listed } from './calls.js'
import type { ObjectSchema, SessionSource, ToolOptions, ToolSetName } from '../tools.js'
import type { CallResult } from './calls.js'

/** What is used of `McpServer`, of `@modelcontextprotocol/sdk` (1.x) and of `@modelcontextprotocol/server` (2.x). */
export interface ToolServer {
  // The schema's type belongs to either package, and so does the second argument of the handler.
  // oxlint-disable-next-line typescript/no-explicit-any
  registerTool(name: string, config: any, handler: any): unknown
}

/** The handler's second argument: the signal is in one place in version 1 and in another in version 2. */
interface Extra {
  signal?: AbortSignal
  mcpReq?: { signal?: AbortSignal }
}

/** What the host may set for the tools. */
export interface McpToolOptions extends ToolOptions {
  /** The ready sets that are offered. Default: `['core']`. */
  sets?: readonly ToolSetName[]
}

/**
 * Registers the tools of `session` with a server: `registerMcpTools(new McpServer({ name, version }), session)`. A function
 * that opens a session is called by the first call.
 *
 * Errors: `INVALID_ARGUMENT`; what the server throws, such as for a name that it has already.
 */
export function registerMcpTools(server: ToolServer, session: SessionSource, options: McpToolOptions = {}): void {
  const atHand = sessionAtHand(session)
  // Nobody can say of a session that is opened later that its commands stay inside.
  const network = atHand === undefined || hasNetwork(atHand)
  const { sets, ...host } = options
  for (const tool of Object.values(toolsByName(session, sets, host))) {
    const { name, inputSchema, ...config } = listed(tool, network)
    const handler = (input: unknown, extra?: Extra): Promise<CallResult> =>
      called(tool, input, extra?.signal ?? extra?.mcpReq?.signal)
    server.registerTool(name, { ...config, inputSchema: schemaObject(inputSchema) }, handler)
  }
}

/**
 * A JSON Schema as an object that both versions take for a schema of theirs.
 *
 * Version 1 knows Zod schemas by `_zod` and asks those for their JSON Schema and to `run`; version 2 knows Standard Schema.
 * Every input passes: the tool refuses a bad one with a message that the model gets to see.
 */
function schemaObject(schema: ObjectSchema): object {
  const json = (): object => structuredClone(schema)
  const run = <Payload>(payload: Payload): Payload => payload
  return {
    _zod: { def: { type: 'object', shape: {} }, traits: new Set<string>(), run, parse: run, toJSONSchema: json },
    '~standard': {
      version: 1,
      vendor: 'mem-sandbox',
      validate: (value: unknown) =>
        typeof value === 'object' && value !== null ? { value } : { issues: problems(schema, value) },
      jsonSchema: { input: json, output: json },
    },
  }
}
