/** Sandboxes by handles: owners, quotas, idle time, suspending, and what happens to calls while one is closed. */
import { Executor, SandboxError, SandboxService, Session } from 'mem-sandbox'
import { MemoryStore } from 'mem-sandbox/stores'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ODD_THROWS } from './support/odd-throws.js'
import { errorOf } from './support/errors.js'
import type { CommandIo, SandboxEvent } from 'mem-sandbox'

const slow = { custom: { slow: { run: () => delay(100).then(() => 'done\n') } } }

describe('handles', () => {
  test('make, find, list and delete', async () => {
    const service = new SandboxService()
    const first = await service.create({ ownerId: 'ann', metadata: { task: 'a', tries: 2 }, files: { f: 'x' } })
    const second = await service.create({ ownerId: 'bob' })
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(service.get(first)).toBeInstanceOf(Session)
    expect(service.get(first)).toBe(service.get(first))
    expect((await service.get(first).execute('cat f')).stdout).toBe('x')
    expect(service.list().map(({ handle }) => handle)).toEqual([first, second])
    expect(service.list({ ownerId: 'ann' })).toMatchObject([
      { handle: first, ownerId: 'ann', metadata: { task: 'a', tries: 2 }, state: 'running', ref: null },
    ])
    expect(service.info(first).sessionId).not.toBe(first)
    expect(service.list({ ownerId: 'nobody' })).toEqual([])
    await service.delete(first)
    expect((await errorOf(() => service.get(first))).code).toBe('SANDBOX_NOT_FOUND')
    expect((await errorOf(() => service.delete(first))).code).toBe('SANDBOX_NOT_FOUND')
    expect(service.list().map(({ handle }) => handle)).toEqual([second])
  })

  test('owners have 1 to 256 bytes, facts are small', async () => {
    const service = new SandboxService()
    const refused = async (options: object) => (await errorOf(() => service.create(options))).code
    expect(await refused({ ownerId: '' })).toBe('INVALID_SANDBOX_REQUEST')
    expect(await refused({ ownerId: 'é'.repeat(129) })).toBe('INVALID_SANDBOX_REQUEST')
    expect(await refused({ ownerId: 7 })).toBe('INVALID_SANDBOX_REQUEST')
    expect(await refused({ ownerId: '\ud800' })).toBe('INVALID_SANDBOX_REQUEST')
    expect(await refused({ metadata: { long: 'x'.repeat(1_025) } })).toBe('INVALID_SANDBOX_REQUEST')
    expect(await refused({ metadata: { deep: {} } })).toBe('INVALID_SANDBOX_REQUEST')
    expect(await refused({ nonsense: 1 })).toBe('INVALID_ARGUMENT')
    expect(service.list()).toEqual([])
    await service.create({ ownerId: 'é'.repeat(128) })
    expect((await errorOf(() => service.list({ ownerId: '' }))).code).toBe('INVALID_SANDBOX_REQUEST')
    expect((await errorOf(() => new SandboxService({ store: {} as never }))).code).toBe('INVALID_ARGUMENT')
    expect((await errorOf(() => new SandboxService({ limits: { sessions: 0 } }))).code).toBe('INVALID_ARGUMENT')
  })

  test('a session that its user closed is no sandbox any more', async () => {
    const service = new SandboxService({ limits: { sessions: 1, bytes: 100 } })
    const handle = await service.create({ files: { f: 'x'.repeat(100) } })
    service.get(handle).close()
    expect((await errorOf(() => service.get(handle))).code).toBe('SANDBOX_NOT_FOUND')
    expect(service.list()).toEqual([])
    await service.create({ files: { f: 'x'.repeat(100) } })
  })

  test('one executor for all, another one for a sandbox with commands of its own', async () => {
    const service = new SandboxService({ executor: new Executor({ commands: ['cat'] }) })
    const plain = service.get(await service.create())
    expect((await plain.execute('grep x')).exitCode).toBe(127)
    const own = service.get(await service.create({ commands: ['grep'], files: { f: 'x\n' } }))
    expect((await own.execute('grep x f')).stdout).toBe('x\n')
  })
})

describe('quotas', () => {
  test('sandboxes in memory', async () => {
    const service = new SandboxService({ limits: { sessions: 2 }, store: new MemoryStore() })
    const first = await service.create()
    await service.create()
    const error = await errorOf(() => service.create())
    expect(error).toMatchObject({ code: 'SANDBOX_QUOTA_EXCEEDED', category: 'quota_exceeded' })
    expect(error.details).toEqual({ limit: 'sessions', value: 2 })
    await service.suspend(first)
    await service.create()
    expect((await errorOf(() => service.resume(first))).code).toBe('SANDBOX_QUOTA_EXCEEDED')
    expect(service.info(first).state).toBe('suspended')
  })

  test('bytes of all together: at the start, in runs, and by methods', async () => {
    const service = new SandboxService({ limits: { bytes: 1_000 } })
    const first = service.get(await service.create({ files: { a: 'x'.repeat(400) } }))
    const second = service.get(await service.create({ files: { b: 'x'.repeat(400) } }))
    const error = await errorOf(() => service.create({ files: { c: 'x'.repeat(300) } }))
    expect(error.details).toEqual({ limit: 'bytes', value: 1_000 })
    expect(service.list()).toHaveLength(2)

    const run = await first.execute('head -c 300 /dev/zero > more')
    expect(run.stderr).toContain('No space left on device')
    expect((await first.execute('rm -f more; head -c 150 /dev/zero > more')).exitCode).toBe(0)
    expect((await errorOf(() => second.writeFile('more', 'x'.repeat(60)))).code).toBe('SANDBOX_QUOTA_EXCEEDED')
    expect((await errorOf(() => second.copy('b', 'copy'))).code).toBe('SANDBOX_QUOTA_EXCEEDED')
    expect(second.list().map(({ name }) => name)).toEqual(['b'])
    second.writeFile('more', 'x'.repeat(50))
    expect(service.list().reduce((sum, { stats }) => sum + stats.bytes, 0)).toBe(1_000)
    // What is full can be emptied.
    expect((await first.execute('rm a')).exitCode).toBe(0)
    second.writeFile('more', 'x'.repeat(400))
    second.remove('more')
    await service.create({ files: { c: 'x'.repeat(300) } })
  })

  test('idle sandboxes go: into the store, or for good', async () => {
    const store = new MemoryStore()
    const events: SandboxEvent[] = []
    const keeping = new SandboxService({ store, limits: { idleMs: 60 }, onEvent: (event) => events.push(event) })
    const kept = await keeping.create({ files: { f: 'x' } })
    const dropping = new SandboxService({ limits: { idleMs: 60 } })
    const dropped = await dropping.create()
    const busy = await dropping.create(slow)
    const calls = (async () => {
      for (let index = 0; index < 4; index += 1) await dropping.get(busy).execute('slow')
    })()
    while (keeping.info(kept).state !== 'suspended') await delay(20)
    while (dropping.list().some(({ handle }) => handle === dropped)) await delay(20)
    await calls
    expect(events.map(({ kind }) => kind)).toContain('sandbox.suspended')
    expect((await errorOf(() => keeping.get(kept))).code).toBe('SANDBOX_SUSPENDED')
    expect(await keeping.resume(kept)).toBe(kept)
    expect(keeping.get(kept).readFile('f')).toBe('x')
  })

  test('an idle sandbox whose store fails stays, and the host is told', async () => {
    const store = new MemoryStore({ maxCount: 1, maxBytes: 1 })
    const told: unknown[] = []
    const service = new SandboxService({ store, limits: { idleMs: 30 }, onError: (error) => told.push(error) })
    const handle = await service.create({ files: { f: 'x' } })
    while (told.length === 0) await delay(10)
    expect(told[0]).toMatchObject({ code: 'SANDBOX_SUSPEND_FAILED', cause: { code: 'SNAPSHOT_STORE_FULL' } })
    expect(service.get(handle).readFile('f')).toBe('x')
    await service.close()
  })
})

describe('suspending and resuming', () => {
  test('B247: a handle goes on with its files, shell, policy and commands, time after time', async () => {
    const service = new SandboxService({ store: new MemoryStore(), key: 'a key of the host' })
    const handle = await service.create({
      ownerId: 'ann',
      policy: { commands: { deny: ['rm'] }, paths: { readOnly: ['fixed'] } },
      custom: { hello: { run: () => 'hello\n' } },
      files: { 'fixed/f': 'x' },
      limits: { totalBytes: 1_000_000 },
    })
    for (const name of ['a', 'b', 'c']) {
      await service.get(handle).execute(`echo ${name} > ${name}; last=${name}`)
      const before = service.get(handle).contentHash
      await service.suspend(handle)
      expect(service.info(handle)).toMatchObject({ state: 'suspended', sessionId: null })
      expect(await service.resume(handle)).toBe(handle)
      expect(service.get(handle).contentHash).toBe(before)
    }
    const session = service.get(handle)
    const result = await session.execute('cat a b c; echo $last; hello; rm a; echo > fixed/f')
    expect(result.stdout).toBe('a\nb\nc\nc\nhello\n')
    expect(result.stderr).toContain('rm: denied by policy')
    expect(result.stderr).toContain('fixed/f: Permission denied')
    expect(session.limits.totalBytes).toBe(1_000_000)
    expect(service.info(handle).ownerId).toBe('ann')
  })

  test('what the host decides by code goes on too; secrets and other commands are given anew', async () => {
    const service = new SandboxService({ store: new MemoryStore() })
    const secrets = { KEY: { value: 'a-secret-value', commands: ['sign'] } }
    const sign = { run: async (_argv: string[], io: CommandIo) => `${(await io.secret('KEY')).length}\n` }
    const handle = await service.create({
      manifest: { version: 1, env: { A: 'a' } },
      secrets,
      custom: { sign },
    })
    const run = async (script: string) => (await service.get(handle).execute(script)).stdout
    expect(await run('sign; echo $A $KEY')).toBe('14\na [REDACTED:KEY]\n')
    await service.suspend(handle)
    await service.resume(handle, { secrets })
    expect(await run('sign; echo $A $KEY')).toBe('14\na [REDACTED:KEY]\n')
    await service.suspend(handle)
    await service.resume(handle, { custom: { hello: { run: () => 'hello\n' } } })
    expect(await run('hello; sign 2>/dev/null || echo none')).toBe('hello\nnone\n')

    const decided: string[] = []
    const asking = await service.create({
      policy: { decide: ({ name }) => (decided.push(name), name === 'rm' ? 'deny' : 'allow') },
      files: { f: 'x' },
    })
    await service.suspend(asking)
    await service.resume(asking)
    expect((await service.get(asking).execute('cat f; rm f')).exitCode).toBe(126)
    expect(decided).toEqual(['cat', 'rm'])
  })

  test('B246: a name in the store is resumed as often as wanted, also by another service', async () => {
    const store = new MemoryStore()
    const service = new SandboxService({ store })
    const handle = await service.create({ files: { f: 'x' } })
    const ref = await service.suspend(handle, { ref: 'saved' })
    expect(ref).toBe('saved')
    const other = new SandboxService({ store })
    const copies = [await other.resume(ref, { ownerId: 'bob' }), await other.resume(ref)]
    expect(new Set([...copies, handle]).size).toBe(3)
    other.get(copies[0]!).writeFile('f', 'changed')
    expect(other.get(copies[1]!).readFile('f')).toBe('x')
    expect(other.list({ ownerId: 'bob' })).toHaveLength(1)
    expect((await errorOf(() => other.resume('nothing'))).code).toBe('SANDBOX_NOT_FOUND')
    // Deleting a sandbox takes away what its handle has in the store.
    await service.delete(handle)
    expect((await errorOf(() => other.resume(ref))).code).toBe('SANDBOX_NOT_FOUND')
  })

  test('what goes wrong', async () => {
    const none = new SandboxService()
    const handle = await none.create()
    expect((await errorOf(() => none.suspend(handle))).code).toBe('INVALID_SANDBOX_REQUEST')
    expect((await errorOf(() => none.resume('x'))).code).toBe('INVALID_SANDBOX_REQUEST')
    const store = new MemoryStore()
    const service = new SandboxService({ store, key: 'one key of the host' })
    const kept = await service.create()
    const ref = await service.suspend(kept)
    expect((await errorOf(() => service.suspend(kept))).code).toBe('SANDBOX_SUSPENDED')
    const stranger = new SandboxService({ store, key: 'another key' })
    expect((await errorOf(() => stranger.resume(ref))).code).toMatch(/^SNAPSHOT_/)
    const broken = new MemoryStore()
    broken.getRef = () => Promise.reject(new Error('the network is down'))
    expect(await errorOf(() => new SandboxService({ store: broken }).resume('x'))).toMatchObject({
      code: 'SANDBOX_RESUME_FAILED',
      retryable: true,
    })
    store.setRef = () => Promise.reject(new Error('the network is down'))
    expect((await errorOf(() => service.delete(kept))).code).toBe('SANDBOX_DELETE_FAILED')
    expect(service.info(kept).state).toBe('suspended')
  })
})

describe('a store that does not answer', () => {
  const METHODS = ['has', 'put', 'get', 'delete', 'list', 'setRef', 'getRef', 'refs'] as const
  type Method = (typeof METHODS)[number]
  /** A store in memory that never answers some requests, for as long as it is told to. */
  function hanging() {
    const store = new MemoryStore()
    const silent = new Set<Method>()
    const answer =
      (method: Method) =>
      (...args: unknown[]) =>
        silent.has(method) ? new Promise(() => {}) : Reflect.apply(store[method] as never, store, args)
    return { silent, store: Object.fromEntries(METHODS.map((method) => [method, answer(method)])) as never }
  }

  test.each(['has', 'put', 'setRef'] as const)(
    '%s: suspending fails in time, and the sandbox goes on',
    async (method) => {
      const { silent, store } = hanging()
      const service = new SandboxService({ store, closeTimeoutMs: 50 })
      const handle = await service.create({ files: { f: 'x' } })
      silent.add(method)
      const error = await errorOf(() => service.suspend(handle))
      expect([error.code, error.retryable]).toEqual(['SANDBOX_SUSPEND_FAILED', true])
      expect((await service.get(handle).execute('cat f')).stdout).toBe('x')
      silent.clear()
      await service.suspend(handle)
      await service.resume(handle)
      await service.delete(handle)
      expect(service.list()).toEqual([])
    },
  )

  test.each(['getRef', 'get'] as const)('%s: resuming fails in time, and can be tried again', async (method) => {
    const { silent, store } = hanging()
    const service = new SandboxService({ store, storeTimeoutMs: 50, closeTimeoutMs: 0 })
    const handle = await service.create({ files: { f: 'x' } })
    const ref = await service.suspend(handle)
    silent.add(method)
    for (const name of [handle, ref]) {
      expect((await errorOf(() => service.resume(name))).code).toBe('SANDBOX_RESUME_FAILED')
    }
    expect(service.info(handle).state).toBe('suspended')
    silent.clear()
    await service.resume(handle)
    expect(service.get(handle).readFile('f')).toBe('x')
  })

  test('deleting fails in time, and can be tried again', async () => {
    const { silent, store } = hanging()
    const service = new SandboxService({ store, storeTimeoutMs: 50 })
    const handle = await service.create()
    await service.suspend(handle)
    silent.add('setRef')
    expect((await errorOf(() => service.delete(handle))).code).toBe('SANDBOX_DELETE_FAILED')
    silent.clear()
    await service.delete(handle)
    expect((await errorOf(() => service.info(handle))).code).toBe('SANDBOX_NOT_FOUND')
  })

  test('a session that was closed while the store failed is forgotten; one that was closed while it answered is kept', async () => {
    const { silent, store } = hanging()
    const service = new SandboxService({ store, storeTimeoutMs: 50 })
    const [lost, kept] = [await service.create(), await service.create({ files: { f: 'x' } })]
    silent.add('put')
    const [session, failing] = [service.get(lost), errorOf(() => service.suspend(lost))]
    await delay(10)
    session.close()
    expect((await failing).code).toBe('SANDBOX_SUSPEND_FAILED')
    expect((await errorOf(() => service.info(lost))).code).toBe('SANDBOX_NOT_FOUND')
    silent.clear()
    const [other, suspending] = [service.get(kept), service.suspend(kept)]
    await delay(0)
    other.close()
    await suspending
    expect(service.info(kept)).toMatchObject({ state: 'suspended', stats: { bytes: 1 } })
    await service.resume(kept)
    expect(service.get(kept).readFile('f')).toBe('x')
  })
})

test.each([
  [
    'throws',
    () => {
      throw new Error('mine')
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('mine')
    },
  ],
])('an onError that %s does not end the process', async (_, fail) => {
  const store = new MemoryStore()
  store.put = () => Promise.reject(new Error('the disk is full'))
  let told = 0
  const onError = () => {
    told += 1
    return fail()
  }
  const service = new SandboxService({ store, limits: { idleMs: 10 }, onError })
  const handle = await service.create()
  await expect.poll(() => told).toBeGreaterThan(1)
  expect(service.info(handle).state).not.toBe('suspended')
  await service.close()
})

test('options that are none are refused everywhere', async () => {
  const service = new SandboxService({ store: new MemoryStore() })
  const handle = await service.create()
  const wrong: unknown[] = [null, 5, 'x', [], { nonsense: 1 }]
  for (const options of wrong as never[]) {
    for (const call of [
      () => service.create(options),
      () => service.list(options),
      () => service.suspend(handle, options),
      () => service.resume('name', options),
      () => service.delete(handle, options),
      () => service.close(options),
    ]) {
      expect((await errorOf(call)).code).toBe('INVALID_ARGUMENT')
    }
  }
  for (const options of [{ files: { f: 'x' } }, { key: 'short' }, { executor: {} }] as never[]) {
    expect((await errorOf(() => service.resume('name', options))).code).toBe('INVALID_ARGUMENT')
  }
  const late = { closeTimeoutMs: 2 ** 31 }
  expect((await errorOf(() => new SandboxService(late))).code).toBe('INVALID_ARGUMENT')
  expect(service.list().map(({ state }) => state)).toEqual(['running'])
})

describe('closing', () => {
  test('many calls may wait', async () => {
    const service = new SandboxService()
    const session = service.get(await service.create())
    const warnings: Error[] = []
    const listen = (warning: Error) => warnings.push(warning)
    process.on('warning', listen)
    await Promise.all(Array.from({ length: 50 }, (_, index) => session.execute(`echo ${index} >> log`)))
    await delay(1)
    process.off('warning', listen)
    expect(warnings).toEqual([])
    expect(session.readFile('log').split('\n')).toHaveLength(51)
  })

  test('waits for running calls and refuses new ones', async () => {
    const service = new SandboxService()
    const handle = await service.create(slow)
    const session = service.get(handle)
    const running = session.execute('slow; echo 1 > f; cat f')
    const deleting = service.delete(handle)
    expect(service.info(handle).state).toBe('closing')
    for (const call of [
      () => session.execute('true'),
      () => session.executeSync('true'),
      () => session.readFile('f'),
      () => session.snapshot(),
      () => service.get(handle),
      () => service.delete(handle),
    ]) {
      expect((await errorOf(call)).code).toBe('SANDBOX_CLOSING')
    }
    expect((await running).stdout).toBe('done\n1\n')
    await deleting
    expect(session.closed).toBe(true)
    expect((await errorOf(() => session.execute('true'))).code).toBe('SESSION_CLOSED')
  })

  test('waits no longer than it was told', async () => {
    const service = new SandboxService({ closeTimeoutMs: 20 })
    const handle = await service.create({ custom: { never: { run: () => new Promise(() => {}) } } })
    const running = service.get(handle).execute('echo started; never')
    const started = performance.now()
    await service.delete(handle)
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(await running).toMatchObject({ exitCode: 130, stdout: 'started\n', failure: { code: 'CANCELLED' } })
  })

  test('the service closes once, and keeps what is in the store', async () => {
    const store = new MemoryStore()
    const service = new SandboxService({ store })
    const [suspended, live] = [await service.create(), await service.create(slow)]
    const ref = await service.suspend(suspended)
    const session = service.get(live)
    const running = session.execute('slow')
    await Promise.all([service.close(), service.close()])
    expect((await running).stdout).toBe('done\n')
    expect(session.closed).toBe(true)
    for (const call of [
      () => service.create(),
      () => service.get(live),
      () => service.suspend(live),
      () => service.resume(ref),
      () => service.delete(live),
    ]) {
      expect(await errorOf(call)).toMatchObject({ code: 'SANDBOX_SERVICE_CLOSED', category: 'conflict' })
    }
    await service.close()
    await new SandboxService({ store }).resume(ref)
  })

  test('a process that only waits for idle sandboxes ends', async () => {
    const service = new SandboxService({ limits: { idleMs: 10_000_000 } })
    await service.create()
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThan(5)
    await service.close()
  })

  test('B237: two sandboxes have folders and files of their own', async () => {
    const service = new SandboxService()
    const sessions = await Promise.all([1, 2].map(async () => service.get(await service.create())))
    await Promise.all(
      sessions.map((session, index) => session.execute(`mkdir d${index}; cd d${index}; echo ${index} > f`)),
    )
    expect(sessions.map((session) => session.cwd)).toEqual(['/workspace/d0', '/workspace/d1'])
    expect(sessions.map((session) => session.readFile('f'))).toEqual(['0\n', '1\n'])
    expect(await errorOf(() => sessions[0]!.readFile('/workspace/d1/f'))).toBeInstanceOf(SandboxError)
  })
})

test('a store that fails with what has no text is told as one that failed', async () => {
  for (const [what, made] of Object.entries(ODD_THROWS)) {
    const store = new MemoryStore()
    const service = new SandboxService({ store })
    const handle = await service.create()
    const put = store.put.bind(store)
    store.put = () => Promise.reject(made())
    expect((await errorOf(() => service.suspend(handle))).code, what).toBe('SANDBOX_SUSPEND_FAILED')
    store.put = put
    await service.suspend(handle)
    store.get = () => Promise.reject(made())
    expect((await errorOf(() => service.resume(handle))).code, what).toBe('SANDBOX_RESUME_FAILED')
    store.setRef = () => Promise.reject(made())
    expect((await errorOf(() => service.delete(handle))).code, what).toBe('SANDBOX_DELETE_FAILED')
  }
})
