/** What a sandbox is made from: agreement, laziness, limits, the network and secrets. Rows of the tables of the config. */
import { describe, expect, test } from 'vitest'
import { Agent } from '@openai/agents'
import { allow, defineSandbox, memory, sandboxConfig, sandboxExec, sandboxRun } from 'mem-sandbox/openai-agents'
import type { NetworkSetting, Sandbox, SandboxDefinition } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { watched } from './support/backends.js'
import { agentOf, call, callsOf, exec, modelOf, run, script } from './support/files.js'

const secret = { env: 'API_KEY', value: 'sk-0123456789', host: 'api.example.com' }

describe('agreement', () => {
  /** A run of an agent that can hand over to another one, with these two sandboxes. */
  const both = async (one: Sandbox, other: Sandbox) => {
    const last = agentOf([exec('true')], { sandbox: other, name: 'Last' })
    const first = agentOf([exec('true')], { sandbox: one, handoffs: [last] })
    try {
      return (await run(first, 'go')).finalOutput
    } catch (error) {
      expect(callsOf(first)).toBe(0)
      throw error
    }
  }
  const network = { network: { fetch: () => Promise.reject(new Error('no')) } }
  const backend = memory(network)

  test.each<[string, SandboxDefinition, SandboxDefinition]>([
    ['interpreter', { interpreter: 'sh' }, {}],
    ['limits', { limits: { steps: 5 } }, {}],
    ['network', { backend, network: 'public' }, { backend }],
    ['env', { env: { A: '1' } }, { env: { A: '2' } }],
    ['secrets', { backend, network: 'public', secrets: [secret] }, { backend, network: 'public' }],
    ['backend', { backend: memory() }, { backend: memory() }],
  ])('fault 12: a difference in %s is refused before the model is asked', async (part, one, other) => {
    await expect(both(defineSandbox(one), defineSandbox(other))).rejects.toThrow(
      new RegExp(`the tools of this run are for sandboxes that differ in ([a-z, ]*, )?${part}[:,]`),
    )
  })

  test.each<[string, NetworkSetting | undefined, NetworkSetting | undefined]>([
    ['left out and none', undefined, 'none'],
    ['none and false', 'none', false],
    ['public and true', 'public', true],
    ['an empty list and none', allow([]), 'none'],
    ['lists in another order', allow(['b.example', 'A.example']), allow(['a.example', 'b.example', 'b.example'])],
  ])('fault 12: %s mean the same', async (_, one, other) => {
    expect(await both(defineSandbox({ backend, network: one }), defineSandbox({ backend, network: other }))).toBe(
      'done',
    )
  })

  test('what is of one tool only need not agree', async () => {
    const sandbox = sandboxConfig({ timeoutSecs: 1 })
    const other = sandboxConfig({ timeoutSecs: 9, maxOutputBytes: 5 })
    expect(await both(sandbox, other)).toBe('done')
  })

  test('what is seen only later, behind asTool(), ends the run', async () => {
    const inner = agentOf([exec('true')], { sandbox: defineSandbox({ env: { A: '1' } }), name: 'Inner' })
    const outer = new Agent({
      name: 'Outer',
      model: modelOf(call('helper', { input: 'go' })),
      tools: [inner.asTool({ toolName: 'helper', toolDescription: 'x' }), ...defineSandbox().tools()],
    })
    await expect(run(outer, 'go')).rejects.toMatchObject({
      name: 'SandboxSetupError',
      message: expect.stringContaining('differ in env'),
    })
    expect(callsOf(outer)).toBe(1)
  })

  test('and what it can’t honour ends the run, too, unless workspace.sandbox says it before', async () => {
    const sandbox = defineSandbox({ image: 'python:3.12-slim' })
    const make = () => {
      const inner = agentOf([exec('true')], { sandbox, name: 'Inner' })
      const model = modelOf(call('helper', { input: 'go' }))
      return new Agent({ name: 'O', model, tools: [inner.asTool({ toolName: 'helper', toolDescription: 'x' })] })
    }
    const late = make()
    await expect(run(late, 'go')).rejects.toMatchObject({ name: 'UnsupportedFeatureError', feature: 'image' })
    expect(callsOf(late)).toBe(1)
    const early = make()
    await expect(run(early, 'go', { workspace: { sandbox } })).rejects.toMatchObject({ feature: 'image' })
    expect(callsOf(early)).toBe(0)
  })

  test('handoffs in a circle are walked once', async () => {
    const sandbox = defineSandbox()
    const one = agentOf([exec('true')], { sandbox, name: 'One' })
    const two = agentOf([exec('true')], { sandbox, name: 'Two', handoffs: [one] })
    one.handoffs.push(two)
    expect((await run(one, 'go')).finalOutput).toBe('done')
  })
})

describe('what the engine can’t honour is refused by name before the model is asked', () => {
  test.each<[string, SandboxDefinition]>([
    ['image', { image: 'python:3.12-slim' }],
    ['interpreter', { interpreter: 'python3' }],
    ['packages', { packages: ['numpy'] }],
    ['volumes', { volumes: [{ path: '/data', name: 'data' }] }],
    ['limits.cpus', { limits: { cpus: 2 } }],
    ['network', { network: 'public' }],
    ['network', { network: allow(['example.com']) }],
    ['secrets', { secrets: [secret] }],
  ])('%s', async (feature, definition) => {
    const agent = agentOf([exec('true')], { sandbox: defineSandbox(definition) })
    await expect(run(agent, 'go')).rejects.toMatchObject({
      name: 'UnsupportedFeatureError',
      feature,
      backend: 'memory',
    })
    await expect(run(agent, 'go', { stream: true })).rejects.toMatchObject({ feature })
    expect(callsOf(agent)).toBe(0)
  })

  test('fault 8: packages are never put into a command line', async () => {
    const sandbox = defineSandbox({ packages: ['numpy>=2; touch /workspace/owned'.replaceAll(' ', '')] })
    const agent = agentOf([exec('ls')], { sandbox })
    await expect(run(agent, 'go')).rejects.toMatchObject({ feature: 'packages' })
    expect(() => defineSandbox({ packages: ['--index-url=http://evil.example'] })).toThrow(/spec\.packages\[0\]/)
    expect(callsOf(agent)).toBe(0)
  })
})

describe('what can’t be meant is refused where it is defined', () => {
  test.each<[SandboxDefinition, RegExp]>([
    [{ network: 'lan' as 'none' }, /spec\.network must be 'none', 'public', true, false or allow/],
    [{ network: 'none', secrets: [secret] }, /spec\.network must be .* where there are secrets/],
    [{ network: false, packages: ['x'] }, /spec\.network must be .* where there are packages/],
    [{ secrets: [{ ...secret, host: 'https://x.example' }] }, /spec\.secrets\[0\]\.host/],
    [{ secrets: [secret], env: { API_KEY: 'x' } }, /spec\.env\.API_KEY/],
    [{ cpu: 1 } as object, /spec has no option "cpu"/],
  ])('%j', (definition, message) => {
    expect(() => defineSandbox(definition)).toThrow(message)
  })

  test.each(['*', 'example.com:443', 'https://example.com', 'a b', '-x.example', 'x/33'])('allow([%j])', (host) => {
    expect(() => allow([host])).toThrow(/hosts\[0\] must be a host name/)
  })
})

describe('limits and variables', () => {
  test('env is there in every command', async () => {
    const sandbox = defineSandbox({ env: { GREETING: 'hi there' } })
    const result = await run(agentOf([exec('echo "$GREETING"'), script('echo "$GREETING"')], { sandbox }), 'go')
    expect(outputsOf(result).map(String)).toEqual(Array(2).fill('exit_code: 0\nstdout: |2\n  hi there\nstderr: ""\n'))
  })

  test('memory bounds the files', async () => {
    const sandbox = sandboxConfig({ memory: 1 })
    const result = await run(agentOf([exec('head -c 2000000 /dev/zero > big; echo $?')], { sandbox }), 'go')
    expect(outputsOf(result)[0]).not.toContain('exit_code: 0\nstdout: |2\n  0\n')
  })

  test('the package’s timeout is of sandbox_run, sandbox_exec has its own', async () => {
    const config = sandboxConfig({ timeoutSecs: 1, maxOutputBytes: 4 })
    const tools = [sandboxRun(config), sandboxExec(config, { timeoutSecs: 2, maxOutputBytes: 6 })]
    const forever = 'echo 123456; while :; do :; done'
    const agent = new Agent({ name: 'A', model: modelOf(script(forever), exec(forever)), tools })
    const [ran, executed] = outputsOf(await run(agent, 'go')).map(String)
    expect(ran).toMatch(/12\n {2}\[… 3 bytes.*\n {2}6\n/)
    expect(ran).toMatch(/\[timed out after 1 s/)
    expect(executed).toMatch(/123\n {2}\[… 1 bytes.*\n {2}56\n/)
    expect(executed).toMatch(/\[timed out after 2 s/)
    expect(() => sandboxConfig({ timeoutSecs: 0 })).toThrow(/options\.timeoutSecs/)
    expect(() => sandboxRun({} as Sandbox)).toThrow(/config must be a Sandbox/)
  }, 15_000)
})

describe('network and secrets', () => {
  const requests: Array<{ url: string; headers: Record<string, string> }> = []
  const backend = memory({
    network: {
      fetch: async (url, request) => {
        requests.push({ url, headers: Object.fromEntries(new Headers(request.headers as never)) })
        return new Response('body\n')
      },
    },
  })

  test.each<[string, NetworkSetting | undefined, string[]]>([
    ['nothing by default', undefined, []],
    ['none', 'none', []],
    [
      'public: what is public, and no private address',
      'public',
      ['a', 'b', 'x.b'].map((name) => `https://${name}.example/`),
    ],
    ['a list: what it names', allow(['a.example']), ['https://a.example/']],
    ['a list: names below a domain', allow(['*.b.example']), ['https://x.b.example/']],
  ])('%s', async (_, network, reached) => {
    requests.length = 0
    const command =
      'for h in a.example b.example x.b.example 127.0.0.1 169.254.169.254; do curl -s https://$h/ > /dev/null; done'
    await run(agentOf([exec(command)], { sandbox: defineSandbox({ backend, network }) }), 'go')
    expect(requests.map(({ url }) => url)).toEqual(reached)
  })

  test('a secret: its host is reached, the model sees a placeholder, the host the value', async () => {
    requests.length = 0
    const sandbox = defineSandbox({ backend, secrets: [secret] })
    const command =
      'echo "$API_KEY"; curl -s -H "Authorization: Bearer $API_KEY" https://api.example.com/v1; curl -s https://other.example/'
    const result = await run(agentOf([exec(command)], { sandbox }), 'go')
    expect(requests.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
      ['https://api.example.com/v1', `Bearer ${secret.value}`],
    ])
    expect(String(outputsOf(result)[0])).not.toContain(secret.value)
  })

  test('each secret is its own host’s', async () => {
    requests.length = 0
    const other = { env: 'OTHER', value: 'other-0123456789', host: 'other.example' }
    const sandbox = defineSandbox({ backend, secrets: [secret, other] })
    await run(agentOf([exec('curl -s -H "X: $OTHER" https://api.example.com/')], { sandbox }), 'go')
    expect(JSON.stringify(requests)).not.toContain(other.value)
  })
})

describe('laziness', () => {
  test('the sandbox starts with the first call of a tool, once', async () => {
    const { backend, log } = watched()
    const agent = agentOf([exec('true'), exec('true')], { sandbox: defineSandbox({ backend }) })
    await run(agent, 'go')
    expect(log).toEqual(['open create', 'freeze', 'close discard'])
  })

  test('calls at once share one start', async () => {
    const { backend, log } = watched()
    const agent = agentOf([[exec('true'), exec('true'), exec('true')]], { sandbox: defineSandbox({ backend }) })
    await run(agent, 'go', { toolExecution: { maxFunctionToolConcurrency: null } })
    expect(log.filter((line) => line === 'open create')).toHaveLength(1)
  })
})

test('determinism: two runs give the same bytes', async () => {
  const once = async () => {
    const files: string[] = []
    const command = 'date; echo $RANDOM; seq 5 | shuf; mktemp; ls -l; echo $$ > pid; date > now'
    const result = await run(agentOf([exec(command), script('echo $0')]), 'go', {
      workspace: {
        onFileOutput: ({ fileName, data }) => void files.push(`${fileName} ${Buffer.from(data!).toString()}`),
      },
    })
    return [...outputsOf(result), ...files]
  }
  expect(await once()).toEqual(await once())
})
