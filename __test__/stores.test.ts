/** Stores of snapshots, also by processes that are killed while they write. */
import { Session } from 'mem-sandbox'
import {
  FolderStore,
  MemoryStore,
  collectGarbage,
  loadSnapshot,
  resume,
  saveSnapshot,
  suspend,
} from 'mem-sandbox/stores'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { errorOf } from './support/errors.js'
import { root } from './support/programs.js'
import type { SnapshotStore } from 'mem-sandbox/stores'

const scratch = mkdtempSync(join(tmpdir(), 'mem-sandbox-stores-'))
const script = join(root, '__test__', 'stores-writer.tmp.mjs')
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
  rmSync(script, { force: true })
})
let folders = 0
const folder = () => join(scratch, `${folders++}`)

const stores: Array<[string, () => SnapshotStore]> = [
  ['memory', () => new MemoryStore()],
  ['folder', () => new FolderStore(folder())],
]

describe.each(stores)('a store in %s', (_name, make) => {
  test('keeps snapshots by name and key, and only what is new', async () => {
    const store = make()
    const session = new Session({ files: { big: new Uint8Array(50_000).map((_, index) => (index * index) >> 4) } })
    const first = await saveSnapshot(store, session.snapshot(), { ref: 'main' })
    session.writeFile('small', 'x')
    const second = await saveSnapshot(store, session.snapshot(), { ref: 'main', since: first })
    expect(await saveSnapshot(store, session.snapshot(), { since: first })).toMatchObject({ key: second.key, depth: 1 })
    const sizes = new Map((await store.list()).map(({ key, size }) => [key, size]))
    // The first snapshot, the pack of its contents, and what was new.
    expect(sizes.size).toBe(3)
    expect(sizes.get(second.key)).toBeLessThan(2_000)
    const loaded = await loadSnapshot(store, 'main')
    expect(loaded).toMatchObject({ key: second.key, depth: 1 })
    expect(loaded.snapshot.contentHash).toBe(session.contentHash)
    expect((await loadSnapshot(store, first.key)).snapshot.fork().list()).toHaveLength(1)
    expect((await store.refs()).map(({ name, key }) => [name, key])).toEqual([['main', second.key]])
    expect((await errorOf(() => loadSnapshot(store, 'nothing'))).code).toBe('SNAPSHOT_NOT_FOUND')
  })

  test('snapshots of like trees share the packs of their contents', async () => {
    const store = make()
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`d${index % 7}/f${index}`, `${index}-`.repeat(500)]),
    )
    const session = new Session({ files: { ...files, large: new Uint8Array(300_000).map((_, index) => index * 7) } })
    const size = async () => (await store.list()).reduce((sum, { size: bytes }) => sum + bytes, 0)
    await saveSnapshot(store, session.snapshot(), { ref: 'a' })
    const [objects, bytes] = [(await store.list()).length, await size()]
    expect(objects).toBeGreaterThan(5)
    session.writeFile('d3/f10', 'changed')
    session.writeFile('new', 'new')
    // From another process, so to speak: nothing is known of what the first saving did.
    const copy = (await loadSnapshot(store, 'a')).snapshot.fork()
    copy.writeFile('d3/f10', 'changed')
    copy.writeFile('new', 'new')
    const saved = await saveSnapshot(store, session.snapshot(), { ref: 'b' })
    expect((await store.list()).length).toBeLessThanOrEqual(objects + 4)
    expect(await size()).toBeLessThan(bytes * 1.5)
    expect((await saveSnapshot(store, session.snapshot())).key).toBe(saved.key)
    await store.setRef('a', undefined)
    const gone = await collectGarbage(store, { minAgeMs: -1_000 })
    expect(gone.length).toBeGreaterThan(0)
    expect((await loadSnapshot(store, 'b')).snapshot.contentHash).toBe(session.contentHash)
    expect(copy.contentHash).toBe(session.contentHash)
    await store.setRef('b', undefined)
    await collectGarbage(store, { minAgeMs: -1_000 })
    expect(await store.list()).toEqual([])
  })

  test('an empty snapshot, a sealed one, and one whose pack is another', async () => {
    const store = make()
    const empty = await saveSnapshot(store, new Session().snapshot())
    expect((await loadSnapshot(store, empty.key)).snapshot.fork().list()).toEqual([])
    const session = new Session({ files: { f: 'one' } })
    const sealed = await saveSnapshot(store, session.snapshot(), { key: 'a long secret' })
    expect((await loadSnapshot(store, sealed.key, { key: 'a long secret' })).snapshot.fork().readFile('f')).toBe('one')
    expect((await errorOf(() => loadSnapshot(store, sealed.key))).code).toBe('SNAPSHOT_KEY_MISMATCH')
    const pack = (await store.list()).find(({ key }) => key !== empty.key && key !== sealed.key)
    const other = await saveSnapshot(store, new Session({ files: { f: 'two' } }).snapshot())
    const known = new Set([empty.key, sealed.key, other.key, pack!.key])
    const otherPack = (await store.list()).find(({ key }) => !known.has(key))
    const swapped = new Proxy(store, {
      get(target, name) {
        if (name === 'get') return (key: string) => target.get(key === pack!.key ? otherPack!.key : key)
        const value = Reflect.get(target, name, target) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    expect((await errorOf(() => loadSnapshot(swapped, sealed.key, { key: 'a long secret' }))).code).toBe(
      'SNAPSHOT_CORRUPT',
    )
    await store.delete(pack!.key)
    expect((await errorOf(() => loadSnapshot(store, sealed.key, { key: 'a long secret' }))).code).toBe(
      'SNAPSHOT_NOT_FOUND',
    )
  })

  test('a session is suspended and resumed', async () => {
    const store = make()
    const session = new Session()
    session.executeSync('cd /tmp; V=1; echo x > f')
    await suspend(store, session, 'user/1 é')
    expect(session.closed).toBe(true)
    const again = await resume(store, 'user/1 é')
    expect(again.executeSync('pwd; echo $V; cat f').stdout).toBe('/tmp\n1\nx\n')
  })

  test('long chains begin anew', async () => {
    const store = make()
    const session = new Session()
    let saved = await saveSnapshot(store, session.snapshot())
    const depths = [saved.depth]
    for (let index = 0; index < 40; index++) {
      session.writeFile(`f${index}`, `${index}`)
      saved = await saveSnapshot(store, session.snapshot(), { since: saved })
      depths.push(saved.depth)
    }
    expect(Math.max(...depths)).toBe(16)
    expect((await loadSnapshot(store, saved.key)).snapshot.contentHash).toBe(session.contentHash)
  })

  test('garbage goes, and nothing that a name needs', async () => {
    const store = make()
    const session = new Session({ files: { f: '1' } })
    const base = await saveSnapshot(store, session.snapshot())
    session.writeFile('f', '2')
    const kept = await saveSnapshot(store, session.snapshot(), { since: base, ref: 'kept' })
    session.writeFile('f', '3')
    const gone = await saveSnapshot(store, session.snapshot(), { since: kept, ref: 'gone' })
    expect(await collectGarbage(store, { minAgeMs: -1_000 })).toEqual([])
    await store.setRef('gone', undefined)
    expect(await collectGarbage(store)).toEqual([])
    expect(await collectGarbage(store, { minAgeMs: -1_000, keep: [gone.key] })).toEqual([])
    expect(await collectGarbage(store, { minAgeMs: -1_000 })).toEqual([gone.key])
    expect((await loadSnapshot(store, 'kept')).snapshot.fork().readFile('f')).toBe('2')
  })
})

test('a store in memory refuses what is too much, and forgets old names', async () => {
  const store = new MemoryStore({ maxCount: 1 })
  await saveSnapshot(store, new Session().snapshot())
  const more = new Session({ files: { f: '1' } }).snapshot()
  expect(await errorOf(() => saveSnapshot(store, more))).toMatchObject({
    code: 'SNAPSHOT_STORE_FULL',
    category: 'quota_exceeded',
  })
  const brief = new MemoryStore({ maxAgeMs: 20 })
  await saveSnapshot(brief, more, { ref: 'r' })
  expect((await loadSnapshot(brief, 'r')).snapshot.fork().readFile('f')).toBe('1')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect((await errorOf(() => loadSnapshot(brief, 'r'))).code).toBe('SNAPSHOT_NOT_FOUND')
  expect(await brief.list()).toEqual([])
})

test('names in a folder have at most 150 bytes, and are what they were', async () => {
  const place = folder()
  const store = new FolderStore(place)
  const lengths = [1, 2, 122, 123, 124, 125, 126, 127, 128, 149, 150]
  const names = [
    '',
    'Ä/..\0\n',
    'é'.repeat(75),
    ...lengths.flatMap((length) => ['a', 'A'].map((one) => one.repeat(length))),
  ]
  const key = (index: number) => `${index}`.padStart(64, '0')
  for (const [index, name] of names.entries()) await store.setRef(name, key(index))
  writeFileSync(join(place, 'refs', 'somebody else'), 'x')
  for (const [index, name] of names.entries()) expect(await store.getRef(name)).toBe(key(index))
  const listed = (await store.refs()).map(({ name }) => name)
  expect(listed.toSorted()).toEqual(names.toSorted())
  const files = readdirSync(join(place, 'refs')).map((name) => name.toLowerCase())
  expect(new Set(files).size).toBe(names.length + 1)
  expect(Math.max(...files.map((name) => name.length))).toBeLessThanOrEqual(255)
  await expect(store.setRef('a'.repeat(151), key(0))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  for (const name of names) await store.setRef(name, undefined)
  expect(await store.refs()).toEqual([])
})

test('a damaged object is noticed', async () => {
  const top = folder()
  const store = new FolderStore(top)
  const { key } = await saveSnapshot(store, new Session({ files: { f: '1' } }).snapshot(), { ref: 'r' })
  const path = join(top, 'objects', key)
  const bytes = readFileSync(path)
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(path, bytes)
  expect((await errorOf(() => loadSnapshot(store, 'r'))).code).toBe('SNAPSHOT_CORRUPT')
})

test('B246: another process, killed in the middle of its writes, loses nothing that it acknowledged', async () => {
  writeFileSync(
    script,
    `import { Session } from 'mem-sandbox'
import { FolderStore, loadSnapshot, saveSnapshot } from 'mem-sandbox/stores'
import { writeSync } from 'node:fs'
const store = new FolderStore(process.argv[2])
let saved = (await store.getRef('main')) === undefined ? undefined : await loadSnapshot(store, 'main')
const session = saved === undefined ? new Session({ files: { n: '0' } }) : saved.snapshot.fork()
for (;;) {
  const next = Number(session.readFile('n')) + 1
  session.writeFile('n', String(next))
  session.writeFile('f' + (next % 50), String(next).repeat(2_000))
  saved = await saveSnapshot(store, session.snapshot(), { ref: 'main', ...(saved && { since: saved }) })
  writeSync(1, next + '\\n')
}
`,
  )
  const top = folder()
  const store = new FolderStore(top)
  let acknowledged = 0
  let kills = 0
  while (kills < 50) {
    const child = spawn(process.execPath, [script, top], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (data: Buffer) => (text += data.toString()))
    // After its first acknowledgement, at a moment that differs each time.
    while (!text.includes('\n') && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2))
    await new Promise((resolve) => setTimeout(resolve, (kills * 7) % 23))
    child.kill('SIGKILL')
    await once(child, 'close')
    kills++
    acknowledged = Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1))
    const { snapshot } = await loadSnapshot(store, 'main')
    const session = snapshot.fork()
    const found = Number(session.readFile('n'))
    expect(found).toBeGreaterThanOrEqual(acknowledged)
    expect(session.readFile(`f${found % 50}`)).toBe(String(found).repeat(2_000))
  }
  await store.tidy({ minAgeMs: -1_000 })
  expect(readdirSync(join(top, 'unfinished'))).toEqual([])
  await collectGarbage(store, { minAgeMs: -1_000 })
  expect((await loadSnapshot(store, 'main')).snapshot.fork().readFile('n')).not.toBe('0')
}, 240_000)
