/** What a policy forbids, however it is spelled; and a host that is asked. */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Executor, Session, replay } from '../dist/esm/index.js'
import { ODD_THROWS } from './support/odd-throws.js'
import { codeThrown as code } from './support/errors.js'
import type { CommandApproval, Policy } from '../index.js'

const FILES = {
  x: 'keep\n',
  's.sh': 'rm x\n',
  'src/a.ts': 'a\n',
  'src/b.ts': 'b\n',
  'secret/key': 'k\n',
  'logs/l': 'l\n',
}

async function run(policy: Policy, script: string, files: Record<string, string> = FILES) {
  const session = new Session({ files, policy })
  const result = await session.execute(script)
  return { session, ...result }
}

/** A path of the session as the host sees it. */
const there = (session: Session, path: string): boolean => code(() => session.stat(path)) === 'no error'

describe('commands that are denied', () => {
  it('B231: end with 126 and a message that names the rule', async () => {
    const { exitCode, stdout, stderr } = await run({ commands: { deny: ['ls'] } }, 'ls')
    expect({ exitCode, stdout }).toEqual({ exitCode: 126, stdout: '' })
    expect(stderr).toBe('bash: line 1: ls: denied by policy: commands.deny has ls\n')
  })

  const spellings = {
    B268: ['true && rm -rf x', 'ls; rm x', 'ls x | xargs rm', 'ls & rm x', 'false || rm x', 'if rm x; then :; fi'],
    B269: [
      '(rm x)',
      '{ rm x; }',
      'echo $(rm x)',
      '`rm x`',
      'ls & rm x',
      'cat <(rm x)',
      'echo ${a:=$(rm x)}',
      ': $((`rm x`1))',
    ],
    B270: [
      'bash -c "rm x"',
      'env rm x',
      'timeout 1 rm x',
      'xargs rm <<< x',
      'command rm x',
      'eval rm x',
      'find . -name x -exec rm {} +',
      'find . -name x -exec rm {} \\;',
      'find . -name x -execdir rm {} +',
      '. ./s.sh',
      'source s.sh',
      'sh < s.sh',
      'bash s.sh',
      'nice rm x',
      'nohup rm x',
      'exec rm x',
      'awk \'BEGIN{system("rm x")}\'',
      'awk \'BEGIN{print "rm x" | "sh"}\'',
      'awk \'BEGIN{"rm x" | getline}\'',
      "sed '1e rm x' x",
      'trap "rm x" EXIT',
      'coproc rm x; wait',
      'time rm x',
      'printf "rm x\\n" | bash',
      'env -S "rm x"',
    ],
    B271: [
      '$(printf r)m x',
      'r""m x',
      '\\rm x',
      'a=rm; $a x',
      'shopt -s expand_aliases; alias q=rm\nq x',
      'rm() { :; }; unset -f rm; rm x',
      '/bin/rm x',
      '/usr/bin/rm x',
      "$'\\x72m' x",
      'cmd=(rm x); "${cmd[@]}"',
      'ln -s /bin/rm harmless; ./harmless x',
      'f() { rm x; }; f',
      'PATH=/usr/bin rm x',
      'hash -p /bin/rm q; q x',
      'exec -a ls rm x',
      '../bin/rm x',
    ],
  }
  for (const [id, scripts] of Object.entries(spellings)) {
    for (const script of scripts) {
      it(`${id}, S24: ${JSON.stringify(script)}`, async () => {
        const { session, stderr } = await run({ commands: { deny: ['rm'] } }, script)
        expect(there(session, 'x')).toBe(true)
        // `sed` runs nothing, whatever the policy says.
        expect(stderr).toMatch(/denied by policy|sed: .*disabled/)
      })
    }
  }

  it('B271: a script takes no permission from its name', async () => {
    const files = { ...FILES, rm: 'echo ran\n', echo: 'printf "ran\\n"\n' }
    const denied = await run({ commands: { deny: ['rm'] } }, 'chmod +x rm; ./rm x', files)
    expect(denied).toMatchObject({ exitCode: 126, stdout: '' })
    const allowed = await run({ commands: { allow: ['echo', 'chmod', 'printf'] } }, 'chmod +x echo; ./echo hi', files)
    expect(allowed).toMatchObject({ exitCode: 126, stdout: '' })
    const named = { commands: { allow: ['echo', 'chmod', 'printf', '/workspace/ec*'] } }
    expect((await run(named, 'chmod +x echo; ./echo hi', files)).stdout).toBe('ran\n')
  })

  it('B272: an allow-list leaves the rest out, and the shell itself in', async () => {
    const policy = { commands: { allow: ['echo', 'wc'] } }
    const script = 'cd src; for f in *; do export F=$f; f() { echo "$F"; }; f; done | wc -l; cat a.ts; echo $?'
    const { stdout, stderr } = await run(policy, script)
    expect(stdout).toBe('2\n126\n')
    expect(stderr).toContain('cat: denied by policy: commands.allow does not have it')
    expect((await run(policy, 'awk 1 x; test -e x; [ -e x ]; printf x')).stdout).toBe('')
  })

  it('patterns are those of the shell', async () => {
    const { stdout } = await run({ commands: { deny: ['[cr]m', 'ta*'] } }, 'rm x; tac x; tail x; cat x')
    expect(stdout).toBe('keep\n')
  })
})

describe('paths', () => {
  const policy: Policy = {
    paths: {
      readOnly: ['src', 'x'],
      hidden: ['secret'],
      noDelete: ['logs/**'],
      maxFileBytes: { 'tmp*/**': 10, '**/*.small': 4 },
    },
  }
  it('a database that may not grow so far is an error of the command', () => {
    const session = new Session({ policy: { paths: { maxFileBytes: { '*.db': 8_192 } } } })
    const grown = 'create table t(a); insert into t values (hex(zeroblob(9000)));'
    for (const [command, status] of [
      [`sqlite3 a.db '${grown}'`, 10],
      [`echo '${grown}' | sqlite3 b.db`, 1],
    ] as const) {
      const result = session.executeSync(command)
      expect(result.exitCode).toBe(status)
      expect(result.stderr).toMatch(/disk I\/O error: .*File too large/)
      expect(result.denials).toHaveLength(1)
    }
    expect(session.executeSync('sqlite3 c.db "create table t(a)"; wc -c c.db').stdout).toBe('8192 c.db\n')
  })

  const writes = [
    'echo no > x',
    'echo no >> x',
    ': > x',
    'tee x <<< no',
    'sed -i s/keep/no/ x',
    'dd of=x <<< no',
    'cp logs/l x',
    'mv logs/l x',
    'truncate -s 0 x',
    'touch x',
    'chmod 600 x',
    'rm x',
    'rm -rf src',
    'find . -name x -delete',
    'find src -type f -delete',
    'mv src other',
    'mv x y',
    'mkdir src/new',
    'ln -s a src/l',
    'ln x hard && echo no > hard',
    'exec 3<> x; echo no >&3',
    "patch x <<< $'@@ -1 +1 @@\\n-keep\\n+no'",
    'tar cf t.tar x; echo; tar xf t.tar',
    'sort -o x logs/l',
    'split -l1 logs/l src/',
    'ln -s x link; echo no > link',
    'cd src; echo no > a.ts',
    'awk \'BEGIN{print "no" > "x"}\'',
    'sed "w x" logs/l',
    'install logs/l x',
    'rmdir src',
    'mv -T logs src',
    'cp -r logs src/',
    'printf no | dd of=src/a.ts conv=notrunc',
    'gzip x',
    'rename() { :; }; mv src/a.ts b',
  ]
  for (const script of writes) {
    it(`S24: read-only stays as it was: ${script}`, async () => {
      const { session } = await run(policy, script)
      expect(session.readFile('/workspace/x')).toBe('keep\n')
      expect(session.list('/workspace/src')).toHaveLength(2)
      expect(session.readFile('/workspace/src/a.ts')).toBe('a\n')
      expect(session.readFile('/workspace/src/b.ts')).toBe('b\n')
    })
  }

  it('hidden seems not to be there', async () => {
    const { session, stdout, stderr } = await run(
      policy,
      'ls -a; cat secret/key; echo secret/*; find . -path "*secret*"; [ -e secret ] || echo none; cp -r . /tmp/all; ls /tmp/all; grep -r k .; mkdir secret; echo x > secret/y; mv secret y',
    )
    expect(stdout).not.toMatch(/secret\b(?!\/\*)/)
    expect(stdout).toContain('none\n')
    expect(stderr).toContain('secret/key: No such file or directory')
    expect(code(() => session.readFile('secret/key'))).toBe('ENOENT')
    expect(code(() => session.list('secret'))).toBe('ENOENT')
    expect(session.list('/workspace', { recursive: true }).some((entry) => entry.path.includes('secret'))).toBe(false)
  })

  it('what may not be removed may change', async () => {
    const { session, stderr } = await run(
      policy,
      'echo more >> logs/l; rm logs/l; mv logs away; rm -r logs; mv logs/l /tmp; cat logs/l',
    )
    expect(session.readFile('logs/l')).toBe('l\nmore\n')
    expect(stderr).toContain('Operation not permitted')
  })

  it('sizes of files are bounded by pattern', async () => {
    const { session, stdout } = await run(
      policy,
      'mkdir tmp1; printf 0123456789 > tmp1/a; printf 0123456789x > tmp1/b; printf x >> tmp1/a; truncate -s 11 tmp1/c; cp tmp1/a z; printf 12345 > y; mv y q.small; wc -c tmp1/*; ls',
    )
    expect(stdout).toContain('10 tmp1/a')
    expect(session.stat('tmp1/a').size).toBe(10)
    expect(there(session, 'q.small')).toBe(false)
    expect(code(() => session.writeFile('w.small', '12345'))).toBe('POLICY_DENIED')
  })

  it('only what is writable can be written, and read-only goes before it', async () => {
    const only = { paths: { writable: ['out/**', '/tmp'], readOnly: ['out/fixed'] } }
    const { session, exitCode } = await run(
      only,
      'mkdir -p out/fixed out/free; echo a > out/free/f; echo b > /tmp/t; cat out/free/f /tmp/t > /dev/null',
    )
    expect(exitCode).toBe(0)
    expect(session.readFile('out/free/f')).toBe('a\n')
    expect((await session.execute('echo no > y')).stderr).toContain('Permission denied')
    expect((await session.execute('echo no > out/fixed/f')).exitCode).toBe(1)
  })

  it('holds for the file methods, patches, merges and archives, all or nothing', async () => {
    const { session } = await run(policy, 'true')
    for (const act of [
      () => session.writeFile('x', 'no'),
      () => session.writeFile('src/new', 'no'),
      () => session.remove('src', { recursive: true }),
      () => session.remove('logs/l'),
      () => session.move('src', 'other'),
      () => session.copy('logs/l', 'x', { overwrite: true }),
      () => session.mkdir('src/d'),
      () =>
        session.applyPatch(
          '*** Begin Patch\n*** Add File: fine\n+1\n*** Update File: x\n@@\n-keep\n+no\n*** End Patch\n',
        ),
    ]) {
      expect(code(act)).toBe('POLICY_DENIED')
    }
    expect(there(session, 'fine')).toBe(false)
    const free = new Session({ files: FILES })
    const base = free.snapshot()
    const held = new Session({ policy, executor: new Executor() })
    held.restore(base)
    free.writeFile('x', 'theirs\n')
    free.writeFile('fine', 'theirs\n')
    expect(code(() => held.merge(free, { base }))).toBe('POLICY_DENIED')
    expect(held.readFile('x')).toBe('keep\n')
    expect(there(held, 'fine')).toBe(false)
    const archive = await free.exportArchive()
    expect(code(() => held.importArchive(archive, { overwrite: true }))).toBe('POLICY_DENIED')
    expect(code(() => held.fork().writeFile('x', 'no'))).toBe('POLICY_DENIED')
    expect(code(() => held.snapshot().fork().writeFile('x', 'no'))).toBe('POLICY_DENIED')
  })
})

describe('a host that decides', () => {
  it('sees what runs after every expansion', async () => {
    const seen: string[][] = []
    const policy: Policy = {
      decide: ({ argv, kind, name }) => {
        seen.push([kind, name, ...argv])
        return argv[1] === '2' ? { decision: 'deny', reason: 'not two' } : 'allow'
      },
    }
    const { stdout, stderr, exitCode } = await run(
      policy,
      'a=ec; ${a}ho {1..2}; for i in 1 2; do /bin/seq $i; done; echo $?',
    )
    expect(stdout).toBe('1 2\n1\n126\n')
    expect(stderr).toBe('bash: line 1: /bin/seq: denied by policy: not two\n')
    expect(exitCode).toBe(0)
    expect(seen).toEqual([
      ['builtin', 'echo', 'echo', '1', '2'],
      ['command', 'seq', '/bin/seq', '1'],
      ['command', 'seq', '/bin/seq', '2'],
      ['builtin', 'echo', 'echo', '126'],
    ])
  })

  it('denies when it fails, and is not asked by synchronous calls', async () => {
    const broken: Policy = { decide: () => Promise.reject(new Error('no idea')) }
    expect((await run(broken, 'ls')).stderr).toBe('bash: line 1: ls: denied by policy: the policy failed: no idea\n')
    const odd = { decide: () => 'perhaps' } as unknown as Policy
    expect((await run(odd, 'ls')).exitCode).toBe(126)
    expect(code(() => new Session({ policy: broken }).executeSync('ls'))).toBe('ASYNC_REQUIRED')
    expect((await run({ ...broken, commands: { deny: ['ls'] } }, 'ls')).stderr).toContain('commands.deny has ls')
  })

  it('S25: an approval holds for those words on that state, and nothing of the dropped run is kept', async () => {
    const policy: Policy = { decide: ({ name }) => (name === 'rm' ? 'ask' : 'allow') }
    const session = new Session({ files: FILES, policy })
    const script = 'echo step > log; rm x; echo done'
    const asked = await session.execute(script)
    expect(asked).toMatchObject({
      exitCode: 126,
      failure: { code: 'APPROVAL_REQUIRED' },
      approval: { argv: ['rm', 'x'] },
    })
    expect(there(session, 'log')).toBe(false)
    expect(session.revision).toBe(0)
    const approval = asked.approval!
    const other = await session.execute('echo step > log; rm s.sh', { approvals: [approval] })
    expect(other.failure?.code).toBe('APPROVAL_REQUIRED')
    expect(other.approval?.argv).toEqual(['rm', 's.sh'])
    const changed = await session.execute('echo other > log; rm x', { approvals: [approval] })
    expect(changed.failure?.code).toBe('APPROVAL_REQUIRED')
    const done = await session.execute(script, { approvals: [approval] })
    expect(done).toMatchObject({ exitCode: 0, stdout: 'done\n', failure: null })
    expect(there(session, 'x')).toBe(false)
  })

  it('says what is wrong with a policy', () => {
    const bad = (policy: unknown) => () => new Session({ policy } as never)
    expect(bad({ comands: {} })).toThrow(/has no option "comands"/)
    expect(bad({ commands: { deny: 'rm' } })).toThrow(/policy.commands.deny must be an array of patterns/)
    expect(bad({ paths: { maxFileBytes: { a: -1 } } })).toThrow(/whole number/)
    expect(bad({ decide: true })).toThrow(/policy.decide must be a function/)
  })
})

describe('what a result says was denied', () => {
  it('commands by rules and by the host, paths by rules: words, path, rule and reason', async () => {
    const policy: Policy = {
      commands: { deny: ['rm'] },
      paths: { readOnly: ['src'], hidden: ['secret'], noDelete: ['logs'], maxFileBytes: { 'x*': 10 } },
      decide: ({ name }) => (name === 'dd' ? { decision: 'deny', reason: 'no dd here' } : 'allow'),
    }
    const script = `(find x -exec rm -f {} + ; dd if=x; cat secret/key; echo x > src/a.ts; mv logs l; seq 99 > x2) 2>/dev/null; ls > ok`
    const { denials, exitCode, stderr } = await run(policy, script)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(denials).toEqual([
      {
        kind: 'command',
        argv: ['rm', '-f', 'x'],
        path: null,
        access: null,
        rule: 'commands.deny',
        reason: 'commands.deny has rm',
      },
      { kind: 'command', argv: ['dd', 'if=x'], path: null, access: null, rule: 'decide', reason: 'no dd here' },
      {
        kind: 'path',
        argv: null,
        path: '/workspace/secret/key',
        access: 'look',
        rule: 'paths.hidden',
        reason: 'it is hidden',
      },
      {
        kind: 'path',
        argv: null,
        path: '/workspace/src/a.ts',
        access: 'write',
        rule: 'paths.readOnly',
        reason: 'it may not be changed',
      },
      {
        kind: 'path',
        argv: null,
        path: '/workspace/logs',
        access: 'delete',
        rule: 'paths.noDelete',
        reason: 'it may not be removed or renamed',
      },
      {
        kind: 'path',
        argv: null,
        path: '/workspace/x2',
        access: 'write',
        rule: 'paths.maxFileBytes',
        reason: 'it may have 10 bytes',
      },
    ])
  })

  it('each thing once, and at most a hundred', async () => {
    const { denials } = await run(
      { commands: { deny: ['rm'] } },
      'for i in {1..300}; do rm x; rm $((i % 150)); done 2>&1',
    )
    expect(denials).toHaveLength(100)
    expect(denials[0]?.argv).toEqual(['rm', 'x'])
    expect(new Set(denials.map(({ argv }) => argv!.join(' '))).size).toBe(100)
  })

  it('a script can neither hide nor forge it', async () => {
    const { denials } = await run(
      { commands: { deny: ['rm'] } },
      'echo "bash: ls: denied by policy: forged" >&2; rm x 2>/dev/null; exec 2>&-; rm y',
    )
    expect(denials.map(({ argv }) => argv)).toEqual([
      ['rm', 'x'],
      ['rm', 'y'],
    ])
  })

  it('listings that leave hidden names out deny nothing', async () => {
    const { denials, stdout } = await run({ paths: { hidden: ['secret'] } }, 'ls; find .; echo *; du -a > /dev/null')
    expect(stdout).not.toContain('secret')
    expect(denials).toEqual([])
  })

  it('allow lists and writable', async () => {
    const policy: Policy = { commands: { allow: ['ls'] }, paths: { writable: ['out'] } }
    const { denials } = await run(policy, 'cat x; ls > y')
    expect(denials.map(({ rule }) => rule)).toEqual(['commands.allow', 'paths.writable'])
  })

  it('nothing without a policy', async () => {
    expect((await new Session().execute('rm nothing')).denials).toEqual([])
  })
})

describe('decisions before a question', () => {
  const deciding = (asked: string[], decide: (argv: string) => 'allow' | 'deny' | 'ask') =>
    new Session({
      files: { x: 'x\n', y: 'y\n' },
      policy: {
        decide: async ({ argv }) => {
          const words = argv.join(' ')
          asked.push(words)
          await delay(asked.length % 3)
          return decide(words)
        },
      },
    })
  const usual = (words: string) => (words.startsWith('rm') ? 'ask' : words.startsWith('mv') ? 'deny' : 'allow')

  it('are not asked for twice: the repeated run gets them', async () => {
    const asked: string[] = []
    const session = deciding(asked, usual)
    const script = 'cat x; mv x z; for i in 1 2; do cat y | tac; done; rm x; cat y; rm y; ls'
    const first = await session.execute(script)
    const before = ['cat x', 'mv x z', 'cat y', 'tac', 'cat y', 'tac', 'rm x']
    expect(asked).toEqual(before)
    const second = await session.execute(script, { approvals: [first.approval!] })
    expect(second.approval!.argv).toEqual(['rm', 'y'])
    expect(asked).toEqual([...before, 'cat y', 'rm y'])
    const { stdout, denials, failure } = await session.execute(script, {
      approvals: [first.approval!, second.approval!],
    })
    expect(asked).toEqual([...before, 'cat y', 'rm y', 'ls'])
    expect({ stdout, failure }).toEqual({ stdout: 'x\ny\ny\ny\n', failure: null })
    expect(denials.map(({ argv }) => argv)).toEqual([['mv', 'x', 'z']])
  })

  it('hold for the same words only, in their order, and from the first that differs on the host is asked', async () => {
    const asked: string[] = []
    let said = 'a'
    const session = new Session({
      files: { x: '' },
      custom: { word: { run: () => `${said}\n` } },
      policy: { decide: ({ argv }) => (asked.push(argv.join(' ')), argv[0] === 'rm' ? 'ask' : 'allow') },
    })
    const script = 'cat x; tac x; rm x'
    const { approval } = await session.execute(script)
    expect(asked).toEqual(['cat x', 'tac x', 'rm x'])
    // Another text is another run, also where it asks the same.
    await session.execute(`${script} `, { approvals: [approval!] })
    expect(asked).toHaveLength(6)
    const other = await session.execute('cat $(word); rm x')
    said = 'b'
    session.writeFile('b', '')
    asked.length = 0
    await session.execute('cat $(word); rm x', { approvals: [other.approval!] })
    expect(asked).toEqual(['word', 'cat b', 'rm x'])
  })

  it('also where processes ask at once, in whatever order they are answered', async () => {
    const asked: string[] = []
    const session = new Session({
      files: { x: 'x\n' },
      policy: {
        decide: async ({ argv }) => {
          asked.push(argv.join(' '))
          await delay(argv[0] === 'cat' ? 20 : 1)
          return argv[0] === 'rm' ? 'ask' : 'allow'
        },
      },
    })
    const script = '(cat x; head -n 1) | (tac; sort) | (uniq; wc -l); rm x'
    const { approval } = await session.execute(script)
    const count = asked.length
    expect(count).toBe(7)
    const { failure } = await session.execute(script, { approvals: [approval!] })
    expect({ failure, count: asked.length }).toEqual({ failure: null, count })
  })

  it('are asked for again without the approval, and after the call is done', async () => {
    const asked: string[] = []
    const session = deciding(asked, usual)
    const { approval } = await session.execute('cat x; rm x')
    await session.execute('cat x; rm x')
    expect(asked).toEqual(['cat x', 'rm x', 'cat x', 'rm x'])
    await session.execute('cat x; rm x', { approvals: [approval!] })
    expect(asked).toHaveLength(4)
    await session.execute('cat y')
    expect(asked).toHaveLength(5)
  })

  it('recordings have them', async () => {
    const asked: string[] = []
    const session = deciding(asked, usual)
    const recorder = session.record()
    const { approval } = await session.execute('cat x; rm x')
    await session.execute('cat x; rm x', { approvals: [approval!] })
    const journal = recorder.stop()
    expect(journal.steps.map(({ answers }) => answers.length)).toEqual([2, 2])
    expect((await replay(journal)).divergence).toBeNull()
  })
})

describe('host commands before a question', () => {
  const asking = (calls: string[], extra: Policy = {}) =>
    new Session({
      files: { x: 'x\n', y: 'y\n' },
      custom: {
        send: {
          run: async (argv, io) => {
            const input = await io.stdin.text()
            calls.push(`${argv.slice(1).join(' ')}<${input.trim()}`)
            await io.fs.writeFile('sent', input)
            return { stdout: `sent ${calls.length}\n`, exitCode: 3 }
          },
        },
      },
      policy: { ...extra, decide: ({ name }) => (name === 'rm' ? 'ask' : 'allow') },
    })

  it('are not asked twice: the repeated run gets their answers', async () => {
    const calls: string[] = []
    const session = asking(calls)
    const script = 'cat x | send a; echo $?; rm x; cat y | send b; ls'
    const dropped = await session.execute(script)
    expect(dropped.failure?.code).toBe('APPROVAL_REQUIRED')
    expect(calls).toEqual(['a<x'])
    const { stdout, exitCode } = await session.execute(script, { approvals: [dropped.approval!] })
    expect(exitCode).toBe(0)
    expect(stdout).toBe('sent 1\n3\nsent 2\nsent\ny\n')
    expect(calls).toEqual(['a<x', 'b<y'])
    expect(session.readFile('sent')).toBe('y\n')
  })

  it('also over several questions', async () => {
    const calls: string[] = []
    const session = asking(calls)
    const script = 'send a < /dev/null; rm x; send b < /dev/null; rm y; send c < /dev/null'
    const approvals: CommandApproval[] = []
    for (let at = 0; at < 3; at += 1) {
      const { approval, failure, stdout } = await session.execute(script, { approvals })
      if (at === 2) expect({ failure, stdout }).toEqual({ failure: null, stdout: 'sent 1\nsent 2\nsent 3\n' })
      else approvals.push(approval!)
    }
    expect(calls).toEqual(['a<', 'b<', 'c<'])
  })

  const CHANGES: Array<[string, (session: Session) => unknown, { stdin?: string }]> = [
    ['a file was written', (session) => session.writeFile('z', ''), {}],
    ['another call ran', (session) => session.execute('v=1'), {}],
    ['the call is another one', () => undefined, { stdin: 'other' }],
  ]
  it.each(CHANGES)('are asked again where %s', async (_, change, options) => {
    const calls: string[] = []
    const session = asking(calls)
    const { approval } = await session.execute('send a; rm x', { stdin: 'in' })
    await change(session)
    await session.execute('send a; rm x', { stdin: 'in', ...options, approvals: [approval!] })
    expect(calls).toHaveLength(2)
  })

  it('are asked again without the approval, and after the call is done', async () => {
    const calls: string[] = []
    const session = asking(calls)
    const { approval } = await session.execute('send a; rm x')
    await session.execute('send a; rm x')
    expect(calls).toHaveLength(2)
    await session.execute('send a; rm x', { approvals: [approval!] })
    expect(calls).toHaveLength(2)
    await session.execute('send a; ls')
    expect(calls).toHaveLength(3)
  })

  it('one that had not answered is asked again', async () => {
    const calls: string[] = []
    const session = new Session({
      files: { x: '' },
      custom: { slow: { run: async (_argv, io) => (calls.push('slow'), await io.stdin.text(), 'done\n') } },
      policy: { decide: ({ name }) => (name === 'rm' ? 'ask' : 'allow') },
    })
    const script = '(sleep 1; rm x; echo in) | slow'
    const { approval } = await session.execute(script)
    const { stdout } = await session.execute(script, { approvals: [approval!] })
    expect({ stdout, calls }).toEqual({ stdout: 'done\n', calls: ['slow', 'slow'] })
  })

  it('recordings hold them, and replays give them', async () => {
    const calls: string[] = []
    const session = asking(calls)
    const recorder = session.record()
    const { approval } = await session.execute('send a; rm x; send b')
    await session.execute('send a; rm x; send b', { approvals: [approval!] })
    const { ok, divergence } = await replay(recorder.stop())
    expect({ ok, divergence }).toEqual({ ok: true, divergence: null })
    expect(calls).toHaveLength(2)
  })
})

describe('two names of one file', () => {
  const files = { big: 'x'.repeat(100) }
  const policy: Policy = { paths: { maxFileBytes: { 'out/**': 10 } } }

  it.each([
    'mkdir out; ln big out/big',
    'mkdir out; cp -l big out/b',
    'mkdir out; echo > z; ln z out/z; cat big >> z',
    'mkdir out; echo > out/a; ln out/a z; cat big >> z',
    'mkdir out; echo > z; ln z y; mv z out/z; cat big >> y',
    'mkdir d out; cp big d/big; mv d out/d',
  ])('do not get round maxFileBytes: %s', async (script) => {
    const { session } = await run(policy, script, files)
    const inside = await session.execute('find out -type f -size +10c')
    expect(inside.stdout).toBe('')
  })
})

describe('methods of the session', () => {
  it('copy leaves out what is hidden', () => {
    const session = new Session({ files: { 'd/h/s': 'top', 'd/a': '1' }, policy: { paths: { hidden: ['d/h'] } } })
    session.copy('d', 'z', { recursive: true })
    expect([there(session, 'z/a'), there(session, 'z/h')]).toEqual([true, false])
  })

  it('move onto nothing that may not be deleted', () => {
    const session = new Session({ files: { w: '1', nd: '2' }, policy: { paths: { noDelete: ['nd'] } } })
    expect(code(() => session.move('w', 'nd', { overwrite: true }))).toBe('POLICY_DENIED')
    expect(code(() => session.fs.renameSync('w', 'nd'))).not.toBe('no error')
    expect(session.readFile('nd')).toBe('2')
  })
})

describe('a host that is asked by several processes', () => {
  it.each([
    'echo y | cat; date +%N',
    'for i in 1 2 3; do (echo a$i; ls; echo b$i) >> f & done; wait; cat f',
    'for i in {1..10}; do echo $i | cat | tr 1 2 | cat; done; date +%N',
  ])('gives one course, however long it thinks: %s', async (script) => {
    const outputs = new Set<string>()
    for (let turn = 0; turn < 8; turn++) {
      const decide = turn % 2 === 0 ? () => 'allow' as const : () => delay((turn * 7) % 3).then(() => 'allow' as const)
      const session = new Session({ policy: { decide } })
      const recorder = session.record()
      outputs.add((await session.execute(script)).stdout)
      expect(await replay(recorder.stop())).toMatchObject({ ok: true })
    }
    expect(outputs.size).toBe(1)
  })
})

describe('an approval', () => {
  const decide = ({ argv }: { argv: readonly string[] }) => (argv[0] === 'rm' ? ('ask' as const) : ('allow' as const))
  const files = { x: '1', 'sub/x': '2', 'bin/rm': '#!/bin/sh\necho own\n' }

  it('holds for the program and the folder that it was asked about', async () => {
    const session = new Session({ files, policy: { decide } })
    await session.execute('chmod +x bin/rm')
    const { approval } = await session.execute('rm x')
    expect(approval).toMatchObject({ argv: ['rm', 'x'], name: 'rm', cwd: '/workspace' })
    const approvals = [approval!]
    for (const script of ['cd sub; rm x', 'PATH=/workspace/bin; rm x']) {
      expect((await session.execute(script, { approvals })).failure?.code).toBe('APPROVAL_REQUIRED')
    }
    expect((await session.execute('rm x', { approvals, cwd: '/workspace/sub' })).failure?.code).toBe(
      'APPROVAL_REQUIRED',
    )
    expect((await session.execute('rm x', { approvals })).exitCode).toBe(0)
    expect([there(session, 'x'), there(session, 'sub/x')]).toEqual([false, true])
  })
})

describe('a host that does not decide', () => {
  it('has not allowed anything, whatever it throws, and the run goes on', async () => {
    for (const [what, made] of Object.entries(ODD_THROWS)) {
      const session = new Session({ policy: { decide: () => Promise.reject(made()) } })
      const { exitCode, stderr } = await session.execute('true; ls', { timeoutMs: 5_000 })
      expect([exitCode, stderr.includes('the policy failed: ')], what).toEqual([126, true])
    }
  })

  it('is told what it may say', async () => {
    const said = async (value: unknown) => (await run({ decide: () => value as never }, 'ls')).stderr
    const accepted = "what decide returns must be 'allow', 'deny' or 'ask', or { decision, reason }"
    expect(await said(undefined)).toContain(`the policy failed: ${accepted}; got undefined`)
    expect(await said(null)).toContain(`the policy failed: ${accepted}; got null`)
    expect(await said(['deny'])).toContain(`the policy failed: ${accepted}; got undefined`)
    expect(await said({ decision: 'deny', reason: 5 })).toContain(
      'the policy failed: the reason that decide returns must be a string; got 5',
    )
  })
})
