/**
 * `memory()`: sandboxes of this package's own engine, in this process.
 *
 * A sandbox starts from one state that all share, so that starting one costs no more for many files than for few. There are no
 * images, no packages and no machine: what would need one is refused by name.
 */
import { fileURLToPath } from 'node:url'
import * as check from '../arguments.js'
import { invalidArgument, isOf, isSandboxError, messageOf } from '../errors.js'
import { Executor, Session, Snapshot } from '../index.js'
import { SandboxSetupError, SessionNotFoundError, UnsupportedFeatureError } from './errors.js'
import { MemoryHandle } from './memory-handle.js'
import { Executors, MOST, limitsOf, sessionFor, withInputs } from './memory-session.js'
import { SessionStore } from './session-store.js'
import { checkSessionName } from './names.js'
import { normalizeSpec } from './spec.js'
import type { ExecutorOptions, NetworkOptions, SessionOptions, Snapshot as SnapshotType } from '../declarations.js'
import type { SnapshotStore } from '../stores.js'
import type { Check } from '../arguments.js'
import type {
  NetworkMode,
  NormalSpec,
  OpenRequest,
  PreparedInput,
  SandboxBackend,
  SandboxHandle,
  SandboxLimits,
  SandboxSpec,
  SandboxSupport,
} from './types.js'

export interface MemoryOptions {
  /**
   * What every sandbox begins with: files, or a snapshot's files and the environment that its session was made with; its commands and
   * policy are the backend's. Default: nothing.
   */
  base?: NonNullable<SessionOptions['files']> | SnapshotType
  /** Commands, language, policy, clock, seed and default limits of the sandboxes. Default: everything there is. */
  executor?: Omit<ExecutorOptions, 'network'>
  /** How requests are sent. What may be reached, a spec says. Default: there is no network, and a spec that asks for one is refused. */
  network?: Omit<NetworkOptions, 'allow'>
  /** The folder of the host where sessions are kept, for every process that uses it. Default: this process's memory, 256 MiB of it at most. */
  workspaceRoot?: string | URL
  /** Where sessions are kept instead. Others than a `FolderStore` are for one process at a time. */
  store?: SnapshotStore
  /** Seals what is kept. Default: it is not sealed. */
  key?: string | Uint8Array
  /** Take a spec's `cpus` for a wish. Default false: refused, since there are no processors to give. */
  ignoreCpus?: boolean
  /** Milliseconds that a start may take, with reading its inputs. Default 60,000. */
  startTimeoutMs?: number
  /** Milliseconds that a close may take. Default 10,000. */
  closeTimeoutMs?: number
}

/** Programs of ours that take a script's file as their argument. */
const SCRIPTED = ['bash', 'sh', 'bc', 'dc']
/** As short secrets as a session can recognise. */
const LEAST_SECRET_BYTES = 8

const shape = check.options({
  base: (value, argument) => (value instanceof Snapshot ? value : check.files(value, argument)),
  executor: (value) => value,
  network: (value, argument) => {
    const given = value as Partial<NetworkOptions> | null
    if (typeof given !== 'object' || typeof given?.fetch !== 'function' || 'allow' in given) {
      throw invalidArgument(argument, 'an object with fetch and without allow, which a spec says', value)
    }
    return value
  },
  workspaceRoot: (value, argument) => {
    if (value instanceof URL && value.protocol === 'file:') return fileURLToPath(value)
    const path = check.path(value, argument) as string
    if (path === '') throw invalidArgument(argument, 'the path of a folder', path)
    return path
  },
  store: (value, argument) => {
    const given = value as Partial<SnapshotStore> | null
    if (typeof given?.put === 'function' && typeof given.setRef === 'function') return value
    throw invalidArgument(argument, 'a store of snapshots, such as a FolderStore', value)
  },
  key: check.sealingKey,
  ignoreCpus: check.boolean,
  startTimeoutMs: check.timerMs,
  closeTimeoutMs: check.timerMs,
})

const inputs: Check = check.list((value, argument) => {
  if (typeof (value as Partial<PreparedInput> | null)?.stream === 'function') return value
  throw invalidArgument(argument, 'an input of prepareInputs()', value)
}, 'an array of inputs of prepareInputs()')

const openShape = check.options({
  name: checkSessionName,
  mode: check.oneOf('create', 'resume'),
  inputs,
  signal: check.signal,
})
const recordShape = check.options({ spec: (value) => value, inputs, ifMissing: check.boolean, signal: check.signal })
const lockShape = check.options({ signal: check.signal })

/** Sandboxes of this package's engine. Errors: `INVALID_ARGUMENT`. */
export function memory(options: MemoryOptions = {}): SandboxBackend {
  const checked = (shape(options, 'options') ?? {}) as MemoryOptions
  if (checked.store !== undefined && checked.workspaceRoot !== undefined) {
    throw invalidArgument('options.store', 'left out where workspaceRoot is given', checked.store)
  }
  return new MemoryBackend(checked)
}

class MemoryBackend implements SandboxBackend {
  readonly id = 'memory'
  readonly supports: SandboxSupport
  readonly defaults: SandboxBackend['defaults']
  readonly #options: MemoryOptions
  readonly #executors: Executors
  readonly #sessions: SessionStore
  #base: SnapshotType | undefined

  constructor(options: MemoryOptions) {
    this.#options = options
    const { network, executor = {}, workspaceRoot, store, key } = options
    this.#executors = new Executors(executor, network)
    this.#sessions = new SessionStore(this.id, { folder: workspaceRoot as string | undefined, store, key })
    // Refused here, and not when a run has begun.
    const { commands } = new Executor({ ...executor, ...(network && { network: { ...network, allow: [] } }) })
    const modes: NetworkMode[] = network === undefined ? ['none'] : ['none', 'public', 'allow']
    const scripted = SCRIPTED.filter((name) => commands.includes(name))
    this.defaults = Object.freeze({ image: null, interpreter: scripted[0] ?? 'bash' })
    // A host's own command may take a script, too.
    const interpreters = [...new Set([...scripted, ...Object.keys(executor.custom ?? {})])]
    this.supports = Object.freeze({
      images: false,
      interpreters: Object.freeze(interpreters),
      packages: false,
      network: Object.freeze(modes),
      secrets: network !== undefined,
      volumes: false,
      limits: Object.freeze(Object.keys(MOST) as Array<keyof SandboxLimits>),
      isolation: 'in-process',
    })
  }

  get place(): string {
    return this.#sessions.place
  }

  check(spec: SandboxSpec): void {
    this.#checked(spec)
  }

  async open(spec: SandboxSpec, request: OpenRequest): Promise<SandboxHandle> {
    const normal = this.#checked(spec)
    const { name, mode, inputs: files, signal } = (openShape(request, 'request') ?? {}) as Partial<OpenRequest>
    if (mode === undefined || files === undefined)
      throw invalidArgument('request', '{ mode, inputs, name?, signal? }', request)
    if (mode === 'resume' && name === undefined) throw invalidArgument('request.name', "given with mode 'resume'", name)
    const isOver = name === undefined ? () => false : this.#sessions.turnOf(name)
    return await this.#started(signal, async (until) => {
      const from = mode === 'create' ? this.#start() : await this.#resumed(name!, normal)
      const baseline = await withInputs(from, files, normal, until)
      // From here on nothing waits: nobody would close a sandbox that came too late.
      until.throwIfAborted()
      const session = sessionFor(normal, this.#executors, baseline)
      const closed = name === undefined ? () => {} : this.#sessions.opened(name)
      return new MemoryHandle({
        session,
        // What the session itself starts with: the same, but for its limits.
        baseline: session.snapshot(),
        spec: normal,
        closeMs: this.#options.closeTimeoutMs ?? 10_000,
        closed,
        ...(name !== undefined && {
          keep: (kept, isLate) => this.#sessions.save(name, kept, () => isLate() || isOver()),
        }),
      })
    })
  }

  async record(name: string, request: Parameters<SandboxBackend['record']>[1]): Promise<void> {
    checkSessionName(name)
    const {
      spec,
      inputs: files = [],
      ifMissing,
      signal,
    } = (recordShape(request, 'request') ?? {}) as Partial<typeof request>
    const normal = this.#checked(spec ?? {})
    const isOver = this.#sessions.turnOf(name)
    await this.#started(signal, async (until) => {
      if (ifMissing && (await this.#sessions.touch(name))) return
      const state = await withInputs(this.#start(), files, normal, until)
      await this.#sessions.save(name, state, () => until.aborted || isOver())
    })
  }

  async state(name: string): Promise<'running' | 'stopped' | 'missing'> {
    return await this.#sessions.state(checkSessionName(name))
  }

  async remove(name: string): Promise<void> {
    await this.#sessions.remove(checkSessionName(name))
  }

  list(): ReturnType<SandboxBackend['list']> {
    return this.#sessions.list()
  }

  async lock(name: string, options?: { signal?: AbortSignal }): ReturnType<SandboxBackend['lock']> {
    const { signal } = (lockShape(options, 'options') ?? {}) as { signal?: AbortSignal }
    return await this.#sessions.lock(checkSessionName(name), signal)
  }

  #checked(spec: SandboxSpec): NormalSpec {
    const normal = normalizeSpec(spec, this)
    const refuse = (feature: string, why: string): never => {
      throw new UnsupportedFeatureError(feature, this.id, why)
    }
    const { image, interpreter, limits, network, secrets, packages, volumes } = normal
    const { interpreters } = this.supports
    if (image !== null) refuse('image', 'it runs in this process and has no machine to boot an image on')
    if (!interpreters.includes(interpreter)) {
      refuse(
        'interpreter',
        `there is no ${JSON.stringify(interpreter)}; there are: ${(interpreters as string[]).join(', ') || 'none'}`,
      )
    }
    if (packages.length > 0) refuse('packages', 'nothing can be installed')
    if (volumes.length > 0) refuse('volumes', 'nothing is shared between sandboxes but what they begin with')
    if (limits.cpus !== null && this.#options.ignoreCpus !== true) {
      refuse('limits.cpus', 'a command is bounded by limits.steps and its time; ignoreCpus takes it for a wish')
    }
    for (const [name, most] of Object.entries(MOST) as Array<[keyof typeof MOST, number]>) {
      const wanted = limits[name]
      if (wanted !== null && wanted > most) refuse(`limits.${name}`, `${wanted} is more than ${most}`)
    }
    if (secrets.length > 0 && !this.supports.secrets)
      refuse('secrets', 'memory() was given no network.fetch that could carry them')
    if (!this.supports.network.includes(network.mode)) refuse('network', 'memory() was given no network.fetch')
    for (const [index, { value }] of secrets.entries()) {
      if (Buffer.byteLength(value) < LEAST_SECRET_BYTES) {
        refuse(
          `secrets[${index}].value`,
          `a value of less than ${LEAST_SECRET_BYTES} bytes can't be told from other text`,
        )
      }
    }
    return normal
  }

  /** What every sandbox begins with. */
  #start(): SnapshotType {
    const { base } = this.#options
    this.#base ??=
      base instanceof Snapshot ? base : snapshotOf(new Session(base === undefined ? {} : { files: base as never }))
    return this.#base
  }

  async #resumed(name: string, spec: NormalSpec): Promise<SnapshotType> {
    const state = await this.#sessions.load(name, limitsOf(spec))
    if (state === undefined) throw new SessionNotFoundError(name)
    return state
  }

  /** Does `work` within the time of a start; what it fails with is the sandbox's, unless it is the caller's. */
  async #started<T>(signal: AbortSignal | undefined, work: (until: AbortSignal) => Promise<T>): Promise<T> {
    const { startTimeoutMs = 60_000 } = this.#options
    const expired = AbortSignal.timeout(startTimeoutMs)
    const until = signal === undefined ? expired : AbortSignal.any([signal, expired])
    const stopped = new Promise<never>((_, reject) => {
      until.addEventListener('abort', () => reject(until.reason), { once: true })
      if (until.aborted) reject(until.reason)
    })
    stopped.catch(() => {})
    try {
      return await Promise.race([work(until), stopped])
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (expired.aborted)
        throw new SandboxSetupError(`the sandbox was not ready within ${startTimeoutMs} ms`, { cause: error })
      if (isOf(SandboxSetupError, error) || (isSandboxError(error) && error.code === 'INVALID_ARGUMENT')) throw error
      throw new SandboxSetupError(`the sandbox could not be started: ${messageOf(error)}`, { cause: error })
    }
  }
}

function snapshotOf(session: Session): SnapshotType {
  const state = session.snapshot()
  session.close()
  return state
}
