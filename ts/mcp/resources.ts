/** The files of a session as resources: `file:///workspace/notes%20of%20May.md`. */
import { isTextType, mediaTypeOf } from '../mime.js'
import { SandboxError } from '../errors.js'
import { CODE, RpcError } from './messages.js'
import type { Entry, Session } from '../declarations.js'

/** Files that one page of the list holds. */
const PAGE = 1_000
/** The folder whose files are listed. Others can be read by their URI, such as the whole of an output that was cut. */
const ROOT = '/workspace'

/** A file as `resources/list` shows it. */
export interface ListedResource {
  uri: string
  /** Relative to `/workspace`. */
  name: string
  mimeType: string
  /** Bytes. */
  size: number
}

/** What `resources/read` gives of a file: text where it is UTF-8, otherwise base64. */
export type ResourceContents =
  | { uri: string; mimeType: string; text: string }
  | { uri: string; mimeType: string; blob: string }

export const TEMPLATES = [
  {
    uriTemplate: `file://${ROOT}/{+path}`,
    name: 'workspace file',
    title: 'File of the workspace',
    description: 'A file of the sandbox by its path, which is percent-encoded where a URI needs it.',
  },
]

/** One page of the files under `/workspace`, ordered by path. Links are not listed: what they lead to is. */
export function listResources(session: Session, cursor: unknown): { resources: ListedResource[]; nextCursor?: string } {
  const after = cursor === undefined ? '' : pathOfCursor(cursor)
  const files = session
    .list(ROOT, { recursive: true })
    .filter((entry) => entry.kind === 'file' && entry.path > after)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const resources = files.slice(0, PAGE).map(resourceOf)
  const last = files[PAGE - 1]
  return {
    resources,
    ...(files.length > PAGE && last && { nextCursor: Buffer.from(last.path).toString('base64url') }),
  }
}

function resourceOf({ path, size }: Entry): ListedResource {
  return { uri: uriOf(path), name: path.slice(ROOT.length + 1), mimeType: mediaTypeOf(path), size }
}

function pathOfCursor(cursor: unknown): string {
  const path = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : ''
  if (!path.startsWith(`${ROOT}/`)) throw new RpcError(CODE.INVALID_PARAMS, 'the cursor is not one of this server')
  return path
}

/** The URI of an absolute path. */
export function uriOf(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`
}

/** The absolute path that a URI names. Errors: `INVALID_PARAMS` for other URIs. */
export function pathOf(uri: unknown): string {
  const refused = (why: string) => new RpcError(CODE.INVALID_PARAMS, why, { uri })
  if (typeof uri !== 'string') throw refused('uri must be a string')
  // Not by URL, which would take the dots out of a path before anybody saw them.
  const [, encoded] = /^file:\/\/(?:localhost)?(\/[^?#]*)$/i.exec(uri) ?? []
  if (encoded === undefined) throw refused('uri must be a file: URI with an absolute path')
  try {
    const path = decodeURIComponent(encoded)
    if (!path.includes('\0')) return path
  } catch {
    // Refused below.
  }
  throw refused('uri is not well formed')
}

/**
 * A file's content.
 *
 * @param most bytes that a file may have
 * Errors: `RESOURCE_NOT_FOUND`; `INVALID_PARAMS` for folders and for what is too large.
 */
export async function readResource(session: Session, uri: unknown, most: number): Promise<ResourceContents> {
  const path = pathOf(uri)
  const name = uri as string
  let bytes: Uint8Array
  try {
    const { kind, size } = session.stat(path)
    if (kind !== 'file') throw new RpcError(CODE.INVALID_PARAMS, `not a file: ${name}`, { uri })
    if (size > most) {
      const message = `the file has ${size} bytes, and at most ${most} are given at once: read it by parts with a tool`
      throw new RpcError(CODE.INVALID_PARAMS, message, { uri, size })
    }
    // Files of functions and mounts that nobody read yet.
    await session.load(path)
    bytes = session.readBytes(path)
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    const missing = error.category === 'not_found' || error.code === 'ENOTDIR'
    if (missing) throw new RpcError(CODE.RESOURCE_NOT_FOUND, 'resource not found', { uri })
    throw new RpcError(CODE.INVALID_PARAMS, error.message, { uri, code: error.code })
  }
  const type = mediaTypeOf(path)
  const text = textOf(bytes)
  if (text !== undefined) return { uri: name, mimeType: type, text }
  // A name may promise text where there is none.
  const mimeType = isTextType(type) ? 'application/octet-stream' : type
  return { uri: name, mimeType, blob: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') }
}

/** The bytes as text, where they are UTF-8 and have no NUL, as texts do not. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
