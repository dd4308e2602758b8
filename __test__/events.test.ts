/** Events: what is told, in which order, by whom, and that telling costs and breaks nothing. */
import { Executor, MemoryHistoryStore, SandboxService, Session, Snapshot } from 'mem-sandbox'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ODD_THROWS } from './support/odd-throws.js'
import { errorOf } from './support/errors.js'
import type { EventSinks, SandboxEvent } from 'mem-sandbox'

function recorded(options: ConstructorParameters<typeof Session>[0] = {}) {
  const events: SandboxEvent[] = []
  const session = new Session({ ...options, onEvent: (event) => void events.push(event) })
  return { session, events, kinds: () => events.map(({ kind }) => kind) }
}

describe('a session', () => {
  test('tells of its life and of every operation, in order and without gaps', async () => {
    const { session, events, kinds } = recorded({ files: { f: 'one\n' } })
    await session.execute('echo two >> f')
    session.writeFile('g', 'x')
    session.mkdir('d')
    session.copy('g', 'd/g')
    session.move('g', 'h')
    session.remove('h')
    session.applyPatch('*** Begin Patch\n*** Add File: n\n+new\n*** End Patch\n')
    const snapshot = session.snapshot()
    const fork = session.fork()
    fork.writeFile('theirs', 'x')
    session.merge(fork)
    session.restore(snapshot)
    session.importArchive(await session.exportArchive(), { overwrite: true })
    session.executeSync('true')
    await session.load()
    await errorOf(() => session.writeFile('no/such', 'x'))
    session.readFile('f')
    session.close()
    const own = events.filter((event) => event.session === session.events.sessionId)
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, index) => index + 1))
    const names = own.filter(({ kind }) => kind === 'operation.completed').map(({ name }) => name)
    expect(names).toEqual([
      'execute',
      'writeFile',
      'mkdir',
      'copy',
      'move',
      'remove',
      'applyPatch',
      'merge',
      'restore',
      'exportArchive',
      'importArchive',
      'executeSync',
      'load',
    ])
    expect(own.filter(({ kind }) => kind === 'operation.failed')).toMatchObject([
      { name: 'writeFile', error: 'ENOENT' },
    ])
    expect(own[0]!.kind).toBe('sandbox.created')
    expect(own.at(-1)!.kind).toBe('sandbox.closed')
    for (const kind of ['snapshot.created', 'snapshot.restored', 'sandbox.forked']) expect(kinds()).toContain(kind)
    for (const started of own.filter(({ kind }) => kind === 'operation.started')) {
      const ends = own.filter(({ operation, kind }) => operation === started.operation && /completed|failed/.test(kind))
      expect(ends).toHaveLength(1)
      expect(ends[0]!.sequence).toBeGreaterThan(started.sequence)
    }
  })

  test('says what a call did: command, exit code, usage, revision, hashes and changes', async () => {
    const { session, events } = recorded({ files: { f: 'one\n', g: 'x' } })
    const before = session.contentHash
    await session.execute('sleep 2; echo two >> f; mv g h; exit 3')
    const [started, completed] = events.slice(1)
    expect(started).toMatchObject({ kind: 'operation.started', command: 'sleep 2; echo two >> f; mv g h; exit 3' })
    expect(started!.hashBefore).toBe(before)
    expect(completed).toMatchObject({
      kind: 'operation.completed',
      name: 'execute',
      operation: started!.operation,
      exitCode: 3,
      hashBefore: before,
      hashAfter: session.contentHash,
      revision: session.revision,
      usage: { commands: 4 },
      changes: [
        { path: 'f', kind: 'modified', from: null },
        { path: 'h', kind: 'renamed', from: 'g' },
      ],
    })
    expect(completed!.virtualMs).toBeGreaterThanOrEqual(2_000)
    expect(completed!.durationMs).toBeGreaterThan(0)
    expect(completed!.failure).toBeUndefined()
    const closing = new Session({ onEvent: (event) => void events.push(event) })
    const running = closing.execute('sleep 1')
    closing.close()
    await running.catch(() => {})
    await session.execute('while :; do :; done', { limits: { steps: 1_000 } })
    expect(events.at(-1)).toMatchObject({ kind: 'operation.completed', failure: 'LIMIT_EXCEEDED', exitCode: 137 })
  })

  test('hashes of calls that wait for each other are those of their own states', async () => {
    const { session, events } = recorded()
    await Promise.all(['a', 'b', 'c'].map((name) => session.execute(`echo ${name} > ${name}; sleep 0.01`)))
    const ends = events.filter(({ kind }) => kind === 'operation.completed')
    const expected = new Session()
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      const before = expected.contentHash
      expected.executeSync(`echo ${name} > ${name}`)
      expect([undefined, before]).toContain(ends[index]!.hashBefore)
      expect([undefined, expected.contentHash]).toContain(ends[index]!.hashAfter)
    }
    expect(ends[0]!.hashBefore).toBeDefined()
    expect(ends[2]!.hashAfter).toBe(session.contentHash)
  })

  test('S23: line ends and JSON in commands and names stay data: one event, one line', async () => {
    const { session, events } = recorded()
    const forged = '"}\n{"kind":"sandbox.closed","sequence":1}\n'
    await session.execute(`echo '${forged}' > f\u001b[31m\u2028`)
    session.writeFile(`a\n${forged.replaceAll('/', '')}`, 'x')
    const lines = events.map((event) => JSON.stringify(event))
    for (const [index, line] of lines.entries()) {
      expect(line.includes('\n') || line.includes('\u001b')).toBe(false)
      expect((JSON.parse(line) as SandboxEvent).kind).toBe(events[index]!.kind)
    }
    expect(events[1]!.command).toMatch(/\\n\{"kind"/)
    expect(events[3]!.path).toMatch(/^a\\n/)
    await session.execute(`: ${'x'.repeat(100_000)}`)
    expect(events.at(-1)!.command!.length).toBe(1_024)
  })

  test('S22: what looks like a secret is not told', async () => {
    const { session, events } = recorded()
    const secret = 'hunter2hunter2'
    for (const command of [
      `API_KEY=${secret} env`,
      `export MY_SECRET_TOKEN='${secret}'`,
      `login --password ${secret}`,
      `login --token=${secret}`,
      `curl -H 'Authorization: Bearer ${secret}' x`,
      `curl https://me:${secret}@example.org/`,
    ]) {
      await session.execute(command)
      expect(JSON.stringify(events)).not.toContain(secret)
      expect(events.at(-1)!.command).toContain('[REDACTED]')
    }
  })

  test('S22: a secret that was lent is told by name, never by value', async () => {
    const value = 'value-of-the-secret'
    const { session, events } = recorded({
      custom: { sign: { run: async (_argv, io) => (await io.secret('KEY')).length } },
      secrets: { KEY: { value, commands: ['sign'], maxUses: 1 } },
    })
    await session.execute('sign')
    await session.execute(`sign; echo ${value}`)
    const told = events.filter(({ kind }) => kind.startsWith('secret.'))
    expect(told).toMatchObject([
      { kind: 'secret.used', secret: 'KEY', command: 'sign', operation: events[1]!.operation },
      { kind: 'secret.refused', secret: 'KEY', error: 'SECRET_LIMIT_EXCEEDED' },
    ])
    expect(JSON.stringify(events)).not.toContain(value)
  })

  test('denials and questions of the policy', async () => {
    const { session, events } = recorded({
      files: { 'src/a': 'x' },
      policy: {
        commands: { deny: ['rm'] },
        paths: { readOnly: ['src'] },
        decide: ({ name }) => (name === 'dd' ? { decision: 'deny', reason: 'no dd' } : name === 'mv' ? 'ask' : 'allow'),
      },
    })
    await session.execute('rm src/a; dd if=x 2>/dev/null')
    await session.execute('mv src/a b')
    await errorOf(() => session.writeFile('src/a', 'y'))
    const told = events.filter(({ kind }) => kind.startsWith('policy.'))
    expect(told.map(({ kind, rule, reason, argv }) => ({ kind, rule, reason, argv }))).toEqual([
      { kind: 'policy.denied', rule: 'commands.deny', reason: 'commands.deny has rm', argv: ['rm', 'src/a'] },
      { kind: 'policy.denied', rule: 'decide', reason: 'no dd', argv: ['dd', 'if=x'] },
      { kind: 'policy.approval-required', argv: ['mv', 'src/a', 'b'] },
      { kind: 'policy.denied', reason: expect.stringContaining('src/a') as string },
    ])
    expect(told.every(({ operation }) => operation !== undefined)).toBe(true)
  })

  test('who acts, and from which call', async () => {
    const events: SandboxEvent[] = []
    const onEvent = (event: SandboxEvent) => void events.push(event)
    const helper = new Session({ onEvent })
    const session = new Session({
      onEvent,
      custom: { ask: { run: async () => (await helper.execute('echo helped')).stdout } },
    })
    const result = session.withActor({ actor: 'planner', thread: 't1' }, async () => {
      await delay(1)
      return session.withActor({ run: 'r1', correlation: 'c1' }, () => session.execute('ask'))
    })
    await Promise.all([result, session.execute('true')])
    const ask = events.filter(({ command }) => command === 'ask')
    for (const event of ask)
      expect(event).toMatchObject({ actor: 'planner', thread: 't1', run: 'r1', correlation: 'c1' })
    const inner = events.filter(({ command }) => command === 'echo helped')
    expect(inner).toHaveLength(2)
    for (const event of inner) {
      expect(event).toMatchObject({ actor: 'planner', run: 'r1', parentOperation: ask[0]!.operation })
    }
    for (const event of events.filter(({ command }) => command === 'true')) expect(event.actor).toBeUndefined()
    expect((await errorOf(() => session.withActor({ who: 'x' } as never, () => {}))).code).toBe('INVALID_ARGUMENT')
  })
})

describe('forks, executors and services', () => {
  test('forks are told to the same sinks, each with a stream of its own', () => {
    const { session, events } = recorded()
    const fork = session.fork()
    const [left] = session.snapshot().fork({ count: 2 })
    fork.writeFile('a', 'x')
    left!.writeFile('a', 'x')
    const id = session.events.sessionId
    const of = (made: Session) => events.filter((event) => event.session === made.events.sessionId)
    expect(of(fork).map(({ kind }) => kind)).toEqual(['sandbox.created', 'operation.started', 'operation.completed'])
    expect(of(fork)[0]).toMatchObject({ sequence: 1, parentSession: id })
    expect(of(left!)[0]).toMatchObject({ sequence: 1, parentSession: id })
    expect(of(session).find(({ kind }) => kind === 'sandbox.forked')!.child).toBe(fork.events.sessionId)
  })

  test('an executor tells of all its sessions', async () => {
    const events: SandboxEvent[] = []
    const executor = new Executor({ onEvent: (event) => void events.push(event) })
    const sessions = [new Session({ executor }), executor.session()]
    sessions.push(Snapshot.fromBytes(sessions[0]!.snapshot().toBytes(), { executor }).fork())
    for (const session of sessions) await session.execute('true')
    expect(new Set(events.map(({ session }) => session)).size).toBe(3)
  })

  test('a service says whose session it is', async () => {
    const events: SandboxEvent[] = []
    const service = new SandboxService({ onEvent: (event) => void events.push(event) })
    const handle = await service.create({ ownerId: 'ann' })
    await service.get(handle).execute('true')
    service.get(handle).fork().executeSync('true')
    await service.delete(handle)
    expect(events.map(({ kind }) => kind)).toEqual([
      'sandbox.created',
      'operation.started',
      'operation.completed',
      'sandbox.created',
      'sandbox.forked',
      'operation.started',
      'operation.completed',
      'sandbox.closed',
    ])
    expect(events.every(({ owner }) => owner === 'ann')).toBe(true)
    expect(JSON.stringify(events)).not.toContain(handle)
  })
})

describe('delivery', () => {
  test('nobody who listens, nothing that is paid: no method is wrapped', async () => {
    const session = new Session()
    void session.events.sequence
    expect(Reflect.ownKeys(session)).toEqual([])
    const stop = session.events.subscribe(() => {})
    expect(Reflect.ownKeys(session).length).toBeGreaterThan(10)
    stop()
    expect(Reflect.ownKeys(session)).toEqual([])
    await session.execute('true')
    expect(session.events.sequence).toBe(0)
  })

  test('a sink that fails or hangs changes nothing; what it missed is counted and told', async () => {
    const session = new Session()
    const got: SandboxEvent[] = []
    let fail = true
    const failing = (event: SandboxEvent) => {
      if (fail) throw new Error('no')
      got.push(event)
    }
    session.events.subscribe(failing)
    session.events.subscribe(() => new Promise(() => {}))
    expect((await session.execute('echo hi')).stdout).toBe('hi\n')
    fail = false
    await session.execute('true')
    expect(got[0]).toMatchObject({ kind: 'events.dropped', sequence: 2, dropped: { full: 0, failed: 2 } })
    expect(got.slice(1).map(({ sequence }) => sequence)).toEqual([3, 4])
    expect(session.events.dropped).toBe(2)
  })

  test('a slow sink has a queue, and no more', async () => {
    const session = new Session()
    const got: SandboxEvent[] = []
    const wait: Array<() => void> = []
    const sink = (event: SandboxEvent) => {
      got.push(event)
      return new Promise<void>((resolve) => wait.push(resolve))
    }
    session.events.subscribe({ sink, queue: 3 })
    for (let index = 0; index < 10; index += 1) session.writeFile('f', String(index))
    expect(got).toHaveLength(1)
    expect(session.events.dropped).toBe(16)
    session.events.flush().catch(() => {})
    while (wait.length > 0) {
      wait.shift()!()
      await delay(1)
    }
    expect(got.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    expect(got[0]!.kind).toBe('operation.started')
    const call = session.execute('true')
    await delay(20)
    while (wait.length > 0) {
      wait.shift()!()
      await delay(1)
    }
    await call
    expect(got[4]).toMatchObject({ kind: 'events.dropped', sequence: 20, dropped: { full: 16, failed: 0 } })
    expect(got.slice(5).map(({ sequence }) => sequence)).toEqual([21, 22])
  })

  test('a loop of synchronous calls fills no queue of a sink that answers at once', () => {
    const session = new Session()
    let count = 0
    session.events.subscribe(() => (count += 1))
    for (let index = 0; index < 2_000; index += 1) session.writeFile('f', String(index))
    expect(count).toBe(4_000)
    expect(session.events.dropped).toBe(0)
  })

  test('required: a call fails when the sink does', async () => {
    const session = new Session()
    let refuse = ''
    const sinks: EventSinks = {
      sink: async ({ kind }) => {
        await delay(1)
        if (kind === refuse) throw new Error('the log is full')
      },
      delivery: 'required',
    }
    session.events.subscribe(sinks)
    expect((await session.execute('echo hi')).stdout).toBe('hi\n')
    refuse = 'operation.completed'
    const error = await errorOf(() => session.execute('echo kept > f'))
    expect(error).toMatchObject({ code: 'EVENT_DELIVERY_FAILED', category: 'internal' })
    expect(error.message).toContain('the log is full')
    expect(session.readFile('f')).toBe('kept\n')
    // A method that can't wait: the next call says so.
    session.writeFile('g', 'x')
    await delay(20)
    refuse = ''
    expect((await errorOf(() => session.execute('true'))).code).toBe('EVENT_DELIVERY_FAILED')
    expect((await session.execute('true')).exitCode).toBe(0)
  })

  test('required: a sink that throws at once refuses the call before it begins', async () => {
    const session = new Session()
    session.events.subscribe({
      sink: ({ kind }) => {
        if (kind === 'operation.started') throw new Error('no')
      },
      delivery: 'required',
    })
    expect((await errorOf(() => session.writeFile('f', 'x'))).code).toBe('EVENT_DELIVERY_FAILED')
    expect((await errorOf(() => session.execute('echo x > f'))).code).toBe('EVENT_DELIVERY_FAILED')
    expect(session.list()).toEqual([])
  })

  test('a sink that never settles holds up neither the calls nor its queue', async () => {
    const never = new Promise<void>(() => {})
    const got: string[] = []
    const session = new Session()
    const remove = session.events.subscribe({ sink: () => never, delivery: 'required', timeoutMs: 20 })
    const error = await errorOf(() => session.execute('echo x > f'))
    expect(error.code).toBe('EVENT_DELIVERY_FAILED')
    expect(error.message).toContain('longer than 20 ms')
    remove()
    session.events.subscribe({
      sink: ({ kind }) => (got.push(kind), got.length === 1 ? never : undefined),
      timeoutMs: 20,
    })
    expect((await session.execute('echo x > f')).exitCode).toBe(0)
    await session.events.flush()
    expect(got.at(-1)).toBe('operation.completed')
    expect(session.events.dropped).toBeGreaterThan(0)
  })

  test('S22: values of secrets are in no event, also before they are lent', async () => {
    const { session, events } = recorded({
      secrets: { KEY: { value: 'not-for-anybody-1', commands: [] } },
      policy: { commands: { deny: ['rm'] }, paths: { readOnly: ['not-for-anybody-1'] } },
    })
    await session.execute('echo not-for-anybody-1; rm not-for-anybody-1; echo > not-for-anybody-1')
    await session.execute('rm not-for-anybody-2', {
      secrets: { OTHER: { value: 'not-for-anybody-2', commands: [] } },
    })
    await errorOf(() => session.writeFile('not-for-anybody-1', ''))
    await errorOf(() => session.execute('true', { secrets: { BAD: { value: 7 as never } } }))
    const text = JSON.stringify(events)
    expect(text).not.toContain('not-for-anybody')
    expect(text).toContain('echo [REDACTED:KEY]; rm [REDACTED:KEY]')
    expect(text).toContain('rm [REDACTED:OTHER]')
  })

  test('events can be iterated, until the session is closed', async () => {
    const session = new Session()
    const kinds: string[] = []
    const reading = (async () => {
      for await (const { kind } of session.events) kinds.push(kind)
    })()
    await delay(1)
    await session.execute('true')
    session.writeFile('f', 'x')
    session.close()
    await reading
    expect(kinds).toEqual([
      'operation.started',
      'operation.completed',
      'operation.started',
      'operation.completed',
      'sandbox.closed',
    ])
    const other = new Session()
    for await (const _ of tick(other)) break
    expect(Reflect.ownKeys(other)).toEqual([])
  })

  test('iterating ends on a session that is closed already, and where the end itself was dropped', async () => {
    const session = new Session()
    const kinds: string[] = []
    const events = session.events[Symbol.asyncIterator]()
    for (let count = 0; count < 2_000; count += 1) session.writeFile('f', String(count))
    session.close()
    for (let next = await events.next(); !next.done; next = await events.next()) kinds.push(next.value.kind)
    expect(kinds.length).toBeGreaterThan(500)
    expect(kinds).not.toContain('sandbox.closed')
    for await (const { kind } of session.events) kinds.push(kind)
    const two = new Session()
    const both = two.events[Symbol.asyncIterator]()
    const asked = [both.next(), both.next()]
    two.writeFile('f', 'x')
    expect((await Promise.all(asked)).map(({ value }) => value.kind)).toEqual([
      'operation.started',
      'operation.completed',
    ])
  })

  test('wrong sinks are refused by name', async () => {
    for (const sinks of [
      7,
      {},
      { sink: 7 },
      [null],
      { sink: () => {}, queue: 0 },
      { sink: () => {}, delivery: 'maybe' },
    ]) {
      const error = await errorOf(() => new Session({ onEvent: sinks as never }))
      expect(error.code).toBe('INVALID_ARGUMENT')
      expect(error.message).toMatch(/^options\.onEvent/)
    }
  })

  function tick(session: Session) {
    setTimeout(() => void session.execute('true'), 1)
    return session.events
  }
})

describe('a history', () => {
  test('takes records and outputs, and finds them', async () => {
    const history = new MemoryHistoryStore()
    const session = new Session({ onEvent: [history, () => {}] })
    const other = new Session({ onEvent: history })
    await session.withActor({ actor: 'ann' }, () => session.execute('seq 3; echo no >&2'))
    await other.withActor({ actor: 'bob' }, () => other.execute('echo x > f'))
    session.writeFile('f', 'x')
    const id = session.events.sessionId
    const all = history.query({ session: id }).records
    expect(all.map(({ kind }) => kind)).toEqual([
      'sandbox.created',
      'operation.started',
      'operation.completed',
      'operation.started',
      'operation.completed',
    ])
    expect(Object.isFrozen(all[0])).toBe(true)
    expect(history.query({ actor: 'bob', kind: 'operation.completed' }).records).toMatchObject([
      { changes: [{ path: 'f' }], hashAfter: other.contentHash },
    ])
    expect(history.query({ session: id, kind: 'operation.*', after: 2, before: 5 }).records).toHaveLength(2)
    expect(history.query({ operation: all[1]!.operation! }).records).toHaveLength(2)
    expect(history.query({ since: Date.now() + 1_000 }).records).toEqual([])
    expect(history.query({ until: Date.now() + 1_000, session: id }).records).toHaveLength(5)
    const outputs = history.outputs({ operation: all[1]!.operation! })
    expect(outputs.map(({ stream, data, total }) => [stream, Buffer.from(data).toString(), total])).toEqual([
      ['stdout', '1\n2\n3\n', 6],
      ['stderr', 'no\n', 3],
    ])
  })

  test('answers in pages', async () => {
    const history = new MemoryHistoryStore()
    const session = new Session({ onEvent: history })
    for (let index = 0; index < 12; index += 1) session.writeFile('f', String(index))
    const sequences: number[] = []
    let cursor: string | null | undefined
    do {
      const page = history.query({ kind: 'operation.completed', limit: 5, ...(cursor && { cursor }) })
      sequences.push(...page.records.map(({ sequence }) => sequence))
      cursor = page.cursor
    } while (cursor !== null)
    expect(sequences).toEqual(Array.from({ length: 12 }, (_, index) => 3 + 2 * index))
    expect((await errorOf(() => history.query({ cursor: 'x' }))).code).toBe('INVALID_ARGUMENT')
    expect((await errorOf(() => history.query({ nonsense: 1 } as never))).code).toBe('INVALID_ARGUMENT')
  })

  test('keeps to its limits: the oldest go', async () => {
    const history = new MemoryHistoryStore({ maxRecords: 10, maxBytes: 100_000 })
    const session = new Session({ onEvent: history })
    for (let index = 0; index < 5_000; index += 1) session.writeFile('f', String(index))
    expect(history.query().records.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 10 }, (_, index) => 9_992 + index),
    )
    expect(history.stats).toMatchObject({ records: 10, evicted: 9_991 })
    await session.execute('head -c 60000 /dev/zero')
    await session.execute('head -c 60000 /dev/zero')
    expect(history.stats.bytes).toBeLessThanOrEqual(100_000)
    const aged = new MemoryHistoryStore({ maxAgeMs: 20 })
    aged.append({ sequence: 1, session: 's', kind: 'sandbox.created', time: Date.now() })
    await delay(40)
    expect(aged.query().records).toEqual([])
    aged.close()
    expect((await errorOf(() => aged.query())).code).toBe('HISTORY_CLOSED')
  })
})

describe('what a script writes stays data', () => {
  const HOSTILE = `echo 'a\n{"kind":"policy.denied"}\r\u001b[2J\u001b]52;c;eA==\u0007\u009b31m\u2028end'`

  test('S23: an event is one line of JSON, whatever is in commands, names and reasons', async () => {
    const { session, events } = recorded({
      files: { 'x\ny\u001b': '1' },
      policy: { decide: () => ({ decision: 'deny', reason: 'no\n{"kind":"sandbox.closed"}' }) },
    })
    await session.execute(`${HOSTILE}\nls "x\ny"`)
    await errorOf(() => session.writeFile('no\n{"sequence":1}/such', ''))
    const count = events.length
    expect(events.filter(({ kind }) => kind === 'policy.denied').length).toBeGreaterThan(0)
    for (const event of events) {
      const line = JSON.stringify(event)
      expect(line.split(/[\n\r\u2028\u2029]/)).toHaveLength(1)
      expect(JSON.parse(line)).toMatchObject({ sequence: event.sequence, kind: event.kind })
    }
    const numbers = events.map(({ sequence }) => sequence)
    expect(numbers).toEqual(Array.from({ length: count }, (_, at) => numbers[0]! + at))
  })

  test('S20: escapes for terminals do not reach who prints events', async () => {
    const { session, events } = recorded({ files: { 'esc\u001b[31m': '1' } })
    await session.execute(HOSTILE)
    await errorOf(() => session.readFile('esc\u001b[31m', { startLine: 9 }))
    session.remove('esc\u001b[31m')
    const texts = events.flatMap(({ command, path, reason, argv }) => [command, path, reason, ...(argv ?? [])])
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    for (const text of texts) expect(text ?? '').not.toMatch(/[\0-\x1f\x7f-\x9f]/)
  })

  test('S39: a history caps what it keeps, and SQL in a command is text', async () => {
    const history = new MemoryHistoryStore({ maxBytes: 50_000, maxRecords: 20 })
    const session = new Session({ onEvent: { sink: history, delivery: 'required', outputBytes: 1_000 } })
    await session.execute(`echo "'); DROP TABLE events; --"; head -c 5000000 /dev/zero`)
    for (let at = 0; at < 50; at += 1) await session.execute('seq 100')
    expect(history.stats.records).toBeLessThanOrEqual(20)
    expect(history.stats.bytes).toBeLessThanOrEqual(50_000)
    await Promise.all([session.execute('echo 1'), session.execute('echo 2')])
    session.close()
  })
})

describe('a sink that fails with what has no text', () => {
  for (const [what, made] of Object.entries(ODD_THROWS)) {
    const fail = {
      'at once': () => {
        throw made()
      },
      later: () => Promise.reject(made()),
    }
    test(`${what}: a call does not hang, and only a required one fails it`, async () => {
      for (const [when, sink] of Object.entries(fail)) {
        const bestEffort = new Session({ onEvent: sink })
        expect((await bestEffort.execute('echo x')).stdout, when).toBe('x\n')
        await bestEffort.events.flush()
        expect(bestEffort.events.dropped, when).toBeGreaterThan(0)
        const required = new Session()
        required.events.subscribe({ sink, delivery: 'required' })
        expect((await errorOf(() => required.execute('echo x'))).code, when).toBe('EVENT_DELIVERY_FAILED')
      }
    })
  }
})

describe('what sinks are given', () => {
  test('is without values of secrets, wherever they came in', async () => {
    const value = 'not-for-events-1234'
    const { session, events } = recorded({ secrets: { KEY: { value } } })
    session.writeFile(value, 'x')
    session.move(value, `${value}-2`)
    const call = { secrets: { OTHER: { value: 'of-the-call-5678' } } }
    await session.withActor({ actor: value, run: `run ${value}` }, async () => {
      await session.execute(`echo ${value} > ${value}; touch of-the-call-5678`, call)
    })
    const service = new SandboxService()
    const told: SandboxEvent[] = []
    const onEvent = (event: SandboxEvent): void => void told.push(event)
    await service.delete(await service.create({ ownerId: value, secrets: { KEY: { value } }, onEvent }))
    const all = JSON.stringify([...events, ...told])
    expect(all).not.toContain(value)
    expect(all).not.toContain('of-the-call-5678')
    expect(events.at(-1)).toMatchObject({ actor: '[REDACTED:KEY]', run: 'run [REDACTED:KEY]' })
    expect(events.at(-1)!.changes!.map(({ path }) => path)).toEqual(['[REDACTED:KEY]', '[REDACTED:OTHER]'])
  })

  test('can be changed by none of them', async () => {
    const seen: string[] = []
    const change = (event: SandboxEvent): void => {
      const { changes, usage, argv } = event
      for (const one of [event, changes, changes?.[0], usage, argv]) {
        if (one !== undefined) expect(Object.isFrozen(one)).toBe(true)
      }
      ;(event as { kind: string }).kind = 'changed'
    }
    const session = new Session({
      policy: { commands: { deny: ['rm'] } },
      onEvent: [change, (event) => void seen.push(event.kind)],
    })
    await session.execute('echo x > f; rm f')
    expect(seen).toEqual(['sandbox.created', 'operation.started', 'policy.denied', 'operation.completed'])
    expect(session.events.dropped).toBe(4)
  })
})
