/** One tools object in the `generateText` of `ai` 5, 6 and 7, with the mock models of each. */
import { Session } from 'mem-sandbox'
import { createTools } from 'mem-sandbox/ai-sdk'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as ai5 from 'ai-v5'
import * as ai5Test from 'ai-v5/test'
import * as ai6 from 'ai'
import * as ai6Test from 'ai/test'
import * as ai7 from 'ai-v7'
import * as ai7Test from 'ai-v7/test'
import { describe, expect, test } from 'vitest'
import { root } from './support/programs.js'

interface Call {
  toolName: string
  input: unknown
}
interface Prompted {
  tools?: Array<{ name: string; inputSchema: { required: string[]; properties: object } }>
  prompt: Array<{ role: string; content: unknown }>
}

const usageV5 = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }

/** For each version: a model that asks for `calls` and then ends, and a run of it with `tools`. */
const versions = {
  'ai 5': (calls: Call[]) =>
    run(
      ai5,
      (steps) => new ai5Test.MockLanguageModelV2({ doGenerate: steps('tool-calls', 'stop', usageV5) as never }),
      calls,
    ),
  'ai 6': (calls: Call[]) =>
    run(
      ai6,
      (steps) =>
        new ai6Test.MockLanguageModelV3({
          doGenerate: steps({ unified: 'tool-calls' }, { unified: 'stop' }, usage) as never,
        }),
      calls,
    ),
  'ai 7': (calls: Call[]) =>
    run(
      ai7,
      (steps) =>
        new ai7Test.MockLanguageModelV4({
          doGenerate: steps({ unified: 'tool-calls' }, { unified: 'stop' }, usage) as never,
        }),
      calls,
    ),
}

type Steps = (toolCalls: unknown, stop: unknown, usage: unknown) => (options: Prompted) => Promise<unknown>

async function run(
  ai: { generateText: unknown; stepCountIs?: unknown; isStepCount?: unknown },
  makeModel: (steps: Steps) => unknown,
  calls: Call[],
) {
  const prompts: Prompted[] = []
  const steps: Steps = (toolCalls, stop, tokens) => async (options) => {
    prompts.push(options)
    const asks = prompts.length === 1
    return {
      finishReason: asks ? toolCalls : stop,
      usage: tokens,
      warnings: [],
      content: asks
        ? calls.map(({ toolName, input }, index) => ({
            type: 'tool-call',
            toolCallId: `call-${index + 1}`,
            toolName,
            input: typeof input === 'string' ? input : JSON.stringify(input),
          }))
        : [{ type: 'text', text: 'done' }],
    }
  }
  const session = new Session({ files: { 'a.txt': 'one\n' } })
  const generateText = ai.generateText as (
    options: object,
  ) => Promise<{ text: string; steps: Array<{ toolResults: Array<{ output: unknown }> }> }>
  const stop = (ai.stepCountIs ?? ai.isStepCount) as (count: number) => unknown
  const result = await generateText({
    model: makeModel(steps),
    tools: createTools(session),
    stopWhen: stop(3),
    prompt: 'go',
  })
  return { session, result, prompts }
}

describe.each(Object.entries(versions))('%s', (_name, play) => {
  test('runs each tool and hands the model JSON', async () => {
    const { session, result, prompts } = await play([
      { toolName: 'write_file', input: { path: 'b.txt', content: 'two\n', write_condition: 'path_must_not_exist' } },
      { toolName: 'execute', input: { command: 'cat a.txt b.txt' } },
      {
        toolName: 'apply_patch',
        input: { patch: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n', expected_hashes: null },
      },
      { toolName: 'read_file', input: { path: 'a.txt' } },
    ])
    expect(result.text).toBe('done')
    const outputs = result.steps[0]!.toolResults.map(
      ({ output }) => output as { ok: boolean; result: Record<string, unknown> },
    )
    expect(outputs.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(outputs[1]!.result['stdout']).toBe('one\ntwo\n')
    expect(outputs[3]!.result['content']).toBe('ONE')
    expect(session.readFile('a.txt')).toBe('ONE\n')

    const answers = prompts[1]!.prompt.findLast(({ role }) => role === 'tool')!.content as Array<{
      output: { type: string; value: { ok: boolean } }
    }>
    expect(answers.map(({ output }) => [output.type, output.value.ok])).toEqual(fourTimesJson())
  })

  test('shows the model the schemas', async () => {
    const { prompts } = await play([])
    const tools = prompts[0]!.tools!
    expect(tools.map(({ name }) => name)).toEqual(['execute', 'read_file', 'write_file', 'apply_patch'])
    for (const { inputSchema } of tools) expect(inputSchema.required).toEqual(Object.keys(inputSchema.properties))
  })

  test('a failure is a marked answer, not a throw', async () => {
    const { prompts } = await play([
      { toolName: 'read_file', input: { path: 'missing' } },
      { toolName: 'execute', input: { command: 7 } },
    ])
    const answers = prompts[1]!.prompt.findLast(({ role }) => role === 'tool')!.content as Array<{
      output: { type: string; value: { error: { code: string; fields?: string[] } } }
    }>
    expect(answers.map(({ output }) => output.type)).toEqual(['error-json', 'error-json'])
    expect(answers[0]!.output.value.error.code).toBe('ENOENT')
    expect(answers[1]!.output.value.error).toMatchObject({ code: 'INVALID_TOOL_INPUT', fields: ['command'] })
  })
})

/** What four successful answers look like to the model. */
function fourTimesJson() {
  return Array.from({ length: 4 }, () => ['json', true])
}

describe('the adapter itself', () => {
  test('imports nothing from ai', () => {
    for (const file of ['dist/cjs/ai-sdk.js', 'dist/esm/ai-sdk.js', 'dist/esm/ai-sdk.d.ts']) {
      expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/(from|require\()\s*['"](ai|@ai-sdk)/)
    }
  })

  test('hands the abort signal on', async () => {
    const tools = createTools(new Session())
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 30)
    const answer = await tools.execute.execute(
      { command: 'while :; do :; done' },
      { toolCallId: '1', abortSignal: controller.signal },
    )
    expect(answer).toMatchObject({ ok: true, result: { exit_code: 130, failure_code: 'CANCELLED' } })
  })
})
