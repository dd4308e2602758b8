/** `MemSandboxClient`: sandboxes in memory for the SDK's `SandboxAgent`. */
import { randomUUID } from 'node:crypto'
import { SandboxConfigurationError, normalizeSandboxClientCreateArgs } from '@openai/agents/sandbox'
import type {
  Manifest,
  RemoteSnapshotStore,
  SandboxClient,
  SandboxClientCreateArgs,
  SandboxClientResumeOptions,
  SandboxSessionSerializationOptions,
  SnapshotSpec,
} from '@openai/agents/sandbox'
import type { Session as SessionType, SessionOptions } from '../declarations.js'
import { Session } from '../index.js'
import { previewsOf } from '../previews.js'
import { WORKSPACE, checkManifest, checkRoot, enter, manifestRecord, materialize } from './manifest.js'
import { MemSandboxSession, openSandbox } from './session.js'
import { checkSnapshotSpec, isRemote, persist, restored } from './snapshots.js'
import { stateFrom } from './state.js'
import type { HostSources } from './manifest.js'
import type { SnapshotOptions } from './snapshots.js'
import type { MemSandboxSessionState, StoredWorkspace } from './state.js'

interface ClientOptions extends HostSources, SnapshotOptions {
  /**
   * What each sandbox starts as: options of `Session`, or a function that makes one, such as `() => snapshot.fork()`. The
   * client closes what it got. Default: an empty session with all commands.
   */
  session?: SessionOptions | (() => SessionType | Promise<SessionType>)
  /**
   * Where what a sandbox holds is kept: `{ type: 'remote', store }`, `{ type: 'noop' }` or `{ type: 'inline' }` (in the
   * `RunState` itself). Default: nothing at the end of a run, `inline` where a run is interrupted.
   */
  snapshot?: SnapshotSpec
  /** The most tokens (of 4 bytes) that `exec_command` shows when the model names none. Default 10,000. */
  maxOutputTokens?: number
}

/** Options of a client; those of a run (`sandbox.options`) go over them. */
// Mapped, since the SDK wants options that may have any key, which an interface is not.
export type MemSandboxClientOptions = { [Key in keyof ClientOptions]: ClientOptions[Key] }

const OPTIONS: ReadonlySet<string> = new Set<keyof MemSandboxClientOptions>([
  'hostRoot',
  'localDirectories',
  'maxInlineBytes',
  'maxOutputTokens',
  'session',
  'snapshot',
  'snapshotKey',
])

const NOWHERE: StoredWorkspace = { type: 'none' }

/**
 * A `SandboxClient` whose sandboxes are sessions in this process: `run(agent, input, { sandbox: { client } })`.
 *
 * The runner makes one sandbox for each `SandboxAgent` of a run and closes it at the run's end; `docs/openai-agents.md` says
 * what survives.
 */
export class MemSandboxClient implements SandboxClient<MemSandboxClientOptions, MemSandboxSessionState> {
  readonly backendId = 'mem_sandbox'
  readonly #options: MemSandboxClientOptions
  /** With what options each open sandbox was made. */
  readonly #made = new Map<string, MemSandboxClientOptions>()
  /** Of the run that was last given one. */
  #store: RemoteSnapshotStore | undefined

  constructor(options: MemSandboxClientOptions = {}) {
    checkOptions(options)
    this.#options = options
    if (isRemote(options.snapshot)) this.#store = options.snapshot.store
  }

  /** Makes a sandbox with what a manifest says in it. What can't be had is refused before anything is made. */
  async create(
    given?: SandboxClientCreateArgs<MemSandboxClientOptions> | Manifest,
    manifestOptions?: MemSandboxClientOptions,
  ): Promise<MemSandboxSession> {
    const args = normalizeSandboxClientCreateArgs<MemSandboxClientOptions>(given, manifestOptions)
    const options = { ...this.#options, ...args.options, ...(args.snapshot && { snapshot: args.snapshot }) }
    const { manifest } = args
    checkOptions(options)
    checkManifest(manifest)
    if (isRemote(options.snapshot)) this.#store = options.snapshot.store
    const environment = await manifest.resolveEnvironment()
    const session = await open(options)
    try {
      checkRoot(manifest, session)
      session.mkdir(manifest.root, { createParents: true, existOk: true })
      const grants = manifest.extraPathGrants.map(({ path }) => path)
      await materialize(session, manifest.entries, manifest.root, options, grants)
      if (manifest.root !== WORKSPACE) await enter(session, manifest.root)
      return this.#adopt(session, options, { manifest, environment }, args.archiveLimits)
    } catch (error) {
      session.close()
      throw error
    }
  }

  /**
   * A sandbox that goes on where a state was serialized: each call gives one of its own. A state that was not serialized stands for
   * its live session.
   */
  async resume(
    state: MemSandboxSessionState,
    { archiveLimits, clientOptions }: SandboxClientResumeOptions<MemSandboxClientOptions> = {},
  ): Promise<MemSandboxSession> {
    const live = openSandbox(state)
    if ((state.workspace ?? NOWHERE).type === 'none' && live !== undefined) return live
    const options = { ...this.#options, ...clientOptions }
    checkOptions(options)
    checkManifest(state.manifest)
    const environment = await state.manifest.resolveEnvironment()
    const store = isRemote(options.snapshot) ? options.snapshot.store : this.#store
    const session = await open(options)
    try {
      session.restore(await restored(state.workspace, store, options, session.limits))
      if (state.approvals) previewsOf(session)?.restore(state.approvals)
      const { manifest, snapshot = null, snapshotFingerprint = null } = state
      const kept = { manifest, environment, snapshot, snapshotFingerprint }
      return this.#adopt(session, options, kept, archiveLimits)
    } catch (error) {
      session.close()
      throw error
    }
  }

  /** The state as JSON, with what it takes to resume it. */
  async serializeSessionState(
    state: MemSandboxSessionState,
    options?: SandboxSessionSerializationOptions,
  ): Promise<Record<string, unknown>> {
    const session = openSandbox(state)?.session
    const record = { sessionId: state.sessionId, manifest: manifestRecord(state.manifest) }
    if (session === undefined) return { ...record, ...(state.workspace && { workspace: state.workspace }) }
    // A session that was given to the run is its giver's to keep, unless there is a spec.
    const isGivenToRun = options !== undefined && !options.preserveOwnedSession && !options.willCloseAfterSerialize
    const settings = this.#made.get(state.sessionId) ?? this.#options
    const spec = settings.snapshot
    const workspace: StoredWorkspace =
      isGivenToRun && spec === undefined ? NOWHERE : await persist(session, state, spec, settings)
    const approvals = previewsOf(session)?.pending()
    return {
      ...record,
      workspace,
      snapshot: state.snapshot ?? null,
      ...(approvals && Object.keys(approvals).length > 0 && { approvals }),
    }
  }

  /** A state from what `serializeSessionState` gave, after JSON. */
  async deserializeSessionState(record: Record<string, unknown>): Promise<MemSandboxSessionState> {
    return stateFrom(record)
  }

  /** Whether the workspace is kept when a run ends by itself: only where a snapshot spec asks for it. */
  canPersistOwnedSessionState(state: MemSandboxSessionState): boolean {
    const spec = (this.#made.get(state.sessionId) ?? this.#options).snapshot
    return spec !== undefined && spec.type !== 'noop'
  }

  /** Closes a state's live session, and removes its snapshot from the store. */
  async delete(state: MemSandboxSessionState): Promise<void> {
    await openSandbox(state)?.close()
    const id =
      state.workspace?.type === 'remote'
        ? state.workspace.id
        : state.snapshot?.type === 'remote'
          ? state.snapshot.id
          : undefined
    if (id !== undefined) await this.#store?.delete?.({ id })
  }

  #adopt(
    session: SessionType,
    options: MemSandboxClientOptions,
    start: { manifest: Manifest } & Partial<MemSandboxSessionState>,
    archiveLimits: SandboxClientResumeOptions['archiveLimits'],
  ): MemSandboxSession {
    const state: MemSandboxSessionState = { snapshot: null, workspaceReady: true, ...start, sessionId: randomUUID() }
    const closed = (): void => {
      this.#made.delete(state.sessionId)
      session.close()
    }
    const { hostRoot, localDirectories, maxOutputTokens } = options
    const settings = { hostRoot, localDirectories, ...(maxOutputTokens !== undefined && { maxOutputTokens }) }
    const sandbox = new MemSandboxSession(session, { ...settings, manifest: state.manifest }, state, closed)
    if (archiveLimits !== undefined) sandbox.setArchiveLimits(archiveLimits)
    this.#made.set(state.sessionId, options)
    return sandbox
  }
}

function checkOptions(options: MemSandboxClientOptions): void {
  const unknown = Object.keys(options).filter((key) => !OPTIONS.has(key))
  if (unknown.length > 0) {
    const known = [...OPTIONS].join(', ')
    throw new SandboxConfigurationError(`mem_sandbox: unknown option ${unknown.join(', ')}; known are: ${known}`)
  }
  checkSnapshotSpec(options.snapshot)
}

async function open({ session }: MemSandboxClientOptions): Promise<SessionType> {
  return typeof session === 'function' ? await session() : new Session(session)
}
