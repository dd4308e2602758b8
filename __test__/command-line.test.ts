/** The program `mem-sandbox`: one command, a script, and the prompt, as a user starts them. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { version } from 'mem-sandbox'
import { parseOptions } from '../ts/cli-options.js'
import { commandLine, runNode } from './support/programs.js'
import type { RunOptions } from './support/programs.js'

const cli = (args: string[], options?: RunOptions) => runNode([commandLine, ...args], options)

const folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))
function script(name: string, text: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('-c', () => {
  test('prints what the command prints and exits as it does', async () => {
    expect(await cli(['-c', 'echo out; echo err >&2; exit 3'])).toEqual({ status: 3, stdout: 'out\n', stderr: 'err\n' })
  })

  test('the arguments are $1, $2 and so on', async () => {
    expect(await cli(['-c', 'printf "%s|" "$@"', 'one', 'two words', '-e'])).toMatchObject({
      stdout: 'one|two words|-e|',
    })
  })

  test('standard input goes to the command, bytes as they are', async () => {
    expect(await cli(['-c', 'wc -l'], { stdin: 'a\nb\n' })).toMatchObject({ status: 0, stdout: '2\n', stderr: '' })
    expect(await cli(['-c', 'cat'], { stdin: '' })).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('an open and silent standard input is waited for a moment only, and not in silence', async () => {
    const ran = await cli(['-c', 'cat; echo went on'], { stdin: 'open' })
    expect(ran).toMatchObject({ status: 0, stdout: 'went on\n' })
    expect(ran.stderr).toMatch(/standard input is open but said nothing/)
  })

  test('nothing of this machine is there', async () => {
    expect(await cli(['-c', 'ls; pwd; cat /etc/hostname /root/.bashrc; echo $HOME $USER'])).toMatchObject({
      stdout: expect.stringMatching(/^\/workspace\n[\s\S]*\/workspace user\n$/),
    })
  })

  test('-e stops at the first failure', async () => {
    expect(await cli(['-e', '-c', 'false; echo no'])).toMatchObject({ status: 1, stdout: '' })
    expect(await cli(['-ec', 'true; echo yes'])).toMatchObject({ status: 0, stdout: 'yes\n' })
  })

  test('a syntax error is 2, a missing command 127', async () => {
    expect(await cli(['-c', 'if'])).toMatchObject({ status: 2, stderr: expect.stringContaining('syntax error') })
    expect(await cli(['-c', 'nosuch'])).toMatchObject({ status: 127, stderr: expect.stringContaining('nosuch') })
  })

  test('a stop by a limit says which', async () => {
    const ran = await cli(['-c', 'mkfifo f; echo before; cat f'])
    expect(ran).toMatchObject({ status: 137, stdout: 'before\n' })
    expect(ran.stderr).toMatch(/^mem-sandbox: .*wait/m)
  })

  test('a reader that goes away ends it quietly', async () => {
    const child = spawn('sh', ['-c', `'${process.execPath}' '${commandLine}' -c 'seq 1 200000' | head -n 2`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    await new Promise((resolve) => child.on('close', resolve))
    expect(output).toBe('1\n2\n')
  })
})

describe('--json', () => {
  test('prints one object a line', async () => {
    const ran = await cli(['--json', '-c', 'echo out; echo err >&2; cd /tmp; exit 4'])
    expect(ran.status).toBe(4)
    expect(ran.stdout.endsWith('}\n')).toBe(true)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      exitCode: 4,
      stdout: 'out\n',
      stderr: 'err\n',
      failure: null,
      cwd: '/tmp',
    })
    expect(ran.stderr).toBe('')
  })

  test('also for each command of a pipe', async () => {
    const ran = await cli(['--json'], { stdin: 'echo one\necho two; false\n' })
    const lines = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
      [0, 'one\n'],
      [1, 'two\n'],
    ])
    expect(ran.status).toBe(1)
  })
})

describe('a script', () => {
  test('runs with its arguments', async () => {
    const path = script('greet.sh', '#!/bin/bash\nfor name in "$@"; do\n  echo "hello $name"\ndone\nexit 5\n')
    expect(await cli([path, 'ann', 'bob'])).toEqual({ status: 5, stdout: 'hello ann\nhello bob\n', stderr: '' })
  })

  test('with -e the line numbers of messages stay true', async () => {
    const path = script('fails.sh', '#!/bin/bash\necho "line $LINENO"\nfalse\necho no\n')
    expect(await cli(['-e', path])).toMatchObject({ status: 1, stdout: 'line 2\n' })
  })

  test('that is not there, or is no text, is refused', async () => {
    expect(await cli([join(folder, 'missing.sh')])).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('No such file or directory'),
    })
    const ran = await cli([script('binary', new Uint8Array([0xff, 0xfe, 0x80]))])
    expect(ran.status).not.toBe(0)
    expect(ran.stderr).toMatch(/^mem-sandbox: /)
  })
})

describe('the prompt, through a pipe', () => {
  test('keeps state and ends at the end of input, with the last status', async () => {
    const ran = await cli([], { stdin: 'x=1\nmkdir d; cd d\nf() { echo "f $x"; }\nf; pwd\nfalse\n' })
    expect(ran).toEqual({ status: 1, stdout: 'f 1\n/workspace/d\n', stderr: '' })
  })

  test('exit ends it, wherever it stands', async () => {
    expect(await cli([], { stdin: 'echo a\nexit 7\necho b\n' })).toMatchObject({ status: 7, stdout: 'a\n' })
    expect(await cli([], { stdin: 'true && exit 6\necho b\n' })).toMatchObject({ status: 6, stdout: '' })
    expect(await cli([], { stdin: 'false && exit 6\necho b\n' })).toMatchObject({ status: 0, stdout: 'b\n' })
    expect(await cli([], { stdin: '(exit 5)\necho $?\n' })).toMatchObject({ status: 0, stdout: '5\n' })
  })

  test('a command may span lines', async () => {
    const stdin = 'for i in 1 2\ndo\n  echo $i\ndone\ncat <<END\na line\nEND\necho "two\nlines"\necho joi\\\nned\n'
    expect(await cli([], { stdin })).toEqual({ status: 0, stdout: '1\n2\na line\ntwo\nlines\njoined\n', stderr: '' })
  })

  test('the end of input inside a command is a syntax error', async () => {
    expect(await cli([], { stdin: 'echo a\nif true; then\n' })).toMatchObject({
      status: 2,
      stdout: 'a\n',
      stderr: expect.stringContaining('syntax error'),
    })
  })

  test('a wrong line is not the end', async () => {
    expect(await cli([], { stdin: 'echo )\necho b\n' })).toMatchObject({ status: 0, stdout: 'b\n' })
  })

  test('empty lines and comments are nothing', async () => {
    expect(await cli([], { stdin: '\n   \n# comment\necho a\n\n' })).toEqual({ status: 0, stdout: 'a\n', stderr: '' })
  })

  test('-e leaves at the first failure', async () => {
    expect(await cli(['-e'], { stdin: 'echo a\nfalse\necho b\n' })).toMatchObject({ status: 1, stdout: 'a\n' })
  })

  test('-i shows the prompt, with the working directory', async () => {
    const ran = await cli(['-i'], { stdin: 'cd /tmp\necho hi\nexit\n' })
    expect(ran.stdout).toContain('mem-sandbox:/workspace> ')
    expect(ran.stdout).toContain('mem-sandbox:/tmp> hi\n')
  })

  test('answers each line as it comes', async () => {
    const child = spawn(process.execPath, [commandLine], { stdio: ['pipe', 'pipe', 'inherit'] })
    const answer = () => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))))
    let next = answer()
    child.stdin.write('echo first\n')
    expect(await next).toBe('first\n')
    next = answer()
    child.stdin.write('echo second\n')
    expect(await next).toBe('second\n')
    child.stdin.write('exit 9\n')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(9)
  })
})

describe('the command line itself', () => {
  test('--help and --version', async () => {
    expect(await cli(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("mem-sandbox -c 'command'"),
    })
    expect(await cli(['--version'])).toEqual({ status: 0, stdout: `${version()}\n`, stderr: '' })
  })

  test.each([
    [['--nope'], 'unknown option --nope'],
    [['-x'], 'unknown option -x'],
    [['-c'], '-c needs a command'],
    [['-', 'a'], 'arguments need a script: a'],
  ])('%o is refused', async (args, problem) => {
    expect(await cli(args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `mem-sandbox: ${problem}\nTry 'mem-sandbox --help'.\n`,
    })
  })

  test.each([
    [[], { action: 'prompt', interactive: 'auto', json: false, errexit: false }],
    [['-i'], { action: 'prompt', interactive: true, json: false, errexit: false }],
    [['-e', '-'], { action: 'prompt', interactive: false, json: false, errexit: true }],
    [['-ec', 'x', '--json'], { action: 'command', subject: 'x', args: ['--json'], json: false, errexit: true }],
    [
      ['--json', '--', '-odd.sh', '-e'],
      { action: 'script', subject: '-odd.sh', args: ['-e'], json: true, errexit: false },
    ],
  ])('%o is read as bash would', (args, expected) => {
    expect(parseOptions(args)).toEqual(expected)
  })
})
