/**
 * The one validator for JSON Schema: of tools' inputs, of manifests, of the options of custom commands. What it says is put in the
 * words of each, since a model, a host and a script are told differently.
 */

/** The keywords that the validator knows. */
export interface AnySchema {
  readonly $schema?: string
  readonly $id?: string
  readonly title?: string
  readonly description?: string
  readonly type?: keyof typeof ARTICLES
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, AnySchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | AnySchema
  readonly propertyNames?: AnySchema
  readonly items?: AnySchema
  readonly anyOf?: readonly AnySchema[]
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

/** One thing that is wrong with a value. */
export interface Problem {
  /** Where, as the words' `key` and `item` spell it; empty for the whole. */
  path: string
  /** What it must be, in words that follow the path. */
  message: string
}

/** How problems are told. */
export interface Words {
  key(path: string, key: string): string
  item(path: string, index: number): string
  /** What a value of another type must be, after `must be`. */
  type(schema: AnySchema, article: string): string
  /** Of a number that is too small or too large. */
  range(schema: AnySchema, article: string, value: number): string
  /** What a value must be that is none of those of `enum` or `const`, after `must be`. */
  choice(schema: AnySchema): string
  pattern(pattern: string): string
  unknown(known: string): string
  /** Whether a message says what the value is instead. */
  readonly showsValue: boolean
}

const ARTICLES = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

function isOfType(type: NonNullable<AnySchema['type']>, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

/** Adds all problems of `value` to `found`. */
export function inspect(schema: AnySchema, value: unknown, path: string, words: Words, found: Problem[]): void {
  const refuse = (message: string) =>
    void found.push({ path, message: words.showsValue ? `${message}, not ${shown(value)}` : message })
  if (schema.anyOf !== undefined) return inspectForms(schema.anyOf, value, path, words, found, refuse)
  const isChoice = schema.const === undefined || value === schema.const
  if (schema.type !== undefined && !isOfType(schema.type, value)) return refuse(`must be ${accepted(schema, words)}`)
  if (!isChoice || (schema.enum !== undefined && !schema.enum.includes(value))) {
    return refuse(`must be ${words.choice(schema)}`)
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) return refuse('must be text without lone surrogates')
    if (value.length < (schema.minLength ?? 0)) return refuse('must not be empty')
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) {
      refuse(words.pattern(schema.pattern))
    }
  } else if (typeof value === 'number') {
    const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = schema
    if (value < minimum || value <= exclusiveMinimum || value > maximum) {
      refuse(words.range(schema, ARTICLES[schema.type ?? 'number'], value))
    }
  } else if (Array.isArray(value)) {
    const { items } = schema
    if (items) value.forEach((item, index) => inspect(items, item, words.item(path, index), words, found))
  } else if (schema.type === 'object') {
    inspectObject(schema, value as Record<string, unknown>, path, words, found)
  }
}

function inspectForms(
  forms: readonly AnySchema[],
  value: unknown,
  path: string,
  words: Words,
  found: Problem[],
  refuse: (message: string) => void,
): void {
  if (isNullable(forms)) {
    if (value !== null && value !== undefined) inspect(forms[0]!, value, path, words, found)
    return
  }
  const tries = forms.map((one) => ({ one, problems: problemsAt(one, value, path, words) }))
  if (tries.some(({ problems }) => problems.length === 0)) return
  // Of the form whose type fits, the problems say more than that none of the forms does.
  const near = tries.find(({ one }) => one.type !== undefined && isOfType(one.type, value))
  if (near) found.push(...near.problems)
  else refuse(`must be ${tries.map(({ one }) => accepted(one, words)).join(' or ')}`)
}

/** What may be null may be left out. */
function isNullable(forms: readonly AnySchema[] | undefined): boolean {
  return forms?.length === 2 && forms[1]!.type === 'null'
}

function problemsAt(schema: AnySchema, value: unknown, path: string, words: Words): Problem[] {
  const found: Problem[] = []
  inspect(schema, value, path, words, found)
  return found
}

function inspectObject(
  schema: AnySchema,
  value: Record<string, unknown>,
  path: string,
  words: Words,
  found: Problem[],
): void {
  const properties = new Map(Object.entries(schema.properties ?? {}))
  const { additionalProperties: others, propertyNames } = schema
  for (const key of Object.keys(value)) {
    const at = words.key(path, key)
    for (const { message } of propertyNames ? problemsAt(propertyNames, key, at, words) : []) {
      found.push({ path: at, message: `has a name that ${message}` })
    }
    if (others === false && !properties.has(key)) {
      found.push({ path: at, message: words.unknown([...properties.keys()].join(', ')) })
    }
  }
  for (const [key, property] of properties) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined
    if (given !== undefined) inspect(property, given, words.key(path, key), words, found)
    else if (schema.required?.includes(key) && !isNullable(property.anyOf)) {
      found.push({ path: words.key(path, key), message: 'is missing' })
    }
  }
  if (typeof others !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    if (!properties.has(key)) inspect(others, item, words.key(path, key), words, found)
  }
}

function accepted(schema: AnySchema, words: Words): string {
  if (schema.const !== undefined) return words.choice(schema)
  return schema.type === undefined ? 'something else' : words.type(schema, ARTICLES[schema.type])
}

/** Values as JSON, one behind the other. */
export function quoted(values: readonly unknown[], separator: string): string {
  return values.map((value) => JSON.stringify(value)).join(separator)
}

/** A value as JSON, so much of it as a message has room for. */
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}

/** In the words of documents: the path is a JSON pointer (RFC 6901). */
const DOCUMENT: Words = {
  key: (path, key) => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  item: (path, index) => `${path}/${index}`,
  type: (schema, article) => (schema.enum === undefined ? article : DOCUMENT.choice(schema)),
  range: ({ minimum, maximum }) => `must be from ${minimum ?? '-∞'} to ${maximum ?? '∞'}`,
  choice: (schema) => (schema.const === undefined ? quoted(schema.enum ?? [], ' or ') : JSON.stringify(schema.const)),
  pattern: (pattern) => `must match ${pattern}`,
  unknown: (known) => `is not known; known are: ${known}`,
  showsValue: true,
}

/** All problems of a document; none means that it fits. */
export function documentProblems(schema: AnySchema, value: unknown): Problem[] {
  return problemsAt(schema, value, '', DOCUMENT)
}
