/** `session.record()`: a journal of everything that comes into a session. */
import { SandboxError } from './errors.js'
import { addTap, numbered, untapped } from './hooks.js'
import { loggedCall, loggedQuestion } from './command-log.js'
import { OUTWARD, TAKEN, base64, encoded, outcomeOf, recordedOptions } from './journal.js'
import { executorFacts, originOf } from './origins.js'
import { placeholders } from './secrets.js'
import { interceptors, numberOf } from './watch.js'
import type { Operation } from './hooks.js'
import type { Interceptor } from './watch.js'
import type {
  ExecuteOptions,
  ExecuteResult,
  Executor,
  JournalAnswer,
  JournalStart,
  JournalStep,
  Session,
  SessionJournal,
  SessionRecorder,
  Snapshot,
} from './declarations.js'

/** A step that may still be under way. */
interface Pending {
  readonly step: JournalStep
  over: boolean
  /** Questions that the host has not answered yet. */
  open: number
}

/** Refusals before anything happened, which may be otherwise another time. */
const REFUSED =
  /^(INVALID_ARGUMENT|SESSION_BUSY|SESSION_CLOSED|INTERNAL|ASYNC_REQUIRED|SANDBOX_.*|EVENT_DELIVERY_FAILED)$/

export function startRecording(session: Session): SessionRecorder {
  if (session.busy || interceptors.has(numberOf(session))) {
    const message = session.busy ? 'a call runs: recording begins between calls' : 'the session is recorded already'
    throw new SandboxError({ code: 'SESSION_BUSY', category: 'conflict', message, retryable: session.busy })
  }
  const first = untapped(session, 'snapshot')()
  const start = startOf(session, first)
  const pending: Pending[] = []
  const byOperation = new WeakMap<Operation, Pending>()
  const byCall = new Map<number, Pending>()
  const ofCall = (call: number): Pending | undefined => byCall.get(call) ?? pending.find(({ over }) => !over)
  /** Counts a question, and gives what counts its answer. */
  const asked = (one: Pending | undefined): (() => void) => {
    if (one === undefined) return () => {}
    one.open += 1
    if (one.open > 1) one.step.overlapping = true
    let isOpen = true
    return () => {
      if (isOpen) one.open -= 1
      isOpen = false
    }
  }
  const interceptor: Interceptor = {
    command(_name, call) {
      const log: Extract<JournalAnswer, { kind: 'command' }> = { kind: 'command', argv: call.argv, acts: [] }
      const one = ofCall(call.call)
      one?.step.answers.push(log)
      const answered = asked(one)
      void call.ended().then(answered)
      return loggedCall(call, log, answered)
    },
    decision(question) {
      const one = ofCall(question.call)
      const answered = asked(one)
      return loggedQuestion(question, (given) => {
        answered()
        one?.step.answers.push(given)
      })
    },
  }
  const remove = addTap(session, {
    begin(operation) {
      if (OUTWARD.has(operation.name)) return
      const args = TAKEN.has(operation.name) ? [] : argumentsOf(operation)
      const one: Pending = { step: { name: operation.name, args, answers: [], outcome: {} }, over: false, open: 0 }
      pending.push(one)
      byOperation.set(operation, one)
      if (operation.name === 'execute') byCall.set(numbered(operation), one)
    },
    end(operation) {
      const one = byOperation.get(operation)
      if (one === undefined) return
      if (operation.call !== undefined) byCall.delete(operation.call)
      one.over = true
      if (!finish(one.step, operation, first)) pending.splice(pending.indexOf(one), 1)
    },
    closed: () => void interceptors.delete(numberOf(session)),
  })
  const number = numberOf(session)
  interceptors.set(number, interceptor)
  const journal = (): SessionJournal => {
    const open = pending.findIndex(({ over }) => !over)
    const steps = (open < 0 ? pending : pending.slice(0, open)).map(({ step }) => step)
    return structuredClone({ version: 1, start, steps })
  }
  return {
    get journal() {
      return journal()
    },
    stop() {
      if (interceptors.get(number) === interceptor) interceptors.delete(number)
      remove()
      return journal()
    },
  }
}

function argumentsOf({ name, args }: Operation): unknown[] {
  const given = name === 'execute' || name === 'executeSync' ? [args[0], optionsOf(args[1])] : args.map(encoded)
  const last = given.findLastIndex((value) => value !== undefined)
  return given.slice(0, last + 1)
}

/** Secrets stay with the host: the shell saw placeholders. */
function optionsOf(options: unknown): unknown {
  const { secrets } = (options ?? {}) as ExecuteOptions
  const isMap = typeof secrets === 'object' && secrets !== null
  return recordedOptions(options as ExecuteOptions, isMap ? placeholders(secrets) : {})
}

/** Writes down what came of a call. False: nothing happened that a replay could show. */
function finish(step: JournalStep, operation: Operation, first: Snapshot): boolean {
  const { session, name, error, result, failed, ran } = operation
  // A sink or a listener may fail a call that has done its work; a quota takes it back.
  if (failed && (!ran || (error instanceof SandboxError && error.code === 'SANDBOX_QUOTA_EXCEEDED'))) {
    if (!(error instanceof SandboxError) || REFUSED.test(error.code)) return false
    step.outcome = { error: error.code }
  } else {
    step.outcome = outcomeOf(result)
    // Withdrawn while it waited for its turn.
    if (step.outcome.failure === 'CANCELLED' && step.outcome.steps === 0) return false
  }
  if (session.closed) return true
  const isExact =
    name === 'execute' ? session.revision === (result as ExecuteResult | undefined)?.revision : !session.busy
  if (isExact) step.outcome.contentHash = session.contentHash
  if (TAKEN.has(name) && !failed) {
    step.state = base64(untapped(session, 'snapshot')().toBytes({ since: first }))
  }
  return true
}

function startOf(session: Session, first: Snapshot): JournalStart {
  const { executor, policy } = originOf(session) ?? {}
  const rules = policy as (object & { decide?: unknown }) | undefined
  return {
    snapshot: base64(first.toBytes()),
    contentHash: first.contentHash,
    now: session.now,
    limits: { ...session.limits },
    executor: executor === undefined ? { commands: 'all', custom: [], options: {} } : executorOf(executor as Executor),
    policy:
      rules === undefined
        ? null
        : ({ ...(encoded(rules) as object), ...(rules.decide !== undefined && { decide: true }) } as never),
  }
}

function executorOf(executor: Executor): JournalStart['executor'] {
  const facts = executorFacts(executor)
  const { commands } = executor
  const custom = [...(facts?.custom ?? [])].filter((name) => commands.includes(name))
  const { custom: _custom, policy: _policy, onEvent: _onEvent, commands: _commands, ...rest } = facts?.options ?? {}
  // Its commands are among the custom ones, and a replay reaches nothing.
  const { network: _network, ...options } = rest
  return { commands, custom, options: encoded(options) as Record<string, unknown> }
}
