/**
 * Stores of snapshots: content-addressed objects and named references, in memory or in a folder.
 *
 * A snapshot is one object, which names the packs that hold the contents of its files; packs are objects too, and
 * snapshots of like trees share most of them. With `since` it is an object with what is new since another one. An
 * object's key is the SHA-256 of its bytes, so that equal ones are stored once and a damaged one is noticed. Whoever
 * implements `SnapshotStore` over something else needs no more than that.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SandboxError, Snapshot } from './index.js'
import { binding } from './native.js'
import { fromNative } from './errors.js'
import { sealingKey as checkKey } from './arguments.js'
import { replaceFile } from './host-file.js'
import { fileNameOf, nameOfFile } from './store-names.js'
import type { PackedSnapshot } from './native.js'
import type { FromBytesOptions, Session, Snapshot as SnapshotType } from './declarations.js'

/** An object that a store holds. */
export interface StoredObject {
  /** SHA-256 of its bytes: 64 hex digits. */
  key: string
  size: number
  /** Milliseconds since 1970 when it was put there. */
  storedAt: number
}

/** Where snapshots are kept. Every promise rejects when the store fails; what has resolved is kept. */
export interface SnapshotStore {
  has(key: string): Promise<boolean>
  /** Stores an object. It is complete and kept once this resolves. The same key always has the same bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes; `undefined` where there are none. */
  get(key: string): Promise<Uint8Array | undefined>
  delete(key: string): Promise<void>
  list(): Promise<StoredObject[]>
  /** Lets a name stand for an object, or, with `undefined`, for nothing. */
  setRef(name: string, key: string | undefined): Promise<void>
  getRef(name: string): Promise<string | undefined>
  refs(): Promise<Array<{ name: string; key: string; setAt: number }>>
}

/** A snapshot and where it is stored. */
export interface SavedSnapshot {
  /** The object's key. */
  key: string
  snapshot: SnapshotType
  /** How many objects are needed to read it, besides its own. */
  depth: number
}

export interface SaveOptions {
  /** A name that stands for the snapshot afterwards. */
  ref?: string
  /**
   * What was saved or loaded before in this store: only what is new since goes there, as one small object. Without it
   * a whole snapshot goes there, but for the packs of contents that the store has.
   */
  since?: SavedSnapshot
  /** Seal the bytes with this key; see `ToBytesOptions.key`. */
  key?: string | Uint8Array
}

export type LoadOptions = Pick<FromBytesOptions, 'limits' | 'executor' | 'key'>

const MAGIC = 'MSBOBJ1'
/** A longer way back is not worth the bytes that it saves. */
const DEEPEST = 16
const WHOLE = '-'
/** What the bytes of a pack begin with. */
const PACK = 'MSBPACK'
/** How many packs are on their way at once. */
const AT_ONCE = 16

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function corrupt(what: string): SandboxError {
  return new SandboxError({ code: 'SNAPSHOT_CORRUPT', category: 'invalid_request', message: what })
}

function notFound(what: string): SandboxError {
  return new SandboxError({ code: 'SNAPSHOT_NOT_FOUND', category: 'not_found', message: `the store has no ${what}` })
}

/** The first line of an object: what it builds on, and how far back that goes. A pack has none and builds on nothing. */
function readHeader(key: string, bytes: Uint8Array): { base: string | undefined; depth: number; body: Uint8Array } {
  const end = bytes.subarray(0, 100).indexOf(10)
  const [magic, base, depth] = Buffer.from(bytes.subarray(0, Math.max(end, 0)))
    .toString('latin1')
    .split(' ')
  const known = base === WHOLE || /^[0-9a-f]{64}$/.test(base ?? '')
  if (magic !== MAGIC || !known || !/^\d{1,2}$/.test(depth ?? '')) throw corrupt(`the object ${key} is no snapshot`)
  return { base: base === WHOLE ? undefined : base, depth: Number(depth), body: bytes.subarray(end + 1) }
}

/** The objects that one needs. */
function needs(key: string, bytes: Uint8Array): string[] {
  if (Buffer.from(bytes.subarray(0, PACK.length)).toString('latin1') === PACK) return []
  const { base, body } = readHeader(key, bytes)
  return [...(base === undefined ? [] : [base]), ...native(() => binding.packKeys(body))]
}

function native<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw fromNative(error, native)
  }
}

/** Of each store, the keys of packs by what they hold: a pack that it has need not be made again. */
const packsOf = new WeakMap<SnapshotStore, Map<string, string>>()
const MOST_PACKS = 100_000

/** Stores the packs of a snapshot that are not there yet. */
async function savePacks(store: SnapshotStore, packed: PackedSnapshot): Promise<string[]> {
  const known = packsOf.get(store) ?? new Map<string, string>()
  packsOf.set(store, known)
  const save = async (id: string, index: number): Promise<string> => {
    const before = known.get(id)
    if (before !== undefined && (await store.has(before))) return before
    const bytes = native(() => packed.pack(index))
    const key = sha256(bytes)
    if (!(await store.has(key))) await store.put(key, bytes)
    if (known.size >= MOST_PACKS) known.clear()
    known.set(id, key)
    return key
  }
  const { ids } = packed
  const keys: string[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE)
    keys.push(...(await Promise.all(some.map((id, index) => save(id, start + index)))))
  }
  return keys
}

/** Saves a snapshot. It is kept, and its name set, once this resolves. */
export async function saveSnapshot(
  store: SnapshotStore,
  snapshot: SnapshotType,
  { ref, since, key: secret }: SaveOptions = {},
): Promise<SavedSnapshot> {
  const base = since !== undefined && since.depth < DEEPEST ? since : undefined
  const depth = base === undefined ? 0 : base.depth + 1
  const sealing = secret === undefined ? {} : { key: checkKey(secret, 'options.key') as string | Uint8Array }
  let body: Uint8Array
  if (base === undefined) {
    const packed = native(() => new binding.PackedSnapshot(snapshot))
    const keys = await savePacks(store, packed)
    body = native(() => packed.toBytes(keys, sealing.key))
  } else {
    body = snapshot.toBytes({ since: base.snapshot, ...sealing })
  }
  const bytes = Buffer.concat([Buffer.from(`${MAGIC} ${base?.key ?? WHOLE} ${depth}\n`), body])
  const key = sha256(bytes)
  if (!(await store.has(key))) await store.put(key, bytes)
  if (ref !== undefined) await store.setRef(ref, key)
  return { key, snapshot, depth }
}

/**
 * Loads a snapshot by its name or key.
 *
 * Rejects with: `SNAPSHOT_NOT_FOUND`; `SNAPSHOT_CORRUPT` and the others of `Snapshot.fromBytes`.
 */
export async function loadSnapshot(
  store: SnapshotStore,
  nameOrKey: string,
  options: LoadOptions = {},
): Promise<SavedSnapshot> {
  const key = (await store.getRef(nameOrKey)) ?? nameOrKey
  // From the newest to the one that stands alone.
  const chain: Array<{ key: string; body: Uint8Array; depth: number }> = []
  for (let next: string | undefined = key; next !== undefined;) {
    if (chain.length > DEEPEST) throw corrupt(`the object ${key} builds on too many others`)
    const bytes: Uint8Array | undefined = await store.get(next)
    if (bytes === undefined) throw notFound(`snapshot ${nameOrKey === key ? key : `${nameOrKey} (${next})`}`)
    if (sha256(bytes) !== next) throw corrupt(`the object ${next} is damaged`)
    const { base, depth, body } = readHeader(next, bytes)
    chain.push({ key: next, body, depth })
    next = base
  }
  let loaded: SavedSnapshot | undefined
  for (const { key: own, body, depth } of chain.toReversed()) {
    const since: { since?: SnapshotType } = loaded === undefined ? {} : { since: loaded.snapshot }
    const snapshot = native(() => binding.isPacked(body))
      ? await readPacked(store, body, options)
      : Snapshot.fromBytes(body, { ...options, ...since })
    loaded = { key: own, snapshot, depth }
  }
  return loaded!
}

async function readPacked(store: SnapshotStore, body: Uint8Array, options: LoadOptions): Promise<SnapshotType> {
  const keys = native(() => binding.packKeys(body))
  const packs: Uint8Array[] = []
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const some = await Promise.all(keys.slice(start, start + AT_ONCE).map((key) => store.get(key)))
    for (const [index, pack] of some.entries()) {
      if (pack === undefined) throw notFound(`object ${keys[start + index]}, which the snapshot needs`)
      packs.push(pack)
    }
  }
  return native(() => binding.readPacked(body, packs, options))
}

/** Saves a session's state under a name and closes the session. */
export async function suspend(store: SnapshotStore, session: Session, ref: string, options: SaveOptions = {}) {
  const saved = await saveSnapshot(store, session.snapshot(), { ...options, ref })
  session.close()
  return saved
}

/** A session that goes on where a suspended one stopped. */
export async function resume(store: SnapshotStore, ref: string, options: LoadOptions = {}): Promise<Session> {
  return (await loadSnapshot(store, ref, options)).snapshot.fork()
}

/**
 * Deletes the objects that no name needs, and returns their keys. Those younger than `minAgeMs` stay, since another
 * process may be about to name them. Default one hour.
 */
export async function collectGarbage(
  store: SnapshotStore,
  { minAgeMs = 3_600_000, keep = [] }: { minAgeMs?: number; keep?: readonly string[] } = {},
): Promise<string[]> {
  const before = Date.now() - minAgeMs
  const objects = await store.list()
  const needed = new Set<string>()
  // What is young may be named next, so what it builds on is needed too.
  const young = objects.filter(({ storedAt }) => storedAt > before).map(({ key }) => key)
  const open = [...keep, ...young, ...(await store.refs()).map(({ key }) => key)]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (needed.has(key)) continue
    needed.add(key)
    const bytes = await store.get(key)
    if (bytes !== undefined) open.push(...needs(key, bytes))
  }
  const gone = objects.filter(({ key }) => !needed.has(key)).map(({ key }) => key)
  for (const key of gone) await store.delete(key)
  return gone
}

export interface MemoryStoreOptions {
  /** Objects: snapshots and packs. Default 100,000. */
  maxCount?: number
  /** Bytes of all objects. Default 256 MiB. */
  maxBytes?: number
  /** Milliseconds after which a name that was not set again is forgotten, with what only it needs. Default: never. */
  maxAgeMs?: number
}

/** A store in this process. What does not fit is refused (`SNAPSHOT_STORE_FULL`), never thrown out for something newer. */
export class MemoryStore implements SnapshotStore {
  readonly #objects = new Map<string, { bytes: Uint8Array; storedAt: number }>()
  readonly #refs = new Map<string, { key: string; setAt: number }>()
  readonly #limits: Required<MemoryStoreOptions>
  #bytes = 0

  constructor({ maxCount = 100_000, maxBytes = 256 * 1024 * 1024, maxAgeMs = Infinity }: MemoryStoreOptions = {}) {
    this.#limits = { maxCount, maxBytes, maxAgeMs }
  }

  async has(key: string): Promise<boolean> {
    return this.#objects.has(key)
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    if (this.#objects.has(key)) return
    await this.#expire()
    const { maxCount, maxBytes } = this.#limits
    if (this.#objects.size >= maxCount || this.#bytes + bytes.length > maxBytes) {
      throw new SandboxError({
        code: 'SNAPSHOT_STORE_FULL',
        category: 'quota_exceeded',
        message: `the store holds ${this.#objects.size} objects of ${this.#bytes} bytes; ${bytes.length} more are above its limits (maxCount = ${maxCount}, maxBytes = ${maxBytes})`,
      })
    }
    this.#objects.set(key, { bytes: Uint8Array.from(bytes), storedAt: Date.now() })
    this.#bytes += bytes.length
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    await this.#expire()
    const found = this.#objects.get(key)
    return found && Uint8Array.from(found.bytes)
  }

  async delete(key: string): Promise<void> {
    this.#bytes -= this.#objects.get(key)?.bytes.length ?? 0
    this.#objects.delete(key)
  }

  async list(): Promise<StoredObject[]> {
    return [...this.#objects].map(([key, { bytes, storedAt }]) => ({ key, size: bytes.length, storedAt }))
  }

  async setRef(name: string, key: string | undefined): Promise<void> {
    if (key === undefined) this.#refs.delete(name)
    else this.#refs.set(name, { key, setAt: Date.now() })
  }

  async getRef(name: string): Promise<string | undefined> {
    await this.#expire()
    return this.#refs.get(name)?.key
  }

  async refs(): Promise<Array<{ name: string; key: string; setAt: number }>> {
    return [...this.#refs].map(([name, { key, setAt }]) => ({ name, key, setAt }))
  }

  /** Forgets names that are too old, and then what nothing needs any more. */
  async #expire(): Promise<void> {
    const before = Date.now() - this.#limits.maxAgeMs
    const old = [...this.#refs].filter(([, { setAt }]) => setAt < before)
    if (old.length === 0) return
    for (const [name] of old) this.#refs.delete(name)
    const needed = new Set<string>()
    const young = [...this.#objects].filter(([, { storedAt }]) => storedAt >= before).map(([key]) => key)
    const open = [...young, ...[...this.#refs.values()].map(({ key }) => key)]
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const found = this.#objects.get(key)
      if (needed.has(key) || found === undefined) continue
      needed.add(key)
      open.push(...needs(key, found.bytes))
    }
    for (const key of this.#objects.keys()) if (!needed.has(key)) await this.delete(key)
  }
}

/**
 * A store in a folder of the host, which several processes may use at once. Every file is written beside its place,
 * flushed to the disk and renamed, so that a process that is killed leaves nothing half done.
 */
export class FolderStore implements SnapshotStore {
  readonly #folder: string
  #ready: Promise<unknown> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The folder of the host, as it was given. */
  get folder(): string {
    return this.#folder
  }

  #prepare(): Promise<unknown> {
    const folders = ['objects', 'refs', 'unfinished'].map((name) =>
      mkdir(join(this.#folder, name), { recursive: true }),
    )
    return (this.#ready ??= Promise.all(folders))
  }

  #object(key: string): string {
    if (!/^[0-9a-f]{64}$/.test(key)) throw notFound(`object ${JSON.stringify(key)}`)
    return join(this.#folder, 'objects', key)
  }

  #ref(name: string): string {
    return join(this.#folder, 'refs', fileNameOf(name))
  }

  /** Puts a file in its place, whole and flushed. */
  async #write(path: string, bytes: Uint8Array): Promise<void> {
    await this.#prepare()
    const unfinished = join(this.#folder, 'unfinished', randomBytes(16).toString('hex'))
    await replaceFile(path, unfinished, bytes)
  }

  async has(key: string): Promise<boolean> {
    return (await missingIsUndefined(stat(this.#object(key)))) !== undefined
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#write(this.#object(key), bytes)
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    if (!/^[0-9a-f]{64}$/.test(key)) return undefined
    return await missingIsUndefined(readFile(this.#object(key)))
  }

  async delete(key: string): Promise<void> {
    await rm(this.#object(key), { force: true })
  }

  async list(): Promise<StoredObject[]> {
    await this.#prepare()
    const found: StoredObject[] = []
    for (const key of await readdir(join(this.#folder, 'objects'))) {
      if (!/^[0-9a-f]{64}$/.test(key)) continue
      const facts = await missingIsUndefined(stat(this.#object(key)))
      if (facts) found.push({ key, size: facts.size, storedAt: facts.mtimeMs })
    }
    return found
  }

  async setRef(name: string, key: string | undefined): Promise<void> {
    if (key === undefined) await rm(this.#ref(name), { force: true })
    else await this.#write(this.#ref(name), Buffer.from(`${key}\n`))
  }

  async getRef(name: string): Promise<string | undefined> {
    const text = await missingIsUndefined(readFile(this.#ref(name), 'latin1'))
    return text === undefined ? undefined : text.trimEnd()
  }

  async refs(): Promise<Array<{ name: string; key: string; setAt: number }>> {
    await this.#prepare()
    const found: Array<{ name: string; key: string; setAt: number }> = []
    for (const file of await readdir(join(this.#folder, 'refs'))) {
      const name = nameOfFile(file)
      if (name === undefined) continue
      const facts = await missingIsUndefined(stat(this.#ref(name)))
      const key = await this.getRef(name)
      if (facts && key !== undefined) found.push({ name, key, setAt: facts.mtimeMs })
    }
    return found
  }

  /** Removes what killed writers left, if it is older than `minAgeMs`. Default one hour. */
  async tidy({ minAgeMs = 3_600_000 }: { minAgeMs?: number } = {}): Promise<void> {
    await this.#prepare()
    for (const name of await readdir(join(this.#folder, 'unfinished'))) {
      const path = join(this.#folder, 'unfinished', name)
      const facts = await missingIsUndefined(stat(path))
      if (facts && facts.mtimeMs <= Date.now() - minAgeMs) await rm(path, { force: true })
    }
  }
}

async function missingIsUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
