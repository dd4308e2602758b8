/**
 * What is a journal: the whole form is checked before anything of it runs.
 *
 * A journal may come from anywhere. So the names of its calls are those that a recorder writes, and nothing in it reaches the
 * host: no call that exports, no network, no function.
 */
import * as check from './arguments.js'
import { capabilityShape } from './capabilities.js'
import { SandboxError, invalidArgument } from './errors.js'
import { coded } from './codes.js'
import { ACTS } from './command-log.js'
import { OUTWARD, TAKEN, UNRECORDED_OPTIONS, decoded } from './journal.js'
import { OPERATIONS } from './hooks.js'
import type { Check, Shape } from './arguments.js'
import type { SessionJournal } from './declarations.js'

/** An object with all of `needed`, perhaps some of `possible`, and nothing else. */
function record(needed: Shape, possible: Shape = {}): Check {
  const shape = check.options({ ...needed, ...possible }, (value, argument) => {
    for (const key of Object.keys(needed)) {
      if (value[key] === undefined) throw invalidArgument(`${argument}.${key}`, 'given', undefined)
    }
  })
  return (value, argument) => {
    if (value === undefined) throw invalidArgument(argument, 'an object', value)
    return shape(value, argument)
  }
}

/** Nothing that a recorder writes is nested deeper. */
const DEEPEST = 16

/** What JSON can hold, and `undefined` where JSON would leave it out. */
function isData(value: unknown, depth = 0): boolean {
  if (value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (typeof value !== 'object' || depth === DEEPEST) return false
  const isNested = (item: unknown): boolean => isData(item, depth + 1)
  if (Array.isArray(value)) return value.every(isNested)
  const prototype: unknown = Object.getPrototypeOf(value)
  // Of another realm, as well.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return isPlain && Object.values(value).every(isNested)
}

const data: Check = (value, argument) => {
  if (!isData(value)) throw invalidArgument(argument, `data as JSON has it, at most ${DEEPEST} levels deep`, value)
  return value
}

const map: Check = (value, argument) => data(check.map(() => undefined, data, 'an object')(value, argument), argument)
const items = check.list(data, 'an array')
const texts = check.list(check.text, 'an array of strings')
const count = check.integer(0)
/** No more than a string: an output's text may end in the middle of a character. */
const shown: Check = (value, argument) => {
  if (typeof value !== 'string') throw invalidArgument(argument, 'a string', value)
  return value
}

const policy: Check = (value, argument) => (value === null ? {} : map(value, argument))

/** What an executor is made from, as far as it is data. What comes of it is checked by the class. */
const executor = record({
  commands: (value, argument) => (value === 'all' ? value : texts(value, argument)),
  custom: texts,
  options: check.options({ ...capabilityShape, limits: map, clock: check.clock, seed: count }),
})

const start = record(
  { snapshot: check.text, contentHash: check.contentHash, now: check.finiteNumber, limits: map, executor },
  { policy },
)

const output = record({ sha256: check.contentHash, bytes: count, text: shown })

const outcome = record(
  {},
  {
    error: check.text,
    exitCode: check.integer(0, 255),
    failure: check.text,
    limit: check.oneOf('memoryBytes'),
    stdout: output,
    stderr: output,
    steps: count,
    contentHash: check.contentHash,
  },
)

const bytesOrText = check.data
const flag = check.boolean
const nothing: Check = (value) => value ?? undefined
/** The arguments of what a custom command does with its call, as the face hands them on. */
const ACT_ARGUMENTS: Readonly<Record<(typeof ACTS)[number], readonly Check[]>> = {
  read: [check.integer(1, 1 << 20)],
  write: [check.integer(1, 2), bytesOrText],
  readFile: [check.path],
  writeFile: [check.path, bytesOrText, flag],
  stat: [check.path],
  readdir: [check.path],
  mkdir: [check.path, flag],
  rm: [check.path, flag],
  rename: [check.path, check.path],
  run: [
    check.list(bytesOrText, 'an array of strings'),
    (value, argument) =>
      value === undefined || value === null ? nothing(value, argument) : bytesOrText(value, argument),
  ],
}

const acts: Check = (value, argument) => {
  const begun = new Set<unknown>()
  const act: Check = (one, name) => {
    const [number, method, ...args] = items(one, name) as unknown[]
    check.integer(1)(number, `${name}[0]`)
    if (method === undefined) {
      if (!begun.has(number)) throw invalidArgument(`${name}[0]`, 'the number of an act that began before', number)
      return one
    }
    check.oneOf(...ACTS)(method, `${name}[1]`)
    begun.add(number)
    const checks = ACT_ARGUMENTS[method as (typeof ACTS)[number]]
    if (args.length > checks.length) throw invalidArgument(name, `an act with ${checks.length} arguments`, one)
    for (const [index, fits] of checks.entries()) fits(decoded(args[index]), `${name}[${index + 2}]`)
    return one
  }
  return check.list(act, 'an array of acts')(value, argument)
}

const endShape = record({}, { status: check.integer(0, 255), message: shown })
const end: Check = (value, argument) => {
  const { status, message } = endShape(value, argument) as { status?: number; message?: string }
  if ((status === undefined) === (message === undefined))
    throw invalidArgument(argument, '{ status } or { message }', value)
  return value
}

const decision = record(
  { kind: check.text, argv: texts, decision: check.oneOf('allow', 'deny', 'ask') },
  { reason: shown },
)
const command = record({ kind: check.text, argv: texts, acts }, { end })
const answer: Check = (value, argument) => {
  const kind = (value as { kind?: unknown } | null)?.kind
  check.oneOf('decision', 'command')(kind, `${argument}.kind`)
  return (kind === 'decision' ? decision : command)(value, argument)
}

const recorded = OPERATIONS.filter((name) => !OUTWARD.has(name))

const overlapping: Check = (value, argument) => {
  if (value !== true) throw invalidArgument(argument, 'true or left out', value)
  return value
}

const stepShape = record(
  { name: check.oneOf(...recorded), args: items, answers: check.list(answer, 'an array of answers'), outcome },
  { state: check.text, overlapping },
)
const step: Check = (value, argument) => {
  const { name, args, state } = stepShape(value, argument) as { name: string; args: unknown[]; state?: string }
  if (state !== undefined && !TAKEN.has(name)) throw invalidArgument(`${argument}.state`, `left out of ${name}`, state)
  if (name !== 'execute' && name !== 'executeSync') return value
  check.text(args[0], `${argument}.args[0]`)
  const options = args[1] === undefined ? {} : (check.object(decoded(args[1]), `${argument}.args[1]`) as object)
  for (const key of UNRECORDED_OPTIONS) {
    if (Object.hasOwn(options, key)) throw invalidArgument(`${argument}.args[1].${key}`, 'left out', args[1])
  }
  return value
}

const journalShape = record({ version: check.integer(1, 1), start, steps: check.list(step, 'an array of steps') })

/** Throws `JOURNAL_INVALID` for what is no journal of this version. */
export function checkJournal(value: unknown): SessionJournal {
  return asJournal(() => {
    if (typeof value !== 'object' || value === null) throw invalidArgument('journal', 'an object', value)
    journalShape(value, 'journal')
    return value as SessionJournal
  })
}

/** Does what only a journal's content can be wrong for. */
export function asJournal<Result>(make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code !== 'INVALID_ARGUMENT') throw error
    throw coded('JOURNAL_INVALID', `this is no journal of version 1: ${error.message}`, error.details, error)
  }
}
