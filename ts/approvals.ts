/**
 * What the host answered in runs that were dropped for an approval, as commands and as `decide`: the run that is repeated with it gets
 * the same answers, and the host is not asked twice.
 *
 * Answers are kept only of sessions whose policy may ask, and only as long as nothing else happened in the session: the
 * repeated run then comes to the same calls with the same input.
 */
import { answerLogged, loggedCall, loggedQuestion, performLogged } from './command-log.js'
import { encoded, recordedOptions } from './journal.js'
import { originOf } from './origins.js'
import { newCallNumber } from './watch.js'
import type { CommandCall, PolicyQuestion } from './native.js'
import type { ExecuteOptions, ExecuteResult, JournalAnswer, Session } from './declarations.js'

type CommandAnswer = Extract<JournalAnswer, { kind: 'command' }>
type DecisionAnswer = Extract<JournalAnswer, { kind: 'decision' }>

/** So many dropped runs of a session are remembered. */
const MOST_KEPT = 8
/** So many answers of a run; what is asked after them is asked again. */
const MOST_ANSWERS = 10_000

/** The host's answers of a run that was dropped. */
interface Kept {
  /** What was run, and how. */
  readonly request: string
  /** The state that it ran on. */
  readonly moment: string
  readonly answers: readonly Given[]
}

/** What happened in a session, as far as it matters here. */
interface Course {
  kept: Kept[]
  /** Calls that were not dropped. */
  calls: number
}

const courses = new WeakMap<object, Course>()

/** An answer with the stretch of the run that it belongs to: what was asked while another question was open is of one stretch. */
interface Given {
  readonly answer: Answered
  readonly stretch: number
}

/** What the host was asked; a decision that it still owes is not there. */
type Answered = CommandAnswer | { kind: 'decision'; argv: readonly string[]; cwd: string; said?: DecisionAnswer }

/**
 * The answers of one run, as they come.
 *
 * They are given again in the order of the questions. Only within a stretch, where several processes asked at once, that order
 * depends on how long the host took; there it does not count.
 */
class Answers {
  readonly given: Given[] = []
  /** The state on which the run began, once something was asked. */
  moment: string | undefined
  #left: Given[] = []
  /** Looked up when the first question comes, which is when the run has begun. */
  #look: (() => readonly Given[]) | undefined
  #open = 0
  #stretch = 0

  constructor(look: () => readonly Given[]) {
    this.#look = look
  }

  /** Serves a call again as it was served before, or gives the call that the host is to serve. */
  serve(call: CommandCall): CommandCall | undefined {
    const { argv } = call
    const known = this.#next((answer) => answer.kind === 'command' && isSame(answer.argv, argv))
    const close = this.#opened()
    if (known?.kind === 'command' && known.end !== undefined) {
      this.#give(known)
      void performLogged(call, known).then(close)
      return undefined
    }
    // What had not answered is asked again, and may go another way.
    this.#left = []
    const log: CommandAnswer = { kind: 'command', argv, acts: [] }
    this.#give(log)
    return endedInTime(loggedCall(call, log), call, log, close)
  }

  /** The same for a question of the policy. */
  decide(question: PolicyQuestion): PolicyQuestion | undefined {
    const { argv, cwd } = question
    const known = this.#next((answer) => answer.kind === 'decision' && answer.cwd === cwd && isSame(answer.argv, argv))
    if (known?.kind === 'decision' && known.said !== undefined) {
      this.#give(known)
      answerLogged(question, known.said)
      return undefined
    }
    const log: Extract<Answered, { kind: 'decision' }> = { kind: 'decision', argv, cwd }
    this.#give(log)
    const close = this.#opened()
    return loggedQuestion(question, (said) => {
      log.said = said
      close()
    })
  }

  /** Takes out the answer to this question. Where there is none, the run takes another course, and from here on the host is asked. */
  #next(isThis: (answer: Answered) => boolean): Answered | undefined {
    if (this.#look !== undefined) {
      this.#left = [...this.#look()]
      this.#look = undefined
    }
    const stretch = this.#left[0]?.stretch
    const index = this.#left.findIndex((one) => one.stretch === stretch && isThis(one.answer))
    if (index < 0) {
      this.#left = []
      return undefined
    }
    return this.#left.splice(index, 1)[0]!.answer
  }

  #give(answer: Answered): void {
    if (this.given.length < MOST_ANSWERS) this.given.push({ answer, stretch: this.#stretch })
  }

  /** Counts a question that the host has been asked, and gives what counts its end. */
  #opened(): () => void {
    this.#open += 1
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#open -= 1
      if (this.#open === 0) this.#stretch += 1
    }
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, at) => word === others[at])
}

/** The call, whose end counts only where the run was still there to hear it: what a dropped run's command says then is no answer. */
function endedInTime(logged: CommandCall, call: CommandCall, log: CommandAnswer, close: () => void): CommandCall {
  const { end, fail } = logged
  const unlessOver = <Value>(act: (value: Value) => void): ((value: Value) => void) => {
    return (value) => {
      const { over } = call
      act(value)
      if (over) delete log.end
      close()
    }
  }
  return Object.assign(logged, { end: unlessOver(end), fail: unlessOver(fail) })
}

/** By the number of the call. */
const running = new Map<number, Answers>()

/** The run of a call, between its beginning and its end. */
export interface ApprovedRun {
  readonly call: number
  ended(result: ExecuteResult | undefined): void
}

/** Begins to keep the host's answers; `undefined` for a session that never asks. */
export function approvedRun(
  session: object,
  command: string,
  options: ExecuteOptions | undefined,
  number: number | undefined,
): ApprovedRun | undefined {
  const policy = originOf(session)?.policy as { decide?: unknown } | undefined
  if (policy?.decide === undefined) return undefined
  const { approvals, ...others } = (recordedOptions(options, {}) ?? {}) as ExecuteOptions
  const request = JSON.stringify([command, encoded(others)])
  let course = courses.get(session)
  if (course === undefined) courses.set(session, (course = { kept: [], calls: 0 }))
  const known = course
  const call = number ?? newCallNumber()
  const answers: Answers = new Answers(() => {
    answers.moment = momentOf(session as Session, known)
    if (approvals === undefined || approvals.length === 0) return []
    const { moment } = answers
    return known.kept.findLast((one) => one.request === request && one.moment === moment)?.answers ?? []
  })
  running.set(call, answers)
  return {
    call,
    ended(result) {
      running.delete(call)
      if (result?.failure?.code !== 'APPROVAL_REQUIRED') {
        known.calls += 1
        known.kept = []
      } else if (answers.moment !== undefined) {
        const { given, moment } = answers
        const kept = known.kept.filter((one) => one.request !== request)
        known.kept = [...kept, { request, moment, answers: given }].slice(-MOST_KEPT)
      }
    },
  }
}

function momentOf(session: Session, { calls }: Course): string {
  return JSON.stringify([session.revision, session.cwd, calls])
}

/** The call that the host is to serve; `undefined` where an earlier answer was given. */
export function servedAgain(call: CommandCall): CommandCall | undefined {
  const answers = running.get(call.call)
  return answers === undefined ? call : answers.serve(call)
}

/** The same for a question of the policy. */
export function decidedAgain(question: PolicyQuestion): PolicyQuestion | undefined {
  const answers = running.get(question.call)
  return answers === undefined ? question : answers.decide(question)
}
