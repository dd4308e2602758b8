/**
 * Workspaces for runs of agents: files in, commands, files out, over one interface (`SandboxBackend`). `memory()` is this
 * package's own engine behind it.
 */
export { SandboxSetupError, SessionNotFoundError, UnsupportedFeatureError } from './backend/errors.js'
export { prepareInputs, readInput } from './backend/inputs.js'
export { memory } from './backend/memory.js'
export { checkSessionName } from './backend/names.js'
export { allow } from './backend/network.js'
export { backendOf, endSession, listSessions } from './backend/sessions.js'
export { normalizeSpec, specDifferences } from './backend/spec.js'
export { WORKSPACE } from './backend/types.js'
export type { InputLimits } from './backend/inputs.js'
export type { MemoryOptions } from './backend/memory.js'
export type { SessionPlace } from './backend/sessions.js'
export type {
  AllowList,
  Entry,
  ExecRequest,
  ExecResult,
  FileOutput,
  FrozenWorkspace,
  Input,
  InputFile,
  NetworkMode,
  NetworkSetting,
  NodeKind,
  NormalNetwork,
  NormalSpec,
  OpenRequest,
  PreparedInput,
  ReadOptions,
  SandboxBackend,
  SandboxHandle,
  SandboxLimits,
  SandboxSecret,
  SandboxSpec,
  SandboxSupport,
  SandboxVolume,
  SessionInfo,
  SessionLock,
  Stat,
  WorkspaceChange,
} from './backend/types.js'
