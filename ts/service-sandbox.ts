/** What a service keeps of a sandbox, and the words for what goes wrong with one. */
import { isSandboxError, messageOf } from './errors.js'
import { coded } from './codes.js'
import type { SandboxError } from './errors.js'
import type { Guard, Quota } from './service-guard.js'
import type { Facts } from './service-options.js'
import type { SinkSettings } from './sinks.js'
import type { SandboxInfo, Session, SessionOptions, Stats } from './declarations.js'

export const DEFAULT_CLOSE_MS = 10_000

export interface Sandbox extends Facts {
  readonly handle: string
  readonly createdAt: number
  lastUsedAt: number
  state: SandboxInfo['state']
  /** Not there while it is suspended. */
  live: { session: Session; guard: Guard; id: string } | undefined
  /** The session's name in events, also after it was suspended. */
  lastId: string | undefined
  ref: string | undefined
  stats: Stats
  /** What a session needs that is in no snapshot. */
  readonly runtime: Pick<SessionOptions, 'executor' | 'policy' | 'limits'>
  readonly sinks: readonly SinkSettings[]
}

export function infoOf({
  handle,
  ownerId,
  metadata,
  state,
  live,
  ref,
  createdAt,
  lastUsedAt,
  stats,
}: Sandbox): SandboxInfo {
  return {
    handle,
    ownerId: ownerId ?? null,
    metadata: metadata ?? {},
    state,
    sessionId: live?.id ?? null,
    ref: ref ?? null,
    createdAt,
    lastUsedAt,
    stats: live === undefined || live.session.closed ? stats : live.session.stats,
  }
}

export function given(facts: Facts): Partial<Facts> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

export function closing(handle: string): SandboxError {
  return coded('SANDBOX_CLOSING', `the sandbox ${handle} is being suspended, resumed or deleted, and takes no calls`, {
    handle,
  })
}

export function overQuota(quota: Quota, more: number): SandboxError {
  const message = `the sandboxes hold ${quota.used} bytes; ${more} more are above the most of this service (limits.bytes = ${quota.limit})`
  return coded('SANDBOX_QUOTA_EXCEEDED', message, { limit: 'bytes', value: quota.limit })
}

export function resumeFailed(ref: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code?.startsWith('SNAPSHOT_') || code === 'INVALID_ARGUMENT') return error
  return coded('SANDBOX_RESUME_FAILED', `the sandbox ${ref} could not be resumed: ${messageOf(error)}`, { ref }, error)
}

export function codeOf(error: unknown): string | undefined {
  return isSandboxError(error) ? error.code : undefined
}
