/** Archives and folders of the host, out and in. Names begin with the ids of the reported cases. */
import { Session, Snapshot } from 'mem-sandbox'
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { errorOf, expectInvalidArgument } from './support/errors.js'
import { root, runNode } from './support/programs.js'

const scratch = mkdtempSync(join(tmpdir(), 'mem-sandbox-archives-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
let folders = 0
function folder(files: Record<string, string> = {}): string {
  const top = join(scratch, `${folders++}`)
  mkdirSync(top)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(top, path, '..'), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  return top
}

const codeOf = async (call: () => unknown) => (await errorOf(call)).code

describe('archives', () => {
  test.each(['tar', 'tar.gz', 'zip'] as const)('%s brings everything back', async (format) => {
    const session = new Session({ files: { 'd/f': 'x\n', é: '', 'odd name\\:\n': 'y' } })
    session.executeSync('chmod 755 d/f; ln -s f d/l; mkdir empty')
    const bytes = await session.exportArchive({ format })
    expect(await session.snapshot().exportArchive({ format })).toEqual(bytes)
    const other = new Session()
    expect(other.importArchive(bytes)).toEqual({ entries: 6, skipped: [] })
    expect(other.contentHash).toBe(session.contentHash)
    expect(other.stat('d/f').mode).toBe(0o755)
    const inner = await session.exportArchive({ format, root: 'd' })
    other.importArchive(inner, { root: '/workspace/new', format })
    expect(other.readFile('new/f')).toBe('x\n')
    expect(await codeOf(() => other.importArchive(inner, { root: 'new' }))).toBe('EEXIST')
    other.importArchive(inner, { clear: true })
    expect(other.list().map(({ name }) => name)).toEqual(['f', 'l'])
  })

  test('tar of this machine reads ours, and we read its', async () => {
    const session = new Session({ files: { 'd/f': 'x\n' } })
    const file = join(folder(), 'a.tar')
    writeFileSync(file, await session.exportArchive())
    expect(execFileSync('tar', ['-tf', file], { encoding: 'utf8' })).toBe('d/\nd/f\n')
    const made = execFileSync('tar', ['-czf', '-', '-C', folder({ 'a/b': '1' }), '.'])
    const other = new Session()
    expect(other.importArchive(made).entries).toBe(2)
    expect(other.readFile('a/b')).toBe('1')
  })

  test('B285: links that leave the root are refused, and nothing is written through a link', async () => {
    const top = folder({ 'x/f': '' })
    symlinkSync('/etc/passwd', join(top, 'leak'))
    symlinkSync('../../x', join(top, 'up'))
    symlinkSync('x', join(top, 'in'))
    const tar = (...args: string[]) => execFileSync('tar', ['-cf', '-', '-C', top, ...args])
    const session = new Session()
    const error = await errorOf(() => session.importArchive(tar('leak')))
    expect(error).toMatchObject({ code: 'ARCHIVE_ENTRY_REFUSED', category: 'invalid_request', path: 'leak' })
    expect(await codeOf(() => session.importArchive(tar('up')))).toBe('ARCHIVE_ENTRY_REFUSED')
    const through = tar('in', '--transform', 's,^x/f,in/f,', 'x/f')
    expect(await errorOf(() => session.importArchive(through))).toMatchObject({ path: 'in/f' })
    // A link that was there before is not gone through either.
    session.executeSync('ln -s /tmp in')
    expect(await codeOf(() => session.importArchive(tar('--transform', 's,^x/f,in/f,', 'x/f')))).toMatch(/^E/)
    expect(session.list('/tmp')).toEqual([])
  })

  test('B284: devices are named', async () => {
    const tar = execFileSync('tar', ['-cf', '-', '-C', '/', 'dev/null'])
    const session = new Session()
    expect(await errorOf(() => session.importArchive(tar))).toMatchObject({
      code: 'ARCHIVE_ENTRY_REFUSED',
      path: 'dev/null',
    })
    const skipped = [{ path: 'dev/null', why: 'a device' }]
    expect(session.importArchive(tar, { unsupported: 'skip' })).toEqual({ entries: 0, skipped })
  })

  test('limits and damage', async () => {
    const session = new Session({ files: { zeros: new Uint8Array(20 << 20) } })
    const bomb = await session.exportArchive({ format: 'tar.gz' })
    expect(await codeOf(() => new Session().importArchive(bomb))).toBe('ARCHIVE_TOO_LARGE')
    expect(new Session().importArchive(bomb, { maxRatio: 2_000 }).entries).toBe(1)
    const small = new Session({ limits: { fileBytes: 1_000 } })
    expect(await codeOf(() => small.importArchive(bomb, { maxRatio: 2_000 }))).toBe('ARCHIVE_TOO_LARGE')
    expect(await codeOf(() => small.importArchive(bomb.subarray(0, 1_000), { maxRatio: 2_000 }))).toBe(
      'ARCHIVE_CORRUPT',
    )
    expect(await codeOf(() => small.importArchive(new TextEncoder().encode('BZh91AY')))).toBe('ARCHIVE_UNSUPPORTED')
    expect(await codeOf(() => session.exportArchive({ maxBytes: 100 }))).toBe('ARCHIVE_TOO_LARGE')
    expect(await codeOf(() => session.exportArchive({ root: 'nowhere' }))).toBe('ENOENT')
    await expectInvalidArgument(
      () => session.exportArchive({ format: 'rar' as never }),
      /options\.format must be 'tar'/,
    )
    await expectInvalidArgument(() => session.importArchive('x' as never), /^bytes must be a Uint8Array/)
  })
})

describe('folders of the host', () => {
  test('a folder comes in without secrets and goes out again', async () => {
    const top = folder({
      'src/a.ts': 'a',
      '.env': 'SECRET=1',
      'node_modules/x': '',
      '.gitignore': '*.log\n',
      'b.log': '',
    })
    symlinkSync('/etc/passwd', join(top, 'leak'))
    const progress: number[] = []
    const skipped: string[] = []
    const snapshot = await Snapshot.fromDirectory(top, {
      onProgress: ({ files }) => progress.push(files),
      onSkipped: ({ path }) => skipped.push(path),
    })
    expect(progress.at(-1)).toBe(2)
    expect(skipped).toEqual(['leak'])
    const session = snapshot.fork()
    expect(session.list('.', { recursive: true }).map(({ path }) => path)).toEqual([
      '/workspace/.gitignore',
      '/workspace/src',
      '/workspace/src/a.ts',
    ])
    session.executeSync('echo b > src/b.ts; rm src/a.ts')
    expect(await session.exportTo(top)).toEqual({ written: 1, unchanged: 1, deleted: 0, skipped: [] })
    expect(readFileSync(join(top, 'src/a.ts'), 'utf8')).toBe('a')
    rmSync(join(top, 'leak'))
    expect((await session.exportTo(top, { delete: true })).deleted).toBe(2)
    expect(readFileSync(join(top, '.env'), 'utf8')).toBe('SECRET=1')
    expect(readFileSync(join(top, 'src/b.ts'), 'utf8')).toBe('b\n')
  })

  test('B295: nothing leads out of the folder', async () => {
    const outside = folder({ target: 'untouched' })
    const top = folder()
    symlinkSync(outside, join(top, 'd'))
    const session = new Session({ files: { 'd/target': 'x' } })
    const error = await errorOf(() => session.exportTo(top))
    expect(error).toMatchObject({ code: 'HOST_ENTRY_REFUSED', path: 'd' })
    expect(error.message).not.toContain(scratch)
    expect(readFileSync(join(outside, 'target'), 'utf8')).toBe('untouched')
    const followed = await Snapshot.fromDirectory(top, { followSymlinks: true })
    expect(followed.fork().list()).toEqual([])
    const linked = new Session()
    linked.executeSync('ln -s ../../../etc/passwd l')
    expect(await codeOf(() => linked.exportTo(folder()))).toBe('HOST_ENTRY_REFUSED')
    expect(lstatSync(join(top, 'd')).isSymbolicLink()).toBe(true)
  })

  test('limits, special files and aborts', async () => {
    const top = folder({ big: 'x'.repeat(1_000) })
    expect(await codeOf(() => Snapshot.fromDirectory(top, { limits: { fileBytes: 10 } }))).toBe('EFBIG')
    expect(await codeOf(() => Snapshot.fromDirectory(join(top, 'nowhere')))).toBe('ENOENT')
    execFileSync('mkfifo', [join(top, 'pipe')])
    expect(await errorOf(() => Snapshot.fromDirectory(top))).toMatchObject({ code: 'HOST_ENTRY_REFUSED', path: 'pipe' })
    const without = await Snapshot.fromDirectory(top, { exclude: ['pipe'] })
    expect(without.stats.bytes).toBe(1_000)
    const reason = new Error('enough')
    await expect(Snapshot.fromDirectory(top, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    await expectInvalidArgument(() => Snapshot.fromDirectory(1 as never), /^path must be a path/)
    await expectInvalidArgument(() => Snapshot.fromDirectory(top, { includ: [] } as never), /no option "includ"/)
  })

  test('the command line starts on a copy', async () => {
    const top = folder({ f: 'x\n' })
    const bin = join(root, 'dist/esm/bin.js')
    const { stdout, status } = await runNode([bin, '--root', top, '-c', 'cat f; echo y > f; cat f'])
    expect([stdout, status]).toEqual(['x\ny\n', 0])
    expect(readFileSync(join(top, 'f'), 'utf8')).toBe('x\n')
    expect(await runNode([bin, '--root', join(top, 'nowhere'), '-c', 'true'])).toMatchObject({ status: 2 })
    expect((await runNode([bin, '--root'])).stderr).toContain('--root needs a folder')
  })
})

describe('memory', () => {
  test('B250: shared and private bytes', () => {
    const session = new Session({ files: { f: 'x'.repeat(100_000) } })
    expect(session.memory.private).toEqual(session.stats)
    const fork = session.fork()
    expect(fork.memory).toEqual({ private: { bytes: 0, nodes: 0 }, shared: fork.stats })
    fork.writeFile('g', 'own')
    expect(fork.memory.private.bytes).toBe(3)
    expect(fork.memory.private.bytes + fork.memory.shared.bytes).toBe(fork.stats.bytes)
    fork.close()
    expect(session.memory.private).toEqual(session.stats)
  })

  test('B260: eight sandboxes over one base hold its bytes once', () => {
    const files = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, `${index}`.repeat(2_000)]))
    const base = new Session({ files }).snapshot()
    const forks = base.fork({ count: 8 })
    forks.forEach((fork, index) => fork.writeFile('f0', `${index}`))
    for (const [index, fork] of forks.entries()) {
      expect(fork.memory.private.bytes).toBeLessThan(10_000)
      expect(fork.readFile('f0')).toBe(`${index}`)
    }
    expect(base.fork().readFile('f0')).toBe('0'.repeat(2_000))
  })
})
