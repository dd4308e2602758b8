/**
 * One ordered stream of events for each session.
 *
 * Nothing is made for a session without sinks: the tap that events come from is put there with the first sink. What costs
 * (hashes, changed paths) is a getter over two snapshots, which cost a few pointers each.
 */
import { randomUUID } from 'node:crypto'
import { addTap, numbered, untapped } from './hooks.js'
import { factOf, messageOf } from './errors.js'
import { currentActor } from './actor.js'
import { enclosingCalls } from './custom.js'
import { Delivery, sinksOf } from './sinks.js'
import { oneLine, redacted } from './event-text.js'
import { maskFor } from './secrets.js'
import { numberOf, told, toldCalls, toldOf } from './watch.js'
import { eventIterator } from './event-iterator.js'
import type { Operation, Tap } from './hooks.js'
import type { Piece, SinkSettings } from './sinks.js'
import type { ToldCall } from './watch.js'
import type {
  EventSinks,
  ExecuteResult,
  SandboxEvent,
  SandboxEventKind,
  Session,
  SessionEvents,
  Snapshot,
} from './declarations.js'

/** Takes the values of secrets out of a text. */
type Mask = (text: string) => string

type Facts = Partial<{ -readonly [Key in keyof SandboxEvent]: SandboxEvent[Key] }>

/** A call on its way. */
interface Running extends ToldCall {
  readonly started: number
  readonly facts: Facts
  readonly waits: Array<Promise<void>>
  before: Snapshot | undefined
  readonly mask: Mask
}

/** The states before and after a call, where they are known. */
interface States {
  before?: Snapshot
  after?: Snapshot
}

const MOST_CHANGES = 1_000
const hubs = new WeakMap<object, Hub>()
/** The sessions that snapshots were taken of. */
const takenOf = new WeakMap<object, string>()

/** The stream of a session. */
export function hubOf(session: Session): Hub {
  let hub = hubs.get(session)
  if (hub === undefined) {
    hub = new Hub(session)
    hubs.set(session, hub)
  }
  return hub
}

/** Lets sinks hear of a session from its beginning on. */
export function observe(session: Session, sinks: readonly SinkSettings[], from?: object, owner?: string): Hub {
  const hub = hubOf(session)
  hub.parent = from && (hubs.get(from)?.sessionId ?? takenOf.get(from))
  hub.owner = owner ?? hub.owner ?? (from && hubs.get(from)?.owner)
  hub.add(sinks)
  hub.tell('sandbox.created', { revision: session.revision })
  return hub
}

/** A session's events: where they are made and handed out. */
export class Hub implements SessionEvents {
  readonly sessionId = randomUUID()
  sequence = 0
  parent: string | undefined
  owner: string | undefined
  #deliveries: Delivery[] = []
  #lost = 0
  #remove: (() => void) | undefined
  #calls = 0
  /** Those under way, in the order of the session's queue. */
  readonly #running = new Map<Operation, Running>()
  #failure: unknown
  #last: { revision: number; snapshot: Snapshot } | undefined
  readonly #session: WeakRef<Session>
  #mask: Mask = same

  constructor(session: Session) {
    this.#session = new WeakRef(session)
  }

  get dropped(): number {
    return this.#deliveries.reduce((sum, { lost }) => sum + lost, this.#lost)
  }

  subscribe(sinks: EventSinks): () => void {
    return this.add(sinksOf(sinks, 'sinks'))
  }

  add(sinks: readonly SinkSettings[]): () => void {
    const added = sinks.map((settings) => new Delivery(settings))
    this.#deliveries = [...this.#deliveries, ...added]
    const session = this.#session.deref()
    if (added.length > 0 && session !== undefined && !session.closed) this.#remove ??= addTap(session, this.#tap())
    return () => {
      for (const one of added) if (this.#deliveries.includes(one)) this.#lost += one.lost
      this.#deliveries = this.#deliveries.filter((one) => !added.includes(one))
      if (this.#deliveries.length > 0) return
      this.#remove?.()
      this.#remove = undefined
    }
  }

  async flush(): Promise<void> {
    await Promise.all(this.#deliveries.map((one) => one.flush()))
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<SandboxEvent> {
    return eventIterator(
      (sink) => this.subscribe(sink),
      () => this.#session.deref()?.closed ?? true,
    )
  }

  /** Makes an event outside of calls. What a required sink fails with then fails the session's next call. */
  tell(kind: SandboxEventKind, facts: Facts = {}, states?: States): void {
    const waits: Array<Promise<void>> = []
    try {
      this.#emit(kind, facts, waits, states)
    } catch (error) {
      this.#failure ??= error
    }
    this.#later(waits)
  }

  /** Throws what a required sink throws; what it promises is among `waits` then. */
  #emit(kind: SandboxEventKind, facts: Facts, waits: Array<Promise<void>>, states: States = {}, by?: Mask): void {
    if (this.#deliveries.length === 0) return
    const session = this.#session.deref()
    // A closed session has no secrets any more, but what they were is still not told.
    if (session?.closed === false) this.#mask = maskFor(numberOf(session), undefined)
    const mask = by ?? this.#mask
    const event: Facts = { sequence: ++this.sequence, session: this.sessionId, kind, time: Date.now() }
    if (this.parent !== undefined) event.parentSession = this.parent
    if (this.owner !== undefined) event.owner = mask(this.owner)
    for (const from of [currentActor(), facts]) {
      for (const [key, value] of Object.entries(from ?? {})) {
        if (value !== undefined) (event as Record<string, unknown>)[key] = frozen(value, mask)
      }
    }
    const { before, after } = states
    if (before) lazily(event, 'hashBefore', () => before.contentHash)
    if (after) lazily(event, 'hashAfter', () => after.contentHash)
    if (before && after) lazily(event, 'changes', () => frozen(changesOf(before, after), mask))
    // All sinks get the same one.
    this.#hand({ event: Object.freeze(event) as SandboxEvent }, waits)
  }

  /** The state of the session now. Kept until the files change: states of equal files are told the same. */
  #state(session: Session): Snapshot {
    const { revision } = session
    if (this.#last?.revision !== revision) this.#last = { revision, snapshot: untapped(session, 'snapshot')() }
    return this.#last.snapshot
  }

  #hand(piece: Piece, waits: Array<Promise<void>>): void {
    let failure: { error: unknown } | undefined
    for (const delivery of this.#deliveries) {
      try {
        const wait = delivery.give(piece)
        if (wait === undefined) continue
        waits.push(wait)
        // It may fail long before the call ends, which is when somebody asks.
        wait.catch(() => {})
      } catch (error) {
        failure ??= { error }
      }
    }
    if (failure !== undefined) throw failure.error
  }

  /** What nobody can wait for now fails the next call. */
  #later(waits: readonly Promise<void>[]): void {
    for (const wait of waits) wait.catch((error: unknown) => (this.#failure ??= error))
  }

  #tap(): Tap {
    return {
      begin: (operation) => this.#begin(operation),
      end: (operation) => this.#end(operation),
      made: (how, made) => this.#made(how, made),
      closed: () => {
        this.tell('sandbox.closed')
        this.#last = undefined
        this.#remove?.()
        this.#remove = undefined
      },
    }
  }

  #begin(operation: Operation): void {
    if (this.#failure !== undefined) {
      const error = this.#failure
      this.#failure = undefined
      throw error
    }
    const { session, name, args } = operation
    const around = enclosingCalls()
      .map(toldOf)
      .findLast((call) => call !== undefined)
    const actor = currentActor() ?? around?.actor
    const id = `${this.sessionId}:${++this.#calls}`
    const closed = session.closed
    const facts: Facts = { ...actor, operation: id, parentOperation: around?.operation, name }
    const text = MODEL_TOOLS.has(name) ? toolPath(args[0]) : args[name === 'symlink' ? 1 : 0]
    const mask = maskOf(operation)
    if (typeof text === 'string') {
      if (name === 'execute' || name === 'executeSync') facts.command = redacted(text, mask)
      else if (name !== 'applyPatch' && name !== 'exportTo') facts.path = oneLine(mask(text))
    }
    const running: Running = {
      operation: id,
      actor,
      secret: (secret, command, lent) => {
        const about = { ...actor, operation: id, secret: oneLine(secret), command: oneLine(command) }
        lent.then(
          () => this.tell('secret.used', about),
          (error: unknown) => this.tell('secret.refused', { ...about, error: codeOf(error) }),
        )
      },
      started: performance.now(),
      facts,
      waits: [],
      before: closed || session.busy ? undefined : this.#state(session),
      mask,
    }
    this.#running.set(operation, running)
    try {
      this.#emit('operation.started', facts, running.waits, { before: running.before }, mask)
    } catch (error) {
      this.#running.delete(operation)
      throw error
    }
    if (!closed && !told.has(numberOf(session))) told.set(numberOf(session), running)
    if (name === 'execute') toldCalls.set(numbered(operation), running)
  }

  #end(operation: Operation): Promise<void> | undefined {
    const running = this.#running.get(operation)
    if (running === undefined) return undefined
    const { session, name } = operation
    this.#running.delete(operation)
    if (operation.call !== undefined) toldCalls.delete(operation.call)
    const next: Running | undefined = this.#running.values().next().value
    const { before, facts, waits, mask } = running
    let after: Snapshot | undefined
    let revision: number | undefined
    const number = numberOf(session)
    if (next === undefined) told.delete(number)
    else told.set(number, next)
    if (!session.closed) {
      revision = (operation.result as Partial<ExecuteResult> | undefined)?.revision ?? session.revision
      // A later call may have changed the files before this one's end was heard of.
      const exact = name === 'execute' && !operation.failed ? session.revision === revision : !session.busy
      if (exact) after = this.#state(session)
      if (next !== undefined) next.before ??= after
    }
    const ended = {
      ...facts,
      revision,
      durationMs: performance.now() - running.started,
      ...outcome(operation),
    }
    const states = { before, after }
    let failure: { error: unknown } | undefined
    const emit = (act: () => void): void => {
      try {
        act()
      } catch (error) {
        failure ??= { error }
      }
    }
    for (const denied of deniedIn(operation)) {
      emit(() => this.#emit(denied.kind, { ...facts, ...denied }, waits, {}, mask))
    }
    const kind = operation.failed ? 'operation.failed' : 'operation.completed'
    emit(() => this.#emit(kind, ended, waits, states, mask))
    if (name === 'restore' && !operation.failed) {
      emit(() => this.#emit('snapshot.restored', { ...facts, revision }, waits, states, mask))
    }
    for (const piece of this.#outputs(operation, running)) emit(() => this.#hand(piece, waits))
    if (name !== 'execute' && name !== 'exportArchive' && name !== 'exportTo' && name !== 'load') {
      this.#later(waits)
    } else if (waits.length > 0) {
      const all = Promise.all(waits).then(() => undefined)
      if (failure === undefined) return all
      all.catch(() => {})
    }
    if (failure !== undefined) throw failure.error
    return undefined
  }

  /** What a call wrote, for stores. */
  #outputs({ result }: Operation, { operation }: Running): Piece[] {
    const { stdout, truncated } = (result ?? {}) as Partial<ExecuteResult>
    if (stdout === undefined || !this.#deliveries.some(({ settings }) => settings.store !== undefined)) return []
    const { stdoutBytes, stderrBytes } = result as ExecuteResult
    const piece = (stream: 'stdout' | 'stderr', data: Uint8Array, total: number): Piece => ({
      output: { session: this.sessionId, operation, stream, data, total },
    })
    return [
      piece('stdout', stdoutBytes, truncated?.stdoutTotal ?? stdoutBytes.length),
      piece('stderr', stderrBytes, truncated?.stderrTotal ?? stderrBytes.length),
    ].filter((one) => 'output' in one && one.output.data.length > 0)
  }

  #made(how: 'snapshot' | 'fork', made: object): void {
    if (how === 'fork') return this.tell('sandbox.forked', { child: hubOf(made as Session).sessionId })
    takenOf.set(made, this.sessionId)
    this.tell('snapshot.created', { revision: this.#session.deref()?.revision }, { after: made as Snapshot })
  }
}

const same: Mask = (text) => text

/** A copy that nobody can change, with its texts masked. */
function frozen(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map((one) => frozen(one, mask)))
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, frozen(one, mask)])))
}

/** A property that is worked out when it is first looked at. */
function lazily(event: Facts, key: keyof Facts, work: () => unknown): void {
  let known: { value: unknown } | undefined
  const get = (): unknown => (known ??= { value: work() }).value
  Object.defineProperty(event, key, { get, enumerable: true, configurable: true })
}

function outcome({ failed, error, result }: Operation): Facts {
  if (failed) return { error: codeOf(error) }
  const { exitCode, failure, usage } = (result ?? {}) as Partial<ExecuteResult>
  if (exitCode === undefined || usage === undefined) return {}
  return { exitCode, failure: failure?.code, virtualMs: usage.virtualMs, usage: { ...usage } }
}

function codeOf(error: unknown): string {
  return messageOf(factOf(error, 'code') ?? factOf(error, 'name') ?? 'unknown')
}

function changesOf(before: Snapshot, after: Snapshot): SandboxEvent['changes'] {
  const entries = before.diff(after).slice(0, MOST_CHANGES)
  return entries.map(({ path, kind, from }) => ({ path, kind, from }))
}

function maskOf({ session, name, args }: Operation): Mask {
  const options = name === 'execute' ? (args[1] as { secrets?: unknown } | null | undefined) : undefined
  return maskFor(numberOf(session), options?.secrets)
}

/** What the policy said no to: a run says what it was, errors of methods say it themselves. */
function deniedIn(operation: Operation): Array<Facts & { kind: SandboxEventKind }> {
  const { denials = [], approval } = (operation.result ?? {}) as Partial<ExecuteResult>
  const error = operation.error as { code?: unknown; message?: string } | undefined
  if (denials.length === 0 && !approval && error?.code !== 'POLICY_DENIED') return []
  const mask = maskOf(operation)
  const shown = (text: string): string => oneLine(mask(text))
  const denied: Array<Facts & { kind: SandboxEventKind }> = denials.map(({ argv, path, rule, reason }) => ({
    kind: 'policy.denied',
    ...(argv && { argv: argv.map(shown) }),
    ...(path !== null && { path: shown(path) }),
    rule,
    reason: shown(reason),
  }))
  if (error?.code === 'POLICY_DENIED') denied.push({ kind: 'policy.denied', reason: shown(error.message ?? '') })
  if (approval) denied.push({ kind: 'policy.approval-required', argv: approval.argv.map(shown) })
  return denied
}

/** The path that a model's call of the editor or the memory is about. */
/** Operations whose path is in what the model said. */
const MODEL_TOOLS: ReadonlySet<string> = new Set(['editorTool', 'memoryTool', 'fileTool'])

function toolPath(input: unknown): unknown {
  const { path, old_path, file_path } = (input ?? {}) as { path?: unknown; old_path?: unknown; file_path?: unknown }
  return path ?? old_path ?? file_path
}
