/**
 * What a custom command did in one call, as data, and the same done again.
 *
 * Between a command and its call lies everything that the sandbox sees of the host: reads, writes, files, commands that it runs, its end.
 * When an act was answered is kept too, since a command may do several things at once.
 */
import { decoded, encoded } from './journal.js'
import type { CommandCall, PolicyQuestion } from './native.js'
import type { JournalAnswer, PolicyDecision } from './declarations.js'

type CommandAnswer = Extract<JournalAnswer, { kind: 'command' }>
type DecisionAnswer = Extract<JournalAnswer, { kind: 'decision' }>

export const ACTS = [
  'read',
  'write',
  'readFile',
  'writeFile',
  'stat',
  'readdir',
  'mkdir',
  'rm',
  'rename',
  'run',
] as const
type Act = (...args: unknown[]) => Promise<unknown>

/** The call, with a log of what is done with it; `ended` is called when the host has ended it. */
export function loggedCall(call: CommandCall, answer: CommandAnswer, ended?: () => void): CommandCall {
  let count = 0
  const log = (method: (typeof ACTS)[number]): Act => {
    return (...args) => {
      const number = (count += 1)
      answer.acts.push([number, method, ...args.map(encoded)])
      const answered = (call[method] as Act)(...args)
      const note = (): void => void answer.acts.push([number])
      answered.then(note, note)
      return answered
    }
  }
  const acts = Object.fromEntries(ACTS.map((method) => [method, log(method)])) as Pick<
    CommandCall,
    (typeof ACTS)[number]
  >
  return {
    ...acts,
    session: call.session,
    call: call.call,
    get argv() {
      return call.argv
    },
    get argvBytes() {
      return call.argvBytes
    },
    get env() {
      return call.env
    },
    get cwd() {
      return call.cwd
    },
    get over() {
      return call.over
    },
    ended: () => call.ended(),
    end(status) {
      answer.end = { status }
      ended?.()
      call.end(status)
    },
    fail(message) {
      answer.end = { message }
      ended?.()
      call.fail(message)
    },
  }
}

/** Does what a log says. Never throws: a call that goes another way ends another way, and that is found. */
export async function performLogged(call: CommandCall, answer: CommandAnswer): Promise<void> {
  const pending = new Map<unknown, Promise<unknown>>()
  for (const [number, method, ...args] of answer.acts) {
    if (method === undefined) {
      await pending.get(number)
      continue
    }
    if (!ACTS.includes(method as 'read')) continue
    try {
      const act = (call[method as 'read'] as Act).apply(call, args.map(decoded))
      pending.set(
        number,
        act.catch(() => {}),
      )
    } catch {
      // As above.
    }
  }
  const { end } = answer
  if (end === undefined) return
  if ('status' in end) call.end(end.status)
  else call.fail(end.message)
}

/** The question, with a log of its answer. */
export function loggedQuestion(question: PolicyQuestion, log: (answer: DecisionAnswer) => void): PolicyQuestion {
  const { argv } = question
  const note = (decision: PolicyDecision, reason?: string): void => {
    log({ kind: 'decision', argv, decision, ...(reason !== undefined && { reason }) })
  }
  return {
    session: question.session,
    call: question.call,
    kind: question.kind,
    name: question.name,
    argv,
    cwd: question.cwd,
    allow() {
      note('allow')
      question.allow()
    },
    deny(reason) {
      note('deny', reason)
      question.deny(reason)
    },
    ask() {
      note('ask')
      question.ask()
    },
  }
}

/** Answers as a log says. */
export function answerLogged(question: PolicyQuestion, { decision, reason = '' }: DecisionAnswer): void {
  if (decision === 'allow') question.allow()
  else if (decision === 'ask') question.ask()
  else question.deny(reason)
}
