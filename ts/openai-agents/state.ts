/** What the SDK keeps of a session, and how it goes through JSON. */
import { SandboxConfigurationError } from '@openai/agents/sandbox'
import type { SandboxSessionState, Snapshot as SdkSnapshot } from '@openai/agents/sandbox'
import type { CommandApproval } from '../declarations.js'
import { manifestFrom } from './manifest.js'

/** Where the files and the shell of a session are, when it is not in this process any more. */
export type StoredWorkspace =
  /** Bytes of a snapshot, as base64. */
  | { type: 'inline'; data: string }
  /** Bytes of a snapshot in the store of a `remote` snapshot spec. */
  | { type: 'remote'; id: string }
  /** Nowhere: only the live session has them. */
  | { type: 'none' }

/** The state of a session: a plain object that the SDK changes as it likes. */
export interface MemSandboxSessionState extends SandboxSessionState {
  /** Names the live session in its process. */
  sessionId: string
  /** Only in a state that was serialized. */
  workspace?: StoredWorkspace
  /** What was asked about calls that wait for approval, by call. */
  approvals?: Record<string, CommandApproval[]>
}

/** A state from what was serialized. Throws where it is none. */
export function stateFrom(record: Record<string, unknown>): MemSandboxSessionState {
  const { sessionId, workspace, approvals, snapshot } = record
  if (typeof sessionId !== 'string') throw invalid('sessionId', 'a string')
  return {
    sessionId,
    manifest: manifestFrom(record['manifest']),
    workspaceReady: true,
    ...(workspace !== undefined && { workspace: workspaceFrom(workspace) }),
    ...(approvals !== undefined && { approvals: approvalsFrom(approvals) }),
    ...(snapshot !== undefined && { snapshot: snapshot as SdkSnapshot | null }),
  }
}

function workspaceFrom(value: unknown): StoredWorkspace {
  const { type, data, id } = (value ?? {}) as Record<string, unknown>
  if (type === 'inline' && typeof data === 'string') return { type, data }
  if (type === 'remote' && typeof id === 'string') return { type, id }
  if (type === 'none') return { type }
  throw invalid('workspace', '{ type: inline, data }, { type: remote, id } or { type: none }')
}

function approvalsFrom(value: unknown): Record<string, CommandApproval[]> {
  const isApproval = (one: unknown): boolean => {
    const { argv, stateHash } = (one ?? {}) as Record<string, unknown>
    return Array.isArray(argv) && argv.every((word) => typeof word === 'string') && typeof stateHash === 'string'
  }
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord || !Object.values(value).every((list) => Array.isArray(list) && list.every(isApproval))) {
    throw invalid('approvals', 'an object of arrays of { argv, stateHash }')
  }
  return value as Record<string, CommandApproval[]>
}

function invalid(name: string, accepted: string): SandboxConfigurationError {
  return new SandboxConfigurationError(`mem_sandbox: ${name} of a session's state must be ${accepted}`)
}
