/** Named sessions: what is kept, when it is replaced, whose turn it is, and which there are. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SessionNotFoundError, allow, endSession, listSessions, memory, prepareInputs } from '../dist/esm/backend.js'
import { FolderStore, MemoryStore, collectGarbage } from '../dist/esm/stores.js'
import { holdFile, isHeldElsewhere } from '../dist/cjs/backend/lock-file.js'
import { takeTurn, turnsTaken } from '../dist/cjs/backend/queue.js'
import type { SandboxBackend } from '../dist/esm/backend.js'
import type { NetworkRequest } from '../index.js'
import { bash, hostFolder, opened, textOf } from './support/backend.js'
import { root } from './support/programs.js'

const resumed = (backend: SandboxBackend, name: string, spec = {}) =>
  backend.open(spec, { name, mode: 'resume', inputs: [] })

const inFolder = () => {
  const workspaceRoot = hostFolder()
  return { backend: memory({ workspaceRoot }), again: () => memory({ workspaceRoot }), workspaceRoot }
}

describe('1.7: a session', () => {
  it.each([
    ['in memory', () => memory({ store: new MemoryStore() })],
    ['in a folder', () => inFolder().backend],
    ['in a folder by URL', () => memory({ workspaceRoot: pathToFileURL(hostFolder()) })],
  ])('%s goes on where its last turn stopped', async (_, make) => {
    const backend = make()
    expect(await backend.state('s')).toBe('missing')
    const first = await opened(backend, {}, [{ path: 'in.txt', data: 'in\n' }], 's')
    expect(await backend.state('s')).toBe('running')
    await bash(first, 'mkdir out; cp in.txt out/a.txt; chmod 700 out; ln -s a.txt out/l; echo t > /tmp/t')
    await first.close('keep')
    expect(await backend.state('s')).toBe('stopped')
    const second = await resumed(backend, 's')
    expect((await bash(second, 'cat in.txt out/l /tmp/t; stat -c %a out')).text).toBe('in\nin\nt\n700\n')
    await bash(second, 'echo more >> out/a.txt; rm in.txt')
    const changes = await (await second.freeze()).changes()
    expect(changes.map(({ change, path }) => `${change} ${path}`)).toEqual(['deleted in.txt', 'modified out/a.txt'])
    await second.close('keep')
    const third = await resumed(backend, 's')
    expect(await (await third.freeze()).changes()).toEqual([])
    await third.close('discard')
    await backend.remove('s')
    expect(await backend.state('s')).toBe('missing')
    await backend.remove('s')
  })

  it('that is not there can not be resumed', async () => {
    const { backend } = inFolder()
    const failed = resumed(backend, 'nosuch')
    await expect(failed).rejects.toBeInstanceOf(SessionNotFoundError)
    await expect(failed).rejects.toMatchObject({ sessionName: 'nosuch' })
    expect(existsSync(join(hostFolder(), 'objects'))).toBe(false)
  })

  it('a discarded turn leaves it as it was', async () => {
    const { backend } = inFolder()
    await (await opened(backend, {}, [{ path: 'a', data: '1' }], 's')).close('keep')
    const turn = await resumed(backend, 's')
    await bash(turn, 'echo 2 > a')
    await turn.close('discard')
    const next = await resumed(backend, 's')
    expect(textOf(await next.fs.read('a'))).toBe('1')
    await next.close('discard')
    await (await opened(backend, {}, [], 'never-kept')).close('discard')
    expect(await backend.state('never-kept')).toBe('missing')
  })

  it('two sandboxes of one name count as running until both are closed', async () => {
    const { backend } = inFolder()
    const [one, two] = [await opened(backend, {}, [], 's'), await opened(backend, {}, [], 's')]
    await one.close('discard')
    expect(await backend.state('s')).toBe('running')
    await two.close('discard')
    expect(await backend.state('s')).toBe('missing')
  })

  it('is sealed where there is a key', async () => {
    const workspaceRoot = hostFolder()
    const sealed = memory({ workspaceRoot, key: 'a key of some length' })
    await (await opened(sealed, {}, [{ path: 'a', data: 'plain text' }], 's')).close('keep')
    const failed = resumed(memory({ workspaceRoot }), 's')
    await expect(failed).rejects.toMatchObject({
      code: 'SANDBOX_SETUP_FAILED',
      cause: { code: 'SNAPSHOT_KEY_MISMATCH' },
    })
    const handle = await resumed(sealed, 's')
    expect(textOf(await handle.fs.read('a'))).toBe('plain text')
    await handle.close('discard')
  })

  it('that can not be read fails the start, and says so', async () => {
    const { backend, workspaceRoot } = inFolder()
    await (await opened(backend, {}, [{ path: 'a', data: 'a' }], 's')).close('keep')
    for (const name of readdirSync(join(workspaceRoot, 'objects')))
      writeFileSync(join(workspaceRoot, 'objects', name), 'x')
    await expect(resumed(backend, 's')).rejects.toMatchObject({ code: 'SANDBOX_SETUP_FAILED' })
    await backend.remove('s')
  })

  it('1.7, fault 15: names of 128 characters, and names that differ in capitals only, are kept apart', async () => {
    const { backend } = inFolder()
    const names = ['x'.repeat(128), `${'x'.repeat(127)}y`, 'Report', 'report', 'a..b', 'con']
    for (const name of names) {
      const lock = await backend.lock(name)
      await (await opened(backend, {}, [{ path: 'name', data: name }], name)).close('keep')
      await lock.release()
    }
    for (const name of names) {
      const handle = await resumed(backend, name)
      expect(textOf(await handle.fs.read('name'))).toBe(name)
      await handle.close('discard')
    }
    expect((await backend.list()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  it('what functions of the host have is fetched when it is kept', async () => {
    const { workspaceRoot, again } = inFolder()
    const backend = memory({ workspaceRoot, base: { 'lazy.txt': () => 'fetched' } })
    await (await opened(backend, {}, [], 's')).close('keep')
    await backend.record('recorded', { spec: {} })
    for (const name of ['s', 'recorded']) {
      const handle = await resumed(again(), name)
      expect(textOf(await handle.fs.read('lazy.txt'))).toBe('fetched')
      await handle.close('discard')
    }
  })
})

describe('faults of sessions', () => {
  it('fault 4: a first turn that never started anything is a session, with its inputs', async () => {
    const { backend, again } = inFolder()
    await backend.record('chat', { spec: {}, inputs: await prepareInputs([{ path: 'data.csv', data: '1\n' }]) })
    expect(await backend.state('chat')).toBe('stopped')
    const handle = await resumed(again(), 'chat')
    expect(textOf(await handle.fs.read('data.csv'))).toBe('1\n')
    await handle.close('keep')
  })

  it('a session that is there is only counted as used with ifMissing, and replaced without', async () => {
    const { backend } = inFolder()
    const data = async () => {
      const handle = await resumed(backend, 's')
      const text = textOf(await handle.fs.read('a'))
      await handle.close('discard')
      return text
    }
    const inputs = (text: string) => prepareInputs([{ path: 'a', data: text }])
    await backend.record('s', { spec: {}, inputs: await inputs('1') })
    await backend.record('s', { spec: {}, inputs: await inputs('2'), ifMissing: true })
    expect(await data()).toBe('1')
    await backend.record('s', { spec: {}, inputs: await inputs('3') })
    expect(await data()).toBe('3')
  })

  it('fault 6: a run without a name touches no session', async () => {
    const { backend } = inFolder()
    await (await opened(backend, {}, [{ path: 'a', data: 'a' }], 's')).close('keep')
    await (await opened(backend)).close('keep')
    expect((await backend.list()).map(({ name }) => name)).toEqual(['s'])
  })

  it('fault 7: what is there stays until its replacement is there', async () => {
    const { backend } = inFolder()
    await (await opened(backend, {}, [{ path: 'old', data: 'old' }], 's')).close('keep')
    const gone = await prepareInputs([{ path: 'a', data: 'a' }])
    const broken = [
      {
        ...gone[0]!,
        stream: async function* () {
          yield new Uint8Array()
          throw new Error('the source broke')
        },
      },
    ]
    await expect(backend.open({}, { name: 's', mode: 'create', inputs: broken })).rejects.toThrow(/source broke/)
    await expect(backend.record('s', { spec: {}, inputs: broken })).rejects.toThrow(/source broke/)
    const replacing = await opened(backend, {}, [{ path: 'new', data: 'new' }], 's')
    const beside = await resumed(backend, 's')
    expect((await beside.fs.list('.')).map(({ name }) => name)).toEqual(['old'])
    await beside.close('discard')
    await replacing.close('keep')
    const after = await resumed(backend, 's')
    expect((await after.fs.list('.')).map(({ name }) => name)).toEqual(['new'])
    await after.close('discard')
  })

  it('fault 19: a resumed session has the network, the secrets and the variables of now', async () => {
    const sent: string[] = []
    const fetch = async (url: string, { headers }: NetworkRequest) => {
      sent.push(`${new URL(url).host} ${new Headers(headers).get('x')}`)
      return new Response('ok\n')
    }
    const workspaceRoot = hostFolder()
    const backend = memory({ network: { fetch }, workspaceRoot })
    const key = (value: string, host = 'api.example') => ({ env: 'KEY', value, host })
    const call = 'for host in api other; do curl -s -H "x: $KEY" https://$host.example/; done; echo "$MODE"'
    const first = await opened(backend, { secrets: [key('first-value')], env: { MODE: 'one' } }, [], 's')
    expect((await bash(first, call)).text).toBe('ok\none\n')
    await first.close('keep')
    const second = await resumed(backend, 's', {
      secrets: [key('second-value', 'other.example')],
      env: { MODE: 'two' },
    })
    expect((await bash(second, call)).text).toBe('ok\ntwo\n')
    await second.close('keep')
    const third = await resumed(backend, 's', { network: allow(['api.example']) })
    expect((await bash(third, call)).text).toBe('ok\n\n')
    await third.close('keep')
    const fourth = await resumed(backend, 's')
    expect((await bash(fourth, 'curl https://api.example')).exitCode).toBe(127)
    await fourth.close('discard')
    expect(sent).toEqual(['api.example first-value', 'other.example second-value', 'api.example null'])
    const stored = readdirSync(workspaceRoot, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    expect(stored.length).toBeGreaterThan(2)
    expect(stored.filter((text) => text.includes('-value'))).toEqual([])
  })
})

describe('1.7: the list and the end', () => {
  it('fault 17: has sessions only, those used last first, in UTC', async () => {
    const { backend, again, workspaceRoot } = inFolder()
    mkdirSync(join(workspaceRoot, 'unrelated'))
    await new FolderStore(workspaceRoot).setRef('somebody else', undefined)
    for (const name of ['a', 'b', 'c']) {
      await backend.record(name, { spec: {} })
      await delay(5)
    }
    const before = Date.now()
    await delay(5)
    await (await resumed(backend, 'a')).close('discard')
    const running = await resumed(backend, 'b')
    const list = await listSessions({ workspaceRoot })
    expect(list.map(({ name, state }) => `${name} ${state}`)).toEqual(['b running', 'a stopped', 'c stopped'])
    expect(list[0]!.lastUsed).toBeInstanceOf(Date)
    expect(list[0]!.lastUsed.getTime()).toBeGreaterThan(before)
    expect(list[2]!.lastUsed.getTime()).toBeLessThan(before)
    await running.close('discard')
    expect(await again().list()).toHaveLength(3)
  })

  it('a folder that is not there has none, and is not made', async () => {
    const workspaceRoot = join(hostFolder(), 'nowhere')
    expect(await listSessions({ workspaceRoot })).toEqual([])
    expect(existsSync(workspaceRoot)).toBe(false)
  })

  it('without a place they are those of the process', async () => {
    await memory().record('common-1', { spec: {} })
    expect((await listSessions()).map(({ name }) => name)).toEqual(['common-1'])
    await endSession('common-1')
    expect(await listSessions()).toEqual([])
  })

  it('fault 17: the end waits for the turn, and what is kept is gone', async () => {
    const { backend, workspaceRoot } = inFolder()
    const lock = await backend.lock('s')
    const handle = await opened(backend, {}, [{ path: 'a', data: 'a' }], 's')
    let ended = false
    const ending = endSession('s', { workspaceRoot }).then(() => (ended = true))
    await delay(60)
    expect(ended).toBe(false)
    await handle.close('keep')
    expect(await backend.state('s')).toBe('stopped')
    await lock.release()
    await ending
    expect(await backend.state('s')).toBe('missing')
    await endSession('s', { backend })
    await expect(endSession('../s', { backend })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(endSession('s', { backend, workspaceRoot })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('an end that waits can be given up', async () => {
    const { backend } = inFolder()
    const lock = await backend.lock('s')
    const stop = new AbortController()
    const ending = endSession('s', { backend, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(ending).rejects.toThrow('enough')
    await lock.release()
    await (await backend.lock('s')).release()
  })

  it('what no session needs any more is thrown away', async () => {
    const { backend, workspaceRoot } = inFolder()
    const objects = () => readdirSync(join(workspaceRoot, 'objects')).length
    for (let turn = 0; turn < 3; turn += 1) {
      await (await opened(backend, {}, [{ path: 'a', data: `${turn}`.repeat(5_000) }], 's')).close('keep')
    }
    const all = objects()
    const old = new Date(Date.now() - 10 * 3_600_000)
    for (const name of readdirSync(join(workspaceRoot, 'objects')))
      utimesSync(join(workspaceRoot, 'objects', name), old, old)
    utimesSync(join(workspaceRoot, 'collected'), old, old)
    await backend.record('s', { spec: {}, ifMissing: true })
    await backend.remove('nosuch')
    expect(objects()).toBeLessThan(all)
    const handle = await resumed(backend, 's')
    expect(textOf(await handle.fs.read('a'))).toBe('2'.repeat(5_000))
    await handle.close('discard')
    expect(await collectGarbage(new FolderStore(workspaceRoot), { minAgeMs: -1 })).toEqual([])
  })
})

describe('turns in one process', () => {
  it('fault 2: are one after the other, in the order of the calls, also when somebody comes as one ends', async () => {
    const { backend, again } = inFolder()
    const order: string[] = []
    let inside = 0
    const turn = async (name: string, from: SandboxBackend) => {
      const lock = await from.lock('s')
      inside += 1
      order.push(`${name}${inside}`)
      await delay(2)
      inside -= 1
      await lock.release()
    }
    const turns = ['a', 'b', 'c'].map((name) => turn(name, backend))
    // Those that come in the moment in which a turn ends.
    turns.push(turns[0]!.then(() => turn('d', again())))
    turns.push(turns[1]!.then(() => turn('e', backend)))
    await Promise.all(turns)
    expect(order).toEqual(['a1', 'b1', 'c1', 'd1', 'e1'])
    expect(turnsTaken()).toBe(0)
  })

  it('fault 1: a run that fails lets the next one in, and so does one that was not let in', async () => {
    const { backend } = inFolder()
    const failing = async () => {
      const lock = await backend.lock('s')
      try {
        await resumed(backend, 's')
      } finally {
        await lock.release()
      }
    }
    await expect(failing()).rejects.toBeInstanceOf(SessionNotFoundError)
    await expect(failing()).rejects.toBeInstanceOf(SessionNotFoundError)
    await endSession('s', { backend })
    await expect(backend.lock('s', { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no')
    await (await backend.lock('s')).release()
    expect(turnsTaken()).toBe(0)
  })

  it('fault 1: a turn that the file system does not give leaves nobody waiting', async () => {
    const folder = join(hostFolder(), 'a-file')
    writeFileSync(folder, '')
    const backend = memory({ workspaceRoot: folder })
    for (let time = 0; time < 2; time += 1) {
      await expect(backend.lock('s')).rejects.toMatchObject({
        code: 'SANDBOX_SETUP_FAILED',
        cause: { code: expect.any(String) },
      })
    }
    expect(turnsTaken()).toBe(0)
  })

  it('what began in a turn that is over changes the session no more', async () => {
    for (const backend of [inFolder().backend, memory({ store: new MemoryStore() })]) {
      const first = await backend.lock('s')
      const late = await opened(backend, {}, [{ path: 'a', data: 'late' }], 's')
      await first.release()
      const second = await backend.lock('s')
      await (await opened(backend, {}, [{ path: 'a', data: 'second' }], 's')).close('keep')
      await expect(late.close('keep')).rejects.toMatchObject({ code: 'SANDBOX_SUSPEND_FAILED' })
      await first.release()
      const handle = await resumed(backend, 's')
      expect(textOf(await handle.fs.read('a'))).toBe('second')
      await handle.close('keep')
      await second.release()
    }
  })

  it('who leaves the line does not hold up who stands behind', async () => {
    const end = await takeTurn('key')
    const stop = new AbortController()
    const leaving = takeTurn('key', stop.signal)
    const behind = takeTurn('key')
    stop.abort(new Error('left'))
    await expect(leaving).rejects.toThrow('left')
    end()
    end()
    ;(await behind)()
    expect(turnsTaken()).toBe(0)
  })

  it('other names, other places and other backends do not wait', async () => {
    const { backend } = inFolder()
    const other = inFolder().backend
    const locks = await Promise.all([
      backend.lock('a'),
      backend.lock('b'),
      other.lock('a'),
      memory().lock('a'),
      memory({ store: new MemoryStore() }).lock('a'),
    ])
    let got = false
    const same = memory()
      .lock('a')
      .then((lock) => ((got = true), lock))
    await delay(20)
    expect(got).toBe(false)
    for (const lock of locks) await lock.release()
    await (await same).release()
    expect(turnsTaken()).toBe(0)
  })
})

/** A process that takes turns; see the fixture. */
const turner = (folder: string, ...rest: string[]) =>
  spawn(process.execPath, [join(root, '__test__/fixtures/backend-turns.mjs'), folder, 's', ...rest], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

describe('fault 17: turns among processes', () => {
  it('two that take them again and again are never in one at once, and lose nothing of each other', async () => {
    const { backend, workspaceRoot } = inFolder()
    const processes = [turner(workspaceRoot, '6', '5'), turner(workspaceRoot, '6', '5')]
    const codes = await Promise.all(processes.map(async (one) => (await once(one, 'close'))[0]))
    expect(codes).toEqual([0, 0])
    const log = readFileSync(join(workspaceRoot, 'log.txt'), 'utf8').trim().split('\n')
    expect(log).toHaveLength(24)
    for (let line = 0; line < log.length; line += 2) {
      expect(log[line]!.slice(1)).toBe(log[line + 1]!.slice(1))
      expect([log[line]![0], log[line + 1]![0]]).toEqual(['+', '-'])
    }
    const handle = await resumed(backend, 's')
    const turns = textOf(await handle.fs.read('turns'))
      .trim()
      .split('\n')
    expect(turns).toHaveLength(12)
    expect(new Set(turns)).toEqual(new Set(processes.map(({ pid }) => String(pid))))
    await handle.close('discard')
  })

  it('one that waits for another process can be given up; a killed one lets others in', async () => {
    const { backend, workspaceRoot } = inFolder()
    const holder = turner(workspaceRoot, '1', '0', 'hold')
    await once(holder.stdout, 'data')
    expect(await backend.state('s')).toBe('running')
    await expect(backend.lock('s', { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    const waiting = backend.lock('s')
    holder.kill('SIGKILL')
    const started = performance.now()
    await (await waiting).release()
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(await backend.state('s')).toBe('missing')
  })

  it('a holder on another machine is gone when it gives no sign of life, and not before', async () => {
    const folder = join(hostFolder(), 'turns')
    mkdirSync(folder)
    const elsewhere = { token: 'x', pid: process.pid, machine: 'another', began: null, released: false }
    writeFileSync(join(folder, '7'), JSON.stringify(elsewhere))
    expect(await isHeldElsewhere(folder)).toBe(true)
    const beat = setInterval(() => utimesSync(join(folder, '7'), new Date(), new Date()), 20)
    await expect(holdFile(folder, AbortSignal.timeout(400), 200)).rejects.toMatchObject({ name: 'TimeoutError' })
    clearInterval(beat)
    const held = await holdFile(folder, AbortSignal.timeout(5_000), 200)
    expect(readdirSync(folder)).toContain('8')
    expect(await isHeldElsewhere(folder)).toBe(false)
    await held.release()
    await held.release()
    await (await holdFile(folder)).release()
    utimesSync(join(folder, '9'), 0, 0)
    expect(await isHeldElsewhere(folder)).toBe(false)
  })

  it('a number that is another process by now is nobody, and a file that was not finished is a holder for a while', async () => {
    const folder = join(hostFolder(), 'turns')
    const held = await holdFile(folder)
    const mine = JSON.parse(readFileSync(join(folder, '1'), 'utf8')) as { began: string }
    await held.release()
    writeFileSync(join(folder, '2'), JSON.stringify({ ...mine, released: false, began: `${mine.began}0` }))
    const next = await holdFile(folder, AbortSignal.timeout(5_000))
    await next.release()
    writeFileSync(join(folder, '4'), '{"tok')
    await expect(holdFile(folder, AbortSignal.timeout(100), 500)).rejects.toMatchObject({ name: 'TimeoutError' })
    await (await holdFile(folder, AbortSignal.timeout(5_000), 100)).release()
  })

  it('only one of many takes over what somebody left', async () => {
    const folder = join(hostFolder(), 'turns')
    mkdirSync(folder)
    writeFileSync(
      join(folder, '3'),
      JSON.stringify({ token: 'x', pid: 1, machine: 'another', began: null, released: false }),
    )
    let inside = 0
    let most = 0
    const one = async () => {
      const held = await holdFile(folder, undefined, 50)
      inside += 1
      most = Math.max(most, inside)
      await delay(1)
      inside -= 1
      await held.release()
    }
    await Promise.all(Array.from({ length: 12 }, one))
    expect(most).toBe(1)
    const left = readdirSync(folder)
    expect(Math.max(...left.map(Number))).toBe(15)
  })

  it('who comes back from a long sleep and makes a number that was there before has not the turn', async () => {
    const folder = join(hostFolder(), 'turns')
    mkdirSync(folder)
    writeFileSync(
      join(folder, '5'),
      JSON.stringify({ token: 'x', pid: process.pid, machine: 'another', began: null, released: false }),
    )
    const sleeping = holdFile(folder, AbortSignal.timeout(300), 10_000)
    rmSync(join(folder, '5'))
    const later = JSON.stringify({ token: 'y', pid: process.pid, machine: 'another', began: null, released: false })
    writeFileSync(join(folder, '8'), later)
    await expect(sleeping).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(readFileSync(join(folder, '8'), 'utf8')).toBe(later)
  })

  it('a holder whose turn was taken is told', async () => {
    const folder = join(hostFolder(), 'turns')
    const held = await holdFile(folder)
    expect(held.lost.aborted).toBe(false)
    writeFileSync(join(folder, '2'), '{}')
    await once(held.lost, 'abort')
    await held.release()
    expect(readdirSync(folder)).toContain('2')
    const next = await holdFile(folder, undefined, 10)
    rmSync(join(folder, '3'))
    await once(next.lost, 'abort')
    await next.release()
  })
})
