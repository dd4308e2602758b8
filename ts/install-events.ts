/** What puts events onto the native prototypes, and keeps where sessions come from. */
import { hubOf, observe } from './events.js'
import { withActor } from './actor.js'
import { startRecording } from './recorder.js'
import { keepMasks } from './secrets.js'
import { inherit, originOf, remember } from './origins.js'
import type { NativeBinding } from './native.js'
import type { SinkSettings } from './sinks.js'
import type { Session } from './declarations.js'

/** What TypeScript keeps of a session's options. */
export interface Started {
  executor?: object
  policy?: object
  onEvent?: readonly SinkSettings[]
}

/** The options as the addon takes them. */
export function nativeOptions(checked: object | undefined): object | undefined {
  if (checked === undefined || (checked as Started).onEvent === undefined) return checked
  const { onEvent: _, ...rest } = checked as Started
  return rest
}

/** Keeps where a new session comes from, and lets sinks hear of it. */
export function started(made: object, checked: Started | undefined): void {
  if (checked === undefined) return
  remember(made, { executor: checked.executor, policy: checked.policy, sinks: checked.onEvent })
  const sinks = originOf(made)?.sinks
  if (sinks !== undefined) observe(made as Session, sinks)
}

/** A fork comes from where the original came from, and is told to the same sinks. */
export function follow(from: object, made: object): object {
  keepMasks(from, made, 'session')
  const sinks = inherit(from, made)?.sinks
  if (sinks !== undefined) observe(made as Session, sinks, from)
  return made
}

/** Snapshots know where their session comes from. */
export function installOrigins(binding: NativeBinding): void {
  const prototype = binding.Session.prototype as { snapshot(): object }
  const { snapshot: taken } = prototype
  const snapshot = function (this: object): object {
    const made = taken.call(this)
    inherit(this, made)
    keepMasks(this, made, 'snapshot')
    return made
  }
  Object.defineProperty(prototype, 'snapshot', { value: snapshot, writable: true, configurable: true })
}

/** `session.events`, `session.withActor()` and `session.record()` */
export function installEvents(binding: NativeBinding): void {
  const events = function (this: Session) {
    return hubOf(this)
  }
  const { prototype } = binding.Session
  Object.defineProperty(prototype, 'events', { get: events, configurable: true })
  const record = function (this: Session) {
    return startRecording(this)
  }
  Object.defineProperty(prototype, 'record', { value: record, writable: true, configurable: true })
  Object.defineProperty(prototype, 'withActor', { value: withActor, writable: true, configurable: true })
}
