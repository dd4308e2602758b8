/** What a result shows of its output, what is told while it comes, and what a session may use in all. */
import { expect, it } from 'vitest'
import { Session } from '../dist/esm/index.js'

const sizeOf = (text: string): number => Buffer.byteLength(text)

it('B218: what is left out is said and kept in a file that can be paged', async () => {
  const session = new Session()
  const result = await session.execute('seq 1 400000', { output: { maxBytes: 2_000 } })
  expect(sizeOf(result.stdout)).toBeLessThanOrEqual(2_000)
  expect(result.stdout).toMatch(/^1\n2\n/)
  expect(result.stdout).toMatch(/400000\n$/)
  const shown = result.output!.stdout
  expect(shown).toMatchObject({
    truncated: true,
    totalBytes: 2_688_895,
    totalLines: 400_000,
    path: '/tmp/output/1.stdout',
  })
  expect(result.stdout).toContain('/tmp/output/1.stdout')
  const [first, last] = shown.omittedLines!
  expect((await session.execute(`sed -n '${first}p;${last}p' ${shown.path}`)).stdout).toBe(`${first}\n${last}\n`)
  expect(session.readFile(shown.path!)).toHaveLength(2_688_895)
  const second = await session.execute('seq 5000; seq 9 >&2', { output: { maxLines: 4 } })
  expect(second.output).toMatchObject({
    stdout: { path: '/tmp/output/2.stdout', truncated: true },
    stderr: { path: '/tmp/output/2.stderr', truncated: true },
  })
})

it('B220: both streams are cut apart', async () => {
  const { stdout, stderr, exitCode, output } = await new Session().execute(
    'yes ok | head -n 50000; echo boom >&2; exit 2',
    {
      output: { maxBytes: 500 },
    },
  )
  expect(exitCode).toBe(2)
  expect(stderr).toBe('boom\n')
  expect(sizeOf(stdout)).toBeLessThanOrEqual(500)
  expect(output?.stderr).toMatchObject({ truncated: false, path: null })
})

it('B222, B224: each bound holds, and no character is cut', async () => {
  const session = new Session()
  const lines = await session.execute('seq 5000', { output: { maxLines: 50, maxTokens: 500 } })
  expect(lines.stdout.split('\n').length).toBeLessThanOrEqual(51)
  const wide = await session.execute("for i in {1..400}; do printf '漢字🎈%.0s' {1..10}; echo; done", {
    output: { maxTokens: 300 },
  })
  expect(wide.stdout).not.toContain('\ufffd')
  expect(wide.output!.stdout.truncated).toBe(true)
  const tail = await session.execute('seq 5000', { output: { maxLines: 3, keep: 'tail' } })
  expect(tail.stdout).toMatch(/4999\n5000\n$/)
  const head = await session.execute('seq 5000', { output: { maxLines: 3, keep: 'head' } })
  expect(head.stdout).toMatch(/^1\n2\n/)
  for (const output of [{ maxBytes: 0 }, { maxLines: Infinity }, { keep: 'middle' }, { bytes: 1 }]) {
    await expect(session.execute('true', { output } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  }
})

it('the whole output counts in the quota, and is left out where it does not fit', async () => {
  const session = new Session({ limits: { totalBytes: 10_000 } })
  const result = await session.execute('seq 10000', { output: { maxBytes: 1_000 } })
  expect(result.output!.stdout).toMatchObject({ truncated: true, path: null, totalBytes: 48_894 })
  expect(result.stdout).not.toContain('/tmp/output')
  const dropped = await session.execute('seq 2000; false', { output: { maxBytes: 1_000 }, atomic: true })
  expect(dropped.output!.stdout.path).toBe(null)
})

it('both streams as one, in the order in which they were written', async () => {
  const { output, stdout } = await new Session().execute(
    'echo a; echo b >&2; { echo c; echo d >&2; } | cat; printf e',
    {
      output: { interleaved: true },
    },
  )
  expect(output!.interleaved!.text).toMatch(/^a\nb\n(d\nc|c\nd)\ne$/)
  expect(stdout).toBe('a\nc\ne')
})

it('output is told while it comes, all of it, in order, before the result', async () => {
  const session = new Session({ custom: { slow: { run: () => new Promise((resolve) => setTimeout(resolve, 30)) } } })
  const seen: Array<[string, string, number]> = []
  const started = performance.now()
  const result = await session.execute('echo first; slow; echo second; echo bad >&2; seq 20000', {
    onOutput: (stream, data) => seen.push([stream, Buffer.from(data).toString(), performance.now() - started]),
  })
  const all = (stream: string) =>
    seen
      .filter(([of]) => of === stream)
      .map(([, text]) => text)
      .join('')
  expect(all('stdout')).toBe(result.stdout)
  expect(all('stderr')).toBe('bad\n')
  expect(seen[0]?.[1]).toBe('first\n')
  expect(seen.at(-1)![2] - seen[0]![2]).toBeGreaterThan(15)
  const short: number[] = []
  const cut = await session.execute('seq 100000', {
    limits: { outputBytes: 1_000 },
    onOutput: (_, data) => short.push(data.length),
  })
  expect(short.reduce((sum, length) => sum + length, 0)).toBe(1_000)
  expect(cut.truncated).toMatchObject({ stdout: true, stdoutCaptured: 1_000, stdoutTotal: 588_895 })
  const mine = new RangeError('mine')
  const failed = session.execute('echo x > file; echo x', {
    onOutput: () => {
      throw mine
    },
  })
  await expect(failed).rejects.toBe(mine)
  expect([session.closed, session.readFile('file')]).toEqual([false, 'x\n'])
})

it('a listener that rejects is a listener that throws, and harms nothing else', async () => {
  const session = new Session()
  const mine = new RangeError('mine')
  const onOutput = async (): Promise<void> => {
    await undefined
    throw mine
  }
  await expect(session.execute('echo x > file; seq 3000', { onOutput })).rejects.toBe(mine)
  expect([session.closed, session.readFile('file')]).toEqual([false, 'x\n'])
  const streamed = session.stream('seq 10', { onOutput })
  await expect(streamed.result).rejects.toBe(mine)
  await expect(session.execute('echo x', { onOutput: () => Promise.reject(NaN) })).rejects.toBe(NaN)
  expect(session.closed).toBe(false)
  // One that takes longer than the call is not waited for.
  const late = await session.execute('echo x', { onOutput: () => new Promise((_, reject) => setTimeout(reject, 20)) })
  expect(late.stdout).toBe('x\n')
  await new Promise((resolve) => setTimeout(resolve, 40))
})

it('a stream that is ended before it begins, or while it waits, ends the call', async () => {
  const session = new Session()
  const endless = 'while :; do :; done'
  const unread = session.stream(endless)
  expect(await unread.return(undefined as never)).toEqual({ done: true, value: undefined })
  expect((await unread.result).failure?.code).toBe('CANCELLED')
  const thrown = session.stream(endless)
  await expect(thrown.throw(new RangeError('mine'))).rejects.toThrow('mine')
  expect((await thrown.result).failure?.code).toBe('CANCELLED')
  const waits = session.stream(endless)
  const next = waits.next()
  await waits.return(undefined as never)
  expect((await next).done).toBe(true)
  expect((await waits.result).failure?.code).toBe('CANCELLED')
})

it('a stream refuses what execute refuses', async () => {
  const session = new Session()
  for (const options of [null, 5, { signal: 5 }, { onOutput: 5 }, { nonsense: 1 }] as never[]) {
    const streamed = session.stream('echo x', options)
    await expect(streamed.next()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(streamed.result).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  }
})

it('a stream gives the output as it comes, and ends the call when nobody reads on', async () => {
  const session = new Session()
  const streamed = session.stream('echo a; echo b >&2; seq 3000')
  let text = ''
  for await (const { stream, bytes } of streamed) if (stream === 'stdout') text += Buffer.from(bytes).toString()
  const result = await streamed.result
  expect(text).toBe(result.stdout)
  expect(result.stderr).toBe('b\n')
  const endless = session.stream('while :; do echo x; done')
  for await (const { bytes } of endless) {
    expect(bytes.length).toBeGreaterThan(0)
    break
  }
  expect((await endless.result).failure?.code).toBe('CANCELLED')
  session.close()
  const failed = session.stream('true')
  await expect(failed.next()).rejects.toMatchObject({ code: 'SESSION_CLOSED' })
  await expect(failed.result).rejects.toMatchObject({ code: 'SESSION_CLOSED' })
})

it('S30: many small calls do not escape what a session may use in all', async () => {
  const session = new Session({ limits: { sessionSteps: 200_000, sessionCommands: 5_000, steps: 100_000 } })
  let calls = 0
  let failure = null
  for (; failure === null && calls < 1_000; calls += 1) {
    ;({ failure } = await session.execute('for ((i = 0; i < 2000; i++)); do :; done'))
  }
  expect(failure).toMatchObject({ code: 'LIMIT_EXCEEDED', limit: expect.stringMatching(/^session(Steps|Commands)$/) })
  expect(calls).toBeLessThan(100)
  expect((await session.execute('echo no')).failure?.limit).toMatch(/^session/)
  const few = await new Session({ limits: { commands: 10 } }).execute('while :; do :; done')
  expect(few).toMatchObject({ exitCode: 137, failure: { limit: 'commands', value: 10 } })
  expect(few.usage.commands).toBe(10)
})
