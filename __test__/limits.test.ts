/** Limits hold whatever reaches them. Names begin with the ids of the reported cases. */
import { Session } from 'mem-sandbox'
import { describe, expect, test } from 'vitest'

/** What a session uses, by walking over all of it. */
function recount(session: Session): { bytes: number; nodes: number } {
  const seen = new Set<number>()
  let bytes = 0
  let nodes = 1
  for (const top of ['/workspace', '/tmp']) {
    nodes++
    for (const { ino, size, kind } of session.list(top, { recursive: true })) {
      nodes++
      if (kind !== 'directory' && !seen.has(ino)) bytes += size
      seen.add(ino)
    }
  }
  return { bytes, nodes }
}

describe('the quotas of a tree', () => {
  test('B296: no command gets around them', () => {
    const limits = { nodes: 13, totalBytes: 1_000 }
    const session = new Session({ files: { f: 'x'.repeat(900), d: '' }, limits })
    for (let index = 0; index < 8; index++) session.writeFile(`n${index}`, '')
    expect(session.stats).toEqual({ bytes: 900, nodes: 13 })
    const before = session.snapshot()
    for (const command of [
      'mkdir m',
      'mkdir -p m/n',
      'ln -s f l',
      'ln f l',
      'mkfifo p',
      'cp f g',
      'cp -r . /tmp/w',
      'touch t',
      ': > t',
      'echo > t',
      'echo x | tee t',
      'truncate -s 10 t',
      'mktemp',
      'mktemp -d',
      'printf x >> t',
      "cat > t <<< 'x'",
      'exec 3> t',
    ]) {
      const { exitCode, stderr } = session.executeSync(command)
      expect([command, exitCode === 0]).toEqual([command, false])
      expect(stderr).toMatch(/No space left on device|too many/i)
      expect(session.diff(before)).toEqual([])
    }
    for (const command of [
      'head -c 200 /dev/zero > n0',
      'cat f > n1',
      'cat f f >> n2',
      'yes | head -c 500 | tee n3',
      'truncate -s 101 n4',
    ]) {
      session.executeSync(command)
      expect(session.stats.bytes).toBeLessThanOrEqual(1_000)
      expect(session.stats).toEqual(recount(session))
      session.executeSync(': > n0; : > n1; : > n2; : > n3; : > n4')
    }
    const changes: Array<() => unknown> = [
      () => session.writeFile('t', ''),
      () => session.writeFile('n0', 'x'.repeat(101)),
      () => session.mkdir('t'),
      () => session.copy('f', 't'),
      () => session.copy('f', 'n0', { overwrite: true }),
      () => session.merge(new Session({ files: { t: '1' } }), { base: new Session().snapshot() }),
    ]
    for (const change of changes) {
      expect(change).toThrow(expect.objectContaining({ code: 'ENOSPC', category: 'quota_exceeded' }))
      expect(session.stats).toEqual(recount(session))
    }
  })

  test('B296: the totals are those of a recount after random operations', () => {
    const session = new Session({ limits: { nodes: 40, totalBytes: 2_000, fileBytes: 800 } })
    let state = 7
    const random = (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1) % below
    const name = () => ['a', 'b', 'c/d', 'c/e', 'c', 'g/h/i', 'g'][random(7)]!
    const commands = [
      () => `mkdir -p ${name()}`,
      () => `head -c ${random(900)} /dev/zero > ${name()}`,
      () => `head -c ${random(300)} /dev/zero >> ${name()}`,
      () => `ln ${name()} ${name()}`,
      () => `ln -sf ${name()} ${name()}`,
      () => `cp -r ${name()} ${name()}`,
      () => `mv ${name()} ${name()}`,
      () => `rm -rf ${name()}`,
      () => `truncate -s ${random(900)} ${name()}`,
      () => `mkfifo ${name()}`,
      () => `chmod ${['600', '755', '000'][random(3)]} ${name()}`,
    ]
    for (let round = 0; round < 1_000; round++) {
      session.executeSync(Array.from({ length: 10 }, () => commands[random(commands.length)]!()).join('\n'))
      expect(session.stats).toEqual(recount(session))
      expect(session.stats.nodes).toBeLessThanOrEqual(40)
      expect(session.stats.bytes).toBeLessThanOrEqual(2_000)
    }
  })
})

describe('the limits of a run', () => {
  test('B229: what was printed before a timeout is kept', async () => {
    const session = new Session()
    const result = await session.execute('echo line1; echo line2; while :; do :; done', {
      timeoutMs: 500,
      limits: { steps: 2 ** 49 },
    })
    expect(result).toMatchObject({ stdout: 'line1\nline2\n', exitCode: 124, failure: { code: 'TIMEOUT' } })
    expect(session.executeSync('echo on').stdout).toBe('on\n')
  })

  // What each of them does in one piece once took from one second to many: the bound is far above what it takes now, and far
  // below that.
  const LONG: Array<[string, string]> = [
    ['a loop within a function of awk', `awk 'BEGIN { s = sprintf("%9000000s", ""); for (;;) split(s, a, "") }'`],
    [
      'substitutions in a long line',
      `while :; do cat letters letters letters letters | tr -d '\\n' | sed 's/a/bb/g' > out; done`,
    ],
    ['substitutions without a match', `awk 'BEGIN { s = sprintf("%3000000s", ""); for (;;) gsub(/x/, "y", s) }'`],
    ['matches of jq', `while :; do jq -Rs 'gsub("a"; "bb") | length' letters; done`],
    ['a compressor and a large file', 'while :; do zip -q -9 z.zip large; rm z.zip; done'],
    ['blocks that are sorted', 'head -c 3000000 /dev/urandom > r; while :; do bzip2 -9 -c r; done > /dev/null'],
    ['values that are freed', `jq -n 'last(repeat([range(200000) | [.]] | sort_by(-.[0])))'`],
    ['compressed streams', 'while :; do cat large; done | xz -9'],
    ['files that were written', 'while :; do cat large >> sum; done'],
    [
      'copies of long values',
      'x=$(head -c 15000000 letters letters letters letters letters letters | tr -d "\n"); while :; do y=$x; done',
    ],
    ['long words', 'x=$(cat letters); while :; do set -- "$x" "$x"; done'],
    ['many words', 'while :; do set -- $(seq 900000); done'],
    ['an endless line', 'while :; do rev /dev/zero; sort /dev/zero; tac /dev/zero; done 2> /dev/null'],
  ]
  // A call can only lower what its session has, and a quick machine makes the default steps in less than these times.
  const limits = { steps: 2 ** 49, pipeBytes: 2 ** 40, outputBytes: 1_000 }
  const working = () =>
    new Session({
      limits,
      files: { letters: `${'a'.repeat(2_500_000)}\n`, large: 'some text, and more of it\n'.repeat(2_000_000) },
    })

  test.each(LONG)('a timeout stops %s', { timeout: 30_000 }, async (_, script) => {
    const session = working()
    const before = performance.now()
    const { failure } = await session.execute(`echo begun; ${script}`, { timeoutMs: 300 })
    expect(failure?.code).toBe('TIMEOUT')
    expect(performance.now() - before).toBeLessThan(1_500)
    expect((await session.execute('echo on')).stdout).toBe('on\n')
  })

  test.each(LONG)('a signal stops %s', { timeout: 30_000 }, async (_, script) => {
    const session = working()
    const controller = new AbortController()
    let aborted = 0
    setTimeout(() => {
      aborted = performance.now()
      controller.abort()
    }, 300)
    const { failure, stdout } = await session.execute(`echo begun; ${script}`, { signal: controller.signal })
    expect(performance.now() - aborted).toBeLessThan(1_200)
    expect({ code: failure?.code, begun: stdout.slice(0, 6) }).toEqual({ code: 'CANCELLED', begun: 'begun\n' })
    expect((await session.execute('echo on')).stdout).toBe('on\n')
  })

  test.each([
    ['variables of the shell', 'x=$(printf %1000000s x); i=0; while :; do a[i++]=$x$x; done'],
    ['arrays of awk', `awk 'BEGIN { s = sprintf("%100000s", ""); for (;;) a[i++] = s i }'`],
    ['values of jq', `jq -n '[range(1e9) | "x" * 1000000] | length'`],
    ['functions', 'while :; do eval "f$((i++))() { echo $(seq 5000); }"; done'],
  ])('a run that holds more than memoryBytes is stopped: %s', (_, script) => {
    const session = new Session({ limits: { memoryBytes: 64 << 20 } })
    const before = process.memoryUsage.rss()
    const { failure, exitCode, stdout } = session.executeSync(`echo begun; ${script}`)
    expect({ failure, exitCode, stdout }).toMatchObject({
      failure: { code: 'LIMIT_EXCEEDED', limit: 'memoryBytes', value: 64 << 20 },
      exitCode: 137,
      stdout: 'begun\n',
    })
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 << 20)
    expect(session.executeSync('unset a; echo on').stdout).toBe('on\n')
    const lower = session.executeSync('x=$(printf %1000000s x); y=$x$x$x$x', { limits: { memoryBytes: 1 << 20 } })
    expect(lower.failure?.limit).toBe('memoryBytes')
  })

  test('S16: nothing is gathered without end', () => {
    const session = new Session({ limits: { totalBytes: 32 << 20, pipeBytes: 32 << 20 } })
    const before = process.memoryUsage.rss()
    for (const command of ['tac /dev/zero', 'rev /dev/zero', 'shuf /dev/zero', 'cut -c1 /dev/zero']) {
      const { exitCode, stderr, failure } = session.executeSync(command)
      expect({ command, failure, failed: exitCode !== 0 }).toEqual({ command, failure: null, failed: true })
      expect(stderr).toContain('Cannot allocate memory')
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024)
  })

  test('B228: output is bounded, and the result says how much there was', () => {
    const session = new Session({
      files: { f: 'needle in a line\n'.repeat(100_000) },
      limits: { outputBytes: 100_000 },
    })
    const { stdout, truncated } = session.executeSync('grep -rn . /workspace')
    expect(stdout).toHaveLength(100_000)
    expect(truncated.stdout).toBe(true)
    expect(truncated.stdoutTotal).toBeGreaterThan(2_000_000)
  })

  test('B288: expansion bombs are put out', () => {
    const session = new Session()
    const before = process.memoryUsage.rss()
    for (const command of [
      'echo {1..999999999}',
      'echo {1..100}{1..100}{1..100}{1..100}',
      'x=a; for i in {1..40}; do x=$x$x; done',
      'x=$(head -c 8000000 /dev/zero | tr "\\0" a); echo ${x//a/aaaa}',
      'printf %999999999s',
      'set -- $(yes a | head -c 16000000)',
      'x=$(yes a | head -c 16000000); a=($x); a+=("${a[@]}")',
    ]) {
      const { exitCode, failure } = session.executeSync(command)
      expect([command, exitCode !== 0]).toEqual([command, true])
      if (failure !== null) expect(failure.code).toBe('LIMIT_EXCEEDED')
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024)
    expect(session.executeSync('arr[999999999]=1; echo ${#arr[@]} ${!arr[@]}').stdout).toBe('1 999999999\n')
  })
})
