/** The session as `experimental_sandbox` of `ai` 7 and as the sandbox of `bash-tool`. */
import { Session } from 'mem-sandbox'
import { sandboxSession, toBashToolSandbox } from 'mem-sandbox/ai-sdk'
import { tool } from 'ai-v7'
import type { Experimental_SandboxSession as SandboxSession } from 'ai-v7'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { expectInvalidArgument } from './support/errors.js'
import { answersIn, versions } from './support/ai-versions.js'

/** What the SDK takes: that this compiles is a test of its own. */
const sandboxOf = (session: Session): SandboxSession => sandboxSession(session)

const bytes = (text: string) => new TextEncoder().encode(text)
const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes(chunk))
      controller.close()
    },
  })
const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream as never).text()

describe('run', () => {
  test('gives the status and both streams', async () => {
    const sandbox = sandboxOf(new Session())
    expect(await sandbox.run({ command: 'echo out; echo err >&2; exit 3' })).toEqual({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    })
  })

  test('keeps files and nothing else', async () => {
    const session = new Session()
    const sandbox = sandboxOf(session)
    await sandbox.run({ command: 'cd /tmp; x=1; export Y=2; f() { :; }; set -u; umask 077; echo kept > /workspace/f' })
    const { stdout } = await sandbox.run({ command: 'pwd; echo "[$x$Y]"; type f; umask; cat f' })
    expect(stdout).toBe('/workspace\n[]\n0022\nkept\n')
    expect(session.cwd).toBe('/workspace')
  })

  test('sees what the session’s own shell has, and its first folder', async () => {
    const session = new Session({ cwd: '/workspace/app', files: { 'app/a.txt': 'a\n' } })
    session.executeSync('greet() { echo "hello $who"; }; who=you')
    const sandbox = sandboxOf(session)
    session.executeSync('cd /')
    expect((await sandbox.run({ command: 'greet; pwd; cat a.txt' })).stdout).toBe('hello you\n/workspace/app\na\n')
    expect(await sandbox.readTextFile({ path: 'a.txt' })).toBe('a\n')
    expect((await sandbox.run({ command: 'pwd', workingDirectory: '..' })).stdout).toBe('/workspace\n')
  })

  test.each([
    ['echo (', 'syntax error'],
    [') ; echo out', 'syntax error'],
    ['if true; then echo a', 'syntax error'],
    ["echo 'open", 'unexpected EOF'],
    ["') ; echo out; ('", 'command not found'],
  ])('a command cannot leave its subshell: %s', async (command, said) => {
    const session = new Session()
    const { exitCode, stdout, stderr } = await sandboxOf(session).run({ command })
    expect(exitCode).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toContain(said)
  })

  test.each([
    ['echo "$#:$1:$*"', '0::\n'],
    ['cat <<EOF\nhere\nEOF', 'here\n'],
    ['echo a # comment', 'a\n'],
    ['\n\necho b', 'b\n'],
    ['', ''],
    ['set -- x y; echo $2', 'y\n'],
  ])('is a whole script: %j', async (command, stdout) => {
    expect(await sandboxOf(new Session()).run({ command })).toEqual({ exitCode: 0, stdout, stderr: '' })
  })

  test('is in the events as the model wrote it', async () => {
    const commands: unknown[] = []
    const onEvent = ({ kind, command }: { kind: string; command?: string }) => {
      if (kind === 'operation.started') commands.push(command)
    }
    await sandboxOf(new Session({ onEvent })).run({ command: 'ls -la | wc -l' })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(commands).toEqual(["(eval 'ls -la | wc -l')"])
  })

  test('has variables for one command', async () => {
    const sandbox = sandboxOf(new Session({ env: { A: 'base', B: 'base' } }))
    expect((await sandbox.run({ command: 'echo $A $B', env: { A: 'own' } })).stdout).toBe('own base\n')
    expect((await sandbox.run({ command: 'echo $A $B' })).stdout).toBe('base base\n')
  })

  test('an abort ends it with the reason', async () => {
    const session = new Session()
    const sandbox = sandboxOf(session)
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 30)
    await expect(sandbox.run({ command: 'while :; do :; done', abortSignal: controller.signal })).rejects.toThrow(
      'enough',
    )
    await expect(sandbox.run({ command: 'touch f', abortSignal: controller.signal })).rejects.toThrow('enough')
    expect(session.list()).toEqual([])
  })

  test('an abort ends what waits for its turn, too, and what runs goes on', async () => {
    const session = new Session()
    const sandbox = sandboxOf(session)
    const [first, second] = [new AbortController(), new AbortController()]
    const running = sandbox.run({ command: 'while :; do :; done', abortSignal: first.signal })
    const waiting = sandbox.run({ command: 'touch ran', abortSignal: second.signal })
    setTimeout(() => second.abort(new Error('not needed')), 20)
    await expect(waiting).rejects.toThrow('not needed')
    expect(session.busy).toBe(true)
    first.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
    expect(await sandbox.run({ command: 'ls' })).toMatchObject({ exitCode: 0, stdout: '' })
  })

  test('a limit is told at the end of stderr', async () => {
    const slow = sandboxOf(new Session({ limits: { wallMs: 50 } }))
    const stopped = await slow.run({ command: 'echo begun; while :; do :; done' })
    expect(stopped).toMatchObject({ exitCode: 124, stdout: 'begun\n' })
    expect(stopped.stderr).toMatch(/^mem-sandbox: stopped by the limit wallMs = 50; /)
    const small = sandboxOf(new Session({ limits: { outputBytes: 10 } }))
    const cut = await small.run({ command: 'seq 1 100' })
    expect(cut.stderr).toBe('mem-sandbox: stdout is cut: 10 of 292 bytes are here\n')
  })

  test('works where the language has no subshells, and where a policy names its commands', async () => {
    const seed = sandboxOf(new Session({ profile: 'seed' }))
    expect((await seed.run({ command: 'cd /tmp; pwd' })).stdout).toBe('/tmp\n')
    expect((await seed.run({ command: 'pwd' })).stdout).toBe('/workspace\n')
    const noEval = sandboxOf(new Session({ language: { eval: false } }))
    expect((await noEval.run({ command: 'x=1; cd /tmp; pwd' })).stdout).toBe('/tmp\n')
    expect((await noEval.run({ command: 'echo "[$x]"; pwd # end' })).stdout).toBe('[]\n/workspace\n')
    const named = sandboxOf(new Session({ policy: { commands: { allow: ['echo', 'cat'] } } }))
    expect(await named.run({ command: 'echo a | cat; rm -rf /' })).toMatchObject({ exitCode: 126, stdout: 'a\n' })
  })
})

describe('spawn', () => {
  test('gives its output as it comes', async () => {
    const session = new Session({ clock: 'real' })
    const sandbox = sandboxOf(session)
    const process = await sandbox.spawn({ command: 'echo first; echo warn >&2; sleep 0.2; echo second; exit 6' })
    const reader = process.stdout.getReader()
    const first = await reader.read()
    expect(new TextDecoder().decode(first.value)).toBe('first\n')
    expect(session.busy).toBe(true)
    // Reading does not wait for the end.
    expect(await sandbox.readTextFile({ path: 'none' })).toBeNull()
    expect(session.busy).toBe(true)
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('second\n')
    expect((await reader.read()).done).toBe(true)
    expect(await textOf(process.stderr)).toBe('warn\n')
    expect(await process.wait()).toEqual({ exitCode: 6 })
    expect('stdin' in process).toBe(false)
  })

  test('is killed, more than once', async () => {
    const session = new Session()
    const process = await sandboxOf(session).spawn({ command: 'echo a; while :; do :; done' })
    await process.kill()
    await process.kill()
    expect(session.busy).toBe(false)
    expect(await process.wait()).toEqual({ exitCode: 130 })
    expect(await textOf(process.stdout)).toMatch(/^(a\n)?$/)
  })

  test('is killed before it began', async () => {
    const session = new Session({ clock: 'real' })
    const sandbox = sandboxOf(session)
    const before = await sandbox.spawn({ command: 'sleep 0.1; echo done > f' })
    const waiting = await sandbox.spawn({ command: 'touch never' })
    await waiting.kill()
    expect(await waiting.wait()).toEqual({ exitCode: 130 })
    await before.wait()
    expect(session.list().map(({ name }) => name)).toEqual(['f'])
  })

  test('an abort rejects wait with the reason', async () => {
    const controller = new AbortController()
    const process = await sandboxOf(new Session()).spawn({
      command: 'while :; do :; done',
      abortSignal: controller.signal,
    })
    controller.abort(new Error('enough'))
    await expect(process.wait()).rejects.toThrow('enough')
    expect(await textOf(process.stdout)).toBe('')
    await expect(sandboxOf(new Session()).spawn({ command: 'true', abortSignal: controller.signal })).rejects.toThrow(
      'enough',
    )
  })

  test('has no standard input to write to, and says so before anything runs', async () => {
    const session = new Session()
    await expectInvalidArgument(() => sandboxOf(session).spawn({ command: 'touch f', stdin: true }), /stdin/)
    expect(session.list()).toEqual([])
  })
})

describe('files', () => {
  test('are written with their parents, over what is there, in all three ways', async () => {
    const session = new Session()
    const sandbox = sandboxOf(session)
    await sandbox.writeTextFile({ path: 'a/b/t.txt', content: 'tëxt' })
    await sandbox.writeTextFile({ path: 'a/latin.txt', content: 'ë', encoding: 'latin1' })
    await sandbox.writeBinaryFile({ path: '/workspace/a/bin', content: new Uint8Array([0, 255, 10]) })
    await sandbox.writeFile({ path: 'a/s', content: streamOf('one', 'two') })
    await sandbox.writeTextFile({ path: 'a/s', content: 'three' })
    expect(session.readFile('a/b/t.txt')).toBe('tëxt')
    expect(session.readBytes('a/latin.txt')).toEqual(new Uint8Array([0xeb]))
    expect([...(await sandbox.readBinaryFile({ path: 'a/bin' }))!]).toEqual([0, 255, 10])
    expect(await textOf((await sandbox.readFile({ path: 'a/s' }))!)).toBe('three')
    expect(await sandbox.readTextFile({ path: 'a/latin.txt', encoding: 'latin1' })).toBe('ë')
    await expect(sandbox.writeTextFile({ path: 'a', content: 'x' })).rejects.toMatchObject({ code: 'EISDIR' })
    await expectInvalidArgument(
      () => sandbox.writeTextFile({ path: 'x', content: 'x', encoding: 'ebcdic' }),
      /encoding/,
    )
    await expect(sandbox.readTextFile({ path: 'a/s', encoding: 'ebcdic' })).rejects.toThrow(RangeError)
  })

  test('are read by lines', async () => {
    const sandbox = sandboxOf(new Session({ files: { f: '1\n2\n3\n', crlf: '1\r\n2\r\n3' } }))
    const read = (startLine?: number, endLine?: number, path = 'f') =>
      sandbox.readTextFile({ path, ...(startLine && { startLine }), ...(endLine && { endLine }) })
    expect(await read()).toBe('1\n2\n3\n')
    expect(await read(2)).toBe('2\n3\n')
    expect(await read(2, 2)).toBe('2')
    expect(await read(undefined, 2)).toBe('1\n2')
    expect(await read(1, 99)).toBe('1\n2\n3\n')
    expect(await read(9)).toBe('')
    expect(await read(2, 3, 'crlf')).toBe('2\r\n3')
  })

  test('that are missing are null, and folders are refused', async () => {
    const sandbox = sandboxOf(new Session({ files: { 'd/f': 'x' } }))
    for (const path of ['missing', 'd/f/below', 'missing/below']) {
      expect(await sandbox.readFile({ path })).toBeNull()
      expect(await sandbox.readBinaryFile({ path })).toBeNull()
      expect(await sandbox.readTextFile({ path })).toBeNull()
      expect(await sandbox.stat({ path })).toBeNull()
      expect(await sandbox.deleteFile({ path })).toBe(false)
    }
    expect(await sandbox.listDirectory({ path: 'missing' })).toBeNull()
    for (const work of [sandbox.readFile, sandbox.readBinaryFile, sandbox.readTextFile, sandbox.deleteFile]) {
      await expect(work({ path: 'd' })).rejects.toMatchObject({ code: 'EISDIR' })
    }
    await expect(sandbox.listDirectory({ path: 'd/f' })).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  test('are looked at: links are followed by stat and named by listDirectory', async () => {
    const session = new Session({ files: { 'd/f': 'four' } })
    session.executeSync('(cd d; ln -s f link; ln -s nowhere dangling; mkfifo pipe; mkdir sub)')
    const sandbox = sandboxOf(session)
    expect(await sandbox.stat({ path: 'd/link' })).toEqual({ type: 'file', size: 4 })
    expect(await sandbox.stat({ path: 'd' })).toMatchObject({ type: 'directory' })
    expect(await sandbox.stat({ path: 'd/pipe' })).toMatchObject({ type: 'other' })
    expect(await sandbox.stat({ path: 'd/dangling' })).toBeNull()
    expect(await sandbox.listDirectory({ path: 'd' })).toEqual([
      { name: 'dangling', type: 'symlink' },
      { name: 'f', type: 'file' },
      { name: 'link', type: 'symlink' },
      { name: 'pipe', type: 'other' },
      { name: 'sub', type: 'directory' },
    ])
    expect(await sandbox.deleteFile({ path: 'd/link' })).toBe(true)
    expect(session.readFile('d/f')).toBe('four')
  })

  test('wait for the command that runs, and an abort ends the waiting', async () => {
    const session = new Session({ clock: 'real' })
    const sandbox = sandboxOf(session)
    const running = sandbox.run({ command: 'sleep 0.1; echo slow > f' })
    await sandbox.writeTextFile({ path: 'f', content: 'later\n' })
    await running
    expect(session.readFile('f')).toBe('later\n')
    const abortSignal = AbortSignal.abort(new Error('enough'))
    await expect(sandbox.writeTextFile({ path: 'f', content: 'x', abortSignal })).rejects.toThrow('enough')
    await expect(sandbox.readTextFile({ path: 'f', abortSignal })).rejects.toThrow('enough')
  })

  test('that functions have are fetched', async () => {
    const sandbox = sandboxOf(new Session({ files: { 'a.txt': async () => 'from afar\n' } }))
    expect(await sandbox.readTextFile({ path: 'a.txt' })).toBe('from afar\n')
  })
})

test('a session that is opened later', async () => {
  let opened = 0
  const sandbox = sandboxSession(async () => {
    opened += 1
    return new Session({ files: { f: 'x' } })
  })
  expect(sandbox.description).toMatch(/^A sandbox: /)
  expect(opened).toBe(0)
  await Promise.all([sandbox.readTextFile({ path: 'f' }), sandbox.run({ command: 'true' })])
  expect(opened).toBe(1)
  expect(sandbox.description).toContain('/workspace')
})

test('in a run of ai 7, tools get it and share the files', async () => {
  const session = new Session()
  const shell = tool({
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }, { experimental_sandbox }) => experimental_sandbox!.run({ command }),
  })
  const { prompts } = await versions[2]!.play(
    [
      [{ toolName: 'shell', input: { command: 'cd /tmp; echo made > /workspace/f' } }],
      [{ toolName: 'shell', input: { command: 'pwd; cat f' } }],
    ],
    { tools: { shell }, experimental_sandbox: sandboxSession(session) },
  )
  expect(answersIn(prompts[2])[0]!.value).toEqual({ exitCode: 0, stdout: '/workspace\nmade\n', stderr: '' })
  expect(session.readFile('f')).toBe('made\n')
})

describe('toBashToolSandbox', () => {
  test('is what bash-tool asks for, and no more', async () => {
    const sandbox = toBashToolSandbox(new Session())
    // An object with `exec` would be taken for another sandbox.
    expect(Object.keys(sandbox)).toEqual(['executeCommand', 'readFile', 'writeFiles'])
    await sandbox.writeFiles([
      { path: 'src/a.txt', content: 'text\n' },
      { path: '/workspace/b.bin', content: Buffer.from([1, 2]) },
    ])
    expect(await sandbox.executeCommand('cd "/workspace" && cd src && cat a.txt && wc -c < ../b.bin')).toEqual({
      stdout: 'text\n2\n',
      stderr: '',
      exitCode: 0,
    })
    expect((await sandbox.executeCommand('pwd')).stdout).toBe('/workspace\n')
    expect(await sandbox.readFile('src/a.txt')).toBe('text\n')
    await expect(sandbox.readFile('missing')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
