/** Sessions that outlive their sandboxes: in a store of snapshots, each under a name of its backend. */
import { resolve } from 'node:path'
import { FolderStore, MemoryStore, loadSnapshot, saveSnapshot } from '../stores.js'
import { coded } from '../codes.js'
import { takeTurn } from './queue.js'
import type { LoadOptions, SnapshotStore } from '../stores.js'
import type { Limits, Snapshot } from '../declarations.js'
import type { SessionInfo, SessionLock } from './types.js'

/** Of all that name no place: it ends with the process. */
const common = new MemoryStore()

let lastStore = 0
/** Numbers of stores that are no folders. */
const numbers = new WeakMap<SnapshotStore, number>()
/** How many sandboxes of each session are open in this process. */
const open = new Map<string, number>()

export interface SessionStoreOptions {
  folder?: string | undefined
  store?: SnapshotStore | undefined
  key?: string | Uint8Array | undefined
}

export class SessionStore {
  readonly #store: SnapshotStore
  readonly #sealing: Pick<LoadOptions, 'key'>
  readonly #prefix: string
  readonly #place: string

  constructor(backend: string, { folder, store, key }: SessionStoreOptions) {
    this.#store = store ?? (folder === undefined ? common : new FolderStore(resolve(folder)))
    this.#sealing = key === undefined ? {} : { key }
    this.#prefix = `${backend}/`
    if (!numbers.has(this.#store)) numbers.set(this.#store, (lastStore += 1))
    this.#place = `${backend}\0${folder === undefined ? numbers.get(this.#store) : resolve(folder)}`
  }

  /** The same for all that keep sessions of one backend in one place. */
  get place(): string {
    return this.#place
  }

  #ref(name: string): string {
    return this.#prefix + name
  }

  #key(name: string): string {
    return `${this.#place}\0${name}`
  }

  /** Counts an open sandbox; the function says that it was closed. */
  opened(name: string): () => void {
    const key = this.#key(name)
    open.set(key, (open.get(key) ?? 0) + 1)
    return () => {
      const left = open.get(key)! - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
    }
  }

  async state(name: string): Promise<'running' | 'stopped' | 'missing'> {
    if (open.has(this.#key(name))) return 'running'
    return (await this.#store.getRef(this.#ref(name))) === undefined ? 'missing' : 'stopped'
  }

  /** The state that is kept; undefined where there is none. */
  async load(name: string, limits: Limits): Promise<Snapshot | undefined> {
    const key = await this.#store.getRef(this.#ref(name))
    if (key === undefined) return undefined
    return (await loadSnapshot(this.#store, key, { limits, ...this.#sealing })).snapshot
  }

  /** Keeps a state in place of what was there, unless it is too late: then nothing changes. */
  async save(name: string, state: Snapshot, isLate: () => boolean): Promise<void> {
    const { key } = await saveSnapshot(this.#store, state, this.#sealing)
    if (isLate()) throw coded('SANDBOX_SUSPEND_FAILED', 'the state was stored too late, and is not the session')
    await this.#store.setRef(this.#ref(name), key)
  }

  /** Counts a session as used. False where there is none. */
  async touch(name: string): Promise<boolean> {
    const ref = this.#ref(name)
    const key = await this.#store.getRef(ref)
    if (key !== undefined) await this.#store.setRef(ref, key)
    return key !== undefined
  }

  async remove(name: string): Promise<void> {
    await this.#store.setRef(this.#ref(name), undefined)
  }

  async list(): Promise<SessionInfo[]> {
    const refs = (await this.#store.refs()).filter(({ name }) => name.startsWith(this.#prefix))
    return refs
      .toSorted((a, b) => b.setAt - a.setAt || (a.name < b.name ? -1 : 1))
      .map(({ name: ref, setAt }): SessionInfo => {
        const name = ref.slice(this.#prefix.length)
        return { name, state: open.has(this.#key(name)) ? 'running' : 'stopped', lastUsed: new Date(setAt) }
      })
  }

  async lock(name: string, signal: AbortSignal | undefined): Promise<SessionLock> {
    const end = await takeTurn(this.#key(name), signal)
    return { name, lost: new AbortController().signal, release: async () => end() }
  }
}
