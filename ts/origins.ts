/**
 * What TypeScript knows of where a session or snapshot comes from: the addon keeps executors and policies to itself.
 *
 * Only sessions with something to know are in the table, so that plain ones pay nothing.
 */
import type { SinkSettings } from './sinks.js'

export interface Origin {
  readonly executor?: object
  /** The rules, as the addon was given them. */
  readonly policy?: object
  /** Sinks that are told of the session and of everything that comes from it. */
  readonly sinks?: readonly SinkSettings[]
}

/** What an executor was made from. */
export interface ExecutorFacts {
  readonly options: Readonly<Record<string, unknown>>
  /** The names of its custom commands. */
  readonly custom: Set<string>
}

const origins = new WeakMap<object, Origin>()
const executors = new WeakMap<object, ExecutorFacts>()

/** Keeps what is known of a session, if anything is. */
export function remember(made: object, { executor, policy, sinks }: Origin): void {
  if (executor === undefined && policy === undefined && sinks === undefined) return
  const common = executor === undefined ? undefined : executors.get(executor)?.options
  const all = [...(sinks ?? []), ...((common?.['onEvent'] ?? []) as SinkSettings[])]
  if (executor === undefined && policy === undefined && all.length === 0) return
  const rules = policy ?? (common?.['policy'] as object | undefined)
  origins.set(made, {
    ...(executor && { executor }),
    ...(rules && { policy: rules }),
    ...(all.length > 0 && { sinks: all }),
  })
}

export function originOf(made: object): Origin | undefined {
  return origins.get(made)
}

/** What comes from another one comes from where that came from. */
export function inherit(from: object, made: object): Origin | undefined {
  const origin = origins.get(from)
  if (origin !== undefined) origins.set(made, origin)
  return origin
}

export function rememberExecutor(executor: object, options: Record<string, unknown>): void {
  executors.set(executor, { options, custom: new Set() })
}

export function executorFacts(executor: object): ExecutorFacts | undefined {
  return executors.get(executor)
}
