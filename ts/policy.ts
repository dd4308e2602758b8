/** Policies: the checks of their shape, and what stands between the addon's questions and the host's `decide`. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { decidedAgain } from './approvals.js'
import * as check from './arguments.js'
import { invalidArgument, messageOf } from './errors.js'
import { insideOf } from './custom.js'
import { interceptors } from './watch.js'
import type { Check } from './arguments.js'
import type { PolicyQuestion } from './native.js'
import type { PolicyDecision, PolicyFunction } from './declarations.js'

const patterns = check.list(check.shellText, 'an array of patterns')

const shape = check.options({
  commands: check.options({ allow: patterns, deny: patterns }),
  paths: check.options({
    readOnly: patterns,
    writable: patterns,
    hidden: patterns,
    noDelete: patterns,
    maxFileBytes: check.map(check.path, check.integer(0), 'an object of patterns and bytes'),
  }),
  decide: check.callback,
})

/** A policy as the addon takes it. */
export const policy: Check = (value, argument) => {
  const checked = shape(value, argument) as { decide?: PolicyFunction } | undefined
  if (checked?.decide === undefined) return checked
  const { decide, ...rules } = checked
  const outside = AsyncLocalStorage.snapshot()
  const ask = (question: PolicyQuestion): void => {
    const interceptor = interceptors.get(question.session)
    const passed = interceptor === undefined ? question : interceptor.decision(question)
    const asked = passed === undefined ? undefined : decidedAgain(passed)
    if (asked !== undefined) void outside(() => insideOf({ session: asked.session }, () => answer(decide, asked)))
  }
  originals.set(ask, decide)
  return { ...rules, decide: ask }
}

/** What the addon asks, and the function of the host behind it. */
const originals = new WeakMap<object, PolicyFunction>()

/** A policy as the host gave it. */
export function asGiven(checked: object): object {
  const { decide, ...rules } = checked as { decide?: object }
  const original = decide && originals.get(decide)
  return original === undefined ? rules : { ...rules, decide: original }
}

/** Never throws: a host that fails to decide has not allowed anything. */
async function answer(decide: PolicyFunction, question: PolicyQuestion): Promise<void> {
  try {
    const { kind, name, argv, cwd, session } = question
    const said = await decide({ kind: kind as 'command', name, argv, cwd, session })
    const { decision, reason } =
      said !== null && typeof said === 'object' ? said : { decision: said, reason: undefined }
    if (reason !== undefined) check.text(reason, 'the reason that decide returns')
    carryOut(question, decision, reason)
  } catch (error) {
    question.deny(`the policy failed: ${messageOf(error)}`)
  }
}

function carryOut(question: PolicyQuestion, decision: PolicyDecision, reason: string | undefined): void {
  switch (decision) {
    case 'allow':
      return question.allow()
    case 'ask':
      return question.ask()
    case 'deny':
      return question.deny(reason ?? 'the host said no')
    default:
      throw invalidArgument('what decide returns', "'allow', 'deny' or 'ask', or { decision, reason }", decision)
  }
}
