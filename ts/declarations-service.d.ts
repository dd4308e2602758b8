/** A file of a manifest: its text, or text or bytes with a mode. */
export type ManifestFile = string | { text?: string; base64?: string; mode?: number }

/** Everything that a session starts with, as one JSON document; `manifestSchema` is its JSON Schema. */
export interface SandboxManifest {
  version: 1
  /** By path, absolute or relative to `/workspace`. */
  files?: Record<string, ManifestFile>
  /** Folders that are there, also without files. */
  folders?: readonly string[]
  env?: Record<string, string>
  cwd?: string
  commands?: 'all' | readonly string[]
  builtins?: 'all' | readonly string[]
  profile?: 'normal' | 'hardened' | 'seed'
  language?: Language
  sedExecute?: boolean
  limits?: Limits
  clock?: 'virtual' | ClockOptions
  seed?: number
  policy?: Omit<Policy, 'decide'>
}

/** The JSON Schema (draft 2020-12) of manifests. */
export declare const manifestSchema: Readonly<Record<string, unknown>>

/**
 * The session that a manifest describes: equal manifests give sessions with the same `contentHash` and the same outputs.
 * What is no data (custom commands, sinks of events) comes besides.
 *
 * Errors: `INVALID_SANDBOX_REQUEST`; `details.problems` lists `{ path, message }`, the path a JSON pointer.
 */
export declare function sessionFromManifest(
  manifest: SandboxManifest,
  runtime?: Pick<SessionOptions, 'executor' | 'custom' | 'secrets' | 'onEvent'>,
): Session

/** What a store of snapshots must have for a service: any `SnapshotStore` of `mem-sandbox/stores`. */
export interface ServiceStore {
  has(key: string): Promise<boolean>
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  delete(key: string): Promise<void>
  list(): Promise<Array<{ key: string; size: number; storedAt: number }>>
  setRef(name: string, key: string | undefined): Promise<void>
  getRef(name: string): Promise<string | undefined>
  refs(): Promise<Array<{ name: string; key: string; setAt: number }>>
}

/** What all sandboxes of a service may have together. Each value is a maximum of at least 1. */
export interface ServiceLimits {
  /** Sandboxes in memory; suspended ones do not count. Default 1,000. */
  sessions?: number
  /** Bytes of all their files, each counted where it is, shared or not. Default 4,294,967,296 (4 GiB). */
  bytes?: number
  /** Real milliseconds after the last call until a sandbox is suspended or deleted. Default: never. */
  idleMs?: number
}

/** How a service works. */
export interface ServiceOptions {
  limits?: ServiceLimits
  /** Where suspended sandboxes are kept. Default: nothing can be suspended. */
  store?: ServiceStore
  /** Seals what goes into the store; see `ToBytesOptions.key`. Default: not sealed. */
  key?: string | Uint8Array
  /** The executor of sessions that bring no commands of their own. Default: one with all commands, shared. */
  executor?: Executor
  /** Told of everything that happens in all sandboxes. Default: nobody. */
  onEvent?: EventSinks
  /** What happens to idle sandboxes. Default: `'suspend'` where there is a store, otherwise `'delete'`. */
  onIdle?: 'suspend' | 'delete'
  /** Real milliseconds that `suspend`, `delete` and `close` wait for running calls, which are then ended. Default 10,000. */
  closeTimeoutMs?: number
  /**
   * Real milliseconds that the store may take for each request; what takes longer has failed, and the sandbox is as before.
   * Default: `closeTimeoutMs`, or 10,000 where that is 0.
   */
  storeTimeoutMs?: number
  /** Told when suspending an idle sandbox failed; it then stays as it is. What this throws or rejects with is lost. Default: nobody. */
  onError?: (error: unknown, sandbox: SandboxInfo) => void
}

/** What belongs to a sandbox besides its session. */
export interface SandboxFacts {
  /** Who it belongs to: 1 to 256 bytes of UTF-8. Default: nobody. */
  ownerId?: string
  /** Facts of the host: at most 32, names of at most 64 and strings of at most 1,024 bytes. Default: none. */
  metadata?: Readonly<Record<string, string | number | boolean | null>>
}

/** How to make a sandbox: from a session's options or from a manifest. */
export type CreateSandboxOptions = SandboxFacts &
  (
    | (SessionOptions & { manifest?: undefined })
    | (Pick<SessionOptions, 'executor' | 'custom' | 'secrets' | 'onEvent'> & { manifest: SandboxManifest })
  )

/** How to go on with a suspended sandbox. */
export interface ResumeSandboxOptions
  extends
    SandboxFacts,
    Pick<
      SessionOptions,
      | 'executor'
      | 'custom'
      | 'network'
      | 'profile'
      | 'commands'
      | 'builtins'
      | 'language'
      | 'sedExecute'
      | 'secrets'
      | 'limits'
      | 'policy'
      | 'clock'
      | 'onEvent'
    > {
  /** The key that it was sealed with. Default: the service's. */
  key?: string | Uint8Array
}

/** What a service knows of a sandbox. */
export interface SandboxInfo {
  handle: string
  ownerId: string | null
  metadata: Readonly<Record<string, string | number | boolean | null>>
  /** `'closing'`: it is being suspended or deleted, and takes no calls. */
  state: 'running' | 'closing' | 'suspended'
  /** The session's name in events; `null` while it is suspended. */
  sessionId: string | null
  /** The name in the store of the last state that was suspended. */
  ref: string | null
  /** Milliseconds since 1970. */
  createdAt: number
  /** When the last call began or ended. */
  lastUsedAt: number
  /** What it holds; of a suspended one, what it held. */
  stats: Stats
}

/**
 * Keeps sandboxes by opaque handles: makes, finds, lists, suspends, resumes and deletes them, within common quotas.
 *
 * A handle is a random UUID, and whoever knows it may use it: the host keeps handles to itself and gives models tools
 * instead. Sessions that the service gave out belong to it: close them by `delete`.
 */
export declare class SandboxService {
  /** Errors: `INVALID_ARGUMENT`. */
  constructor(options?: ServiceOptions)
  /**
   * Makes a sandbox and gives its handle.
   *
   * Rejects with: `SANDBOX_QUOTA_EXCEEDED`, `SANDBOX_SERVICE_CLOSED`, `INVALID_SANDBOX_REQUEST`, `SANDBOX_STARTUP_FAILED`,
   * and what `new Session()` throws.
   */
  create(options?: CreateSandboxOptions): Promise<string>
  /** The session of a sandbox. Errors: `SANDBOX_NOT_FOUND`, `SANDBOX_SUSPENDED`, `SANDBOX_CLOSING`, `SANDBOX_SERVICE_CLOSED`. */
  get(handle: string): Session
  /** What is known of a sandbox. Errors: `SANDBOX_NOT_FOUND`. */
  info(handle: string): SandboxInfo
  /** All sandboxes, or those of an owner, in the order in which they were made. */
  list(options?: { ownerId?: string }): SandboxInfo[]
  /**
   * Keeps the state in the store and ends the session, after its running calls. The name that it gives stands for the
   * state in the store; the handle can be resumed.
   *
   * Rejects with: `SANDBOX_NOT_FOUND`, `SANDBOX_CLOSING`, `SANDBOX_SUSPENDED`, `SANDBOX_SUSPEND_FAILED`, `INVALID_SANDBOX_REQUEST`
   * where there is no store.
   */
  suspend(handle: string, options?: { ref?: string }): Promise<string>
  /**
   * Goes on with a suspended sandbox and gives the handle: its own for a handle; a new one for a name in the store, as
   * often as wanted. What is no data (custom commands, an executor, a policy) stays with a handle and is given anew with a
   * name.
   *
   * Rejects with: `SANDBOX_NOT_FOUND`, `SANDBOX_CLOSING`, `SANDBOX_QUOTA_EXCEEDED`, `SANDBOX_RESUME_FAILED`, `SNAPSHOT_CORRUPT` and
   * the others of `Snapshot.fromBytes`, `INVALID_SANDBOX_REQUEST`.
   */
  resume(refOrHandle: string, options?: ResumeSandboxOptions): Promise<string>
  /**
   * Ends a sandbox and forgets it, also what its handle has in the store. Running calls may end first; new ones are refused.
   *
   * Rejects with: `SANDBOX_NOT_FOUND`, `SANDBOX_CLOSING`, `SANDBOX_DELETE_FAILED`.
   */
  delete(handle: string, options?: { timeoutMs?: number }): Promise<void>
  /** Ends all sandboxes and the service. What is suspended stays in the store. Calling it again does nothing more. */
  close(options?: { timeoutMs?: number }): Promise<void>
}
