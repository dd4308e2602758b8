/**
 * Sessions for the OpenAI Agents SDK (`@openai/agents` 0.20): function tools, what stands behind `shellTool` and
 * `applyPatchTool`, and a sandbox client for `SandboxAgent`.
 */
export { approvalsFor, pendingApprovals, restoreApprovals } from './openai-agents/approvals.js'
export { memSandboxCapability } from './openai-agents/capability.js'
export { MemSandboxClient } from './openai-agents/client.js'
export { SessionEditor } from './openai-agents/editor.js'
export { MemSandboxSession } from './openai-agents/session.js'
export { SessionShell } from './openai-agents/shell.js'
export { createTools } from './openai-agents/tools.js'
export { systemPrompt } from './tools.js'
export type { MemSandboxCapabilityOptions } from './openai-agents/capability.js'
export type { MemSandboxClientOptions } from './openai-agents/client.js'
export type { SessionEditorOptions } from './openai-agents/editor.js'
export type { HostSources } from './openai-agents/manifest.js'
export type { MemSandboxSessionOptions } from './openai-agents/session.js'
export type { SessionShellOptions } from './openai-agents/shell.js'
export type { SnapshotOptions } from './openai-agents/snapshots.js'
export type { MemSandboxSessionState, StoredWorkspace } from './openai-agents/state.js'
export type { AgentToolOptions } from './openai-agents/tools.js'
export type { SessionSource, ToolOptions } from './tools.js'
