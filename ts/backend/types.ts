/**
 * What runs a workspace for an agent: the one interface of all kinds of sandboxes.
 *
 * Nothing of a particular engine is in it. `memory()` is the first that implements it; a virtual machine can be another.
 * Paths are POSIX paths of the sandbox, absolute or relative to `/workspace`. Every refusal that can be made without a
 * sandbox is made by `check`, `prepareInputs` and `checkSessionName`, so that it comes before the first call of a model.
 */

/** Where the files of a workspace are, and where commands start. */
export const WORKSPACE = '/workspace'

/** How much of the network there is: none, every public host, or named ones. */
export type NetworkMode = 'none' | 'public' | 'allow'

/** The hosts that may be reached, as `allow([...])` gives them. */
export interface AllowList {
  /** Host names, `*.` and a domain, addresses, and ranges of addresses (CIDR). */
  readonly allow: readonly string[]
}

/**
 * `'none'` or false: nothing. `'public'` or true: every host of the public internet, and neither private networks nor this
 * machine nor clouds' metadata. `allow([...])`: these hosts, on any port.
 * Left out: nothing, or where there are secrets only their hosts.
 */
export type NetworkSetting = 'none' | 'public' | boolean | AllowList

/** A value that requests to one host may carry. The sandbox sees a placeholder in the variable `env`. */
export interface SandboxSecret {
  /** The name of an environment variable. */
  env: string
  value: string
  /** A host name, `*.` and a domain, or an address. It may be reached, too, unless `network` is `'none'`, which is refused. */
  host: string
}

/** A named volume that outlives sandboxes. */
export interface SandboxVolume {
  /** Where it is mounted: absolute, outside of `/workspace`. */
  path: string
  name: string
  /** Default false. */
  readOnly?: boolean
  /** Make it when it is not there. Default true. */
  create?: boolean
}

/** Bounds of a sandbox. What is left out is the backend's own default. */
export interface SandboxLimits {
  /** Processors. */
  cpus?: number
  /** MiB of memory of the whole sandbox. In memory that is what its files may hold. */
  memoryMiB?: number
  /** Bytes of all files. */
  workspaceBytes?: number
  /** Bytes of one file. */
  fileBytes?: number
  /** Bytes that one command may write to each of its streams; the rest is counted and dropped. */
  outputBytes?: number
  /** Work of one command, in the backend's own unit. */
  steps?: number
}

/** What a sandbox is made from. */
export interface SandboxSpec {
  /** An image of a machine. Default: the backend's. */
  image?: string
  /** What runs scripts: a program that takes a file's name. Default: the backend's. */
  interpreter?: string
  limits?: SandboxLimits
  /** Default: see `NetworkSetting`. */
  network?: NetworkSetting
  secrets?: readonly SandboxSecret[]
  /** Environment variables of every command. */
  env?: Readonly<Record<string, string>>
  /** Packages to install for the interpreter. */
  packages?: readonly string[]
  volumes?: readonly SandboxVolume[]
}

/** A network setting in its one form. */
export interface NormalNetwork {
  readonly mode: NetworkMode
  /** With `'allow'`: what may be reached, with the hosts of secrets; sorted, each once. Otherwise empty. */
  readonly hosts: readonly string[]
}

/** A spec in its one form: two that mean the same are equal, part by part. */
export interface NormalSpec {
  readonly image: string | null
  readonly interpreter: string
  readonly limits: Readonly<Record<keyof SandboxLimits, number | null>>
  readonly network: NormalNetwork
  /** Sorted by `env`. */
  readonly secrets: readonly Readonly<SandboxSecret>[]
  /** Sorted by name. */
  readonly env: Readonly<Record<string, string>>
  /** Sorted, each once. */
  readonly packages: readonly string[]
  /** Sorted by `path`. */
  readonly volumes: readonly Readonly<Required<SandboxVolume>>[]
}

/** A file to begin with. */
export interface InputFile {
  /** Relative to `/workspace`. Parents are made. */
  path: string
  /** Bytes, text (UTF-8), or with a `file:` URL a file of the host. */
  data: Uint8Array | string | Blob | URL
  /** Permission bits. Default 0o644. */
  mode?: number
}

/** A file to begin with. A string is the path of a file of the host, whose last name it keeps; so is a `file:` URL. */
export type Input = InputFile | string | URL

/** A file to begin with that was looked at: its name is safe and its source is there. Its bytes were not read yet. */
export interface PreparedInput {
  /** Relative to `/workspace`, normal, no `..`. */
  readonly path: string
  readonly mode: number
  /** Bytes. Of a file of the host: when it was looked at. */
  readonly size: number
  /**
   * The bytes in pieces. May be called again.
   *
   * Throws `SandboxSetupError` where a file of the host has gone, is no regular file any more or is longer than
   * `maxBytes`; the reason of an aborted signal.
   */
  stream(options?: { maxBytes?: number; signal?: AbortSignal }): AsyncIterable<Uint8Array>
}

/** What a path is. */
export type NodeKind = 'file' | 'directory' | 'symlink' | 'other'

/** What a path is, links followed. */
export interface Stat {
  readonly kind: NodeKind
  /** Bytes of a file; 0 for what is none. */
  readonly size: number
  /** Permission bits. */
  readonly mode: number
  /** Milliseconds since 1970 on the sandbox's clock. */
  readonly mtimeMs: number
}

/** A name in a folder; links are not followed. */
export interface Entry {
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly kind: NodeKind
  /** Bytes of a file or of a link's target; 0 for others. */
  readonly size: number
  /** Permission bits. */
  readonly mode: number
  /** A link's target. */
  readonly target: string | null
}

/** A difference between the workspace as it was after the inputs were written, or resumed, and as it is. */
export interface WorkspaceChange {
  /** By content: a file that was written again with the same bytes is not told. `'mode'`: only its permission bits differ. */
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'mode'
  /** Relative to `/workspace`. */
  readonly path: string
  /** Where a renamed one was. */
  readonly from: string | null
  /** What it is now, or was where it is deleted. */
  readonly kind: NodeKind
  /** Bytes of a file as it is now; null where it is deleted or no file. */
  readonly size: number | null
  /** Permission bits as they are now; null where it is deleted. */
  readonly mode: number | null
}

/** A workspace that nothing can change any more. Good until its handle is closed. */
export interface FrozenWorkspace {
  /** Everything below `/workspace`: sorted by path, byte by byte, folders included. */
  entries(): Promise<Entry[]>
  /** What differs from the beginning of this run, sorted by path. */
  changes(): Promise<WorkspaceChange[]>
  /** At most `maxBytes` (default: all) of a file's bytes, from `offset` (default 0). */
  read(path: string, options?: ReadOptions): Promise<Uint8Array>
}

/** A new or changed file, as it is given to the caller of a run. */
export interface FileOutput {
  /** Relative to `/workspace`. */
  readonly fileName: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'mode'
  /** Where a renamed file was. */
  readonly from?: string
  /** Bytes; 0 where it is deleted. */
  readonly size: number
  /** Absolute path in the sandbox. */
  readonly path: string
  /** The bytes; null where it is deleted or longer than what is handed over. */
  readonly data: Uint8Array | null
}

/** A part of a file. */
export interface ReadOptions {
  offset?: number
  maxBytes?: number
}

/** A program to run. */
export interface ExecRequest {
  /** The program and its arguments: no shell reads them. */
  argv: readonly string[]
  /** Default `/workspace`. */
  cwd?: string
  /** Over the spec's. */
  env?: Readonly<Record<string, string>>
  /** Default: empty. */
  stdin?: Uint8Array
  /** Real milliseconds from its start, after which it is killed. */
  timeoutMs: number
  /** Kills it. One that is aborted before it begins rejects with its reason. */
  signal?: AbortSignal
  /** Called with output while it comes, cut anywhere. What it throws is thrown when the program has ended. */
  onOutput?(stream: 'stdout' | 'stderr', chunk: Uint8Array): void
}

/** How a program ended. What it wrote before is kept in any case. */
export interface ExecResult {
  /** Its status; 124 when its time was up, 130 when it was aborted, 137 when another limit stopped it, 128+n for signals. */
  exitCode: number
  /** Its time was up. */
  timedOut: boolean
  /** Its signal, or the closing of the sandbox, ended it. */
  aborted: boolean
  /** Why the sandbox stopped it, in a sentence; null when it ended by itself. */
  reason: string | null
  /** Bytes of each stream that went beyond `limits.outputBytes` and were dropped. */
  dropped: { stdout: number; stderr: number }
}

/** A sandbox that runs. Its methods reject with `SandboxError`s: errno codes of files, `SANDBOX_FROZEN`, `SANDBOX_CLOSED`. */
export interface SandboxHandle {
  /** Runs a program. Programs of one sandbox may wait for each other; the time is counted from the start. */
  exec(request: ExecRequest): Promise<ExecResult>
  readonly fs: {
    /** At most `maxBytes` (default: all) of a file's bytes, from `offset` (default 0). Errors: `ENOENT`, `EISDIR`. */
    read(path: string, options?: ReadOptions): Promise<Uint8Array>
    /** Parents are made. */
    write(path: string, data: Uint8Array): Promise<void>
    stat(path: string): Promise<Stat>
    /** Sorted by name, byte by byte. */
    list(path: string): Promise<Entry[]>
    /** With its parents; one that is there is fine. */
    mkdir(path: string): Promise<void>
    /** A file, a link, or a folder with everything in it. Errors: `ENOENT`. */
    remove(path: string): Promise<void>
  }
  /** Ends what runs; then nothing can be changed any more. The same again when called again. */
  freeze(): Promise<FrozenWorkspace>
  /**
   * Ends the sandbox. `'keep'`: its state is that of the session of its name from now on, in place of what was there;
   * rejects where that fails, or the turn in which the sandbox was opened is over, and what was there stays. `'discard'`, or a sandbox without a name: nothing is kept, and a session of its
   * name stays as it was. Takes a bounded time. Again: the same promise.
   */
  close(how: 'keep' | 'discard'): Promise<void>
}

/** What a backend can do. */
export interface SandboxSupport {
  readonly images: boolean
  readonly interpreters: 'any' | readonly string[]
  readonly packages: boolean
  readonly network: readonly NetworkMode[]
  readonly secrets: boolean
  readonly volumes: boolean
  /** The limits that it keeps. */
  readonly limits: readonly (keyof SandboxLimits)[]
  readonly isolation: 'in-process' | 'vm'
}

/** What `open` is asked for. */
export interface OpenRequest {
  /** Of the session. Left out: nothing is kept. */
  name?: string
  /**
   * `'create'`: from the beginning, with the inputs. A session of that name keeps its files until this sandbox is closed with
   * `'keep'`. `'resume'`: as the session was left, with this spec's network, secrets and variables; the inputs are written over it.
   */
  mode: 'create' | 'resume'
  inputs: readonly PreparedInput[]
  signal?: AbortSignal
}

/** A session's turn. */
export interface SessionLock {
  readonly name: string
  /** Aborted when the turn was lost to another process, because this one stood still for too long. */
  readonly lost: AbortSignal
  /** Lets the next one in. Never rejects; again: nothing. */
  release(): Promise<void>
}

/** A session as `listSessions` tells of it. */
export interface SessionInfo {
  readonly name: string
  /** `'running'`: a sandbox of it is open. */
  readonly state: 'running' | 'stopped'
  /** UTC. */
  readonly lastUsed: Date
}

/** Where sandboxes come from. */
export interface SandboxBackend {
  readonly id: 'memory' | 'microsandbox' | (string & {})
  readonly supports: SandboxSupport
  /** Where its sessions are kept: the same for all backends that keep theirs in one place, and wait for each other. */
  readonly place: string
  /** What a spec that names none gets. */
  readonly defaults: { readonly image: string | null; readonly interpreter: string }
  /**
   * Throws where a spec can't be honoured: `UnsupportedFeatureError` with the feature's name, `INVALID_ARGUMENT` for what
   * can't be meant. Makes and asks nothing: to be called before the model is.
   */
  check(spec: SandboxSpec): void
  /**
   * Starts a sandbox. Rejects with: `SandboxSetupError`; `SessionNotFoundError` where there is none to resume; what `check`
   * throws; the reason of an aborted signal.
   */
  open(spec: SandboxSpec, request: OpenRequest): Promise<SandboxHandle>
  /**
   * Makes a session without starting anything, so that it is there whether or not a sandbox is ever needed: its files are
   * the inputs. In place of one of that name, whose files stay until the new ones are there; with `ifMissing` one that is
   * there only counts as used.
   */
  record(
    name: string,
    request: { spec: SandboxSpec; inputs?: readonly PreparedInput[]; ifMissing?: boolean; signal?: AbortSignal },
  ): Promise<void>
  state(name: string): Promise<'running' | 'stopped' | 'missing'>
  /** Ends what is kept of a session; none is fine. Its turn is the caller's: see `lock`. */
  remove(name: string): Promise<void>
  /** Newest first. */
  list(): Promise<SessionInfo[]>
  /**
   * Waits for a session's turn, in the order of the calls, among all processes that share its store. To be taken before the
   * run of the SDK begins, and released in one `finally`. Rejects with the reason of an aborted signal.
   */
  lock(name: string, options?: { signal?: AbortSignal }): Promise<SessionLock>
}
