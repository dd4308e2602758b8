/**
 * What a service has on each of its sessions: counts running calls, refuses calls while the sandbox is being closed, and keeps
 * the sum of all files within the quota.
 *
 * A run gets what is left of the quota as its limit `totalBytes`, so it meets `ENOSPC` as it would at its own limit; runs of
 * several sessions at once can each use what is left. A synchronous change that passes the quota is taken back.
 */
import { setMaxListeners } from 'node:events'
import { PROMISED, addTap, untapped } from './hooks.js'
import { hubOf } from './events.js'
import { coded } from './codes.js'
import type { Hub } from './events.js'
import type { Operation } from './hooks.js'
import type { SandboxError } from './errors.js'
import type { ExecuteOptions, Session, Snapshot } from './declarations.js'

/** Bytes of all sandboxes of a service. */
export interface Quota {
  readonly limit: number
  used: number
}

export interface Guard {
  /** Calls under way. */
  readonly active: number
  /** What the session holds of the quota. */
  readonly bytes: number
  hub(): Hub
  snapshot(): Snapshot
  /** Resolves when no call is under way; those that are after so many milliseconds are aborted. */
  idle(timeoutMs: number): Promise<void>
  remove(): void
}

interface Listener {
  used(): void
  closed(): void
  /** Why a call can't be made now. */
  refuse(): SandboxError | undefined
}

/** How long calls that were aborted may take to end. */
const ABORTED_MS = 1_000

const RUNS: ReadonlySet<string> = new Set(['execute', 'executeSync'])

export function guard(session: Session, quota: Quota, listener: Listener): Guard {
  let active = 0
  let bytes = session.stats.bytes
  let waiting: Array<() => void> = []
  const before = new WeakMap<Operation, Snapshot>()
  const stop = new AbortController()
  // Every call under way listens.
  setMaxListeners(0, stop.signal)
  const refuse = (): void => {
    const refusal = listener.refuse()
    if (refusal !== undefined) throw refusal
    listener.used()
  }
  const count = (): void => {
    if (session.closed) return
    const now = session.stats.bytes
    quota.used += now - bytes
    bytes = now
  }
  const remove = addTap(
    session,
    {
      begin(operation) {
        refuse()
        active += 1
        if (operation.name === 'execute')
          operation.args = [operation.args[0], stoppable(operation.args[1], stop.signal)]
        const left = Math.max(quota.limit - quota.used, 0)
        if (session.closed || bytes + left >= session.limits.totalBytes) return
        if (RUNS.has(operation.name)) operation.args = [operation.args[0], lowered(operation.args[1], bytes + left)]
        else if (!PROMISED.has(operation.name)) before.set(operation, untapped(session, 'snapshot')())
      },
      end(operation) {
        active -= 1
        listener.used()
        const was = bytes
        count()
        const back = before.get(operation)
        if (back !== undefined && !operation.failed && bytes > was && quota.used > quota.limit) {
          untapped(session, 'restore')(back)
          count()
          operation.failed = true
          operation.error = coded(
            'SANDBOX_QUOTA_EXCEEDED',
            `the sandboxes would hold more than ${quota.limit} bytes, the most of this service (limits.bytes); nothing was changed`,
            { limit: 'bytes', value: quota.limit },
          )
        }
        if (active > 0) return
        for (const resolve of waiting) resolve()
        waiting = []
      },
      read: refuse,
      closed: () => listener.closed(),
    },
    'first',
  )
  /** Whether no call is under way, after at most so many milliseconds. */
  const isOver = async (timeoutMs: number): Promise<boolean> => {
    if (active === 0 || timeoutMs === 0) return active === 0
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)))
    await Promise.race([late, new Promise<void>((resolve) => waiting.push(resolve))])
    clearTimeout(timer)
    return active === 0
  }
  return {
    get active() {
      return active
    },
    get bytes() {
      return bytes
    },
    hub: () => hubOf(session),
    snapshot: () => untapped(session, 'snapshot')(),
    async idle(timeoutMs) {
      if (await isOver(timeoutMs)) return
      stop.abort(coded('SANDBOX_CLOSING', 'the sandbox is being closed'))
      await isOver(ABORTED_MS)
    },
    remove,
  }
}

/** A call's options with a signal more. */
function stoppable(options: unknown, stop: AbortSignal): unknown {
  if (options === undefined) return { signal: stop }
  const { signal } = (options ?? {}) as ExecuteOptions
  // What is wrong is refused by the call itself.
  if (typeof options !== 'object' || (signal !== undefined && !(signal instanceof AbortSignal))) return options
  if (options === null || signal?.aborted) return options
  return { ...options, signal: signal === undefined ? stop : AbortSignal.any([signal, stop]) }
}

/** A call's options with a lower limit on the tree. */
function lowered(options: unknown, most: number): unknown {
  // What is no object is refused by the call itself.
  if (options !== undefined && (typeof options !== 'object' || options === null)) return options
  const { limits, ...rest } = (options ?? {}) as ExecuteOptions
  const totalBytes = Math.max(Math.min(limits?.totalBytes ?? Infinity, most), 1)
  return { ...rest, limits: { ...limits, totalBytes } }
}
