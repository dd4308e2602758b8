/**
 * A session as a server of the Model Context Protocol: its tools, and its files as resources.
 *
 * Without any dependency: the protocol over standard input and output is a few messages of JSON. On the command line it is
 * `npx mem-sandbox mcp`.
 */
export { serveStdio } from './mcp/stdio.js'
export { registerMcpTools } from './mcp/register.js'
export { systemPrompt } from './system-prompt.js'
export type { ServeOptions } from './mcp/stdio.js'
export type { McpToolOptions, ToolServer } from './mcp/register.js'
export type { SessionSource, ToolOptions, ToolSetName } from './tools.js'
