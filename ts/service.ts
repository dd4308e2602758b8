/**
 * Keeps sandboxes by opaque handles, within common quotas.
 *
 * The service taps each session that it gives out: so it knows of running calls and of the last use, refuses calls of what
 * is being closed, and keeps the sum of all files within its quota.
 */
import { randomUUID } from 'node:crypto'
import * as check from './arguments.js'
import { isSandboxError, messageOf } from './errors.js'
import { Session } from './index.js'
import { hasOwnExecutor } from './capabilities.js'
import { coded } from './codes.js'
import { observe } from './events.js'
import { guard } from './service-guard.js'
import { asGiven } from './policy.js'
import { sessionFromManifest } from './manifest.js'
import { originOf, remember } from './origins.js'
import { eventSinks } from './sinks.js'
import {
  endOptions,
  factsOf,
  listOptions,
  ownerOf,
  resumeOptions,
  serviceOptions,
  suspendOptions,
} from './service-options.js'
import { inTimeStore } from './service-store.js'
import { DEFAULT_CLOSE_MS, closing, codeOf, given, infoOf, overQuota, resumeFailed } from './service-sandbox.js'
import type { Quota } from './service-guard.js'
import type { Sandbox } from './service-sandbox.js'
import type { SinkSettings } from './sinks.js'
import type { Facts } from './service-options.js'
import type {
  CreateSandboxOptions,
  ResumeSandboxOptions,
  SandboxInfo,
  SandboxService as Declared,
  ServiceOptions,
  ServiceStore,
  Session as SessionType,
  SessionOptions,
} from './declarations.js'

const DEFAULT_SESSIONS = 1_000
const DEFAULT_BYTES = 4 * 1024 ** 3

/** See the declaration in `index.d.ts`. */
export class SandboxService implements Declared {
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #options: ServiceOptions
  readonly #sinks: readonly SinkSettings[]
  readonly #quota: Quota
  readonly #sessions: number
  /** How long running calls may go on where a sandbox ends. */
  readonly #closeMs: number
  readonly #store: ServiceStore | undefined
  /** Sandboxes that are on their way into memory. */
  #starting = 0
  #timer: NodeJS.Timeout | undefined
  #closing: Promise<void> | undefined

  constructor(options: ServiceOptions = {}) {
    const checked = serviceOptions(options, 'options') as ServiceOptions
    this.#options = checked
    this.#sinks = (checked.onEvent ?? []) as unknown as SinkSettings[]
    this.#sessions = checked.limits?.sessions ?? DEFAULT_SESSIONS
    this.#closeMs = checked.closeTimeoutMs ?? DEFAULT_CLOSE_MS
    const storeMs = checked.storeTimeoutMs ?? (this.#closeMs === 0 ? DEFAULT_CLOSE_MS : this.#closeMs)
    this.#store = checked.store && inTimeStore(checked.store, storeMs)
    this.#quota = { limit: checked.limits?.bytes ?? DEFAULT_BYTES, used: 0 }
  }

  async create(options: CreateSandboxOptions = {}): Promise<string> {
    this.#refuseClosed()
    check.object(options, 'options')
    const { ownerId, metadata, manifest, onEvent, ...rest } = options as CreateSandboxOptions & SessionOptions
    const facts = factsOf({ ownerId, metadata })
    const own = onEvent === undefined ? [] : (eventSinks(onEvent, 'options.onEvent') as SinkSettings[])
    this.#needRoom()
    const session = this.#start(() => {
      if (manifest === undefined) return new Session(this.#withExecutor(rest))
      for (const key of Object.keys(rest)) {
        if (key !== 'executor' && key !== 'custom' && key !== 'secrets') {
          throw coded('INVALID_SANDBOX_REQUEST', `${key} must be left out where a manifest is given`, { argument: key })
        }
      }
      const ownExecutor = hasOwnExecutor({ ...manifest, ...rest })
      return sessionFromManifest(manifest, ownExecutor ? rest : this.#withExecutor(rest))
    })
    return this.#admit(session, { handle: this.#newHandle(), facts, own, createdAt: Date.now() }, 'sandbox.created')
  }

  get(handle: string): SessionType {
    this.#refuseClosed()
    const sandbox = this.#find(handle)
    if (sandbox.state === 'suspended') {
      throw coded('SANDBOX_SUSPENDED', `the sandbox ${handle} is suspended: await resume(handle)`, { handle })
    }
    return this.#live(sandbox).session
  }

  info(handle: string): SandboxInfo {
    return infoOf(this.#find(handle))
  }

  list(options: { ownerId?: string } = {}): SandboxInfo[] {
    const { ownerId } = listOptions(options, 'options') as typeof options
    if (ownerId !== undefined) ownerOf(ownerId)
    this.#reap()
    return [...this.#sandboxes.values()]
      .filter((sandbox) => ownerId === undefined || sandbox.ownerId === ownerId)
      .map(infoOf)
  }

  async suspend(handle: string, options: { ref?: string } = {}): Promise<string> {
    this.#refuseClosed()
    const { ref } = suspendOptions(options, 'options') as typeof options
    const sandbox = this.#find(handle)
    const store = this.#needStore()
    if (sandbox.state === 'suspended') throw coded('SANDBOX_SUSPENDED', `the sandbox ${handle} is suspended already`)
    return await this.#suspend(sandbox, this.#live(sandbox), store, ref ?? sandbox.ref ?? `sandbox-${randomUUID()}`)
  }

  async resume(refOrHandle: string, options: ResumeSandboxOptions = {}): Promise<string> {
    this.#refuseClosed()
    check.text(refOrHandle, 'refOrHandle')
    const checked = resumeOptions(options, 'options') as ResumeSandboxOptions
    const store = this.#needStore()
    const known = this.#sandboxes.get(refOrHandle)
    if (known !== undefined && known.state !== 'suspended') {
      if (known.state === 'closing') throw closing(refOrHandle)
      return refOrHandle
    }
    const { ownerId, metadata, key = this.#options.key, onEvent, ...rest } = checked
    const facts = factsOf({ ownerId, metadata })
    const own = (onEvent as unknown as SinkSettings[] | undefined) ?? known?.sinks ?? []
    const ref = known === undefined ? refOrHandle : known.ref!
    this.#needRoom()
    this.#starting += 1
    if (known !== undefined) known.state = 'closing'
    try {
      const { loadSnapshot } = await import('./stores.js')
      const runtime = { ...known?.runtime, ...rest }
      // Commands of its own mean another executor than the one that it had.
      if (hasOwnExecutor(rest) && rest.executor === undefined) delete runtime.executor
      const { limits, executor } = runtime
      const { snapshot } = await loadSnapshot(store, ref, {
        limits,
        executor,
        ...(key !== undefined && { key }),
      }).catch((error: unknown) => {
        throw known === undefined && codeOf(error) === 'SNAPSHOT_NOT_FOUND'
          ? coded('SANDBOX_NOT_FOUND', `there is no sandbox and nothing in the store called ${ref}`, { ref }, error)
          : resumeFailed(ref, error)
      })
      this.#refuseClosed()
      const session = this.#start(() => new Session(this.#withExecutor(runtime)))
      try {
        session.restore(snapshot)
      } catch (error) {
        session.close()
        throw resumeFailed(ref, error)
      }
      const handle = known?.handle ?? this.#newHandle()
      const kept = known === undefined ? facts : { ownerId: known.ownerId, metadata: known.metadata, ...given(facts) }
      const createdAt = known?.createdAt ?? Date.now()
      this.#starting -= 1
      try {
        return this.#admit(
          session,
          { handle, facts: kept, own, createdAt, ref, before: known?.lastId },
          'sandbox.resumed',
        )
      } finally {
        this.#starting += 1
      }
    } catch (error) {
      if (known !== undefined && this.#sandboxes.get(known.handle) === known) known.state = 'suspended'
      throw error
    } finally {
      this.#starting -= 1
    }
  }

  async delete(handle: string, options: { timeoutMs?: number } = {}): Promise<void> {
    this.#refuseClosed()
    const { timeoutMs: wait = this.#closeMs } = endOptions(options, 'options') as typeof options
    const sandbox = this.#find(handle)
    await this.#delete(sandbox, wait)
  }

  async close(options: { timeoutMs?: number } = {}): Promise<void> {
    const { timeoutMs: wait = this.#closeMs } = endOptions(options, 'options') as typeof options
    this.#closing ??= (async () => {
      clearTimeout(this.#timer)
      const live = [...this.#sandboxes.values()].filter((sandbox) => sandbox.live !== undefined)
      await Promise.all(live.map((sandbox) => this.#end(sandbox, wait)))
      this.#sandboxes.clear()
    })()
    await this.#closing
  }

  #needStore(): ServiceStore {
    if (this.#store === undefined) {
      throw coded('INVALID_SANDBOX_REQUEST', 'this service has no store: give it one to suspend and resume sandboxes')
    }
    return this.#store
  }

  #withExecutor<Options extends SessionOptions>(options: Options): Options {
    const { executor } = this.#options
    if (executor === undefined || options.executor !== undefined) return options
    // Commands of its own mean an executor of its own.
    return hasOwnExecutor(options) ? options : { ...options, executor }
  }

  #start(make: () => SessionType): SessionType {
    try {
      return make()
    } catch (error) {
      if (isSandboxError(error) && error.code !== 'INTERNAL') throw error
      throw coded('SANDBOX_STARTUP_FAILED', `the session could not be made: ${messageOf(error)}`, undefined, error)
    }
  }

  /** Takes a new session in, or closes it. */
  #admit(
    session: SessionType,
    how: {
      handle: string
      facts: Facts
      own: readonly SinkSettings[]
      createdAt: number
      ref?: string
      before?: string
    },
    kind: 'sandbox.created' | 'sandbox.resumed',
  ): string {
    const { handle, facts, own, createdAt, ref, before } = how
    const stats = session.stats
    try {
      this.#needRoom()
      if (this.#quota.used + stats.bytes > this.#quota.limit) throw overQuota(this.#quota, stats.bytes)
    } catch (error) {
      session.close()
      throw error
    }
    const { executor, policy, sinks: had = [] } = originOf(session) ?? {}
    const sinks = [...this.#sinks, ...own]
    if (sinks.length > 0) remember(session, { policy, sinks: [...had, ...sinks], ...(executor && { executor }) })
    const hub = observe(session, sinks, undefined, facts.ownerId)
    if (before !== undefined) hub.parent = before
    if (kind === 'sandbox.resumed') hub.tell(kind, { ref })
    const sandbox: Sandbox = {
      ...facts,
      handle,
      createdAt,
      lastUsedAt: Date.now(),
      state: 'running',
      live: undefined,
      lastId: hub.sessionId,
      ref,
      stats,
      runtime: { executor, policy: policy && asGiven(policy), limits: session.limits } as Sandbox['runtime'],
      sinks: own,
    }
    this.#quota.used += stats.bytes
    const watched = guard(session, this.#quota, {
      used: () => (sandbox.lastUsedAt = Date.now()),
      closed: () => this.#forget(sandbox),
      refuse: () => (sandbox.state === 'closing' ? closing(handle) : undefined),
    })
    sandbox.live = { session, guard: watched, id: hub.sessionId }
    this.#sandboxes.set(handle, sandbox)
    this.#arm()
    return handle
  }

  async #suspend(
    sandbox: Sandbox,
    live: NonNullable<Sandbox['live']>,
    store: ServiceStore,
    ref: string,
  ): Promise<string> {
    sandbox.state = 'closing'
    try {
      await live.guard.idle(this.#closeMs)
      if (live.session.closed) throw coded('SANDBOX_CLOSING', `the sandbox ${sandbox.handle} was closed meanwhile`)
      const { saveSnapshot } = await import('./stores.js')
      const snapshot = live.guard.snapshot()
      // Whoever has the session may close it while it is being stored.
      sandbox.stats = live.session.stats
      const { key } = this.#options
      await saveSnapshot(store, snapshot, { ref, ...(key !== undefined && { key }) })
    } catch (error) {
      // Closed meanwhile: there is nothing left of it.
      if (sandbox.live === undefined) this.#sandboxes.delete(sandbox.handle)
      else {
        sandbox.state = 'running'
        this.#arm()
      }
      if (codeOf(error) === 'SANDBOX_CLOSING') throw error
      const message = `the sandbox ${sandbox.handle} could not be suspended: ${messageOf(error)}`
      throw coded('SANDBOX_SUSPEND_FAILED', message, { handle: sandbox.handle }, error)
    }
    sandbox.ref = ref
    live.guard.hub().tell('sandbox.suspended', { ref })
    this.#release(sandbox)
    sandbox.state = 'suspended'
    return ref
  }

  async #delete(sandbox: Sandbox, wait: number): Promise<void> {
    const store = this.#store
    if (sandbox.state === 'closing') throw closing(sandbox.handle)
    await this.#end(sandbox, wait)
    try {
      if (sandbox.ref !== undefined && store !== undefined) await store.setRef(sandbox.ref, undefined)
    } catch (error) {
      // It can be tried again: what the store holds is all that is left.
      sandbox.state = 'suspended'
      const message = `what the sandbox ${sandbox.handle} has in the store could not be deleted: ${messageOf(error)}`
      throw coded('SANDBOX_DELETE_FAILED', message, { handle: sandbox.handle }, error)
    }
    this.#sandboxes.delete(sandbox.handle)
  }

  async #end(sandbox: Sandbox, wait: number): Promise<void> {
    sandbox.state = 'closing'
    await sandbox.live?.guard.idle(wait)
    this.#release(sandbox)
  }

  /** Closes the session of a sandbox that stays known. */
  #release(sandbox: Sandbox): void {
    const { live } = sandbox
    if (live === undefined) return
    sandbox.live = undefined
    this.#quota.used -= live.guard.bytes
    live.session.close()
    live.guard.remove()
  }

  /** A session that was closed by whoever has it: the sandbox is no more. */
  #forget(sandbox: Sandbox): void {
    const { live } = sandbox
    if (live === undefined) return
    sandbox.live = undefined
    this.#quota.used -= live.guard.bytes
    if (sandbox.state !== 'closing') this.#sandboxes.delete(sandbox.handle)
  }

  /** Forgets sandboxes whose sessions ended by themselves (an internal failure). */
  #reap(): void {
    for (const sandbox of this.#sandboxes.values()) if (sandbox.live?.session.closed) this.#forget(sandbox)
  }

  #find(handle: string): Sandbox {
    check.text(handle, 'handle')
    const sandbox = this.#sandboxes.get(handle)
    if (sandbox?.live?.session.closed) this.#forget(sandbox)
    if (sandbox === undefined || !this.#sandboxes.has(handle)) {
      throw coded('SANDBOX_NOT_FOUND', 'there is no sandbox with this handle')
    }
    return sandbox
  }

  #live(sandbox: Sandbox): NonNullable<Sandbox['live']> {
    if (sandbox.state === 'closing' || sandbox.live === undefined) throw closing(sandbox.handle)
    return sandbox.live
  }

  #newHandle(): string {
    const handle = randomUUID()
    if (!this.#sandboxes.has(handle)) return handle
    throw coded(
      'SANDBOX_IDENTIFIER_CONFLICT',
      'a new handle is one that there is already: the source of randomness repeats',
    )
  }

  #refuseClosed(): void {
    if (this.#closing !== undefined) throw coded('SANDBOX_SERVICE_CLOSED', 'the service is closed')
  }

  #needRoom(): void {
    const live = [...this.#sandboxes.values()].filter((sandbox) => sandbox.live !== undefined).length + this.#starting
    if (live < this.#sessions) return
    const message = `${live} sandboxes are in memory, the most that this service has (limits.sessions = ${this.#sessions})`
    throw coded('SANDBOX_QUOTA_EXCEEDED', message, { limit: 'sessions', value: this.#sessions })
  }

  /** Sets the timer for the next sandbox that may be idle by then. */
  #arm(): void {
    const idleMs = this.#options.limits?.idleMs
    if (idleMs === undefined || this.#timer !== undefined || this.#closing !== undefined) return
    const waiting = [...this.#sandboxes.values()].filter(({ live, state }) => live !== undefined && state === 'running')
    if (waiting.length === 0) return
    const next = Math.min(...waiting.map(({ lastUsedAt }) => lastUsedAt + idleMs))
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        for (const sandbox of waiting) void this.#expire(sandbox, idleMs)
        this.#arm()
      },
      Math.min(Math.max(next - Date.now(), Math.min(idleMs, 10)), check.LONGEST_TIMER_MS),
    )
    // A service that nobody uses does not keep a process alive.
    this.#timer.unref()
  }

  async #expire(sandbox: Sandbox, idleMs: number): Promise<void> {
    const { live, state } = sandbox
    if (live === undefined || state !== 'running') return
    if (live.guard.active > 0) sandbox.lastUsedAt = Date.now()
    if (sandbox.lastUsedAt + idleMs > Date.now()) return
    const { onIdle = this.#store === undefined ? 'delete' : 'suspend' } = this.#options
    try {
      if (onIdle === 'delete') await this.#delete(sandbox, 0)
      else await this.#suspend(sandbox, live, this.#needStore(), sandbox.ref ?? `sandbox-${randomUUID()}`)
    } catch (error) {
      // It is tried again when it has been idle as long once more.
      sandbox.lastUsedAt = Date.now()
      this.#arm()
      try {
        const told: unknown = this.#options.onError?.(error, infoOf(sandbox))
        await told
      } catch {
        // Nobody waits for this, and whoever would be told has failed: the process goes on.
      }
    }
  }
}
