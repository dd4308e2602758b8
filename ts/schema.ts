/**
 * The part of JSON Schema that the tools use, and its validator.
 *
 * Only keywords that OpenAI's strict mode accepts: every key is required, so an optional one is nullable, and objects
 * allow no other keys. The validator is kinder than that in one point: a nullable key may be left out.
 */

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

/** All problems of `value`; none means that it fits. */
export function problems(schema: ObjectSchema, value: unknown): Problem[] {
  const found: Problem[] = []
  inspect(schema, value, '', found)
  return found
}

function inspect(schema: JsonSchema, value: unknown, field: string, found: Problem[]): void {
  const refuse = (accepted: string) => {
    found.push({ field: field || 'input', message: `must be ${accepted}, not ${shown(value)}` })
  }
  if ('anyOf' in schema) {
    if (value !== null && value !== undefined) inspect(schema.anyOf[0], value, field, found)
    return
  }
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') refuse(schema.enum ? oneOf(schema.enum) : 'a string')
      else if (schema.enum && !schema.enum.includes(value)) refuse(oneOf(schema.enum))
      else if (schema.pattern && !new RegExp(schema.pattern).test(value)) refuse(`a string matching ${schema.pattern}`)
      else if (!value.isWellFormed()) refuse('text without lone surrogates')
      return
    case 'integer':
    case 'number': {
      const kind = schema.type === 'integer' ? 'a whole number' : 'a number'
      const fits =
        typeof value === 'number' &&
        Number.isFinite(value) &&
        (schema.type === 'number' || Number.isSafeInteger(value)) &&
        value >= (schema.minimum ?? -Infinity) &&
        value > (schema.exclusiveMinimum ?? -Infinity) &&
        value <= (schema.maximum ?? Infinity)
      if (!fits) refuse(kind + bounds(schema))
      return
    }
    case 'boolean':
      if (typeof value !== 'boolean') refuse('true or false')
      return
    case 'array':
      if (!Array.isArray(value)) refuse('an array')
      else value.forEach((item, index) => inspect(schema.items, item, `${field}[${index}]`, found))
      return
    case 'object':
      inspectObject(schema, value, field, found, refuse)
  }
}

function inspectObject(
  schema: ObjectSchema,
  value: unknown,
  field: string,
  found: Problem[],
  refuse: (accepted: string) => void,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('an object')
  const given = value as Record<string, unknown>
  const prefix = field === '' ? '' : `${field}.`
  const known = Object.keys(schema.properties)
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(schema.properties, key)) {
      found.push({ field: prefix + key, message: `is not a parameter; known are: ${known.join(', ')}` })
    }
  }
  for (const [key, property] of Object.entries(schema.properties)) {
    if (given[key] === undefined && !('anyOf' in property)) {
      found.push({ field: prefix + key, message: 'is missing' })
    } else {
      inspect(property, given[key], prefix + key, found)
    }
  }
}

function oneOf(words: string[]): string {
  return `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`
}

function bounds({ minimum, exclusiveMinimum, maximum }: NumberSchema): string {
  const lower =
    minimum !== undefined ? ` from ${minimum}` : exclusiveMinimum !== undefined ? ` above ${exclusiveMinimum}` : ''
  return maximum === undefined ? lower : `${lower} to ${maximum}`
}

/** A value as JSON, so much of it as a message has room for. */
export function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
