/**
 * Sessions for the OpenAI Agents SDK (`@openai/agents` 0.20): function tools, what stands behind `shellTool` and
 * `applyPatchTool`, a sandbox client for `SandboxAgent`, and `run()` with files in and files out.
 */
export { approvalsFor } from './openai-agents/approvals.js'
export { memSandboxCapability } from './openai-agents/capability.js'
export { MemSandboxClient } from './openai-agents/client.js'
export { SessionEditor } from './openai-agents/editor.js'
export {
  sandboxConfig,
  sandboxExec,
  sandboxListFiles,
  sandboxReadFile,
  sandboxRun,
  sandboxWriteFile,
} from './openai-agents/files/factories.js'
export { WorkspaceError, workspaceReport } from './openai-agents/files/report.js'
export { run, wrapRunner } from './openai-agents/files/run.js'
export { Sandbox, defineSandbox } from './openai-agents/files/sandbox.js'
export { discardWorkspace, endSession } from './openai-agents/files/suspended.js'
export { MemSandboxSession } from './openai-agents/session.js'
export { memSandboxShell } from './openai-agents/shell-capability.js'
export { SessionShell } from './openai-agents/shell.js'
export { createTools, functionTool } from './openai-agents/tools.js'
export { pendingApprovals, restoreApprovals } from './tools/approvals.js'
export { systemPrompt } from './tools.js'
export {
  SandboxSetupError,
  SessionNotFoundError,
  UnsupportedFeatureError,
  allow,
  listSessions,
  memory,
} from './backend.js'
export type { MemSandboxCapabilityOptions } from './openai-agents/capability.js'
export type { MemSandboxClientOptions } from './openai-agents/client.js'
export type { SessionEditorOptions } from './openai-agents/editor.js'
export type { SandboxConfigOptions, SandboxToolSettings } from './openai-agents/files/factories.js'
export type { Seed, WorkspaceOptions, WorkspaceTimeouts } from './openai-agents/files/options.js'
export type { OutputFact, WorkspaceFailure, WorkspaceReport } from './openai-agents/files/report.js'
export type { RunWithWorkspace, WithWorkspace } from './openai-agents/files/run.js'
export type { SandboxDefinition } from './openai-agents/files/sandbox.js'
export type { SandboxToolName, SandboxToolOptions } from './openai-agents/files/tools.js'
export type { HostSources } from './openai-agents/manifest.js'
export type { MemSandboxSessionOptions } from './openai-agents/session.js'
export type { MemSandboxShellOptions } from './openai-agents/shell-capability.js'
export type { SessionShellOptions } from './openai-agents/shell.js'
export type { SnapshotOptions } from './openai-agents/snapshots.js'
export type { MemSandboxSessionState, StoredWorkspace } from './openai-agents/state.js'
export type {
  FileOutput,
  Input,
  InputFile,
  MemoryOptions,
  NetworkSetting,
  SandboxBackend,
  SandboxLimits,
  SandboxSecret,
  SandboxSpec,
  SessionInfo,
  SessionPlace,
} from './backend.js'
export type { AgentToolOptions, FunctionToolOptions } from './openai-agents/tools.js'
export type { SessionSource, ToolOptions, ToolSetName } from './tools.js'
