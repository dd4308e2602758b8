/**
 * The part of JSON Schema that the tools use, and what a model is told where an input does not fit.
 *
 * Only keywords that OpenAI's strict mode accepts: every key is required, so an optional one is nullable, and objects
 * allow no other keys. The validator is kinder than that in one point: a nullable key may be left out.
 */
import { inspect, quoted } from './json-schema.js'
import type { AnySchema, Problem as Found, Words } from './json-schema.js'

export type JsonSchema = ObjectSchema | ArraySchema | StringSchema | NumberSchema | BooleanSchema | NullableSchema

export interface ObjectSchema {
  type: 'object'
  properties: Record<string, JsonSchema>
  required: string[]
  additionalProperties: false
  description?: string
}
export interface ArraySchema {
  type: 'array'
  items: JsonSchema
  description?: string
}
export interface StringSchema {
  type: 'string'
  enum?: string[]
  pattern?: string
  description?: string
}
export interface NumberSchema {
  type: 'integer' | 'number'
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  description?: string
}
export interface BooleanSchema {
  type: 'boolean'
  description?: string
}
export interface NullableSchema {
  anyOf: [JsonSchema, { type: 'null' }]
  description?: string
}

/** An object with exactly these keys. */
export function object(properties: Record<string, JsonSchema>): ObjectSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** An optional value, in strict mode's way. */
export function nullable(schema: JsonSchema, description: string): NullableSchema {
  return { description, anyOf: [schema, { type: 'null' }] }
}

/** One thing that is wrong with an input. */
export interface Problem {
  /** Where: `start_line`, `expected_hashes[0].path`. */
  field: string
  /** What it must be, in words that follow the field's name. */
  message: string
}

const WORDS: Words = {
  key: (path, key) => (path === '' ? key : `${path}.${key}`),
  item: (path, index) => `${path}[${index}]`,
  type: (schema, article) => (schema.enum === undefined ? article + bounds(schema) : oneOf(schema.enum)),
  range: (schema, article) => `must be ${article}${bounds(schema)}`,
  choice: (schema) => oneOf(schema.enum ?? []),
  pattern: (pattern) => `must be a string matching ${pattern}`,
  unknown: (known) => `is not a parameter; known are: ${known}`,
  showsValue: true,
}

/** All problems of `value`; none means that it fits. */
export function problems(schema: ObjectSchema, value: unknown): Problem[] {
  const found: Found[] = []
  inspect(schema as AnySchema, value, '', WORDS, found)
  return found.map(({ path, message }) => ({ field: path === '' ? 'input' : path, message }))
}

function oneOf(values: readonly unknown[]): string {
  return `one of ${quoted(values, ', ')}`
}

function bounds({ minimum, exclusiveMinimum, maximum }: AnySchema): string {
  const lower =
    minimum !== undefined ? ` from ${minimum}` : exclusiveMinimum !== undefined ? ` above ${exclusiveMinimum}` : ''
  return maximum === undefined ? lower : `${lower} to ${maximum}`
}
