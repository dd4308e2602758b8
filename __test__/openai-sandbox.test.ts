/** `SandboxAgent` on `MemSandboxClient`: what models see, and whole runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from 'mem-sandbox'
import { MemSandboxClient, MemSandboxSession, memSandboxCapability, systemPrompt } from 'mem-sandbox/openai-agents'
import { Capabilities, Manifest, SandboxAgent, file, memory, skills } from '@openai/agents/sandbox'
import type { Capability } from '@openai/agents/sandbox'
import { localDirLazySkillSource } from '@openai/agents/sandbox/local'
import { functionCall } from '@openai/agents/testing'
import type { ScriptedModel, ScriptedModelInput } from '@openai/agents/testing'
import { describe, expect, test } from 'vitest'
import { answersOf, executeCall, outputsOf, runner, script } from './support/agents.js'

const manifest = new Manifest({ entries: { 'app.conf': { type: 'file', content: 'cache=false\n' } } })

function agentOf(
  model: ScriptedModel,
  options: Partial<ConstructorParameters<typeof SandboxAgent>[0]> = {},
  capabilities: Capability[] = [memSandboxCapability()],
) {
  return new SandboxAgent({ name: 'Sandboxed', model, defaultManifest: manifest, capabilities, ...options })
}

const readCall = (path: string, callId: string) =>
  functionCall('read_file', { path, start_line: null, end_line: null }, { callId })

const patchCall = (patch: string, callId: string) =>
  functionCall('apply_patch', { patch, expected_hashes: null }, { callId })

const execCall = (args: Record<string, unknown>, callId = '1') => functionCall('exec_command', args, { callId })

const envelope = (path: string, from: string, to: string) =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n-${from}\n+${to}\n*** End Patch\n`

describe('memSandboxCapability', () => {
  test('the model sees exactly the four tools, and a prompt that says what they can do', async () => {
    const model = script()
    await runner().run(agentOf(model, { baseInstructions: 'Base.', instructions: 'Mine.' }), 'go', {
      sandbox: { client: new MemSandboxClient() },
    })
    const { tools, systemInstructions, modelSettings } = model.firstCall!.request
    expect(tools.map((tool) => `${tool.type} ${tool.name}`)).toEqual([
      'function execute',
      'function read_file',
      'function write_file',
      'function apply_patch',
    ])
    expect(systemInstructions).toContain(systemPrompt(new Session()))
    expect(systemInstructions).toMatch(/Commands: .*\bgrep\b/)
    expect(systemInstructions).toContain('*** Begin Patch')
    expect(systemInstructions).toContain('app.conf')
    expect(modelSettings.providerData ?? {}).toEqual({})
  })

  test('other sets have their tools and their prompt', async () => {
    const sets = ['shell', 'files'] as const
    const session = new Session({ files: { 'app.conf': 'cache=false\n' } })
    const edit = { file_path: 'app.conf', old_string: 'false', new_string: 'true', replace_all: null }
    const model = script([functionCall('Edit', edit, { callId: '1' })])
    const agent = agentOf(model, { defaultManifest: new Manifest() }, [memSandboxCapability({ sets })])
    await runner().run(agent, 'go', { sandbox: { session: new MemSandboxSession(session) } })
    const { tools, systemInstructions } = model.firstCall!.request
    expect(tools.map(({ name }) => name)).toEqual(['execute', 'Read', 'Write', 'Edit', 'Glob', 'Grep'])
    expect(systemInstructions).toContain(systemPrompt(session, { sets }))
    expect(session.readFile('app.conf')).toBe('cache=true\n')
  })

  test('a run with edits, a failing command and a truncated output', async () => {
    const session = new Session()
    const model = script(
      [readCall('app.conf', '1')],
      [patchCall(envelope('app.conf', 'cache=false', 'cache=true'), '2')],
      [executeCall('grep -c nothing app.conf', '3')],
      [executeCall('seq 100000; cat app.conf', '4')],
    )
    const sandbox = new MemSandboxSession(session)
    const result = await runner().run(agentOf(model), 'go', { sandbox: { session: sandbox } })
    const answers = answersOf(result)
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(answers[2].result).toMatchObject({ exit_code: 1, stdout: '0\n' })
    expect(answers[3].result.stdout_truncated).toBe(true)
    expect(answers[3].result.stdout).toMatch(/^1\n[\s\S]*\/tmp\/output[\s\S]*cache=true\n$/)
    expect(session.readFile('app.conf')).toBe('cache=true\n')
    model.assertComplete()
  })

  test('two calls of one turn keep their order, and the shell its state', async () => {
    const model = script(
      [
        executeCall('sleep 1; mkdir d; cd d; x=7', '1'),
        executeCall('echo $x > f', '2'),
        readCall('/workspace/d/f', '3'),
      ],
      [executeCall('pwd', '4')],
    )
    const result = await runner().run(agentOf(model), 'go', { sandbox: { client: new MemSandboxClient() } })
    const answers = answersOf(result)
    expect(answers[2].result.content).toBe('7')
    expect(answers[3].result.stdout).toBe('/workspace/d\n')
  })

  test('the prompt stays the same from turn to turn', async () => {
    const model = script([executeCall('cd /tmp')])
    await runner().run(agentOf(model), 'go', { sandbox: { client: new MemSandboxClient() } })
    const [first, second] = model.calls.map(({ request }) => request.systemInstructions)
    expect(second).toBe(first)
  })

  test('aborting a run stops its command', async () => {
    const session = new Session()
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const started = performance.now()
    await runner()
      .run(agentOf(script([executeCall('while :; do :; done')])), 'go', {
        sandbox: { session: new MemSandboxSession(session) },
        signal: controller.signal,
      })
      .catch(() => undefined)
    while (session.busy) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(session.closed).toBe(false)
  })

  test('an aborted run closes the sandbox that was made for it', async () => {
    const session = new Session()
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const sandbox = { client: new MemSandboxClient({ session: () => session }) }
    const run = runner().run(agentOf(script([executeCall('while :; do :; done')])), 'go', {
      sandbox,
      signal: controller.signal,
    })
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    expect(session.closed).toBe(true)
  })

  test('variables of the manifest are there for commands, and are not kept in the session', async () => {
    const session = new Session()
    const model = script([executeCall('echo $TOKEN $MODE')])
    const sandbox = new MemSandboxSession(session)
    const environment = { TOKEN: { value: 'abc', ephemeral: true }, MODE: 'test' }
    sandbox.state.manifest = new Manifest({ environment })
    sandbox.state.environment = await sandbox.state.manifest.resolveEnvironment()
    const agent = agentOf(model, { defaultManifest: undefined })
    const result = await runner().run(agent, 'go', { sandbox: { session: sandbox } })
    expect(answersOf(result)[0].result.stdout).toBe('abc test\n')
    expect(session.env['TOKEN']).toBeUndefined()
  })

  test('a run’s cwd is where the shell begins, for files and patches too', async () => {
    const model = script([readCall('f', '1'), patchCall(envelope('f', 'a', 'b'), '2'), executeCall('pwd; cat f', '3')])
    const nested = new Manifest({ entries: { 'my dir/f': { type: 'file', content: 'a\n' } } })
    const result = await runner().run(agentOf(model, { defaultManifest: nested }), 'go', {
      sandbox: { client: new MemSandboxClient(), cwd: 'my dir' },
    })
    expect(answersOf(result).map(({ ok }) => ok)).toEqual([true, true, true])
    expect(answersOf(result)[2].result.stdout).toBe('/workspace/my dir\nb\n')
    expect(model.firstCall!.request.systemInstructions).toContain('Your files are in /workspace/my dir')
  })

  test('a cwd that is not there is refused before the model is asked', async () => {
    const model = script()
    const run = runner().run(agentOf(model), 'go', { sandbox: { client: new MemSandboxClient(), cwd: 'nowhere' } })
    await expect(run).rejects.toThrow(/nowhere/)
    expect(model.calls).toEqual([])
  })

  test('streaming', async () => {
    const model = script([executeCall('echo streamed')])
    const result = await runner().run(agentOf(model), 'go', {
      stream: true,
      sandbox: { client: new MemSandboxClient() },
    })
    const names: string[] = []
    for await (const event of result) if (event.type === 'run_item_stream_event') names.push(event.name)
    await result.completed
    expect(names).toEqual(expect.arrayContaining(['tool_called', 'tool_output']))
    expect(answersOf(result)[0].result.stdout).toBe('streamed\n')
  })

  test('runs in parallel on one client do not see each other', async () => {
    const client = new MemSandboxClient()
    const runs = Array.from({ length: 8 }, async (_, index) => {
      const model = script([executeCall(`echo ${index} > f; sleep 5; ls; cat f`)])
      return answersOf(await runner().run(agentOf(model), 'go', { sandbox: { client } }))[0].result.stdout
    })
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 8 }, (_, index) => `app.conf\nf\n${index}\n`))
  })

  test('skills beside it are files that the tools read', async () => {
    const skill = { name: 'greet', description: 'Says hello.', content: '# Greet\n' }
    const model = script([readCall('.agents/greet/SKILL.md', '1')])
    const agent = agentOf(model, {}, [memSandboxCapability(), skills({ skills: [skill] })])
    const result = await runner().run(agent, 'go', { sandbox: { client: new MemSandboxClient() } })
    expect(answersOf(result)[0].result.content).toBe('# Greet')
    expect(model.firstCall!.request.systemInstructions).toContain('Says hello.')
  })

  test('skills that are loaded when they are wanted', async () => {
    const source = {
      type: 'dir' as const,
      children: { greet: { type: 'dir' as const, children: { 'SKILL.md': file({ content: '# Greet\n' }) } } },
    }
    const index = [{ name: 'greet', description: 'Says hello.' }]
    const model = script(
      [functionCall('load_skill', { skill_name: 'greet' }, { callId: '1' })],
      [functionCall('load_skill', { skill_name: 'greet' }, { callId: '2' })],
      [readCall('.agents/greet/SKILL.md', '3')],
    )
    const agent = agentOf(model, {}, [memSandboxCapability(), skills({ lazyFrom: { source, index } })])
    const result = await runner().run(agent, 'go', { sandbox: { client: new MemSandboxClient() } })
    const [loaded, again, read] = outputsOf(result)
    expect(loaded).toMatchObject({ status: 'loaded' })
    expect(again).toMatchObject({ status: 'already_loaded' })
    expect(JSON.parse(String(read)).result.content).toBe('# Greet')
  })

  test('skills of a folder of the host, one by one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-'))
    mkdirSync(join(folder, 'skills/greet/scripts'), { recursive: true })
    writeFileSync(join(folder, 'skills/greet/SKILL.md'), '---\nname: greet\ndescription: Says hello.\n---\n# Greet\n')
    writeFileSync(join(folder, 'skills/greet/scripts/hello.sh'), 'echo hello\n')
    const lazyFrom = localDirLazySkillSource({ src: 'skills', baseDir: folder })
    const model = script(
      [functionCall('load_skill', { skill_name: 'greet' }, { callId: '1' })],
      [executeCall('bash .agents/greet/scripts/hello.sh', '2')],
    )
    const agent = agentOf(model, {}, [memSandboxCapability(), skills({ lazyFrom })])
    const client = new MemSandboxClient({ hostRoot: folder })
    const result = await runner().run(agent, 'go', { sandbox: { client } })
    rmSync(folder, { recursive: true })
    expect(model.firstCall!.request.systemInstructions).toContain('Says hello.')
    expect(JSON.parse(String(outputsOf(result)[1])).result.stdout).toBe('hello\n')
  })

  test('it says what is wrong where the sandbox is another one', async () => {
    const other = { state: { manifest: new Manifest() } }
    await expect(
      runner().run(agentOf(script(), { defaultManifest: undefined }), 'go', { sandbox: { session: other } }),
    ).rejects.toThrow(/needs a sandbox of MemSandboxClient/)
  })
})

describe('handoffs', () => {
  const handoff = (to: string) => functionCall(`transfer_to_${to}`, {}, { callId: `to-${to}` })

  function pair(steps: { planner: ScriptedModelInput[]; writer: ScriptedModelInput[] }) {
    const writer = agentOf(script(...steps.writer), { name: 'Writer' })
    const planner = agentOf(script(...steps.planner), { name: 'Planner', handoffs: [writer] })
    return planner
  }

  test('agents share the sandbox that the run is given', async () => {
    const session = new Session()
    const planner = pair({
      planner: [[executeCall('echo plan > plan.txt', '1')], [handoff('Writer')]],
      writer: [[executeCall('cat plan.txt > written.txt', '2')]],
    })
    const sandbox = new MemSandboxSession(session)
    const result = await runner().run(planner, 'go', { sandbox: { session: sandbox } })
    expect(result.finalOutput).toBe('done')
    expect(session.readFile('written.txt')).toBe('plan\n')
    expect(await sandbox.running()).toBe(true)
  })

  test('an agent as a tool works in the sandbox that it is given', async () => {
    const sandbox = new MemSandboxSession(new Session())
    const inner = agentOf(script([executeCall('echo inner > f')]), { name: 'Inner', defaultManifest: undefined })
    const tool = inner.asTool({ toolName: 'inner', runConfig: { sandbox: { session: sandbox } } })
    const model = script([functionCall('inner', { input: 'go' }, { callId: '1' })], [executeCall('cat f', '2')])
    const outer = agentOf(model, { defaultManifest: undefined, tools: [tool] })
    const result = await runner().run(outer, 'go', { sandbox: { session: sandbox } })
    expect(JSON.parse(String(outputsOf(result)[1])).result.stdout).toBe('inner\n')
  })

  test('without one each agent has its own', async () => {
    const planner = pair({
      planner: [[executeCall('echo plan > plan.txt', '1')], [handoff('Writer')]],
      writer: [[executeCall('ls', '2')]],
    })
    const result = await runner().run(planner, 'go', { sandbox: { client: new MemSandboxClient() } })
    expect(JSON.parse(String(outputsOf(result).at(-1))).result.stdout).toBe('app.conf\n')
  })
})

describe('the SDK’s own capabilities', () => {
  test('exec_command, apply_patch and view_image work', async () => {
    const png = new Uint8Array(Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64'))
    const entries = { 'a.png': { type: 'file' as const, content: png }, f: { type: 'file' as const, content: 'a\n' } }
    const model = script(
      [execCall({ cmd: 'cat f; echo e >&2; exit 3' })],
      [
        {
          type: 'apply_patch_call',
          callId: '2',
          status: 'completed',
          operation: { type: 'update_file', path: 'f', diff: '@@\n-a\n+b\n' },
        },
      ],
      [
        functionCall('view_image', { path: 'a.png' }, { callId: '3' }),
        functionCall('view_image', { path: 'f' }, { callId: '4' }),
      ],
      [execCall({ cmd: 'pwd; cat f', workdir: '/workspace' }, '5')],
    )
    const agent = new SandboxAgent({ name: 'Default', model, defaultManifest: new Manifest({ entries }) })
    const result = await runner().run(agent, 'go', { sandbox: { client: new MemSandboxClient() } })
    expect(model.firstCall!.request.tools.map(({ name }) => name)).toEqual([
      'view_image',
      'apply_patch',
      'exec_command',
    ])
    const outputs = outputsOf(result)
    expect(outputs[0]).toMatch(
      /^Chunk ID: [0-9a-f]{6}\nWall time: 0\.\d{4} seconds\nProcess exited with code 3\nOutput:\na\ne\n$/,
    )
    expect(outputs[2]).toMatchObject({ type: 'image', image: { mediaType: 'image/png' } })
    expect(outputs[3]).toBe('image path `f` is not a supported image file')
    expect(outputs[4]).toMatch(/code 0\nOutput:\n\/workspace\nb\n$/)
  })

  test('memory reads what the workspace holds', async () => {
    const entries = { 'memories/memory_summary.md': { type: 'file' as const, content: 'remember the milk\n' } }
    const model = script()
    const capabilities = [...Capabilities.default(), memory({ read: { liveUpdate: false }, generate: null })]
    const agent = new SandboxAgent({ name: 'Default', model, defaultManifest: new Manifest({ entries }), capabilities })
    await runner().run(agent, 'go', { sandbox: { client: new MemSandboxClient() } })
    expect(model.firstCall!.request.systemInstructions).toContain('remember the milk')
  })

  test('a repeated run gives the same bytes', async () => {
    const once = async () => {
      const model = script([execCall({ cmd: 'date; echo $RANDOM; mktemp', max_output_tokens: 50 })])
      const agent = new SandboxAgent({ name: 'Default', model })
      return outputsOf(await runner().run(agent, 'go', { sandbox: { client: new MemSandboxClient() } }))
    }
    expect(await once()).toEqual(await once())
  })
})
