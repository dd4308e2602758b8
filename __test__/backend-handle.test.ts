/** A sandbox of `memory()`: programs, files, what differs at its end, and its end. */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { memory, prepareInputs } from '../dist/esm/backend.js'
import { Session, Snapshot } from '../dist/esm/index.js'
import { MemoryStore } from '../dist/esm/stores.js'
import type { SandboxHandle } from '../dist/esm/backend.js'
import { bash, bytes, opened, textOf } from './support/backend.js'

const hanging = () => memory({ executor: { custom: { hang: { run: () => new Promise<never>(() => {}) } } } })
const ended = { timedOut: false, aborted: false, reason: null, dropped: { stdout: 0, stderr: 0 } }

describe('exec', () => {
  it('takes words, which no shell reads', async () => {
    const handle = await opened(memory())
    const argv = ['printf', '%s|', 'a b', "c'd", '$HOME', '`id`', '*', '', '-n', 'ä']
    let text = ''
    const result = await handle.exec({ argv, timeoutMs: 1_000, onOutput: (_, chunk) => (text += textOf(chunk)) })
    expect({ text, ...result }).toEqual({ text: "a b|c'd|$HOME|`id`|*||-n|ä|", exitCode: 0, ...ended })
    await handle.close('discard')
  })

  it('fault 16: starts in /workspace, each time, and relative folders are below it', async () => {
    const handle = await opened(memory())
    expect((await bash(handle, 'pwd; mkdir -p sub; cd sub; export A=1')).text).toBe('/workspace\n')
    expect((await bash(handle, 'pwd; echo "[$A]"')).text).toBe('/workspace\n[]\n')
    expect((await bash(handle, 'pwd', { cwd: 'sub' })).text).toBe('/workspace/sub\n')
    expect((await bash(handle, 'pwd', { cwd: '/tmp' })).text).toBe('/tmp\n')
    expect(await bash(handle, 'pwd', { cwd: 'nowhere' })).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/No such/),
    })
    await handle.close('discard')
  })

  it('has the variables of the spec and of the call, and an input of bytes', async () => {
    const handle = await opened(memory(), { env: { A: '1', B: '2' } })
    const { text } = await bash(handle, 'echo $A $B $C; xxd -p', {
      env: { B: '3', C: '4' },
      stdin: Uint8Array.of(0, 255),
    })
    expect(text).toBe('1 3 4\n00ff\n')
    expect((await bash(handle, 'wc -c')).text).toBe('0\n')
    await handle.close('discard')
  })

  it('gives output while it comes, by stream', async () => {
    let press = () => {}
    const pressed = new Promise<void>((resolve) => (press = resolve))
    const backend = memory({ executor: { custom: { button: { run: () => pressed } } } })
    const handle = await opened(backend)
    const seen: string[] = []
    const running = handle.exec({
      argv: ['bash', '-c', 'echo out; echo err >&2; button; echo late'],
      timeoutMs: 10_000,
      onOutput: (stream, chunk) => {
        seen.push(`${stream} ${textOf(chunk)}`)
        if (stream === 'stderr') press()
      },
    })
    expect(await running).toMatchObject({ exitCode: 0 })
    expect(seen.join('')).toBe('stdout out\nstderr err\nstdout late\n')
    await handle.close('discard')
  })

  it('stops at its time: 124, and what was written is kept', async () => {
    const handle = await opened(hanging())
    const result = await bash(handle, 'echo before; hang; echo after', { timeoutMs: 100 })
    expect(result).toEqual({
      text: 'before\n',
      ...ended,
      exitCode: 124,
      timedOut: true,
      reason: 'its time of 100 ms was up',
    })
    expect(await bash(handle, 'echo on')).toMatchObject({ text: 'on\n', exitCode: 0 })
    await handle.close('discard')
  })

  it('may take longer than a session of its own would', async () => {
    const backend = memory({ executor: { limits: { wallMs: 50 }, custom: { pause: { run: () => delay(200) } } } })
    const handle = await opened(backend)
    expect(await bash(handle, 'pause; echo done')).toMatchObject({ text: 'done\n', exitCode: 0 })
    await handle.close('discard')
  })

  it('takes words also where the language has no parameters', async () => {
    const handle = await opened(memory({ executor: { language: { specialParameters: false } } }))
    let text = ''
    const argv = ['echo', 'a b', "c'd", '$HOME', '*', '']
    const result = await handle.exec({ argv, timeoutMs: 1_000, onOutput: (_, chunk) => (text += textOf(chunk)) })
    expect({ text, ...result }).toEqual({ text: "a b c'd $HOME * \n", exitCode: 0, ...ended })
    await handle.close('discard')
  })

  it('is killed by its signal; one that is aborted already never begins', async () => {
    const handle = await opened(hanging())
    const stop = new AbortController()
    const running = bash(handle, 'echo a > kept; echo before; hang', { signal: stop.signal })
    await vi.waitFor(async () => expect(await handle.fs.stat('/workspace')).toBeDefined())
    setTimeout(() => stop.abort(new Error('stop')), 50)
    expect(await running).toEqual({
      text: 'before\n',
      ...ended,
      exitCode: 130,
      aborted: true,
      reason: 'it was aborted',
    })
    await expect(bash(handle, 'true', { signal: stop.signal })).rejects.toThrow('stop')
    await handle.close('discard')
  })

  it('one that waits for another leaves when its signal is aborted', async () => {
    const handle = await opened(hanging())
    const [first, second] = [new AbortController(), new AbortController()]
    const running = bash(handle, 'hang', { signal: first.signal })
    const waiting = bash(handle, 'echo never > file', { signal: second.signal })
    await delay(20)
    second.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    first.abort()
    expect(await running).toMatchObject({ aborted: true })
    await expect(handle.fs.stat('file')).rejects.toMatchObject({ code: 'ENOENT' })
    await handle.close('discard')
  })

  it('keeps to the limits of the spec and says which', async () => {
    const handle = await opened(memory(), { limits: { steps: 100_000, outputBytes: 10, fileBytes: 1_000 } })
    expect(await bash(handle, 'while :; do :; done')).toMatchObject({
      exitCode: 137,
      reason: expect.stringMatching(/steps = 100000/),
    })
    expect(await bash(handle, 'echo 0123456789abc; echo e >&2')).toMatchObject({
      text: expect.stringMatching(/^0123456789e\n$|^e\n0123456789$/),
      dropped: { stdout: 4, stderr: 0 },
    })
    expect((await bash(handle, 'head -c 2000 /dev/zero > big')).exitCode).not.toBe(0)
    await handle.close('discard')
    const small = await opened(memory(), { limits: { memoryMiB: 1 } })
    expect((await bash(small, 'head -c 2000000 /dev/zero > big')).exitCode).not.toBe(0)
    expect((await bash(small, 'head -c 900000 /dev/zero > big')).exitCode).toBe(0)
    await small.close('discard')
  })

  it('a listener that throws is told so, and the sandbox goes on', async () => {
    const handle = await opened(memory())
    const listener = () => {
      throw new RangeError('mine')
    }
    await expect(bash(handle, 'echo a; echo b > file', { onOutput: listener })).rejects.toThrow(RangeError)
    expect((await bash(handle, 'cat file')).text).toBe('b\n')
    await handle.close('discard')
  })

  it.each<[string, object]>([
    ['request.argv', { argv: [] }],
    ['request.argv', { argv: undefined }],
    ['request.argv[0]', { argv: ['a\0'] }],
    ['request.timeoutMs', { timeoutMs: undefined }],
    ['request.timeoutMs', { timeoutMs: 0 }],
    ['request.env', { env: { 'A=': '1' } }],
    ['request.stdin', { stdin: 'text' }],
    ['request', { shell: true }],
  ])('refuses what can not be meant: %s %j', async (argument, part) => {
    const handle = await opened(memory())
    const request = { argv: ['true'], timeoutMs: 1_000, ...part } as Parameters<SandboxHandle['exec']>[0]
    await expect(handle.exec(request)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(argument),
    })
    await handle.close('discard')
  })
})

describe('files', () => {
  it('paths are relative to the workspace, and normal', async () => {
    const handle = await opened(memory())
    await handle.fs.write('a/b/../c.txt', bytes('c\n'))
    await handle.fs.write('/workspace/a..b.txt', bytes('dots\n'))
    await handle.fs.write('/tmp/t.txt', bytes('t\n'))
    expect((await bash(handle, 'cat a/c.txt a..b.txt /tmp/t.txt')).text).toBe('c\ndots\nt\n')
    expect(await handle.fs.stat('./a/')).toMatchObject({ kind: 'directory', size: 0 })
    await handle.close('discard')
  })

  it('fault 16: a read may be of a part', async () => {
    const handle = await opened(memory(), {}, [{ path: 'a', data: '0123456789' }])
    expect(textOf(await handle.fs.read('a', { maxBytes: 3 }))).toBe('012')
    expect(textOf(await handle.fs.read('a', { offset: 8, maxBytes: 3 }))).toBe('89')
    expect(textOf(await handle.fs.read('a', { offset: 20 }))).toBe('')
    expect(await handle.fs.stat('a')).toMatchObject({ kind: 'file', size: 10, mode: 0o644 })
    await expect(handle.fs.read('a', { offset: -1 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await handle.close('discard')
  })

  it('lists sorted by bytes, with links as links', async () => {
    const handle = await opened(memory())
    await bash(handle, 'mkdir d; echo é > é; touch b a B; ln -s a link; mkfifo p; ln -s nowhere broken')
    const list = (await handle.fs.list('.')).map(({ name, kind, target }) =>
      [name, kind, target].filter(Boolean).join(' '),
    )
    expect(list).toEqual([
      'B file',
      'a file',
      'b file',
      'broken symlink nowhere',
      'd directory',
      'link symlink a',
      'p other',
      'é file',
    ])
    expect((await handle.fs.stat('link')).kind).toBe('file')
    await handle.close('discard')
  })

  it('makes and removes, with the errors of files', async () => {
    const handle = await opened(memory())
    await handle.fs.mkdir('x/y')
    await handle.fs.mkdir('x/y')
    await handle.fs.remove('x')
    for (const failed of [handle.fs.remove('x'), handle.fs.read('x'), handle.fs.stat('x'), handle.fs.list('x')]) {
      await expect(failed).rejects.toMatchObject({ code: 'ENOENT' })
    }
    await expect(handle.fs.read('.')).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(handle.fs.write('/usr/bin/ls', bytes(''))).rejects.toMatchObject({ code: 'EROFS' })
    await expect(handle.fs.read('a\0')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await handle.close('discard')
  })

  it('a write waits for the program that runs', async () => {
    const backend = memory({ executor: { custom: { pause: { run: () => delay(100) } } } })
    const handle = await opened(backend)
    const running = bash(handle, 'echo program > file; pause; echo again >> file')
    await delay(20)
    await Promise.all([running, handle.fs.write('file', bytes('host\n'))])
    expect(textOf(await handle.fs.read('file'))).toBe('host\n')
    await handle.close('discard')
  })
})

describe('base', () => {
  it('is shared, and costs nothing to start from', async () => {
    const session = new Session({ files: { 'lib/a.txt': 'a\n' }, env: { LEFT: 'over' } })
    await session.execute('X=1; cd lib; echo made > b.txt')
    for (const base of [session.snapshot(), Snapshot.fromBytes(session.snapshot().toBytes())]) {
      const backend = memory({ base })
      const [one, two] = [await opened(backend), await opened(backend)]
      expect((await bash(one, 'cat lib/*; echo "[$X$LEFT]"; rm -r lib')).text).toBe('a\nmade\n[over]\n')
      expect((await bash(two, 'cat lib/a.txt')).text).toBe('a\n')
      expect(await (await two.freeze()).changes()).toEqual([])
      expect((await (await one.freeze()).changes()).map(({ change, path }) => `${change} ${path}`)).toContain(
        'deleted lib/a.txt',
      )
      await one.close('discard')
      await two.close('discard')
    }
  })

  it('has the commands and the policy of the backend, and files that functions have', async () => {
    let asked = 0
    const backend = memory({
      base: { 'lazy.txt': async () => `asked ${(asked += 1)}\n` },
      executor: { commands: ['cat', 'bash'], custom: { mine: { run: () => 'mine\n' } } },
    })
    const handle = await opened(backend)
    expect(asked).toBe(0)
    expect((await bash(handle, 'mine; ls; cat lazy.txt')).text).toBe(
      'mine\nbash: line 1: ls: command not found\nasked 1\n',
    )
    expect(textOf(await handle.fs.read('lazy.txt'))).toBe('asked 1\n')
    await handle.close('discard')
  })
})

describe('what differs', () => {
  it('1.2, fault 9: is told by content: added, modified, deleted, renamed, mode; not by time', async () => {
    const base = {
      'gone.txt': 'gone\n',
      'moved.txt': 'a longer text that is moved\n',
      'same.txt': 'same\n',
      'mode.sh': 'm\n',
    }
    const handle = await opened(memory({ base }), {}, [
      { path: 'in.csv', data: '1234\n' },
      { path: 'kept.csv', data: 'k\n' },
    ])
    await bash(
      handle,
      `rm gone.txt; mv moved.txt to.txt; echo same > same.txt; touch kept.csv; chmod 755 mode.sh
       touch -r in.csv stamp; echo 4321 > in.csv; touch -r stamp in.csv; rm stamp
       mkdir -p out/empty; echo new > out/new.txt; ln -s new.txt out/link`,
    )
    const frozen = await handle.freeze()
    const changes = (await frozen.changes()).map(({ change, path, from, kind, size, mode }) =>
      [change, path, from ?? '-', kind, size ?? '-', mode === null ? '-' : mode.toString(8)].join(' '),
    )
    expect(changes).toEqual([
      'deleted gone.txt - file - -',
      'modified in.csv - file 5 644',
      'mode mode.sh - file 2 755',
      'added out - directory - 755',
      'added out/empty - directory - 755',
      'added out/link - symlink - 777',
      'added out/new.txt - file 4 644',
      'renamed to.txt moved.txt file 28 644',
    ])
    expect(textOf(await frozen.read('out/new.txt'))).toBe('new\n')
    expect(textOf(await frozen.read('/workspace/in.csv', { maxBytes: 2 }))).toBe('43')
    expect((await frozen.entries()).map(({ path }) => path)).toEqual(
      ['in.csv', 'kept.csv', 'mode.sh', 'out', 'out/empty', 'out/link', 'out/new.txt', 'same.txt', 'to.txt'].map(
        (name) => `/workspace/${name}`,
      ),
    )
    await handle.close('discard')
  })

  it('another kind of thing in the same place is gone and new', async () => {
    const handle = await opened(memory({ base: { a: 'file\n', 'b/c': 'c\n' } }))
    await bash(handle, 'rm a; mkdir a; rm -r b; echo now > b')
    const changes = (await (await handle.freeze()).changes()).map(
      ({ change, path, kind }) => `${change} ${path} ${kind}`,
    )
    expect(changes).toEqual([
      'deleted a file',
      'added a directory',
      'deleted b directory',
      'added b file',
      'deleted b/c file',
    ])
    await handle.close('discard')
  })

  it('two runs of the same give the same', async () => {
    const once = async () => {
      const handle = await opened(memory(), {}, [{ path: 'in', data: '3\n1\n2\n' }])
      const { text } = await bash(handle, 'sort in > out; date; echo $RANDOM; mktemp')
      const frozen = await handle.freeze()
      const all = JSON.stringify([text, await frozen.changes(), await frozen.entries()])
      await handle.close('discard')
      return all
    }
    expect(await once()).toBe(await once())
  })
})

describe('freeze and close', () => {
  it('freezing kills what runs, keeps what it wrote, and lets nothing change any more', async () => {
    const handle = await opened(hanging())
    const running = bash(handle, 'echo partly > file; hang')
    const waiting = bash(handle, 'echo never > never')
    await delay(30)
    const refused = { code: 'SANDBOX_FROZEN' }
    const left = expect(waiting).rejects.toMatchObject(refused)
    const frozen = await handle.freeze()
    expect(await running).toMatchObject({ exitCode: 130, aborted: true })
    await left
    await expect(bash(handle, 'true')).rejects.toMatchObject(refused)
    await expect(handle.fs.write('x', bytes(''))).rejects.toMatchObject(refused)
    await expect(handle.fs.mkdir('x')).rejects.toMatchObject(refused)
    await expect(handle.fs.remove('file')).rejects.toMatchObject(refused)
    expect(textOf(await handle.fs.read('file'))).toBe('partly\n')
    expect((await frozen.changes()).map(({ path }) => path)).toEqual(['file'])
    expect(await handle.freeze()).toBe(frozen)
    await handle.close('discard')
  })

  it('closing is done once, and ends everything', async () => {
    const handle = await opened(hanging())
    const frozen = await handle.freeze()
    const closing = handle.close('discard')
    expect(handle.close('keep')).toBe(closing)
    await closing
    const refused = { code: 'SANDBOX_CLOSED' }
    await expect(bash(handle, 'true')).rejects.toMatchObject(refused)
    await expect(handle.fs.read('x')).rejects.toMatchObject(refused)
    await expect(handle.freeze()).rejects.toMatchObject(refused)
    await expect(frozen.entries()).rejects.toMatchObject(refused)
    await expect(frozen.changes()).rejects.toMatchObject(refused)
    await expect(frozen.read('x')).rejects.toMatchObject(refused)
  })

  it('closing kills what runs', async () => {
    const handle = await opened(hanging())
    const running = bash(handle, 'hang')
    await delay(20)
    await handle.close('discard')
    expect(await running).toMatchObject({ aborted: true })
  })

  it('fault 18: a start has its time', async () => {
    const backend = memory({ startTimeoutMs: 50 })
    const input = (await prepareInputs([{ path: 'a', data: 'a' }]))[0]!
    const never = {
      ...input,
      stream: async function* () {
        await new Promise(() => {})
        yield bytes('')
      },
    }
    const start = backend.open({}, { mode: 'create', inputs: [never] })
    await expect(start).rejects.toMatchObject({
      code: 'SANDBOX_SETUP_FAILED',
      message: expect.stringMatching(/within 50 ms/),
    })
    const stop = new AbortController()
    const stopped = memory().open({}, { mode: 'create', inputs: [never], signal: stop.signal })
    stop.abort(new Error('no more'))
    await expect(stopped).rejects.toThrow('no more')
  })

  it('fault 18: a close has its time, and what comes too late changes nothing', async () => {
    class SlowStore extends MemoryStore {
      override async put(key: string, data: Uint8Array): Promise<void> {
        await delay(200)
        await super.put(key, data)
      }
    }
    const store = new SlowStore()
    const backend = memory({ store, closeTimeoutMs: 50 })
    const handle = await opened(backend, {}, [{ path: 'a', data: 'a' }], 'slow')
    await expect(handle.close('keep')).rejects.toMatchObject({ code: 'SANDBOX_SUSPEND_FAILED', retryable: true })
    expect(await backend.state('slow')).toBe('missing')
    await delay(600)
    expect(await backend.state('slow')).toBe('missing')
  })

  it('fault 18: a program that neither its time nor its killing ends is given up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const handle = await opened(memory())
      // A session that never answers: what a call looks like whose end does not come.
      const execute = vi.spyOn(Session.prototype, 'execute').mockImplementation(() => new Promise(() => {}))
      const result = await bash(handle, 'true', { timeoutMs: 1 })
      expect(result).toMatchObject({ exitCode: 124, timedOut: true, reason: expect.stringMatching(/given up/) })
      execute.mockRestore()
      await expect(bash(handle, 'true')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' })
      await handle.close('discard')
    } finally {
      vi.useRealTimers()
    }
  })
})
