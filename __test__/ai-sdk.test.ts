/** One tools object in the `generateText` of `ai` 5, 6 and 7, with the mock models of each. */
import { Session } from 'mem-sandbox'
import { createTools } from 'mem-sandbox/ai-sdk'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { versions } from './support/ai-versions.js'
import type { AiCall, AiVersion } from './support/ai-versions.js'
import { root } from './support/programs.js'

/** One turn of calls on a session with the four tools. */
async function turn(version: AiVersion, calls: AiCall[]) {
  const session = new Session({ files: { 'a.txt': 'one\n' } })
  return { session, ...(await version.play([calls], { tools: createTools(session) })) }
}

describe.each(versions)('$name', (version) => {
  test('runs each tool and hands the model JSON', async () => {
    const { session, result, prompts } = await turn(version, [
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
    const { prompts } = await turn(version, [])
    const tools = prompts[0]!.tools!
    expect(tools.map(({ name }) => name)).toEqual(['execute', 'read_file', 'write_file', 'apply_patch'])
    for (const { inputSchema } of tools) expect(inputSchema.required).toEqual(Object.keys(inputSchema.properties))
  })

  test('a failure is a marked answer, not a throw', async () => {
    const { prompts } = await turn(version, [
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
