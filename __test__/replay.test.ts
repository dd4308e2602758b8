/** Recording and replaying: the same again, and the first thing that differs. */
import { Executor, Session, replay } from 'mem-sandbox'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { errorOf } from './support/errors.js'
import type { CommandIo, SessionJournal } from 'mem-sandbox'

/** As it would come from a file. */
const stored = (journal: SessionJournal) => JSON.parse(JSON.stringify(journal)) as SessionJournal

async function expectSame(journal: SessionJournal, session?: Session) {
  const result = await replay(stored(journal))
  expect(result.divergence).toBeNull()
  expect(result).toMatchObject({ ok: true, steps: journal.steps.length })
  if (session !== undefined) expect(result.session.contentHash).toBe(session.contentHash)
  return result
}

test('B267: outputs, steps and hashes after each step are the same again', async () => {
  const session = new Session({ files: { 'a.txt': 'one\n' }, seed: 7, clock: { start: '2030-01-01T00:00:00Z' } })
  await session.execute('x=5; f() { echo "f $1 $RANDOM"; }; cd /workspace; hash ls; ls >/dev/null')
  const recorder = session.record()
  await session.execute('f 1; date +%s%N; mktemp -u; head -c 8 /dev/urandom | od -An -tx1; sleep 5; date; ls -l')
  session.writeFile('b.bin', new Uint8Array([0, 255, 128]), { mode: 0o755 })
  session.mkdir('d/e', { createParents: true })
  session.copy('a.txt', 'd/a.txt')
  session.move('d/a.txt', 'd/e/c.txt')
  session.applyPatch('*** Begin Patch\n*** Update File: a.txt\n-one\n+two\n*** End Patch\n')
  session.executeSync('echo sync >> log; exit 3')
  await errorOf(() => session.writeFile('no/such/file', 'x'))
  session.remove('d/e/c.txt')
  await session.execute('cat; echo "$1 $V"; echo err >&2; x=$((x+1)); echo $x', {
    stdin: new Uint8Array([255, 10]),
    args: ['first'],
    env: { V: 'v' },
    cwd: '/workspace/d',
    timeoutMs: 20_000,
    output: { maxBytes: 500 },
  })
  await session.execute('echo lost > lost; false', { atomic: true })
  session.importArchive(await session.exportArchive({ format: 'tar.gz' }), { root: 'copy' })
  await Promise.all(['1', '2', '3'].map((name) => session.execute(`echo ${name} >> order; cat order`)))
  const journal = recorder.stop()
  expect(journal.steps).toHaveLength(15)
  expect(journal.start.now).toBeGreaterThan(Date.parse('2030-01-01T00:00:00Z'))
  const hashes: string[] = []
  const again = await replay(stored(journal), { onStep: ({ session: made }) => hashes.push(made.contentHash) })
  expect(again.divergence).toBeNull()
  expect(again.ok).toBe(true)
  expect(again.session.contentHash).toBe(session.contentHash)
  for (const [index, { outcome }] of journal.steps.entries()) {
    if (outcome.contentHash !== undefined) expect(hashes[index]).toBe(outcome.contentHash)
  }
  // And it goes on the same.
  const script = 'f 2; echo $RANDOM $x; date +%s%N'
  expect((await again.session.execute(script)).stdout).toBe((await session.execute(script)).stdout)
})

test('B267: the first step that differs is named, with what it should have been', async () => {
  const session = new Session()
  const recorder = session.record()
  await session.execute('echo a > f')
  await session.execute('echo $RANDOM')
  await session.execute('cat f; echo b >> f')
  const journal = recorder.stop()
  const changed = (change: (copy: SessionJournal) => void) => {
    const copy = stored(journal)
    change(copy)
    return replay(copy)
  }
  const command = (index: number, text: string) => changed(({ steps }) => (steps[index]!.args[0] = text))
  expect((await command(0, 'echo A > f')).divergence).toMatchObject({ step: 0, name: 'execute', what: 'contentHash' })
  expect((await command(1, 'echo x')).divergence).toMatchObject({ step: 1, what: 'stdout', actual: { text: 'x\n' } })
  expect((await command(1, 'echo $RANDOM; :')).divergence).toMatchObject({ step: 1, what: 'steps' })
  expect((await command(1, 'echo $RANDOM; exit 4')).divergence).toMatchObject({
    what: 'exitCode',
    expected: 0,
    actual: 4,
  })
  expect((await command(2, 'cat f; echo b >> f; echo >&2')).divergence).toMatchObject({ step: 2, what: 'stderr' })
  const start = await changed((copy) => (copy.start.contentHash = 'f'.repeat(64)))
  expect(start).toMatchObject({ ok: false, steps: 0, divergence: { step: -1, what: 'start' } })
  const stopped = await command(1, 'echo x')
  expect(stopped.steps).toBe(2)
  expect(stopped.session.readFile('f')).toBe('a\n')
})

describe('what the host answers', () => {
  test('custom commands are answered from the journal, and never called', async () => {
    let calls = 0
    const session = new Session({
      files: { in: 'a\nb\n' },
      custom: {
        fetch: {
          run: async (argv, io) => {
            calls += 1
            await delay(1)
            const text = (await io.stdin.text()).toUpperCase()
            await io.fs.writeFile(`fetched-${argv[1]}`, text + calls)
            const ran = await io.run(['wc', '-l'], { stdin: text })
            await io.stderr.write('note\n')
            return `${calls}:${text}${ran.stdout}`
          },
        },
        both: {
          run: async (_argv, io) => {
            await Promise.all([io.stdout.write('x'.repeat(100_000)), io.fs.writeFile('side', 'x')])
            return 5
          },
        },
        boom: {
          run: () => {
            throw new Error('no luck')
          },
        },
        cat: { run: (_argv, io) => io.run(['cat', '/workspace/in']).then(({ stdout }) => `mine ${stdout}`) },
      },
    })
    await session.execute('fetch before < in')
    const recorder = session.record()
    await session.execute('fetch one < in | sort > sorted; cat sorted; ls')
    await session.execute('both | wc -c; both > /dev/null; echo $?; boom; echo $?; both | head -c 3')
    await session.execute('for i in 1 2 3; do echo $i | fetch $i; done | tail -n 1; cat x')
    const before = calls
    const journal = recorder.stop()
    await expectSame(journal, session)
    expect(calls).toBe(before)
    // Also with an executor of the host, whose commands stay untouched.
    const never = { run: () => Promise.reject(new Error('called')) }
    const executor = new Executor({ custom: { fetch: never, both: never, boom: never, cat: never } })
    expect((await replay(stored(journal), { executor })).divergence).toBeNull()
    const other = stored(journal)
    const unasked = stored(journal)
    unasked.steps[2]!.answers.push({ kind: 'command', argv: ['fetch', '9'], acts: [], end: { status: 0 } })
    expect((await replay(unasked)).divergence).toMatchObject({ step: 2, what: 'answers', expected: ['fetch', '9'] })
    other.steps[0]!.args[0] = 'fetch two < in'
    expect((await replay(other)).divergence).toMatchObject({
      step: 0,
      what: 'answers',
      expected: ['fetch', 'one'],
      actual: ['fetch', 'two'],
    })
  })

  test('steps are compared wherever the host does not decide about them', async () => {
    const pause = () => delay(Math.random() * 4)
    const session = new Session({
      files: { in: 'a\nb\n' },
      custom: {
        ask: {
          run: async (argv, io) => {
            await pause()
            const text = await io.stdin.text()
            await pause()
            await Promise.all([io.stdout.write('x'.repeat(70_000)), io.fs.writeFile(`side-${argv[1]}`, text)])
            return 3
          },
        },
      },
      policy: { decide: () => pause().then(() => 'allow' as const) },
    })
    const recorder = session.record()
    await session.execute(
      'ask 0 < in > out; sleep 1; for i in 1 2; do echo $i > f; ask $i < f > g; done; date +%s%N > when',
    )
    await session.execute('ask 3 < in | ask 4 | wc -c')
    const journal = recorder.stop()
    expect(journal.steps.map(({ overlapping }) => overlapping)).toEqual([undefined, true])
    for (let times = 0; times < 3; times += 1) await expectSame(journal, session)
    const changed = stored(journal)
    changed.steps[0]!.outcome.steps! += 1
    expect((await replay(changed)).divergence).toMatchObject({ step: 0, what: 'steps' })
  })

  test('decisions of the policy too, and its rules hold', async () => {
    let asked = 0
    const session = new Session({
      files: { f: 'x', 'src/g': 'y' },
      policy: {
        commands: { deny: ['dd'] },
        paths: { readOnly: ['src'] },
        decide: ({ name }) => {
          asked += 1
          return name === 'mv'
            ? 'ask'
            : name === 'rm'
              ? { decision: 'deny', reason: `no, for the ${asked}th time` }
              : 'allow'
        },
      },
    })
    const recorder = session.record()
    await session.execute('rm f; cat f; dd if=f; echo > src/g')
    const { approval } = await session.execute('echo before > b; mv f g')
    await session.execute('echo before > b; mv f g', { approvals: [approval!] })
    await errorOf(() => session.writeFile('src/g', 'z'))
    const before = asked
    const journal = recorder.stop()
    expect(journal.start.policy).toEqual({ commands: { deny: ['dd'] }, paths: { readOnly: ['src'] }, decide: true })
    const { session: made } = await expectSame(journal, session)
    expect(made.readFile('g')).toBe('x')
    expect(asked).toBe(before)
  })

  test('states that were merged in, and went back to', async () => {
    const session = new Session({ files: { f: '1\n2\n3\n' } })
    const base = session.snapshot()
    const fork = session.fork()
    fork.writeFile('f', '1\n2\nthree\n')
    session.writeFile('f', 'one\n2\n3\n')
    const recorder = session.record()
    session.merge(fork)
    await session.execute('cat f; v=1')
    session.restore(base)
    await session.execute('cat f; echo "[$v]"')
    const journal = recorder.stop()
    expect(journal.steps.map(({ state }) => state !== undefined)).toEqual([true, false, true, false])
    await expectSame(journal, session)
  })

  test('S22: values of secrets are in no journal', async () => {
    const value = 'the-value-of-it'
    const session = new Session({
      custom: { sign: { run: async (_argv, io) => `signed with ${await io.secret('KEY')}\n` } },
      secrets: { KEY: { value, commands: ['sign'] } },
    })
    const recorder = session.record()
    expect((await session.execute('sign; echo $KEY')).stdout).not.toContain(value)
    await session.execute('echo $OTHER; sign', { secrets: { OTHER: { value: 'another-value', commands: [] } } })
    const journal = recorder.stop()
    expect(JSON.stringify(journal)).not.toMatch(/the-value-of-it|another-value/)
    await expectSame(journal)
  })
})

describe('stops', () => {
  test('by real time, by a signal and by memory happen again at the same step', async () => {
    const session = new Session()
    const recorder = session.record()
    const timed = await session.execute('echo start; i=0; while :; do i=$((i+1)); done', { timeoutMs: 50 })
    expect(timed.failure!.code).toBe('TIMEOUT')
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 30)
    const aborted = await session.execute('while :; do echo x >> log; done', { signal: controller.signal })
    expect(aborted.failure!.code).toBe('CANCELLED')
    const held = await session.execute('x=$(printf %10000s x); for ((;;)); do x=$x$x; done', {
      limits: { memoryBytes: 1 << 20 },
    })
    expect(held.failure!.limit).toBe('memoryBytes')
    await session.execute('ls | wc -l; while :; do :; done', { limits: { steps: 1_000 } })
    const journal = recorder.stop()
    const { session: made } = await expectSame(journal)
    expect(made.readFile('log')).toBe(session.readFile('log'))
  })

  test('also where time stops a call that waits for an answer, wherever it is', async () => {
    for (const [index, command] of [
      'while :; do echo y; done',
      'while :; do echo y >> f; ls; done',
      'for ((;;)); do x=$((x+1)); echo $x; done',
      'yes | while read a; do echo $a; done',
    ].entries()) {
      const session = new Session({ policy: { decide: () => Promise.resolve('allow' as const) } })
      const recorder = session.record()
      const stopped = await session.execute(command, { timeoutMs: 30 + index * 7 })
      expect(stopped.failure!.code).toBe('TIMEOUT')
      await session.execute('echo end; ls')
      await expectSame(recorder.stop())
    }
  })

  test('also where a command of the host never answered', async () => {
    const session = new Session({ custom: { never: { run: () => new Promise(() => {}) } } })
    const recorder = session.record()
    await session.execute('echo before; never; echo after', { timeoutMs: 100 })
    await session.execute('echo next')
    await expectSame(recorder.stop(), session)
  })
})

test('what did not happen is not in the journal', async () => {
  const session = new Session({ custom: { slow: { run: () => delay(100).then(() => 0) } } })
  const recorder = session.record()
  expect((await errorOf(() => session.record())).code).toBe('SESSION_BUSY')
  const running = session.execute('slow; echo 1 > f')
  await errorOf(() => session.writeFile('g', 'x'))
  expect(recorder.journal.steps).toHaveLength(0)
  await running
  await errorOf(() => session.execute(7 as never))
  await session.exportArchive()
  session.readFile('f')
  const journal = recorder.stop()
  expect(journal.steps.map(({ name }) => name)).toEqual(['execute'])
  expect(Reflect.ownKeys(session)).toEqual([])
  await session.execute('true')
  expect(recorder.journal.steps).toHaveLength(1)
  await expectSame(journal, session)
})

test('the commands are those of the recording', async () => {
  const executor = new Executor({ commands: ['cat', 'ls'], limits: { steps: 5_000 }, seed: 3 })
  const session = new Session({ executor, files: { f: 'x\n' } })
  const recorder = session.record()
  await session.execute('cat f; grep x f; echo $RANDOM; while :; do :; done')
  await expectSame(recorder.stop(), session)
})

test('what is no journal is refused', async () => {
  const journal = new Session().record().stop()
  for (const wrong of [null, {}, { ...journal, version: 2 }, { ...journal, start: {} }, { ...journal, steps: [{}] }]) {
    expect((await errorOf(() => replay(wrong as never))).code).toBe('JOURNAL_INVALID')
  }
  const damaged = stored(journal)
  damaged.start.snapshot = damaged.start.snapshot.slice(0, 100)
  expect((await errorOf(() => replay(damaged))).code).toBe('SNAPSHOT_CORRUPT')
})

describe('a journal is checked whole before anything of it runs', () => {
  const custom = { tool: { run: async (_argv: string[], io: CommandIo) => io.stdout.write('x') } }
  const recorded = async (): Promise<SessionJournal> => {
    const session = new Session({ files: { f: '1' }, custom, policy: { decide: () => 'allow' as const } })
    const recorder = session.record()
    await session.execute('tool', { env: { A: '1' } })
    session.writeFile('g', 'x')
    return stored(recorder.stop())
  }
  /** Where in the journal, and what is put there. */
  const cases: Array<[what: string, place: string, value: unknown]> = [
    ...[
      'exportTo',
      'exportArchive',
      'constructor',
      '__proto__',
      'close',
      'fork',
      'stream',
      'readFile',
      'nosuch',
      '',
    ].map((name): [string, string, string] => [`name ${name}`, 'steps.1.name', name]),
    ['name of another kind', 'steps.0.name', 5],
    ['args', 'steps.1.args', { 0: 'g' }],
    ['a function in args', 'steps.1.args', ['g', () => 'x']],
    ['deep args', 'steps.1.args', ['g', JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)]],
    ['no command', 'steps.0.args', []],
    ['options that are none', 'steps.0.args.1', 5],
    ['options of the host', 'steps.0.args.1', { timeoutMs: 5 }],
    ['secrets', 'steps.0.args.1', { secrets: { A: 'x' } }],
    ['a state of what takes none', 'steps.1.state', 'AAAA'],
    ['kind', 'steps.0.answers.0.kind', 'other'],
    ['an answer of null', 'steps.0.answers', [null]],
    ['a decision', 'steps.0.answers.0.decision', 'perhaps'],
    ['a reason', 'steps.0.answers.0.reason', 5],
    ['argv', 'steps.0.answers.1.argv', 'tool'],
    ['end', 'steps.0.answers.1.end', { foo: 1 }],
    ['end of null', 'steps.0.answers.1.end', null],
    ['both ends', 'steps.0.answers.1.end', { status: 0, message: 'x' }],
    ['status', 'steps.0.answers.1.end', { status: 'x' }],
    ['message', 'steps.0.answers.1.end', { message: {} }],
    ['acts', 'steps.0.answers.1.acts', 5],
    ['an act', 'steps.0.answers.1.acts', [[]]],
    ['an act that does not begin', 'steps.0.answers.1.acts', [[7]]],
    ['an act of that name', 'steps.0.answers.1.acts', [[1, 'end', 0]]],
    ['arguments of an act', 'steps.0.answers.1.acts', [[1, 'write', 9, {}]]],
    ['outcome', 'steps.0.outcome', []],
    ['output', 'steps.0.outcome.stdout', 'x'],
    ['steps', 'steps.0.outcome.steps', -1],
    ['overlapping', 'steps.0.overlapping', 'yes'],
    ['what no step has', 'steps.0.more', 1],
    ['no steps', 'steps', {}],
    ['what no journal has', 'more', 1],
    ['hash', 'start.contentHash', 5],
    ['limits', 'start.limits', { steps: 'many' }],
    ['policy', 'start.policy', { commands: 5 }],
    ['a decision by code', 'start.policy', { decide: () => 'allow' }],
    ['commands', 'start.executor.commands', null],
    ['custom commands', 'start.executor.custom', [{}]],
    ['options of the executor', 'start.executor.options', { language: 5 }],
    ['network', 'start.executor.options', { network: { allow: [{ origin: 'https://*' }] } }],
    ['clock', 'start.now', '5'],
  ]
  test.each(cases)('%s', async (_, place, value) => {
    const journal = await recorded()
    expect(journal.steps[0]!.answers.map(({ kind }) => kind)).toEqual(['decision', 'command'])
    const keys = place.split('.')
    const last = keys.pop()!
    const holder = keys.reduce((one, key) => Reflect.get(one, key) as object, journal as object)
    Reflect.set(holder, last, value)
    let ran = 0
    expect((await errorOf(() => replay(journal, { onStep: () => (ran += 1) }))).code).toBe('JOURNAL_INVALID')
    expect(ran).toBe(0)
  })

  test('and so are the options', async () => {
    const journal = await recorded()
    for (const wrong of [null, { foo: 1 }, { onStep: 5 }, { executor: {} }]) {
      expect((await errorOf(() => replay(journal, wrong as never))).code).toBe('INVALID_ARGUMENT')
    }
  })
})

test('objects that look like bytes are none', async () => {
  const session = new Session({ files: { base64: 'a\n' } })
  const recorder = session.record()
  await session.execute('echo $base64', { env: { base64: 'eA==' } })
  await session.execute('echo $entries', { env: { entries: 'eA==' } })
  const hash = session.stat('base64').contentHash
  const patch = '*** Begin Patch\n*** Update File: base64\n-a\n+b\n*** End Patch'
  session.applyPatch(patch, { expectedHashes: { base64: hash! } })
  session.writeFile('bytes', Buffer.from('{}'))
  await expectSame(recorder.stop(), session)
})

test('a call whose listener of output threw has been done', async () => {
  const session = new Session()
  const recorder = session.record()
  const kinds: string[] = []
  session.events.subscribe(({ kind }) => void kinds.push(kind))
  const onOutput = () => {
    throw new RangeError('mine')
  }
  await expect(session.execute('echo x > f; echo y', { onOutput })).rejects.toThrow('mine')
  await session.execute('cat f')
  const journal = recorder.stop()
  expect(journal.steps).toHaveLength(2)
  expect(kinds).toContain('operation.failed')
  await expectSame(journal, session)
})

test('a session with a network is replayed without one', async () => {
  const fetch = () => Promise.resolve(new Response('page'))
  const session = new Session({ network: { allow: [{ origin: 'https://example.com' }], fetch } })
  const recorder = session.record()
  expect((await session.execute('curl -s https://example.com/')).stdout).toBe('page')
  const { session: again } = await expectSame(recorder.stop(), session)
  expect((await again.execute('curl -s https://example.com/')).exitCode).toBe(1)
})
