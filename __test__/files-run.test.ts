/** `run()`: the SDK's own calls and results, a workspace around them, and one end. Rows of the table of entry points. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test } from 'vitest'
import { Agent, RunContext, Runner, StreamedRunResult, handoff, tool } from '@openai/agents'
import { assistantMessage, modelError } from '@openai/agents/testing'
import type { ScriptedModel } from '@openai/agents/testing'
import {
  MemSandboxClient,
  SandboxSetupError,
  WorkspaceError,
  defineSandbox,
  run as plainRun,
  workspaceReport,
  wrapRunner,
} from 'mem-sandbox/openai-agents'
import type { Sandbox } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { listening, watched } from './support/backends.js'
import { agentOf, call, callsOf, collector, drain, exec, list, modelOf, read, run, write } from './support/files.js'

const forever = 'echo started > file; echo running; while :; do :; done'

describe('run', () => {
  test('files in, files out, before it returns', async () => {
    const out = collector()
    const agent = agentOf([exec('wc -l < in.csv > lines; cat in.csv')])
    const result = await run(agent, 'go', {
      workspace: { inputFiles: [{ path: 'in.csv', data: 'a\nb\n' }], onFileOutput: out.onFileOutput },
    })
    expect(result.finalOutput).toBe('done')
    expect(outputsOf(result)).toEqual(['exit_code: 0\nstdout: |2\n  a\n  b\nstderr: ""\n'])
    expect(out.texts).toEqual({ lines: '2\n' })
    expect(out.files[0]).toMatchObject({ change: 'added', size: 2, path: '/workspace/lines' })
  })

  test('the report has outcome, outputs, deletions, failures and times', async () => {
    const agent = agentOf([exec('rm gone; echo 1 > new; echo 2 > kept')])
    const inputFiles = [
      { path: 'gone', data: 'g' },
      { path: 'kept', data: 'k' },
    ]
    const result = await run(agent, 'go', { workspace: { inputFiles } })
    const { timings, ...report } = await workspaceReport(result)
    expect(report).toEqual({
      outcome: 'success',
      booted: true,
      session: null,
      emitted: true,
      outputs: [
        { fileName: 'kept', change: 'modified', size: 2, path: '/workspace/kept' },
        { fileName: 'new', change: 'added', size: 2, path: '/workspace/new' },
      ],
      deletions: ['gone'],
      failures: [],
    })
    expect(Object.keys(timings)).toEqual(['waitMs', 'bootMs', 'runMs', 'teardownMs'])
    for (const time of Object.values(timings)) expect(time).toBeGreaterThan(0)
    await expect(workspaceReport({})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('without workspace the tools have an empty one', async () => {
    const result = await run(agentOf([list('/workspace')]), 'go')
    expect(outputsOf(result)).toEqual(['The folder is empty.'])
  })

  test('without tools and workspace it is the SDK’s run', async () => {
    const agent = new Agent({ name: 'Chat', model: modelOf() })
    const result = await run(agent, 'go')
    expect(result.finalOutput).toBe('done')
    expect(await workspaceReport(result)).toMatchObject({ outcome: 'success', booted: false, emitted: false })
  })

  test('run without a runner is the SDK’s default one, wrapRunner one’s own', async () => {
    const options = { workspace: {}, tracing: { disabled: true } as never }
    expect((await plainRun(agentOf([exec('true')]), 'go', options)).finalOutput).toBe('done')
    const seen: string[] = []
    const runner = new Runner({
      tracingDisabled: true,
      callModelInputFilter: ({ modelData }) => (seen.push('filter'), modelData),
    })
    await wrapRunner(runner).run(agentOf([exec('true')]), 'go')
    expect(seen).toEqual(['filter', 'filter'])
    expect(() => wrapRunner({} as Runner)).toThrow(/runner must be a Runner of @openai\/agents/)
  })

  test('a chat starts nothing', async () => {
    const { backend, log } = watched()
    const out = collector()
    const agent = agentOf([], { sandbox: defineSandbox({ backend }) })
    const result = await run(agent, 'go', {
      workspace: {
        inputFiles: [{ path: 'a', data: 'a' }],
        onFileOutput: out.onFileOutput,
        onWorkspaceSnapshot: () => expect.unreachable(),
      },
    })
    expect(log).toEqual([])
    expect(out.files).toEqual([])
    expect(await workspaceReport(result)).toMatchObject({ outcome: 'success', booted: false, emitted: false })
  })

  test('a failed run rejects with its own error, hands nothing over, and is torn down', async () => {
    const { backend, log } = watched()
    const out = collector()
    const failure = new Error('the provider is down')
    const agent = agentOf([exec('echo 1 > f'), modelError(failure)], { sandbox: defineSandbox({ backend }) })
    const error: unknown = await run(agent, 'go', { workspace: { onFileOutput: out.onFileOutput } }).catch((e) => e)
    expect(error).toBe(failure)
    expect(out.files).toEqual([])
    expect(log).toEqual(['open create', 'close discard'])
    expect(await workspaceReport(error)).toMatchObject({ outcome: 'failed', booted: true, emitted: false })
  })

  test('a signal ends the running command and the run, and nothing is handed over', async () => {
    const controller = new AbortController()
    const out = collector()
    const { backend, running } = listening()
    void running.then(() => controller.abort())
    const agent = agentOf([exec(forever)], { sandbox: defineSandbox({ backend }) })
    const options = { signal: controller.signal, workspace: { onFileOutput: out.onFileOutput } }
    const error: unknown = await run(agent, 'go', options).catch((e) => e)
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(out.files).toEqual([])
    expect(await workspaceReport(error)).toMatchObject({ outcome: 'cancelled', booted: true, emitted: false })
  })

  test('a signal ends a start that takes its time', async () => {
    const { backend } = watched()
    const stuck = { ...backend, open: () => new Promise<never>(() => {}) }
    const controller = new AbortController()
    const agent = agentOf([exec('true')], { sandbox: defineSandbox({ backend: stuck }) })
    setTimeout(() => controller.abort(), 50)
    await expect(run(agent, 'go', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('emit: always hands over what a failed and a cancelled run left behind', async () => {
    const failed = collector()
    const failing = agentOf([exec('echo 1 > f'), modelError(new Error('down'))])
    const always = { emit: 'always' } as const
    await expect(run(failing, 'go', { workspace: { ...always, onFileOutput: failed.onFileOutput } })).rejects.toThrow(
      'down',
    )
    expect(failed.texts).toEqual({ f: '1\n' })

    const cancelled = collector()
    const controller = new AbortController()
    const { backend, running } = listening()
    void running.then(() => controller.abort())
    const workspace = { ...always, onFileOutput: cancelled.onFileOutput }
    const endless = agentOf([exec(forever)], { sandbox: defineSandbox({ backend }) })
    await expect(run(endless, 'go', { signal: controller.signal, workspace })).rejects.toThrow()
    expect(cancelled.texts).toEqual({ file: 'started\n' })
  })
})

describe('streamed', () => {
  const streamed = (agent: Agent, workspace: object, signal?: AbortSignal) =>
    run(agent, 'go', { stream: true, workspace, ...(signal && { signal }) })

  test('the result is the SDK’s own, and its events end when the outputs are handed over', async () => {
    const out = collector()
    const result = await streamed(agentOf([exec('echo 1 > f')]), { onFileOutput: out.onFileOutput })
    expect(result).toBeInstanceOf(StreamedRunResult)
    expect(await drain(result)).toBeGreaterThan(5)
    expect(out.texts).toEqual({ f: '1\n' })
    expect(result.finalOutput).toBe('done')
    expect(result.error).toBeNull()
    await result.completed
    expect(await workspaceReport(result)).toMatchObject({ outcome: 'success', emitted: true })
  })

  test('the events are those of the SDK, each of them', async () => {
    const typesOf = async (start: (agent: Agent) => Promise<AsyncIterable<{ type: string; name?: string }>>) => {
      const greet = tool({
        name: 'greet',
        description: 'greets',
        parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as never,
        execute: async () => 'hello',
      })
      const last = new Agent({ name: 'Last', model: modelOf() })
      const model = modelOf(call('greet', {}), call('transfer_to_Last', {}))
      const types: string[] = []
      const agent = new Agent({ name: 'First', model, tools: [greet], handoffs: [last] })
      for await (const event of await start(agent)) types.push(`${event.type} ${event.name ?? ''}`)
      return types
    }
    const own = await typesOf((agent) => run(agent, 'go', { stream: true, workspace: {} }))
    const runner = new Runner({ tracingDisabled: true })
    expect(own).toEqual(await typesOf((agent) => runner.run(agent, 'go', { stream: true })))
  })

  test('completed alone drives it to its end', async () => {
    const out = collector()
    const result = await streamed(agentOf([exec('echo 1 > f')]), { onFileOutput: out.onFileOutput })
    await result.completed
    expect(out.texts).toEqual({ f: '1\n' })
  })

  test('toTextStream and toStream end after the outputs, too', async () => {
    for (const readAll of [
      async (result: Awaited<ReturnType<typeof streamed>>) => {
        let text = ''
        for await (const piece of result.toTextStream()) text += piece
        return text
      },
      async (result: Awaited<ReturnType<typeof streamed>>) => {
        let text = ''
        for await (const piece of result.toTextStream({ compatibleWithNodeStreams: true })) text += String(piece)
        return text
      },
      async (result: Awaited<ReturnType<typeof streamed>>) => {
        expect(result.toStream()).toBe(result.toStream())
        await drain(result.toStream())
        return 'done'
      },
    ]) {
      const out = collector()
      const result = await streamed(agentOf([exec('echo 1 > f')]), { onFileOutput: out.onFileOutput })
      expect(await readAll(result)).toBe('done')
      expect(out.texts).toEqual({ f: '1\n' })
    }
  })

  test('leaving early cancels the run, waits for its end, and hands nothing over', async () => {
    const { backend, log } = watched()
    const out = collector()
    const agent = agentOf([exec('echo 1 > f'), exec('echo 2 > g')], { sandbox: defineSandbox({ backend }) })
    const result = await streamed(agent, { onFileOutput: out.onFileOutput })
    for await (const event of result) if (event.type === 'run_item_stream_event' && event.name === 'tool_output') break
    expect(log.at(-1)).toBe('close discard')
    await result.completed
    expect(result.cancelled).toBe(true)
    expect(out.files).toEqual([])
    expect(await workspaceReport(result)).toMatchObject({ outcome: 'cancelled', booted: true, emitted: false })
  })

  test('leaving while a command runs kills it, also inside an agent that is a tool', async () => {
    const nested = (sandbox: Sandbox) => {
      const inner = agentOf([exec(forever)], { sandbox, name: 'Inner' })
      const model = modelOf(call('helper', { input: 'go' }))
      const tools = [inner.asTool({ toolName: 'helper', toolDescription: 'x' }), ...sandbox.tools()]
      return new Agent({ name: 'Outer', model, tools })
    }
    for (const make of [(sandbox: Sandbox) => agentOf([exec(forever)], { sandbox }), nested]) {
      const { backend, running } = listening()
      const result = await streamed(make(defineSandbox({ backend })), {})
      for await (const event of result) {
        if (event.type !== 'run_item_stream_event' || event.name !== 'tool_called') continue
        await running
        break
      }
      expect(await workspaceReport(result)).toMatchObject({ outcome: 'cancelled', booted: true, failures: [] })
    }
  })

  test('leaving early with emit: always hands over what there is', async () => {
    const out = collector()
    const result = await streamed(agentOf([exec('echo 1 > f'), exec('echo 2 > g'), exec('true')]), {
      emit: 'always',
      onFileOutput: out.onFileOutput,
    })
    for await (const event of result) if (event.type === 'run_item_stream_event' && event.name === 'tool_output') break
    expect(out.texts).toMatchObject({ f: '1\n' })
  })

  test('a signal ends the running command; the events end, completed resolves', async () => {
    const controller = new AbortController()
    const out = collector()
    const { backend, running } = listening()
    const agent = agentOf([exec(forever)], { sandbox: defineSandbox({ backend }) })
    const result = await streamed(agent, { onFileOutput: out.onFileOutput }, controller.signal)
    void running.then(() => controller.abort())
    await drain(result)
    await result.completed
    expect(out.files).toEqual([])
    expect(await workspaceReport(result)).toMatchObject({ outcome: 'cancelled', booted: true })
  })

  test('a failure is the iterator’s, completed’s and error’s', async () => {
    const failure = new Error('down')
    const result = await streamed(agentOf([exec('echo 1 > f'), modelError(failure)]), {})
    await expect(drain(result)).rejects.toBe(failure)
    await expect(result.completed).rejects.toBe(failure)
    expect(result.error).toBe(failure)
    expect(await workspaceReport(result)).toMatchObject({ outcome: 'failed', emitted: false })
  })

  test('nobody who looks at nothing has an unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    const result = await streamed(agentOf([modelError(new Error('down'))]), {})
    await workspaceReport(result)
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })
})

describe('fault 11: one rule for both kinds', () => {
  test.each([
    ['success', false, 0],
    ['success', true, 0],
    ['always', false, 1],
    ['always', true, 1],
  ] as const)('emit %s, stream %s: a failed run hands over %i files', async (emit, stream, files) => {
    const out = collector()
    const agent = agentOf([exec('echo 1 > f'), modelError(new Error('down'))])
    const workspace = { emit, onFileOutput: out.onFileOutput }
    const failed = stream
      ? run(agent, 'go', { stream: true, workspace }).then(({ completed }) => completed)
      : run(agent, 'go', { workspace })
    await expect(failed).rejects.toThrow('down')
    expect(out.files).toHaveLength(files)
  })
})

describe('fault 10: a callback that throws loses nothing', () => {
  const agent = () => agentOf([exec('echo 1 > a; echo 2 > b; echo 3 > c')])
  const workspace = (out: ReturnType<typeof collector>) => ({
    onWorkspaceSnapshot: () => Promise.reject(new Error('no snapshot')),
    onFileOutput: (file: Parameters<typeof out.onFileOutput>[0]) => {
      if (file.fileName === 'b') throw new Error('no b')
      out.onFileOutput(file)
    },
  })

  test('the others are handed over, the error has the result, and the bytes of the one that failed', async () => {
    const out = collector()
    const error = (await run(agent(), 'go', { workspace: workspace(out) }).catch((e: unknown) => e)) as WorkspaceError
    expect(error).toBeInstanceOf(WorkspaceError)
    expect(error).toBeInstanceOf(AggregateError)
    expect(error.name).toBe('WorkspaceError')
    expect(error.message).toBe('the run has its result, but this failed after it: snapshot, output of b')
    expect(error.errors.map(String)).toEqual(['Error: no snapshot', 'Error: no b'])
    expect(out.texts).toEqual({ a: '1\n', c: '3\n' })
    expect((error.result as { finalOutput: string }).finalOutput).toBe('done')
    expect(Buffer.from(error.failures[1]!.file!.data!).toString()).toBe('2\n')
    const report = await workspaceReport(error)
    expect(report).toMatchObject({ outcome: 'success', emitted: true })
    expect(report.failures.map(({ step }) => step)).toEqual(['snapshot', 'output'])
    expect(await workspaceReport(error.result)).toBe(report)
  })

  test('streamed: the events end with it, and so does completed', async () => {
    const out = collector()
    const result = await run(agent(), 'go', { stream: true, workspace: workspace(out) })
    await expect(drain(result)).rejects.toBeInstanceOf(WorkspaceError)
    await expect(result.completed).rejects.toMatchObject({ result })
    expect(result.error).toBeInstanceOf(WorkspaceError)
    expect(result.finalOutput).toBe('done')
    expect(out.texts).toEqual({ a: '1\n', c: '3\n' })
  })

  test('a run that failed keeps its own error', async () => {
    const failing = agentOf([exec('echo 1 > a'), modelError(new Error('down'))])
    const error: unknown = await run(failing, 'go', {
      workspace: { emit: 'always', onFileOutput: () => Promise.reject(new Error('no a')) },
    }).catch((e) => e)
    expect(String(error)).toBe('Error: down')
    expect((await workspaceReport(error)).failures).toMatchObject([{ step: 'output', file: { fileName: 'a' } }])
  })
})

describe('the end', () => {
  test('is bounded: a callback that never returns, a sandbox that does not freeze or close', async () => {
    const slow = collector()
    const { backend } = watched((handle) => ({
      ...handle,
      close: () => new Promise<never>(() => {}),
    }))
    const agent = agentOf([exec('echo 1 > a; echo 2 > b')], { sandbox: defineSandbox({ backend }) })
    const error: unknown = await run(agent, 'go', {
      workspace: {
        timeouts: { callbackMs: 100, stepMs: 1_000 },
        onFileOutput: (file) => (file.fileName === 'a' ? new Promise(() => {}) : slow.onFileOutput(file)),
      },
    }).catch((e) => e)
    expect((error as WorkspaceError).errors.map(String)).toEqual([
      'StepTimeoutError: onFileOutput for a took longer than 100 ms',
      'StepTimeoutError: closing the sandbox took longer than 1000 ms',
    ])
    expect(slow.texts).toEqual({ b: '2\n' })

    const frozen = watched((handle) => ({ ...handle, freeze: () => new Promise<never>(() => {}) }))
    const another = agentOf([exec('true')], { sandbox: defineSandbox({ backend: frozen.backend }) })
    const second: unknown = await run(another, 'go', { workspace: { timeouts: { stepMs: 500 } } }).catch((e) => e)
    expect(await workspaceReport(second)).toMatchObject({ emitted: false, failures: [{ step: 'freeze' }] })
    expect(frozen.log).toEqual(['open create', 'close discard'])
  })

  test('comes once, in its order: freeze, outputs, close', async () => {
    const { backend, log } = watched()
    const agent = agentOf([exec('echo 1 > a')], { sandbox: defineSandbox({ backend }) })
    const result = await run(agent, 'go', {
      stream: true,
      workspace: { onWorkspaceSnapshot: () => void log.push('snapshot'), onFileOutput: () => void log.push('output') },
    })
    await Promise.all([result.completed, workspaceReport(result), result.completed])
    expect(log).toEqual(['open create', 'freeze', 'snapshot', 'output', 'close discard'])
  })

  test('tools that are called after it are refused', async () => {
    const sandbox = defineSandbox()
    const [late] = sandbox.tools({ include: ['exec'] })
    const context = new RunContext()
    await run(agentOf([exec('true')], { sandbox }), 'go', { context })
    await expect(late!.invoke(context as never, '{"command":"true"}')).rejects.toThrow('called outside of a run')
  })
})

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

describe('calls of one turn', () => {
  const turn = [exec('sleep 1; echo 1 > f; echo a >> order'), exec('cat f; echo b >> order'), read('order')]

  test('run in the model’s order, unless the caller chose otherwise', async () => {
    expect(outputsOf(await run(agentOf([turn]), 'go')).at(-1)).toBe('a\nb\n')
  })

  test.each([
    ['by default', {}, {}, 1],
    ['with other settings of the run', {}, { preApprovalInputGuardrails: true }, 1],
    ['with other settings of the runner', { preApprovalInputGuardrails: true }, undefined, 1],
    ['when the run says 2', {}, { maxFunctionToolConcurrency: 2 }, 2],
    ['when the run says all', {}, { maxFunctionToolConcurrency: null }, 3],
    ['when the runner says 2', { maxFunctionToolConcurrency: 2 }, undefined, 2],
  ])('%s: %j %j at most %i at once', async (_, runnerSetting, toolExecution, most) => {
    let [now, top] = [0, 0]
    const counted = tool({
      name: 'count',
      description: 'counts',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as never,
      execute: async () => {
        top = Math.max(top, (now += 1))
        await new Promise((resolve) => setTimeout(resolve, 20))
        now -= 1
        return 'ok'
      },
    })
    const model = modelOf([call('count', {}), call('count', {}), call('count', {})])
    const agent = new Agent({ name: 'Counts', model, tools: [counted, ...defineSandbox().tools()] })
    const runner = wrapRunner(new Runner({ tracingDisabled: true, toolExecution: runnerSetting }))
    await runner.run(agent, 'go', { toolExecution })
    expect(top).toBe(most)
  })

  test('without our tools nothing is changed', async () => {
    const seen: number[] = []
    let now = 0
    const counted = tool({
      name: 'count',
      description: 'counts',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as never,
      execute: async () => {
        seen.push((now += 1))
        await new Promise((resolve) => setTimeout(resolve, 20))
        return 'ok'
      },
    })
    await run(new Agent({ name: 'C', model: modelOf([call('count', {}), call('count', {})]), tools: [counted] }), 'go')
    expect(seen).toEqual([1, 2])
  })
})

describe('one sandbox', () => {
  test('for handoffs, of both spellings', async () => {
    const { backend, log } = watched()
    const sandbox = defineSandbox({ backend })
    const last = agentOf([exec('cat a b')], { sandbox, name: 'Last' })
    const middle = agentOf([exec('echo 2 > b'), call('transfer_to_Last', {})], {
      sandbox,
      name: 'Middle',
      handoffs: [handoff(last) as never],
    })
    const first = agentOf([write('a', '1\n'), call('transfer_to_Middle', {})], { sandbox, handoffs: [middle] })
    const result = await run(first, 'go')
    expect(outputsOf(result).at(-1)).toContain('1\n  2\n')
    expect(log.filter((line) => line.startsWith('open'))).toHaveLength(1)
  })

  test('for agents that are tools, with and without input of their own, and streamed', async () => {
    const { backend, log } = watched()
    const sandbox = defineSandbox({ backend })
    const inner = (text: string) => agentOf([exec(`echo ${text} >> shared`)], { sandbox, name: 'Inner' })
    const parameters = {
      type: 'object',
      properties: { what: { type: 'string' } },
      required: ['what'],
      additionalProperties: false,
    } as never
    const outer = new Agent({
      name: 'Outer',
      model: modelOf(
        call('plain', { input: 'x' }),
        call('shaped', { what: 'x' }),
        call('streams', { input: 'x' }),
        read('shared'),
      ),
      tools: [
        inner('1').asTool({ toolName: 'plain', toolDescription: 'x' }),
        inner('2').asTool({ toolName: 'shaped', toolDescription: 'x', parameters }),
        inner('3').asTool({ toolName: 'streams', toolDescription: 'x', onStream: () => {} }),
        ...sandbox.tools({ include: ['readFile'] }),
      ],
    })
    expect(outputsOf(await run(outer, 'go')).at(-1)).toBe('1\n2\n3\n')
    expect(log.filter((line) => line.startsWith('open'))).toHaveLength(1)
  })

  test('for each run its own, also of one inside another, and of many at once', async () => {
    const sandbox = defineSandbox()
    const nested = tool({
      name: 'nested',
      description: 'runs',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as never,
      execute: async () => {
        const result = await run(agentOf([write('inner', ''), list('/workspace')], { sandbox }), 'go')
        return String(outputsOf(result).at(-1))
      },
    })
    const outer = new Agent({
      name: 'Outer',
      model: modelOf(write('outer', ''), call('nested', {}), list('/workspace')),
      tools: [nested, ...sandbox.tools()],
    })
    expect(outputsOf(await run(outer, 'go')).slice(1)).toEqual(['f  /workspace/inner', 'f  /workspace/outer'])

    const names = ['a', 'b', 'c', 'd']
    const results = await Promise.all(
      names.map((name) => run(agentOf([write(name, ''), list('/workspace')], { sandbox }), 'go')),
    )
    expect(results.map((result) => outputsOf(result).at(-1))).toEqual(names.map((name) => `f  /workspace/${name}`))
  })

  test('also for an SDK run that a tool starts by itself', async () => {
    const sandbox = defineSandbox()
    const nested = tool({
      name: 'nested',
      description: 'runs',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as never,
      execute: async () => {
        await new Runner({ tracingDisabled: true }).run(agentOf([write('inner', '')], { sandbox }), 'go')
        return 'ok'
      },
    })
    const model = modelOf(call('nested', {}), list('/workspace'))
    const result = await run(new Agent({ name: 'O', model, tools: [nested, ...sandbox.tools()] }), 'go')
    expect(outputsOf(result).at(-1)).toBe('f  /workspace/inner')
  })
})

describe('finding the run', () => {
  /** Tools that are called outside of the asynchronous context of their run, as by a queue of the application. */
  const outside = AsyncLocalStorage.snapshot()
  const detached = (sandbox = defineSandbox()) =>
    sandbox.tools().map((one) => ({
      ...one,
      invoke: (...args: Parameters<typeof one.invoke>) => outside(() => one.invoke(...args)),
    }))

  test('by the context of the run where there is no asynchronous one', async () => {
    for (const context of [undefined, { user: 1 }, new RunContext({ user: 1 })]) {
      const agent = new Agent<unknown>({
        name: 'Queue',
        model: modelOf(write('a', ''), list('/workspace')),
        tools: detached(),
      })
      const result = await run(agent, 'go', { context: context as undefined })
      expect(outputsOf(result).at(-1)).toBe('f  /workspace/a')
    }
  })

  test('a context that two runs have at once tells nothing', async () => {
    const context = new RunContext({})
    const start = () =>
      run(new Agent<unknown>({ name: 'Queue', model: modelOf(write('a', '')), tools: detached() }), 'go', {
        context: context as never,
      })
    await expect(Promise.all([start(), start()])).rejects.toMatchObject({ error: { name: 'SandboxSetupError' } })
  })

  test('tools see the application’s own context, and its RunContext', async () => {
    const seen: unknown[] = []
    const looks = tool({
      name: 'look',
      description: 'looks',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as never,
      execute: async (_input, context) => void seen.push(context?.context, context) as never,
    })
    const context = new RunContext({ user: 7 })
    const agent = new Agent<{ user: number }>({ name: 'L', model: modelOf(call('look', {})), tools: [looks as never] })
    await run(agent, 'go', { context, workspace: {} })
    expect(seen).toEqual([{ user: 7 }, context])
    expect(seen[1]).toBe(context)
  })

  test('a clone of an agent, and a copy of a tool, are found before the run starts', async () => {
    const one = defineSandbox({ env: { A: '1' } })
    const other = defineSandbox({ env: { A: '2' } })
    const copy = other.tools({ include: ['exec'] }).map((made) => ({ ...made }))
    const agent = new Agent({ name: 'A', model: modelOf(), tools: [...one.tools(), ...copy] }).clone({ name: 'B' })
    await expect(run(agent, 'go')).rejects.toThrow('sandboxes that differ in env')
    expect((agent.model as ScriptedModel).calls).toHaveLength(0)
  })
})

test('the input may be items, and the output a handed over agent’s', async () => {
  const agent = new Agent({ name: 'A', model: modelOf([assistantMessage('hi')]), tools: defineSandbox().tools() })
  const items = [{ role: 'user' as const, content: 'go' }]
  expect((await run(agent, items, { workspace: {} })).finalOutput).toBe('hi')
})
