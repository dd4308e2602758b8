/** `SessionShell` and `SessionEditor`, by themselves and behind the SDK's `shellTool` and `applyPatchTool`. */
import { Session } from 'mem-sandbox'
import { SessionEditor, SessionShell } from 'mem-sandbox/openai-agents'
import { Agent, RunContext, applyPatchTool, shellTool } from '@openai/agents'
import type { ApplyPatchOperation } from '@openai/agents'
import { describe, expect, test } from 'vitest'
import { outputsOf, runner, script, shellCall } from './support/agents.js'

const exit = (exitCode: number) => ({ type: 'exit', exitCode })

describe('SessionShell', () => {
  test('commands run in order in one shell, one result each', async () => {
    const shell = new SessionShell(new Session())
    const { output, maxOutputLength } = await shell.run({
      commands: ['cd /tmp; x=1', 'pwd; echo $x', 'echo e >&2; false'],
    })
    expect(output).toEqual([
      { stdout: '', stderr: '', outcome: exit(0) },
      { stdout: '/tmp\n1\n', stderr: '', outcome: exit(0) },
      { stdout: '', stderr: 'e\n', outcome: exit(1) },
    ])
    expect(maxOutputLength).toBeUndefined()
    expect((await shell.run({ commands: ['pwd'] })).output[0]!.stdout).toBe('/tmp\n')
  })

  test('a time limit is for each command, and what was written by then is kept', async () => {
    const { output } = await new SessionShell(new Session()).run({
      commands: ['echo before; while :; do :; done', 'echo after'],
      timeoutMs: 50,
    })
    expect(output).toEqual([
      { stdout: 'before\n', stderr: '', outcome: { type: 'timeout' } },
      { stdout: 'after\n', stderr: '', outcome: exit(0) },
    ])
  })

  test('the host’s time limit holds whatever the action says', async () => {
    const shell = new SessionShell(new Session(), { timeoutMs: 50 })
    const { output } = await shell.run({ commands: ['while :; do :; done'], timeoutMs: 600_000 })
    expect(output[0]!.outcome).toEqual({ type: 'timeout' })
  })

  test('long output shows head and tail within the length, which is echoed', async () => {
    const session = new Session()
    const { output, maxOutputLength } = await new SessionShell(session).run({
      commands: ['seq 100000', 'seq 100000; seq 100000 >&2', 'seq 1000'],
      maxOutputLength: 1_000,
    })
    expect(maxOutputLength).toBe(1_000)
    for (const { stdout, stderr } of output) expect(stdout.length + stderr.length).toBeLessThanOrEqual(1_000)
    expect(output[0]!.stdout).toMatch(/^1\n2\n[\s\S]*\/tmp\/output\/[\s\S]*\n100000\n$/)
    expect(output[1]!.stderr).toMatch(/^1\n[\s\S]*omitted[\s\S]*100000\n$/)
    expect(output[1]!.stdout).toMatch(/^1\n[\s\S]*omitted[\s\S]*100000\n$/)
  })

  test.each([0, 1, 10, 100, 500])('a length of %d is kept, and no character is cut', async (length) => {
    const { output } = await new SessionShell(new Session()).run({
      commands: ['for i in {1..500}; do printf "😀"; printf "é" >&2; done'],
      maxOutputLength: length,
    })
    const { stdout, stderr } = output[0]!
    expect(stdout.length + stderr.length).toBeLessThanOrEqual(length)
    expect(stdout.isWellFormed() && stderr.isWellFormed()).toBe(true)
    expect(stdout + stderr).not.toContain('\uFFFD')
  })

  test('never throws and never loses the exit code', async () => {
    const session = new Session({ limits: { outputBytes: 1_000, commands: 50 } })
    const shell = new SessionShell(session)
    const { output } = await shell.run({
      commands: ['nothing', 'exit 7', 'if', 'for i in {1..100}; do true; done', ''],
    })
    expect(output.map(({ outcome }) => outcome)).toEqual([exit(127), exit(7), exit(2), exit(137), exit(0)])
    expect(output[3]!.stderr).toMatch(/mem-sandbox: .*limit/)
    session.close()
    expect((await shell.run({ commands: ['ls'] })).output).toMatchObject([{ stdout: '', outcome: exit(1) }])
  })

  test('a session that is opened when it is wanted, or cannot be', async () => {
    let opened = 0
    const open = () => {
      opened += 1
      return new Session({ files: { f: 'a\n' } })
    }
    const [shell, editor] = [new SessionShell(open), new SessionEditor(open)]
    expect(opened).toBe(0)
    await editor.updateFile({ type: 'update_file', path: 'f', diff: '@@\n-a\n+b\n' })
    expect((await shell.run({ commands: ['cat f'] })).output[0]!.stdout).toBe('b\n')
    expect(opened).toBe(1)
    const broken = async (): Promise<Session> => Promise.reject(new Error('db.internal is down'))
    const failing = new SessionShell(broken)
    expect(await failing.needsApproval(new RunContext(), { commands: ['ls'] })).toBe(false)
    const { output } = await failing.run({ commands: ['ls'] })
    expect(output).toMatchObject([{ outcome: exit(1) }])
    const edit = await new SessionEditor(broken).deleteFile({ type: 'delete_file', path: 'f' })
    expect(edit.status).toBe('failed')
    expect(JSON.stringify([output, edit])).not.toContain('db.internal')
  })

  test('behind shellTool', async () => {
    const model = script([shellCall(['echo hi > f; cat f', 'exit 3'], { maxOutputLength: 100 })])
    const agent = new Agent({ name: 'Shell', model, tools: [shellTool({ shell: new SessionShell(new Session()) })] })
    await runner().run(agent, 'go')
    const { input } = model.calls[1]!.request
    expect((input as object[]).at(-1)).toMatchObject({
      type: 'shell_call_output',
      maxOutputLength: 100,
      output: [
        { stdout: 'hi\n', stderr: '', outcome: exit(0) },
        { stdout: '', stderr: '', outcome: exit(3) },
      ],
    })
  })
})

describe('SessionEditor', () => {
  const update = (diff: string, moveTo?: string) => ({
    type: 'update_file' as const,
    path: 'f',
    diff,
    ...(moveTo !== undefined && { moveTo }),
  })

  test('creates, changes, moves and removes files', async () => {
    const session = new Session()
    const editor = new SessionEditor(session)
    const create = { type: 'create_file', path: 'd/f', diff: '+a\n+b\n+\n' } as const
    expect(await editor.createFile(create)).toEqual({ status: 'completed', output: 'Created d/f' })
    expect(session.readFile('d/f')).toBe('a\nb\n')
    const change = { type: 'update_file', path: 'd/f', diff: '@@\n a\n-b\n+c\n' } as const
    expect(await editor.updateFile(change)).toMatchObject({ status: 'completed' })
    expect(session.readFile('d/f')).toBe('a\nc\n')
    expect(await editor.updateFile({ ...change, diff: '@@\n-a\n+x\n', moveTo: 'e/g' })).toMatchObject({
      status: 'completed',
    })
    expect([session.readFile('e/g'), session.list('d')]).toEqual(['x\nc\n', []])
    expect(await editor.deleteFile({ type: 'delete_file', path: 'e/g' })).toMatchObject({ status: 'completed' })
    expect(session.list('e')).toEqual([])
  })

  test('line ends of the file are kept', async () => {
    const session = new Session({ files: { f: 'a\r\nb\r\n' } })
    await new SessionEditor(session).updateFile(update('@@\n-b\n+c\n'))
    expect(session.readFile('f')).toBe('a\r\nc\r\n')
  })

  test('a failure is an answer that says what to do, and nothing is changed', async () => {
    const session = new Session({ files: { f: 'a\n', 'd/x': 'x\n', bytes: new Uint8Array([255]) } })
    const errors: unknown[] = []
    const editor = new SessionEditor(session, { onError: (error) => void errors.push(error) })
    const before = session.contentHash
    const failures = [
      await editor.updateFile(update('@@\n-zzz\n+b\n')),
      await editor.updateFile(update('@@\n-a\n+b\n', 'd')),
      await editor.updateFile({ type: 'update_file', path: 'missing', diff: '@@\n-a\n+b\n' }),
      await editor.updateFile({ type: 'update_file', path: 'bytes', diff: '@@\n-a\n+b\n' }),
      await editor.createFile({ type: 'create_file', path: 'f', diff: '+b\n' }),
      await editor.createFile({ type: 'create_file', path: 'g', diff: 'b\n' }),
      await editor.deleteFile({ type: 'delete_file', path: 'd' }),
      await editor.deleteFile({ type: 'delete_file', path: 'missing' }),
    ]
    for (const failure of failures) expect(failure).toMatchObject({ status: 'failed' })
    expect(failures[0]!.output).toMatch(/does not fit f: /)
    expect(failures[1]!.output).toMatch(/is a (?:folder|directory)/)
    expect(failures[4]!.output).toContain('update_file')
    expect(failures[6]!.output).toContain('is a folder')
    expect(errors).toHaveLength(failures.length)
    expect(session.contentHash).toBe(before)
  })

  test('what the policy does not allow is refused', async () => {
    const session = new Session({ files: { f: 'a\n' }, policy: { paths: { readOnly: ['f'] } } })
    const editor = new SessionEditor(session)
    expect(await editor.updateFile(update('@@\n-a\n+b\n'))).toMatchObject({ status: 'failed' })
    expect(await editor.updateFile(update('@@\n-a\n+b\n', 'g'))).toMatchObject({ status: 'failed' })
    expect(session.list().map(({ name }) => name)).toEqual(['f'])
  })

  test('behind applyPatchTool, after a command of the same turn', async () => {
    const session = new Session({ files: { f: 'a\n' } })
    const call = (operation: ApplyPatchOperation, callId: string) => ({
      type: 'apply_patch_call' as const,
      callId,
      status: 'completed' as const,
      operation,
    })
    const model = script([
      shellCall(['sed -i s/a/b/ f']),
      call(update('@@\n-b\n+c\n'), '1'),
      call(update('@@\n-nothing\n+c\n'), '2'),
    ])
    const tools = [
      shellTool({ shell: new SessionShell(session) }),
      applyPatchTool({ editor: new SessionEditor(session) }),
    ]
    const result = await runner().run(new Agent({ name: 'Edits', model, tools }), 'go')
    expect(session.readFile('f')).toBe('c\n')
    expect(outputsOf(result)).toHaveLength(3)
    const sent = model.calls[1]!.request.input as Array<{ type: string; status?: string }>
    const statuses = sent.filter(({ type }) => type === 'apply_patch_call_output').map(({ status }) => status)
    expect(statuses).toEqual(['completed', 'failed'])
  })
})
