/** What `MemSandboxClient` makes, method by method: manifests, commands, files, archives, life. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { Session } from 'mem-sandbox'
import { MemSandboxClient, MemSandboxSession } from 'mem-sandbox/openai-agents'
import { Manifest } from '@openai/agents/sandbox'
import type { Entry, ManifestInit } from '@openai/agents/sandbox'
import { truncateOutput } from '@openai/agents-core/sandbox/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { truncateExecOutput } from '../dist/esm/openai-agents/exec-output.js'

const text = (content: string): Entry => ({ type: 'file', content })
const clients = new WeakMap<MemSandboxSession, MemSandboxClient>()
const clientOf = (sandbox: MemSandboxSession) => clients.get(sandbox)!

async function make(init: ManifestInit = {}, options?: ConstructorParameters<typeof MemSandboxClient>[0]) {
  const client = new MemSandboxClient(options)
  const sandbox = await client.create(new Manifest(init))
  clients.set(sandbox, client)
  return sandbox
}

const string = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('manifests', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-'))
    mkdirSync(join(folder, 'src/deep'), { recursive: true })
    writeFileSync(join(folder, 'src/a.txt'), 'a\n')
    writeFileSync(join(folder, 'src/deep/run.sh'), 'echo ran\n', { mode: 0o755 })
    writeFileSync(join(folder, 'src/.env'), 'SECRET=1\n')
    writeFileSync(join(folder, 'src/.gitignore'), 'a.txt\n')
    mkdirSync(join(folder, 'linked'))
    symlinkSync('/etc/passwd', join(folder, 'linked/passwd'))
    symlinkSync(join(folder, 'src'), join(folder, 'other'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('files and folders of all kinds', async () => {
    const sandbox = await make(
      {
        entries: {
          'f.txt': text('f\n'),
          bytes: { type: 'file', content: new Uint8Array([0, 255]) },
          empty: { type: 'dir' },
          tree: {
            type: 'dir',
            permissions: { owner: 7, group: 0, other: 0 },
            children: { 'run.sh': { ...text('echo ran\n'), permissions: '-rwxr-x---' } },
          },
          one: { type: 'local_file', src: 'src/a.txt' },
          all: { type: 'local_dir', src: 'src' },
        },
      },
      { hostRoot: folder },
    )
    const { session } = sandbox
    const ran = await session.execute('find . -printf "%p %m\\n" | sort; ./tree/run.sh; all/deep/run.sh')
    expect(ran.stdout.split('\n')).toEqual([
      '. 755',
      './all 755',
      './all/.gitignore 644',
      './all/a.txt 644',
      './all/deep 755',
      './all/deep/run.sh 755',
      './bytes 644',
      './empty 755',
      './f.txt 644',
      './one 644',
      './tree 700',
      './tree/run.sh 750',
      'ran',
      'ran',
      '',
    ])
    expect([...session.readBytes('bytes')]).toEqual([0, 255])
  })

  test('what of a local folder is taken can be chosen', async () => {
    const localDirectories = { include: ['.env'] }
    const sandbox = await make(
      { entries: { s: { type: 'local_dir', src: 'src' } } },
      { hostRoot: folder, localDirectories },
    )
    expect(sandbox.session.list('s').map(({ name }) => name)).toEqual(['.env'])
  })

  test('a path grant opens another folder of the host', async () => {
    const entries = { s: { type: 'local_file' as const, src: join(folder, 'src/a.txt') } }
    await expect(make({ entries }, { hostRoot: '/nonexistent' })).rejects.toThrow(/must lie in/)
    const sandbox = await make({ entries, extraPathGrants: [{ path: folder }] }, { hostRoot: tmpdir() })
    expect(sandbox.session.readFile('s')).toBe('a\n')
  })

  test.each<[string, Entry, RegExp]>([
    ['a link in a folder', { type: 'local_dir', src: 'linked' }, /symbolic links/],
    ['a link on the way', { type: 'local_file', src: 'other/a.txt' }, /through links/],
    ['a link itself', { type: 'local_file', src: 'linked/passwd' }, /through links/],
    ['a path outside', { type: 'local_file', src: '../x' }, /must lie in/],
    ['a missing file', { type: 'local_file', src: 'missing' }, /ENOENT/],
    ['a folder as a file', { type: 'local_file', src: 'src' }, /no file/],
  ])('of the host %s is refused', async (_, entry, message) => {
    await expect(make({ entries: { x: entry } }, { hostRoot: folder })).rejects.toThrow(message)
  })

  test.each<[string, ManifestInit]>([
    ['git_repo', { entries: { x: { type: 'git_repo', repo: 'a/b' } } }],
    ['mount', { entries: { x: { type: 'mount', source: '/x' } } }],
    ['nested mount', { entries: { d: { type: 'dir', children: { x: { type: 's3_mount', bucket: 'b' } } } } }],
    ['users', { users: ['alice'] }],
    ['groups', { groups: [{ name: 'staff' }] }],
    ['group of an entry', { entries: { x: { ...text('x'), group: { name: 'staff' } } } }],
    ['hostPath', { extraPathGrants: [{ path: '/data', hostPath: '/srv/data' }] }],
  ])('what can’t be had is refused: %s', async (_, init) => {
    await expect(make(init)).rejects.toMatchObject({ name: 'SandboxUnsupportedFeatureError' })
  })

  test('options that there are not are refused, and kinds of snapshots', async () => {
    // @ts-expect-error no such option
    expect(() => new MemSandboxClient({ workspaceBaseDir: '/tmp' })).toThrow(
      /unknown option workspaceBaseDir; known are/,
    )
    expect(() => new MemSandboxClient({ snapshot: { type: 'local' } })).toThrow(/type local/)
    await expect(new MemSandboxClient().create({ snapshot: { type: 'remote' } })).rejects.toThrow(/not supported/)
  })

  test('a manifest may fill what the policy does not let the model change', async () => {
    const sandbox = await make(
      { entries: { 'docs/a': text('a\n') } },
      { session: { policy: { paths: { readOnly: ['docs'] } } } },
    )
    expect(sandbox.session.readFile('docs/a')).toBe('a\n')
    expect(() => sandbox.session.writeFile('docs/a', 'b')).toThrow(/docs\/a/)
    await sandbox.applyManifest(new Manifest({ entries: { 'docs/b': text('b\n') } }))
    expect(sandbox.session.list('docs')).toHaveLength(2)
    expect(Object.keys(sandbox.state.manifest.entries)).toEqual(['docs/a', 'docs/b'])
  })

  test('entries that do not fit change nothing', async () => {
    const sandbox = await make({}, { session: { limits: { fileBytes: 10 } } })
    await sandbox.session.execute('x=1; cd /tmp')
    const entries = { a: text('a\n'), b: text('b'.repeat(11)) }
    await expect(sandbox.applyManifest(new Manifest({ entries }))).rejects.toThrow(/can't be made so/)
    await sandbox.applyManifest(new Manifest({ entries: { d: { type: 'dir', permissions: 0o700 } } }))
    expect((await sandbox.session.execute('ls /workspace; echo $x; pwd')).stdout).toBe('d\n1\n/tmp\n')
  })
})

describe('commands', () => {
  test('each has a shell of its own, in the root or its folder', async () => {
    const sandbox = await make({ environment: { MODE: 'test' }, entries: { 'd/f': text('f\n') } })
    await sandbox.exec({ cmd: 'cd d; X=1; set -e' })
    const { output } = await sandbox.exec({ cmd: 'pwd; echo $X $MODE; false; ls' })
    expect(output).toBe('/workspace\n test\nd\n'.replace('\n test', '\ntest'))
    expect((await sandbox.exec({ cmd: 'pwd', workdir: 'd' })).stdout).toBe('/workspace/d\n')
    expect((await sandbox.exec({ cmd: 'pwd', workdir: '/workspace/d' })).stdout).toBe('/workspace/d\n')
    await expect(sandbox.exec({ cmd: 'pwd', workdir: '../etc' })).rejects.toThrow(/escape/)
    expect(await sandbox.execCommand({ cmd: 'pwd', workdir: '../etc' })).toMatch(/code 1\nOutput:\n.*escape/)
    expect(await sandbox.execCommand({ cmd: 'pwd', workdir: 'nowhere' })).toMatch(/code 1\nOutput:\n.*nowhere/)
  })

  test('a root below the workspace is where everything begins', async () => {
    const sandbox = await make({ root: '/workspace/my project', entries: { f: text('f\n') } })
    expect(sandbox.session.cwd).toBe('/workspace/my project')
    expect((await sandbox.exec({ cmd: 'pwd; ls' })).stdout).toBe('/workspace/my project\nf\n')
    expect(string(await sandbox.readFile({ path: 'f' }))).toBe('f\n')
    await expect(sandbox.readFile({ path: '/workspace/g' })).rejects.toThrow(/escape/)
  })

  test.each(['/home/me', '/'])('the root may be another: %s', async (root) => {
    const sandbox = await make({ root, entries: { 'd/f': text('f\n') } })
    const at = (path: string) => posix.join(root, path)
    expect((await sandbox.exec({ cmd: 'pwd; cat d/f' })).stdout).toBe(`${root}\nf\n`)
    expect(await sandbox.listDir({ path: 'd' })).toEqual([{ name: 'f', path: 'd/f', type: 'file' }])
    expect(string(await sandbox.readFile({ path: at('d/f') }))).toBe('f\n')
    await sandbox.createEditor().createFile({ type: 'create_file', path: 'g', diff: '+g\n' })
    expect(sandbox.session.readFile(at('g'))).toBe('g')
    const client = new MemSandboxClient()
    await sandbox.hydrateWorkspace(await sandbox.persistWorkspace())
    const state = await client.deserializeSessionState(await clientOf(sandbox).serializeSessionState(sandbox.state))
    expect((await (await client.resume(state)).exec({ cmd: 'pwd; cat g' })).stdout).toBe(`${root}\ng`)
  })

  test('the root must be in the workspace where a policy asks: that is what approvals hold for', async () => {
    const session = { policy: { decide: () => 'ask' as const } }
    await expect(make({ root: '/repo' }, { session })).rejects.toThrow(/must be \/workspace/)
  })

  test('both streams in order, and apart', async () => {
    const sandbox = await make()
    expect(await sandbox.exec({ cmd: 'echo 1; echo 2 >&2; echo 3; sleep 2; exit 4' })).toMatchObject({
      output: '1\n2\n3\n',
      stdout: '1\n3\n',
      stderr: '2\n',
      exitCode: 4,
      wallTimeSeconds: expect.closeTo(2, 1),
    })
  })

  test('what can’t be had is an answer', async () => {
    const sandbox = await make()
    expect(await sandbox.exec({ cmd: 'ls', tty: true })).toMatchObject({ exitCode: 1 })
    expect(await sandbox.execCommand({ cmd: 'ls', shell: '/bin/zsh' })).toMatch(/code 1\nOutput:\n.*no such shell/)
    expect((await sandbox.exec({ cmd: 'echo ok', shell: '/bin/sh', login: true, yieldTimeMs: 1 })).stdout).toBe('ok\n')
    await expect(sandbox.exec({ cmd: 'ls', runAs: 'root' })).rejects.toMatchObject({
      name: 'SandboxUnsupportedFeatureError',
    })
    expect((await sandbox.exec({ cmd: 'whoami', runAs: 'user' })).stdout).toBe('user\n')
  })

  test('a limit says so', async () => {
    const sandbox = await make({}, { session: { limits: { wallMs: 50 } } })
    expect(await sandbox.execCommand({ cmd: 'echo x; while :; do :; done' })).toMatch(
      /code 124\nOutput:\nx\nmem-sandbox: .*\n$/,
    )
  })

  test('long output is cut as in the SDK', async () => {
    const sandbox = await make()
    const shown = await sandbox.execCommand({ cmd: 'seq 10000', maxOutputTokens: 30 })
    expect(shown).toMatch(
      /\nOriginal token count: 12224\nOutput:\nTotal output lines: 10001\n\n1\n2\n[\s\S]*tokens truncated[\s\S]*10000\n$/,
    )
    const many = ['', 'a', 'é😀\n', '\r\n', 'x'.repeat(50), '😀'.repeat(100), 'line\n'.repeat(300)]
    for (const output of many) {
      for (const tokens of [undefined, 0, 1, 3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 20, 33, 100, 250, 400]) {
        expect(truncateExecOutput(output, tokens)).toEqual(truncateOutput(output, tokens))
      }
    }
  })

  test('output is bounded also where the model does not say how', async () => {
    const sandbox = await make({}, { maxOutputTokens: 10 })
    expect((await sandbox.exec({ cmd: 'seq 1000' })).output.length).toBeLessThanOrEqual(40)
    expect((await (await make()).exec({ cmd: 'seq 100000' })).output.length).toBeLessThanOrEqual(40_000)
  })
})

describe('files', () => {
  test('readFile, listDir, pathExists, directoryExists', async () => {
    const sandbox = await make({ entries: { 'd/f': text('abc\n') } })
    await sandbox.session.execute('ln -s nowhere d/dangling; ln -s f d/link; mkfifo d/pipe; mkdir d/e')
    expect(string(await sandbox.readFile({ path: 'd/f' }))).toBe('abc\n')
    expect(string(await sandbox.readFile({ path: '/workspace/d/link', maxBytes: 2 }))).toBe('ab')
    expect(await sandbox.listDir({ path: 'd' })).toEqual([
      { name: 'dangling', path: 'd/dangling', type: 'other' },
      { name: 'e', path: 'd/e', type: 'dir' },
      { name: 'f', path: 'd/f', type: 'file' },
      { name: 'link', path: 'd/link', type: 'file' },
      { name: 'pipe', path: 'd/pipe', type: 'other' },
    ])
    expect(await Promise.all(['d', 'd/f', 'd/x', 'd/f/x', ''].map((path) => sandbox.pathExists(path)))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect([await sandbox.directoryExists('d'), await sandbox.directoryExists('d/f')]).toEqual([true, false])
    const missing = { code: 'workspace_read_not_found' }
    await expect(sandbox.readFile({ path: 'd/x' })).rejects.toMatchObject(missing)
    await expect(sandbox.listDir({ path: 'x' })).rejects.toMatchObject(missing)
    await expect(sandbox.readFile({ path: '../../etc/passwd' })).rejects.toThrow(/escape/)
    await expect(sandbox.pathExists('/etc')).rejects.toThrow(/escape/)
  })

  test('files that a function of the host has', async () => {
    const sandbox = await make({}, { session: { files: { lazy: async () => 'later\n' } } })
    expect(string(await sandbox.readFile({ path: 'lazy' }))).toBe('later\n')
  })

  test('a path grant opens a folder of the sandbox', async () => {
    const sandbox = await make({ extraPathGrants: [{ path: '/tmp', readOnly: true }] })
    await sandbox.session.execute('echo t > /tmp/t')
    expect(string(await sandbox.readFile({ path: '/tmp/t' }))).toBe('t\n')
    const editor = sandbox.createEditor()
    expect([editor.canAccessPathForEdit('/tmp/t'), editor.canAccessPathForEdit('x')]).toEqual([false, true])
    expect(await editor.deleteFile({ type: 'delete_file', path: '/tmp/t' })).toMatchObject({
      status: 'failed',
      output: expect.stringContaining('read-only'),
    })
  })

  test.each([
    ['a.png', '89504e470d0a1a0a00', 'image/png'],
    ['a.jpg', 'ffd8ffe000', 'image/jpeg'],
    ['a.gif', '474946383961', 'image/gif'],
    ['a.webp', '524946460000000057454250', 'image/webp'],
    ['a', '3c737667', 'image/svg+xml'],
  ])('viewImage shows %s', async (path, hex, mediaType) => {
    const sandbox = await make({
      entries: { [path]: { type: 'file', content: new Uint8Array(Buffer.from(hex, 'hex')) } },
    })
    expect(await sandbox.viewImage({ path })).toMatchObject({ type: 'image', image: { mediaType } })
  })

  test('viewImage says in the SDK’s words what is wrong', async () => {
    const sandbox = await make({ entries: { 'd/t.txt': text('text') } })
    sandbox.session.writeFile('big', new Uint8Array(10 * 1024 * 1024 + 1))
    await expect(sandbox.viewImage({ path: 'x' })).rejects.toThrow(/not found/)
    await expect(sandbox.viewImage({ path: 'd' })).rejects.toThrow(/not a file/)
    await expect(sandbox.viewImage({ path: 'd/t.txt' })).rejects.toThrow(/Unsupported image format/)
    await expect(sandbox.viewImage({ path: 'big' })).rejects.toThrow(/exceeds the 10 MB limit/)
  })
})

describe('archives', () => {
  test('persistWorkspace and hydrateWorkspace, without what is ephemeral', async () => {
    const entries = { 'd/f': text('f\n'), tmp: { ...text('t\n'), ephemeral: true } }
    const archive = await (await make({ entries })).persistWorkspace()
    const other = await make({ entries: { old: text('old\n') } })
    await other.session.execute('x=1')
    await other.hydrateWorkspace(archive)
    expect((await other.session.execute('find . -type f; echo $x')).stdout).toBe('./d/f\n1\n')
  })

  test('everything may be ephemeral', async () => {
    const children = { f: text('f\n') }
    const sandbox = await make({ entries: { '.': { type: 'dir', ephemeral: true, children } } })
    expect(sandbox.session.readFile('f')).toBe('f\n')
    const other = await make({ entries: { old: text('old\n') } })
    await other.hydrateWorkspace(await sandbox.persistWorkspace())
    expect(other.session.list()).toEqual([])
  })

  test.each([
    ['bytes', { maxInputBytes: 100 }],
    ['members', { maxMembers: 2 }],
    ['bytes of content', { maxExtractedBytes: 5 }],
  ])('limits of archives: %s', async (what, archiveLimits) => {
    const archive = await (
      await make({ entries: { a: text('aaa'), b: text('bbb'), c: text('ccc') } })
    ).persistWorkspace()
    const sandbox = await make({ entries: { old: text('old\n') } })
    await expect(sandbox.hydrateWorkspace(archive, { archiveLimits })).rejects.toThrow(new RegExp(what))
    sandbox.setArchiveLimits(archiveLimits)
    await expect(sandbox.hydrateWorkspace(archive)).rejects.toThrow(new RegExp(what))
    expect(sandbox.session.list().map(({ name }) => name)).toEqual(['old'])
    await sandbox.hydrateWorkspace(archive, { archiveLimits: null })
    expect(sandbox.session.list()).toHaveLength(3)
  })

  test('what is no archive is refused', async () => {
    const sandbox = await make()
    await expect(sandbox.hydrateWorkspace('nonsense')).rejects.toMatchObject({ name: 'SandboxArchiveError' })
  })
})

describe('life', () => {
  test('everything may be called again, and ends what the client made', async () => {
    const sandbox = await make()
    await sandbox.start()
    await sandbox.stop()
    expect(await sandbox.running()).toBe(true)
    for (const end of ['shutdown', 'delete', 'close', 'stop', 'shutdown'] as const) await sandbox[end]()
    expect([await sandbox.running(), sandbox.session.closed]).toEqual([false, true])
    await expect(sandbox.start()).rejects.toThrow(/closed/)
    await expect(sandbox.execCommand({ cmd: 'ls' })).rejects.toThrow(/closed/)
  })

  test('a session of the application stays its own', async () => {
    const session = new Session()
    const sandbox = new MemSandboxSession(session)
    await sandbox.close()
    expect([await sandbox.running(), session.closed]).toEqual([false, false])
  })

  test('ports can’t be had, nor terminals', async () => {
    const sandbox = await make()
    await expect(sandbox.resolveExposedPort(80)).rejects.toMatchObject({ name: 'SandboxExposedPortUnavailableError' })
    expect(sandbox.supportsPty()).toBe(false)
  })

  test('sandboxes that start from a prepared state', async () => {
    const prepared = new Session({ files: { big: 'x'.repeat(1_000) } }).snapshot()
    const client = new MemSandboxClient({ session: () => prepared.fork() })
    const [first, second] = await Promise.all([client.create(), client.create()])
    first.session.remove('big')
    expect(second.session.stat('big').size).toBe(1_000)
  })
})
