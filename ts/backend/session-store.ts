/** Sessions that outlive their sandboxes: in a store of snapshots, each under a name of its backend. */
import { stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { FolderStore, MemoryStore, collectGarbage, loadSnapshot, saveSnapshot } from '../stores.js'
import { coded } from '../codes.js'
import { settled } from './memory-session.js'
import { fileNameOf } from '../store-names.js'
import { SandboxSetupError } from './errors.js'
import { holdFile, isHeldElsewhere } from './lock-file.js'
import { takeTurn } from './queue.js'
import type { LoadOptions, SnapshotStore } from '../stores.js'
import type { Limits, Snapshot } from '../declarations.js'
import type { SessionInfo, SessionLock } from './types.js'

/** Of all that name no place: it ends with the process. */
const common = new MemoryStore()
/** What is done with it, one thing after the other: what nothing needs is thrown away at once. */
let commonTurn: Promise<unknown> = Promise.resolve()
/** Milliseconds between two collections of what nothing needs in a folder, by all processes. */
const COLLECT_MS = 3_600_000

let lastStore = 0
/** Numbers of stores that are no folders. */
const numbers = new WeakMap<SnapshotStore, number>()
/** Whether a turn is over, given back or lost. */
interface Turn {
  isOver: boolean
}
/** The turns that are held in this process. */
const turns = new Map<string, Turn>()
/** How many sandboxes of each session are open in this process. */
const open = new Map<string, number>()

export interface SessionStoreOptions {
  folder?: string | undefined
  store?: SnapshotStore | undefined
  key?: string | Uint8Array | undefined
}

export class SessionStore {
  readonly #store: SnapshotStore
  /** Of a store that several processes may use. */
  readonly #folder: string | undefined
  readonly #sealing: Pick<LoadOptions, 'key'>
  readonly #prefix: string
  readonly #place: string

  constructor(backend: string, { folder, store, key }: SessionStoreOptions) {
    const place = store instanceof FolderStore ? store.folder : folder
    this.#folder = place === undefined ? undefined : resolve(place)
    this.#store = store ?? (this.#folder === undefined ? common : new FolderStore(this.#folder))
    this.#sealing = key === undefined ? {} : { key }
    this.#prefix = `${backend}/`
    if (!numbers.has(this.#store)) numbers.set(this.#store, (lastStore += 1))
    this.#place = `${backend}\0${this.#folder ?? numbers.get(this.#store)}`
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

  /** The folder of a session's turns among processes. */
  #turns(name: string): string | undefined {
    return this.#folder && join(this.#folder, 'locks', fileNameOf(this.#ref(name)))
  }

  async #isRunning(name: string): Promise<boolean> {
    if (open.has(this.#key(name))) return true
    const folder = this.#turns(name)
    return folder !== undefined && (await isHeldElsewhere(folder))
  }

  /**
   * Says whether the turn in which this is asked is over: what began in it may then change the session no more. Never, where
   * nobody took a turn.
   */
  turnOf(name: string): () => boolean {
    const turn = turns.get(this.#key(name))
    return () => turn?.isOver === true
  }

  async state(name: string): Promise<'running' | 'stopped' | 'missing'> {
    if (await this.#isRunning(name)) return 'running'
    return (await this.#store.getRef(this.#ref(name))) === undefined ? 'missing' : 'stopped'
  }

  /** The state that is kept, which counts as used now; undefined where there is none. */
  async load(name: string, limits: Limits): Promise<Snapshot | undefined> {
    return await this.#inTurn(async () => {
      const ref = this.#ref(name)
      const key = await this.#store.getRef(ref)
      if (key === undefined) return undefined
      const { snapshot } = await loadSnapshot(this.#store, key, { limits, ...this.#sealing })
      await this.#store.setRef(ref, key)
      return snapshot
    })
  }

  /** Keeps a session's state in place of what was there, unless it is too late: then nothing changes. */
  async save(name: string, given: Snapshot, isLate: () => boolean): Promise<void> {
    const state = await settled(given)
    await this.#inTurn(async () => {
      const { key } = await saveSnapshot(this.#store, state, this.#sealing)
      if (isLate()) throw coded('SANDBOX_SUSPEND_FAILED', 'the state was stored too late, and is not the session')
      await this.#store.setRef(this.#ref(name), key)
      await this.#collect()
    })
  }

  /** Counts a session as used. False where there is none. */
  async touch(name: string): Promise<boolean> {
    const ref = this.#ref(name)
    const key = await this.#store.getRef(ref)
    if (key !== undefined) await this.#store.setRef(ref, key)
    return key !== undefined
  }

  async remove(name: string): Promise<void> {
    await this.#inTurn(async () => {
      await this.#store.setRef(this.#ref(name), undefined)
      await this.#collect()
    })
  }

  /** One thing after the other, where what nothing needs is thrown away at once. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#store !== common) return await work()
    const turn = commonTurn.then(work)
    commonTurn = turn.catch(() => {})
    return await turn
  }

  /** Deletes what no session needs any more. Of a host's own store that is the host's. */
  async #collect(): Promise<void> {
    if (this.#store === common) {
      await collectGarbage(common, { minAgeMs: 0 })
      return
    }
    if (this.#folder === undefined) return
    try {
      const mark = join(this.#folder, 'collected')
      const last = await stat(mark).catch(() => undefined)
      if (last !== undefined && Date.now() - last.mtimeMs < COLLECT_MS) return
      await writeFile(mark, '')
      // A new folder has nothing to collect yet.
      if (last !== undefined) await collectGarbage(this.#store)
    } catch {
      // What was asked for is done; the next one collects.
    }
  }

  async list(): Promise<SessionInfo[]> {
    // Looking makes no folder.
    if (this.#folder !== undefined && (await stat(this.#folder).catch(() => undefined)) === undefined) return []
    const refs = (await this.#store.refs()).filter(({ name }) => name.startsWith(this.#prefix))
    const infos = refs.map(async ({ name: ref, setAt }): Promise<SessionInfo> => {
      const name = ref.slice(this.#prefix.length)
      return { name, state: (await this.#isRunning(name)) ? 'running' : 'stopped', lastUsed: new Date(setAt) }
    })
    return (await Promise.all(infos)).toSorted(
      (a, b) => b.lastUsed.getTime() - a.lastUsed.getTime() || (a.name < b.name ? -1 : 1),
    )
  }

  /** The session's turn, first among all in this process, then among processes. */
  async lock(name: string, signal: AbortSignal | undefined): Promise<SessionLock> {
    const key = this.#key(name)
    const end = await takeTurn(key, signal)
    try {
      const folder = this.#turns(name)
      const file = folder === undefined ? undefined : await holdFile(folder, signal)
      const lost = file?.lost ?? new AbortController().signal
      const turn = { isOver: false }
      turns.set(key, turn)
      lost.addEventListener('abort', () => (turn.isOver = true), { once: true })
      const release = async () => {
        if (turns.get(key) === turn) turns.delete(key)
        turn.isOver = true
        await file?.release()
        end()
      }
      return { name, lost, release }
    } catch (error) {
      end()
      if (signal?.aborted) throw signal.reason
      const { message } = error as Error
      throw new SandboxSetupError(`the turn of the session ${name} can't be taken: ${message}`, { cause: error })
    }
  }
}
