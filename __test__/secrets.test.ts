/** Values that the host lends: a script never sees them, however it looks. */
import { expect, it } from 'vitest'
import { Session, Snapshot } from '../dist/esm/index.js'
import type { CustomCommand, SecretOptions } from '../index.js'

const VALUE = 's3cr3t-välue+123456/"x"'
const FORMS = [
  VALUE,
  Buffer.from(VALUE).toString('base64').slice(0, 24),
  Buffer.from(VALUE).toString('hex'),
  encodeURIComponent(VALUE),
  JSON.stringify(VALUE).slice(1, -1),
]

/** Prints what it has in the way that its argument says. */
const show: CustomCommand = {
  run: async (argv, io) => {
    const value = await io.secret('TOKEN')
    switch (argv[1]) {
      case 'split':
        for (const letter of Buffer.from(`<${value}>\n`)) await io.stdout.write(Uint8Array.of(letter))
        return 0
      case 'stderr':
        await io.stderr.write(`${value}\n`)
        return 0
      case 'throw':
        throw new Error(`bad token ${value}`)
      case 'file':
        await io.fs.writeFile('out', `token=${value}\n`)
        await io.fs.appendFile('out', Buffer.from(value).toString('base64'))
        await io.fs.mkdir(`dir-${value.replaceAll('/', '_')}`)
        return 0
      case 'run':
        return (await io.run(['printf', '%s', value], { stdin: value })).stdout
      case 'encoded':
        return [
          ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${value}`).toString('base64')),
          Buffer.from(`a${value}`).toString('base64url'),
          Buffer.from(value).toString('hex').toUpperCase(),
          new URLSearchParams({ value }).toString(),
          JSON.stringify({ value }),
        ].join('\n')
      default:
        return value.length === VALUE.length ? `${value}\n` : 'wrong value\n'
    }
  },
}

function session(options: Partial<SecretOptions> = {}): Session {
  return new Session({
    custom: { show, other: show },
    secrets: { TOKEN: { value: VALUE, commands: ['show'], ...options } },
  })
}

it('B274: a script sees a placeholder wherever it looks', async () => {
  const one = session()
  for (const script of [
    'env',
    'printenv TOKEN',
    'set',
    'export -p',
    'declare -p TOKEN',
    'echo $TOKEN',
    'set -x; : $TOKEN',
  ]) {
    const { stdout, stderr } = await one.execute(script)
    expect(stdout + stderr).toContain('[REDACTED:TOKEN]')
    for (const form of FORMS) expect(stdout + stderr).not.toContain(form)
  }
})

it('B275, S22: what a command hands into the sandbox is masked on every surface', async () => {
  const one = session()
  const pieces: string[] = []
  const onOutput = (_: string, bytes: Uint8Array): void => void pieces.push(Buffer.from(bytes).toString())
  const before = one.snapshot()
  const results = []
  for (const way of ['', 'split', 'stderr', 'throw', 'file', 'run', 'encoded']) {
    results.push(await one.execute(`show ${way}`, { onOutput }))
  }
  expect(results.map((result) => result.stdout).slice(0, 3)).toEqual(['[REDACTED:TOKEN]\n', '<[REDACTED:TOKEN]>\n', ''])
  expect(results[3]?.stderr).toBe('show: bad token [REDACTED:TOKEN]\n')
  expect(one.readFile('out')).toMatch(/^token=\[REDACTED:TOKEN\]\n/)
  const surfaces = [
    ...results.flatMap((result) => [result.stdout, result.stderr, Buffer.from(result.stdoutBytes).toString()]),
    ...pieces,
    one.readFile('out'),
    one.patch(before),
    JSON.stringify(one.list('/workspace', { recursive: true })),
    JSON.stringify(one.diff(before)),
    (await one.execute('show > log; show | cat; x=$(show); declare -p x; cat log; set -x; : "$(show)"')).stdout,
  ]
  for (const surface of surfaces) for (const form of FORMS) expect(surface).not.toContain(form)
})

it('B277: common encodings are masked', async () => {
  const { stdout } = await session().execute('show encoded')
  expect(stdout.match(/\[REDACTED:TOKEN\]/g)!.length).toBeGreaterThanOrEqual(7)
  const raw = await session().execute('echo $TOKEN | base64; echo $TOKEN | rev; echo $TOKEN | xxd -p')
  expect(raw.stdout).not.toContain(Buffer.from(VALUE).toString('base64').slice(0, 12))
})

it('only the commands that it names may have it, as often and as long as it says', async () => {
  const denied = await session().execute('other')
  expect(denied).toMatchObject({ exitCode: 1, stderr: 'other: the command other may not have the secret TOKEN\n' })
  expect((await session({ commands: [] }).execute('show')).exitCode).toBe(1)
  const twice = session({ maxUses: 2 })
  const result = await twice.execute('show; show; show')
  expect(result.stdout).toBe('[REDACTED:TOKEN]\n[REDACTED:TOKEN]\n')
  expect(result.stderr).toContain('was used 2 times')
  let asked = 0
  const resolve = (): string => {
    asked += 1
    return VALUE
  }
  const resolved = new Session({ custom: { show }, secrets: { TOKEN: { resolve, commands: ['show'], ttlMs: 60_000 } } })
  expect((await resolved.execute('show; show')).stdout).toBe('[REDACTED:TOKEN]\n[REDACTED:TOKEN]\n')
  expect(asked).toBe(1)
  const failing = new Session({
    custom: { show },
    secrets: { TOKEN: { resolve: () => Promise.reject(new Error(VALUE)), commands: ['show'] } },
  })
  expect((await failing.execute('show')).stderr).toBe('show: the source of the secret TOKEN failed\n')
})

it('is not in snapshots, archives and forks', async () => {
  const one = session()
  await one.execute('show file')
  const bytes = one.snapshot().toBytes()
  const archive = await one.exportArchive()
  for (const form of FORMS) {
    expect(Buffer.from(bytes).includes(form)).toBe(false)
    expect(Buffer.from(archive).includes(form)).toBe(false)
  }
  expect((await one.fork().execute('show')).stderr).toBe('show: there is no secret TOKEN\n')
  expect(Snapshot.fromBytes(bytes).fork().env['TOKEN']).toBe('[REDACTED:TOKEN]')
})

it('what a command kept of a value is replaced in forks, too', async () => {
  let kept = ''
  const keep: CustomCommand = {
    run: async (argv, io) => {
      if (argv[1] === 'ask') kept = await io.secret('TOKEN')
      return `<${kept}>\n`
    },
  }
  const one = new Session({
    custom: { keep },
    secrets: { TOKEN: { resolve: async () => VALUE, commands: ['keep'] } },
  })
  const before = one.fork()
  const snapshot = one.snapshot()
  await one.execute('keep ask')
  const forks = [before, one.fork(), ...one.fork({ count: 2 }), before.fork(), snapshot.fork(), one.snapshot().fork()]
  one.close()
  for (const fork of [...forks, forks[1]!.fork()]) {
    expect((await fork.execute('keep')).stdout).toBe('<[REDACTED:TOKEN]>\n')
    expect((await fork.execute('keep ask')).stderr).toBe('keep: there is no secret TOKEN\n')
  }
})

it('may belong to one call', async () => {
  const one = new Session({ custom: { show } })
  const secrets = { TOKEN: { value: VALUE, commands: ['show'] } }
  expect((await one.execute('show; echo $TOKEN', { secrets })).stdout).toBe('[REDACTED:TOKEN]\n[REDACTED:TOKEN]\n')
  expect((await one.execute('show; echo "<$TOKEN>"')).stdout).toBe('<>\n')
  one.close()
})

it('says what is wrong, without the value', () => {
  const bad = (secrets: unknown) => () => new Session({ secrets } as never)
  expect(bad({ T: { value: 'short' } })).toThrow(/at least 8 bytes; got 5/)
  expect(bad({ T: {} })).toThrow(/either value or resolve/)
  expect(bad({ T: { value: VALUE, resolve: () => VALUE } })).toThrow(/either value or resolve/)
  expect(bad({ 'a b': { value: VALUE } })).toThrow(/name of a shell variable/)
  expect(bad({ T: { value: VALUE, to: [] } })).toThrow(/no option "to"/)
})

/** What comes out of a command that may have these secrets and prints these pieces. */
async function printed(values: readonly string[], pieces: ReadonlyArray<string | Uint8Array>): Promise<string> {
  const run: CustomCommand['run'] = async (_argv, io) => {
    for (const piece of pieces) await io.stdout.write(piece)
  }
  const secrets = Object.fromEntries(values.map((value, at) => ['ABC'[at]!, { value }]))
  return (await new Session({ custom: { print: { run } }, secrets }).execute('print')).stdout
}

it('S22: every way of escaping a value in URLs is masked, as a whole and letter by letter', async () => {
  const value = "p@ss(w0rd)!'*~x y"
  const percent = (text: string, pattern: RegExp): string =>
    text.replaceAll(pattern, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
  const forms = [
    value,
    new URLSearchParams({ value }).toString().slice('value='.length),
    encodeURIComponent(value),
    encodeURI(value),
    percent(encodeURIComponent(value), /[!'()*]/g),
    percent(value, /[^a-z]/gi),
    percent(value, /[^]/g),
    percent(value, /[^]/g).toUpperCase(),
    percent(value, /[^a-z0-9 ]/gi).replaceAll(' ', '+'),
  ]
  for (const form of forms) {
    expect(await printed([value], [`<${form}>`]), form).toBe('<[REDACTED:A]>')
    expect(await printed([value], [...`<${form}>`]), form).toBe('<[REDACTED:A]>')
    expect(await printed([value], [`%${form}%4`]), form).toBe('%[REDACTED:A]%4')
  }
})

it('S22: base64 in lines and hex with separators are masked', async () => {
  const value = Array.from({ length: 40 }, (_, at) => `part-${at}?>`).join('')
  for (const before of ['', 'a', 'ab']) {
    const bytes = Buffer.from(before + value)
    for (const [end, columns] of [
      ['\n', 76],
      ['\r\n', 64],
      ['\n    ', 20],
    ] as const) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = bytes.toString(encoding).replaceAll(new RegExp(`.{${columns}}`, 'g'), `$&${end}`)
        const shown = await printed([value], [`<${text}>`])
        // What is left are the characters that also hold bits of their neighbours.
        expect(shown).toMatch(/^<\w{0,3}\[REDACTED:A\][\w=\s]{0,8}>$/)
        expect(await printed([value], [...`<${text}>`])).toBe(shown)
        expect(await printed([value], [encodeURIComponent(text)])).toContain('[REDACTED:A]')
      }
    }
  }
  const digits = Buffer.from(value).toString('hex').match(/../g)!
  for (const separator of ['', ' ', ':', '\n', '-', '\\x']) {
    expect(await printed([value], [digits.join(separator)])).toBe('[REDACTED:A]')
    expect(await printed([value], [...digits.join(separator).toUpperCase().replaceAll('X', 'x')])).toBe('[REDACTED:A]')
  }
})

it('S22: of values that begin alike or overlap nothing is left, in one piece or in many', async () => {
  const both = ['password1', 'password1-and-long-secret-suffix']
  for (const values of [both, both.toReversed()]) {
    const long = values[0] === 'password1' ? 'B' : 'A'
    const short = long === 'A' ? 'B' : 'A'
    const text = 'x password1-and-long-secret-suffix password1-and-long password1'
    const shown = `x [REDACTED:${long}] [REDACTED:${short}]-and-long [REDACTED:${short}]`
    expect(await printed(values, [text])).toBe(shown)
    expect(await printed(values, [...text])).toBe(shown)
    expect(await printed(values, ['x password1', '-and-long-secret-suffix'])).toBe(`x [REDACTED:${long}]`)
  }
  for (const pieces of [['<xxxxxyyyyyzzzzz>'], ['<xxxxxyyyyy', 'zzzzz>'], [...'<xxxxxyyyyyzzzzz>']]) {
    expect(await printed(['xxxxxyyyyy', 'yyyyyzzzzz'], pieces)).toMatch(/^<\[REDACTED:[AB]\]>$/)
  }
  // Of a session and of a call.
  const run: CustomCommand['run'] = () => '<xxxxxyyyyyzzzzz>'
  const one = new Session({ custom: { print: { run } }, secrets: { A: { value: 'xxxxxyyyyy' } } })
  const { stdout } = await one.execute('print', { secrets: { B: { value: 'yyyyyzzzzz' } } })
  expect(stdout).toMatch(/^<\[REDACTED:[AB]\]>$/)
})

it('S22: a value of any size is found, also in pieces and where it repeats itself', async () => {
  const key = Array.from({ length: 30_000 }, (_, at) => `${at * 7919};`).join('')
  const began = Date.now()
  expect(await printed([key], [`<${key}>`])).toBe('<[REDACTED:A]>')
  expect(await printed([key], [`<${key.slice(0, 100_000)}`, `${key.slice(100_000)}>`])).toBe('<[REDACTED:A]>')
  const same = 'x'.repeat(50_000)
  expect(await printed([`${same}y`], [`${same}${same}`, 'yz'])).toBe(`${same}[REDACTED:A]z`)
  expect(await printed([same], [same + same])).toBe('[REDACTED:A]')
  const some = `${'x'.repeat(3_000)}y`
  expect(await printed([some], [...`<x${some}>`])).toBe('<x[REDACTED:A]>')
  expect(Date.now() - began).toBeLessThan(10_000)
})

it('S22: is in no file that a command appends to in pieces', async () => {
  const run: CustomCommand['run'] = async (_argv, io) => {
    const value = await io.secret('TOKEN')
    const half = value.length / 2
    await io.fs.appendFile('f', `a ${value.slice(0, half)}`)
    await io.fs.appendFile('./f', `${value.slice(half)} b\n`)
    for (const letter of Buffer.from(`${value}${value.toUpperCase()}\n`)) {
      await io.fs.appendFile('letters', Uint8Array.of(letter))
    }
    await io.fs.writeFile('at-once', value.slice(0, half))
    await Promise.all([value.slice(half), ' then', ' this\n'].map((text) => io.fs.appendFile('at-once', text)))
    await io.fs.writeFile('apart', `${value.slice(0, half)}\n`)
    await io.fs.writeFile('apart', value.slice(half))
  }
  const one = new Session({ custom: { keep: { run } }, secrets: { TOKEN: { value: VALUE, commands: ['keep'] } } })
  await one.execute('printf "before\\n" > f; keep')
  expect(one.readFile('f')).toBe('before\na [REDACTED:TOKEN] b\n')
  expect(one.readFile('letters')).toBe(`[REDACTED:TOKEN]${VALUE.toUpperCase()}\n`)
  expect(one.readFile('at-once')).toBe('[REDACTED:TOKEN] then this\n')
  expect(one.readFile('apart')).toBe(VALUE.slice(VALUE.length / 2))
  expect(Buffer.from(one.snapshot().toBytes()).includes(VALUE)).toBe(false)
})

it('is lent to nobody whose command has ended', async () => {
  let kept: Parameters<CustomCommand['run']>[1] | undefined
  const run: CustomCommand['run'] = async (_argv, io) => {
    kept = io
    return (await io.secret('TOKEN')).length
  }
  const one = new Session({ custom: { keep: { run } }, secrets: { TOKEN: { value: VALUE, commands: ['keep'] } } })
  expect((await one.execute('keep')).exitCode).toBe(VALUE.length)
  await expect(kept!.secret('TOKEN')).rejects.toMatchObject({ code: 'COMMAND_ENDED', category: 'cancelled' })
})

it('holds back no line from who answers it', async () => {
  const value = 'secret-of-the-host'
  const hex = Buffer.from(value).toString('hex')
  const run: CustomCommand['run'] = async (_argv, io) => {
    // Each ends as a form of the value begins.
    for (const line of ['7', Buffer.from(value).toString('base64')[0], 's', `<${value}>`, `x ${hex.slice(0, 5)}`]) {
      await io.stdout.write(`${line}\n`)
      await io.stdin.read()
    }
  }
  const one = new Session({ custom: { ask: { run } }, secrets: { KEY: { value } } })
  const script =
    'coproc ask; for i in 1 2 3 4 5; do read -r line <&${COPROC[0]}; echo "$line"; echo ok >&${COPROC[1]}; done'
  const { stdout, failure } = await one.execute(script, { timeoutMs: 5_000 })
  expect({ stdout, failure }).toEqual({ stdout: `7\nc\ns\n<[REDACTED:KEY]>\nx ${hex.slice(0, 5)}\n`, failure: null })
})
