/**
 * Host commands of runs that were dropped for an approval: the run that is repeated with it gets the same answers, and the host is
 * not asked twice.
 *
 * Answers are kept only of sessions whose policy may ask, and only as long as nothing else happened in the session: the
 * repeated run then comes to the same calls with the same input.
 */
import { loggedCall, performLogged } from './command-log.js'
import { encoded, recordedOptions } from './journal.js'
import { originOf } from './origins.js'
import { newCallNumber } from './watch.js'
import type { CommandCall } from './native.js'
import type { ExecuteOptions, ExecuteResult, JournalAnswer, Session } from './declarations.js'

type CommandAnswer = Extract<JournalAnswer, { kind: 'command' }>

/** So many dropped runs of a session are remembered. */
const MOST_KEPT = 8

/** The host's answers of a run that was dropped. */
interface Kept {
  /** What was run, and how. */
  readonly request: string
  /** The state that it ran on. */
  readonly moment: string
  readonly answers: readonly CommandAnswer[]
}

/** What happened in a session, as far as it matters here. */
interface Course {
  kept: Kept[]
  /** Calls that were not dropped. */
  calls: number
}

const courses = new WeakMap<object, Course>()

/** The answers of one run, as they come. */
class Answers {
  readonly given: CommandAnswer[] = []
  /** The state on which the run began, once a command has asked. */
  moment: string | undefined
  #left: readonly CommandAnswer[] = []
  /** Looked up when the first command asks, which is when the run has begun. */
  #look: (() => readonly CommandAnswer[]) | undefined

  constructor(look: () => readonly CommandAnswer[]) {
    this.#look = look
  }

  /** Serves a call again as it was served before, or gives the call that the host is to serve. */
  serve(call: CommandCall): CommandCall | undefined {
    if (this.#look !== undefined) {
      this.#left = this.#look()
      this.#look = undefined
    }
    const { argv } = call
    const [next, ...others] = this.#left
    const isSame = next?.argv.length === argv.length && next.argv.every((word, at) => word === argv[at])
    if (next !== undefined && isSame && next.end !== undefined) {
      this.#left = others
      this.given.push(next)
      void performLogged(call, next)
      return undefined
    }
    // Another course: from here on the host is asked.
    this.#left = []
    const log: CommandAnswer = { kind: 'command', argv, acts: [] }
    this.given.push(log)
    return endedInTime(loggedCall(call, log), call, log)
  }
}

/** The call, whose end counts only where the run was still there to hear it: what a dropped run's command says then is no answer. */
function endedInTime(logged: CommandCall, call: CommandCall, log: CommandAnswer): CommandCall {
  const { end, fail } = logged
  const unlessOver = <Value>(act: (value: Value) => void): ((value: Value) => void) => {
    return (value) => {
      const { over } = call
      act(value)
      if (over) delete log.end
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
