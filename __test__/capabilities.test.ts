/** What an executor's sessions have: commands, builtins, constructs of the language, profiles. */
import { describe, expect, it } from 'vitest'
import { Executor, Session, Snapshot } from '../dist/esm/index.js'
import { createTools, systemPrompt } from '../dist/esm/tools.js'
import { errorThrown } from './support/errors.js'
import type { ExecutorOptions, Language } from '../index.js'

async function run(options: ExecutorOptions, script: string, files: Record<string, string> = {}) {
  return new Executor(options).session({ files }).execute(script)
}

/** For each switch: scripts that use what it covers, and one that does not. */
const SCRIPTS: Record<keyof Language, { uses: string[]; without: string }> = {
  functions: {
    uses: ['f() { :; }', 'function f { :; }', '(f() { :; })', 'local x', 'x=$(f() { :; })'],
    without: 'echo f',
  },
  loops: {
    uses: [
      'for x in a; do :; done',
      'while :; do :; done',
      'until :; do :; done',
      'for ((;;)); do :; done',
      'select x in a; do :; done',
      'break',
    ],
    without: 'echo for while',
  },
  conditionals: {
    uses: ['if :; then :; fi', 'case x in x) ;; esac', '[[ x ]]', 'a | if :; then :; fi'],
    without: '[ x ] && test x',
  },
  groups: { uses: ['{ :; }', 'x() { :; }'], without: 'echo {' },
  subshells: { uses: ['(:)', 'echo $( (:) )'], without: 'echo $(:)' },
  orLists: { uses: ['false || :', 'echo $(a || b)'], without: 'false; echo "||"' },
  negation: { uses: ['! :'], without: 'echo !' },
  timing: { uses: ['time :', 'time -p :'], without: 'echo time' },
  backgroundJobs: { uses: [': &', 'wait', 'jobs', '(: &)'], without: ': && :' },
  coprocesses: { uses: ['coproc :', 'coproc x { :; }'], without: 'echo coproc' },
  assignments: { uses: ['x=1', 'x=1 env', 'x=(1)'], without: 'export x=1; echo x=1' },
  arrays: {
    uses: ['x=(1)', 'x[0]=1', 'echo ${x[0]}', 'export x=(1)', 'mapfile x', 'echo "${x[@]}"'],
    without: 'x=1; echo $x',
  },
  arithmetic: {
    uses: ['echo $((1))', '((1))', 'let x=1', 'for ((;;)); do :; done', 'echo ${x:1}', 'echo $[1]', 'echo "a$((1))"'],
    without: 'x=1+1; echo $x',
  },
  commandSubstitution: {
    uses: ['echo $(:)', 'echo `:`', 'echo "$(:)"', 'cat <<< $(:)', ': ${x:-$(:)}', 'x[$(:)]=1'],
    without: "echo '$(x)'",
  },
  processSubstitution: { uses: ['cat <(:)', ': >(:)'], without: 'cat < /dev/null' },
  parameterOperators: { uses: ['echo ${x:-1}', 'echo ${#x}', 'echo ${!x}', 'echo "${x%a}"'], without: 'echo ${x} $x' },
  specialParameters: { uses: ['echo $?', 'echo $1', 'echo "$@"', 'echo $$', 'echo ${10}'], without: 'echo $x $' },
  braceExpansion: { uses: ['echo {a,b}', 'echo {1..3}'], without: "echo {a} '{a,b}'" },
  tildeExpansion: { uses: ['echo ~', 'x=~', 'echo ~/a'], without: "echo a~ '~'" },
  globs: {
    uses: ['echo *', 'cat < *', 'for x in a?; do :; done', 'echo [ab]', 'x=(*)'],
    without: '[ a = a ] && echo \'*\' "?" \\[a]',
  },
  hereDocuments: { uses: ['cat <<< a', 'cat << a\nb\na'], without: 'cat < /dev/null' },
  inputRedirections: { uses: ['cat < f', 'cat <> f'], without: 'echo > f; cat f' },
  descriptors: {
    uses: ['ls 2> f', 'ls 2>&1', 'ls &> f', 'ls >| f', 'ls |& cat', 'exec {x}> f'],
    without: 'ls > f; ls >> f',
  },
  eval: { uses: ['eval ls', 'source f', '. f', 'fc'], without: 'ls; command ls' },
  aliases: { uses: ['alias x=y', 'unalias -a'], without: 'echo alias' },
  traps: { uses: ['trap : EXIT', '(trap : EXIT)'], without: 'echo trap' },
}

const whole = new Executor()

describe('constructs that are switched off', () => {
  it.each(Object.entries(SCRIPTS))('%s', async (name, { uses, without }) => {
    const executor = new Executor({ language: { [name]: false } })
    expect(executor.language[name as keyof Language]).toBe(false)
    for (const script of uses) {
      const session = executor.session()
      const { exitCode, failure, stderr, stdout } = await session.execute(`touch made; echo before\n${script}\n`)
      expect({ script, exitCode, code: failure?.code, stdout }).toEqual({
        script,
        exitCode: 2,
        code: 'COMMAND_SYNTAX_UNSUPPORTED',
        stdout: '',
      })
      expect(stderr).toMatch(/^bash: -c: line \d+: syntax error: `.+' is switched off here \(\w+\)\n$/)
      expect(failure?.message).toContain('line 2')
      expect(session.list('.')).toEqual([])
    }
    const { failure, stderr } = await executor.session().execute(without)
    expect({ failure, stderr }).toEqual({ failure: null, stderr: '' })
    // With everything on, each of them is of the language.
    for (const script of uses) expect([script, whole.parse(script).ok]).toEqual([script, true])
    for (const script of uses) expect(executor.parse(script)).toMatchObject({ ok: false })
  })

  const RUNS_TEXT = {
    eval: "eval 'echo one\nif :; then echo two; fi'",
    source: 'source ./text',
    'bash FILE': 'bash text',
    'bash -c': "bash -c 'if :; then echo two; fi'",
    'a script': 'chmod +x text; ./text',
    'standard input of bash': 'bash < text',
    'an alias': "shopt -s expand_aliases\nalias x='if'\nx :; then echo two; fi",
    'a trap': "trap 'if :; then echo two; fi' EXIT",
    awk: `awk 'BEGIN { system("if :; then echo two; fi") }'`,
    'mapfile -C': "printf '1\\n' | mapfile -c 1 -C 'if :; then echo two; fi; :' x",
    'a function from the environment': 'env "BASH_FUNC_f%%=() { if :; then echo two; fi; }" bash -c f',
  }
  it.each(Object.entries(RUNS_TEXT))('are refused in what is read as a script runs: %s', async (_, script) => {
    const files = { text: 'echo one\nif :; then echo two; fi\n' }
    const { stdout, stderr } = await run({ language: { conditionals: false } }, script, files)
    expect(stdout).not.toContain('two')
    expect(stderr).toContain('(conditionals)')
  })

  it('of a text that is read whole nothing runs', async () => {
    const files = { text: 'echo one\nif :; then echo two; fi\n' }
    for (const script of ['source ./text', 'bash text', 'eval "$(cat text)"', 'sh ./text']) {
      const { stdout, exitCode } = await run({ language: { conditionals: false } }, script, files)
      expect({ script, stdout, exitCode }).toEqual({ script, stdout: '', exitCode: 2 })
    }
  })

  const COMPUTED = {
    commandSubstitution: [
      `x='a[$(echo run >&2)]'; echo $((x))`,
      `x='$(echo run >&2)'; echo "\${x@P}"`,
      `printf -v 'a[$(echo run >&2)]' 1`,
    ],
    arrays: [
      'declare -a x',
      'declare x[1]=2',
      'read -a x <<< "1 2"',
      'printf -v "x[1]" 1',
      '"readarray" x < /dev/null',
      'y=-A; declare $y x',
    ],
    functions: ['env "BASH_FUNC_f%%=() { echo run >&2; }" bash -c f'],
    eval: [
      '"eval" "echo run >&2"',
      '\\. ./text',
      'command eval "echo run >&2"',
      './text',
      'x=eval; $x "echo run >&2"',
      `awk 'BEGIN { system("echo run >&2") }'`,
      'find text -exec {} \\;',
      'echo a | xargs -I{} bash -c "echo run >&2"',
      'builtin source ./text',
    ],
    globs: [
      'x="*"; set -- $x; [ "$1" = "*" ] || echo run >&2',
      'set +f; x="t*"; [ "$(echo $x)" = "t*" ] || echo run >&2',
    ],
    traps: ['"trap" "echo run >&2" EXIT', 'command trap "echo run >&2" EXIT'],
    aliases: ['"alias" x="echo run"', 'BASH_ALIASES[x]="echo run"'],
    backgroundJobs: ['eval "echo run >&2 &"', '"bg"'],
    loops: ['eval "for x in a; do echo run >&2; done"'],
    arithmetic: ['declare -i x=1', 'y=-i; declare $y x', 'command let x=1'],
  }
  it.each(Object.entries(COMPUTED))(
    'are not reached by names and texts that are computed: %s',
    async (name, scripts) => {
      const executor = new Executor({ language: { [name]: false } })
      for (const script of scripts) {
        const session = executor.session({ files: { text: 'echo run >&2\n' } })
        await session.execute('chmod +x text')
        const { stderr, stdout } = await session.execute(script)
        expect({ script, ran: /^run$/m.test(stderr + stdout) }).toEqual({ script, ran: false })
      }
      if (name === 'arrays') {
        const session = executor.session()
        for (const script of scripts) await session.execute(script)
        expect((await session.execute('declare -p')).stdout).not.toMatch(/ x=|declare -[aA] x/)
      }
    },
  )

  it('functions of a snapshot from elsewhere are looked at when they are called', async () => {
    const maker = new Session()
    await maker.execute('loop() { for x in a b; do echo $x; done; }; plain() { echo plain; }')
    const bytes = maker.snapshot().toBytes()
    const without = Snapshot.fromBytes(bytes, { executor: new Executor({ language: { loops: false } }) }).fork()
    const { stdout, stderr } = await without.execute('plain; loop; echo after')
    expect(stdout).toBe('plain\n')
    expect(stderr).toContain('(loops)')
    const none = Snapshot.fromBytes(bytes, { executor: new Executor({ language: { functions: false } }) }).fork()
    expect((await none.execute('plain')).exitCode).toBe(127)
    expect((await none.execute('type plain')).exitCode).toBe(1)
  })

  it('are found before anything runs in texts with aliases, too', async () => {
    const { stdout, exitCode } = await run({ language: { loops: false } }, 'alias x=y\necho one\nwhile :; do :; done')
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  })

  it('executeSync and the incremental way say the same', () => {
    const session = new Executor({ language: { loops: false } }).session()
    expect(session.executeSync('while :; do :; done').failure?.code).toBe('COMMAND_SYNTAX_UNSUPPORTED')
    expect(session.executeSync('echo 1\nwhile :; do :; done', { parse: 'incremental' })).toMatchObject({ exitCode: 2 })
  })
})

describe('what is not selected is not there', () => {
  const options: ExecutorOptions = {
    commands: ['cat', 'env', 'xargs', 'find'],
    builtins: ['cd', 'type', 'compgen', 'help', 'enable', 'command', 'builtin'],
  }
  const scripts = ['ls', 'echo x', 'printf x', '/bin/ls', 'env ls', 'command echo x', 'true', ':', 'kill 1', 'exec cat']
  it.each(scripts)('%s is 127', async (script) => {
    const { exitCode, stdout } = await run(options, script)
    expect({ exitCode, stdout }).toEqual({ exitCode: 127, stdout: '' })
  })

  it('and nothing lists it', async () => {
    const { stdout } = await run(
      options,
      'compgen -b; compgen -c; compgen -A helptopic; enable -a; help; type -t echo ls',
    )
    expect(stdout).toContain('enable cd\n')
    expect(stdout).not.toMatch(/\b(echo|printf|ls|eval|kill)\b/)
    expect((await run(options, 'enable echo')).stderr).toContain('not a shell builtin')
    expect((await run(options, 'builtin echo x')).stderr).toContain('not a shell builtin')
    expect((await run(options, 'help echo')).exitCode).toBe(1)
    const without = await run(
      { language: { loops: false, conditionals: false } },
      'compgen -k; type -t for if; help for',
    )
    expect(without.stdout).not.toMatch(/^(for|while|if|case|in|keyword)/m)
  })

  it('names that there are none of are refused', () => {
    expect(errorThrown(() => new Executor({ builtins: ['cd', 'nope'] })).message).toContain(
      "there is no builtin 'nope'",
    )
    expect(errorThrown(() => new Executor({ language: { nope: false } as Language })).message).toContain(
      "no switch 'nope'",
    )
    expect(errorThrown(() => new Executor({ language: { loops: 'no' } as never })).message).toContain('true or false')
    expect(errorThrown(() => new Executor({ profile: 'tight' as never })).message).toContain("'hardened'")
    const executor = new Executor()
    expect(errorThrown(() => new Session({ executor, profile: 'seed' })).message).toContain(
      'left out where executor is given',
    )
  })

  it('sessions take the same options', async () => {
    const session = new Session({ profile: 'seed', files: { a: 'x\n' } })
    expect((await session.execute('cat a')).stdout).toBe('x\n')
    expect((await session.execute('sed p a')).exitCode).toBe(127)
  })
})

describe('profiles', () => {
  it('hardened has everything, with tight limits; limits go over it', async () => {
    const executor = new Executor({ profile: 'hardened', limits: { steps: 1_000 } })
    expect(executor.commands).toEqual(new Executor().commands)
    expect(executor.limits).toMatchObject({ steps: 1_000, wallMs: 5_000, depth: 200, nodes: 20_000 })
    expect((await executor.session().execute('while :; do :; done')).failure).toMatchObject({
      limit: 'steps',
      value: 1_000,
    })
  })

  const TWENTY = 'cat cd cp echo env export find grep head ls mkdir mv pwd rm sort tail touch uniq unset wc'.split(' ')
  it('seed has the twenty commands', () => {
    const executor = new Executor({ profile: 'seed' })
    expect([...new Set([...executor.commands, ...executor.builtins])].toSorted()).toEqual(TWENTY)
    expect(executor.limits).toMatchObject({
      fileBytes: 4 << 20,
      totalBytes: 16 << 20,
      nodes: 10_000,
      scriptBytes: 32 << 10,
    })
  })

  it('seed has the language of the Python package', async () => {
    const executor = new Executor({ profile: 'seed' })
    const session = executor.session({ files: { a: 'b\na\nb\n', 'd/c': 'c\n' }, env: { NAME: 'a b' } })
    const works: Array<[string, string]> = [
      ['echo one; echo two && echo three', 'one\ntwo\nthree\n'],
      ['sort a | uniq -c | sort -nr', '      2 b\n      1 a\n'],
      ['echo "$NAME" \'$NAME\' ${NAME}', 'a b $NAME a b\n'],
      ['echo a\\ b "c\\"d"', 'a b c"d\n'],
      ['cat a | grep b > out; cat out; echo x >> out; wc -l out', 'b\nb\n3 out\n'],
      ['cd d && pwd && cd ..', '/workspace/d\n'],
      ['export X=1; env | grep X=', 'X=1\n'],
    ]
    for (const [script, stdout] of works) {
      expect({ script, ...(await session.execute(script)) }).toMatchObject({ script, stdout, failure: null })
    }
    const refused = [
      'a || b',
      'ls 2>/dev/null',
      'ls 2>&1',
      'cat << x\nx',
      'cat < a',
      'echo $(ls)',
      'echo `ls`',
      'echo $((1))',
    ]
    refused.push('echo ${X:-y}', 'X=1', 'ls &', 'echo ${1}', 'echo ${?}', '(ls)', '{ ls; }', '! ls')
    refused.push('for x in a; do echo; done', 'if true; then ls; fi', '[[ a ]]', 'f() { ls; }')
    for (const script of refused) {
      expect({ script, ...(await session.execute(script)) }).toMatchObject({ script, exitCode: 2, stdout: '' })
    }
    for (const name of ['sed', 'awk', 'test', 'printf', 'eval', 'source', 'bash', 'xargs', 'type', 'set', 'exit']) {
      expect([name, (await session.execute(`"${name}"`)).exitCode]).toEqual([name, 127])
    }
  })

  it('seed takes patterns, braces, tildes and numbered parameters as they stand', async () => {
    const session = new Session({ profile: 'seed', files: { a: '', '*': 'star\n', 'x y': '' } })
    const texts: Array<[string, string]> = [
      ['echo * ? [ab] a* **', '* ? [ab] a* **\n'],
      ['echo {a,b} {1..3} a{b,c}d { } {}', '{a,b} {1..3} a{b,c}d { } {}\n'],
      ['echo ~ ~/x ~root a=~ PATH=~:~', '~ ~/x ~root a=~ PATH=~:~\n'],
      ['echo $? $1 $@ $* $- $! $ "$?-$1-$@-$#"', '$? $1 $@ $* $- $! $ $?-$1-$@-$#\n'],
      ['echo ! = % ^', '! = % ^\n'],
      ['cat *', 'star\n'],
      ['echo one > {a,b}; cat {a,b}', 'one\n'],
      ['find . -name *y', './x y\n'],
      ['rm -f ?; ls -1', '*\na\nx y\n{a,b}\n'],
      ['rm *; ls -1', 'a\nx y\n{a,b}\n'],
      ['export X=*; echo $X "$X"', '* *\n'],
      ['mkdir ~; cd ~; pwd', '/workspace/~\n'],
    ]
    for (const [script, stdout] of texts) {
      expect({ script, ...(await session.execute(script)) }).toMatchObject({
        script,
        stdout,
        exitCode: 0,
        failure: null,
      })
    }
  })

  it('switches go over a profile', async () => {
    const executor = new Executor({ profile: 'seed', language: { globs: true }, commands: ['ls', 'cat'] })
    const { stdout } = await executor.session({ files: { a: '', b: '' } }).execute('ls *')
    expect(stdout).toBe('a\nb\n')
    expect(executor.commands).toEqual(['cat', 'ls'])
  })
})

describe('what a model is told', () => {
  it('is the language, the commands and the builtins that there are', () => {
    const seed = new Session({ profile: 'seed' })
    const text = systemPrompt(seed)
    expect(text).toContain('a small part of bash')
    expect(text).toContain('and the builtins cd export unset.')
    expect(text).not.toMatch(/\b(sed|awk|loops, functions)\b/)
    expect(createTools(seed).execute.description).toContain("in a part of bash's language")
    const some = systemPrompt(new Session({ language: { hereDocuments: false, loops: false } }))
    expect(some).toContain('bash 5.2 without here documents, loops. A script')
    const all = systemPrompt(new Session())
    expect(all).toContain('The language is bash 5.2: quoting')
    expect(all).toContain("and bash's builtins.")
  })

  it('and a session says it', () => {
    const session = new Session({ builtins: ['cd'], language: { traps: false } })
    expect(session.builtins).toEqual(['cd'])
    expect(session.language).toMatchObject({ traps: false, loops: true })
    expect(session.fork().language.traps).toBe(false)
  })
})

describe("sed's e", () => {
  const scripts = [
    "sed 's/a/echo ran/e' f",
    "sed '1e echo ran' f",
    'sed e f',
    "sed -n 's/a/echo ran/ep' f",
    "sed --sandbox '1e echo ran' f",
  ]
  it('is refused unless the host says otherwise', async () => {
    for (const script of scripts) {
      const { stdout, stderr, exitCode } = await run({}, script, { f: 'a\n' })
      expect({ script, stdout, exitCode }).toEqual({ script, stdout: '', exitCode: 1 })
      expect(stderr).toMatch(
        /^sed: -e expression #1, char \d+: (e commands disabled by the host|e\/r\/w commands disabled in sandbox mode)\n$/,
      )
    }
    expect((await run({}, 'echo "s/a/b/e" > s; sed -f s f', { f: 'a\n' })).stderr).toBe(
      'sed: file s line 1: e commands disabled by the host\n',
    )
    expect((await run({}, "sed 's/a/ee/; s/e/x/2' f", { f: 'a\n' })).stdout).toBe('ex\n')
  })

  it('runs with sedExecute', async () => {
    const { stdout } = await run({ sedExecute: true }, "sed 's/a/echo ran/e' f; sed '1e echo two' f", { f: 'a\n' })
    expect(stdout).toBe('ran\ntwo\na\n')
    const off = await run({ sedExecute: true, language: { eval: false } }, "sed '1e echo two' f", { f: 'a\n' })
    expect(off.stdout).not.toContain('two')
  })
})
