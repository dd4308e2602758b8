/** A session of mem-sandbox as a `SandboxSession` of the SDK. */
import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { UserError } from '@openai/agents'
import type { ToolOutputImage } from '@openai/agents'
import {
  Manifest,
  SandboxArchiveError,
  SandboxConfigurationError,
  SandboxExposedPortUnavailableError,
  SandboxInvalidManifestPathError,
  SandboxLifecycleError,
  SandboxWorkspaceReadNotFoundError,
  WorkspacePathPolicy,
  resolveSandboxArchiveLimits,
  validateSandboxArchiveLimits,
} from '@openai/agents/sandbox'
import type {
  ExecCommandArgs,
  ExposedPortEndpoint,
  ListDirectoryArgs,
  MaterializeEntryArgs,
  ReadFileArgs,
  SandboxArchiveLimits,
  SandboxDirectoryEntry,
  SandboxExecResult,
  SandboxSession,
  ViewImageArgs,
  WorkspaceArchiveData,
  WorkspaceArchiveOptions,
} from '@openai/agents/sandbox'
import type { Entry, Session } from '../declarations.js'
import { SandboxError } from '../index.js'
import { isMissing } from '../errors.js'
import { failureReason, withReason } from '../failures.js'
import { previewsOf } from '../previews.js'
import type { PreviewedCommand } from '../previews.js'
import { withContents } from '../tools/source.js'
import { inTurn } from '../turns.js'
import { SessionEditor } from './editor.js'
import { chunkId, execResponseText, truncateExecOutput } from './exec-output.js'
import { imageOutput } from './images.js'
import { changeAsHost, checkManifest, checkRoot, checkRunAs, materialize, removeEphemeral } from './manifest.js'
import type { HostSources } from './manifest.js'
import { execCall } from './shell-capability.js'
import type { MemSandboxSessionState } from './state.js'

/** What a session of the SDK is made with. */
export interface MemSandboxSessionOptions extends HostSources {
  /** What the state says that the session was made from. Default: an empty one. */
  manifest?: Manifest
  /** The most tokens (of 4 bytes) that `exec_command` shows when the model names none. Default 10,000. */
  maxOutputTokens?: number
}

const MAX_OUTPUT_TOKENS = 10_000

/** The sandboxes of this process: a state names its own, wherever it was copied to. */
const sandboxes = new Map<string, WeakRef<MemSandboxSession>>()
const collected = new FinalizationRegistry<string>((id) => sandboxes.delete(id))

/** The sandbox that a state is of, if it is in this process and open. */
export function openSandbox({ sessionId }: MemSandboxSessionState): MemSandboxSession | undefined {
  const sandbox = sandboxes.get(sessionId)?.deref()
  return sandbox?.isOpen === true ? sandbox : undefined
}

/**
 * A session as the runner takes it: `run(agent, input, { sandbox: { session: new MemSandboxSession(session) } })`.
 *
 * The session stays its maker's: `close`, `stop`, `shutdown` and `delete` end this view of it, not the session. What
 * `MemSandboxClient` makes is the client's, and is closed with it.
 */
export class MemSandboxSession implements SandboxSession<MemSandboxSessionState> {
  /** What the SDK keeps of it. It puts other values in place of these. */
  state: MemSandboxSessionState
  /** The session itself. */
  readonly session: Session
  readonly #sources: HostSources
  readonly #maxOutputTokens: number
  readonly #closed: (() => void) | undefined
  #archiveLimits: SandboxArchiveLimits | null | undefined
  #isClosed = false
  #calls = 0

  constructor(session: Session, options?: MemSandboxSessionOptions)
  /** @internal */
  constructor(
    session: Session,
    options: MemSandboxSessionOptions | undefined,
    state: MemSandboxSessionState,
    closed: () => void,
  )
  constructor(
    session: Session,
    options: MemSandboxSessionOptions = {},
    state?: MemSandboxSessionState,
    closed?: () => void,
  ) {
    const { manifest = new Manifest(), maxOutputTokens = MAX_OUTPUT_TOKENS, ...sources } = options
    checkManifest(manifest)
    checkRoot(manifest, session)
    this.session = session
    this.#sources = sources
    this.#maxOutputTokens = maxOutputTokens
    this.#closed = closed
    this.state = state ?? { manifest, sessionId: randomUUID(), snapshot: null, workspaceReady: true, environment: {} }
    sandboxes.set(this.state.sessionId, new WeakRef(this))
    collected.register(this, this.state.sessionId)
  }

  /** Whether it can be used: neither it nor its session was closed. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.session.closed
  }

  // Running commands.

  /**
   * Runs a script in a shell of its own: the files stay for the next one, the folder and the variables do not. `login` and
   * `yieldTimeMs` change nothing, since there are no login files and a command always runs to its end or its limit.
   */
  async exec(args: ExecCommandArgs): Promise<SandboxExecResult> {
    checkRunAs(args.runAs)
    this.#assertOpen()
    const refusal = refusedExec(args)
    if (refusal !== undefined) return { output: refusal, stdout: '', stderr: refusal, wallTimeSeconds: 0, exitCode: 1 }
    const { command, options } = this.#command(args)
    // Only where the tool says which call it is: nothing else was shown to anybody.
    const key = execCall.getStore()
    const previews = key === undefined ? undefined : previewsOf(this.session)
    const approvals = key === undefined ? [] : [...(previews?.questions(key) ?? [])]
    const ran = await inTurn(this.session, undefined, () =>
      this.session.execute(command, {
        ...options,
        output: { interleaved: true },
        ...(approvals.length > 0 && { approvals }),
      }),
    )
    if (key !== undefined) previews?.ran({ key }, ran.approval ?? undefined)
    const reason = failureReason(ran)
    const whole = ran.output?.interleaved?.text ?? `${ran.stdout}${ran.stderr}`
    const output = reason === undefined ? whole : withReason(whole, `mem-sandbox: ${reason}`)
    const shown = truncateExecOutput(output, args.maxOutputTokens ?? this.#maxOutputTokens)
    return {
      output: shown.text,
      stdout: ran.stdout,
      stderr: ran.stderr,
      // The session's own time, so that a repeated run gives the same text.
      wallTimeSeconds: ran.usage.virtualMs / 1_000,
      exitCode: ran.exitCode,
      ...(shown.originalTokenCount !== undefined && { originalTokenCount: shown.originalTokenCount }),
    }
  }

  /**
   * The command of a call, for what a policy will ask about it; `undefined` where the call will be refused.
   *
   * @internal
   */
  execPreview(args: ExecCommandArgs): PreviewedCommand | undefined {
    if (!this.isOpen || refusedExec(args) !== undefined) return undefined
    try {
      return this.#command(args)
    } catch {
      return undefined
    }
  }

  #command({ cmd, workdir }: ExecCommandArgs): Required<PreviewedCommand> {
    const env = this.state.environment ?? {}
    return { command: cmd, options: { fresh: true, cwd: this.#path(workdir), env } }
  }

  /** `exec`, as the text that a model reads. */
  async execCommand(args: ExecCommandArgs): Promise<string> {
    this.#calls += 1
    const id = chunkId(this.#calls, args.cmd)
    try {
      const ran = await this.exec(args)
      return execResponseText({ ...ran, chunkId: id, exitCode: ran.exitCode ?? 1 })
    } catch (error) {
      // A folder that is not there or not allowed is the model's to mend: what is thrown it would not get to see.
      const isItsOwn = error instanceof SandboxInvalidManifestPathError || isMissing(error)
      if (!isItsOwn) throw error
      return execResponseText({
        chunkId: id,
        wallTimeSeconds: 0,
        exitCode: 1,
        output: `mem-sandbox: ${error.message}\n`,
      })
    }
  }

  /** False: there are no terminals. */
  supportsPty(): boolean {
    return false
  }

  // Files.

  createEditor(runAs?: string): SessionEditor {
    checkRunAs(runAs)
    return new SessionEditor(this.session, { resolve: (path) => this.#path(path, true) })
  }

  async viewImage({ path, runAs }: ViewImageArgs): Promise<ToolOutputImage> {
    checkRunAs(runAs)
    this.#assertOpen()
    try {
      return imageOutput(path, await this.#bytes(this.#path(path)))
    } catch (error) {
      if (isMissing(error)) throw new UserError(`Image file not found: ${path}`)
      if (error instanceof SandboxError && error.code === 'EISDIR') {
        throw new UserError(`Image path is not a file: ${path}`)
      }
      throw error
    }
  }

  async readFile({ path, runAs, maxBytes }: ReadFileArgs): Promise<Uint8Array> {
    checkRunAs(runAs)
    this.#assertOpen()
    try {
      const bytes = await this.#bytes(this.#path(path))
      return maxBytes === undefined ? bytes : bytes.subarray(0, maxBytes)
    } catch (error) {
      throw notFound(error, path)
    }
  }

  async listDir({ path, runAs }: ListDirectoryArgs): Promise<SandboxDirectoryEntry[]> {
    checkRunAs(runAs)
    this.#assertOpen()
    const folder = this.#path(path)
    try {
      return this.session.list(folder).map(({ name, path: full }) => ({
        name,
        path: this.#workspaceRelative(posix.join(folder, name)),
        type: this.#kind(full),
      }))
    } catch (error) {
      throw notFound(error, path)
    }
  }

  /** False only where there is surely nothing. */
  async pathExists(path: string, runAs?: string): Promise<boolean> {
    return this.#entry(path, runAs) !== undefined
  }

  async directoryExists(path: string, runAs?: string): Promise<boolean> {
    return this.#entry(path, runAs)?.kind === 'directory'
  }

  // Manifests.

  async materializeEntry({ path, entry, runAs }: MaterializeEntryArgs): Promise<void> {
    const logicalPath = this.#workspaceRelative(this.#path(path, true))
    await this.applyManifest(new Manifest({ root: this.state.manifest.root, entries: { [logicalPath]: entry } }), runAs)
  }

  /** Adds the entries and variables of a manifest: all of them or none. */
  async applyManifest(manifest: Manifest, runAs?: string): Promise<void> {
    checkRunAs(runAs)
    this.#assertOpen()
    checkManifest(manifest)
    const { root } = this.state.manifest
    const grants = [...this.state.manifest.extraPathGrants, ...manifest.extraPathGrants].map(({ path }) => path)
    const environment = await manifest.resolveEnvironment()
    await materialize(this.session, manifest.entries, root, this.#sources, grants)
    this.state.environment = { ...this.state.environment, ...environment }
    this.state.manifest = merged(this.state.manifest, manifest)
  }

  // Archives.

  setArchiveLimits(limits?: SandboxArchiveLimits | null): void {
    validateSandboxArchiveLimits(limits)
    this.#archiveLimits = limits
  }

  /** The files below the root as a tar archive, without ephemeral ones. */
  async persistWorkspace(): Promise<Uint8Array> {
    this.#assertOpen()
    const { root } = this.state.manifest
    const fork = this.session.fork()
    try {
      await removeEphemeral(fork, this.state.manifest)
      return await fork.exportArchive({ root })
    } finally {
      fork.close()
    }
  }

  /**
   * Puts what an archive holds (tar, gzipped or not, or zip) in place of everything below the root: all of it or nothing. Of
   * the root `/` only files are replaced: the system is there too.
   */
  async hydrateWorkspace(data: WorkspaceArchiveData, options: WorkspaceArchiveOptions = {}): Promise<void> {
    this.#assertOpen()
    const bytes = archiveBytes(data)
    const given = options.archiveLimits === undefined ? this.#archiveLimits : options.archiveLimits
    const limits = given === undefined ? null : resolveSandboxArchiveLimits(given)
    const refuse = (what: string, got: number, most: number | null | undefined): void => {
      if (most !== null && most !== undefined && got > most) {
        throw new SandboxArchiveError(`mem_sandbox: the archive has ${got} ${what}, more than ${most}`)
      }
    }
    refuse('bytes', bytes.length, limits?.maxInputBytes)
    const { root } = this.state.manifest
    try {
      await changeAsHost(this.session, (plain) => {
        plain.importArchive(bytes, { root, clear: true, overwrite: true })
        if (limits === null) return
        const entries = plain.list(root, { recursive: true })
        refuse('members', entries.length, limits.maxMembers)
        const extracted = entries.reduce((sum, { size }) => sum + size, 0)
        refuse('bytes of content', extracted, limits.maxExtractedBytes)
      })
    } catch (error) {
      if (error instanceof SandboxArchiveError) throw error
      if (error instanceof SandboxConfigurationError) throw new SandboxArchiveError(error.message)
      throw error
    }
  }

  /** Rejects: nothing can listen. */
  async resolveExposedPort(port: number): Promise<ExposedPortEndpoint> {
    throw new SandboxExposedPortUnavailableError(
      `mem_sandbox: nothing listens in memory, so port ${port} can't be exposed`,
      {
        port,
      },
    )
  }

  // Life. All of it may be called again, and in any order.

  async start(): Promise<void> {
    this.#assertOpen()
  }

  async running(): Promise<boolean> {
    return this.isOpen
  }

  /** Nothing runs between two calls, so there is nothing to stop. */
  async stop(): Promise<void> {}

  async shutdown(): Promise<void> {
    await this.close()
  }

  async delete(): Promise<void> {
    await this.close()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closed?.()
  }

  #assertOpen(): void {
    if (!this.isOpen) throw new SandboxLifecycleError('mem_sandbox: the session is closed')
  }

  /** A path of a tool as an absolute one. Refused where it leaves the workspace and no grant opens it. */
  #path(path: string | undefined, forWrite = false): string {
    const { root, extraPathGrants } = this.state.manifest
    return new WorkspacePathPolicy({ root, extraPathGrants }).resolve(path, { forWrite }).path
  }

  #workspaceRelative(path: string): string {
    const { root } = this.state.manifest
    const way = posix.relative(root, path)
    return way.startsWith('..') ? path : way
  }

  #entry(path: string, runAs: string | undefined): Entry | undefined {
    checkRunAs(runAs)
    this.#assertOpen()
    try {
      return this.session.stat(this.#path(path))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  #kind(path: string): SandboxDirectoryEntry['type'] {
    try {
      const { kind } = this.session.stat(path)
      return kind === 'directory' ? 'dir' : kind === 'file' ? 'file' : 'other'
    } catch {
      return 'other'
    }
  }

  /** Also of a file whose content a function of the host has. */
  async #bytes(path: string): Promise<Uint8Array> {
    return await withContents(this.session, path, () => this.session.readBytes(path))
  }
}

/** What can't be had, in a text for the model. */
function refusedExec({ tty, shell }: ExecCommandArgs): string | undefined {
  if (tty) return 'mem-sandbox: there are no terminals: run it with tty=false\n'
  const name = shell === undefined ? 'bash' : posix.basename(shell.trim())
  if (name !== 'bash' && name !== 'sh')
    return `mem-sandbox: ${shell}: there is no such shell; leave it out to use bash\n`
  return undefined
}

function notFound(error: unknown, path: string): unknown {
  return isMissing(error) ? new SandboxWorkspaceReadNotFoundError(`mem_sandbox: there is no ${path}`, { path }) : error
}

function archiveBytes(data: WorkspaceArchiveData): Uint8Array {
  if (typeof data === 'string') return new Uint8Array(Buffer.from(data, 'latin1'))
  return data instanceof Uint8Array ? data : new Uint8Array(data)
}

/** What a session is made from once more entries have come. */
function merged(base: Manifest, more: Manifest): Manifest {
  const byKey = <Item>(key: (item: Item) => string, ...lists: Item[][]): Item[] => [
    ...new Map(lists.flat().map((item) => [key(item), item])).values(),
  ]
  return new Manifest({
    version: base.version,
    root: base.root,
    entries: { ...base.entries, ...more.entries },
    environment: Object.fromEntries(
      [...Object.entries(base.environment), ...Object.entries(more.environment)].map(([name, value]) => [
        name,
        value.init(),
      ]),
    ),
    users: byKey(({ name }) => name, base.users, more.users),
    groups: byKey(({ name }) => name, base.groups, more.groups),
    extraPathGrants: byKey(({ path }) => path, base.extraPathGrants, more.extraPathGrants),
    remoteMountCommandAllowlist: base.remoteMountCommandAllowlist,
  })
}
