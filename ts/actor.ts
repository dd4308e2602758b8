/** Who works with sessions: names that the running code carries along, for events. */
import { AsyncLocalStorage } from 'node:async_hooks'
import * as check from './arguments.js'
import { invalidArgument } from './errors.js'
import type { EventActor } from './declarations.js'

const current = new AsyncLocalStorage<EventActor>()

const name = (value: unknown, argument: string): unknown => {
  const text = check.text(value, argument) as string
  if (text.length > 1_024) throw invalidArgument(argument, 'at most 1,024 characters', text)
  return text
}
const shape = check.options({ actor: name, thread: name, run: name, correlation: name })

/** `session.withActor()` */
export function withActor<Result>(actor: EventActor, act: () => Result): Result {
  const checked = shape(actor ?? null, 'actor') as EventActor
  check.callback(act, 'act')
  return current.run(Object.freeze({ ...current.getStore(), ...checked }), act)
}

/** The names that the running code carries. */
export function currentActor(): EventActor | undefined {
  return current.getStore()
}
