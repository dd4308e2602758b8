/** A policy that asks interrupts runs of `@openai/agents`, and what is approved is exactly what was asked. */
import { Session } from 'mem-sandbox'
import {
  MemSandboxClient,
  MemSandboxSession,
  SessionShell,
  approvalsFor,
  createTools,
  functionTool,
  memSandboxShell,
  pendingApprovals,
  restoreApprovals,
} from 'mem-sandbox/openai-agents'
import { executeTool } from 'mem-sandbox/tools'
import { Agent, RunState, shellTool } from '@openai/agents'
import { SandboxAgent, filesystem } from '@openai/agents/sandbox'
import { functionCall } from '@openai/agents/testing'
import type { ScriptedModelInput } from '@openai/agents/testing'
import { describe, expect, test } from 'vitest'
import { answersOf, executeCall, outputsOf, runner, script, shellCall } from './support/agents.js'

const asksAbout =
  (...names: string[]) =>
  ({ name }: { name: string }) =>
    names.includes(name) ? ('ask' as const) : ('allow' as const)

function asking(names: string[] = ['mv'], files: Record<string, string> = { a: '1\n', c: '2\n' }) {
  return new Session({ files, policy: { decide: asksAbout(...names) } })
}

function agentOf(session: Session, steps: ScriptedModelInput[], options?: Parameters<typeof createTools>[1]) {
  return new Agent({ name: 'Asks', model: script(...steps), tools: createTools(session, options) })
}

const names = (session: Session) => session.list('/workspace').map((entry) => entry.name)

describe('createTools', () => {
  test('a command that the policy asks about interrupts, and approval lets it run', async () => {
    const session = asking()
    const agent = agentOf(session, [[executeCall('for f in a; do mv $f b; done; ls')]])
    const stopped = await runner().run(agent, 'go')
    expect(stopped.interruptions).toHaveLength(1)
    expect(names(session)).toEqual(['a', 'c'])
    expect(approvalsFor(session, stopped.interruptions[0]!)).toMatchObject([
      { argv: ['mv', 'a', 'b'], stateHash: session.contentHash },
    ])
    stopped.state.approve(stopped.interruptions[0]!)
    const result = await runner().run(agent, stopped.state)
    expect(result.finalOutput).toBe('done')
    expect(answersOf(result).at(-1).result).toMatchObject({ exit_code: 0, stdout: 'b\nc\n' })
    expect(pendingApprovals(session)).toEqual({})
  })

  test('what is rejected does not run, and the model hears of it', async () => {
    const session = asking()
    const agent = agentOf(session, [[executeCall('mv a b')]])
    const stopped = await runner().run(agent, 'go')
    stopped.state.reject(stopped.interruptions[0]!, { message: 'no renaming' })
    const result = await runner().run(agent, stopped.state)
    expect(outputsOf(result).at(-1)).toContain('no renaming')
    expect(names(session)).toEqual(['a', 'c'])
  })

  test('what the policy does not ask about runs at once', async () => {
    const session = asking()
    const result = await runner().run(agentOf(session, [[executeCall('echo hi')]]), 'go')
    expect(result.interruptions).toEqual([])
    expect(answersOf(result)[0].result.stdout).toBe('hi\n')
  })

  test('one approval covers all questions of the call, each of which was shown', async () => {
    const session = asking()
    const agent = agentOf(session, [[executeCall('mv a b && mv c d')]])
    const stopped = await runner().run(agent, 'go')
    expect(approvalsFor(session, stopped.interruptions[0]!).map(({ argv }) => argv.join(' '))).toEqual([
      'mv a b',
      'mv c d',
    ])
    stopped.state.approve(stopped.interruptions[0]!)
    await runner().run(agent, stopped.state)
    expect(names(session)).toEqual(['b', 'd'])
  })

  test('an approval does not hold for other files than it was asked about', async () => {
    const session = asking()
    const agent = agentOf(session, [[executeCall('mv $(cat list) b')]])
    session.writeFile('list', 'a\n')
    const stopped = await runner().run(agent, 'go')
    session.writeFile('list', 'c\n')
    stopped.state.approve(stopped.interruptions[0]!)
    const result = await runner().run(agent, stopped.state)
    expect(answersOf(result).at(-1).result).toMatchObject({
      failure_code: 'APPROVAL_REQUIRED',
      approval_required: { argv: ['mv', 'c', 'b'] },
    })
    expect(names(session)).toEqual(['a', 'c', 'list'])
  })

  test('calls of one turn are asked about as they will run: one after another', async () => {
    const session = asking(['mv', 'rm'])
    const write = functionCall(
      'write_file',
      { path: 'new', content: 'n\n', write_condition: 'any_current_state', expected_hash: null, create_parents: null },
      { callId: '0' },
    )
    const agent = agentOf(session, [[write, executeCall('mv new b', '1'), executeCall('rm a', '2')]])
    const stopped = await runner().run(agent, 'go')
    expect(stopped.interruptions).toHaveLength(2)
    for (const interruption of stopped.interruptions) stopped.state.approve(interruption)
    const result = await runner().run(agent, stopped.state)
    expect(answersOf(result).map((answer) => answer.result.exit_code ?? 'written')).toEqual(['written', 0, 0])
    expect(names(session)).toEqual(['b', 'c'])
  })

  test('no command of the host is called before it is known that nobody is asked', async () => {
    let calls = 0
    const session = new Session({
      files: { a: '1\n' },
      custom: { deploy: { run: async () => `deployed ${(calls += 1)}\n` } },
      policy: { decide: asksAbout('deploy', 'mv') },
    })
    const agent = agentOf(session, [[executeCall('deploy')]])
    const stopped = await runner().run(agent, 'go')
    expect(stopped.interruptions).toHaveLength(1)
    expect(calls).toBe(0)
    stopped.state.approve(stopped.interruptions[0]!)
    expect(answersOf(await runner().run(agent, stopped.state)).at(-1).result.stdout).toBe('deployed 1\n')
  })

  test('what is asked behind a command of the host is told to the model, and interrupts when it asks again', async () => {
    let calls = 0
    const session = new Session({
      files: { a: '1\n' },
      custom: { fetch: { run: async () => `b${(calls += 1)}\n` } },
      policy: { decide: asksAbout('mv') },
    })
    const agent = agentOf(session, [[executeCall('mv a $(fetch)', '1')], [executeCall('mv a $(fetch)', '2')]])
    const stopped = await runner().run(agent, 'go')
    expect(answersOf(stopped)[0].result.approval_required.argv).toEqual(['mv', 'a', 'b1'])
    expect(stopped.interruptions).toHaveLength(1)
    stopped.state.approve(stopped.interruptions[0]!)
    await runner().run(agent, stopped.state)
    expect([names(session), calls]).toEqual([['b1'], 1])
  })

  test('a run goes on in another process: its state and the session as text', async () => {
    const session = asking()
    const first = agentOf(session, [[executeCall('mv a b')]])
    const stopped = await runner().run(first, 'go')
    const kept = JSON.stringify({
      state: stopped.state.toString(),
      files: { a: session.readFile('a'), c: session.readFile('c') },
      pending: pendingApprovals(session),
    })

    const { state: text, files, pending } = JSON.parse(kept)
    const later = asking(['mv'], files)
    restoreApprovals(later, pending)
    const agent = agentOf(later, [])
    const state = await RunState.fromString(agent, text)
    state.approve(state.getInterruptions()[0]!)
    await runner().run(agent, state)
    expect(names(later)).toEqual(['b', 'c'])
  })

  test('without policyApprovals the model is told', async () => {
    const session = asking()
    const agent = agentOf(session, [[executeCall('mv a b')]], { policyApprovals: false })
    const result = await runner().run(agent, 'go')
    expect(answersOf(result)[0].result).toMatchObject({ exit_code: 126, failure_code: 'APPROVAL_REQUIRED' })
  })

  test('a closed session is an answer, too', async () => {
    const session = asking()
    const agent = agentOf(session, [[executeCall('mv a b')]])
    session.close()
    expect(answersOf(await runner().run(agent, 'go'))[0].error.code).toBe('SESSION_CLOSED')
  })

  test('a command that never ends can be tried, and is stopped by its limit', async () => {
    const session = asking()
    const call = functionCall(
      'execute',
      { command: 'while :; do :; done', timeout_seconds: 0.05, max_output_bytes: null },
      { callId: '1' },
    )
    const result = await runner().run(agentOf(session, [[call]]), 'go')
    expect(answersOf(result)[0].result.failure_code).toBe('TIMEOUT')
  })
})

describe('SessionShell', () => {
  function shellAgent(session: Session, steps: ScriptedModelInput[]) {
    const shell = new SessionShell(session)
    const tools = [shellTool({ shell, needsApproval: shell.needsApproval })]
    return new Agent({ name: 'Shell', model: script(...steps), tools })
  }

  test('a command that the policy asks about interrupts, and approval lets it run', async () => {
    const session = asking()
    const agent = shellAgent(session, [[shellCall(['mv a b', 'mv b d', 'ls'])]])
    const stopped = await runner().run(agent, 'go')
    expect(approvalsFor(session, stopped.interruptions[0]!).map(({ argv }) => argv.join(' '))).toEqual([
      'mv a b',
      'mv b d',
    ])
    expect(names(session)).toEqual(['a', 'c'])
    stopped.state.approve(stopped.interruptions[0]!)
    await runner().run(agent, stopped.state)
    expect(names(session)).toEqual(['c', 'd'])
  })

  test('without needsApproval the model is told which command it was', async () => {
    const { output } = await new SessionShell(asking()).run({ commands: ['mv a b'] })
    expect(output).toMatchObject([{ outcome: { type: 'exit', exitCode: 126 } }])
    expect(output[0]!.stderr).toContain('mv a b')
  })
})

describe('single tools and other sets', () => {
  test('a single tool asks, too', async () => {
    const session = asking()
    const tools = [functionTool(executeTool(session))]
    const agent = new Agent({ name: 'One', model: script([executeCall('mv a b')]), tools })
    const stopped = await runner().run(agent, 'go')
    stopped.state.approve(stopped.interruptions[0]!)
    await runner().run(agent, stopped.state)
    expect(names(session)).toEqual(['b', 'c'])
  })

  test('calls keep their order, whether or not the policy may ask about them', async () => {
    const read = (id: string) =>
      functionCall('read_file', { path: 'f', start_line: null, end_line: null }, { callId: id })
    const turn = [executeCall('echo 1 > f', '1'), read('2'), executeCall('echo 2 > f', '3'), read('4')]
    const result = await runner().run(agentOf(asking(), [turn]), 'go')
    expect(answersOf(result).map((answer) => answer.result?.content)).toEqual([undefined, '1', undefined, '2'])
  })

  test('a search whose command the policy asks about is approved as any other', async () => {
    const session = asking(['rg'])
    const input = { pattern: '1', path: null }
    const call = functionCall('Grep', input, { callId: '1' })
    const agent = agentOf(session, [[call]], { sets: ['files', 'shell'] })
    const stopped = await runner().run(agent, 'go')
    expect(approvalsFor(session, stopped.interruptions[0]!)[0]!.argv[0]).toBe('rg')
    stopped.state.approve(stopped.interruptions[0]!)
    const result = await runner().run(agent, stopped.state)
    expect(answersOf(result).at(-1)).toMatchObject({ ok: true, result: { text: 'Found 1 file\n/workspace/a' } })
  })

  test('what Write and Edit do is there when the next command is asked about', async () => {
    const session = asking(['mv'])
    const write = functionCall('Write', { file_path: 'new', content: 'n\n' }, { callId: '0' })
    const edit = { file_path: 'new', old_string: 'n', new_string: 'm', replace_all: null }
    const calls = [write, functionCall('Edit', edit, { callId: '1' }), executeCall('mv new b', '2')]
    const agent = agentOf(session, [calls], { sets: ['files', 'shell'] })
    const stopped = await runner().run(agent, 'go')
    stopped.state.approve(stopped.interruptions[0]!)
    await runner().run(agent, stopped.state)
    expect(session.readFile('b')).toBe('m\n')
  })
})

describe('memSandboxShell', () => {
  const execCall = (args: object, callId = '1') => functionCall('exec_command', { ...args }, { callId })
  const sandboxAgent = (...steps: ScriptedModelInput[]) =>
    new SandboxAgent({ name: 'Exec', model: script(...steps), capabilities: [filesystem(), memSandboxShell()] })

  test('a command that the policy asks about interrupts, and approval lets it run', async () => {
    const session = asking()
    const agent = sandboxAgent([execCall({ cmd: 'mv a b; ls', workdir: '/workspace' })])
    const sandbox = { session: new MemSandboxSession(session) }
    const stopped = await runner().run(agent, 'go', { sandbox })
    expect(approvalsFor(session, stopped.interruptions[0]!)).toMatchObject([{ argv: ['mv', 'a', 'b'] }])
    expect(names(session)).toEqual(['a', 'c'])
    stopped.state.approve(stopped.interruptions[0]!)
    const result = await runner().run(agent, stopped.state, { sandbox })
    expect(outputsOf(result).at(-1)).toMatch(/exited with code 0[\s\S]*b\nc\n/)
    expect(pendingApprovals(session)).toEqual({})
  })

  test('what is rejected does not run, what nobody asks about does, and other files are other files', async () => {
    const session = asking()
    session.writeFile('list', 'a\n')
    const sandbox = { session: new MemSandboxSession(session) }
    const agent = sandboxAgent(
      [execCall({ cmd: 'echo free' }, '1')],
      [execCall({ cmd: 'mv a b' }, '2')],
      [execCall({ cmd: 'mv $(cat list) b' }, '3')],
    )
    let run = await runner().run(agent, 'go', { sandbox })
    expect(outputsOf(run)[0]).toContain('free')
    run.state.reject(run.interruptions[0]!, { message: 'no renaming' })
    run = await runner().run(agent, run.state, { sandbox })
    expect(outputsOf(run).at(-1)).toContain('no renaming')
    session.writeFile('list', 'c\n')
    run.state.approve(run.interruptions[0]!)
    run = await runner().run(agent, run.state, { sandbox })
    expect(outputsOf(run).at(-1)).toMatch(/exited with code 126[\s\S]*needs approval[\s\S]*\(mv c b\)/)
    expect(names(session)).toEqual(['a', 'c', 'list'])
  })

  test('a run goes on in another process, by the client’s own state', async () => {
    const decide = asksAbout('mv')
    const client = () => new MemSandboxClient({ session: { policy: { decide }, files: { a: '1\n' } } })
    const stopped = await runner().run(sandboxAgent([execCall({ cmd: 'mv a b' })]), 'go', {
      sandbox: { client: client() },
    })
    expect(stopped.interruptions).toHaveLength(1)
    const later = sandboxAgent([execCall({ cmd: 'ls' }, '2')])
    const state = await RunState.fromString(later, stopped.state.toString())
    state.approve(state.getInterruptions()[0]!)
    const result = await runner().run(later, state, { sandbox: { client: client() } })
    expect(outputsOf(result).at(-1)).toMatch(/\nb\n/)
  })

  test('the SDK’s own shell tells the model', async () => {
    const { Capabilities } = await import('@openai/agents/sandbox')
    const session = asking()
    const model = script([execCall({ cmd: 'mv a b' })])
    const agent = new SandboxAgent({ name: 'Own', model, capabilities: Capabilities.default() })
    const result = await runner().run(agent, 'go', { sandbox: { session: new MemSandboxSession(session) } })
    expect(outputsOf(result)[0]).toMatch(/exited with code 126[\s\S]*\(mv a b\)/)
  })
})
