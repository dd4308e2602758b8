/** State as a value: differences, merges, history, bytes. Names begin with the ids of the reported cases. */
import { Executor, SandboxError, Session, Snapshot } from 'mem-sandbox'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { errorOf, expectInvalidArgument } from './support/errors.js'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const lines = (change: Record<number, string>) =>
  Array.from({ length: 9 }, (_, index) => `${change[index + 1] ?? index + 1}\n`).join('')

/** The best time of ten, in milliseconds: other programs use the machine too. */
function best(act: () => unknown): number {
  const times = Array.from({ length: 10 }, () => {
    const start = process.hrtime.bigint()
    act()
    return Number(process.hrtime.bigint() - start) / 1e6
  })
  return Math.min(...times)
}

describe('forks', () => {
  test('B245: eight forks of one moment, each less than a millisecond and 100 kB', () => {
    const files = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`d${index % 50}/f${index}`, `${index}`]),
    )
    const session = new Session({ files })
    const forks = session.fork({ count: 8 })
    expect(best(() => session.fork({ count: 8 })) / 8).toBeLessThan(1)
    expect(forks).toHaveLength(8)
    forks.forEach((fork, index) => fork.writeFile('own', `${index}`))
    expect(forks.map((fork) => fork.readFile('own'))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    expect(session.list()).toHaveLength(50)
    expect(session.snapshot().fork({ count: 2, seed: 3 })).toHaveLength(2)
  })

  test('B246: a hundred forks of a snapshot whose session is gone', () => {
    const session = new Session({ files: { f: 'x' } })
    const bytes = session.snapshot().toBytes()
    session.close()
    const snapshot = Snapshot.fromBytes(bytes)
    const forks = snapshot.fork({ count: 100 })
    forks[7]!.writeFile('f', 'y')
    expect(forks.filter((fork) => fork.readFile('f') === 'x')).toHaveLength(99)
    expect(snapshot.fork().readFile('f')).toBe('x')
  })

  test('B250: a fork outlives its parent', () => {
    const session = new Session({ files: { f: 'x' } })
    const fork = session.fork()
    session.close()
    expect(fork.readFile('f')).toBe('x')
  })

  test('B237: forks do not share a working folder or files', async () => {
    const [a, b] = new Session({ files: { 'd/x': '', 'e/x': '' } }).fork({ count: 2 }) as [Session, Session]
    await Promise.all([a.execute('cd d; echo a > same'), b.execute('cd e; echo b > same')])
    expect([a.cwd, b.cwd]).toEqual(['/workspace/d', '/workspace/e'])
    expect(a.list('/workspace', { recursive: true }).map(({ name }) => name)).toEqual(['d', 'same', 'x', 'e', 'x'])
    expect(b.list('/workspace', { recursive: true }).map(({ name }) => name)).toEqual(['d', 'x', 'e', 'same', 'x'])
  })

  test('B256: an append to a file of the base copies it up', () => {
    const session = new Session({ files: { 'a/b/c.log': '1\n' } })
    const fork = session.fork()
    fork.executeSync('echo x >> a/b/c.log')
    expect([session.readFile('a/b/c.log'), fork.readFile('a/b/c.log')]).toEqual(['1\n', '1\nx\n'])
  })

  test('B259: a fork with a thousand writes can be thrown away', () => {
    const session = new Session({ files: { f: 'x' } })
    const { contentHash } = session
    const fork = session.fork()
    for (let index = 0; index < 1_000; index++) fork.writeFile(`f${index}`, 'y')
    fork.close()
    expect(session.contentHash).toBe(contentHash)
    expect(session.diff(session.snapshot())).toEqual([])
  })

  test('counts are checked', async () => {
    const session = new Session()
    await expectInvalidArgument(() => session.fork({ count: 0 }), /options\.count must be a whole number from 1/)
    await expectInvalidArgument(() => session.fork({ count: 2, sed: 1 } as never), /has no option "sed"/)
  })
})

describe('snapshots', () => {
  test('B247: nothing is lost over three rounds of saving and restoring', () => {
    let session = new Session()
    for (const name of ['a', 'b', 'c']) {
      session.writeFile(name, name)
      const { contentHash } = session
      session = Snapshot.fromBytes(session.snapshot().toBytes()).fork()
      expect(session.contentHash).toBe(contentHash)
    }
    expect(session.list().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  test('B249: a snapshot disturbs nothing and costs next to nothing', () => {
    const session = new Session({ files: { f: 'x' } })
    expect(best(() => session.snapshot())).toBeLessThan(1)
    expect(session.executeSync('echo alive').stdout).toBe('alive\n')
  })

  test('B255: what was deleted from the base stays deleted', () => {
    const base = new Session({ files: { x: '1', y: '2' } }).snapshot()
    const fork = base.fork()
    fork.remove('x')
    const names = (snapshot: Snapshot) =>
      snapshot
        .fork()
        .list()
        .map(({ name }) => name)
    expect(names(Snapshot.fromBytes(fork.snapshot().toBytes()))).toEqual(['y'])
    expect(names(Snapshot.fromBytes(fork.snapshot().toBytes({ since: base }), { since: base }))).toEqual(['y'])
  })

  test('the shell and the clock travel along; jobs do not', () => {
    const session = new Session()
    session.executeSync('cd /tmp; V=1; f() { echo "f $1"; }; shopt -s extglob; sleep 100; sleep 1000 & :')
    const copy = Snapshot.fromBytes(session.snapshot().toBytes()).fork()
    expect(copy.executeSync('pwd; echo $V; f x; shopt extglob; jobs').stdout).toBe(
      '/tmp\n1\nf x\nextglob        \ton\n',
    )
    expect(copy.now).toBeGreaterThan(session.now - 1)
  })

  test('bytes can be sealed, limited, and made of what is new', async () => {
    const session = new Session({ files: { big: new Uint8Array(100_000).map((_, index) => (index * index) >> 3) } })
    const base = session.snapshot()
    session.writeFile('new', 'x')
    const snapshot = session.snapshot()
    const key = 'a key that nobody knows'
    const whole = snapshot.toBytes({ key })
    expect(Snapshot.fromBytes(whole, { key }).contentHash).toBe(snapshot.contentHash)
    expect(snapshot.toBytes({ key: new TextEncoder().encode(key) })).toEqual(whole)
    const codeOf = async (call: () => unknown) => (await errorOf(call)).code
    expect(await codeOf(() => Snapshot.fromBytes(whole))).toBe('SNAPSHOT_KEY_MISMATCH')
    expect(await codeOf(() => Snapshot.fromBytes(whole, { key: 'some other key' }))).toBe('SNAPSHOT_CORRUPT')
    expect(await codeOf(() => Snapshot.fromBytes(snapshot.toBytes(), { key }))).toBe('SNAPSHOT_KEY_MISMATCH')
    expect(await codeOf(() => snapshot.toBytes({ maxBytes: 100 }))).toBe('SNAPSHOT_TOO_LARGE')
    expect(await codeOf(() => Snapshot.fromBytes(whole, { key, limits: { totalBytes: 10 } }))).toBe(
      'SNAPSHOT_TOO_LARGE',
    )
    const delta = snapshot.toBytes({ since: base, key })
    expect(delta.length).toBeLessThan(2_000)
    expect(Snapshot.fromBytes(delta, { since: base, key }).contentHash).toBe(snapshot.contentHash)
    expect(await codeOf(() => Snapshot.fromBytes(delta, { key }))).toBe('SNAPSHOT_BASE_MISMATCH')
    expect(await codeOf(() => Snapshot.fromBytes(delta, { key, since: snapshot }))).toBe('SNAPSHOT_BASE_MISMATCH')
    await expectInvalidArgument(() => snapshot.toBytes({ key: 'short' }), /options\.key must be at least 8 bytes/)
    const executor = new Executor({ commands: ['ls'] })
    const small = Snapshot.fromBytes(whole, { key, executor }).fork()
    expect(small.executeSync('cat new').exitCode).toBe(127)
  })
})

describe('differences', () => {
  test('a patch is text, or bytes', async () => {
    const session = new Session({ files: { f: 'a\nb\n', g: 'x' } })
    const before = session.snapshot()
    session.writeFile('f', 'a\nc\n')
    session.move('g', 'h')
    const patch = session.patch(before)
    expect(patch).toBe(
      'diff --git a/f b/f\nindex 422c2b7ab3b3c668038da977e4e93a5fc623169c..0f7bc766052a5a0ee28a393d51d2370f96d8ceb8 100644\n' +
        '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\ndiff --git a/g b/h\nsimilarity index 100%\nrename from g\nrename to h\n',
    )
    expect(before.patch(session.snapshot())).toBe(patch)
    expect(new TextDecoder().decode(session.patch(before, { encoding: 'bytes' }))).toBe(patch)
    expect(session.patch(before, { context: 0 })).toContain('@@ -2 +2 @@')
    const undone = before.fork()
    undone.applyPatch(patch)
    expect(undone.contentHash).toBe(session.contentHash)
    session.writeFile('f', new Uint8Array([0xff, 10]))
    expect((await errorOf(() => session.patch(before))).code).toBe('FILE_ENCODING')
    expect(session.patch(before, { encoding: 'bytes' })).toContain(0xff)
    await expectInvalidArgument(() => session.patch(before, { context: -1 }), /options\.context/)
  })
})

describe('merging', () => {
  test('B258: clean changes are kept, a collision is told with the three hashes, nothing is lost', async () => {
    const session = new Session({ files: { f: lines({}) } })
    const [a, b, c] = session.fork({ count: 3 }) as [Session, Session, Session]
    a.writeFile('f', lines({ 1: 'a' }))
    b.writeFile('f', lines({ 9: 'b' }))
    c.writeFile('f', lines({ 1: 'c' }))
    expect(session.merge(a)).toMatchObject({ merged: [], conflicts: [], changes: [{ path: 'f', kind: 'modified' }] })
    expect(session.merge(b)).toMatchObject({ merged: ['f'], conflicts: [] })
    const { contentHash, revision } = session
    const error = await errorOf(() => session.merge(c))
    expect(error).toMatchObject({ code: 'MERGE_CONFLICT', category: 'conflict', retryable: false })
    const side = (text: string) => ({ kind: 'file', size: text.length, mode: 0o644, contentHash: sha256(text) })
    expect(error.conflicts).toEqual([
      {
        path: 'f',
        kind: 'both-changed',
        base: side(lines({})),
        ours: side(lines({ 1: 'a', 9: 'b' })),
        theirs: side(lines({ 1: 'c' })),
        resolution: 'none',
        beside: null,
      },
    ])
    expect(session).toMatchObject({ contentHash, revision })
    expect(session.readFile('f')).toBe(lines({ 1: 'a', 9: 'b' }))
    const { conflicts, revision: after } = session.fork().merge(c.snapshot(), { onConflict: 'theirs' })
    expect([conflicts[0]!.resolution, after]).toEqual(['theirs', 1])
    expect(session.merge(c, { onConflict: 'markers' }).conflicts).toMatchObject([{ resolution: 'markers' }])
    expect(session.readFile('f')).toBe(lines({ 1: '<<<<<<< ours\na\n=======\nc\n>>>>>>> theirs', 9: 'b' }))
  })

  test('what is no text is put beside', () => {
    const session = new Session({ files: { f: new Uint8Array([0]) } })
    const fork = session.fork()
    session.writeFile('f', new Uint8Array([0, 1]))
    fork.writeFile('f', new Uint8Array([0, 2]))
    const { conflicts } = session.merge(fork, { onConflict: 'markers' })
    expect(conflicts).toMatchObject([{ path: 'f', resolution: 'beside', beside: 'f~theirs' }])
    expect(session.readBytes('f~theirs')).toEqual(new Uint8Array([0, 2]))
  })

  test('strangers need a base; limits refuse the whole', async () => {
    const [a, b] = [new Session(), new Session({ files: { x: 'x'.repeat(100), y: 'y' } })]
    expect((await errorOf(() => a.merge(b))).code).toBe('MERGE_BASE_UNKNOWN')
    const base = a.snapshot()
    const small = a.fork({ limits: { totalBytes: 50 } })
    expect((await errorOf(() => small.merge(b, { base }))).code).toBe('ENOSPC')
    expect(small.list()).toEqual([])
    expect(a.merge(b, { base }).changes.map(({ path }) => path)).toEqual(['x', 'y'])
    await expectInvalidArgument(() => a.merge({} as never), /theirs must be a Session or a Snapshot/)
    await expectInvalidArgument(() => a.merge(b, { onConflict: 'mine' as never }), /'fail' or 'markers'/)
  })
})

describe('history', () => {
  test('kept revisions have names and can be gone back to', async () => {
    const session = new Session({ files: { f: '0' } })
    expect(session.history()).toEqual([])
    session.history({ keep: 10 })
    await session.execute('echo 1 > f')
    session.writeFile('f', '2')
    expect(session.history().map(({ revision, cause }) => [revision, cause])).toEqual([
      [0, 'history'],
      [1, 'execute'],
      [2, 'writeFile'],
    ])
    session.restore(1, { ifRevision: 2, ifHash: session.contentHash })
    expect([session.readFile('f'), session.revision]).toEqual(['1\n', 3])
    expect(await errorOf(() => session.restore(9))).toMatchObject({ code: 'REVISION_NOT_FOUND', category: 'not_found' })
    const snapshot = session.snapshot()
    expect(await errorOf(() => session.restore(snapshot, { ifRevision: 1 }))).toMatchObject({
      code: 'SESSION_WORKSPACE_CHANGED',
      category: 'conflict',
    })
    session.restore(snapshot)
    await expectInvalidArgument(() => session.restore(-1), /target must be a whole number/)
    await expectInvalidArgument(() => session.restore('1' as never), /target must be a Snapshot or the number/)
  })

  test('an atomic call leaves nothing unless it succeeds', async () => {
    const session = new Session({ files: { f: '0' } })
    const before = session.snapshot().toBytes()
    const result = await session.execute('echo 1 > f; cd /; V=1; exit 3', { atomic: true })
    expect(result).toMatchObject({ exitCode: 3, changed: false, cwd: '/workspace', revision: 0 })
    expect(session.snapshot().toBytes()).toEqual(before)
    expect(await session.execute('false; echo 1 > f', { atomic: true })).toMatchObject({ exitCode: 0, changed: true })
  })
})

test('errors of merges can be made by hand', () => {
  const facts = { code: 'MERGE_CONFLICT', category: 'conflict', message: '', details: { conflicts: [] } } as const
  expect(new SandboxError(facts).conflicts).toEqual([])
})
