/**
 * A session in the AI SDK (`ai` 5, 6 and 7): tools, executors for the tools that providers define, the sandbox of version 7,
 * and the sandbox of Vercel's `bash-tool`.
 *
 * Nothing is imported from `ai` or a provider, so this works with whichever version the application has. Their `tool()` is
 * the identity function, and a schema is known by two registered symbols.
 */
export { systemPrompt } from './tools.js'
export { aiTool, approvalsFor, createTools } from './ai-sdk/tools.js'
export { pendingApprovals, restoreApprovals } from './tools/approvals.js'
export { aiSdk } from './ai-sdk/provider-tools.js'
export { sandboxSession } from './ai-sdk/sandbox-session.js'
export { toBashToolSandbox } from './ai-sdk/bash-tool.js'
export type { SessionSource, ToolOptions, ToolSetName } from './tools.js'
export type {
  AiCall,
  AiCallOptions,
  AiTool,
  AiToolOptions,
  AiTools,
  AiToolSettings,
  AiToolsOf,
} from './ai-sdk/tools.js'
export type { AiSdkExecutors, AiSdkOptions, ExecutorCall } from './ai-sdk/provider-tools.js'
export type { AiSandboxCommand, AiSandboxProcess, AiSandboxSession } from './ai-sdk/sandbox-session.js'
export type { BashToolSandbox } from './ai-sdk/bash-tool.js'
