/** Sessions of the engine for `memory()`: how a spec becomes one, and how inputs get into it. */
import { Executor, Session } from '../index.js'
import { placeholders } from '../secrets.js'
import { inTurn } from '../turns.js'
import { readInput } from './inputs.js'
import { SandboxSetupError } from './errors.js'
import { networkRules, originHost } from './network.js'
import { WORKSPACE } from './types.js'
import type {
  Executor as ExecutorType,
  ExecutorOptions,
  Limits,
  NetworkOptions,
  SecretOptions,
  Session as SessionType,
  Snapshot,
} from '../declarations.js'
import type { NormalNetwork, NormalSpec, PreparedInput, SandboxLimits } from './types.js'

/** Milliseconds: the most that a call may take, whatever it asks for. */
export const MOST_MS = 86_400_000
/** Of a session of the host's own, in which any state has room. */
const ROOMY: Limits = { fileBytes: 2 ** 32, totalBytes: 2 ** 36, nodes: 50_000_000 }
/** The limits of a spec that sessions keep, with the most that each may be. */
export const MOST = {
  memoryMiB: 2 ** 16,
  workspaceBytes: 2 ** 36,
  fileBytes: 2 ** 32,
  outputBytes: 2 ** 30,
  steps: 2 ** 50,
} as const satisfies SandboxLimits
/** Executors that are kept for specs with the same network. */
const MOST_EXECUTORS = 16

/** The limits of a spec's sessions. */
export function limitsOf({ limits }: NormalSpec): Limits {
  const { memoryMiB, workspaceBytes, fileBytes, outputBytes, steps } = limits
  const bytes = [memoryMiB === null ? null : memoryMiB * 2 ** 20, workspaceBytes].filter((one) => one !== null)
  return {
    wallMs: MOST_MS,
    ...(bytes.length > 0 && { totalBytes: Math.min(...bytes) }),
    ...(fileBytes !== null && { fileBytes }),
    ...(outputBytes !== null && { outputBytes }),
    ...(steps !== null && { steps }),
  }
}

/** The executors of a backend: one for each network. */
export class Executors {
  readonly #options: ExecutorOptions
  readonly #network: Omit<NetworkOptions, 'allow'> | undefined
  readonly #made = new Map<string, ExecutorType>()

  constructor(options: ExecutorOptions, network: Omit<NetworkOptions, 'allow'> | undefined) {
    this.#options = options
    this.#network = network
  }

  for(wanted: NormalNetwork): ExecutorType {
    const key = JSON.stringify(wanted)
    let executor = this.#made.get(key)
    if (executor === undefined) {
      const network = this.#network !== undefined &&
        wanted.mode !== 'none' && { ...this.#network, allow: networkRules(wanted) }
      executor = new Executor({ ...this.#options, ...(network && { network }) })
      if (this.#made.size >= MOST_EXECUTORS) this.#made.delete(this.#made.keys().next().value!)
    }
    // The one that was used last is the last to go.
    this.#made.delete(key)
    this.#made.set(key, executor)
    return executor
  }
}

/** The secrets of a spec, as a session is lent them: only over TLS. */
export function secretsOf(spec: NormalSpec): Record<string, SecretOptions> {
  return Object.fromEntries(
    spec.secrets.map(({ env, value, host }) => [env, { value, hosts: [`https://${originHost(host)}`] }]),
  )
}

/** The environment of each command. */
export function environmentOf(spec: NormalSpec): Record<string, string> {
  return { ...spec.env, ...placeholders(secretsOf(spec)) }
}

/** A session in a snapshot's state, with a spec's network, secrets and limits, whatever the snapshot's own were. */
export function sessionFor(spec: NormalSpec, executors: Executors, from: Snapshot): SessionType {
  const session = new Session({
    executor: executors.for(spec.network),
    limits: limitsOf(spec),
    secrets: secretsOf(spec),
  })
  try {
    session.restore(from)
  } catch (error) {
    session.close()
    throw error
  }
  return session
}

/**
 * A snapshot with inputs in its workspace. They are written as the host may, whatever a policy says; a file or link in their
 * place goes.
 */
export async function withInputs(
  from: Snapshot,
  inputs: readonly PreparedInput[],
  spec: NormalSpec,
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  if (inputs.length === 0) return from
  const session = new Session({ limits: limitsOf(spec) })
  try {
    session.restore(from)
    for (const input of inputs) {
      const data = await readInput(input, { maxBytes: session.limits.fileBytes, ...(signal && { signal }) })
      signal?.throwIfAborted()
      await inTurn(session, signal, () => place(session, input, data))
    }
    return session.snapshot()
  } finally {
    session.close()
  }
}

function place(session: SessionType, input: PreparedInput, data: Uint8Array): void {
  const path = `${WORKSPACE}/${input.path}`
  try {
    // A mode is given to new files only; and nothing is written through a link.
    session.remove(path, { missingOk: true })
    session.writeFile(path, data, { createParents: true, mode: input.mode })
  } catch (error) {
    const { message } = error as Error
    throw new SandboxSetupError(`the input file ${JSON.stringify(input.path)} can't be written: ${message}`, {
      details: { path: input.path },
      cause: error,
    })
  }
}

/**
 * A state that needs nothing of the host any more: what functions and mounted folders have is read, since what nobody read is
 * not part of a snapshot's bytes.
 */
export async function settled(state: Snapshot): Promise<Snapshot> {
  const session = new Session({ limits: ROOMY })
  try {
    session.restore(state)
    await session.load('/')
    for (const { path, kind, contentHash } of session.list('/', { recursive: true })) {
      if (kind === 'file' && contentHash === null) session.readBytes(path)
    }
    return session.snapshot()
  } finally {
    session.close()
  }
}
