/**
 * Manifests: one JSON document that says everything that a session starts with.
 *
 * Files and folders are put there in the order of their paths, whatever order the document has them in, and before the
 * policy holds: a manifest may make a folder read-only and fill it.
 */
import { posix } from 'node:path'
import { CAPABILITIES } from './capabilities.js'
import { Session } from './index.js'
import { SandboxError } from './errors.js'
import { coded } from './codes.js'
import { documentProblems } from './json-schema.js'
import { manifestSchema } from './manifest-schema.js'
import type { Problem } from './json-schema.js'
import type { ManifestFile, SandboxManifest, Session as SessionType, SessionOptions } from './declarations.js'

/** What a session gets besides its manifest: what is no data. */
export type ManifestRuntime = Pick<SessionOptions, 'executor' | 'custom' | 'secrets' | 'onEvent'>

const ROOT = '/workspace'

/** Throws `INVALID_SANDBOX_REQUEST` with every problem of a manifest. */
export function checkManifest(value: unknown): SandboxManifest {
  const problems = documentProblems(manifestSchema, value)
  if (problems.length === 0) problems.push(...contradictions(value as SandboxManifest))
  if (problems.length > 0) throw invalidManifest(problems)
  return value as SandboxManifest
}

function invalidManifest(problems: readonly Problem[], cause?: unknown): SandboxError {
  const shown = problems.slice(0, 5).map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`)
  const more = problems.length > shown.length ? `; and ${problems.length - shown.length} more` : ''
  return coded('INVALID_SANDBOX_REQUEST', `the manifest is not valid: ${shown.join('; ')}${more}`, { problems }, cause)
}

/** What the schema can't say: one path twice, a file where another needs a folder, text and bytes at once. */
function contradictions(manifest: SandboxManifest): Problem[] {
  const problems: Problem[] = []
  const files = new Map<string, string>()
  const pointer = (list: string, key: string) => `/${list}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  for (const [key, file] of Object.entries(manifest.files ?? {})) {
    const path = posix.resolve(ROOT, key)
    const other = files.get(path)
    if (other !== undefined) {
      problems.push({ path: pointer('files', key), message: `is the same file as ${JSON.stringify(other)}` })
    }
    if (key.endsWith('/') || path === ROOT || path === '/') {
      problems.push({ path: pointer('files', key), message: 'must name a file' })
    }
    files.set(path, key)
    if (typeof file === 'object' && (file.text === undefined) === (file.base64 === undefined)) {
      problems.push({ path: pointer('files', key), message: 'must have exactly one of text and base64' })
    }
  }
  const folders = (manifest.folders ?? []).map((key, index) => [`/folders/${index}`, posix.resolve(ROOT, key)] as const)
  for (const [at, path] of folders) {
    if (files.has(path)) problems.push({ path: at, message: 'is a file' })
  }
  const needed = [...[...files].map(([path, key]) => [pointer('files', key), path] as const), ...folders]
  for (const [at, path] of needed) {
    for (let parent = posix.dirname(path); parent !== '/'; parent = posix.dirname(parent)) {
      if (files.has(parent)) problems.push({ path: at, message: `needs a folder where ${parent} is a file` })
    }
  }
  return problems
}

/**
 * The session that a manifest describes.
 *
 * Errors: `INVALID_SANDBOX_REQUEST` with `details.problems`, each `{ path, message }`.
 */
export function sessionFromManifest(given: SandboxManifest, runtime: ManifestRuntime = {}): SessionType {
  const manifest = checkManifest(given)
  const { files = {}, folders = [], policy, version: _, ...options } = manifest
  const taken = runtime.executor === undefined ? [] : CAPABILITIES.filter((key) => options[key] !== undefined)
  if (taken.length > 0) {
    throw invalidManifest(
      taken.map((key) => ({ path: `/${key}`, message: 'must be left out where an executor is given' })),
    )
  }
  try {
    const start = { ...options } as SessionOptions
    const { secrets } = runtime
    // Nothing is run and nobody is told while files are put there. Of secrets the environment has placeholders.
    const seeded = new Session({ ...start, ...(secrets && { secrets }), files: contents(files) })
    for (const path of folders.toSorted(byBytes)) {
      seeded.mkdir(posix.resolve(ROOT, path), { createParents: true, existOk: true })
    }
    for (const [path, file] of sorted(files)) {
      if (hasMode(file)) seeded.writeFile(path, contentOf(file), { createParents: true, mode: file.mode })
    }
    const session = new Session({ ...start, ...runtime, ...(policy && { policy: policy as SessionOptions['policy'] }) })
    session.restore(seeded.snapshot())
    seeded.close()
    return session
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code === 'INTERNAL') throw error
    throw invalidManifest([{ path: '', message: `cannot be made: ${error.message}` }], error)
  }
}

/** By absolute path. */
function sorted(files: Readonly<Record<string, ManifestFile>>): Array<readonly [string, ManifestFile]> {
  const absolute = Object.entries(files).map(([path, file]) => [posix.resolve(ROOT, path), file] as const)
  return absolute.toSorted(([left], [right]) => byBytes(left, right))
}

function contents(files: Readonly<Record<string, ManifestFile>>): Record<string, string | Uint8Array> {
  const plain = sorted(files).filter(([, file]) => !hasMode(file))
  return Object.fromEntries(plain.map(([path, file]) => [path, contentOf(file)]))
}

function hasMode(file: ManifestFile): file is Exclude<ManifestFile, string> {
  return typeof file === 'object' && file.mode !== undefined
}

function contentOf(file: ManifestFile): string | Uint8Array {
  if (typeof file === 'string') return file
  return file.base64 === undefined ? (file.text ?? '') : new Uint8Array(Buffer.from(file.base64, 'base64'))
}

/** As the tree sorts names: by their bytes, not by UTF-16 units. */
function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}
