/** What survives: snapshots, serialized states, runs that go on in another process. */
import { join } from 'node:path'
import { Session } from 'mem-sandbox'
import { MemSandboxClient, MemSandboxSession, approvalsFor, memSandboxCapability } from 'mem-sandbox/openai-agents'
import type { MemSandboxClientOptions } from 'mem-sandbox/openai-agents'
import { RunState } from '@openai/agents'
import { InMemoryRemoteSnapshotStore, Manifest, SandboxAgent } from '@openai/agents/sandbox'
import type { RemoteSnapshotStore } from '@openai/agents/sandbox'
import type { ScriptedModelInput } from '@openai/agents/testing'
import { describe, expect, test } from 'vitest'
import { answersOf, executeCall, runner, script } from './support/agents.js'
import { root, runNode } from './support/programs.js'

const asking: MemSandboxClientOptions = {
  session: { files: { a: '1\n' }, policy: { decide: ({ name }) => (name === 'mv' ? 'ask' : 'allow') } },
}

function agentOf(steps: ScriptedModelInput[], needsApproval = false, manifest?: Manifest) {
  return new SandboxAgent({
    name: 'Sandboxed',
    model: script(...steps),
    ...(manifest && { defaultManifest: manifest }),
    capabilities: [memSandboxCapability({ needsApproval: { execute: needsApproval } })],
  })
}

/** The state as it comes out of a file. */
async function roundTrip(client: MemSandboxClient, sandbox: MemSandboxSession) {
  const text = JSON.stringify(await client.serializeSessionState(sandbox.state))
  return client.deserializeSessionState(JSON.parse(text))
}

/** A store that knows what was saved. */
function store() {
  const memory = new InMemoryRemoteSnapshotStore()
  const saved: string[] = []
  const spied: RemoteSnapshotStore = {
    save: async (args) => {
      const result = await memory.save(args)
      saved.push(result.id)
      return result
    },
    load: (args) => memory.load(args),
    delete: (args) => memory.delete(args),
    exists: (args) => memory.exists(args),
  }
  return { spied, saved, memory }
}

describe('serialize and resume', () => {
  test('files, modes, shell and manifest come back, in a session of its own', async () => {
    const client = new MemSandboxClient()
    const sandbox = await client.create(
      new Manifest({
        entries: { f: { type: 'file', content: new Uint8Array([1, 255]) } },
        environment: { MODE: 'test' },
      }),
    )
    await sandbox.session.execute('mkdir d; cd d; x=1; fn() { echo fn; }; chmod 700 .')
    const state = await roundTrip(client, sandbox)
    sandbox.session.writeFile('/workspace/later', 'x')
    const resumed = await new MemSandboxClient().resume(state)
    expect((await resumed.session.execute('pwd; echo $x; fn; stat -c %a .; ls ..')).stdout).toBe(
      '/workspace/d\n1\nfn\n700\nd\nf\n',
    )
    expect([...resumed.session.readBytes('/workspace/f')]).toEqual([1, 255])
    expect(resumed.state.manifest.entries).toEqual({ f: { type: 'file', content: new Uint8Array([1, 255]) } })
    expect((await resumed.exec({ cmd: 'echo $MODE' })).stdout).toBe('test\n')
    expect(resumed.state.sessionId).not.toBe(sandbox.state.sessionId)
    await resumed.close()
    expect(await sandbox.running()).toBe(true)
  })

  test('resuming twice gives two sessions', async () => {
    const client = new MemSandboxClient()
    const state = await roundTrip(client, await client.create())
    const [first, second] = [await client.resume(state), await client.resume(state)]
    first.session.writeFile('f', '1')
    expect(second.session.list()).toEqual([])
  })

  test('a state that was not serialized stands for its live session', async () => {
    const client = new MemSandboxClient()
    const sandbox = await client.create()
    expect(await client.resume({ ...sandbox.state })).toBe(sandbox)
    await sandbox.close()
    await expect(client.resume(sandbox.state)).rejects.toMatchObject({ name: 'SandboxSnapshotNotRestorableError' })
  })

  test('a session of the application can be kept, too', async () => {
    const own = new MemSandboxSession(new Session({ files: { f: 'own\n' } }))
    const client = new MemSandboxClient()
    const state = await roundTrip(client, own)
    expect((await client.resume(state)).session.readFile('f')).toBe('own\n')
    expect(await client.resume({ ...own.state })).toBe(own)
  })

  test('at the end of a run only where a spec asks for it', async () => {
    const own = new MemSandboxSession(new Session())
    const kept = async (options?: MemSandboxClientOptions) => {
      const sandbox = { session: own, client: new MemSandboxClient(options) }
      const { state } = await runner().run(agentOf([]), 'go', { sandbox })
      return JSON.parse(state.toString()).sandbox.sessionState.providerState.workspace.type
    }
    expect([await kept(), await kept({ snapshot: { type: 'inline' } })]).toEqual(['none', 'inline'])
  })

  test('policy, commands and limits are those of the client, not of the state', async () => {
    const first = new MemSandboxClient()
    const state = await roundTrip(first, await first.create())
    const custom = { hello: { run: async () => 'hello\n' } }
    const client = new MemSandboxClient({ session: { custom, policy: { commands: { deny: ['rm'] } } } })
    const { session } = await client.resume(state)
    const ran = await session.execute('hello; rm x')
    expect([ran.stdout, ran.exitCode]).toEqual(['hello\n', 126])
  })

  test('what is ephemeral does not survive', async () => {
    const client = new MemSandboxClient()
    const sandbox = await client.create(
      new Manifest({
        entries: { kept: { type: 'file', content: 'k' }, gone: { type: 'file', content: 'g', ephemeral: true } },
        environment: { TOKEN: { value: 'top-secret', ephemeral: true } },
      }),
    )
    expect((await sandbox.exec({ cmd: 'ls; echo $TOKEN' })).stdout).toBe('gone\nkept\ntop-secret\n')
    const record = await client.serializeSessionState(sandbox.state)
    expect(JSON.stringify(record)).not.toContain('top-secret')
    const resumed = await client.resume(await client.deserializeSessionState(record))
    expect((await resumed.exec({ cmd: 'ls; echo $TOKEN' })).stdout).toBe('kept\n\n')
    expect(sandbox.session.list().map(({ name }) => name)).toEqual(['gone', 'kept'])
  })

  test.each<[string, Record<string, unknown>]>([
    ['no id', {}],
    ['no manifest', { sessionId: 'x' }],
    ['another workspace', { sessionId: 'x', manifest: {}, workspace: { type: 'disk' } }],
    ['approvals of another shape', { sessionId: 'x', manifest: {}, approvals: { call: [{ argv: 'rm' }] } }],
  ])('a state that is none is refused: %s', async (_, record) => {
    await expect(new MemSandboxClient().deserializeSessionState(record)).rejects.toMatchObject({
      name: 'SandboxConfigurationError',
    })
  })

  test('changed bytes are found out, and with a key also a changed checksum', async () => {
    const client = new MemSandboxClient({ snapshotKey: 'a key of eight' })
    const state = await roundTrip(client, await client.create())
    await expect(new MemSandboxClient().resume(state)).rejects.toMatchObject({ name: 'SandboxSnapshotRestoreError' })
    const data = `${(state.workspace as { data: string }).data.slice(0, -8)}AAAAAAA=`
    const changed = { ...state, workspace: { type: 'inline' as const, data } }
    await expect(client.resume(changed)).rejects.toMatchObject({ name: 'SandboxSnapshotRestoreError' })
  })

  test('too much for a state is refused, with a way out', async () => {
    const client = new MemSandboxClient({ maxInlineBytes: 2_000 })
    const { state, session } = await client.create()
    await session.execute('head -c 10000 /dev/urandom > f')
    await expect(client.serializeSessionState(state)).rejects.toThrow(/remote snapshot spec/)
  })
})

describe('snapshots in a store', () => {
  test('the state names the snapshot, saved anew only when something changed', async () => {
    const { spied, saved, memory } = store()
    const client = new MemSandboxClient({ snapshot: { type: 'remote', store: spied, metadata: { by: 'test' } } })
    const sandbox = await client.create()
    sandbox.session.writeFile('f', '1')
    const record = await client.serializeSessionState(sandbox.state)
    await client.serializeSessionState(sandbox.state)
    expect(saved).toHaveLength(1)
    expect(record).toMatchObject({
      workspace: { type: 'remote', id: saved[0] },
      snapshot: { type: 'remote', id: saved[0], metadata: { by: 'test' } },
    })
    sandbox.session.writeFile('f', '2')
    const state = await roundTrip(client, sandbox)
    expect(saved).toHaveLength(2)
    expect(await memory.exists({ id: saved[0]! })).toBe(false)
    const other = new MemSandboxClient({ snapshot: { type: 'remote', store: spied } })
    expect((await other.resume(state)).session.readFile('f')).toBe('2')
    await expect(new MemSandboxClient().resume(state)).rejects.toThrow(/give the client the same snapshot spec/)
    await client.delete(sandbox.state)
    expect(await memory.exists({ id: saved[1]! })).toBe(false)
    expect(sandbox.session.closed).toBe(true)
    await expect(other.resume(state)).rejects.toMatchObject({ name: 'SandboxSnapshotRestoreError' })
  })

  test('a store that fails is told as such', async () => {
    const failing: RemoteSnapshotStore = {
      save: async () => Promise.reject(new Error('no room')),
      load: async () => Promise.reject(new Error('no such')),
    }
    const client = new MemSandboxClient({ snapshot: { type: 'remote', store: failing } })
    const { state } = await client.create()
    await expect(client.serializeSessionState(state)).rejects.toMatchObject({
      name: 'SandboxSnapshotPersistError',
      cause: expect.objectContaining({ message: 'no room' }),
    })
  })

  test('noop keeps nothing', async () => {
    const client = new MemSandboxClient({ snapshot: { type: 'noop' } })
    const sandbox = await client.create()
    const state = await roundTrip(client, sandbox)
    await sandbox.close()
    await expect(client.resume(state)).rejects.toMatchObject({ name: 'SandboxSnapshotNotRestorableError' })
  })
})

describe('runs', () => {
  const touch = (name: string) => executeCall(`touch ${name}; ls`, name)

  test('by default nothing is kept at the end of a run, and the sandbox is closed', async () => {
    const made: Session[] = []
    const client = new MemSandboxClient({
      session: () => {
        const session = new Session()
        made.push(session)
        return session
      },
    })
    const result = await runner().run(agentOf([[touch('f')]]), 'go', { sandbox: { client } })
    expect(made.map(({ closed }) => closed)).toEqual([true])
    expect(result.state.toString()).not.toContain('providerState')
  })

  test('with a snapshot spec a later run goes on with the files of the first', async () => {
    const { spied, saved } = store()
    const client = new MemSandboxClient({ snapshot: { type: 'remote', store: spied } })
    const agent = agentOf([[touch('f')]])
    const first = await runner().run(agent, 'go', { sandbox: { client } })
    expect(saved).toHaveLength(1)
    const text = first.state.toString()
    expect(text.length).toBeLessThan(100_000)
    const state = JSON.parse(text).sandbox.sessionState
    const sessionState = await client.deserializeSessionState({ ...state.providerState, manifest: state.manifest })
    const second = await runner().run(agentOf([[touch('g')]]), 'go', { sandbox: { client, sessionState } })
    expect(answersOf(second)[0].result.stdout).toBe('f\ng\n')
  })

  test('an interrupted run goes on in the same process with the same sandbox', async () => {
    const client = new MemSandboxClient()
    const agent = agentOf([[touch('f')]], true)
    const stopped = await runner().run(agent, 'go', { sandbox: { client } })
    expect(stopped.interruptions).toHaveLength(1)
    stopped.state.approve(stopped.interruptions[0]!)
    const result = await runner().run(agent, stopped.state, { sandbox: { client } })
    expect(answersOf(result)[0].result.stdout).toBe('f\n')
  })

  test('an interrupted run goes on from its state as text, with another client', async () => {
    const steps = [[executeCall('echo before > f; cd /tmp')], [touch('g')]]
    const environment = { TOKEN: { value: 'top-secret', ephemeral: true } }
    const manifest = new Manifest({ entries: { m: { type: 'file', content: 'm\n' } }, environment })
    const first = agentOf(steps, true, manifest)
    let stopped = await runner().run<typeof first, unknown>(first, 'go', {
      sandbox: { client: new MemSandboxClient() },
    })
    const texts: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const text = stopped.state.toString()
      texts.push(text)
      const agent = agentOf(steps.slice(round + 1), true, manifest)
      const state = await RunState.fromString(agent, text)
      state.approve(state.getInterruptions()[0]!)
      stopped = await runner().run(agent, state, { sandbox: { client: new MemSandboxClient() } })
    }
    expect(stopped.finalOutput).toBe('done')
    expect(answersOf(stopped).at(-1).result).toMatchObject({ stdout: 'g\n', resulting_cwd: '/tmp' })
    expect(texts.join()).not.toContain('top-secret')
  })

  test('what a policy asked is in the state: approved in another process, it runs', async () => {
    const stopped = await runner().run(agentOf([[executeCall('mv a b; ls')]]), 'go', {
      sandbox: { client: new MemSandboxClient(asking) },
    })
    expect(stopped.interruptions).toHaveLength(1)
    const agent = agentOf([])
    const state = await RunState.fromString(agent, stopped.state.toString())
    state.approve(state.getInterruptions()[0]!)
    const result = await runner().run(agent, state, { sandbox: { client: new MemSandboxClient(asking) } })
    expect(answersOf(result)[0].result).toMatchObject({ exit_code: 0, stdout: 'b\n' })
  })

  test('a person can be shown what is asked in a sandbox of the run', async () => {
    const session = new Session(asking.session as object)
    const client = new MemSandboxClient({ session: () => session })
    const stopped = await runner().run(agentOf([[executeCall('mv a b')]]), 'go', { sandbox: { client } })
    expect(approvalsFor(session, stopped.interruptions[0]!)).toMatchObject([{ argv: ['mv', 'a', 'b'] }])
  })

  test('another process resumes a state, as CommonJS', async () => {
    const client = new MemSandboxClient()
    const sandbox = await client.create()
    await sandbox.session.execute('mkdir d; cd d; echo kept > f')
    const record = JSON.stringify(await client.serializeSessionState(sandbox.state))
    const program = `
      const { MemSandboxClient, memSandboxCapability } = require('mem-sandbox/openai-agents')
      const { Runner } = require('@openai/agents')
      const { SandboxAgent } = require('@openai/agents/sandbox')
      const { ScriptedModel, assistantMessage, functionCall } = require('@openai/agents/testing')
      const client = new MemSandboxClient()
      const call = functionCall('execute', { command: 'pwd; cat f' }, { callId: '1' })
      const model = new ScriptedModel([[call], [assistantMessage('done')]])
      const agent = new SandboxAgent({ name: 'A', model, capabilities: [memSandboxCapability()] })
      client.deserializeSessionState(JSON.parse(process.env.STATE)).then(async (sessionState) => {
        const result = await new Runner({ tracingDisabled: true }).run(agent, 'go', { sandbox: { client, sessionState } })
        for (const item of result.newItems) if (item.type === 'tool_call_output_item') console.log(JSON.parse(item.output).result.stdout)
      })`
    const ran = await runNode(['-e', program], { cwd: join(root, '__test__'), env: { ...process.env, STATE: record } })
    expect(ran).toMatchObject({ status: 0, stdout: '/workspace/d\nkept\n\n' })
  })
})
