/** `run()`: the SDK's own calls and results, a workspace around them, and one end. Rows of the table of entry points. */
import { describe, expect, test } from 'vitest'
import { Agent, RunContext, Runner, StreamedRunResult, tool } from '@openai/agents'
import { modelError } from '@openai/agents/testing'
import { WorkspaceError, defineSandbox, run as plainRun, workspaceReport, wrapRunner } from 'mem-sandbox/openai-agents'
import type { Sandbox } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { listening, watched } from './support/backends.js'
import { agentOf, call, collector, drain, exec, list, modelOf, run } from './support/files.js'

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
