/** A validator for the part of JSON Schema that manifests are described with. */
import { shown } from './schema.js'

/** One thing that is wrong with a document. */
export interface DocumentProblem {
  /** A JSON pointer: `/files/a.txt/text`; empty for the whole. */
  path: string
  /** What it must be, in words that follow the path. */
  message: string
}

/** The keywords that the validator knows. */
export interface DocumentSchema {
  readonly $schema?: string
  readonly $id?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, DocumentSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | DocumentSchema
  readonly propertyNames?: DocumentSchema
  readonly items?: DocumentSchema
  readonly anyOf?: readonly DocumentSchema[]
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

/** All problems of `value`; none means that it fits. */
export function documentProblems(schema: DocumentSchema, value: unknown): DocumentProblem[] {
  const found: DocumentProblem[] = []
  inspect(schema, value, '', found)
  return found
}

const ARTICLES = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'a whole number',
  boolean: 'true or false',
}

function isOfType(type: NonNullable<DocumentSchema['type']>, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    default:
      return typeof value === type
  }
}

function inspect(schema: DocumentSchema, value: unknown, path: string, found: DocumentProblem[]): void {
  const refuse = (message: string) => void found.push({ path, message: `${message}, not ${shown(value)}` })
  if (schema.anyOf !== undefined) {
    const tries = schema.anyOf.map((one) => ({ one, problems: problemsAt(one, value, path) }))
    if (tries.some(({ problems }) => problems.length === 0)) return
    // Of the form whose type fits, the problems say more than that none of the forms does.
    const near = tries.find(({ one }) => one.type !== undefined && isOfType(one.type, value))
    if (near) found.push(...near.problems)
    else refuse(`must be ${tries.map(({ one }) => accepted(one)).join(' or ')}`)
    return
  }
  if (schema.const !== undefined && value !== schema.const) return refuse(`must be ${accepted(schema)}`)
  if (schema.enum !== undefined && !schema.enum.includes(value)) return refuse(`must be ${accepted(schema)}`)
  if (schema.type !== undefined && !isOfType(schema.type, value)) return refuse(`must be ${accepted(schema)}`)
  if (typeof value === 'string') {
    if (!value.isWellFormed()) return refuse('must be text without lone surrogates')
    if (value.length < (schema.minLength ?? 0)) return refuse('must not be empty')
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) {
      refuse(`must match ${schema.pattern}`)
    }
  } else if (typeof value === 'number') {
    if (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)) {
      refuse(`must be from ${schema.minimum ?? '-∞'} to ${schema.maximum ?? '∞'}`)
    }
  } else if (Array.isArray(value)) {
    if (schema.items)
      for (const [index, item] of value.entries()) inspect(schema.items, item, `${path}/${index}`, found)
  } else if (schema.type === 'object') {
    inspectObject(schema, value as Record<string, unknown>, path, found)
  }
}

function problemsAt(schema: DocumentSchema, value: unknown, path: string): DocumentProblem[] {
  const found: DocumentProblem[] = []
  inspect(schema, value, path, found)
  return found
}

function inspectObject(
  schema: DocumentSchema,
  value: Record<string, unknown>,
  path: string,
  found: DocumentProblem[],
): void {
  const properties = schema.properties ?? {}
  for (const key of schema.required ?? []) {
    if (value[key] === undefined) found.push({ path: `${path}/${escaped(key)}`, message: 'is missing' })
  }
  for (const [key, item] of Object.entries(value)) {
    const at = `${path}/${escaped(key)}`
    if (schema.propertyNames) {
      for (const { message } of problemsAt(schema.propertyNames, key, at)) {
        found.push({ path: at, message: `has a name that ${message}` })
      }
    }
    const known = Object.hasOwn(properties, key) ? properties[key]! : schema.additionalProperties
    if (known === false) {
      found.push({ path: at, message: `is not known; known are: ${Object.keys(properties).join(', ')}` })
    } else if (typeof known === 'object') {
      inspect(known, item, at, found)
    }
  }
}

/** A part of a JSON pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function accepted(schema: DocumentSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(' or ')
  return schema.type === undefined ? 'something else' : ARTICLES[schema.type]
}
