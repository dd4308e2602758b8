/** Keeping what a session holds: in the state itself, in a store, or not at all. */
import { createHash } from 'node:crypto'
import {
  SandboxSnapshotNotRestorableError,
  SandboxSnapshotPersistError,
  SandboxSnapshotRestoreError,
} from '@openai/agents/sandbox'
import type { Manifest, RemoteSnapshotSpec, RemoteSnapshotStore, SnapshotSpec } from '@openai/agents/sandbox'
import type { Session as SessionType } from '../declarations.js'
import { SandboxError, Snapshot } from '../index.js'
import { removeEphemeral, unsupported } from './manifest.js'
import type { MemSandboxSessionState, StoredWorkspace } from './state.js'

export interface SnapshotOptions {
  /** Seals snapshots with HMAC-SHA-256, so that nobody without the key can change them: at least 8 bytes. Default: a checksum. */
  snapshotKey?: string | Uint8Array | undefined
  /** The most bytes of a snapshot that is kept in the state itself. Default 33,554,432 (32 MiB). */
  maxInlineBytes?: number | undefined
}

const MAX_INLINE_BYTES = 32 * 1024 * 1024

/** Refuses kinds of snapshots that this client does not make. */
export function checkSnapshotSpec(spec: SnapshotSpec | undefined): void {
  if (spec === undefined || spec.type === 'noop' || spec.type === 'inline') return
  if (isRemote(spec)) return
  throw unsupported(`snapshots of type ${spec.type} are not supported; there are remote, noop and inline`, {
    type: spec.type,
  })
}

export function isRemote(spec: SnapshotSpec | undefined): spec is RemoteSnapshotSpec {
  const store = spec?.type === 'remote' ? (spec as { store?: Partial<RemoteSnapshotStore> }).store : undefined
  return typeof store?.save === 'function' && typeof store.load === 'function'
}

/** Keeps a session's files and shell, and notes in its state where. */
export async function persist(
  session: SessionType,
  state: MemSandboxSessionState,
  spec: SnapshotSpec | undefined,
  options: SnapshotOptions,
): Promise<StoredWorkspace> {
  if (spec?.type === 'noop') {
    state.snapshot = null
    return { type: 'none' }
  }
  const bytes = await lastingBytes(
    session,
    state.manifest,
    options,
    isRemote(spec) ? undefined : (options.maxInlineBytes ?? MAX_INLINE_BYTES),
  )
  const fingerprint = createHash('sha256').update(bytes).digest('hex')
  if (!isRemote(spec)) {
    state.snapshot = { type: 'inline', id: fingerprint }
    state.snapshotFingerprint = fingerprint
    return { type: 'inline', data: Buffer.from(bytes).toString('base64') }
  }
  const before = state.snapshot
  if (before?.type === 'remote' && state.snapshotFingerprint === fingerprint) return { type: 'remote', id: before.id }
  try {
    const saved = await spec.store.save({
      ...(spec.id !== undefined && { id: spec.id }),
      data: bytes,
      ...(spec.metadata && { metadata: spec.metadata }),
    })
    state.snapshot = { type: 'remote', id: saved.id, ...(saved.metadata && { metadata: saved.metadata }) }
    state.snapshotFingerprint = fingerprint
    if (before?.type === 'remote' && before.id !== saved.id) {
      await spec.store.delete?.({ id: before.id }).catch(() => undefined)
    }
    return { type: 'remote', id: saved.id }
  } catch (cause) {
    throw Object.assign(new SandboxSnapshotPersistError(`mem_sandbox: the store did not take the snapshot`), { cause })
  }
}

/** The state as bytes, without what a manifest calls ephemeral. */
async function lastingBytes(
  session: SessionType,
  manifest: Manifest,
  { snapshotKey }: SnapshotOptions,
  maxBytes: number | undefined,
): Promise<Uint8Array> {
  const fork = session.fork()
  try {
    await fork.load()
    await removeEphemeral(fork, manifest)
    return fork.snapshot().toBytes({
      ...(snapshotKey !== undefined && { key: snapshotKey }),
      ...(maxBytes !== undefined && { maxBytes }),
    })
  } catch (cause) {
    if (!(cause instanceof SandboxError)) throw cause
    const hint = cause.code === 'SNAPSHOT_TOO_LARGE' ? '; a remote snapshot spec keeps it elsewhere' : ''
    throw Object.assign(new SandboxSnapshotPersistError(`mem_sandbox: ${cause.message}${hint}`), { cause })
  } finally {
    fork.close()
  }
}

/** The snapshot that a stored workspace stands for. */
export async function restored(
  workspace: StoredWorkspace | undefined,
  store: RemoteSnapshotStore | undefined,
  { snapshotKey }: SnapshotOptions,
  limits: SessionType['limits'],
): Promise<Snapshot> {
  const bytes = await storedBytes(workspace, store)
  try {
    return Snapshot.fromBytes(bytes, { limits, ...(snapshotKey !== undefined && { key: snapshotKey }) })
  } catch (cause) {
    if (!(cause instanceof SandboxError)) throw cause
    throw Object.assign(new SandboxSnapshotRestoreError(`mem_sandbox: ${cause.message}`, { code: cause.code }), {
      cause,
    })
  }
}

async function storedBytes(
  workspace: StoredWorkspace | undefined,
  store: RemoteSnapshotStore | undefined,
): Promise<Uint8Array> {
  if (workspace?.type === 'inline') return new Uint8Array(Buffer.from(workspace.data, 'base64'))
  if (workspace?.type !== 'remote') {
    throw new SandboxSnapshotNotRestorableError(
      'mem_sandbox: the session is not in this process any more, and its state says of no snapshot',
    )
  }
  if (store === undefined) {
    throw new SandboxSnapshotNotRestorableError(
      'mem_sandbox: the snapshot is in a store: give the client the same snapshot spec, new MemSandboxClient({ snapshot })',
    )
  }
  try {
    return (await store.load({ id: workspace.id })).data
  } catch (cause) {
    throw Object.assign(new SandboxSnapshotRestoreError(`mem_sandbox: the store has no snapshot ${workspace.id}`), {
      cause,
    })
  }
}
