/**
 * A JSON Schema as a command line: each property an option `--its-name VALUE`, and the help that says so.
 *
 * Objects and arrays of objects are given as JSON. An option of an array may be given several times.
 */
import * as check from './arguments.js'
import { invalidArgument } from './errors.js'
import { inspect } from './json-schema.js'
import type { Check } from './arguments.js'
import type { Problem, Words } from './json-schema.js'
import type { CommandSchema, PropertySchema } from './declarations.js'

/** `maxCount` and `max_count` as the option `--max-count`. */
function optionName(property: string): string {
  return property
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

function typeOf(schema: PropertySchema): string {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  return type ?? 'string'
}

/** The usage text of a command with this schema. */
export function helpOf(name: string, schema: CommandSchema): string {
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties ?? {}).map(([property, of]) => {
    const type = typeOf(of)
    const value = type === 'boolean' ? '' : `=${type.toUpperCase()}`
    const notes = [
      of.description,
      of.enum === undefined ? undefined : `one of ${of.enum.map(String).join(', ')}`,
      required.has(property) ? '(required)' : undefined,
      of.default === undefined ? undefined : `(default ${JSON.stringify(of.default)})`,
    ]
    return [`  --${optionName(property)}${value}`, notes.filter((note) => note !== undefined).join(' ')] as const
  })
  const width = Math.max(8, ...rows.map(([option]) => option.length)) + 2
  const lines = [...rows, ['  --help', 'display this help and exit'] as const].map(([option, notes]) =>
    `${option.padEnd(width)}${notes}`.trimEnd(),
  )
  const about = schema.description === undefined ? '' : `${schema.description}\n`
  return `Usage: ${name} [OPTION]...\n${about}\n${lines.join('\n')}\n`
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const oneType = check.oneOf(...TYPES)
const manyTypes = check.list(oneType, 'an array of types')

const anything: Check = (value) => value

/** The keywords that are read of a property. Others are allowed, as JSON Schema allows them, and mean nothing. */
const KEYWORDS: Readonly<Record<string, Check>> = {
  type: (value, argument) => (Array.isArray(value) ? manyTypes : oneType)(value, argument),
  description: check.text,
  enum: check.list(anything, 'an array of values'),
  items: (value, argument) => propertySchema(value, argument),
  minimum: check.finiteNumber,
  maximum: check.finiteNumber,
  pattern: (value, argument) => {
    check.text(value, argument)
    try {
      return new RegExp(value as string, 'u')
    } catch {
      throw invalidArgument(argument, 'a regular expression (with the flag u)', value)
    }
  },
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function propertySchema(value: unknown, argument: string): unknown {
  if (!isObject(value)) throw invalidArgument(argument, 'a JSON Schema (an object)', value)
  for (const [keyword, checkOf] of Object.entries(KEYWORDS)) {
    if (value[keyword] !== undefined) checkOf(value[keyword], `${argument}.${keyword}`)
  }
  return value
}

/** A schema that a command line can be read by. */
export const commandSchema: Check = (value, argument) => {
  if (!isObject(value) || value['type'] !== 'object') {
    throw invalidArgument(argument, "a JSON Schema of type 'object'", value)
  }
  const { properties = {}, required = [], description } = value
  if (description !== undefined) check.text(description, `${argument}.description`)
  if (!isObject(properties))
    throw invalidArgument(`${argument}.properties`, 'an object of names and schemas', properties)
  const byOption = new Map<string, string>()
  for (const [name, schema] of Object.entries(properties)) {
    const place = `${argument}.properties[${JSON.stringify(name)}]`
    propertySchema(schema, place)
    const option = optionName(name)
    const other = byOption.get(option)
    if (other !== undefined) throw invalidArgument(place, `of another name: --${option} is ${other} already`, name)
    byOption.set(option, name)
  }
  const known: Check = (name, place) => {
    if (typeof name === 'string' && Object.hasOwn(properties, name)) return name
    throw invalidArgument(place, 'the name of a property', name)
  }
  check.list(known, 'an array of names')(required, `${argument}.required`)
  return value
}

/** The input that arguments make, that help is asked for, or what is wrong with them. */
export function inputOf(
  schema: CommandSchema,
  args: readonly string[],
): { input?: Record<string, unknown>; problem?: string; help?: boolean } {
  const properties = new Map(Object.entries(schema.properties ?? {}))
  const byOption = new Map([...properties.keys()].map((property) => [optionName(property), property]))
  const input = new Map<string, unknown>()
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!
    if (arg === '--') {
      // Behind it everything is an operand.
      if (at + 1 < args.length) return { problem: `extra operand '${args[at + 1]}'` }
      break
    }
    if (!arg.startsWith('--')) return { problem: `extra operand '${arg}'` }
    if (arg === '--help' && !byOption.has('help')) return { help: true }
    const equals = arg.indexOf('=')
    const option = arg.slice(2, equals < 0 ? undefined : equals)
    const negated = option.startsWith('no-') && !byOption.has(option)
    const property = byOption.get(negated ? option.slice(3) : option)
    const of = property === undefined ? undefined : properties.get(property)
    if (property === undefined || of === undefined) return { problem: `unrecognized option '--${option}'` }
    const type = typeOf(of)
    if (negated && type !== 'boolean') return { problem: `unrecognized option '--${option}'` }
    let value: string
    if (equals >= 0) value = arg.slice(equals + 1)
    else if (type === 'boolean') value = negated ? 'false' : 'true'
    else if (at + 1 < args.length) value = args[(at += 1)]!
    else return { problem: `option '--${option}' requires an argument` }
    const read = valueOf(type === 'array' ? (of.items ?? {}) : of, value)
    if (read.problem !== undefined) return { problem: `invalid argument '${value}' for '--${option}': ${read.problem}` }
    if (type === 'array') input.set(property, [...((input.get(property) as unknown[] | undefined) ?? []), read.value])
    else input.set(property, read.value)
  }
  for (const [property, of] of properties) {
    if (of.default !== undefined && !input.has(property)) input.set(property, of.default)
  }
  for (const property of schema.required ?? []) {
    if (!input.has(property)) return { problem: `option '--${optionName(property)}' is required` }
  }
  // Not assigned one by one: a property may be called __proto__.
  return { input: Object.fromEntries(input) }
}

function valueOf(schema: PropertySchema, text: string): { value?: unknown; problem?: string } {
  const type = typeOf(schema)
  const value = parsed(type, text)
  if (value === undefined) return { problem: `it must be ${article(type)}` }
  const found: Problem[] = []
  const { enum: values, minimum, maximum, pattern } = schema
  const own = { enum: values, minimum, maximum, pattern }
  inspect(Object.fromEntries(Object.entries(own).filter(([, given]) => given !== undefined)), value, '', WORDS, found)
  return found.length === 0 ? { value } : { problem: `it ${found[0]!.message}` }
}

/** One value of an option: there is no path, and the message around it shows the value. */
const WORDS: Words = {
  key: (path) => path,
  item: (path) => path,
  type: (_schema, words) => words,
  range: ({ minimum, maximum }, _article, value) =>
    minimum !== undefined && value < minimum ? `must be at least ${minimum}` : `must be at most ${maximum}`,
  choice: (schema) => `one of ${(schema.enum ?? []).map(String).join(', ')}`,
  pattern: (pattern) => `must match ${pattern}`,
  unknown: (known) => `is not known; known are: ${known}`,
  showsValue: false,
}

function article(type: string): string {
  const words: Record<string, string> = {
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'a JSON object',
  }
  return words[type] ?? 'text'
}

/** `undefined` for what is not of the type. */
function parsed(type: string, text: string): unknown {
  switch (type) {
    case 'string':
      return text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'integer':
      return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
    default:
      try {
        const value: unknown = JSON.parse(text)
        return type !== 'object' || (typeof value === 'object' && value !== null && !Array.isArray(value))
          ? value
          : undefined
      } catch {
        return undefined
      }
  }
}
