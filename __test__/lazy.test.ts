/** Files that functions have, and mounted folders: read as they are wanted, and then kept. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Executor, Session, Snapshot } from '../dist/esm/index.js'
import { codeThrown as code } from './support/errors.js'

const folders: string[] = []
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mem-sandbox-mount-'))
  folders.push(path)
  return path
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

describe('files that functions have', () => {
  it('are fetched at the first read, once, also for forks', async () => {
    let calls = 0
    const session = new Session({
      files: {
        'a.txt': async () => {
          calls += 1
          return 'late\n'
        },
        'b.txt': 'now\n',
      },
    })
    expect((await session.execute('ls; echo *.txt; test -f a.txt && echo there')).stdout).toBe(
      'a.txt\nb.txt\na.txt b.txt\nthere\n',
    )
    expect(calls).toBe(0)
    const fork = session.fork()
    const results = await Promise.all([session.execute('cat a.txt a.txt'), fork.execute('wc -c < a.txt')])
    expect(results.map((result) => result.stdout)).toEqual(['late\nlate\n', '5\n'])
    expect((await session.snapshot().fork().execute('cat a.txt')).stdout).toBe('late\n')
    expect(calls).toBe(1)
    expect(session.readFile('a.txt')).toBe('late\n')
  })

  it('give bytes unharmed, and work as redirections, append targets and sources of copies', async () => {
    const bytes = new Uint8Array([0, 255, 254, 10])
    const session = new Session({ files: { 'a/b/x': () => bytes, y: () => Promise.resolve('1\n'), z: () => 'zz' } })
    const result = await session.execute(
      'cp a/b/x c; echo 2 >> y; cat y; echo new > z; cat z; ln y hard; cat hard; mv y w; cat w',
    )
    expect(result.stdout).toBe('1\n2\nnew\n1\n2\n1\n2\n')
    expect(session.readFile('c', { encoding: 'bytes' })).toEqual(bytes)
    expect(result.stderr).toBe('')
  })

  it('are never asked for when they are overwritten, moved or removed', async () => {
    let calls = 0
    const ask = () => {
      calls += 1
      return 'x'
    }
    const session = new Session({ files: { a: ask, b: ask, c: ask, 'd/e': ask } })
    await session.execute(
      'echo 1 > a; mv b bb; rm c; mv d dd; chmod 600 bb; touch -d 2020-01-01 bb; find . -type f > /dev/null',
    )
    session.writeFile('a', 'again')
    expect(calls).toBe(0)
    expect((await session.execute('cat bb dd/e')).stdout).toBe('xx')
    expect(calls).toBe(2)
  })

  it('throw ASYNC_REQUIRED in synchronous calls, which then did nothing; load fetches them ahead', async () => {
    const session = new Session({ files: { 'a.txt': async () => 'A', 'sub/b.txt': () => 'B' } })
    expect(code(() => session.readFile('a.txt'))).toBe('ASYNC_REQUIRED')
    expect(code(() => session.executeSync('echo x > made; cat a.txt'))).toBe('ASYNC_REQUIRED')
    expect(code(() => session.readFile('made'))).toBe('ENOENT')
    expect(session.executeSync('echo fine').stdout).toBe('fine\n')
    expect(code(() => session.applyPatch('*** Begin Patch\n*** Update File: a.txt\n@@\n-A\n+AA\n*** End Patch'))).toBe(
      'ASYNC_REQUIRED',
    )
    expect(await session.load('sub')).toBe(1)
    expect(session.readFile('sub/b.txt')).toBe('B')
    expect(await session.load()).toBe(1)
    expect(await session.load()).toBe(1)
    expect(session.executeSync('cat a.txt').stdout).toBe('A')
    expect(await session.load()).toBe(0)
    session.applyPatch('*** Begin Patch\n*** Update File: a.txt\n@@\n-A\n+AA\n*** End Patch')
    expect(session.readFile('a.txt')).toMatch(/^AA/)
  })

  it('that fail are EIO, and are asked again by the next reader', async () => {
    let calls = 0
    const session = new Session({
      files: {
        'a.txt': () => {
          calls += 1
          if (calls === 1) throw new Error('no')
          return calls === 2 ? Promise.reject(new Error('no')) : 'yes'
        },
        wrong: () => 42 as never,
      },
    })
    const result = await session.execute('cat a.txt; cat a.txt; cat a.txt; cat wrong')
    expect(result.stdout).toBe('yes')
    expect(result.stderr).toBe(
      'cat: a.txt: Input/output error\ncat: a.txt: Input/output error\ncat: wrong: Input/output error\n',
    )
    await expect(session.load('wrong')).rejects.toMatchObject({ code: 'EIO' })
  })

  it('can be waited for no longer than the time of the call, and an abort ends the wait', async () => {
    const session = new Session({ files: { never: () => new Promise<string>(() => {}) } })
    const late = await session.execute('echo before; cat never; echo after', { timeoutMs: 50 })
    expect([late.exitCode, late.failure?.code, late.stdout]).toEqual([124, 'TIMEOUT', 'before\n'])
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const started = performance.now()
    const aborted = await session.execute('cat never', { signal: controller.signal })
    expect(aborted.failure?.code).toBe('CANCELLED')
    expect(performance.now() - started).toBeLessThan(2_000)
    expect((await session.execute('echo ok')).stdout).toBe('ok\n')
  })

  it('do not hold up other sessions, however many wait', async () => {
    const answers: Array<(text: string) => void> = []
    const waiting = Array.from({ length: 24 }, () => {
      const session = new Session({ files: { f: () => new Promise<string>((resolve) => answers.push(resolve)) } })
      return session.execute('cat f')
    })
    expect((await new Session().execute('echo free')).stdout).toBe('free\n')
    while (answers.length < 24) await new Promise((resolve) => setTimeout(resolve, 5))
    answers.forEach((resolve, index) => resolve(`${index}`))
    expect((await Promise.all(waiting)).map((result) => result.stdout).toSorted()).toEqual(
      Array.from({ length: 24 }, (_, index) => `${index}`).toSorted(),
    )
  })

  it('count in hashes, totals and bytes once they were read; reading is no change', async () => {
    const eager = new Session({ files: { 'a.txt': 'A\n', 'b.txt': 'B\n' } })
    const session = new Session({ files: { 'a.txt': 'A\n', 'b.txt': () => 'B\n' } })
    const base = session.snapshot()
    expect(session.contentHash).toBe(new Session({ files: { 'a.txt': 'A\n' } }).contentHash)
    const { revision } = session
    const result = await session.execute('cat b.txt')
    expect(session.contentHash).toBe(eager.contentHash)
    expect(session.stats).toEqual(eager.stats)
    expect(session.diff(base)).toEqual([])
    expect([result.changed, session.revision]).toEqual([false, revision])
    expect(session.fork().diff(base)).toEqual([])
    expect(Snapshot.fromBytes(session.snapshot().toBytes()).fork().readFile('b.txt')).toBe('B\n')
    expect(Snapshot.fromBytes(base.toBytes()).fork().executeSync('ls').stdout).toBe('a.txt\n')
    await session.execute('echo more >> b.txt; rm a.txt')
    expect(session.diff(base).map(({ path, kind }) => `${kind} ${path}`)).toEqual(['deleted a.txt', 'modified b.txt'])
    const fork = base.fork()
    await fork.execute('rm b.txt')
    expect(fork.diff(base).map(({ path, kind }) => `${kind} ${path}`)).toEqual(['deleted b.txt'])
    expect(fork.revision).toBe(1)
  })

  it('merge: what was only read is as the base was', async () => {
    const base = new Session({ files: { 'lazy.txt': () => 'one\ntwo\nthree\n', 'other.txt': 'o\n' } }).snapshot()
    const [ours, theirs] = base.fork({ count: 2 }) as [Session, Session]
    await ours.execute('cat lazy.txt; echo 1 >> other.txt')
    await theirs.execute('sed -i s/two/TWO/ lazy.txt')
    ours.merge(theirs)
    expect(ours.readFile('lazy.txt')).toBe('one\nTWO\nthree\n')
    expect(ours.readFile('other.txt')).toBe('o\n1\n')
    const third = base.fork()
    await third.execute('mv lazy.txt moved.txt')
    const fourth = base.fork()
    fourth.merge(third)
    expect((await fourth.execute('cat moved.txt; ls')).stdout).toBe('one\ntwo\nthree\nmoved.txt\nother.txt\n')
  })

  it('work through an executor too, and are checked like other options', async () => {
    const session = new Executor({ commands: ['cat'] }).session({ files: { f: () => 'x' } })
    expect((await session.execute('cat f')).stdout).toBe('x')
    expect(code(() => new Session({ files: { f: 5 as never } }))).toBe('INVALID_ARGUMENT')
    expect(code(() => new Session({ mounts: [{ path: 'x' } as never] }))).toBe('INVALID_ARGUMENT')
    expect(code(() => new Session({ mounts: [{ path: 'x', source: '/tmp', mode: 'rw' as never }] }))).toBe(
      'INVALID_ARGUMENT',
    )
    expect(code(() => new Session({ mounts: [{ path: 'x', source: '/no/such/folder' }] }))).toBe('ENOENT')
    expect(code(() => new Session({ mounts: [{ path: 'x', source: { directory: '/tmp', depth: 3 } as never }] }))).toBe(
      'INVALID_ARGUMENT',
    )
  })
})

describe('mounts of host folders', () => {
  function project(): string {
    const top = folder()
    mkdirSync(join(top, 'src/deep'), { recursive: true })
    writeFileSync(join(top, 'readme.md'), 'hello\n')
    writeFileSync(join(top, 'src/a.ts'), 'let a = 1\n')
    writeFileSync(join(top, 'src/deep/b.ts'), 'let b = 2\n')
    writeFileSync(join(top, '.env'), 'SECRET=1\n')
    writeFileSync(join(top, '.gitignore'), 'ignored.txt\n')
    writeFileSync(join(top, 'ignored.txt'), 'no\n')
    mkdirSync(join(top, 'node_modules'))
    chmodSync(join(top, 'readme.md'), 0o755)
    return top
  }

  it('are read as they are wanted; what fromDirectory leaves out is not there', async () => {
    const top = project()
    const session = new Session({ mounts: [{ path: 'p', source: top }] })
    const result = await session.execute(
      'find p | sort; cat p/readme.md; grep -rn let p; stat -c "%a %s" p/readme.md; ls -l p/src | head -1; cd p/src && cat deep/../a.ts',
    )
    expect(result.stderr).toBe('')
    expect(result.stdout).toBe(
      'p\np/.gitignore\np/readme.md\np/src\np/src/a.ts\np/src/deep\np/src/deep/b.ts\nhello\n' +
        'p/src/a.ts:1:let a = 1\np/src/deep/b.ts:1:let b = 2\n755 6\ntotal 8\nlet a = 1\n',
    )
    const narrow = new Session({
      mounts: [{ path: 'p', source: { directory: top, include: ['*.ts', '.env'], exclude: ['deep'] } }],
    })
    expect(narrow.executeSync('find p -type f | sort').stdout).toBe('p/.env\np/src/a.ts\n')
  })

  it('refuse every change under readOnly', async () => {
    const top = project()
    const session = new Session({ mounts: [{ path: '/mnt/p', source: top, mode: 'readOnly' }] })
    const commands = [
      'echo x > /mnt/p/new',
      'echo x >> /mnt/p/readme.md',
      'rm /mnt/p/readme.md',
      'mkdir /mnt/p/d',
      'mv /mnt/p/readme.md /tmp/x',
      'mv /tmp /mnt/p/t',
      'chmod 600 /mnt/p/readme.md',
      'touch /mnt/p/readme.md',
      'ln -s x /mnt/p/link',
      'ln /mnt/p/readme.md /tmp/hard',
      'rm -rf /mnt',
      'mv /mnt /elsewhere',
      'rmdir /mnt/p/src/deep',
      'truncate -s 0 /mnt/p/readme.md',
      'sed -i s/h/H/ /mnt/p/readme.md',
    ]
    for (const command of commands) {
      const result = await session.execute(command)
      expect([command, result.exitCode]).not.toEqual([command, 0])
      expect([command, result.stderr]).toEqual([
        command,
        expect.stringMatching(/Read-only file system|Device or resource busy|Invalid cross-device link|not permitted/),
      ])
    }
    expect(code(() => session.writeFile('/mnt/p/new', 'x'))).toBe('EROFS')
    expect(code(() => session.remove('/mnt', { recursive: true }))).toBe('EBUSY')
    expect((await session.fork().execute('echo x > /mnt/p/new')).exitCode).toBe(1)
    expect(execFileSync('find', ['.'], { cwd: top, encoding: 'utf8' }).split('\n').length).toBe(11)
    expect(session.readFile('/mnt/p/readme.md')).toBe('hello\n')
  })

  it('keep changes to the session under copyOnWrite, for the whole workspace too', async () => {
    const top = project()
    const session = new Session({
      mounts: [{ path: '/workspace', source: top, mode: 'copyOnWrite' }],
      files: { extra: 'e' },
    })
    const base = session.snapshot()
    const result = await session.execute(
      'echo more >> readme.md; rm src/a.ts; mkdir -p new/x; mv src/deep moved; echo 1 > new/x/y; cat moved/b.ts; ls',
    )
    expect(result.stderr).toBe('')
    expect(result.stdout).toBe('let b = 2\nextra\nmoved\nnew\nreadme.md\nsrc\n')
    expect(session.diff(base).map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      'created moved',
      'renamed moved/b.ts',
      'created new',
      'created new/x',
      'created new/x/y',
      'modified readme.md',
      'deleted src/a.ts',
      'deleted src/deep',
    ])
    expect(session.patch(base)).toContain('+more')
    expect(base.fork().executeSync('cat src/a.ts readme.md').stdout).toBe('let a = 1\nhello\n')
    expect(execFileSync('cat', [join(top, 'readme.md')], { encoding: 'utf8' })).toBe('hello\n')
  })

  it('do not lead out: links, .. and a folder that is swapped for a link (B295)', async () => {
    const top = project()
    const outside = folder()
    writeFileSync(join(outside, 'secret'), 'host secret\n')
    symlinkSync(join(outside, 'secret'), join(top, 'absolute'))
    symlinkSync('../../../../etc/passwd', join(top, 'relative'))
    symlinkSync(outside, join(top, 'out'))
    execFileSync('mkfifo', [join(top, 'fifo')])
    const session = new Session({ mounts: [{ path: '/proj', source: top, mode: 'copyOnWrite' }] })
    const result = await session.execute(
      'cat /proj/absolute /proj/out/secret /proj/../proj/../../etc/hostname-no; ls /proj; readlink /proj/relative; echo x > /proj/absolute',
    )
    expect(result.stdout + result.stderr).not.toContain('host secret')
    expect(result.stdout).toContain('../../../../etc/passwd')
    expect(result.stdout).not.toContain('fifo')
    expect(execFileSync('cat', [join(outside, 'secret')], { encoding: 'utf8' })).toBe('host secret\n')
    // Listed as a folder, then swapped for a link before anything in it is opened.
    expect((await session.execute('ls /proj/src')).stdout).toBe('a.ts\ndeep\n')
    rmSync(join(top, 'src'), { recursive: true })
    symlinkSync(outside, join(top, 'src'))
    writeFileSync(join(outside, 'a.ts'), 'host secret\n')
    const swapped = await session.execute('cat /proj/src/a.ts; ls /proj/src/deep')
    expect(swapped.stdout + swapped.stderr).not.toContain('host secret')
    expect(swapped.stderr).toMatch(/a\.ts: /)
    expect(swapped.stderr).not.toContain(top)
  })

  it('keep what was read, whatever the host does then; limits hold', async () => {
    const top = project()
    const session = new Session({ mounts: [{ path: 'p', source: top }], limits: { fileBytes: 100 } })
    expect(session.readFile('p/readme.md')).toBe('hello\n')
    writeFileSync(join(top, 'readme.md'), 'changed\n')
    writeFileSync(join(top, 'large'), 'x'.repeat(101))
    expect((await session.execute('cat p/readme.md')).stdout).toBe('hello\n')
    expect(session.fork().readFile('p/readme.md')).toBe('hello\n')
    const large = new Session({ mounts: [{ path: 'p', source: top }], limits: { fileBytes: 100 } })
    expect((await large.execute('cat p/large')).stderr).toBe('cat: p/large: File too large\n')
    const many = new Session({ mounts: [{ path: 'p', source: top, mode: 'copyOnWrite' }], limits: { nodes: 6 } })
    expect((await many.execute('cat p/readme.md; echo x > p/new')).stderr).toContain('No space left on device')
  })
})

describe('mounts of snapshots', () => {
  it('share the bytes of a snapshot, and are not changed by writes', async () => {
    const library = new Session({ files: { 'lib/a.txt': 'A\n', 'lib/b.txt': 'B\n', 'top.txt': 'T\n' } })
    library.executeSync('ln -s a.txt lib/link; chmod +x top.txt; mkfifo lib/pipe')
    const source = library.snapshot()
    const session = new Session({
      mounts: [
        { path: 'ro', source },
        { path: 'rw', source, mode: 'copyOnWrite' },
      ],
    })
    const result = await session.execute(
      'cat ro/lib/link rw/lib/b.txt; echo more >> rw/lib/b.txt; cat rw/lib/b.txt ro/lib/b.txt; ls -F ro ro/lib; rm -r rw; ls',
    )
    expect(result.stderr).toBe('')
    expect(result.stdout).toBe('A\nB\nB\nmore\nB\nro:\nlib/\ntop.txt*\n\nro/lib:\na.txt\nb.txt\nlink@\nro\n')
    expect(library.readFile('lib/b.txt')).toBe('B\n')
    expect(session.executeSync('echo x > ro/lib/c').stderr).toBe('bash: line 1: ro/lib/c: Read-only file system\n')
  })

  it('hand on what the snapshot has not read itself', async () => {
    let calls = 0
    const origin = new Session({ files: { f: () => `${(calls += 1)}` } })
    const session = new Session({ mounts: [{ path: 'm', source: origin.snapshot() }] })
    expect((await session.execute('cat m/f; cat m/f')).stdout).toBe('11')
    expect((await origin.execute('cat f')).stdout).toBe('1')
  })

  it('are EEXIST where something is', () => {
    const source = new Session().snapshot()
    expect(code(() => new Session({ mounts: [{ path: '/', source }] }))).toBe('EEXIST')
    expect(
      code(
        () =>
          new Session({
            mounts: [
              { path: 'a', source },
              { path: 'a', source },
            ],
          }),
      ),
    ).not.toBe('no error')
    expect(new Session({ mounts: [{ path: '/tmp', source }] }).executeSync('ls /tmp').stdout).toBe('')
  })
})

describe('many files in mounts', () => {
  const files = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`d${index % 500}/f${index}.txt`, `${index}\n`]),
  )
  const source = new Session({ files, limits: { nodes: 60_000 } }).snapshot()
  const mounts = ['a', 'b', 'c'].map((path) => ({ path, source }))

  it('grep -r goes through 150,000 files of three mounts (B264)', async () => {
    const session = new Session({ mounts })
    const result = await session.execute('grep -rl "^49999$" . | sort; find . -type f | wc -l')
    expect(result.failure).toBeNull()
    expect(result.stderr).toBe('')
    expect(result.stdout).toBe('./a/d499/f49999.txt\n./b/d499/f49999.txt\n./c/d499/f49999.txt\n150000\n')
    expect(session.stats.nodes).toBeGreaterThan(150_000)
  })

  it('find / under a limit of output is capped and says so (B263)', async () => {
    const session = new Session({ mounts, limits: { outputBytes: 1_000_000 } })
    const result = await session.execute("find / -name '*'")
    expect(result.stdoutBytes.length).toBe(1_000_000)
    expect(result.truncated).toMatchObject({ stdout: true })
    expect(result.truncated.stdoutTotal).toBeGreaterThan(2_000_000)
    expect(session.stats.nodes).toBeLessThan(10)
  })
})

it('hashes of files that functions have are those of their bytes', async () => {
  const session = new Session({
    files: { 'a.txt': () => 'one\n', 'b.txt': () => 'one\n', 'late.txt': async () => 'x\n' },
  })
  const plain = new Session({ files: { 'a.txt': 'one\n' } })
  const { contentHash } = plain.readLines('a.txt')
  await session.load('a.txt')
  expect(session.readLines('a.txt').contentHash).toBe(contentHash)
  session.writeFile('a.txt', 'two\n', { ifHash: contentHash })
  const patch = '--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-one\n+two\n'
  await session.load('b.txt')
  expect(session.applyPatch(patch).files[0]!.previousHash).toBe(contentHash)
  // What is there and cannot be had at once is not called missing.
  const late = patch.replaceAll('b.txt', 'late.txt').replace('-one', '-x')
  expect(() => session.applyPatch(late)).toThrow(expect.objectContaining({ code: 'ASYNC_REQUIRED' }))
  await session.load('late.txt')
  expect(session.applyPatch(late).files[0]!.action).toBe('modified')
})
