/** Files to begin with: what is refused before a model is called, and when their bytes are read. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SandboxSetupError, memory, prepareInputs, readInput } from '../dist/esm/backend.js'
import type { Input } from '../dist/esm/backend.js'
import { bash, hostFolder, opened, textOf } from './support/backend.js'

const invalid = { code: 'INVALID_ARGUMENT' }

describe('1.2: kinds of inputs', () => {
  it('bytes, text, a Blob, a path of the host and a file: URL come into the workspace', async () => {
    const folder = hostFolder()
    writeFileSync(join(folder, 'host file.bin'), Uint8Array.of(0, 255, 10))
    writeFileSync(join(folder, 'b.txt'), 'by URL\n')
    const handle = await opened(memory(), {}, [
      { path: 'text.txt', data: 'Grüße\n' },
      { path: 'deep/er/bytes', data: Uint8Array.of(1, 2, 3), mode: 0o600 },
      { path: './run.sh', data: new Blob(['echo ', 'ran\n']), mode: 0o755 },
      join(folder, 'host file.bin'),
      pathToFileURL(join(folder, 'b.txt')),
      { path: 'other//name.txt', data: pathToFileURL(join(folder, 'b.txt')) },
    ])
    const { text } = await bash(
      handle,
      './run.sh; find . -type f -printf "%P %m\\n" | sort; cat text.txt b.txt other/name.txt; xxd -p "host file.bin"',
    )
    expect(text).toBe(
      'ran\nb.txt 644\ndeep/er/bytes 600\nhost file.bin 644\nother/name.txt 644\nrun.sh 755\ntext.txt 644\n' +
        'Grüße\nby URL\nby URL\n00ff0a\n',
    )
    const frozen = await handle.freeze()
    expect(await frozen.changes()).toEqual([])
    await handle.close('discard')
  })

  it('what is there before is replaced, and nothing is written through a link', async () => {
    const base = memory({ base: { 'a.txt': 'old\n', 'target.txt': 'safe\n' } })
    const first = await opened(base, {}, [], 'linked')
    await bash(first, 'ln -s target.txt link.txt; chmod 600 a.txt')
    await first.close('keep')
    const inputs = await prepareInputs([
      { path: 'a.txt', data: 'new\n' },
      { path: 'link.txt', data: 'mine\n' },
    ])
    const handle = await base.open({}, { name: 'linked', mode: 'resume', inputs })
    expect((await bash(handle, 'cat a.txt link.txt target.txt; stat -c "%a %F" a.txt link.txt')).text).toBe(
      'new\nmine\nsafe\n644 regular file\n644 regular file\n',
    )
    await handle.close('discard')
    await base.remove('linked')
  })

  it('a policy that forbids the sandbox to write does not keep the host from it', async () => {
    const handle = await opened(memory({ executor: { policy: { paths: { readOnly: ['in'] } } } }), {}, [
      { path: 'in/a.txt', data: 'a\n' },
    ])
    const { text, exitCode } = await bash(handle, 'cat in/a.txt; echo x > in/a.txt')
    expect({ text, exitCode }).toEqual({ text: expect.stringMatching(/^a\n[\s\S]*Permission denied/), exitCode: 1 })
    await handle.close('discard')
  })
})

describe('faults 15 and 20: names', () => {
  it.each(['a..b', '..a', 'a/..b/c..', '-n', ' a ', 'ä', '.hidden', 'a\nb'])('%j is good', async (path) => {
    const [input] = await prepareInputs([{ path, data: '' }])
    expect(input!.path).toBe(path)
    const handle = await opened(memory(), {}, [{ path, data: 'x' }])
    expect(textOf(await handle.fs.read(path))).toBe('x')
    await handle.close('discard')
  })

  it.each<[unknown]>([
    [''],
    ['/etc/passwd'],
    ['..'],
    ['../a'],
    ['a/../b'],
    ['a/../../b'],
    ['a\\b'],
    ['a\0b'],
    ['a/'],
    ['a/.'],
    ['.'],
    ['\ud800'],
    ['x'.repeat(256)],
    ['a/'.repeat(2_100) + 'b'],
    [1],
    [undefined],
  ])('%j is refused', async (path) => {
    await expect(prepareInputs([{ path: path as string, data: '' }])).rejects.toMatchObject(invalid)
  })

  it.each<[string, string]>([
    ['a.txt', 'a.txt'],
    ['a.txt', './a.txt'],
    ['Report.CSV', 'report.csv'],
    ['data/A/x', 'DATA/a/X'],
    ['caf\u00e9', 'cafe\u0301'],
    ['a', 'a/b'],
    ['A/b/c', 'a/B'],
  ])('%j and %j stand for one place', async (one, other) => {
    const inputs = [one, other].map((path) => ({ path, data: '' }))
    await expect(prepareInputs(inputs)).rejects.toMatchObject(invalid)
    await expect(prepareInputs(inputs.toReversed())).rejects.toMatchObject(invalid)
  })

  it('a path of the host collides by its last name', async () => {
    const folder = hostFolder()
    for (const name of ['one', 'two']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'data.csv'), name)
    }
    const inputs = [join(folder, 'one/data.csv'), join(folder, 'two/data.csv')]
    await expect(prepareInputs(inputs)).rejects.toMatchObject(invalid)
  })

  it.each<[unknown]>([
    ['no array'],
    [[null]],
    [[{ path: 'a' }]],
    [[{ path: 'a', data: 1 }]],
    [[{ path: 'a', data: '\ud800' }]],
    [[{ path: 'a', data: '', mode: 0o1777 }]],
    [[{ path: 'a', data: '', name: 'a' }]],
    [[new URL('https://a.example/a.txt')]],
    [[{ path: 'a', data: new URL('https://a.example/a.txt') }]],
    [[new URL('file://elsewhere/a.txt')]],
  ])('what is no input: %j', async (inputs) => {
    await expect(prepareInputs(inputs as Input[])).rejects.toMatchObject(invalid)
  })
})

describe('fault 20: files of the host', () => {
  it('that are not there, or no regular files, are told before anything starts', async () => {
    const folder = hostFolder()
    mkdirSync(join(folder, 'folder'))
    execFileSync('mkfifo', [join(folder, 'fifo')])
    symlinkSync('nowhere', join(folder, 'dangling'))
    for (const name of ['missing.csv', 'folder', 'fifo', 'dangling']) {
      const failed = prepareInputs([join(folder, name)])
      await expect(failed).rejects.toBeInstanceOf(SandboxSetupError)
      await expect(failed).rejects.toMatchObject({ details: { path: join(folder, name) } })
    }
  })

  it('are read at the start of the sandbox, not before', async () => {
    const path = join(hostFolder(), 'a.txt')
    writeFileSync(path, 'first')
    const inputs = await prepareInputs([path])
    expect(inputs[0]).toMatchObject({ path: 'a.txt', size: 5 })
    writeFileSync(path, 'second')
    const handle = await memory().open({}, { mode: 'create', inputs })
    expect(textOf(await handle.fs.read('a.txt'))).toBe('second')
    await handle.close('discard')
  })

  it('that go, or become something else meanwhile, fail the start', async () => {
    const path = join(hostFolder(), 'a.txt')
    writeFileSync(path, 'first')
    const inputs = await prepareInputs([path])
    const start = () => memory().open({}, { mode: 'create', inputs })
    rmSync(path)
    await expect(start()).rejects.toMatchObject({
      code: 'SANDBOX_SETUP_FAILED',
      message: expect.stringMatching(/not there/),
    })
    execFileSync('mkfifo', [path])
    await expect(start()).rejects.toMatchObject({ message: expect.stringMatching(/no regular file/) })
  })

  it('have bounds, one by one and together, when they are looked at and when they are read', async () => {
    const path = join(hostFolder(), 'a.bin')
    writeFileSync(path, Buffer.alloc(1_000))
    await expect(prepareInputs([path], { maxFileBytes: 999 })).rejects.toMatchObject({
      message: expect.stringMatching(/more than 999/),
    })
    const both: Input[] = [path, { path: 'b', data: Buffer.alloc(1_000) }]
    await expect(prepareInputs(both, { maxBytes: 1_999 })).rejects.toMatchObject({
      message: expect.stringMatching(/1999/),
    })
    const [input] = await prepareInputs([path], { maxFileBytes: 1_000 })
    writeFileSync(path, Buffer.alloc(1_001))
    await expect(readInput(input!)).rejects.toMatchObject({ code: 'SANDBOX_SETUP_FAILED' })
    const grown = memory().open({ limits: { fileBytes: 500 } }, { mode: 'create', inputs: [input!] })
    await expect(grown).rejects.toMatchObject({ code: 'SANDBOX_SETUP_FAILED', message: expect.stringMatching(/500/) })
    const full = opened(memory(), { limits: { workspaceBytes: 1_500 } }, both)
    await expect(full).rejects.toMatchObject({ code: 'SANDBOX_SETUP_FAILED' })
  })

  it('come in pieces: a long one is never held twice', async () => {
    const path = join(hostFolder(), 'a.bin')
    writeFileSync(path, Buffer.alloc(3 << 20, 7))
    const [input] = await prepareInputs([path])
    const pieces: number[] = []
    for await (const piece of input!.stream()) pieces.push(piece.length)
    expect(Math.max(...pieces)).toBeLessThanOrEqual(256 << 10)
    expect(pieces.reduce((sum, size) => sum + size, 0)).toBe(3 << 20)
  })

  it('stop being read when they are not wanted any more', async () => {
    const path = join(hostFolder(), 'a.bin')
    writeFileSync(path, Buffer.alloc(1 << 20))
    const [input] = await prepareInputs([path])
    const stop = new AbortController()
    const reading = (async () => {
      for await (const _ of input!.stream({ signal: stop.signal })) stop.abort(new Error('enough'))
    })()
    await expect(reading).rejects.toThrow('enough')
    const gone = memory().open({}, { mode: 'create', inputs: [input!], signal: AbortSignal.abort(new Error('never')) })
    await expect(gone).rejects.toThrow('never')
  })
})
