/** What a session does with files and state, as an application sees it. */
import { Executor, Session, Snapshot } from 'mem-sandbox'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorOf } from './support/errors.js'
import { root } from './support/programs.js'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

describe('files', () => {
  test('text and bytes come back as they went in', () => {
    const bytes = new Uint8Array([0, 255, 10, 128])
    const session = new Session({ files: { text: 'é\n', 'deep/er/bytes': bytes, '/tmp/absolute': 'x' } })
    expect(session.readFile('text')).toBe('é\n')
    expect(session.readFile('deep/er/bytes', { encoding: 'bytes' })).toEqual(bytes)
    expect(session.readBytes('/workspace/deep/../deep/er/bytes')).toEqual(bytes)
    expect(session.readFile('/tmp/absolute')).toBe('x')
  })

  test('what is read is a copy: changing it changes nothing', () => {
    const given = new Uint8Array([1, 2, 3])
    const session = new Session({ files: { f: given } })
    given[0] = 9
    session.readBytes('f')[1] = 9
    expect(session.readBytes('f')).toEqual(new Uint8Array([1, 2, 3]))
  })

  test('a file may have a name that JavaScript objects treat specially', () => {
    const session = new Session({
      files: Object.fromEntries([
        ['__proto__', 'p'],
        ['constructor', 'c'],
      ]),
    })
    expect(session.list().map(({ name }) => name)).toEqual(['__proto__', 'constructor'])
    expect(session.readFile('__proto__')).toBe('p')
  })

  test('bytes that are no UTF-8 are refused as text, not mangled', async () => {
    const session = new Session({ files: { f: new Uint8Array([0xff]) } })
    expect(await errorOf(() => session.readFile('f'))).toMatchObject({
      code: 'FILE_ENCODING',
      category: 'invalid_request',
    })
  })

  test('lines', async () => {
    const session = new Session({ files: { unix: 'a\nb\nc\n', dos: 'a\r\nb', empty: '' } })
    expect(session.readFile('unix', { startLine: 2, endLine: 3 })).toBe('b\nc')
    expect(session.readLines('unix', { startLine: 2 })).toMatchObject({
      content: 'b\nc',
      startLine: 2,
      endLine: 3,
      totalLines: 3,
      endsWithNewline: true,
      contentHash: sha256('a\nb\nc\n'),
    })
    expect(session.readLines('dos')).toMatchObject({
      content: 'a\nb',
      endsWithNewline: false,
      contentHash: sha256('a\r\nb'),
    })
    expect(session.readLines('empty')).toMatchObject({ content: '', totalLines: 0, endLine: 0 })
    expect(await errorOf(() => session.readLines('unix', { startLine: 4 }))).toMatchObject({
      category: 'invalid_request',
    })
  })

  test('writing says what happened', () => {
    const session = new Session()
    const first = session.writeFile('f', '1')
    expect(first).toMatchObject({
      path: '/workspace/f',
      created: true,
      changed: true,
      previousHash: null,
      currentHash: sha256('1'),
    })
    const revision = session.revision
    expect(session.writeFile('f', '1')).toMatchObject({ created: false, changed: false, previousHash: sha256('1') })
    expect(session.writeFile('f', '2', { ifHash: sha256('1') })).toMatchObject({
      changed: true,
      previousHash: sha256('1'),
    })
    expect(session.revision).toBeGreaterThan(revision)
  })

  test('conditions', async () => {
    const session = new Session({ files: { f: '1' } })
    expect(await errorOf(() => session.writeFile('f', '2', { ifAbsent: true }))).toMatchObject({
      code: 'EEXIST',
      category: 'conflict',
    })
    expect(await errorOf(() => session.writeFile('f', '2', { ifHash: sha256('x') }))).toMatchObject({
      code: 'STALE_CONTENT',
      category: 'conflict',
    })
    expect(await errorOf(() => session.writeFile('a/b', ''))).toMatchObject({ code: 'ENOENT', path: '/workspace/a/b' })
    expect(session.writeFile('a/b', '', { createParents: true, mode: 0o755 }).created).toBe(true)
    expect(session.stat('a/b').mode & 0o777).toBe(0o755)
  })

  test('folders, copies and moves', async () => {
    const session = new Session({ files: { 'd/f': 'x' } })
    expect(session.mkdir('e')).toBe(true)
    expect(session.mkdir('e', { existOk: true })).toBe(false)
    expect((await errorOf(() => session.mkdir('e'))).code).toBe('EEXIST')
    session.copy('d', 'copy', { recursive: true })
    session.move('d/f', 'e/g')
    expect((await errorOf(() => session.remove('copy'))).code).toBe('ENOTEMPTY')
    expect(session.remove('copy', { recursive: true })).toBe(true)
    expect(session.remove('copy', { missingOk: true })).toBe(false)
    expect(session.list('.', { recursive: true }).map(({ path, kind }) => [path, kind])).toEqual([
      ['/workspace/d', 'directory'],
      ['/workspace/e', 'directory'],
      ['/workspace/e/g', 'file'],
    ])
  })

  test('a listing describes, in byte order', async () => {
    const session = new Session({ files: { b: '', a: 'xy', '\u{1f600}': '', '\uffee': '' } })
    await session.execute('ln -s a link; mkfifo pipe').catch(() => undefined)
    const names = session.list().map(({ name }) => name)
    expect(names.indexOf('\uffee')).toBeLessThan(names.indexOf('\u{1f600}'))
    expect(session.stat('a')).toMatchObject({
      path: '/workspace/a',
      name: 'a',
      kind: 'file',
      size: 2,
      contentHash: sha256('xy'),
      nlink: 1,
    })
    expect(session.stat('.')).toMatchObject({ kind: 'directory' })
  })

  test('quotas hold for every way in', async () => {
    const session = new Session({ limits: { fileBytes: 100, totalBytes: 150, nodes: 12 } })
    expect(await errorOf(() => session.writeFile('f', 'x'.repeat(101)))).toMatchObject({
      code: 'EFBIG',
      category: 'quota_exceeded',
    })
    session.writeFile('f', 'x'.repeat(100))
    expect(await errorOf(() => session.writeFile('g', 'x'.repeat(51)))).toMatchObject({
      code: 'ENOSPC',
      category: 'quota_exceeded',
    })
    expect((await errorOf(() => session.copy('f', 'g'))).code).toBe('ENOSPC')
    const result = await session.execute('for i in 1 2 3 4 5 6 7 8 9 10 11 12; do touch n$i || exit; done')
    expect(result.exitCode).not.toBe(0)
    expect(result.stderr).toMatch(/No space left on device/)
    expect(session.stats.nodes).toBeLessThanOrEqual(12)
    expect((await errorOf(() => new Session({ files: { big: 'x'.repeat(10) }, limits: { fileBytes: 5 } }))).code).toBe(
      'EFBIG',
    )
  })
})

describe('running', () => {
  test('the result tells everything', async () => {
    const session = new Session()
    const result = await session.execute('echo out; echo err >&2; cd /tmp; touch x; exit 3')
    expect(result).toMatchObject({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
      failure: null,
      cwd: '/tmp',
      changed: true,
      jobs: [],
    })
    expect(result.stdoutBytes).toEqual(new TextEncoder().encode('out\n'))
    expect(result.revision).toBe(session.revision)
    expect(result.usage.steps).toBeGreaterThan(0)
    expect(session.cwd).toBe('/tmp')
  })

  test('bytes that are no UTF-8 are whole in the bytes and replaced in the text', async () => {
    const session = new Session({ files: { f: new Uint8Array([0x61, 0xff, 0x0a]) } })
    const result = await session.execute('cat f')
    expect(Buffer.from(result.stdoutBytes)).toEqual(Buffer.from([0x61, 0xff, 0x0a]))
    expect(result.stdout).toBe('a\ufffd\n')
  })

  test('state stays; fresh drops it, and the files stay', async () => {
    const session = new Session()
    await session.execute('x=1; export Y=2; f() { echo f; }; cd /tmp; echo data > file')
    expect((await session.execute('echo $x $Y; f; pwd')).stdout).toBe('1 2\nf\n/tmp\n')
    expect(session.env['Y']).toBe('2')
    expect((await session.execute('echo "$x$Y"; pwd; cat /tmp/file', { fresh: true })).stdout).toBe(
      '\n/workspace\ndata\n',
    )
  })

  test('options of a call hold for that call', async () => {
    const session = new Session({ env: { A: 'session' } })
    const options = { env: { A: 'call' }, cwd: '/tmp', args: ['one', 'two words'], stdin: 'input' }
    expect((await session.execute('echo $A $PWD "$#" "$2"; cat', options)).stdout).toBe('call /tmp 2 two words\ninput')
    expect((await session.execute('echo $A $PWD $#; cat')).stdout).toBe('session /workspace 0\n')
  })

  test('atomic publishes only success', async () => {
    const session = new Session({ files: { f: 'before' } })
    await session.execute('echo changed > f; false', { atomic: true })
    expect(session.readFile('f')).toBe('before')
    await session.execute('echo changed > f', { atomic: true })
    expect(session.readFile('f')).toBe('changed\n')
  })

  test('a syntax error anywhere runs nothing, unless asked for bash’s own way', async () => {
    const session = new Session()
    const script = 'echo ran\nif true; then\n'
    expect(await session.execute(script)).toMatchObject({ exitCode: 2, stdout: '' })
    expect(await session.execute(script, { parse: 'incremental' })).toMatchObject({ exitCode: 2, stdout: 'ran\n' })
  })

  test('the scheduler: endless writers, sleeping jobs, deadlocks, limits', async () => {
    const session = new Session()
    expect(await session.execute('yes | head -1')).toMatchObject({ exitCode: 0, stdout: 'y\n' })
    expect(await session.execute('seq 1 100000000 | head -3')).toMatchObject({ stdout: '1\n2\n3\n' })
    expect(await session.execute('{ sleep 1; echo a; } & wait')).toMatchObject({ stdout: 'a\n' })
    expect(await session.execute('printf "1\\n2\\n" | while read n; do echo "n=$n"; done')).toMatchObject({
      stdout: 'n=1\nn=2\n',
    })
    const slept = await session.execute('sleep 1000')
    expect(slept.durationMs).toBeLessThan(1_000)
    expect(slept.usage.virtualMs).toBeGreaterThanOrEqual(1_000_000)
    expect(await session.execute('mkfifo f; echo before; cat f')).toMatchObject({
      exitCode: 137,
      stdout: 'before\n',
      failure: { code: 'DEADLOCK' },
    })
    const endless = await session.execute('while :; do :; done', { limits: { steps: 100_000 } })
    expect(endless).toMatchObject({
      exitCode: 137,
      failure: { code: 'LIMIT_EXCEEDED', limit: 'steps', value: 100_000 },
    })
    expect(endless.failure!.hint).toMatch(/limits\.steps/)
  })

  test('the same step count on every run', async () => {
    const script =
      'seq 1 500 | sort -rn | while read n; do echo $n; done | head -50 | wc -l; { sleep 1; echo a; } & wait'
    const steps = new Set<number>()
    for (let run = 0; run < 5; run += 1) {
      const result = await new Session().execute(script)
      expect(result.stdout).toBe('50\na\n')
      steps.add(result.usage.steps)
    }
    expect(steps.size).toBe(1)
  })

  test('a timeout keeps the output so far', async () => {
    const session = new Session()
    const result = await session.execute('echo before; while :; do :; done', { timeoutMs: 50 })
    expect(result).toMatchObject({ exitCode: 124, stdout: 'before\n', failure: { code: 'TIMEOUT' } })
    expect((await session.execute('echo usable')).stdout).toBe('usable\n')
  })

  test('more output than is kept is counted and dropped', async () => {
    const session = new Session({ limits: { outputBytes: 1_000 } })
    const result = await session.execute('seq 1 1000')
    expect(result.truncated).toMatchObject({ stdout: true, stderr: false, stdoutTotal: 3_893 })
    expect(result.stdoutBytes).toHaveLength(1_000)
  })
})

describe('snapshots', () => {
  test('restore, fork and diff', async () => {
    const session = new Session({ files: { keep: '1', change: '1', gone: '1' } })
    const before = session.snapshot()
    await session.execute('echo 2 > change; rm gone; mkdir d; echo n > d/new; x=later; cd d')
    expect(session.diff(before).map(({ path, kind }) => [path, kind])).toEqual([
      ['change', 'modified'],
      ['d', 'created'],
      ['d/new', 'created'],
      ['gone', 'deleted'],
    ])
    const fork = before.fork()
    expect(fork.readFile('gone')).toBe('1')
    expect(fork.contentHash).toBe(before.contentHash)
    fork.writeFile('only-in-fork', '')
    session.restore(before)
    expect(session.contentHash).toBe(before.contentHash)
    expect((await session.execute('echo "[$x]"; pwd; ls')).stdout).toBe('[]\n/workspace\nchange\ngone\nkeep\n')
  })

  test('as bytes', async () => {
    const session = new Session({ files: { f: 'data' } })
    await session.execute('x=kept')
    const bytes = session.snapshot().toBytes()
    expect(session.snapshot().toBytes()).toEqual(bytes)
    const back = Snapshot.fromBytes(bytes)
    expect(back.contentHash).toBe(session.contentHash)
    expect((await back.fork().execute('echo $x; cat f')).stdout).toBe('kept\ndata')
    const damaged = bytes.slice()
    damaged[Math.floor(damaged.length / 2)]! ^= 1
    expect((await errorOf(() => Snapshot.fromBytes(damaged))).code).toBe('SNAPSHOT_CORRUPT')
    expect((await errorOf(() => Snapshot.fromBytes(bytes.subarray(0, 10)))).code).toBe('SNAPSHOT_CORRUPT')
    expect((await errorOf(() => session.snapshot().toBytes({ maxBytes: 10 }))).code).toBe('SNAPSHOT_TOO_LARGE')
  })

  test('a snapshot outlives its session', () => {
    const session = new Session({ files: { f: '1' } })
    const snapshot = session.snapshot()
    session.close()
    expect(snapshot.fork().readFile('f')).toBe('1')
  })

  test('equal files have the agreed content hash', () => {
    interface Vector {
      files_base64: Record<string, string>
      dirs: string[]
      root_hash: string
    }
    const { vectors } = JSON.parse(readFileSync(join(root, '__test__/vectors/tree_hash_vectors.json'), 'utf8')) as {
      vectors: Vector[]
    }
    expect(vectors.length).toBeGreaterThan(3)
    for (const { files_base64, dirs, root_hash } of vectors) {
      const files = Object.entries(files_base64).map(([path, base64]) => [path, Buffer.from(base64, 'base64')] as const)
      const session = new Session({ files: Object.fromEntries(files) })
      for (const folder of dirs) session.mkdir(folder, { createParents: true, existOk: true })
      expect(session.contentHash, Object.keys(files_base64).join(', ')).toBe(root_hash)
    }
  })
})

describe('determinism', () => {
  test('equal seeds, equal bytes; another seed, other bytes', async () => {
    const script = 'echo $RANDOM $RANDOM; head -c 8 /dev/urandom | wc -c; echo $$; ls -l'
    const run = async (seed: number) => (await new Session({ seed, files: { f: '1' } }).execute(script)).stdout
    expect(await run(1)).toBe(await run(1))
    expect(await run(1)).not.toBe(await run(2))
  })

  test('a fork goes on alike, and a seed of its own sets it apart', async () => {
    const session = new Session({ seed: 7 })
    await session.execute('echo $RANDOM')
    const next = async (fork: Session) => (await fork.execute('echo $RANDOM $RANDOM')).stdout
    expect(await next(session.fork())).toBe(await next(session.fork()))
    expect(await next(session.fork({ seed: 1 }))).not.toBe(await next(session.fork({ seed: 2 })))
  })

  test('the clock starts where it is told', async () => {
    const start = '2030-05-06T07:08:09Z'
    const session = new Session({ clock: { start }, files: { f: '' } })
    expect(session.stat('f').mtimeMs).toBe(Date.parse(start))
    expect(new Session({ files: { f: '' } }).stat('f').mtimeMs).toBe(Date.parse('2027-01-01T00:00:00Z'))
  })
})

describe('executors', () => {
  test('choose the commands', async () => {
    const executor = new Executor({ commands: ['cat', 'ls'] })
    expect(executor.commands).toEqual(['cat', 'ls'])
    const session = executor.session({ files: { f: 'x' } })
    expect((await session.execute('cat f')).stdout).toBe('x')
    expect(await session.execute('grep x f')).toMatchObject({ exitCode: 127 })
    expect((await errorOf(() => new Executor({ commands: ['nosuch'] }))).message).toMatch(/nosuch/)
  })

  test('give their limits, clock and seed to their sessions', async () => {
    const executor = new Executor({ limits: { fileBytes: 5 }, clock: { start: 0 }, seed: 3 })
    expect(executor.limits.fileBytes).toBe(5)
    const session = executor.session({ files: { f: '1' } })
    expect(session.stat('f').mtimeMs).toBe(0)
    expect((await errorOf(() => session.writeFile('g', '123456'))).code).toBe('EFBIG')
    expect(new Session({ executor }).executeSync('echo $RANDOM').stdout).toBe(
      session.executeSync('echo $RANDOM').stdout,
    )
  })

  test('read a script without running it', () => {
    const executor = new Executor()
    const parsed = executor.parse('cat a | grep "$x" > out && $cmd\n')
    expect(parsed.ok).toBe(true)
    expect(parsed.commands.map(({ name, argv }) => [name, argv])).toEqual([
      ['cat', ['cat', 'a']],
      ['grep', ['grep', null]],
      [null, [null]],
    ])
    expect(parsed.unknown.map(({ reason }) => reason)).toEqual(['computed-name'])
    const open = executor.parse('if true; then\n')
    expect(open).toMatchObject({ ok: false, error: { incomplete: true } })
    expect(executor.parse('echo )')).toMatchObject({ ok: false, error: { incomplete: false, line: 1 } })
  })
})
