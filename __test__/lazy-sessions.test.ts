/** Tools that are there before their session: it is opened by the first call, once, for all that share its function. */
import { Session } from 'mem-sandbox'
import { createTools as aiTools } from 'mem-sandbox/ai-sdk'
import { createTools as agentTools } from 'mem-sandbox/openai-agents'
import {
  applyPatchTool,
  coreTools,
  createTools,
  executeTool,
  memorySchema,
  openSession,
  readFileTool,
  systemPrompt,
  textEditorSchema,
  writeFileTool,
} from 'mem-sandbox/tools'
import type { Tool, ToolAnswer } from 'mem-sandbox/tools'
import { Agent, RunContext, Runner } from '@openai/agents'
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectInvalidArgument } from './support/errors.js'

/** A function that opens a session, and how often it was called. */
function opener(make: () => Session | Promise<Session> = () => new Session()) {
  const calls = { count: 0 }
  const open = () => {
    calls.count += 1
    return make()
  }
  return { calls, open }
}

function result<T>(answer: ToolAnswer<T>): T {
  if (!answer.ok) throw new Error(`the tool failed: ${JSON.stringify(answer.error)}`)
  return answer.result
}

describe('one creator for each tool', () => {
  test('makes the same tool as the set', () => {
    const session = new Session()
    const options = { timeoutSeconds: 5, outputBytes: 100 }
    const set = createTools(session, options)
    const single: Record<string, Tool> = {
      execute: executeTool(session, options),
      read_file: readFileTool(session, options),
      write_file: writeFileTool(session, options),
      apply_patch: applyPatchTool(session, options),
    }
    for (const [name, tool] of Object.entries(set)) {
      expect({ ...single[name], run: undefined }).toEqual({ ...tool, run: undefined })
    }
    expect(coreTools).toBe(createTools)
  })

  test('and their calls keep their order, whichever set they are of', async () => {
    const session = new Session()
    const [, read] = await Promise.all([
      executeTool(session).run({ command: 'sleep 1; echo 1 > f' }),
      readFileTool(session).run({ path: 'f' }),
    ])
    expect(result(read)).toMatchObject({ content: '1', metadata: { operation_id: 'op-2' } })
  })

  test('checks the host’s options and the session at once', async () => {
    await expectInvalidArgument(() => executeTool(new Session(), { timeoutSeconds: 31 }), /timeoutSeconds/)
    await expectInvalidArgument(() => executeTool(undefined as never), /session must be a Session, or a function/)
    await expectInvalidArgument(() => coreTools('session' as never), /session must be a Session, or a function/)
  })
})

describe('a function in place of the session', () => {
  test('names, descriptions and schemas need no session', () => {
    const { calls, open } = opener()
    const later = coreTools(open)
    const now = coreTools(new Session())
    for (const [name, tool] of Object.entries(now)) {
      const lazy: Tool = later[name as keyof typeof later]
      expect(lazy.parameters).toEqual(tool.parameters)
      expect(lazy.description.length).toBeGreaterThan(80)
    }
    // Whether there is a network only the session can tell.
    expect(now.execute.description).toContain('no network')
    expect(later.execute.description).not.toContain('network')
    expect(calls.count).toBe(0)
  })

  test('is called once, however many tools and calls share it', async () => {
    const { calls, open } = opener(async () => new Session({ files: { 'a.txt': 'one\n' } }))
    const set = coreTools(open)
    const other = executeTool(open)
    const answers = await Promise.all([
      set.execute.run({ command: 'echo two >> a.txt' }),
      set.read_file.run({ path: 'a.txt' }),
      other.run({ command: 'wc -l < a.txt' }),
    ])
    expect(calls.count).toBe(1)
    expect(
      answers.map((answer) => result<{ metadata: { operation_id: string } }>(answer).metadata.operation_id),
    ).toEqual(['op-1', 'op-2', 'op-3'])
    expect(result(answers[1]!).content).toBe('one\ntwo')
    expect(result(answers[2]!).stdout).toBe('2\n')
  })

  test('that fails is an answer and not the model’s fault; the next call tries again', async () => {
    let broken = true
    const { calls, open } = opener(() => {
      if (broken) throw new Error('the store at db.internal is down')
      return new Session()
    })
    const heard: unknown[] = []
    const execute = executeTool(open, { onError: (error) => heard.push((error as Error).cause) })
    const failed = await execute.run({ command: 'true' })
    expect(failed).toEqual({
      ok: false,
      error: {
        category: 'internal',
        code: 'SANDBOX_STARTUP_FAILED',
        message: 'the session could not be opened',
        correctable: false,
        retryable: false,
        operation_id: 'op-0',
      },
    })
    expect(heard).toEqual([new Error('the store at db.internal is down')])
    broken = false
    expect(result(await execute.run({ command: 'true' })).exit_code).toBe(0)
    expect(calls.count).toBe(2)
  })

  test('that gives no session is told apart', async () => {
    const answer = await executeTool((() => 7) as never).run({ command: 'true' })
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'SANDBOX_STARTUP_FAILED', message: expect.stringContaining('gave no session') },
    })
  })

  test('works in both adapters', async () => {
    const { calls, open } = opener()
    const tools = aiTools(open)
    const answer = await tools.execute.execute({ command: 'echo from ai' }, { toolCallId: '1' })
    expect(result(answer).stdout).toBe('from ai\n')
    const [execute] = agentTools(open)
    const text = await execute!.invoke(new RunContext(), JSON.stringify({ command: 'echo from agents' }))
    expect(JSON.parse(text as string).result.stdout).toBe('from agents\n')
    expect(calls.count).toBe(1)
  })

  test('is asked by the Agents SDK whether its policy wants an approval', async () => {
    const { calls, open } = opener(
      () => new Session({ policy: { decide: ({ name }) => (name === 'rm' ? 'ask' : 'allow') } }),
    )
    const call = (command: string, callId: string) =>
      functionCall('execute', { command, timeout_seconds: null, max_output_bytes: null }, { callId })
    const model = new ScriptedModel([[call('touch f', '1')], [call('rm f', '2')], [assistantMessage('done')]])
    const agent = new Agent({ name: 'Lazy', model, tools: agentTools(open) })
    const runner = new Runner({ tracingDisabled: true })
    const stopped = await runner.run(agent, 'go')
    expect(stopped.interruptions).toHaveLength(1)
    stopped.state.approve(stopped.interruptions[0]!)
    expect((await runner.run(agent, stopped.state)).finalOutput).toBe('done')
    expect(calls.count).toBe(1)
    expect((await openSession(open)).list()).toEqual([])
  })

  test('has a system prompt, as a promise', async () => {
    const { calls, open } = opener()
    expect(await systemPrompt(open)).toBe(systemPrompt(new Session()))
    await executeTool(open).run({ command: 'true' })
    expect(calls.count).toBe(1)
  })
})

describe('files that functions have', () => {
  const files = { 'a.txt': async () => 'one\ntwo\n' }

  test('are fetched by read_file', async () => {
    const { read_file } = coreTools(new Session({ files }))
    const read = result(await read_file.run({ path: 'a.txt', start_line: 2 }))
    expect(read).toMatchObject({ content: 'two', total_lines: 2 })
  })

  test('and by a write_file that has to know the hash', async () => {
    const expected_hash = createHash('sha256').update('one\ntwo\n').digest('hex')
    const input = { path: 'a.txt', content: 'new\n', write_condition: 'content_hash_must_equal' }
    const write = () => coreTools(new Session({ files })).write_file
    expect(result(await write().run({ ...input, expected_hash }))).toMatchObject({
      changed: true,
      previous_hash: expected_hash,
    })
    const stale = await write().run({ ...input, expected_hash: '0'.repeat(64) })
    expect(stale).toMatchObject({ ok: false, error: { code: 'STALE_CONTENT' } })
  })

  test('and by a patch over several of them', async () => {
    const session = new Session({ files: { ...files, 'b.txt': async () => 'b\n', 'c.txt': 'c\n' } })
    const update = (path: string, from: string, to: string) => `*** Update File: ${path}\n@@\n-${from}\n+${to}\n`
    const patch = `*** Begin Patch\n${update('a.txt', 'two', '2')}${update('b.txt', 'b', 'B')}*** End Patch\n`
    const answer = result(await coreTools(session).apply_patch.run({ patch }))
    expect(answer.files.map(({ path }) => path)).toEqual(['/workspace/a.txt', '/workspace/b.txt'])
    expect(session.readFile('a.txt')).toBe('one\n2\n')
  })

  test('that fail are an I/O error', async () => {
    const broken = () => {
      throw new Error('no such object in the bucket')
    }
    const { read_file } = coreTools(new Session({ files: { 'a.txt': broken } }))
    expect(await read_file.run({ path: 'a.txt' })).toMatchObject({ ok: false, error: { code: 'EIO' } })
  })
})

test('the schemas of the text editor and of the memory tool are fit for strict mode', () => {
  for (const schema of [textEditorSchema, memorySchema]) {
    expect(schema.required).toEqual(Object.keys(schema.properties))
    expect(schema.additionalProperties).toBe(false)
  }
})
