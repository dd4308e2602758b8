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
    ]) {
      const { exitCode, failure } = session.executeSync(command)
      expect([command, exitCode !== 0]).toEqual([command, true])
      if (failure !== null) expect(failure.code).toBe('LIMIT_EXCEEDED')
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024)
    expect(session.executeSync('arr[999999999]=1; echo ${#arr[@]} ${!arr[@]}').stdout).toBe('1 999999999\n')
  })
})
