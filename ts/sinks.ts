/**
 * Delivery of events to one sink: in order, one at a time, through a bounded queue.
 *
 * A sink that answers at once is called on the spot, so that a loop of synchronous calls fills no queue. Only one that
 * gives a promise makes the next event wait.
 */
import { SandboxError, invalidArgument, messageOf } from './errors.js'
import * as check from './arguments.js'
import { inTime } from './in-time.js'
import type { Check } from './arguments.js'
import type {
  EventSink,
  EventSinkOptions,
  EventSinks,
  HistoryOutput,
  HistoryStore,
  SandboxEvent,
} from './declarations.js'

/** A sink with all its options. */
export interface SinkSettings {
  readonly sink: EventSink
  readonly store: HistoryStore | undefined
  readonly required: boolean
  readonly queue: number
  readonly outputBytes: number
  readonly timeoutMs: number
}

const DEFAULT_QUEUE = 1_000
const DEFAULT_TIMEOUT_MS = 5_000
const DEFAULT_OUTPUT_BYTES = 65_536

function isStore(value: unknown): value is HistoryStore {
  const { append, appendOutput } = (value ?? {}) as Partial<HistoryStore>
  return typeof append === 'function' && typeof appendOutput === 'function'
}

const sinkOrStore: Check = (value, argument) => {
  if (typeof value !== 'function' && !isStore(value))
    throw invalidArgument(argument, 'a function or a history store', value)
  return value
}

const settings = check.options({
  sink: sinkOrStore,
  delivery: check.oneOf('bestEffort', 'required'),
  queue: check.integer(1, 1_000_000),
  outputBytes: check.integer(0),
  timeoutMs: check.timerMs,
})

/** Sinks as users give them. */
export const eventSinks: Check = (value, argument) => {
  const given = (Array.isArray(value) ? value : [value]) as unknown[]
  return given.map((one, index): SinkSettings => {
    const name = Array.isArray(value) ? `${argument}[${index}]` : argument
    const options = (
      typeof one === 'function' || isStore(one) ? { sink: one } : settings(one, name)
    ) as Partial<EventSinkOptions>
    if (options?.sink === undefined) throw invalidArgument(name, 'a function, a history store or { sink, … }', one)
    const { sink, delivery, queue = DEFAULT_QUEUE, outputBytes = DEFAULT_OUTPUT_BYTES } = options
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options
    const store = typeof sink === 'function' ? undefined : sink
    const call = typeof sink === 'function' ? sink : (event: SandboxEvent) => sink.append(event)
    return { sink: call, store, required: delivery === 'required', queue, outputBytes, timeoutMs }
  })
}

/** The settings of sinks that were not checked yet. */
export function sinksOf(sinks: EventSinks, argument: string): SinkSettings[] {
  return eventSinks(sinks, argument) as SinkSettings[]
}

/** What a sink is given: an event, or a store a part of a call's output. */
export type Piece = { event: SandboxEvent } | { output: HistoryOutput }

interface Entry {
  readonly piece: Piece
  /** Events that were dropped right before it. */
  full: number
  over: boolean
  error?: unknown
  settled?: (error: unknown) => void
}

/** One sink at work. */
export class Delivery {
  readonly settings: SinkSettings
  /** Events that it did not get. */
  lost = 0
  readonly #waiting: Entry[] = []
  #busy = false
  /** Dropped since the last one that went into the queue, and failed since the last one that was taken. */
  #full = 0
  #failed = 0
  #idle: Array<() => void> = []

  constructor(options: SinkSettings) {
    this.settings = options
  }

  /**
   * Hands something over. Of a required sink it throws what the sink throws, or gives a promise of the end where it takes
   * its time; of others it tells nothing.
   */
  give(piece: Piece): Promise<void> | undefined {
    const { required, queue } = this.settings
    if (!required && this.#waiting.length >= queue) {
      if ('event' in piece) this.#full += 1
      if ('event' in piece) this.lost += 1
      return undefined
    }
    const entry: Entry = { piece, full: 'event' in piece ? this.#full : 0, over: false }
    if ('event' in piece) this.#full = 0
    this.#waiting.push(entry)
    // What a sink causes itself waits until it is back.
    if (!this.#busy) this.#pump()
    if (!required) return undefined
    if (!entry.over) {
      return new Promise((resolve, reject) => {
        entry.settled = (error) => (error === undefined ? resolve() : reject(error))
      })
    }
    if (entry.error !== undefined) throw entry.error
    return undefined
  }

  /** Resolves when nothing waits any more. */
  async flush(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #pump(): void {
    this.#busy = true
    for (let entry = this.#waiting.shift(); entry !== undefined; entry = this.#waiting.shift()) {
      const current = entry
      try {
        const outcome = this.#call(current)
        if (isPromise(outcome)) {
          void promised(outcome, this.settings)
            .then(
              () => this.#finish(current),
              (error: unknown) => this.#finish(current, failure(error)),
            )
            .then(() => this.#pump())
          return
        }
        this.#finish(current)
      } catch (error) {
        this.#finish(current, failure(error))
      }
    }
    this.#busy = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  #finish(entry: Entry, error?: SandboxError): void {
    entry.over = true
    entry.error = error
    if (error !== undefined && 'event' in entry.piece) {
      this.lost += 1
      // Whoever requires an event has learned of it from the call.
      if (!this.settings.required) this.#failed += 1
    }
    entry.settled?.(error)
  }

  #call({ piece, full }: Entry): unknown {
    const { sink, store } = this.settings
    if ('output' in piece) return store?.appendOutput(piece.output)
    const told = this.#tellMissing(piece.event, full)
    return told === undefined ? sink(piece.event) : told.then(() => sink(piece.event))
  }

  /** Before an event: how many are missing in front of it. */
  #tellMissing({ session, sequence, time }: SandboxEvent, full: number): Promise<unknown> | undefined {
    const dropped = Object.freeze({ full, failed: this.#failed })
    if (dropped.full + dropped.failed === 0) return undefined
    this.#failed = 0
    // What it does not take now is told with the next one.
    const again = (): void => void (this.#failed += dropped.full + dropped.failed)
    try {
      const outcome = this.settings.sink(
        Object.freeze({ sequence: sequence - 1, session, kind: 'events.dropped', time, dropped }),
      )
      return isPromise(outcome) ? Promise.resolve(outcome).catch(again) : undefined
    } catch {
      again()
      return undefined
    }
  }
}

/** What a sink promised, unless it takes too long: then the event is as good as lost, and the next one gets its turn. */
function promised(outcome: PromiseLike<unknown>, { timeoutMs, required }: SinkSettings): Promise<unknown> {
  const late = (): Error => new Error(`the sink took longer than ${timeoutMs} ms`)
  // Where a call waits for it, the process does, too.
  return inTime(outcome, timeoutMs, late, required)
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
}

function failure(cause: unknown): SandboxError {
  const text = `an event could not be delivered: ${messageOf(cause)}`
  return new SandboxError({ code: 'EVENT_DELIVERY_FAILED', category: 'internal', message: text }, { cause })
}
