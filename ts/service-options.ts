/** The checks of what a service is given. */
import * as check from './arguments.js'
import { describe, invalidArgument } from './errors.js'
import { coded } from './codes.js'
import { CAPABILITIES } from './capabilities.js'
import { Executor } from './index.js'
import { eventSinks } from './sinks.js'
import type { Check } from './arguments.js'
import type { SandboxFacts } from './declarations.js'

const METHODS = ['has', 'put', 'get', 'delete', 'list', 'setRef', 'getRef', 'refs'] as const

const store: Check = (value, argument) => {
  const candidate = value as Record<string, unknown> | null
  for (const method of METHODS) {
    if (typeof candidate?.[method] !== 'function') {
      throw invalidArgument(argument, `a store of snapshots, with ${METHODS.join(', ')}`, value)
    }
  }
  return value
}

/** Late, since the classes come from the module that this one is loaded for. */
const executor: Check = (value, argument) => check.instance(Executor as never, 'an Executor')(value, argument)

const positive = check.integer(1)

export const serviceOptions: Check = check.options({
  limits: check.options({ sessions: positive, bytes: positive, idleMs: positive }),
  store,
  key: check.sealingKey,
  executor,
  onEvent: eventSinks,
  onIdle: check.oneOf('suspend', 'delete'),
  closeTimeoutMs: check.waitMs,
  storeTimeoutMs: check.timerMs,
  onError: check.callback,
})

/** What is checked where it is used. */
const any: Check = (value) => value

export const listOptions: Check = check.options({ ownerId: any })
export const suspendOptions: Check = check.options({ ref: check.text })
export const endOptions: Check = check.options({ timeoutMs: check.waitMs })

/** Those of `ResumeSandboxOptions`; most go on to the session. */
const RESUME_OPTIONS = ['ownerId', 'metadata', 'custom', 'network', 'secrets', 'limits', 'policy', 'clock'] as const
export const resumeOptions: Check = check.options({
  ...Object.fromEntries([...RESUME_OPTIONS, ...CAPABILITIES].map((name) => [name, any])),
  executor,
  onEvent: eventSinks,
  key: check.sealingKey,
})

/** What belongs to a sandbox besides its session. */
export interface Facts {
  readonly ownerId: string | undefined
  readonly metadata: NonNullable<SandboxFacts['metadata']> | undefined
}

const MOST_OWNER_BYTES = 256
const MOST_FACTS = 32
const MOST_NAME_BYTES = 64
const MOST_VALUE_BYTES = 1_024

/** Throws `INVALID_SANDBOX_REQUEST` unless it can be the name of an owner. */
export function ownerOf(value: unknown): string {
  const bytes = typeof value === 'string' && value.isWellFormed() ? Buffer.byteLength(value) : 0
  if (bytes < 1 || bytes > MOST_OWNER_BYTES) {
    throw refused('ownerId', `text of 1 to ${MOST_OWNER_BYTES} bytes in UTF-8`, value)
  }
  return value as string
}

/** The checked facts, copied. */
export function factsOf({ ownerId, metadata }: SandboxFacts): Facts {
  return {
    ownerId: ownerId === undefined ? undefined : ownerOf(ownerId),
    metadata: metadata === undefined ? undefined : metadataOf(metadata),
  }
}

function metadataOf(value: unknown): Facts['metadata'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('metadata', 'an object', value)
  const entries = Object.entries(value)
  if (entries.length > MOST_FACTS) throw refused('metadata', `an object of at most ${MOST_FACTS} facts`, value)
  for (const [name, fact] of entries) {
    if (name === '' || Buffer.byteLength(name) > MOST_NAME_BYTES) {
      throw refused('metadata', `an object with names of 1 to ${MOST_NAME_BYTES} bytes`, name)
    }
    const fits =
      typeof fact === 'string'
        ? fact.isWellFormed() && Buffer.byteLength(fact) <= MOST_VALUE_BYTES
        : fact === null || typeof fact === 'boolean' || (typeof fact === 'number' && Number.isFinite(fact))
    if (!fits) {
      const accepted = `text of at most ${MOST_VALUE_BYTES} bytes, a number, true, false or null`
      throw refused(`metadata[${JSON.stringify(name)}]`, accepted, fact)
    }
  }
  return Object.freeze(Object.fromEntries(entries) as NonNullable<Facts['metadata']>)
}

function refused(argument: string, accepted: string, got: unknown) {
  const message = `${argument} must be ${accepted}; got ${describe(got)}`
  return coded('INVALID_SANDBOX_REQUEST', message, { argument, accepted })
}
