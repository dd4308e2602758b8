/** A recording of what came into a session: JSON, made by `recorder.journal`. */
export interface SessionJournal {
  version: 1
  /** What the session was when the recording began. */
  start: JournalStart
  steps: JournalStep[]
}

/** The state in which a recording began. */
export interface JournalStart {
  /** `snapshot.toBytes()` in base64. */
  snapshot: string
  contentHash: string
  /** The session's clock: milliseconds since 1970. */
  now: number
  limits: Limits
  /** What the executor was made from, as far as it is data, and the names of its commands. */
  executor: { commands: 'all' | string[]; custom: string[]; options: Record<string, unknown> }
  /** The rules of the policy, and whether the host decided by code. */
  policy: (Omit<Policy, 'decide'> & { decide?: boolean }) | null
}

/** One call and what came of it. */
export interface JournalStep {
  name: SandboxOperation
  /** The arguments as JSON; bytes are `{ base64 }`, and an object with only that key or only this one is `{ entries }`. */
  args: unknown[]
  /**
   * Of `merge`, `restore` and `load`: the state that the call led to, as what is new since the start, in base64. What they
   * took in is not part of the session.
   */
  state?: string
  /** What the host answered while the call ran, in order. */
  answers: JournalAnswer[]
  /**
   * The host was asked by several processes at once. Which of them goes on first depends on how long its answers take, and so
   * does the number of steps.
   */
  overlapping?: true
  outcome: JournalOutcome
}

/** What a call gave. */
export interface JournalOutcome {
  /** The code of the error that it threw. */
  error?: string
  exitCode?: number
  failure?: string
  /** `memoryBytes` where that stopped it: the same step is not found by running it again. */
  limit?: 'memoryBytes'
  /** SHA-256 of the bytes, how many they are, and the beginning of the text. */
  stdout?: { sha256: string; bytes: number; text: string }
  stderr?: { sha256: string; bytes: number; text: string }
  steps?: number
  /** Not there where a later call had changed the files already. */
  contentHash?: string
}

/** An answer of the host: to a question of the policy, or one call of a custom command. */
export type JournalAnswer =
  | { kind: 'decision'; argv: string[]; decision: PolicyDecision; reason?: string }
  | {
      kind: 'command'
      argv: string[]
      /** What it did, in order: `[n, method, …arguments]` begins its n-th act, `[n]` is when that had been answered. */
      acts: unknown[][]
      /** How it ended; not there where it never did. */
      end?: { status: number } | { message: string }
    }

/** A recording under way. */
export interface SessionRecorder {
  /** Every call that has ended, up to the first one that has not. */
  readonly journal: SessionJournal
  /** Ends the recording and gives the journal. */
  stop(): SessionJournal
}

/** How to replay. */
export interface ReplayOptions {
  /** Commands, where those of this package are not the ones. Custom ones must be there and are not called. Default: as recorded. */
  executor?: Executor
  /** Called after each step. */
  onStep?: (step: { index: number; name: SandboxOperation; session: Session }) => void
}

/** Where a replay is not as the recording. */
export interface Divergence {
  /** Counted from 0; -1 for the start. */
  step: number
  name: SandboxOperation | null
  /** The first thing that differs. */
  what: 'start' | 'error' | 'answers' | 'exitCode' | 'failure' | 'stdout' | 'stderr' | 'steps' | 'contentHash'
  expected: unknown
  actual: unknown
}

/** What a replay found. */
export interface ReplayResult {
  /** Nothing differs. */
  ok: boolean
  /** Steps that ran. */
  steps: number
  /** The first thing that differs; the replay stops there. */
  divergence: Divergence | null
  /** The session where the replay stopped. */
  session: Session
}

/** What only the TypeScript face adds. */
export interface Session {
  /**
   * Keeps a journal of everything that comes into the session from now on: calls, and what the host answers in them. Files
   * that functions have and mounts that were not read yet are not in it: `load` them before.
   *
   * Errors: `SESSION_BUSY` while a call runs, `SESSION_CLOSED`.
   */
  record(): SessionRecorder
}

/**
 * Runs a journal again in a new session. The host is asked nothing: custom commands and decisions are answered from the journal.
 * A call that real time or a signal stopped is stopped after as many steps. Everything is compared in every call but for two things: the
 * steps of a call in which several processes asked the host at once (`overlapping`), and those of one that time stopped while it
 * waited for the host. Both depend on how long the host took, which a journal does not hold.
 *
 * The journal's whole form is checked before anything of it runs, and its session has no network.
 *
 * Rejects with: `JOURNAL_INVALID`, `INVALID_ARGUMENT` for options, and what `Snapshot.fromBytes` throws.
 */
export declare function replay(journal: SessionJournal, options?: ReplayOptions): Promise<ReplayResult>
