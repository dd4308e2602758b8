/** The tools in the real runner of `@openai/agents`, with scripted models. */
import { Session } from 'mem-sandbox'
import { createTools } from 'mem-sandbox/openai-agents'
import { Agent, RunContext, Runner } from '@openai/agents'
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing'
import type { ScriptedModelInput } from '@openai/agents/testing'
import { describe, expect, test } from 'vitest'
import { root, runNode } from './support/programs.js'

/** Runs an agent whose model asks what the script says, and gives back the tools' answers. */
async function runScript(session: Session, steps: ScriptedModelInput[], options?: Parameters<typeof createTools>[1]) {
  const model = new ScriptedModel([...steps, [assistantMessage('done')]])
  const agent = new Agent({ name: 'Scripted', model, tools: createTools(session, options) })
  const result = await new Runner({ tracingDisabled: true }).run(agent, 'go')
  model.assertComplete()
  const outputs = result.newItems.flatMap((item) =>
    item.type === 'tool_call_output_item' ? [String(item.output)] : [],
  )
  return { result, model, answers: outputs.map((text) => JSON.parse(text)) }
}

describe('@openai/agents', () => {
  test('the model sees strict function tools', async () => {
    const { model } = await runScript(new Session(), [])
    const tools = model.firstCall!.request.tools
    expect(tools.map((tool) => tool.name)).toEqual(['execute', 'read_file', 'write_file', 'apply_patch'])
    for (const tool of tools) {
      expect(tool).toMatchObject({ type: 'function', strict: true })
      const { parameters } = tool as {
        parameters: { required: string[]; properties: object; additionalProperties: boolean }
      }
      expect(parameters.required).toEqual(Object.keys(parameters.properties))
      expect(parameters.additionalProperties).toBe(false)
    }
  })

  test('each tool does its work and answers with JSON', async () => {
    const session = new Session()
    const { answers } = await runScript(session, [
      [
        functionCall(
          'write_file',
          {
            path: 'f',
            content: 'a\n',
            write_condition: 'path_must_not_exist',
            expected_hash: null,
            create_parents: null,
          },
          { callId: '1' },
        ),
      ],
      [functionCall('execute', { command: 'cat f f', timeout_seconds: null, max_output_bytes: null }, { callId: '2' })],
      [
        functionCall(
          'apply_patch',
          { patch: '--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n', expected_hashes: null },
          { callId: '3' },
        ),
      ],
      [functionCall('read_file', { path: 'f', start_line: null, end_line: null }, { callId: '4' })],
    ])
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, true])
    expect(answers[1].result.stdout).toBe('a\na\n')
    expect(answers[3].result.content).toBe('b')
    expect(session.readFile('f')).toBe('b\n')
  })

  test('the calls of one turn keep their order', async () => {
    const { answers } = await runScript(new Session(), [
      [
        functionCall(
          'execute',
          { command: 'sleep 1; echo 1 > f', timeout_seconds: null, max_output_bytes: null },
          { callId: '1' },
        ),
        functionCall(
          'execute',
          { command: 'echo 2 >> f', timeout_seconds: null, max_output_bytes: null },
          { callId: '2' },
        ),
        functionCall('read_file', { path: 'f', start_line: null, end_line: null }, { callId: '3' }),
      ],
    ])
    expect(answers[2].result.content).toBe('1\n2')
  })

  test('a failure is an answer, never the SDK’s fixed sentence', async () => {
    const { answers } = await runScript(new Session(), [
      [functionCall('read_file', { path: 'missing', start_line: null, end_line: null }, { callId: '1' })],
      [functionCall('read_file', { path: 7 }, { callId: '2' })],
    ])
    expect(answers[0].error).toMatchObject({ code: 'ENOENT', correctable: true })
    expect(answers[1].error).toMatchObject({ code: 'INVALID_TOOL_INPUT', fields: ['path'], correctable: true })
  })

  test('arguments that are no JSON come back as such when a tool is invoked directly', async () => {
    const [execute] = createTools(new Session())
    const text = await execute!.invoke(new RunContext(), 'this is no JSON')
    expect(JSON.parse(text as string).error).toMatchObject({ code: 'INVALID_TOOL_INPUT', correctable: true })
  })

  test('approval interrupts, and only for the tools named', async () => {
    const session = new Session()
    const call = functionCall(
      'execute',
      { command: 'touch approved', timeout_seconds: null, max_output_bytes: null },
      { callId: '1' },
    )
    const model = new ScriptedModel([[call], [assistantMessage('done')]])
    const agent = new Agent({ name: 'Asks', model, tools: createTools(session, { needsApproval: { execute: true } }) })
    const runner = new Runner({ tracingDisabled: true })
    const stopped = await runner.run(agent, 'go')
    expect(stopped.interruptions).toHaveLength(1)
    expect(session.list()).toEqual([])
    stopped.state.approve(stopped.interruptions[0]!)
    await runner.run(agent, stopped.state)
    expect(session.list().map((entry) => entry.name)).toEqual(['approved'])
  })

  test('cancelling the run stops the command', async () => {
    const session = new Session()
    const call = functionCall(
      'execute',
      { command: 'while :; do :; done', timeout_seconds: null, max_output_bytes: null },
      { callId: '1' },
    )
    const model = new ScriptedModel([[call]])
    const agent = new Agent({ name: 'Endless', model, tools: createTools(session) })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const started = performance.now()
    await new Runner({ tracingDisabled: true }).run(agent, 'go', { signal: controller.signal }).catch(() => undefined)
    while (session.busy) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('a CommonJS application works with the CommonJS adapter', async () => {
    const program = `
      const { Session } = require('mem-sandbox')
      const { createTools } = require('mem-sandbox/openai-agents')
      const { Agent, Runner } = require('@openai/agents')
      const { ScriptedModel, assistantMessage, functionCall } = require('@openai/agents/testing')
      const call = functionCall('execute', { command: 'echo from cjs' }, { callId: '1' })
      const model = new ScriptedModel([[call], [assistantMessage('done')]])
      const agent = new Agent({ name: 'A', model, tools: createTools(new Session()) })
      new Runner({ tracingDisabled: true }).run(agent, 'go').then((result) => {
        for (const item of result.newItems) if (item.type === 'tool_call_output_item') console.log(JSON.parse(item.output).result.stdout)
      })`
    expect(await runNode(['-e', program], { cwd: root })).toMatchObject({ status: 0, stdout: 'from cjs\n\n' })
  })
})
