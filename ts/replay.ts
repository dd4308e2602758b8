/** `replay()`: runs a journal again and finds the first thing that differs. */
import * as check from './arguments.js'
import { Executor, Snapshot } from './index.js'
import { SandboxError } from './errors.js'
import { answerLogged, performLogged } from './command-log.js'
import { asJournal, checkJournal } from './journal-check.js'
import { TAKEN, bytesOf, decoded, outcomeOf } from './journal.js'
import { interceptors, numberOf } from './watch.js'
import type { Check } from './arguments.js'
import type { Interceptor } from './watch.js'
import type {
  CustomCommand,
  Divergence,
  ExecuteOptions,
  ExecutorOptions,
  JournalAnswer,
  JournalOutcome,
  JournalStart,
  JournalStep,
  Policy,
  ReplayOptions,
  ReplayResult,
  Session,
  SessionJournal,
  Snapshot as SnapshotType,
} from './declarations.js'

/** Stops that depend on the host's time. */
const BY_TIME: ReadonlySet<string> = new Set(['TIMEOUT', 'CANCELLED'])
/** How long a call waits for a command that never answered, which was stopped by time. */
const HANGING_MS = 2_000

/** Late, since the class comes from the module that this one is loaded for. */
const executorCheck: Check = (value, argument) => check.instance(Executor as never, 'an Executor')(value, argument)
const replayOptions = check.options({ executor: executorCheck, onStep: check.callback })

/** See the declaration in `index.d.ts`. */
export async function replay(journal: SessionJournal, options: ReplayOptions = {}): Promise<ReplayResult> {
  const given = replayOptions(options, 'options') as ReplayOptions
  const { start, steps } = checkJournal(journal)
  const executor = given.executor ?? asJournal(() => executorOf(start))
  const first = asJournal(() => Snapshot.fromBytes(bytesOf(start.snapshot), { executor, limits: start.limits }))
  const session = first.fork()
  const host = new Answers(steps.flatMap(({ answers }) => answers))
  const number = numberOf(session)
  const found = (divergence: Divergence | null, ran: number): ReplayResult => {
    return { ok: divergence === null, steps: ran, divergence, session }
  }
  interceptors.set(number, host)
  try {
    if (first.contentHash !== start.contentHash) {
      const { contentHash: expected } = start
      return found({ step: -1, name: null, what: 'start', expected, actual: first.contentHash }, 0)
    }
    for (const [index, step] of steps.entries()) {
      const before = isByHost(step) ? { state: session.snapshot(), answers: host.left } : undefined
      let different = differenceOf(step, await run(session, step, first))
      if (different !== undefined && before !== undefined) {
        // The host stops a run before what a step does, or after it.
        session.restore(before.state)
        host.left = before.answers
        const { steps: stopped = 1 } = step.outcome
        const earlier = { ...step, outcome: { ...step.outcome, steps: Math.max(stopped - 1, 1) } }
        if (differenceOf(earlier, await run(session, earlier, first)) === undefined) different = undefined
      }
      different = host.unknown ?? different
      if (different !== undefined) return found({ step: index, name: step.name, ...different }, index + 1)
      given.onStep?.({ index, name: step.name, session })
    }
    const unasked = host.unasked
    if (unasked === undefined) return found(null, steps.length)
    const step = steps.findLastIndex(({ answers }) => answers.includes(unasked))
    const { name } = steps[step]!
    return found({ step, name, what: 'answers', expected: unasked.argv, actual: null }, steps.length)
  } finally {
    interceptors.delete(number)
  }
}

/** Whether the host stopped it, by its time or its memory: the same place is found by the number of steps. */
function isByHost({ outcome: { failure, limit } }: JournalStep): boolean {
  return limit !== undefined || (failure !== undefined && BY_TIME.has(failure))
}

type Difference = Pick<Divergence, 'what' | 'expected' | 'actual'>

/** Answers from the journal, for as long as the questions are the same. */
class Answers implements Interceptor {
  #left: JournalAnswer[]
  /** The first question that the journal does not have. */
  unknown: Difference | undefined

  constructor(answers: readonly JournalAnswer[]) {
    this.#left = [...answers]
  }

  /** The answers that nobody has had. Set to go back to where these were left. */
  get left(): readonly JournalAnswer[] {
    return [...this.#left]
  }

  set left(answers: readonly JournalAnswer[]) {
    this.#left = [...answers]
    this.unknown = undefined
  }

  /** An answer that nothing was asked for. */
  get unasked(): JournalAnswer | undefined {
    return this.#left[0]
  }

  command(_name: string, call: Parameters<Interceptor['command']>[1]): undefined {
    const answer = this.#next('command', call.argv)
    if (answer !== undefined) void performLogged(call, answer)
    else call.fail('the journal has no such call')
  }

  decision(question: Parameters<Interceptor['decision']>[0]): undefined {
    const answer = this.#next('decision', question.argv)
    if (answer !== undefined) answerLogged(question, answer)
    else question.deny('the journal has no such question')
  }

  #next<Kind extends JournalAnswer['kind']>(
    kind: Kind,
    argv: readonly string[],
  ): Extract<JournalAnswer, { kind: Kind }> | undefined {
    const isThis = (answer: JournalAnswer): boolean => {
      return (
        answer.kind === kind && answer.argv.length === argv.length && answer.argv.every((word, at) => word === argv[at])
      )
    }
    const index = this.#left.findIndex(isThis)
    if (index < 0) {
      const expected = this.#left.find((answer) => answer.kind === kind)?.argv ?? null
      this.unknown ??= { what: 'answers', expected, actual: [...argv] }
      return undefined
    }
    return this.#left.splice(index, 1)[0] as Extract<JournalAnswer, { kind: Kind }>
  }
}

async function run(session: Session, step: JournalStep, first: SnapshotType): Promise<JournalOutcome> {
  let outcome: JournalOutcome
  try {
    outcome = outcomeOf(await act(session, step, first))
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    outcome = { error: error.code }
  }
  if (step.outcome.contentHash !== undefined && !session.closed) outcome.contentHash = session.contentHash
  return outcome
}

async function act(session: Session, step: JournalStep, first: SnapshotType): Promise<unknown> {
  const { name, state, outcome } = step
  if (state !== undefined) return session.restore(Snapshot.fromBytes(bytesOf(state), { since: first }))
  // What a state of another session was refused for can't be shown again.
  if (TAKEN.has(name)) throw new SandboxError(refusal(outcome))
  const args = step.args.map(decoded) as [string, ...unknown[]]
  if (name === 'execute' || name === 'executeSync') {
    const options = (args[1] ?? {}) as ExecuteOptions
    // Also what was synchronous: nothing else is under way.
    return await session.execute(args[0], stoppedAsBefore(options, step))
  }
  const methods = session as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>
  return methods[name]?.(...args)
}

function refusal({ error = 'INTERNAL' }: JournalOutcome) {
  return { code: error, category: 'conflict' as const, message: 'as recorded' }
}

/** A call's options, with the step at which time stopped it as a limit. */
function stoppedAsBefore(options: ExecuteOptions, step: JournalStep): ExecuteOptions {
  const { outcome, answers } = step
  const { steps = 1 } = outcome
  if (!isByHost(step)) return options
  const hangs = answers.some((answer) => answer.kind === 'command' && answer.end === undefined)
  return {
    ...options,
    limits: { ...options.limits, steps: Math.max(steps, 1) },
    ...(hangs && { timeoutMs: HANGING_MS }),
  }
}

function differenceOf(step: JournalStep, actual: JournalOutcome): Difference | undefined {
  const { outcome: expected, answers } = step
  const isStopped = isByHost(step) && actual.failure !== undefined
  // What depends on how long the host takes: see the declaration of `replay`.
  const isCounted = !step.overlapping && (answers.length === 0 || !isByHost(step))
  const pairs: Array<[Divergence['what'], unknown, unknown]> = [
    ['error', expected.error, actual.error],
    ['exitCode', expected.exitCode, isStopped ? expected.exitCode : actual.exitCode],
    ['failure', expected.failure, isStopped ? expected.failure : actual.failure],
    ['stdout', expected.stdout, actual.stdout],
    ['stderr', expected.stderr, actual.stderr],
    ['steps', expected.steps, isCounted ? actual.steps : expected.steps],
    ['contentHash', expected.contentHash, actual.contentHash],
  ]
  for (const [what, one, other] of pairs) {
    const isSame =
      what === 'stdout' || what === 'stderr'
        ? (one as JournalOutcome['stdout'])?.sha256 === (other as JournalOutcome['stdout'])?.sha256
        : one === other
    if (!isSame) return { what, expected: one ?? null, actual: other ?? null }
  }
  return undefined
}

/** An executor with the commands of the recording; those of the host only stand there. */
function executorOf({ executor, policy }: JournalStart): InstanceType<typeof Executor> {
  const { commands, custom, options } = executor
  const all = new Set(new Executor().commands)
  const standIn: CustomCommand = { run: () => 1 }
  const { decide, ...rules } = policy ?? {}
  return new Executor({
    ...(options as ExecutorOptions),
    commands: commands === 'all' ? 'all' : commands.filter((name) => all.has(name)),
    custom: Object.fromEntries(custom.map((name) => [name, standIn])),
    ...(policy && { policy: { ...rules, ...(decide && { decide: () => 'deny' as const }) } as Policy }),
  })
}
