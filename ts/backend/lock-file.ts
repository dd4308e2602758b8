/**
 * Turns among processes: a folder for each name, with a file for each holder, numbered.
 *
 * The holder is who made the file with the highest number, until it is marked as released. Whoever wants the turn makes the
 * next one, which only one can (`O_EXCL`), when the highest is released or its holder is gone. The highest file is never
 * removed, so numbers only go up: who slept and makes one that was there before sees a higher one next to it, and has not
 * the turn.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { replaceFile } from '../host-file.js'

/** Milliseconds between two signs of life. */
const BEAT_MS = 2_000
/** Milliseconds without one, on the clock of who waits, after which a holder that can't be asked for is taken to be gone. */
const STALE_MS = 15_000
/** Milliseconds between two looks, at first and at most. */
const FIRST_LOOK_MS = 10
const LONGEST_LOOK_MS = 250

/** What stands in a holder's file. */
interface Holder {
  /** Tells this turn from all others. */
  token: string
  pid: number
  /** Where `pid` means something: the host, its boot and the space of its process numbers. */
  machine: string
  /** When the process began, in its machine's own unit; null where that can't be known. */
  began: string | null
  released: boolean
}

/** What was seen of a turn: as long as nothing changes, its holder may be gone. */
interface Sight {
  text: string
  mtimeMs: number
  since: number
}

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Where this process's number means something. */
const machine = [
  hostname(),
  attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()) ?? '',
  attempt(() => readlinkSync('/proc/self/ns/pid')) ?? '',
].join(' ')

/** When a process began: its number may be another's by now. */
function beganAt(pid: number): string | null {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // Behind the name, which may hold anything, comes the third field; the 22nd is the start.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

/** Whether a holder's process is there: surely, surely not, or, where that can't be told, as long as it gives signs of life. */
function isAlive({ pid, machine: where, began }: Holder): boolean | 'here' | 'elsewhere' {
  if (where !== machine) return 'elsewhere'
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's is there, too.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = beganAt(pid)
  return began === null || now === null ? 'here' : now === began
}

/** What a process of that number here is waited for, times `STALE_MS`: it may stand still, or be another one by now. */
const PATIENCE = 8

function holderOf(text: string): Holder | undefined {
  const parsed = attempt(() => JSON.parse(text) as Partial<Holder> | null)
  return typeof parsed?.token === 'string' && typeof parsed.pid === 'number' ? (parsed as Holder) : undefined
}

/** The highest number in a folder; 0 where there is none. */
async function highest(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return Math.max(0, ...names.filter((name) => /^\d{1,15}$/.test(name)).map(Number))
}

async function look(path: string): Promise<{ text: string; mtimeMs: number } | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    return { text, mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A turn that is held. */
export interface HeldFile {
  /** Aborted when another process has taken the turn. */
  readonly lost: AbortSignal
  /** Never rejects. */
  release(): Promise<void>
}

/**
 * Waits until nobody else has the turn of a folder, which is made when it is not there.
 *
 * Rejects with the host's errors, and with the reason of an aborted signal.
 */
export async function holdFile(folder: string, signal?: AbortSignal, staleMs = STALE_MS): Promise<HeldFile> {
  const holder: Holder = {
    token: randomUUID(),
    pid: process.pid,
    machine,
    began: beganAt(process.pid),
    released: false,
  }
  await mkdir(folder, { recursive: true })
  let sight: Sight | undefined
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
    signal?.throwIfAborted()
    const last = await highest(folder)
    const seen = last === 0 ? undefined : await look(join(folder, String(last)))
    if (last === 0 || seen !== undefined) {
      if (seen?.text !== sight?.text || seen?.mtimeMs !== sight?.mtimeMs)
        sight = seen && { ...seen, since: performance.now() }
      if (isFree(sight, staleMs)) {
        const path = await claim(folder, last + 1, holder)
        if (path !== undefined) return held(folder, path, last + 1, holder)
        pause = FIRST_LOOK_MS
      }
    }
    await delay(pause, undefined, signal && { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error
    })
  }
}

/** Whether the turn can be taken, after what was seen of it. */
function isFree(sight: Sight | undefined, staleMs: number): boolean {
  if (sight === undefined) return true
  const holder = holderOf(sight.text)
  if (holder?.released === true) return true
  const alive = holder === undefined ? 'elsewhere' : isAlive(holder)
  if (typeof alive === 'boolean') return !alive
  return performance.now() - sight.since > (alive === 'here' ? PATIENCE : 1) * staleMs
}

/** Makes the file of a number. Undefined where another process has, or a higher one. */
async function claim(folder: string, number: number, holder: Holder): Promise<string | undefined> {
  const path = join(folder, String(number))
  try {
    const file = await open(path, 'wx')
    try {
      await file.writeFile(JSON.stringify(holder))
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
  if ((await highest(folder)) === number) return path
  await rm(path, { force: true })
  return undefined
}

function held(folder: string, path: string, number: number, holder: Holder): HeldFile {
  const lost = new AbortController()
  const lose = () => {
    clearInterval(beat)
    lost.abort(new Error('another process has taken the turn of this session'))
  }
  const sign = async () => {
    const now = new Date()
    try {
      await utimes(path, now, now)
      if ((await highest(folder)) > number) lose()
    } catch (error) {
      // Who took the turn cleans up. Anything else may pass.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') lose()
    }
  }
  const beat = setInterval(() => void sign(), BEAT_MS)
  beat.unref()
  void clean(folder, number)
  let releasing: Promise<void> | undefined
  return {
    lost: lost.signal,
    release: () => {
      clearInterval(beat)
      releasing ??= replaceFile(
        path,
        join(folder, holder.token),
        Buffer.from(JSON.stringify({ ...holder, released: true })),
      ).catch(
        // A full disk, say: then nobody's file tells as much.
        () => rm(path, { force: true }).catch(() => {}),
      )
      return releasing
    },
  }
}

/** Takes away what former holders left. */
async function clean(folder: string, number: number): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      if (/^\d{1,15}$/.test(name) && Number(name) < number) await rm(join(folder, name), { force: true })
    }
  } catch {
    // The next one will.
  }
}

/** Whether another process has the turn of a folder now. One that gave no sign of life for long has not. */
export async function isHeldElsewhere(folder: string): Promise<boolean> {
  const last = await highest(folder)
  const seen = last === 0 ? undefined : await look(join(folder, String(last)))
  const holder = seen && holderOf(seen.text)
  if (holder === undefined || holder.released || (holder.machine === machine && holder.pid === process.pid))
    return false
  const alive = isAlive(holder)
  return typeof alive === 'boolean' ? alive : Date.now() - seen!.mtimeMs < (alive === 'here' ? PATIENCE : 1) * STALE_MS
}
