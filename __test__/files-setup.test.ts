/** What is refused before the first call of a model, and what ends a run because its sandbox can't be made. */
import { describe, expect, test } from 'vitest'
import { Agent, Runner } from '@openai/agents'
import {
  MemSandboxClient,
  SandboxSetupError,
  defineSandbox,
  workspaceReport,
  wrapRunner,
} from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { watched } from './support/backends.js'
import { agentOf, call, callsOf, drain, exec, modelOf, read, run } from './support/files.js'

describe('fault 5: errors of the setup reach the caller', () => {
  const broken = () => {
    const error = new SandboxSetupError('no more machines')
    const { backend } = watched()
    return { error, sandbox: defineSandbox({ backend: { ...backend, open: () => Promise.reject(error) } }) }
  }

  test('unwrapped, and the model is not asked again', async () => {
    const { error, sandbox } = broken()
    const agent = agentOf([exec('true'), exec('true')], { sandbox })
    await expect(run(agent, 'go')).rejects.toBe(error)
    expect(callsOf(agent)).toBe(1)
    expect(await workspaceReport(error)).toMatchObject({ outcome: 'failed', booted: false })
  })

  test('streamed', async () => {
    const { error, sandbox } = broken()
    const result = await run(agentOf([exec('true')], { sandbox }), 'go', { stream: true })
    await expect(drain(result)).rejects.toBe(error)
    await expect(result.completed).rejects.toBe(error)
  })

  test.each([false, true])('out of an agent that is a tool (streamed: %s)', async (stream) => {
    const { error, sandbox } = broken()
    const inner = agentOf([exec('true')], { sandbox, name: 'Inner' })
    const outer = new Agent({
      name: 'Outer',
      model: modelOf(call('helper', { input: 'go' })),
      tools: [inner.asTool({ toolName: 'helper', toolDescription: 'helps' })],
    })
    const failed = stream ? run(outer, 'go', { stream: true }).then(({ completed }) => completed) : run(outer, 'go')
    await expect(failed).rejects.toBe(error)
    expect(callsOf(outer)).toBe(1)
    expect(callsOf(inner)).toBe(1)
  })

  test('what is no setup error of its own becomes one, with its cause', async () => {
    const cause = new Error('GenericFailure')
    const { backend } = watched()
    const sandbox = defineSandbox({ backend: { ...backend, open: () => Promise.reject(cause) } })
    await expect(run(agentOf([exec('true')], { sandbox }), 'go')).rejects.toMatchObject({
      name: 'SandboxSetupError',
      message: 'the sandbox could not be started: GenericFailure',
      cause,
    })
  })

  test('other errors of a tool go to the model', async () => {
    const result = await run(agentOf([read('none')]), 'go')
    expect(outputsOf(result)).toEqual(["Error: ENOENT: no such file or directory, stat '/workspace/none'"])
  })
})

test('fault 18: a start that takes too long ends the run, and one that comes late is closed', async () => {
  const { backend, log } = watched()
  const slow = {
    ...backend,
    open: async (...args: Parameters<typeof backend.open>) => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return backend.open(args[0], { ...args[1], signal: undefined })
    },
  }
  const agent = agentOf([exec('true')], { sandbox: defineSandbox({ backend: slow }) })
  await expect(run(agent, 'go', { workspace: { timeouts: { bootMs: 30 } } })).rejects.toMatchObject({
    name: 'SandboxSetupError',
    message: 'the sandbox could not be started: starting the sandbox took longer than 30 ms',
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(log).toEqual(['open create', 'close discard'])
})

test('fault 18: a call that does not end when it is aborted is given up', async () => {
  const { unlessStuck } = await import('../dist/esm/openai-agents/files/deadline.js')
  const never = new Promise<string>(() => {})
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('tired')), 10)
  await expect(unlessStuck(never, controller.signal, 20)).rejects.toThrow('tired')
  await expect(unlessStuck(never, controller.signal, 20)).rejects.toThrow('tired')
  // What ends meanwhile counts, and nobody is aborted who is not.
  await expect(unlessStuck(Promise.resolve('ended'), controller.signal, 20)).resolves.toBe('ended')
  await expect(unlessStuck(Promise.resolve('ended'), new AbortController().signal, 0)).resolves.toBe('ended')
})

describe('before the first call of a model', () => {
  test.each([
    ['an unknown option', { onFile: () => {} }, /options\.workspace has no option "onFile"/],
    ['an input without a name', { inputFiles: [{ data: 'x' }] }, /options\.workspace\.inputFiles\[0\]\.path/],
    ['an unsafe name', { inputFiles: [{ path: '../x', data: 'x' }] }, /options\.workspace\.inputFiles\[0\]\.path/],
    [
      'a name twice',
      {
        inputFiles: [
          { path: 'x', data: '' },
          { path: 'x', data: '' },
        ],
      },
      /another name/,
    ],
    ['a file that is not there', { inputFiles: ['/nowhere/in.csv'] }, /"\/nowhere\/in\.csv" is not there/],
    ['a bad session name', { session: '../up' }, /options\.workspace\.session must be a name/],
    ['a seed without a session', { seed: 'resume' }, /options\.workspace\.seed must be 'replace' or left out/],
    [
      'inputs for a resumed session',
      { session: 's', seed: 'resume', inputFiles: [{ path: 'x', data: '' }] },
      /'update'/,
    ],
    ['another emit', { emit: 'never' }, /options\.workspace\.emit must be 'success' or 'always'/],
    ['no sandbox', { sandbox: {} }, /options\.workspace\.sandbox must be a Sandbox/],
  ])('%s is refused', async (_, workspace, message) => {
    const agent = agentOf([exec('true')])
    await expect(run(agent, 'go', { workspace: workspace as object })).rejects.toThrow(message)
    await expect(run(agent, 'go', { stream: true, workspace: workspace as object })).rejects.toThrow(message)
    expect(callsOf(agent)).toBe(0)
  })

  test('the SDK’s own sandbox is another contract', async () => {
    const sandbox = { client: new MemSandboxClient() }
    const agent = agentOf([exec('true')])
    const message = /options\.sandbox must be left out of a run that has a workspace or tools of defineSandbox\(\)/
    await expect(run(agent, 'go', { sandbox })).rejects.toThrow(message)
    await expect(run(new Agent({ name: 'Chat', model: modelOf() }), 'go', { sandbox, workspace: {} })).rejects.toThrow(
      message,
    )
    const configured = wrapRunner(new Runner({ sandbox }))
    await expect(configured.run(agent, 'go')).rejects.toThrow(message)
    expect(callsOf(agent)).toBe(0)
    // A run that has nothing of ours is the SDK's alone.
    expect((await run(new Agent({ name: 'Chat', model: modelOf() }), 'go', { sandbox })).finalOutput).toBe('done')
  })
})
