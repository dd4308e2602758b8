/** `executor.parse`: a script as data, and as text again. */
import { describe, expect, it } from 'vitest'
import { Executor } from '../dist/esm/index.js'

const executor = new Executor()

describe('parse', () => {
  it('prints back to equivalent bash', async () => {
    const { script } = executor.parse('if [ -f a ];then cat a|sort;else echo  none>b;fi;for x in 1 2;do echo $x;done')
    expect(script).toBe(
      'if [ -f a ]; then\n    cat a | sort;\nelse\n    echo none > b;\nfi; for x in 1 2;\ndo\n    echo $x;\ndone',
    )
    const run = async (text: string) => (await executor.session({ files: { a: '2\n1\n' } }).execute(text)).stdout
    expect(await run(script!)).toBe('1\n2\n1\n2\n')
    expect(executor.parse(script!).script).toBe(script)
  })

  it('equal programs have equal texts', () => {
    const texts = ['a&&b|c', 'a  &&\n b   | \\\nc # words', '\n\na && b | c\n'].map(
      (text) => executor.parse(text).script,
    )
    expect(new Set(texts)).toEqual(new Set(['a && b | c']))
  })

  it('there is none of what does not parse', () => {
    expect(executor.parse('if')).toMatchObject({ ok: false, script: null })
  })

  it('lists words, redirections and functions', () => {
    const { commands, functions } = executor.parse(`f() { rm "$1"; }; { cat 'a b' 2>> log; } < in; > out; f $(date)`)
    expect(functions).toEqual(['f'])
    expect(commands.map(({ argv, redirections }) => [argv, redirections])).toEqual([
      [['rm', null], []],
      [['cat', 'a b'], [{ fd: 2, operator: '>>', target: 'log' }]],
      [[], [{ fd: null, operator: '<', target: 'in' }]],
      [[], [{ fd: null, operator: '>', target: 'out' }]],
      [['f', null], []],
      [['date'], []],
    ])
  })

  it('says what cannot be known before it runs', () => {
    const { unknown } = executor.parse(
      '$cmd x\neval "$y"\nxargs rm\nfind . -exec rm {} +\nalias l=rm\nls *.c\nawk "$prog" f\n./s.sh\nPATH=. x',
    )
    expect(unknown).toEqual([
      { line: 1, reason: 'computed-name' },
      { line: 2, reason: 'runs-text' },
      { line: 3, reason: 'runs-arguments' },
      { line: 4, reason: 'runs-arguments' },
      { line: 5, reason: 'changes-reading' },
      { line: 7, reason: 'runs-text' },
      { line: 8, reason: 'runs-text' },
      { line: 9, reason: 'changes-reading' },
    ])
  })
})
