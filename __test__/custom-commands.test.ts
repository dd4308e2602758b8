/** Commands that host code has: in pipes, with files, when they fail, hang, call back or go on too long. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Executor, Session } from '../dist/esm/index.js'
import { ODD_THROWS } from './support/odd-throws.js'
import type { CommandIo, CustomCommand } from '../index.js'

const upper: CustomCommand = {
  run: async (_argv, io) => {
    for await (const piece of io.stdin) await io.stdout.write(Buffer.from(piece).toString('latin1').toUpperCase())
  },
}

function withCommands(custom: Record<string, CustomCommand>): Session {
  return new Session({ custom })
}

it('B240: takes part in pipes and redirections like any other command', async () => {
  const session = withCommands({ hello: { run: (argv) => `hello ${argv.slice(1).join(' ')}\n` }, upper })
  expect((await session.execute('hello a "b c" | tr a-z A-Z')).stdout).toBe('HELLO A B C\n')
  expect((await session.execute('echo x | upper | cat -A; hello > f; cat f')).stdout).toBe('X$\nhello \n')
  expect((await session.execute('printf "a\\nb\\n" | xargs -n1 hello')).stdout).toBe('hello a\nhello b\n')
  expect((await session.execute('find . -type f -exec hello {} +; env hello 1; x=hello; $x 2')).stdout).toBe(
    'hello ./f\nhello 1\nhello 2\n',
  )
  expect((await session.execute('type hello; ls /usr/bin/hello; hello --help')).stdout).toBe(
    'hello is hashed (/usr/bin/hello)\n/usr/bin/hello\nUsage: hello [ARGUMENT]...\nA command of the host.\n',
  )
  const fork = session.fork()
  expect((await fork.execute('hello fork')).stdout).toBe('hello fork\n')
})

it('sees arguments, environment and folder, also as bytes', async () => {
  let seen: Pick<CommandIo, 'args' | 'argvBytes' | 'env' | 'cwd'> | undefined
  const session = withCommands({
    look: {
      run: (_argv, { args, argvBytes, env, cwd }) => {
        seen = { args, argvBytes, env, cwd }
      },
    },
  })
  await session.execute('mkdir d; cd d; export A=1; B=2 look x $\'\\xff\' ""')
  expect(seen?.args).toEqual(['x', '\ufffd', ''])
  expect(seen?.argvBytes.map((bytes) => [...bytes])).toEqual([[...Buffer.from('look')], [120], [255], []])
  expect(seen?.env).toMatchObject({ A: '1', B: '2', PWD: '/workspace/d' })
  expect(seen?.cwd).toBe('/workspace/d')
})

it('ends with the status that it returns, or 1 and its message', async () => {
  const session = withCommands({
    three: { run: () => 3 },
    both: { run: () => ({ stdout: 'out\n', stderr: 'err\n', exitCode: 4 }) },
    bytes: { run: () => new Uint8Array([0xff, 10]) },
    boom: {
      run: () => {
        throw new Error('no such luck')
      },
    },
    later: { run: () => Promise.reject(new Error('too late')) },
    odd: { run: () => 1.5 },
  })
  const result = await session.execute('three; echo $?; both; echo $?; bytes | od -An -tx1; boom; echo $?; later; odd')
  expect(result.stdout).toBe('3\nout\n4\n ff 0a\n1\n')
  expect(result.stderr).toBe(
    "err\nboom: no such luck\nlater: too late\nodd: a command's exit status must be a whole number; got 1.5\n",
  )
  expect(result.exitCode).toBe(1)
})

it('works on the files of the run as they are', async () => {
  const session = withCommands({
    touchup: {
      run: async (_argv, io) => {
        const before = await io.fs.readFile('a.txt', 'utf8')
        await io.fs.mkdir('x/y', { recursive: true })
        await io.fs.writeFile('x/y/b.txt', before + 'more\n')
        await io.fs.appendFile('x/y/b.txt', 'last\n')
        await io.fs.rename('x/y/b.txt', 'x/c.txt')
        const names = await io.fs.readdir('x')
        const { kind, size } = await io.fs.stat('x/c.txt')
        const missing = await io.fs.readFile('nope').catch((error: { code: string; path: string }) => error)
        await io.fs.rm('x/y', { recursive: true })
        const there = [await io.fs.exists('x/y'), await io.fs.exists('x')]
        return JSON.stringify({ names, kind, size, missing: (missing as { code: string }).code, there })
      },
    },
  })
  const result = await session.execute('echo first > a.txt; touchup; cat x/c.txt')
  expect(result.stderr).toBe('')
  expect(result.stdout).toBe(
    '{"names":[{"name":"c.txt","kind":"file"},{"name":"y","kind":"directory"}],"kind":"file","size":16,"missing":"ENOENT","there":[false,true]}' +
      'first\nmore\nlast\n',
  )
})

it('may stand in place of a command and run that', async () => {
  const seen: string[][] = []
  const spy: CustomCommand = {
    run: async (argv, io) => {
      seen.push(argv)
      const ran = await io.run(argv)
      return { stdout: ran.stdout.toUpperCase(), stderr: ran.stderr, exitCode: ran.exitCode }
    },
  }
  const executor = new Executor({ custom: { cat: spy, echo: spy } })
  const session = executor.session({ files: { f: 'text\n' } })
  expect((await session.execute('cat f; cat < f; echo hi; builtin echo low; cat missing; echo $?')).stdout).toBe(
    'TEXT\nTEXT\nHI\nlow\n1\n',
  )
  expect(seen.map((argv) => argv.join(' '))).toEqual(['cat f', 'cat', 'echo hi', 'cat missing', 'echo 1'])
  expect(executor.removeCommand('cat')).toBe(true)
  expect((await session.execute('cat f')).stdout).toBe('text\n')
  expect(executor.removeCommand('cat')).toBe(true)
  expect((await session.execute('cat f')).exitCode).toBe(127)
  expect(executor.removeCommand('cat')).toBe(false)
  executor.addCommand('cat', { run: () => 'mine\n' })
  expect((await session.execute('cat f')).stdout).toBe('mine\n')
  for (const name of ['cd', 'a b', '', 'a/b', '$x', '..']) {
    expect(() => executor.addCommand(name, { run: () => 0 })).toThrow(/command|shell/)
  }
})

it('options of io that are none are refused', async () => {
  const codes: string[] = []
  const tool = async (_argv: string[], io: CommandIo) => {
    const wrong = { nonsense: 1 } as never
    for (const call of [
      () => io.run(['true'], wrong),
      () => io.run(['true'], null as never),
      () => io.run(['true'], 5 as never),
      () => io.fs.mkdir('d', wrong),
      () => io.fs.mkdir('d', { recursive: 'yes' } as never),
      () => io.fs.rm('f', wrong),
      () => io.fs.readFile('f', 'latin1' as never),
    ]) {
      codes.push(await call().then(String, (error: { code: string }) => error.code))
    }
  }
  const session = new Session({ files: { f: 'x' }, custom: { tool: { run: tool } } })
  expect((await session.execute('tool')).exitCode).toBe(0)
  expect(codes).toEqual(codes.map(() => 'INVALID_ARGUMENT'))
  expect([codes.length, session.list().map(({ name }) => name)]).toEqual([7, ['f']])
})

it('reads options by its schema, and helps with them', async () => {
  const session = withCommands({
    find_docs: {
      schema: {
        type: 'object',
        description: 'Finds documents.',
        properties: {
          query: { type: 'string', description: 'What to look for.' },
          maxCount: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          exact: { type: 'boolean' },
          where: { type: 'object' },
        },
        required: ['query'],
      },
      run: (_argv, io) => `${JSON.stringify(io.input)}\n`,
    },
  })
  const run = async (line: string) => {
    const { stdout, stderr, exitCode } = await session.execute(line)
    return exitCode === 0 ? stdout : `${exitCode} ${stderr.split('\n')[0]}`
  }
  expect(await run('find_docs --query "a b"')).toBe('{"query":"a b","maxCount":5}\n')
  expect(await run(`find_docs --query=x --max-count 3 --tags a --tags=b --exact --where '{"k":1}'`)).toBe(
    '{"query":"x","maxCount":3,"tags":["a","b"],"exact":true,"where":{"k":1}}\n',
  )
  expect(await run('find_docs')).toBe("2 find_docs: option '--query' is required")
  expect(await run('find_docs --query x --max-count 0')).toBe(
    "2 find_docs: invalid argument '0' for '--max-count': it must be at least 1",
  )
  expect(await run('find_docs --query x --max-count many')).toMatch(/it must be a whole number/)
  expect(await run('find_docs --query x --tags c')).toMatch(/it must be one of a, b/)
  expect(await run('find_docs --nope')).toBe("2 find_docs: unrecognized option '--nope'")
  expect(await run('find_docs x')).toBe("2 find_docs: extra operand 'x'")
  expect(await run('find_docs --query')).toBe("2 find_docs: option '--query' requires an argument")
  expect(await run('find_docs --help')).toBe(
    'Usage: find_docs [OPTION]...\nFinds documents.\n\n' +
      '  --query=STRING       What to look for. (required)\n' +
      '  --max-count=INTEGER  (default 5)\n' +
      '  --tags=ARRAY\n  --exact\n  --where=OBJECT\n' +
      '  --help               display this help and exit\n',
  )
})

it('reads --help among options, and -- as their end', async () => {
  const properties = { name: { type: 'string' }, exact: { type: 'boolean' } } as const
  const schema = { type: 'object', properties, required: ['name'] } as const
  const session = withCommands({ c: { schema, run: (_argv, io) => JSON.stringify(io.input) } })
  const run = async (line: string) => {
    const { stdout, stderr, exitCode } = await session.execute(line)
    return exitCode === 0 ? stdout.split('\n')[0] : `${exitCode} ${stderr.split('\n')[0]}`
  }
  for (const line of ['c --help', 'c --name x --help', 'c --help --name x', 'c --help extra']) {
    expect(await run(line), line).toBe('Usage: c [OPTION]...')
  }
  expect(await run('c --name --help')).toBe('{"name":"--help"}')
  expect(await run('c --name x --')).toBe('{"name":"x"}')
  expect(await run('c --name x -- --help')).toBe("2 c: extra operand '--help'")
  expect(await run('c --nope --help')).toBe("2 c: unrecognized option '--nope'")
  expect(await run('c --help=x')).toBe("2 c: unrecognized option '--help'")
})

it('stops its producers and is stopped by its consumers', async () => {
  let written = 0
  let aborted = false
  const session = withCommands({
    flood: {
      run: async (_argv, io) => {
        io.signal.addEventListener('abort', () => (aborted = true))
        for (;;) {
          await io.stdout.write('x\n'.repeat(1_000))
          written += 1
        }
      },
    },
    first: { run: async (_argv, io) => (await io.stdin.read(5))! },
  })
  const result = await session.execute('flood | head -n 2; yes | first; echo; echo "${PIPESTATUS[@]}"')
  expect(result.stdout).toBe('x\nx\ny\ny\ny\n0\n')
  expect(written).toBeLessThan(200)
  await delay(20)
  expect(aborted).toBe(true)
})

it('S37: what never settles is stopped by the time limit, and the session goes on', async () => {
  let late: CommandIo | undefined
  const session = withCommands({
    never: {
      run: (_argv, io) => {
        late = io
        return new Promise<void>(() => {})
      },
    },
  })
  const result = await session.execute('echo before; never; echo after', { timeoutMs: 60 })
  expect(result).toMatchObject({ exitCode: 124, stdout: 'before\n', failure: { code: 'TIMEOUT' } })
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  expect((await session.execute('never', { signal: controller.signal })).failure?.code).toBe('CANCELLED')
  expect((await session.execute('echo still here')).stdout).toBe('still here\n')
  await expect(late!.stdout.write('x')).rejects.toMatchObject({ code: 'COMMAND_ENDED' })
  expect(late!.signal.aborted).toBe(true)
})

it('B282: a call of its own session fails at once instead of waiting for itself', async () => {
  const other = new Session()
  const codes: string[] = []
  const session: Session = withCommands({
    again: {
      run: async () => {
        const started = performance.now()
        await session.execute('echo inner').catch((error: { code: string }) => codes.push(error.code))
        try {
          session.executeSync('echo inner')
        } catch (error) {
          codes.push((error as { code: string }).code)
        }
        expect(performance.now() - started).toBeLessThan(100)
        return (await other.execute('echo elsewhere')).stdout
      },
    },
  })
  expect((await session.execute('again')).stdout).toBe('elsewhere\n')
  expect(codes).toEqual(['SESSION_BUSY', 'SESSION_BUSY'])
  expect(() => session.executeSync('again')).toThrow(expect.objectContaining({ code: 'ASYNC_REQUIRED' }))
  // Outside of the command it is an ordinary call again.
  expect((await session.execute('echo outer')).stdout).toBe('outer\n')
})

it('only the process that waits for the host waits', async () => {
  const order: string[] = []
  const session = withCommands({
    slow: {
      run: async (argv) => {
        await delay(30)
        order.push(argv[1]!)
        return `${argv[1]}\n`
      },
    },
  })
  const started = performance.now()
  const result = await session.execute('slow a & slow b & slow c & wait; echo done; sleep 100')
  expect(result.stdout.split('\n').toSorted()).toEqual(['', 'a', 'b', 'c', 'done'])
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(result.usage.virtualMs).toBeLessThan(101_000)
  expect(order).toHaveLength(3)
})

it('hands data of any size and kind through', async () => {
  const session = withCommands({ same: { run: async (_argv, io) => await io.stdin.bytes() } })
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7_919) % 256))
  session.writeFile('in', bytes)
  await session.execute('same < in > out; cat in | same | cmp - in; echo $?')
  expect(Buffer.compare(Buffer.from(session.readFile('out', { encoding: 'bytes' })), bytes)).toBe(0)
  expect((await session.execute('same < /dev/null | wc -c')).stdout).toBe('0\n')
})

it('says what is wrong with a definition', () => {
  const bad = (custom: unknown) => () => new Executor({ custom } as never)
  expect(bad({ x: {} })).toThrow(/options.custom\["x"\].run must be a function/)
  expect(bad({ x: { run: 1 } })).toThrow(/run must be a function/)
  expect(bad({ x: { run: () => 0, schema: { type: 'string' } } })).toThrow(/JSON Schema of type 'object'/)
  const schema = (more: object) => bad({ x: { run: () => 0, schema: { type: 'object', ...more } } })
  const property = (of: unknown) => schema({ properties: { p: of } })
  for (const wrong of [
    schema({ properties: 5 }),
    schema({ properties: [] }),
    schema({ properties: null }),
    schema({ required: 'p' }),
    schema({ required: ['p'] }),
    schema({ description: 5 }),
    schema({ properties: { maxCount: {}, max_count: {} } }),
    property(5),
    property({ type: 'text' }),
    property({ type: ['string', 5] }),
    property({ pattern: '(' }),
    property({ pattern: 5 }),
    property({ enum: 'a' }),
    property({ minimum: '1' }),
    property({ maximum: Number.NaN }),
    property({ items: [] }),
    property({ items: { pattern: '[' } }),
  ]) {
    expect(wrong).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  }
  expect(property({ pattern: '(' })).toThrow(/options.custom\["x"\].schema.properties\["p"\].pattern must be a regular/)
  expect(property({ type: ['string', 'null'], title: 'P', items: { type: 'string' } })).not.toThrow()
  expect(bad({ x: { run: () => 0, other: 1 } })).toThrow(/has no option "other"/)
  expect(() => new Session({ executor: new Executor(), custom: {} })).toThrow(/left out where executor is given/)
})

it('ends at once whatever it throws, also what has no text', async () => {
  for (const [what, made] of Object.entries(ODD_THROWS)) {
    for (const run of [() => Promise.reject(made()), () => void throwing(made())]) {
      const { stdout, stderr } = await withCommands({ odd: { run } }).execute('odd; echo $?', { timeoutMs: 5_000 })
      expect([stdout, stderr.startsWith('odd: ')], what).toEqual(['1\n', true])
    }
  }
})

it('is told what it may return where it returned something else', async () => {
  for (const value of [true, ['a'], new Date(0), new ArrayBuffer(8), new Map(), { output: 'x' }, { exitCode: {} }]) {
    const { exitCode, stdout, stderr } = await withCommands({ odd: { run: () => value as never } }).execute('odd')
    expect([exitCode, stdout, stderr.startsWith('odd: ')]).toEqual([1, '', true])
  }
  const { stderr } = await withCommands({ odd: { run: () => ['a'] as never } }).execute('odd')
  expect(stderr).toBe(
    'odd: what a command returns must be a status, text, bytes, { stdout, stderr, exitCode } or nothing; got an array\n',
  )
  expect((await withCommands({ none: { run: () => ({}) } }).execute('none')).exitCode).toBe(0)
})

function throwing(value: unknown): never {
  throw value
}
