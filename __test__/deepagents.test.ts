/** The backend for Deep Agents. With Deep Agents itself it is tested by `npm run test:fixtures`. */
import { Session } from 'mem-sandbox'
import { createBackend } from 'mem-sandbox/deepagents'
import { createTools } from 'mem-sandbox/tools'
import { describe, expect, test } from 'vitest'
import { globMatcher } from '../ts/deepagents/glob.js'
import { checks } from './fixtures/deepagents/suite.mjs'

describe('what a sandbox must do', () => {
  const native = {
    create: (files?: Record<string, string | Uint8Array>) => createBackend(new Session({ files })),
    close: (backend: { close(): void }) => backend.close(),
    numbered: false,
  }
  test.each(checks)('$group: $name', ({ run }) => run(native))
  test('93 checks', () => expect(checks).toHaveLength(93))
})

const backendOf = (files: Record<string, string | Uint8Array> = {}) => createBackend(new Session({ files }))

describe('execute', () => {
  test('each command has a fresh shell, where the session was', async () => {
    const session = new Session({ cwd: '/workspace/app', env: { KEPT: 'yes' } })
    const backend = createBackend(session)
    await backend.execute('cd /; X=1; export KEPT=no; f() { :; }')
    expect((await backend.execute('pwd; echo "[$X] $KEPT"; type f')).output).toBe(
      '/workspace/app\n[] yes\nbash: line 1: type: f: not found\n',
    )
    const lasting = createBackend(session, { fresh: false })
    await lasting.execute('cd /; X=1')
    expect((await lasting.execute('echo $PWD $X')).output).toBe('/ 1\n')
  })

  test('a command that is stopped says why', async () => {
    const backend = createBackend(new Session(), { timeoutSeconds: 1 })
    const { output, exitCode } = await backend.execute('echo started; while :; do :; done')
    expect([exitCode, output]).toEqual([124, expect.stringMatching(/^started\n\[stopped: .*\]\n$/)])
  })

  test('long output is cut in the middle, and told', async () => {
    const { output, truncated, exitCode } = await createBackend(new Session(), { outputBytes: 200 }).execute('seq 1000')
    expect([truncated, exitCode]).toEqual([true, 0])
    expect(output).toMatch(/^1\n[\s\S]*truncated[\s\S]*\n1000\n$/)
  })

  test('what the session cannot run is an answer', async () => {
    const session = new Session()
    const backend = createBackend(session)
    for (const command of ['if', 'echo \0', '\uD800']) {
      const { exitCode, output } = await backend.execute(command)
      expect(exitCode).toBeGreaterThan(0)
      expect(output).not.toBe('')
    }
    session.close()
    expect(await backend.execute('true')).toMatchObject({ exitCode: 1, output: expect.stringContaining('closed') })
    expect(await backend.read('/a')).toMatchObject({ error: expect.stringContaining('closed') })
    expect(await backend.uploadFiles([['/workspace/a', Uint8Array.of(1)]])).toEqual([
      { path: '/workspace/a', error: 'invalid_path' },
    ])
  })
})

describe('files', () => {
  test('text is read as it stands, with where it is', async () => {
    const backend = backendOf({ 'a.txt': '1\n2\n3', 'blank.txt': '\n \n', 'bom.txt': '\uFEFFx\n' })
    expect(await backend.read('/workspace/a.txt')).toEqual({
      content: '1\n2\n3',
      mimeType: 'text/plain',
      totalLines: 3,
      startLine: 1,
      endLine: 3,
    })
    expect(await backend.read('/workspace/a.txt', 1, 1)).toMatchObject({ content: '2', nextOffset: 2 })
    expect(await backend.read('/workspace/a.txt', -1.5, 1.9)).toMatchObject({ content: '1', startLine: 1 })
    expect(await backend.read('/workspace/a.txt', 3)).toEqual({ error: 'Line offset 3 exceeds file length (3 lines)' })
    expect(await backend.read('/workspace/a.txt', 0, NaN)).toMatchObject({ content: '' })
    expect(await backend.read('/workspace/blank.txt')).toMatchObject({ content: '\n \n' })
    expect(await backend.read('/workspace/bom.txt')).toMatchObject({ content: '\uFEFFx\n' })
    expect(await backend.read('/workspace')).toEqual({ error: "'/workspace' is a directory, not a file" })
  })

  test('what is no text by its name is written as base64', async () => {
    const backend = backendOf()
    expect(await backend.write('/workspace/p.png', ' iVBO\nRw== ')).toMatchObject({ path: '/workspace/p.png' })
    expect(await backend.write('/workspace/q.pdf', 'data:application/pdf;base64,JVBERg==')).toMatchObject({
      path: '/workspace/q.pdf',
    })
    expect((await backend.execute('cat p.png | od -An -tx1; cat q.pdf')).output).toBe(' 89 50 4e 47\n%PDF')
    expect(await backend.write('/workspace/p.png', 'just text!')).toMatchObject({
      error: expect.stringContaining('base64'),
    })
  })

  test('what is no text by its content is not edited into something else', async () => {
    const backend = backendOf({ 'a.txt': Uint8Array.of(0x61, 0xff) })
    expect(await backend.edit('/workspace/a.txt', 'a', 'b')).toMatchObject({ error: expect.stringContaining('UTF-8') })
    expect(await backend.read('/workspace/a.txt')).toMatchObject({ content: 'a\uFFFD' })
  })

  test('errors on the way up and down have their codes', async () => {
    const session = new Session({
      files: { locked: 'x', secret: 'x', f: 'x' },
      policy: { paths: { readOnly: ['locked'], hidden: ['secret'] } },
      limits: { fileBytes: 100 },
    })
    const backend = createBackend(session)
    const bytes = new Uint8Array(200)
    const asked: Array<[string, string]> = [
      ['/workspace/locked', 'permission_denied'],
      ['/workspace', 'is_directory'],
      ['/workspace/f/below', 'invalid_path'],
      [`/workspace/${'n'.repeat(300)}`, 'invalid_path'],
      ['/workspace/nul\0', 'invalid_path'],
      ['/usr/bin/new', 'permission_denied'],
      ['/workspace/large', 'permission_denied'],
    ]
    expect(
      await backend.uploadFiles(asked.map(([path]) => [path, path.endsWith('large') ? bytes : Uint8Array.of(1)])),
    ).toEqual(asked.map(([path, error]) => ({ path, error })))
    expect(await backend.downloadFiles(['/workspace/secret', '/workspace/f/below', '/workspace/f'])).toEqual([
      { path: '/workspace/secret', content: null, error: 'file_not_found' },
      { path: '/workspace/f/below', content: null, error: 'invalid_path' },
      { path: '/workspace/f', content: new Uint8Array([0x78]), error: null },
    ])
    expect(await backend.write('/workspace/locked', 'y')).toMatchObject({ error: expect.stringContaining('policy') })
    expect(await backend.delete('/workspace/locked')).toMatchObject({ error: expect.stringContaining('policy') })
    expect(await backend.delete('/workspace')).toMatchObject({ error: expect.stringContaining('busy') })
    expect(await backend.ls('/workspace')).toMatchObject({
      files: [{ path: '/workspace/f' }, { path: '/workspace/locked' }],
    })
  })

  test('links are seen through, and removed as links', async () => {
    const backend = backendOf({ 'd/a.txt': 'x' })
    await backend.execute('ln -s d link; ln -s nowhere broken; ln -s d/a.txt file')
    expect((await backend.ls('/workspace')).files?.map(({ path }) => path)).toEqual([
      '/workspace/broken',
      '/workspace/d/',
      '/workspace/file',
      '/workspace/link/',
    ])
    expect(await backend.delete('/workspace/link')).toMatchObject({ path: '/workspace/link' })
    expect(await backend.delete('/workspace/broken')).toMatchObject({ path: '/workspace/broken' })
    expect(await backend.read('/workspace/d/a.txt')).toMatchObject({ content: 'x' })
  })

  test('files of functions are fetched', async () => {
    const backend = createBackend(
      new Session({
        files: { 'lazy.txt': async () => 'needle\n', 'fails.txt': () => Promise.reject(new Error('no')) },
      }),
    )
    expect(await backend.grep('needle', '/workspace')).toEqual({
      matches: [{ path: '/workspace/lazy.txt', line: 1, text: 'needle' }],
    })
    expect(await backend.read('/workspace/lazy.txt')).toMatchObject({ content: 'needle\n' })
    expect(await backend.read('/workspace/fails.txt')).toMatchObject({ error: expect.any(String) })
  })

  test('grep without a folder searches everything but the system; with one, paths below it can be named', async () => {
    const backend = backendOf({ 'a/b.py': 'here\n', 'b.py': 'here\n', 'c.js': 'here' })
    expect((await backend.grep('here')).matches?.map(({ path }) => path)).toEqual([
      '/workspace/a/b.py',
      '/workspace/b.py',
      '/workspace/c.js',
    ])
    expect((await backend.grep('here', '/workspace', 'a/*.py')).matches).toHaveLength(1)
    expect((await backend.grep('here', '/workspace', '*.{py,js}')).matches).toHaveLength(3)
    expect((await backend.glob('/workspace/**/*.py', '/workspace')).files?.map(({ path }) => path)).toEqual([
      'a/b.py',
      'b.py',
    ])
  })

  test('calls take their turns with each other and with the tools', async () => {
    const session = new Session()
    const backend = createBackend(session)
    const [, , read] = await Promise.all([
      backend.execute('sleep 1; for i in $(seq 1000); do :; done; echo 1 > f'),
      createTools(session).execute.run({ command: 'echo 2 >> f' }),
      backend.read('/workspace/f'),
      backend.write('/workspace/f', 'last'),
    ])
    expect(read.content).toBe('1\n2\n')
    expect(session.readFile('f')).toBe('last')
  })
})

test('options are checked', () => {
  for (const options of [{ timeoutSeconds: 0 }, { outputBytes: -1 }, { fresh: 1 }, { name: 'x' }]) {
    expect(() => createBackend(new Session(), options as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  }
  expect(createBackend(new Session(), { id: 'mine' }).id).toBe('mine')
  expect(createBackend(new Session(), { id: '' }).id).toMatch(/^mem-sandbox-\d+$/)
})

test.each([
  ['*.ts', ['a.ts', '.ts'], ['a/b.ts', 'a.tsx']],
  ['**/*.ts', ['a.ts', 'a/b.ts', 'a/b/c.ts'], ['a.js']],
  ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a']],
  ['a/**/b', ['a/b', 'a/x/y/b'], ['ab']],
  ['{a,b{1,2}}.c', ['a.c', 'b1.c', 'b2.c'], ['b.c', '{a,b{1,2}}.c']],
  ['{a}', ['{a}'], ['a']],
  ['{a', ['{a'], ['a']],
  ['[!a-c]?', ['dx'], ['ax', 'd', 'd/', '/x']],
  ['[]a]', [']', 'a'], ['b']],
  ['[z-a]', ['[z-a]'], ['z']],
  ['[a', ['[a'], ['a']],
  ['a.b+c(d)|e^$\\', ['a.b+c(d)|e^$\\'], ['axb+c(d)|e^$\\']],
  ['?', ['🎉', 'a'], ['', '/']],
  ['a-b', ['a-b'], ['a+b']],
])('the pattern %s', (pattern, matching, others) => {
  const fits = globMatcher(pattern)
  expect(matching.filter((path) => !fits(path))).toEqual([])
  expect(others.filter((path) => fits(path))).toEqual([])
})

test('a pattern of many stars takes no longer than its length', () => {
  const fits = globMatcher(`${'*a'.repeat(40)}*b`)
  const started = performance.now()
  expect([fits('a'.repeat(2_000)), fits(`${'a'.repeat(2_000)}b`)]).toEqual([false, true])
  expect(performance.now() - started).toBeLessThan(2_000)
})

describe('a session that is opened later', () => {
  const lazily = () => {
    const opened: Session[] = []
    const backend = createBackend(async () => {
      opened.push(new Session({ cwd: '/workspace/app', files: { 'app/a.txt': 'one\n' } }))
      return opened.at(-1)!
    })
    return { backend, opened }
  }

  test('serves all calls, once the first has opened it', async () => {
    const { backend, opened } = lazily()
    expect(backend.id).toMatch(/^mem-sandbox-./)
    expect(createBackend(async () => new Session()).id).not.toBe(backend.id)
    expect([backend.isRunning, opened.length]).toEqual([true, 0])
    const [read, ran] = await Promise.all([backend.read('a.txt'), backend.execute('pwd; ls')])
    expect(read.content).toBe('one\n')
    expect(ran.output).toBe('/workspace/app\na.txt\n')
    expect((await backend.downloadFiles(['a.txt']))[0]!.error).toBeNull()
    expect(opened).toHaveLength(1)
    backend.close()
    expect([backend.isRunning, opened[0]!.closed]).toEqual([false, true])
  })

  test('is not opened any more after close', async () => {
    const { backend, opened } = lazily()
    backend.close()
    expect((await backend.read('a.txt')).error).toContain('closed')
    expect(await backend.execute('true')).toMatchObject({ exitCode: 1, output: expect.stringContaining('closed') })
    expect([backend.isRunning, opened.length]).toEqual([false, 0])
  })

  test('that is being opened when it is closed is closed at once', async () => {
    const { backend, opened } = lazily()
    const reading = backend.read('a.txt')
    backend.close()
    expect((await reading).error).toContain('closed')
    expect(opened[0]!.closed).toBe(true)
  })

  test('that can’t be opened is an answer', async () => {
    const backend = createBackend(() => {
      throw new Error('no such bucket')
    })
    expect((await backend.ls('/')).error).toContain('could not be opened')
    expect(await backend.uploadFiles([['a', new Uint8Array()]])).toEqual([{ path: 'a', error: 'invalid_path' }])
  })
})
