/**
 * What a policy will ask about a call, found out before the call runs.
 *
 * An SDK wants to know whether a tool call needs approval before it starts the call; a policy asks while a command runs,
 * about words that only then are known. So the call is run on a fork first. Nothing of that reaches the session, and no
 * command of the host is called: where one would be, the preview ends, and what comes behind it is asked about in the run.
 *
 * Calls of one turn are asked about at once and run one after another. Each is tried on what those before it leave behind, as
 * if they were approved, since an approval holds only for the state of the files that it was asked about.
 */
import { originOf } from './origins.js'
import { inTurn } from './turns.js'
import { interceptors, numberOf } from './watch.js'
import type { CommandApproval, ExecuteOptions, Session } from './declarations.js'

/** A command of a call. */
export interface PreviewedCommand {
  command: string
  options?: Pick<ExecuteOptions, 'timeoutMs' | 'env' | 'cwd' | 'fresh'>
}

/** Questions of one call: more than a person would read. */
const MOST_QUESTIONS = 16
/** Calls of a session whose questions are remembered. */
const MOST_CALLS = 256

interface Asked {
  readonly questions: readonly CommandApproval[]
  /** The run asked, behind what a preview can see. */
  readonly inRun: boolean
}

/** The calls of one turn, tried one after another. */
interface Chain {
  /** What the calls of the turn have in common, where an SDK asks about them one after another. */
  readonly turn: WeakRef<object> | undefined
  readonly fork: Promise<Session>
  tail: Promise<unknown>
}

const known = new WeakMap<Session, Previews>()

/** The previews of a session; `undefined` where no policy can ask. */
export function previewsOf(session: Session): Previews | undefined {
  const policy = originOf(session)?.policy as { decide?: unknown } | undefined
  if (policy?.decide === undefined) return undefined
  let previews = known.get(session)
  if (previews === undefined) known.set(session, (previews = new Previews(session)))
  return previews
}

/**
 * The name of a call: equal ones are approved alike.
 *
 * @param id of the call itself, where an SDK gives it both when it asks and when it runs the call
 */
export function callKey(tool: string, input: unknown, id?: string): string {
  return JSON.stringify(id === undefined ? [tool, input] : [tool, input, id])
}

/** About which call it is. */
export interface AskedCall {
  /** What is asked is kept under it. */
  key: string
  /** Under which a run of an equal call noted what it was asked. Default: `key`. */
  earlier?: string
  /** An object that the calls of one turn share. Without, those are of one turn that are asked about at once. */
  turn?: object | undefined
}

export class Previews {
  readonly #session: Session
  readonly #asked = new Map<string, Asked>()
  #chain: Chain | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Whether the policy asks about any of these commands, run in this order. What it asks is kept. Never rejects: where
   * nothing can be tried, the run itself will say why.
   */
  async asks({ key, earlier = key, turn }: AskedCall, commands: readonly PreviewedCommand[]): Promise<boolean> {
    const { questions, isCut } = await this.#next((fork) => tried(fork, commands), turn).catch(() => NOTHING)
    const before = this.#asked.get(earlier)
    const more = isCut && before?.inRun ? before.questions : []
    const all = [...questions, ...more]
    this.#asked.delete(earlier)
    this.#asked.delete(key)
    if (all.length > 0) this.#keep(key, { questions: all, inRun: more.length > 0 })
    return all.length > 0
  }

  /** Lets a call that the policy is not asked about do to the preview what it will do to the session. Never rejects. */
  async follow(work: (fork: Session) => Promise<unknown>, turn?: object): Promise<void> {
    await this.#next(work, turn).catch(() => undefined)
  }

  /** What was asked about a call. */
  questions(key: string): readonly CommandApproval[] {
    return this.#asked.get(key)?.questions ?? []
  }

  /** Notes that a call has run, and, for the next one that is equal, what was asked in it that nobody knew of. */
  ran({ key, earlier = key }: AskedCall, question: CommandApproval | undefined): void {
    const before = this.questions(key)
    this.#asked.delete(key)
    if (question !== undefined) this.#keep(earlier, { questions: [...before, question], inRun: true })
  }

  /** All questions whose calls have not run, by call. JSON-safe. */
  pending(): Record<string, CommandApproval[]> {
    return Object.fromEntries([...this.#asked].map(([key, { questions }]) => [key, [...questions]]))
  }

  restore(pending: Record<string, CommandApproval[]>): void {
    for (const [key, questions] of Object.entries(pending)) this.#keep(key, { questions, inRun: false })
  }

  #keep(key: string, asked: Asked): void {
    this.#asked.set(key, asked)
    const [oldest] = this.#asked.keys()
    if (this.#asked.size > MOST_CALLS && oldest !== undefined) this.#asked.delete(oldest)
  }

  async #next<Value>(work: (fork: Session) => Promise<Value>, turn?: object): Promise<Value> {
    const open = this.#chain
    const chain = open !== undefined && open.turn?.deref() === turn ? open : (this.#chain = this.#begin(turn))
    const done = chain.tail.then(async () => work(await chain.fork))
    chain.tail = done.catch(() => undefined)
    return done
  }

  /** Calls that are asked about at once come in one go; whatever comes later is tried on what the session is then. */
  #begin(turn: object | undefined): Chain {
    if (this.#chain !== undefined) end(this.#chain)
    const fork = inTurn(this.#session, undefined, () => this.#session.fork())
    const chain: Chain = { turn: turn && new WeakRef(turn), fork, tail: Promise.resolve() }
    if (turn === undefined) {
      setImmediate(() => {
        if (this.#chain === chain) this.#chain = undefined
        end(chain)
      })
    }
    return chain
  }
}

/** Gives up the fork once what is under way on it is over. */
function end(chain: Chain): void {
  void chain.tail.then(async () => (await chain.fork).close()).catch(() => undefined)
}

interface Tried {
  questions: CommandApproval[]
  /** A command of the host would have been called: what comes behind it is not known. */
  isCut: boolean
}

const NOTHING: Tried = { questions: [], isCut: false }

/** Runs commands on a fork as if everything that is asked were allowed, and gives what was asked. */
async function tried(fork: Session, commands: readonly PreviewedCommand[]): Promise<Tried> {
  const questions: CommandApproval[] = []
  let isCut = false
  let stop = new AbortController()
  interceptors.set(numberOf(fork), {
    command() {
      isCut = true
      stop.abort()
      return undefined
    },
    decision: (question) => question,
  })
  try {
    for (const { command, options } of commands) {
      for (;;) {
        const before = fork.snapshot()
        stop = new AbortController()
        const ran = await fork.execute(command, { ...options, approvals: questions, signal: stop.signal })
        if (isCut) {
          fork.restore(before)
          return { questions, isCut }
        }
        if (ran.approval === null || questions.length === MOST_QUESTIONS) break
        questions.push(ran.approval)
      }
    }
    return { questions, isCut }
  } finally {
    interceptors.delete(numberOf(fork))
  }
}
