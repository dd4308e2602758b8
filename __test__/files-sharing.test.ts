/** One sandbox for all agents of a run, its calls in order, and how a tool finds the run that it belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test } from 'vitest'
import { Agent, RunContext, Runner, handoff, tool } from '@openai/agents'
import { assistantMessage } from '@openai/agents/testing'
import type { ScriptedModel } from '@openai/agents/testing'
import { defineSandbox, wrapRunner } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { watched } from './support/backends.js'
import { agentOf, call, exec, list, modelOf, read, run, write } from './support/files.js'

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
