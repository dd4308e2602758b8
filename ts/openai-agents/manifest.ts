/** Manifests of the SDK: which ones can be had, and how their entries get into a session. */
import { lstat, readFile, realpath } from 'node:fs/promises'
import { isAbsolute, posix, relative, resolve } from 'node:path'
import {
  Manifest,
  Permissions,
  SandboxConfigurationError,
  SandboxInvalidManifestPathError,
  SandboxLocalDirReadError,
  SandboxLocalFileReadError,
  SandboxUnsupportedFeatureError,
  normalizeRelativePath,
} from '@openai/agents/sandbox'
import type { Entry, ManifestInit } from '@openai/agents/sandbox'
import type { FromDirectoryOptions, Session as SessionType } from '../declarations.js'
import { messageOf } from '../errors.js'
import { SandboxError, Session, Snapshot } from '../index.js'
import { previewsOf } from '../previews.js'
import { quoted } from '../quoted.js'
import { inTurn } from '../turns.js'

/** The folder that everything of a session is counted, hashed and compared under. */
export const WORKSPACE = '/workspace'
/** The one user that there is. */
export const USER = 'user'

/** Where entries may be read from on the host. */
export interface HostSources {
  /** The folder that `src` of `local_file` and `local_dir` is relative to, and in which it lies. Default: the process's. */
  hostRoot?: string | undefined
  /** What of a `local_dir` is taken, as for `Snapshot.fromDirectory`. Default: its defaults, without an ignore file. */
  localDirectories?: Pick<FromDirectoryOptions, 'include' | 'exclude' | 'ignoreFile'> | undefined
}

/** Refuses a root that a session can't have: what a policy asks is approved for the state of `/workspace` only. */
export function checkRoot({ root }: Manifest, session: SessionType): void {
  const isInside = root === WORKSPACE || root.startsWith(`${WORKSPACE}/`)
  if (isInside || previewsOf(session) === undefined) return
  throw unsupported(`with a policy that asks, manifest.root must be ${WORKSPACE} or below it, not ${root}`, { root })
}

/** Refuses what no session can be, before anything is made. */
export function checkManifest(manifest: Manifest): void {
  const users = manifest.users.filter(({ name }) => name !== USER).map(({ name }) => name)
  if (users.length > 0) throw unsupported(`there is one user, ${USER}; no other can be made`, { users })
  if (manifest.groups.length > 0) throw unsupported('groups are not supported', { groups: manifest.groups })
  for (const grant of manifest.extraPathGrants) {
    if (grant.hostPath !== undefined && grant.hostPath !== grant.path) {
      throw unsupported(`a path grant can't show a path of the host: ${grant.path}`, { path: grant.path })
    }
  }
  for (const { logicalPath, entry } of manifest.iterEntries()) checkEntry(logicalPath, entry)
}

export function checkEntry(path: string, entry: Entry): void {
  if (!['file', 'dir', 'local_file', 'local_dir'].includes(entry.type)) {
    throw unsupported(`entries of type ${entry.type} are not supported: ${path}`, { path, type: entry.type })
  }
  if (entry.group !== undefined) throw unsupported(`entries can't have a group: ${path}`, { path })
}

/** Refuses to run as anybody but the one user. */
export function checkRunAs(runAs: string | undefined): void {
  if (runAs !== undefined && runAs.trim() !== '' && runAs.trim() !== USER) {
    throw unsupported(`there is one user, ${USER}; nothing can run as ${runAs}`, { runAs })
  }
}

export function unsupported(message: string, details: Record<string, unknown>): SandboxUnsupportedFeatureError {
  return new SandboxUnsupportedFeatureError(`mem_sandbox: ${message}`, details)
}

/** What is to be made, with absolute paths, parents first. */
type Step = { path: string; mode: number | undefined } & (
  | { kind: 'folder' }
  | { kind: 'file'; data: string | Uint8Array }
)

/** Reads entries into steps: whatever can fail at the host has failed before the session is touched. */
async function stepsOf(entries: Record<string, Entry>, base: string, sources: HostSources, grants: readonly string[]) {
  const steps: Step[] = []
  for (const [name, entry] of Object.entries(entries)) {
    const path = posix.join(base, normalizeRelativePath(name))
    checkEntry(path, entry)
    const mode = entry.permissions === undefined ? undefined : modeOf(path, entry.permissions)
    switch (entry.type) {
      case 'file':
        steps.push({ kind: 'file', path, mode, data: entry.content })
        break
      case 'dir':
        steps.push({ kind: 'folder', path, mode })
        steps.push(...(await stepsOf(entry.children ?? {}, path, sources, grants)))
        break
      case 'local_file':
        steps.push({ kind: 'file', path, mode, data: await hostFile(entry.src, sources, grants) })
        break
      case 'local_dir':
        steps.push(...(await hostFolder(entry.src, path, mode, sources, grants)))
        break
      default:
        throw unsupported(`entries of type ${entry.type} are not supported: ${path}`, { path })
    }
  }
  return steps
}

function modeOf(path: string, permissions: NonNullable<Entry['permissions']>): number {
  try {
    const { owner, group, other, sticky } =
      typeof permissions === 'string'
        ? Permissions.fromString(permissions)
        : typeof permissions === 'number'
          ? Permissions.fromMode(permissions)
          : new Permissions(permissions)
    return (owner << 6) | (group << 3) | other | (sticky ? 0o1000 : 0)
  } catch (cause) {
    throw new SandboxConfigurationError(`mem_sandbox: the permissions of ${path} can't be read: ${String(cause)}`)
  }
}

/** The source of an entry: inside the base folder or a granted one, and reached without links. */
async function hostPath(src: string, sources: HostSources, grants: readonly string[]): Promise<string> {
  const base = resolve(sources.hostRoot ?? process.cwd())
  const path = resolve(base, src)
  const roots = [base, ...grants.map((grant) => resolve(grant))]
  const root = roots.find((one) => isWithin(one, path))
  if (root === undefined) {
    throw new SandboxInvalidManifestPathError(
      `mem_sandbox: a local source must lie in ${base} or in a path grant of the manifest: ${path}`,
      { path, base },
    )
  }
  // A link anywhere below the root could lead out of it.
  const real = await realpath(path)
  if (real !== resolve(await realpath(root), relative(root, path))) {
    throw new SandboxInvalidManifestPathError(`mem_sandbox: a local source must not be reached through links: ${path}`)
  }
  return real
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

async function hostFile(src: string, sources: HostSources, grants: readonly string[]): Promise<Uint8Array> {
  try {
    const path = await hostPath(src, sources, grants)
    if (!(await lstat(path)).isFile()) throw new Error('it is no file')
    return await readFile(path)
  } catch (error) {
    throw localError(error, (message) => new SandboxLocalFileReadError(message, { src }), `file ${src}`)
  }
}

async function hostFolder(
  src: string,
  path: string,
  mode: number | undefined,
  sources: HostSources,
  grants: readonly string[],
): Promise<Step[]> {
  try {
    const folder = await hostPath(src, sources, grants)
    const links: string[] = []
    const snapshot = await Snapshot.fromDirectory(folder, {
      ignoreFile: '',
      ...sources.localDirectories,
      onSkipped: (skipped) => void links.push(skipped.path),
    })
    const copy = snapshot.fork()
    try {
      await copy.load()
      const steps: Step[] = [{ kind: 'folder', path, mode }]
      for (const entry of copy.list(WORKSPACE, { recursive: true })) {
        const target = posix.join(path, posix.relative(WORKSPACE, entry.path))
        if (entry.kind === 'directory') steps.push({ kind: 'folder', path: target, mode: undefined })
        else if (entry.kind === 'file') {
          steps.push({ kind: 'file', path: target, mode: entry.mode, data: copy.readBytes(entry.path) })
        } else links.push(posix.relative(WORKSPACE, entry.path))
      }
      if (links.length > 0) throw new Error(`it has symbolic links, which are not followed: ${links.join(', ')}`)
      return steps
    } finally {
      copy.close()
    }
  } catch (error) {
    throw localError(error, (message) => new SandboxLocalDirReadError(message, { src }), `folder ${src}`)
  }
}

function localError(error: unknown, make: (message: string) => Error, what: string): Error {
  if (error instanceof SandboxInvalidManifestPathError || error instanceof SandboxUnsupportedFeatureError) return error
  const made = make(`mem_sandbox: the local ${what} can't be taken: ${messageOf(error)}`)
  made.cause = error
  return made
}

/**
 * Puts entries into a session, all of them or none.
 *
 * What a manifest says is the host's word, so the session's policy does not hold for it: the entries are put into a plain
 * session with the same state, and the session then takes that one's over.
 */
export async function materialize(
  session: SessionType,
  entries: Record<string, Entry>,
  base: string,
  sources: HostSources,
  grants: readonly string[] = [],
): Promise<void> {
  const steps = await stepsOf(entries, base, sources, grants)
  if (steps.length === 0) return
  await changeAsHost(session, (plain) => {
    for (const step of steps) {
      if (step.kind === 'folder') {
        plain.mkdir(step.path, { createParents: true, existOk: true })
        if (step.mode === undefined) continue
        // By its path: the shell may have something else of that name.
        const { exitCode, stderr } = plain.executeSync(
          `/usr/bin/chmod ${step.mode.toString(8)} -- ${quoted(step.path)}`,
        )
        if (exitCode !== 0) throw new Error(stderr)
        continue
      }
      // A mode is given to new files only.
      if (step.mode !== undefined) plain.remove(step.path, { missingOk: true })
      plain.writeFile(step.path, step.data, {
        createParents: true,
        ...(step.mode !== undefined && { mode: step.mode }),
      })
    }
  })
}

/** Changes a session's files as its host may, whatever its policy says: all of it or nothing. */
export async function changeAsHost(session: SessionType, change: (plain: SessionType) => void): Promise<void> {
  await inTurn(session, undefined, () => {
    const plain = new Session({ limits: session.limits })
    try {
      plain.restore(session.snapshot())
      change(plain)
      session.restore(plain.snapshot())
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      const { code, message } = error
      throw new SandboxConfigurationError(`mem_sandbox: the workspace can't be made so: ${message}`, { code })
    } finally {
      plain.close()
    }
  })
}

/** Takes away what a manifest calls ephemeral. */
export async function removeEphemeral(session: SessionType, manifest: Manifest): Promise<void> {
  const paths = [...manifest.ephemeralPersistencePaths()].map((path) => posix.join(manifest.root, path))
  if (paths.length === 0) return
  await changeAsHost(session, (plain) => {
    for (const path of paths) {
      // Of the root itself, what is in it.
      const gone = path === manifest.root ? plain.list(path).map((entry) => entry.path) : [path]
      for (const one of gone) plain.remove(one, { recursive: true, missingOk: true })
    }
  })
}

/** Moves the shell to a folder. */
export async function enter(session: SessionType, folder: string): Promise<void> {
  await inTurn(session, undefined, () => session.execute(`cd -- ${quoted(folder)}`))
}

/** A manifest as JSON: without ephemeral entries and variables, which do not outlive the run. */
export function manifestRecord(manifest: Manifest): Record<string, unknown> {
  return {
    version: manifest.version,
    root: manifest.root,
    entries: entriesRecord(manifest.entries),
    environment: Object.fromEntries(
      Object.entries(manifest.environment).flatMap(([name, value]) => {
        if (value.ephemeral) return []
        const isReference = 'toJSON' in value && typeof value.toJSON === 'function'
        return [[name, isReference ? (value.toJSON as () => unknown)() : value.normalized()]]
      }),
    ),
    users: structuredClone(manifest.users),
    groups: structuredClone(manifest.groups),
    extraPathGrants: manifest.extraPathGrants.map(({ path, readOnly, description }) => ({
      path,
      readOnly,
      ...(description !== undefined && { description }),
    })),
    remoteMountCommandAllowlist: [...manifest.remoteMountCommandAllowlist],
  }
}

function entriesRecord(entries: Record<string, Entry>): Record<string, unknown> {
  const lasting = Object.entries(entries).filter(([, entry]) => !entry.ephemeral)
  return Object.fromEntries(lasting.map(([path, entry]): [string, unknown] => [path, entryRecord(entry)]))
}

function entryRecord(entry: Entry): unknown {
  if (entry.type === 'file' && typeof entry.content !== 'string') {
    return { ...entry, content: { type: 'base64', data: Buffer.from(entry.content).toString('base64') } }
  }
  if (entry.type === 'dir' && entry.children) return { ...entry, children: entriesRecord(entry.children) }
  return { ...entry }
}

/** Reads what `manifestRecord` (or the SDK) wrote. */
export function manifestFrom(value: unknown): Manifest {
  if (value instanceof Manifest) return value
  if (typeof value !== 'object' || value === null) {
    throw new SandboxConfigurationError('mem_sandbox: the state of a session has no manifest')
  }
  const record = value as ManifestInit & { entries?: Record<string, Entry> }
  return new Manifest({ ...record, entries: entriesFrom(record.entries ?? {}) })
}

function entriesFrom(entries: Record<string, Entry>): Record<string, Entry> {
  return Object.fromEntries(
    Object.entries(entries).map(([path, entry]): [string, Entry] => {
      if (entry.type === 'file') {
        const content = entry.content as string | Uint8Array | { type: 'base64'; data: string }
        const isPacked = typeof content === 'object' && !(content instanceof Uint8Array)
        return [path, isPacked ? { ...entry, content: new Uint8Array(Buffer.from(content.data, 'base64')) } : entry]
      }
      if (entry.type === 'dir' && entry.children) return [path, { ...entry, children: entriesFrom(entry.children) }]
      return [path, entry]
    }),
  )
}
