/** What curl sends as a body: `-d` and its kin, and the parts of forms. */
import { createHash } from 'node:crypto'
import { bytesOf } from './text.js'

/** Reads a file, or standard input for `-`. Rejects where it can't. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** A file of a form that can't be read, and the like. */
export class DataError extends Error {}

/** Escapes as curl does: all but letters, digits and `-._~`. */
export function escaped(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  return text.replaceAll(
    /[^\w.~-]/g,
    (character) => `%${Buffer.from(character, 'latin1').toString('hex').toUpperCase()}`,
  )
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`, the content escaped. */
export async function urlEncoded(given: string, read: ReadFile): Promise<string> {
  const at = /[=@]/.exec(given)
  const name = at === null ? '' : given.slice(0, at.index)
  const rest = at === null ? given : given.slice(at.index + 1)
  const content = at?.[0] === '@' ? await read(rest) : bytesOf(rest)
  const text = escaped(content).replaceAll('%20', '+')
  return name === '' ? text : `${name}=${text}`
}

/** The content of `-d` and `--data-binary`. */
export async function dataOf(given: string, kind: 'text' | 'binary' | 'raw', read: ReadFile): Promise<Uint8Array> {
  if (kind === 'raw' || !given.startsWith('@')) return bytesOf(given)
  const content = await read(given.slice(1))
  return kind === 'binary' ? content : content.filter((byte) => byte !== 13 && byte !== 10 && byte !== 0)
}

/** A part of a form. */
export interface FormPart {
  name: string
  content: Uint8Array
  filename?: string | undefined
  type?: string | undefined
  headers: readonly string[]
  /** Several files under one name. */
  files?: readonly FormPart[]
}

/** `name=content`, `name=@file,file`, `name=<file`, each with `;type=…;filename=…;headers=…`. */
export async function formParts(given: string, literal: boolean, read: ReadFile): Promise<FormPart[]> {
  const equals = given.indexOf('=')
  if (equals < 0) throw new DataError('Illegally formatted input field')
  const name = given.slice(0, equals)
  const value = given.slice(equals + 1)
  if (literal) return [{ name, content: bytesOf(value), headers: [] }]
  const source = value[0] === '@' || value[0] === '<' ? value[0] : undefined
  const parts: FormPart[] = []
  let rest = source === undefined ? value : value.slice(1)
  do {
    const field = fieldOf(rest, source === '@')
    rest = field.rest
    const { type, filename, headers } = field
    if (source === undefined) {
      parts.push({ name, content: bytesOf(field.text), type, filename, headers })
    } else {
      const content = await read(field.text)
      const shown = field.text === '-' ? '-' : field.text.slice(field.text.lastIndexOf('/') + 1)
      const asFile =
        source === '@' ? { filename: filename ?? shown, type: type ?? typeOf(filename ?? shown) } : { type, filename }
      parts.push({ name, content, ...asFile, headers })
    }
  } while (rest !== '')
  return parts.length > 1 ? [{ name, content: new Uint8Array(), headers: [], files: parts }] : parts
}

/** Reads one value with its parameters; `rest` is what stands behind a comma. */
function fieldOf(given: string, several: boolean) {
  let rest = given
  const word = (ends: RegExp): string => {
    if (rest.startsWith('"')) {
      const inQuotes = /^"((?:\\.|[^"\\])*)"[ \t]*/.exec(rest)
      if (inQuotes !== null && (rest.length === inQuotes[0].length || ends.test(rest[inQuotes[0].length]!))) {
        rest = rest.slice(inQuotes[0].length)
        return inQuotes[1]!.replaceAll(/\\(["\\])/g, '$1')
      }
    }
    const end = rest.search(ends)
    const text = end < 0 ? rest : rest.slice(0, end)
    rest = rest.slice(text.length)
    return text
  }
  const ends = several ? /[;,]/ : /;/
  let text = word(ends)
  let type: string | undefined
  let filename: string | undefined
  const headers: string[] = []
  while (rest.startsWith(';')) {
    const parameter = /^;\s*(type|filename|headers|encoder)=/i.exec(rest)
    if (parameter === null) {
      // Not a parameter of ours: it belongs to the value.
      const more = /^;[^;,]*/.exec(rest)![0]
      rest = rest.slice(more.length)
      if (type === undefined) text += more
      else type += more
      continue
    }
    rest = rest.slice(parameter[0].length)
    const key = parameter[1]!.toLowerCase()
    const value = word(ends)
    if (key === 'type') type = value
    else if (key === 'filename') filename = value
    else if (key === 'headers') headers.push(value)
    else throw new DataError(`the encoder '${value}' of a form's part is not available here`)
  }
  return { text, type, filename, headers, rest: rest.startsWith(',') ? rest.slice(1) : '' }
}

const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
}

function typeOf(filename: string): string {
  const [, extension = ''] = /\.(\w+)$/.exec(filename.toLowerCase()) ?? []
  return TYPES[extension] ?? 'application/octet-stream'
}

/** A form's body, and its type. */
export function multipart(parts: readonly FormPart[]): { body: Uint8Array; type: string } {
  const { body, boundary } = encoded(parts, 'form-data')
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/** The boundary is made from the content, so that the same form is the same bytes. */
function encoded(parts: readonly FormPart[], kind: 'form-data' | 'attachment'): { body: Uint8Array; boundary: string } {
  const hash = createHash('sha256').update(kind)
  const pieces: Uint8Array[] = []
  for (const part of parts) {
    const nested = part.files === undefined ? undefined : encoded(part.files, 'attachment')
    const file = part.filename === undefined ? '' : `; filename="${quoted(part.filename)}"`
    const name = kind === 'attachment' ? '' : `; name="${quoted(part.name)}"`
    const type = nested === undefined ? part.type : `multipart/mixed; boundary=${nested.boundary}`
    const lines = [`Content-Disposition: ${kind}${name}${file}`]
    if (type !== undefined) lines.push(`Content-Type: ${type}`)
    lines.push(...part.headers, '', '')
    const content = Buffer.concat([bytesOf(lines.join('\r\n')), nested?.body ?? part.content, Buffer.from('\r\n')])
    hash.update(content)
    pieces.push(content)
  }
  const boundary = `------------------------${hash.digest('hex').slice(0, 16)}`
  const between = Buffer.from(`--${boundary}\r\n`)
  const body = Buffer.concat([...pieces.flatMap((piece) => [between, piece]), Buffer.from(`--${boundary}--\r\n`)])
  return { body, boundary }
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
