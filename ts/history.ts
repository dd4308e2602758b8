/** A history of events in this process. What is above its limits drives out the oldest. */
import * as check from './arguments.js'
import { invalidArgument } from './errors.js'
import { coded } from './codes.js'
import type {
  HistoryOutput,
  HistoryPage,
  HistoryQuery,
  HistoryStore,
  MemoryHistoryOptions,
  SandboxEvent,
} from './declarations.js'

type Entry = { bytes: number; storedAt: number } & ({ record: SandboxEvent } | { output: HistoryOutput })

const optionsShape = check.options({
  maxRecords: check.integer(1),
  maxBytes: check.integer(1),
  maxAgeMs: check.integer(1),
})
const word = check.text
const number = check.integer(0)
const queryShape = check.options({
  session: word,
  operation: word,
  kind: word,
  actor: word,
  thread: word,
  run: word,
  correlation: word,
  since: number,
  until: number,
  after: number,
  before: number,
  limit: check.integer(1, 10_000),
  cursor: (value, argument) => {
    if (!/^\d{1,15}$/.test(word(value, argument) as string))
      throw invalidArgument(argument, 'the cursor of a page', value)
    return value
  },
})
const EQUAL = ['session', 'operation', 'actor', 'thread', 'run', 'correlation'] as const
const SHOWN = 100

/** See the declaration in `index.d.ts`. */
export class MemoryHistoryStore implements HistoryStore {
  readonly #limits: Required<MemoryHistoryOptions>
  /** Oldest first; the first `#gone` are let go and wait to be cut off together. */
  #entries: Entry[] = []
  #gone = 0
  /** How many entries were cut off: what a cursor counts from. */
  #cut = 0
  #bytes = 0
  #evicted = 0
  #closed = false

  constructor(options: MemoryHistoryOptions = {}) {
    const {
      maxRecords = 100_000,
      maxBytes = 64 << 20,
      maxAgeMs = Infinity,
    } = optionsShape(options, 'options') as MemoryHistoryOptions
    this.#limits = { maxRecords, maxBytes, maxAgeMs }
  }

  append(event: SandboxEvent): void {
    // Worked out here: a record must not hold on to the states that an event looks at.
    const text = JSON.stringify(event)
    this.#add({ bytes: text.length, storedAt: Date.now(), record: Object.freeze(JSON.parse(text) as SandboxEvent) })
  }

  appendOutput(output: HistoryOutput): void {
    // A copy: what is given may be a part of something large.
    const data = Uint8Array.from(output.data)
    this.#add({ bytes: data.length + 100, storedAt: Date.now(), output: { ...output, data } })
  }

  #add(entry: Entry): void {
    if (this.#closed) throw closed()
    this.#entries.push(entry)
    this.#bytes += entry.bytes
    this.#evict()
  }

  /** Lets the oldest go while there is too much. */
  #evict(): void {
    const { maxRecords, maxBytes, maxAgeMs } = this.#limits
    const before = Date.now() - maxAgeMs
    for (let entry = this.#entries[this.#gone]; entry !== undefined; entry = this.#entries[this.#gone]) {
      const count = this.#entries.length - this.#gone
      if (count <= maxRecords && this.#bytes <= maxBytes && entry.storedAt >= before) break
      this.#bytes -= entry.bytes
      this.#gone += 1
      this.#evicted += 1
    }
    if (this.#gone < 1_000 || this.#gone * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#gone)
    this.#cut += this.#gone
    this.#gone = 0
  }

  query(query: HistoryQuery = {}): HistoryPage {
    const wanted = queryShape(query, 'query') as HistoryQuery
    if (this.#closed) throw closed()
    this.#evict()
    const limit = wanted.limit ?? SHOWN
    const start = Math.max(Number(wanted.cursor ?? 0) - this.#cut, this.#gone)
    const records: SandboxEvent[] = []
    for (let index = start; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]!
      if (!('record' in entry) || !fits(entry.record, wanted)) continue
      if (records.length === limit) return { records, cursor: String(index + this.#cut) }
      records.push(entry.record)
    }
    return { records, cursor: null }
  }

  outputs({ session, operation }: { session?: string; operation?: string }): HistoryOutput[] {
    if (this.#closed) throw closed()
    this.#evict()
    const found: HistoryOutput[] = []
    for (const entry of this.#entries.slice(this.#gone)) {
      if (!('output' in entry)) continue
      const { output } = entry
      if ((session ?? output.session) !== output.session || (operation ?? output.operation) !== output.operation)
        continue
      found.push({ ...output, data: Uint8Array.from(output.data) })
    }
    return found
  }

  get stats(): { records: number; bytes: number; evicted: number } {
    return { records: this.#entries.length - this.#gone, bytes: this.#bytes, evicted: this.#evicted }
  }

  close(): void {
    this.#closed = true
    this.#entries = []
    this.#gone = this.#bytes = 0
  }
}

function closed() {
  return coded('HISTORY_CLOSED', 'the history is closed')
}

function fits(record: SandboxEvent, wanted: HistoryQuery): boolean {
  if (EQUAL.some((key) => wanted[key] !== undefined && record[key] !== wanted[key])) return false
  const { kind, since = -Infinity, until = Infinity, after = -Infinity, before = Infinity } = wanted
  if (kind !== undefined && record.kind !== kind) {
    if (!kind.endsWith('.*') || !record.kind.startsWith(kind.slice(0, -1))) return false
  }
  return record.time >= since && record.time < until && record.sequence > after && record.sequence < before
}
