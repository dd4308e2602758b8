/** The one error class, and how the addon's errors become it. */
import type {
  ErrorCategory,
  ErrorFacts,
  MergeConflict,
  SandboxError as SandboxErrorDeclaration,
} from './declarations.js'

/** See the declaration in `index.d.ts`. */
export class SandboxError extends Error implements SandboxErrorDeclaration {
  declare readonly name: string
  readonly code: string
  readonly category: ErrorCategory
  readonly retryable: boolean
  declare readonly path?: string
  declare readonly syscall?: string
  declare readonly details?: Readonly<Record<string, unknown>>
  declare readonly conflicts?: readonly MergeConflict[]

  constructor(facts: ErrorFacts, options?: ErrorOptions) {
    super(facts.message, options)
    this.code = facts.code
    this.category = facts.category
    this.retryable = facts.retryable ?? false
    // Absent facts are absent keys, as in Node's own errors.
    for (const key of ['path', 'syscall', 'details'] as const) {
      if (facts[key] !== undefined && facts[key] !== null) {
        Object.defineProperty(this, key, { value: facts[key], enumerable: true, configurable: true })
      }
    }
    if (facts.code === 'MERGE_CONFLICT') {
      Object.defineProperty(this, 'conflicts', { value: facts.details?.['conflicts'], configurable: true })
    }
  }
}

// On the prototype, as in Node's own errors: an own property would be printed with every error.
Object.defineProperty(SandboxError.prototype, 'name', { value: 'SandboxError', writable: true, configurable: true })

/**
 * An argument that the caller must change.
 *
 * @param argument the argument's name as the caller knows it, e.g. `options.limits.steps`
 * @param accepted what it may be, in words that follow "must be"
 */
export function invalidArgument(argument: string, accepted: string, got: unknown): SandboxError {
  return new SandboxError({
    code: 'INVALID_ARGUMENT',
    category: 'invalid_request',
    message: `${argument} must be ${accepted}; got ${describe(got)}`,
    details: { argument, accepted },
  })
}

/**
 * What something thrown says. Never throws: hosts throw anything, also what has no text, or whose text throws when it is
 * asked for.
 */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'an error that has no text'
  }
}

/** One property of something thrown. Never throws; `undefined` where it can't be read. */
export function factOf(error: unknown, key: string): unknown {
  try {
    return (error as Record<string, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/** Whether something thrown is of a class. Never throws, as `instanceof` does of a revoked proxy. */
export function isOf<Instance>(type: abstract new (...args: never) => Instance, error: unknown): error is Instance {
  try {
    return error instanceof type
  } catch {
    return false
  }
}

/** Whether something thrown is one of our errors. Never throws. */
export function isSandboxError(error: unknown): error is SandboxError {
  return isOf(SandboxError, error)
}

/** Whether an error says that nothing is at a path. */
export function isMissing(error: unknown): error is SandboxError {
  return isSandboxError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** A value in a few words for a message: never its whole content. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  switch (typeof value) {
    case 'string': {
      const shown = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
      return `the string ${shown}`
    }
    case 'number':
    case 'boolean':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'bigint':
      return `the bigint ${value}n`
    case 'symbol':
      return 'a symbol'
    case 'function':
      return 'a function'
    default:
      try {
        if (Array.isArray(value)) return 'an array'
        const name = (Object.getPrototypeOf(value) as { constructor?: { name?: string } } | null)?.constructor?.name
        return name && name !== 'Object' ? `an object of class ${name}` : 'an object'
      } catch {
        return 'an object that can not be looked at'
      }
  }
}

/** The codes of napi's own refusals of an argument. */
const NAPI_ARGUMENT_CODES = new Set([
  'InvalidArg',
  'ObjectExpected',
  'StringExpected',
  'NameExpected',
  'FunctionExpected',
  'NumberExpected',
  'BooleanExpected',
  'ArrayExpected',
  'BigintExpected',
  'DateExpected',
  'ArrayBufferExpected',
])

/**
 * The `SandboxError` for whatever a native function threw or rejected with.
 *
 * The addon puts the facts of its errors into the message as one JSON object. Anything else is either napi's refusal of
 * an argument or a caught panic.
 *
 * @param above the public function that failed: the stack starts at its caller
 */
export function fromNative(error: unknown, above: (...args: never[]) => unknown): SandboxError {
  if (isSandboxError(error)) return error
  const facts = factsOf(error)
  const converted = new SandboxError(facts, facts.code === 'INTERNAL' ? { cause: error } : undefined)
  Error.captureStackTrace(converted, above)
  return converted
}

function factsOf(error: unknown): ErrorFacts {
  const message = messageOf(error)
  if (message.startsWith('{')) {
    try {
      const facts = JSON.parse(message) as ErrorFacts
      if (typeof facts.code === 'string' && typeof facts.message === 'string') return facts
    } catch {
      // Not the addon's JSON after all: told below as it came.
    }
  }
  const code = factOf(error, 'code')
  if (typeof code === 'string' && NAPI_ARGUMENT_CODES.has(code)) {
    return { code: 'INVALID_ARGUMENT', category: 'invalid_request', message }
  }
  return { code: 'INTERNAL', category: 'internal', message: `internal error: ${withoutSourcePlaces(message)}` }
}

/** A panic's text may name a place in our sources; callers' logs and models have no use for it. */
function withoutSourcePlaces(message: string): string {
  return message.replace(/\S*\.rs(:\d+)*:?\s*/g, '').trim() || 'the native code failed'
}
