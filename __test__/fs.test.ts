/** `session.fs` beside `node:fs` itself, and under libraries that want a `node:fs`. */
import nodeFs from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect, promisify } from 'node:util'
import fastGlob from 'fast-glob'
import * as git from 'isomorphic-git'
import { SandboxError, Session } from 'mem-sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const W = '/workspace'

let umask: number
beforeAll(() => (umask = process.umask(0o022)))
afterAll(() => void process.umask(umask))

type Call = [name: string, ...args: unknown[]]

/** What came of a call, in words that are the same on both sides: `folder` stands for the sandbox's. */
async function outcome(fs: typeof nodeFs.promises, [name, ...args]: Call, folder: string): Promise<unknown> {
  const there = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(W, folder)
    return value instanceof URL ? pathToFileURL(value.pathname.replaceAll(W, folder)) : value
  }
  const back = (text: string) => text.replaceAll(folder, W)
  try {
    const call = fs[name as 'stat'] as unknown as (...values: unknown[]) => Promise<unknown>
    return shown(await call.apply(fs, args.map(there)), back)
  } catch (error) {
    const { code, errno, syscall, path, dest, message } = error as NodeJS.ErrnoException & { dest?: string }
    // What Node says of its own, and not of the system's, is another thing in each of its versions.
    if (code?.startsWith('ERR_')) return { code }
    const facts = { code, errno, syscall, path: path && back(path), dest: dest && back(dest), message: back(message) }
    return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  }
}

function shown(value: unknown, back: (text: string) => string): unknown {
  if (typeof value === 'string') return back(value)
  if (Buffer.isBuffer(value)) return `Buffer ${value.toString('hex')}`
  if (Array.isArray(value))
    return value.map((one) => shown(one, back)).toSorted((a, b) => (inspect(a) < inspect(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  const kinds = ['isFile', 'isDirectory', 'isSymbolicLink', 'isFIFO', 'isSocket', 'isBlockDevice', 'isCharacterDevice']
  const is = kinds.filter((kind) => (value as Record<string, () => boolean>)[kind]!())
  if ('parentPath' in value) {
    const { name, parentPath } = value as nodeFs.Dirent<string>
    return { name: shown(name, back), parentPath: back(parentPath), is }
  }
  const { mode, size, nlink, mtimeMs } = value as nodeFs.Stats
  const isFolder = is.includes('isDirectory')
  // Sizes and links of folders are the file system's own.
  const own = isFolder ? {} : { size, nlink }
  // The dates are made when they are asked for in later versions.
  const keys = Object.keys(value).filter((key) => !key.endsWith('time'))
  return { is, mode, ...own, ...(Number(mtimeMs) < 1e12 && { mtimeMs }), keys: keys.toSorted() }
}

const file = (name: string) => `${W}/${name}`
const F = file('f')

/** Calls that are made one after the other on both sides. */
const scripts: Record<string, Call[]> = {
  'reading and writing': [
    ['writeFile', F, 'text ü\n'],
    ['readFile', F],
    ['readFile', F, 'utf8'],
    ['readFile', F, { encoding: 'latin1' }],
    ['readFile', F, 'base64'],
    ['readFile', F, 'hex'],
    ['readFile', F, null],
    ['readFile', F, 'no-encoding'],
    ['readFile', new URL(`file://${F}`), 'utf8'],
    ['readFile', Buffer.from('/no/such/path')],
    ['readFile', file('missing')],
    ['readFile', file('f/below')],
    ['readFile', W],
    ['writeFile', F, Buffer.from([0, 255])],
    ['readFile', F],
    ['writeFile', F, new Uint16Array([0x6161])],
    ['readFile', F, 'utf8'],
    ['writeFile', F, '6162', 'hex'],
    ['readFile', F, 'utf8'],
    ['writeFile', F, ''],
    ['stat', F],
    ['writeFile', W, 'x'],
    ['writeFile', file('no/such'), 'x'],
    ['writeFile', F, 5],
    ['writeFile', F],
    ['readFile'],
    ['readFile', 5],
    ['readFile', 'a\0b'],
    ['readFile', F, 5],
    ['readFile', ''],
  ],
  flags: [
    ['writeFile', F, 'one', { flag: 'wx' }],
    ['writeFile', F, 'two', { flag: 'wx' }],
    ['writeFile', F, 'two', { flag: 'a' }],
    ['readFile', F, 'utf8'],
    ['writeFile', F, 'X', { flag: 'r+' }],
    ['readFile', F, 'utf8'],
    ['writeFile', F, 'much longer than before', { flag: 'r+' }],
    ['readFile', F, 'utf8'],
    ['writeFile', file('new'), 'x', { flag: 'r+' }],
    ['writeFile', file('new'), 'x', { flag: 'ax' }],
    ['writeFile', file('new'), 'x', { flag: 'ax' }],
    ['writeFile', F, 'x', { flag: 'r' }],
    ['writeFile', F, 'x', { flag: 'w+' }],
    ['readFile', F, { flag: 'a+', encoding: 'utf8' }],
    ['readFile', F, { flag: 'w+', encoding: 'utf8' }],
    ['readFile', file('made'), { flag: 'a+', encoding: 'utf8' }],
    ['readFile', file('made'), { flag: 'wx+', encoding: 'utf8' }],
    ['readFile', F, { flag: 'w' }],
    ['readFile', F, { flag: nodeFs.constants.O_RDONLY }],
    ['writeFile', F, 'bits', { flag: nodeFs.constants.O_WRONLY | nodeFs.constants.O_APPEND }],
    ['readFile', F, 'utf8'],
    ['appendFile', F, ' more'],
    ['appendFile', F, Buffer.from('!')],
    ['appendFile', F, 'x', { flag: 'ax' }],
    ['appendFile', file('appended'), 'new'],
    ['readFile', F, 'utf8'],
    ['readFile', file('appended'), 'utf8'],
    ['writeFile', F, 'x', { flag: 'q' }],
    ['writeFile', F, 'x', { flag: 'w+x' }],
  ],
  modes: [
    ['writeFile', F, 'x', { mode: 0o600 }],
    ['stat', F],
    ['writeFile', F, 'y', { mode: 0o644 }],
    ['stat', F],
    ['writeFile', file('g'), 'x', { mode: '777' }],
    ['stat', file('g')],
    ['chmod', F, 0o4751],
    ['stat', F],
    ['chmod', F, '640'],
    ['stat', F],
    ['chmod', F, 'rwx'],
    ['chmod', F, -1],
    ['chmod', file('missing'), 0o600],
    ['chmod', F],
    ['mkdir', file('d'), 0o700],
    ['stat', file('d')],
    ['mkdir', file('e'), { mode: 0o777 }],
    ['stat', file('e')],
    ['access', F],
    ['access', F, nodeFs.constants.R_OK],
    ['access', F, nodeFs.constants.X_OK],
    ['access', file('missing')],
    ['access', file('f/x')],
  ],
  folders: [
    ['mkdir', file('d')],
    ['mkdir', file('d')],
    ['mkdir', file('a/b/c')],
    ['mkdir', file('a/b/c'), { recursive: true }],
    ['mkdir', file('a/b/c'), { recursive: true }],
    ['mkdir', file('a/b/x/y'), { recursive: true }],
    ['mkdir', file('a/b/end/'), { recursive: true }],
    ['mkdir', file('a/way/../round'), { recursive: true }],
    ['symlink', 'nowhere', file('a/broken')],
    ['mkdir', file('a/broken')],
    ['mkdir', file('a/broken'), { recursive: true }],
    ['mkdir', file('a/broken/below'), { recursive: true }],
    ['unlink', file('a/broken')],
    ['writeFile', F, ''],
    ['mkdir', F],
    ['mkdir', F, { recursive: true }],
    ['mkdir', file('f/below')],
    ['mkdir', file('f/below'), { recursive: true }],
    ['mkdir', file('f/below/more'), { recursive: true }],
    ['writeFile', file('a/b/c/g'), ''],
    ['readdir', W, { recursive: true }],
    ['readdir', W, { recursive: true, withFileTypes: true }],
    ['symlink', 'a', file('l')],
    ['readdir', W],
    ['readdir', file('l')],
    ['readdir', W, { withFileTypes: true }],
    ['readdir', W, 'buffer'],
    ['readdir', W, { encoding: 'hex' }],
    ['readdir', F],
    ['readdir', file('missing')],
    ['rmdir', file('a')],
    ['rmdir', F],
    ['rmdir', file('missing')],
    ['rmdir', file('d')],
    ['rmdir', file('d')],
    ['rm', file('a')],
    ['rm', file('a'), { force: true }],
    ['rm', file('missing')],
    ['rm', file('missing'), { force: true }],
    ['rm', file('missing'), { recursive: true }],
    ['rm', file('l'), { recursive: true }],
    ['readdir', file('a')],
    ['rm', file('a'), { recursive: true }],
    ['rm', F],
    ['readdir', W],
  ],
  links: [
    ['writeFile', F, 'target'],
    ['symlink', 'f', file('l')],
    ['symlink', 'f', file('l')],
    ['symlink', 'nowhere', file('broken')],
    ['symlink', '/absolute/../x', file('abs'), 'file'],
    ['symlink', 'x', file('no/such')],
    ['symlink', '', file('empty')],
    ['readlink', file('l')],
    ['readlink', file('abs'), 'buffer'],
    ['readlink', F],
    ['readlink', file('missing')],
    ['stat', file('l')],
    ['lstat', file('l')],
    ['stat', file('broken')],
    ['lstat', file('broken')],
    ['readFile', file('l'), 'utf8'],
    ['writeFile', file('l'), 'through'],
    ['readFile', F, 'utf8'],
    ['writeFile', file('broken'), 'x', { flag: 'wx' }],
    ['writeFile', file('broken'), 'made'],
    ['readFile', file('nowhere'), 'utf8'],
    ['realpath', file('l')],
    ['realpath', file('./l/../l')],
    ['realpath', file('missing')],
    ['symlink', 'loop', file('loop')],
    ['stat', file('loop')],
    ['lstat', file('loop')],
    ['readFile', file('loop')],
    ['unlink', file('l')],
    ['readFile', F, 'utf8'],
    ['link', F, file('hard')],
    ['link', F, file('hard')],
    ['link', file('missing'), file('hard2')],
    ['stat', F],
    ['appendFile', file('hard'), '!'],
    ['readFile', F, 'utf8'],
    ['unlink', W],
    ['unlink', file('missing')],
    ['unlink', file('f/x')],
    ['mkdir', file('d')],
    ['link', file('d'), file('d2')],
    ['unlink', file('d')],
    ['symlink', 'd', file('ld')],
    ['rmdir', file('ld')],
    ['mkdir', file('ld'), { recursive: true }],
    ['unlink', file('ld')],
  ],
  'moving and copying': [
    ['writeFile', F, 'f'],
    ['chmod', F, 0o755],
    ['writeFile', file('g'), 'g'],
    ['mkdir', file('d')],
    ['mkdir', file('e')],
    ['writeFile', file('e/x'), ''],
    ['copyFile', F, file('c')],
    ['stat', file('c')],
    ['copyFile', F, file('g')],
    ['readFile', file('g'), 'utf8'],
    ['stat', file('g')],
    ['copyFile', F, file('g'), nodeFs.constants.COPYFILE_EXCL],
    ['copyFile', file('missing'), file('h')],
    ['copyFile', F, file('no/such')],
    ['copyFile', F, file('d')],
    ['copyFile', F, F],
    ['symlink', 'g', file('l')],
    ['copyFile', F, file('l')],
    ['lstat', file('l')],
    ['copyFile', file('l'), file('m')],
    ['lstat', file('m')],
    ['rename', F, file('g')],
    ['readFile', file('g'), 'utf8'],
    ['stat', F],
    ['rename', file('missing'), file('h')],
    ['rename', file('g'), file('d')],
    ['rename', file('d'), file('g')],
    ['rename', file('d'), file('e')],
    ['rename', file('e'), file('d')],
    ['rename', file('d'), file('d/inside')],
    ['rename', file('g'), file('g')],
    ['rename', file('g'), file('no/such')],
    ['rename', file('l'), file('l2')],
    ['lstat', file('l2')],
    ['link', file('c'), file('hard')],
    ['rename', file('c'), file('hard')],
    ['stat', file('c')],
    ['rename', file('c'), file('l2')],
    ['lstat', file('l2')],
    ['mkdir', file('e2/full'), { recursive: true }],
    ['rename', file('e2'), file('e2/full')],
    ['rename', file('missing'), file('hard/x')],
    ['copyFile', file('e2'), file('no/such')],
    ['readdir', W, { recursive: true }],
  ],
  'copying trees': [
    ['mkdir', file('d/sub'), { recursive: true }],
    ['chmod', file('d/sub'), 0o700],
    ['writeFile', file('d/a'), 'a', { mode: 0o755 }],
    ['writeFile', file('d/sub/b'), 'b'],
    ['symlink', 'a', file('d/l')],
    ['cp', file('d'), file('e')],
    ['cp', file('d'), file('e/new/place'), { recursive: true }],
    ['readdir', W, { recursive: true }],
    ['readlink', file('e/new/place/l')],
    ['stat', file('e/new/place/a')],
    ['stat', file('e/new/place/sub')],
    ['cp', file('d'), file('v'), { recursive: true, verbatimSymlinks: true }],
    ['readlink', file('v/l')],
    ['cp', file('d'), file('r'), { recursive: true, dereference: true }],
    ['lstat', file('r/l')],
    ['cp', file('d/a'), file('c')],
    ['readFile', file('c'), 'utf8'],
    ['writeFile', file('c'), 'other'],
    ['cp', file('d/a'), file('c'), { force: false }],
    ['readFile', file('c'), 'utf8'],
    ['cp', file('d/a'), file('c'), { force: false, errorOnExist: true }],
    ['cp', file('d/a'), file('c')],
    ['readFile', file('c'), 'utf8'],
    ['cp', file('missing'), file('x')],
    ['cp', file('d'), file('c'), { recursive: true }],
    ['cp', file('c'), file('d')],
    ['cp', file('c'), file('c')],
    ['cp', file('d'), file('d/sub/inside'), { recursive: true }],
    ['cp', file('d'), file('f'), { recursive: true, filter: (from: string) => !from.endsWith('b') }],
    ['cp', file('d'), file('g'), { recursive: true, filter: async (from: string) => !from.endsWith('/a') }],
    ['readdir', W, { recursive: true }],
    ['utimes', file('c'), 10, 20],
    ['cp', file('c'), file('t'), { preserveTimestamps: true }],
    ['stat', file('t')],
    ['cp', file('d'), file('v'), { recursive: true }],
    ['readlink', file('v/l')],
  ],
  'lengths and times': [
    ['writeFile', F, '0123456789'],
    ['truncate', F, 4],
    ['readFile', F, 'utf8'],
    ['truncate', F, 6],
    ['readFile', F],
    ['truncate', F],
    ['stat', F],
    ['truncate', file('missing')],
    ['truncate', W],
    ['truncate', F, 'x'],
    ['utimes', F, 1, 1_500_000.5],
    ['stat', F],
    ['utimes', F, new Date(5_000), new Date(86_400_123)],
    ['stat', F],
    ['utimes', F, '10', '20'],
    ['stat', F],
    ['stat', F, { bigint: true }],
    ['utimes', file('missing'), 1, 1],
    ['utimes', F, 'x', 'y'],
    ['symlink', 'f', file('l')],
    ['lutimes', file('l'), 3, 4],
    ['lstat', file('l')],
    ['utimes', file('l'), 30, 40],
    ['stat', F],
    ['lstat', file('l')],
    ['mkdir', file('d')],
    ['utimes', file('d'), 3, 4],
    ['stat', file('d')],
  ],
}

describe('the same as node:fs', () => {
  test.each(Object.entries(scripts))('%s', async (_name, calls) => {
    const folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-fs-'))
    const { promises } = new Session().fs
    try {
      const expected: unknown[] = []
      const got: unknown[] = []
      for (const call of calls) {
        expected.push([call, await outcome(nodeFs.promises, call, folder)])
        got.push([call, await outcome(promises as typeof nodeFs.promises, call, W)])
      }
      expect(got).toEqual(expected)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('forms', () => {
  test('callbacks, promises and functions that wait for nothing', async () => {
    const { fs } = new Session({ files: { a: 'text' } })
    await expect(fs.promises.readFile('a', 'utf8')).resolves.toBe('text')
    expect(fs.readFileSync('/workspace/a', 'utf8')).toBe('text')
    const told = await new Promise<unknown[]>((resolve) =>
      fs.readFile('a', 'utf8', (...results: unknown[]) => resolve(results)),
    )
    expect(told).toEqual([null, 'text'])
    const written = await new Promise<unknown[]>((resolve) =>
      fs.writeFile('b', 'x', (...results: unknown[]) => resolve(results)),
    )
    expect(written).toEqual([null])
    const failed = await new Promise<unknown[]>((resolve) => fs.stat('no', (...results: unknown[]) => resolve(results)))
    expect(failed).toEqual([expect.objectContaining({ code: 'ENOENT', errno: -2 })])
    await expect(promisify(fs.readFile)('a', 'utf8')).resolves.toBe('text')
    expect(await new Promise((resolve) => fs.exists('a', resolve))).toBe(true)
    expect(await promisify(fs.exists)('none')).toBe(false)
    expect([fs.existsSync('b'), fs.existsSync('none'), fs.existsSync(5 as never)]).toEqual([true, false, false])
    expect(fs.statSync('none', { throwIfNoEntry: false })).toBeUndefined()
    expect(fs.realpathSync.native('./a')).toBe('/workspace/a')
    expect([fs.mkdirSync('x/y', { recursive: true }), fs.mkdirSync('/workspace/x/z/', { recursive: true })]).toEqual([
      'x',
      '/workspace/x/z/',
    ])
  })

  test('an argument that cannot be meant is refused at once', async () => {
    const { fs } = new Session()
    expect(() => fs.readFile(5 as never, () => {})).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARG_TYPE' }))
    expect(() => fs.readFile('a', 'utf8' as never)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARG_TYPE' }))
    await expect(fs.promises.readFile(undefined as never)).rejects.toBeInstanceOf(TypeError)
  })

  test('errors are those of the package, with what Node has in its own', async () => {
    const { fs } = new Session()
    const error = await fs.promises.rename('a', 'b').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SandboxError)
    expect(error).toMatchObject({
      code: 'ENOENT',
      category: 'not_found',
      errno: -2,
      syscall: 'rename',
      path: 'a',
      dest: 'b',
      message: "ENOENT: no such file or directory, rename 'a' -> 'b'",
    })
  })

  test('is one object of a session', () => {
    const session = new Session()
    expect(session.fs).toBe(session.fs)
    expect(session.fork().fs).not.toBe(session.fs)
    expect(Object.isFrozen(session.fs)).toBe(true)
  })

  test('data of iterables and streams', async () => {
    const { promises } = new Session().fs
    async function* pieces() {
      yield 'one '
      yield Buffer.from('two')
    }
    await promises.writeFile('a', pieces())
    await promises.appendFile('a', ' three')
    expect(await promises.readFile('a', 'utf8')).toBe('one two three')
  })

  test('an aborted signal', async () => {
    const { promises } = new Session().fs
    const signal = AbortSignal.abort('enough')
    await expect(promises.writeFile('a', 'x', { signal })).rejects.toMatchObject({
      name: 'AbortError',
      code: 'ABORT_ERR',
    })
    await expect(promises.access('a')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('big numbers', () => {
    const { fs } = new Session({ files: { a: 'abc' }, clock: { start: 1_500 } })
    const stats = fs.statSync('a', { bigint: true })
    const { size, mtimeNs, mtimeMs, mtime } = stats
    expect([size, mtimeNs, mtimeMs, mtime.getTime()]).toEqual([3n, 1_500_000_000n, 1_500n, 1_500])
    expect(stats.isFile()).toBe(true)
  })

  test('names of temporary folders are the same in a repeated run, and never taken', () => {
    const made = () => {
      const { fs } = new Session()
      const paths = Array.from({ length: 20 }, () => fs.mkdtempSync('/tmp/work-'))
      expect(fs.statSync(paths[0]!).mode & 0o777).toBe(0o700)
      return paths
    }
    const first = made()
    expect(new Set(first).size).toBe(20)
    expect(first.every((path) => /^\/tmp\/work-[A-Za-z0-9]{6}$/.test(path))).toBe(true)
    expect(made()).toEqual(first)
  })
})

describe('what holds for the session holds here', () => {
  test('policy', async () => {
    const { promises } = new Session({
      files: { 'locked/a': 'x', 'kept/b': 'x', secret: 'x' },
      policy: { paths: { readOnly: ['locked'], noDelete: ['kept'], hidden: ['secret'] } },
    }).fs
    const tried: Array<[Promise<unknown>, string, string]> = [
      [promises.writeFile('locked/a', 'y'), 'EACCES', "EACCES: permission denied, open 'locked/a'"],
      [promises.rm('locked', { recursive: true }), 'EACCES', "EACCES: permission denied, rm 'locked'"],
      [promises.unlink('kept/b'), 'EPERM', "EPERM: operation not permitted, unlink 'kept/b'"],
      [promises.readFile('secret'), 'ENOENT', "ENOENT: no such file or directory, open 'secret'"],
      [promises.chmod('locked/a', 0o600), 'EACCES', "EACCES: permission denied, chmod 'locked/a'"],
      [promises.symlink('x', 'locked/l'), 'EACCES', "EACCES: permission denied, symlink 'x' -> 'locked/l'"],
      [promises.utimes('locked/a', 1, 1), 'EACCES', "EACCES: permission denied, utime 'locked/a'"],
    ]
    for (const [promise, code, message] of tried) await expect(promise).rejects.toMatchObject({ code, message })
    expect(await promises.readdir('.')).toEqual(['kept', 'locked'])
  })

  test('limits', async () => {
    const { promises } = new Session({ limits: { fileBytes: 100, totalBytes: 250_000 } }).fs
    await expect(promises.writeFile('a', 'x'.repeat(101))).rejects.toMatchObject({ code: 'EFBIG', syscall: 'open' })
    await promises.writeFile('a', 'x')
    await expect(promises.truncate('a', 1_000)).rejects.toMatchObject({ code: 'EFBIG' })
    await expect(promises.truncate('a', 2 ** 40)).rejects.toMatchObject({ code: 'EFBIG' })
  })

  test('links, modes and times need no command of the session, and keep to its policy', () => {
    const paths = { readOnly: ['kept'], hidden: ['secret'] }
    const { fs } = new Session({ commands: ['cat'], files: { a: '', kept: '', secret: '' }, policy: { paths } })
    fs.symlinkSync('nowhere', 'l')
    fs.linkSync('l', 'l2')
    fs.chmodSync('a', 0o4701)
    fs.utimesSync('a', 1, 1_700_000_000.5)
    fs.lutimesSync('l', 1, 2)
    expect([fs.readlinkSync('l2'), fs.statSync('a').mode & 0o7777]).toEqual(['nowhere', 0o4701])
    expect([fs.statSync('a').mtimeMs, fs.lstatSync('l2').mtimeMs]).toEqual([1_700_000_000_500, 2_000])
    for (const refused of [
      () => fs.chmodSync('kept', 0o600),
      () => fs.utimesSync('kept', 1, 1),
      () => fs.appendFileSync('kept', 'x'),
      () => fs.truncateSync('kept', 9),
      () => fs.linkSync('kept', 'name'),
    ]) {
      expect(refused).toThrow(expect.objectContaining({ code: 'EACCES' }))
    }
    expect(() => fs.linkSync('secret', 'name')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    expect(fs.readdirSync('.')).toEqual(['a', 'kept', 'l', 'l2'])
  })

  test('a move over a link takes its place, and an append does not copy what is there', () => {
    const session = new Session({ files: { a: 'a', target: 'kept' } })
    session.symlink('target', 'link')
    session.move('a', 'link', { overwrite: true })
    expect([session.readFile('link'), session.readFile('target')]).toEqual(['a', 'kept'])
    const line = 'x'.repeat(999) + '\n'
    for (let count = 0; count < 2_000; count += 1) session.appendFile('log', line)
    session.truncate('log', 1_500)
    session.truncate('log', 2_000)
    expect(session.readFile('log')).toBe(line + line.slice(0, 500) + '\0'.repeat(500))
    session.appendFile('new', new Uint8Array([255]), { mode: 0o600 })
    expect([session.stat('new').mode, session.readBytes('new')]).toEqual([0o600, new Uint8Array([255])])
  })

  test('functions and aliases of the shell stand before nothing', () => {
    const session = new Session({ files: { a: '' } })
    session.executeSync('chmod() { echo no; false; }; alias ln=false; PATH=/nowhere; cd /tmp')
    session.fs.chmodSync('/workspace/a', 0o600)
    session.fs.symlinkSync('x y', '/workspace/-l')
    expect(session.fs.statSync('/workspace/a').mode & 0o777).toBe(0o600)
    expect(session.fs.readlinkSync('/workspace/-l')).toBe('x y')
    session.fs.writeFileSync('relative', 'x')
    expect(session.fs.existsSync('/tmp/relative')).toBe(true)
  })

  test('files of functions are fetched by the forms that can wait', async () => {
    const session = new Session({ files: { lazy: async () => 'came' } })
    expect(() => session.fs.readFileSync('lazy')).toThrow(expect.objectContaining({ code: 'ASYNC_REQUIRED' }))
    expect(await session.fs.promises.readFile('lazy', 'utf8')).toBe('came')
    await session.fs.promises.appendFile('lazy', '!')
    expect(session.fs.readFileSync('lazy', 'utf8')).toBe('came!')
  })

  test('calls wait for a command that runs, in order; those that cannot wait say that it does', async () => {
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const session = new Session({ custom: { hold: { run: () => ended } } })
    const running = session.execute('hold; echo 1 > f')
    expect(() => session.fs.writeFileSync('f', 'x')).toThrow(expect.objectContaining({ code: 'SESSION_BUSY' }))
    expect(session.fs.existsSync('f')).toBe(false)
    setTimeout(end, 50)
    const [, text] = await Promise.all([
      session.fs.promises.appendFile('f', '2\n'),
      session.fs.promises.readFile('f', 'utf8'),
    ])
    expect(text).toBe('1\n2\n')
    await running
  })

  test('a command of the host cannot wait for itself', async () => {
    let seen: unknown[] = []
    const session = new Session({
      files: { before: 'b' },
      custom: {
        own: {
          async run() {
            const { promises } = session.fs
            seen = [await promises.readdir('.'), await promises.writeFile('x', '').catch((error) => error.code)]
          },
        },
      },
    })
    expect((await session.execute('touch during; own', { timeoutMs: 5_000 })).exitCode).toBe(0)
    expect(seen).toEqual([['before'], 'SESSION_BUSY'])
  })

  test('a closed session', async () => {
    const session = new Session()
    const { fs } = session
    session.close()
    await expect(fs.promises.readFile('a')).rejects.toMatchObject({ code: 'SESSION_CLOSED' })
    expect(() => fs.statSync('a')).toThrow(expect.objectContaining({ code: 'SESSION_CLOSED' }))
  })
})

describe('libraries', () => {
  const author = { name: 'A', email: 'a@example.com', timestamp: 1_700_000_000, timezoneOffset: 0 }

  test('isomorphic-git: init, add, commit, log, status, branch, checkout, remove', async () => {
    const session = new Session({ files: { 'a.txt': 'one\n', 'src/b.sh': '#!/bin/sh\necho b\n' } })
    session.executeSync('chmod +x src/b.sh; ln -s a.txt link')
    for (const fs of [session.fs, { promises: session.fs.promises }]) {
      const repo = { fs, dir: W }
      await session.fs.promises.rm('.git', { recursive: true, force: true })
      await git.init({ ...repo, defaultBranch: 'main' })
      await git.add({ ...repo, filepath: ['a.txt', 'src/b.sh', 'link'] })
      expect(await git.status({ ...repo, filepath: 'a.txt' })).toBe('added')
      const first = await git.commit({ ...repo, message: 'first\n', author })
      expect(await git.statusMatrix(repo)).toEqual(['a.txt', 'link', 'src/b.sh'].map((path) => [path, 1, 1, 1]))

      session.executeSync('echo two >> a.txt; rm link; echo new > new.txt')
      expect(await git.status({ ...repo, filepath: 'a.txt' })).toBe('*modified')
      expect(await git.status({ ...repo, filepath: 'link' })).toBe('*deleted')
      expect(await git.status({ ...repo, filepath: 'new.txt' })).toBe('*added')
      await git.branch({ ...repo, ref: 'work', checkout: true })
      await git.add({ ...repo, filepath: ['a.txt', 'new.txt'] })
      await git.remove({ ...repo, filepath: 'link' })
      const second = await git.commit({ ...repo, message: 'second\n', author })
      const log = await git.log(repo)
      expect(log.map(({ oid, commit }) => [oid, commit.message])).toEqual([
        [second, 'second\n'],
        [first, 'first\n'],
      ])

      await git.checkout({ ...repo, ref: 'main' })
      expect(session.executeSync('cat a.txt; ls; readlink link; src/b.sh; cat .git/HEAD').stdout).toBe(
        'one\na.txt\nlink\nsrc\na.txt\nb\nref: refs/heads/main\n',
      )
      await git.checkout({ ...repo, ref: 'work' })
      expect(session.executeSync('cat a.txt; ls').stdout).toBe('one\ntwo\na.txt\nnew.txt\nsrc\n')
      await git.checkout({ ...repo, ref: 'main' })
    }
  })

  test('fast-glob, in its three forms', async () => {
    const session = new Session({
      files: { 'a.ts': '', 'src/b.ts': 'x', 'src/deep/c.ts': '', 'src/d.js': '', '.hidden.ts': '' },
    })
    session.executeSync('ln -s src linked')
    const { fs } = session
    const options = { fs: fs as never, cwd: W }
    const expected = ['a.ts', 'linked/b.ts', 'linked/deep/c.ts', 'src/b.ts', 'src/deep/c.ts']
    expect((await fastGlob('**/*.ts', options)).toSorted()).toEqual(expected)
    expect(fastGlob.sync('**/*.ts', options).toSorted()).toEqual(expected)
    const streamed: string[] = []
    for await (const path of fastGlob.stream('**/*.ts', options)) streamed.push(String(path))
    expect(streamed.toSorted()).toEqual(expected)
    expect(
      await fastGlob('*', { ...options, dot: true, onlyFiles: false, stats: true, followSymbolicLinks: false }),
    ).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'src', stats: expect.anything() })]))
  })
})
