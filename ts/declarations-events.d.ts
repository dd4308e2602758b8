/** The methods whose calls are told as operations. */
export type SandboxOperation =
  | 'execute'
  | 'executeSync'
  | 'writeFile'
  | 'applyPatch'
  | 'applyDiff'
  | 'editorTool'
  | 'memoryTool'
  | 'fileTool'
  | 'appendFile'
  | 'truncate'
  | 'symlink'
  | 'link'
  | 'chmod'
  | 'utimes'
  | 'mkdir'
  | 'remove'
  | 'copy'
  | 'move'
  | 'merge'
  | 'restore'
  | 'importArchive'
  | 'exportArchive'
  | 'exportTo'
  | 'load'

export type SandboxEventKind =
  | 'sandbox.created'
  | 'sandbox.closed'
  | 'sandbox.suspended'
  | 'sandbox.resumed'
  | 'sandbox.forked'
  | 'operation.started'
  | 'operation.completed'
  | 'operation.failed'
  | 'snapshot.created'
  | 'snapshot.restored'
  | 'policy.denied'
  | 'policy.approval-required'
  | 'secret.used'
  | 'secret.refused'
  | 'events.dropped'

/** Who works with a session, for events; what is left out is as around it. */
export interface EventActor {
  actor?: string
  thread?: string
  run?: string
  correlation?: string
}

/**
 * One thing that happened, as data: `JSON.stringify` gives one line, whatever the texts in it hold. Facts that do not
 * apply are not there. `hashBefore`, `hashAfter` and `changes` are worked out when they are looked at.
 */
export interface SandboxEvent extends Readonly<EventActor> {
  /** From 1, without gaps, for each session. */
  readonly sequence: number
  /** The session's name in events. */
  readonly session: string
  readonly kind: SandboxEventKind
  /** Milliseconds since 1970 on the host's clock. */
  readonly time: number
  /** The session that this one was forked from. */
  readonly parentSession?: string
  /** Of a session of a service. */
  readonly owner?: string
  /** The call that it belongs to: the same in all its events. */
  readonly operation?: string
  /** The call whose custom command made this call; it may be of another session. */
  readonly parentOperation?: string
  readonly name?: SandboxOperation
  /** Of `execute`: the script on one line, at most 1,024 characters, without what looks like a secret. */
  readonly command?: string
  /** The path that a file method was given; of `policy.denied` the path that something was not done to. */
  readonly path?: string
  readonly exitCode?: number
  /** `failure.code` of a result. */
  readonly failure?: string
  /** The code of the error that the call threw. */
  readonly error?: string
  /** Real milliseconds, waiting for its turn included. */
  readonly durationMs?: number
  /** Milliseconds on the session's clock. */
  readonly virtualMs?: number
  readonly usage?: Usage
  /** The session's revision afterwards. */
  readonly revision?: number
  /** Of `policy.*`: the words of the command, where they are known. */
  readonly argv?: readonly string[]
  /** Of `policy.denied`: the part of the policy that says no, as in a result's `denials`. */
  readonly rule?: Denial['rule']
  /** Of `policy.denied`: why. */
  readonly reason?: string
  /** Of `secret.*`: its name. `command` is who asked for it. */
  readonly secret?: string
  /** Of `sandbox.forked`: the new session's name. */
  readonly child?: string
  /** Of `sandbox.suspended` and `sandbox.resumed`: the name in the store. */
  readonly ref?: string
  /** The content hash before the call; not there where another call was under way. */
  readonly hashBefore?: string
  /** The content hash after the call, or of a snapshot; not there where a later call had changed the files already. */
  readonly hashAfter?: string
  /** What the call changed under `/workspace`: at most 1,000 entries. */
  readonly changes?: ReadonlyArray<{ path: string; kind: DiffEntry['kind']; from: string | null }>
  /** Of `events.dropped`: how many events before this one this sink did not get, and why. */
  readonly dropped?: { readonly full: number; readonly failed: number }
}

/** Is told of events, one after the other. A promise holds back the next one. */
export type EventSink = (event: SandboxEvent) => unknown

/** A sink and how it is served. */
export interface EventSinkOptions {
  sink: EventSink | HistoryStore
  /**
   * `'bestEffort'`: calls go on whatever the sink does. `'required'`: a call fails with `EVENT_DELIVERY_FAILED` when the sink
   * fails for one of its events; what it did stays. A method without a promise can't wait: what fails later fails the
   * session's next call. Default `'bestEffort'`.
   */
  delivery?: 'bestEffort' | 'required'
  /** Events that wait for a slow sink; what comes on top is dropped, counted and told by `events.dropped`. Default 1,000. */
  queue?: number
  /**
   * How long one delivery may take: a promise of the sink that has not settled then counts as failed, and the next event
   * follows. Default 5,000.
   */
  timeoutMs?: number
  /** Of a history store: bytes of each output stream of a call that it gets. Default 65,536. */
  outputBytes?: number
}

/** One sink or several. */
export type EventSinks =
  | EventSink
  | HistoryStore
  | EventSinkOptions
  | ReadonlyArray<EventSink | HistoryStore | EventSinkOptions>

/** The stream of a session's events. Looking at it is enough to have them made; without that nothing is made. */
export interface SessionEvents {
  /** The session's name in events: a random UUID. */
  readonly sessionId: string
  /** The number of the last event; 0 before the first. */
  readonly sequence: number
  /** Events that some sink did not get. */
  readonly dropped: number
  /** Adds sinks, for events from now on; the function that it gives takes them off. Forks do not have them. */
  subscribe(sinks: EventSinks): () => void
  /** Resolves when the sinks have had everything up to now. */
  flush(): Promise<void>
  /** The events from now on, until the session is closed. */
  [Symbol.asyncIterator](): AsyncIterableIterator<SandboxEvent>
}

/** What only the TypeScript face adds. */
export interface SessionOptions {
  /** Told of what happens in the session and in what is forked from it. Default: nobody, and nothing is paid. */
  onEvent?: EventSinks
}

/** What only the TypeScript face adds. */
export interface ExecutorOptions {
  /** Told of what happens in its sessions. Default: nobody. */
  onEvent?: EventSinks
}

/** What only the TypeScript face adds. */
export interface Session {
  /** What happens in this session, in order. */
  readonly events: SessionEvents
  /**
   * Runs a function in whose calls events name these; also calls of other sessions, and those that it makes later. Gives
   * what the function gives.
   */
  withActor<Result>(actor: EventActor, act: () => Result): Result
}

/** A part of a call's output. */
export interface HistoryOutput {
  readonly session: string
  readonly operation: string
  readonly stream: 'stdout' | 'stderr'
  readonly data: Uint8Array
  /** Bytes that the stream had altogether. */
  readonly total: number
}

/** Which records to give: those that fit everything that is named. */
export interface HistoryQuery extends EventActor {
  session?: string
  operation?: string
  /** One kind, or with `.*` at the end all that begin so (`operation.*`). */
  kind?: string
  /** Milliseconds since 1970: from `since` on, before `until`. */
  since?: number
  until?: number
  /** Sequence numbers above `after` and below `before`; of a session, so give that too. */
  after?: number
  before?: number
  /** At most so many records. Default 100. */
  limit?: number
  /** Go on where an earlier answer ended. */
  cursor?: string
}

/** Some records, oldest first. */
export interface HistoryPage {
  records: SandboxEvent[]
  /** Where to go on; `null` at the end. */
  cursor: string | null
}

/** Where events are kept. A store can stand wherever a sink can. */
export interface HistoryStore {
  append(record: SandboxEvent): void | Promise<void>
  appendOutput(output: HistoryOutput): void | Promise<void>
  query(query?: HistoryQuery): HistoryPage | Promise<HistoryPage>
  close(): void | Promise<void>
}

/** What a history in memory holds. What is above a limit drives out the oldest. */
export interface MemoryHistoryOptions {
  /** Records and outputs. Default 100,000. */
  maxRecords?: number
  /** Bytes of records, as JSON, and outputs. Default 64 MiB. */
  maxBytes?: number
  /** Milliseconds. Default: no limit. */
  maxAgeMs?: number
}

/** A history in this process. */
export declare class MemoryHistoryStore implements HistoryStore {
  constructor(options?: MemoryHistoryOptions)
  /** Errors: `HISTORY_CLOSED`. */
  append(record: SandboxEvent): void
  /** Errors: `HISTORY_CLOSED`. */
  appendOutput(output: HistoryOutput): void
  /** Errors: `INVALID_ARGUMENT`, `HISTORY_CLOSED`. */
  query(query?: HistoryQuery): HistoryPage
  /** What a call wrote, as far as it is kept. Errors: `HISTORY_CLOSED`. */
  outputs(query: { session?: string; operation?: string }): HistoryOutput[]
  /** Records and bytes that it holds, and how many records it let go. */
  get stats(): { records: number; bytes: number; evicted: number }
  close(): void
}
