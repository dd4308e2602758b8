/**
 * The calls that are watched while they run: by events, which want to know what belongs to a call, and by recordings and
 * replays, which stand between a run and the host's answers. By the number that the addon gives a session.
 */
import type { CommandCall, PolicyQuestion } from './native.js'
import type { EventActor, ExecuteResult } from './declarations.js'

/** A call that events tell of. */
export interface ToldCall {
  readonly operation: string
  readonly actor: EventActor | undefined
  /** Tells that a command asked for a secret, once it is known whether it got it. */
  secret(name: string, command: string, lent: Promise<unknown>): void
}

/** Stands between a session's runs and the host. */
export interface Interceptor {
  /** Gives the call that is served in place of this one, or `undefined` where it was served already. */
  command(name: string, call: CommandCall): CommandCall | undefined
  /** Likewise for a question of the policy. */
  decision(question: PolicyQuestion): PolicyQuestion | undefined
}

/** Where events are told of it: the call that runs in each session now, as far as has been heard. */
export const told = new Map<number, ToldCall>()
/** The same by the numbers of calls, for calls that have one. */
export const toldCalls = new Map<number, ToldCall>()

/** What events know of the call that something is asked in. */
export function toldOf({ session, call }: { session: number; call?: number }): ToldCall | undefined {
  return (call === undefined ? undefined : toldCalls.get(call)) ?? told.get(session)
}

let lastCall = 0
let announced: number | undefined

/** A number for a call of `execute`, by which the addon's questions name it. */
export function newCallNumber(): number {
  return (lastCall += 1)
}

/** Gives the call of `execute` that begins next its number. */
export function announceCall(call: number): void {
  announced = call
}

/** The number that was announced for the call that begins now. */
export function takeAnnounced(): number | undefined {
  const call = announced
  announced = undefined
  return call
}

const ranDespite = new Map<number, ExecuteResult>()

/** Keeps what a call did that has ended, but is rejected for what its listener of output threw: for those who watch it. */
export function keepRan(call: number, result: ExecuteResult): void {
  ranDespite.set(call, result)
}

export function takeRan(call: number): ExecuteResult | undefined {
  const result = ranDespite.get(call)
  ranDespite.delete(call)
  return result
}

/** Of sessions that are recorded or replayed. */
export const interceptors = new Map<number, Interceptor>()

/** The number by which the addon knows a session. */
export function numberOf(session: object): number {
  return (session as { number: number }).number
}
