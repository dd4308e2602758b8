/** Every wrong argument is refused before anything happens, by name and with what is accepted. */
import { Executor, Session, Snapshot } from 'mem-sandbox'
import type { SessionOptions } from 'mem-sandbox'
import { describe, expect, test } from 'vitest'
import { errorOf, expectInvalidArgument } from './support/errors.js'

const session = new Session({ files: { 'a.txt': 'one\n' } })
/** What TypeScript would not let pass. */
const untyped = session as unknown as Record<string, (...args: unknown[]) => unknown>
const anything = (value: unknown) => value as never

describe('wrong types', () => {
  test.each([undefined, null, 7, true, {}, [], Symbol('s'), 10n, () => 1])('a command that is %s', async (value) => {
    await expectInvalidArgument(() => session.execute(anything(value)), /^command must be a string; got /)
    await expectInvalidArgument(() => session.executeSync(anything(value)), /^command must be a string; got /)
  })

  test.each(['readFile', 'readBytes', 'readLines', 'stat', 'mkdir', 'remove'])(
    '%s of a path that is a number',
    (name) => expectInvalidArgument(() => untyped[name]!.call(session, 7), /^path must be a path \(a string\); got 7$/),
  )

  test('both paths of copy and move are named', async () => {
    await expectInvalidArgument(() => untyped['copy']!.call(session, 1, 'b'), /^from must be a path/)
    await expectInvalidArgument(() => untyped['move']!.call(session, 'a.txt', null), /^to must be a path/)
  })

  test.each([undefined, null, 7, {}, [], new ArrayBuffer(2), new Uint16Array(2)])('file data that is %s', (value) =>
    expectInvalidArgument(
      () => session.writeFile('x', anything(value)),
      /^data must be a string or a Uint8Array; got /,
    ),
  )

  test.each([null, 7, 'text', true, [], new Uint8Array()])('options that are %s', async (value) => {
    await expectInvalidArgument(() => session.execute('true', anything(value)), /^options must be an object; got /)
    await expectInvalidArgument(() => new Session(anything(value)), /^options must be an object; got /)
    await expectInvalidArgument(() => new Executor(anything(value)), /^options must be an object; got /)
  })

  test('each option of execute', async () => {
    const cases: Array<[object, RegExp]> = [
      [{ stdin: 7 }, /^options\.stdin must be a string or a Uint8Array; got 7/],
      [{ env: [] }, /^options\.env must be an object of variable names and string values; got an array/],
      [{ env: { A: 1 } }, /^options\.env\["A"\] must be a string; got 1/],
      [{ env: { 'A B': 'x' } }, /^the key "A B" of options\.env must be the name of a shell variable/],
      [{ cwd: 7 }, /^options\.cwd must be a path/],
      [{ args: 'a' }, /^options\.args must be an array of strings; got the string "a"/],
      [{ args: ['a', 2] }, /^options\.args\[1\] must be a string; got 2/],
      [{ signal: {} }, /^options\.signal must be an AbortSignal; got an object/],
      [{ atomic: 1 }, /^options\.atomic must be true or false; got 1/],
      [{ fresh: 'yes' }, /^options\.fresh must be true or false/],
      [{ parse: 'lazy' }, /^options\.parse must be 'whole' or 'incremental'; got the string "lazy"/],
      [{ limits: 5 }, /^options\.limits must be an object; got 5/],
    ]
    for (const [options, message] of cases) {
      await expectInvalidArgument(() => session.execute('true', anything(options)), message)
    }
  })

  test('each option of a session', async () => {
    const cases: Array<[object, RegExp]> = [
      [{ files: ['a'] }, /^options\.files must be an object of paths and contents/],
      [{ files: { a: 7 } }, /^options\.files\["a"\] must be a string, a Uint8Array or a function; got 7/],
      [{ executor: {} }, /^options\.executor must be an Executor of this package/],
      [{ clock: 'fast' }, /^options\.clock must be 'virtual', 'real' or \{ start/],
      [{ clock: { start: 'tomorrow' } }, /^options\.clock\.start must be a date/],
      [{ clock: { start: '2027-01-01T00:00' } }, /^options\.clock\.start must be a date/],
      [{ clock: { start: NaN } }, /^options\.clock\.start must be a date/],
      [{ clock: {} }, /^options\.clock must be 'virtual'/],
      [{ seed: '1' }, /^options\.seed must be a whole number from 0 to /],
    ]
    for (const [options, message] of cases) {
      await expectInvalidArgument(() => new Session(anything(options)), message)
    }
  })

  test('snapshots and bytes', async () => {
    await expectInvalidArgument(
      () => session.restore(anything({})),
      /^(snapshot|target) must be a Snapshot of this package/,
    )
    await expectInvalidArgument(
      () => session.diff(anything(session)),
      /^(snapshot|target) must be a Snapshot of this package/,
    )
    await expectInvalidArgument(() => Snapshot.fromBytes(anything('x')), /^bytes must be a Uint8Array/)
    await expectInvalidArgument(() => new (Snapshot as unknown as new () => unknown)(), /made by session\.snapshot\(\)/)
  })

  test('an abort signal on a synchronous call', () =>
    expectInvalidArgument(
      () => session.executeSync('true', anything({ signal: new AbortController().signal })),
      /^options\.signal must be left out/,
    ))
})

describe('unknown option keys', () => {
  test('are named, with the accepted ones', async () => {
    await expectInvalidArgument(
      () => session.execute('true', anything({ timeout: 5 })),
      /^options has no option "timeout"; accepted are: stdin, env, cwd, args, timeoutMs, limits, signal, atomic, fresh, parse, approvals, output, onOutput, secrets$/,
    )
    await expectInvalidArgument(
      () => new Session({ limits: anything({ stepz: 1 }) }),
      /^options\.limits has no option "stepz"; accepted are: .*\bsteps\b/,
    )
    await expectInvalidArgument(() => session.stat('a.txt', anything({ follow: true })), /has no option "follow"/)
    await expectInvalidArgument(
      () => session.fork(anything({ cwd: '/' })),
      /has no option "cwd"; accepted are: seed, limits/,
    )
  })

  test('an inherited name is no option', () =>
    expectInvalidArgument(() => session.execute('true', anything({ toString: 1 })), /has no option "toString"/))

  test('an option that is undefined counts as left out', () => {
    expect(session.executeSync('echo ok', { stdin: undefined, env: undefined }).stdout).toBe('ok\n')
  })
})

describe('numbers', () => {
  const wrong = [NaN, -1, 0, 1.5, Infinity, -Infinity, 2 ** 53, '5', null, 5n]
  test.each(wrong)('a limit of %s', async (value) => {
    const message = /^options\.limits\.steps must be a whole number from 1 to \d+; got /
    await expectInvalidArgument(() => new Session({ limits: anything({ steps: value }) }), message)
    await expectInvalidArgument(() => new Executor({ limits: anything({ steps: value }) }), message)
    await expectInvalidArgument(() => session.execute('true', { limits: anything({ steps: value }) }), message)
    await expectInvalidArgument(() => session.fork({ limits: anything({ steps: value }) }), message)
  })

  test.each(wrong)('a timeout of %s', (value) =>
    expectInvalidArgument(
      () => session.execute('true', { timeoutMs: anything(value) }),
      /^options\.timeoutMs must be a whole number from 1 to /,
    ),
  )

  test.each([NaN, -1, 0.5, 2 ** 53, '0'])('a seed of %s', (value) =>
    expectInvalidArgument(
      () => new Session({ seed: anything(value) }),
      /^options\.seed must be a whole number from 0 to /,
    ),
  )

  test.each([0, -3, 1.5, NaN])('a line number of %s', (value) =>
    expectInvalidArgument(
      () => session.readLines('a.txt', { startLine: value }),
      /^options\.startLine must be a whole number from 1 to /,
    ),
  )

  test('an end before the start', () =>
    expectInvalidArgument(
      () => session.readLines('a.txt', { startLine: 3, endLine: 2 }),
      /^options\.endLine must be at least startLine \(3\); got 2$/,
    ))

  test.each([-1, 0o10000, 0.5])('a mode of %s', (value) =>
    expectInvalidArgument(
      () => session.writeFile('x', '', { mode: value }),
      /^options\.mode must be a whole number from 0 to 4095/,
    ),
  )
})

describe('text that no file system or shell can hold', () => {
  test('paths with NUL', async () => {
    await expectInvalidArgument(
      () => session.readFile('a\0b'),
      /^path must be a path without NUL characters; got the string "a\\u0000b"$/,
    )
    await expectInvalidArgument(() => session.copy('a.txt', 'b\0'), /^to must be a path without NUL/)
    await expectInvalidArgument(() => new Session({ files: { 'x\0': '' } }), /without NUL characters/)
    await expectInvalidArgument(
      () => session.execute('true', { cwd: '\0' }),
      /^options\.cwd must be a path without NUL/,
    )
  })

  test('commands, arguments and variables with NUL', async () => {
    await expectInvalidArgument(() => session.execute('echo \0'), /^command must be a string without NUL/)
    await expectInvalidArgument(
      () => session.execute('true', { args: ['\0'] }),
      /^options\.args\[0\] must be a string without NUL/,
    )
    await expectInvalidArgument(
      () => session.execute('true', { env: { A: '\0' } }),
      /^options\.env\["A"\] must be a string without NUL/,
    )
  })

  test('lone surrogates, wherever there is text', async () => {
    const lone = 'a\ud800'
    await expectInvalidArgument(() => session.execute(lone), /^command must be a string without lone surrogates/)
    await expectInvalidArgument(() => session.readFile(lone), /^path must be a path without lone surrogates/)
    await expectInvalidArgument(() => session.writeFile('x', lone), /^data must be a string without lone surrogates/)
    await expectInvalidArgument(() => session.applyPatch(lone), /^patch must be a string without lone surrogates/)
    await expectInvalidArgument(
      () => session.execute('cat', { stdin: lone }),
      /^options\.stdin must be a string without lone/,
    )
    await expectInvalidArgument(() => new Session({ files: { [lone]: '' } }), /without lone surrogates/)
    await expectInvalidArgument(
      () => new Session({ env: { A: lone } }),
      /^options\.env\["A"\] must be a string without lone/,
    )
  })

  test('NUL is fine in data', () => {
    session.writeFile('nul.bin', 'a\0b')
    expect(session.readFile('nul.bin')).toBe('a\0b')
    expect(session.executeSync('wc -c', { stdin: '\0\0' }).stdout).toBe('2\n')
  })
})

describe('conditions that exclude each other', () => {
  test('ifHash and ifAbsent', () =>
    expectInvalidArgument(
      () => session.writeFile('x', '', { ifHash: '0'.repeat(64), ifAbsent: true }),
      /^options\.ifAbsent must be false or left out where ifHash is given/,
    ))

  test('a hash that is none', () =>
    expectInvalidArgument(
      () => session.writeFile('x', '', { ifHash: 'ABC' }),
      /^options\.ifHash must be a content hash \(64 lowercase hex digits\)/,
    ))

  test('a range of lines of bytes', () =>
    expectInvalidArgument(
      () => session.readFile('a.txt', { encoding: 'bytes', startLine: 1 }),
      /^options\.startLine must be left out with encoding 'bytes'/,
    ))
})

describe('a closed session', () => {
  const closed = new Session()
  closed.close()

  test('refuses every call by name of the fault', async () => {
    for (const call of [
      () => closed.execute('true'),
      () => closed.executeSync('true'),
      () => closed.readFile('x'),
      () => closed.writeFile('x', ''),
      () => closed.applyPatch('x'),
      () => closed.list(),
      () => closed.stat('.'),
      () => closed.mkdir('x'),
      () => closed.snapshot(),
      () => closed.fork(),
    ]) {
      const error = await errorOf(call)
      expect(error.code).toBe('SESSION_CLOSED')
      expect(error.category).toBe('conflict')
      expect(error.retryable).toBe(false)
    }
  })

  test('closing again is fine, and it says that it is closed', () => {
    closed.close()
    expect(closed.closed).toBe(true)
  })

  test('using closes it', () => {
    let held: Session
    {
      using scoped = new Session()
      held = scoped
      expect(held.closed).toBe(false)
    }
    expect(held.closed).toBe(true)
  })
})

describe('a busy session', () => {
  test('refuses synchronous changes until the running call ends', async () => {
    const busy = new Session({ clock: 'real' })
    const running = busy.execute('sleep 0.3; echo done')
    expect(busy.busy).toBe(true)
    for (const call of [() => busy.writeFile('x', ''), () => busy.executeSync('true'), () => busy.mkdir('d')]) {
      const error = await errorOf(call)
      expect(error.code).toBe('SESSION_BUSY')
      expect(error.category).toBe('conflict')
      expect(error.retryable).toBe(true)
    }
    expect((await running).stdout).toBe('done\n')
    expect(busy.busy).toBe(false)
    busy.writeFile('x', '')
  })
})

describe('the error itself', () => {
  test('has a stack that begins at the caller', async () => {
    const sync = await errorOf(() => session.readFile('missing'))
    expect(sync.stack!.split('\n')[1]).toContain('bad-input.test.ts')
    const constructed = await errorOf(() => new Session(anything({ nope: 1 } satisfies Record<string, number>)))
    expect(constructed.stack!.split('\n')[1]).toContain('bad-input.test.ts')
    async function caller() {
      await session.execute('true', anything({ nope: 1 }))
    }
    expect((await errorOf(caller)).stack).toContain('caller')
  })

  test('has what Node errors have', async () => {
    const error = await errorOf(() => session.readFile('missing'))
    expect(error).toMatchObject({
      name: 'SandboxError',
      code: 'ENOENT',
      category: 'not_found',
      path: '/workspace/missing',
    })
    expect(error.toString()).toBe(`SandboxError: ${error.message}`)
    expect(Object.keys(error)).not.toContain('name')
  })

  test('a session still works after all that', () => {
    const options: SessionOptions = { env: { A: '1' } }
    expect(new Session(options).executeSync('echo $A').stdout).toBe('1\n')
  })
})
