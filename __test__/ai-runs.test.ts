/** Whole runs of `ai` 5, 6 and 7 on one session: edits, failures, long outputs, aborts, approvals, calls in one turn. */
import { Session } from 'mem-sandbox'
import { aiTool, createTools } from 'mem-sandbox/ai-sdk'
import { executeTool } from 'mem-sandbox/tools'
import { describe, expect, test } from 'vitest'
import { answersIn, versions } from './support/ai-versions.js'

interface Answer {
  ok: boolean
  result: Record<string, unknown>
  error: { code: string; message: string }
}
const values = (prompted: Parameters<typeof answersIn>[0]) => answersIn(prompted).map(({ value }) => value as Answer)

describe.each(versions)('$name', ({ play, stream }) => {
  test('a run with edits', async () => {
    const session = new Session({ files: { 'app.conf': 'name=demo\ncache=false\n' } })
    const patch = '--- a/app.conf\n+++ b/app.conf\n@@ -1,2 +1,2 @@\n name=demo\n-cache=false\n+cache=true\n'
    const { result, prompts } = await play(
      [
        [{ toolName: 'read_file', input: { path: 'app.conf' } }],
        [{ toolName: 'apply_patch', input: { patch: patch.replace('-cache=false', '-cache=no') } }],
        [{ toolName: 'apply_patch', input: { patch } }],
        [{ toolName: 'execute', input: { command: 'grep -c true app.conf' } }],
      ],
      { tools: createTools(session) },
    )
    expect(result.text).toBe('done')
    expect(values(prompts[1])[0]!.result['content']).toBe('name=demo\ncache=false')
    // The model's first try did not fit, and it was told where.
    expect(answersIn(prompts[2])[0]!.type).toBe('error-json')
    expect(values(prompts[2])[0]!.error).toMatchObject({ code: 'PATCH_CONTEXT_MISMATCH' })
    expect(values(prompts[2])[0]!.error.message).toContain('cache=false')
    expect(values(prompts[4])[0]!.result['stdout']).toBe('1\n')
    expect(session.readFile('app.conf')).toBe('name=demo\ncache=true\n')
  })

  test('a failing command is a result', async () => {
    const { prompts } = await play([[{ toolName: 'execute', input: { command: 'cat missing; exit 4' } }]], {
      tools: createTools(new Session()),
    })
    expect(answersIn(prompts[1])[0]!.type).toBe('json')
    expect(values(prompts[1])[0]!.result).toMatchObject({
      exit_code: 4,
      failure_code: null,
      stderr: 'cat: missing: No such file or directory\n',
    })
  })

  test('a long output is cut and says where the whole is', async () => {
    const session = new Session()
    const { prompts } = await play(
      [
        [{ toolName: 'execute', input: { command: 'seq 1 20000', max_output_bytes: 1_000 } }],
        [{ toolName: 'execute', input: { command: "sed -n '10001p' /tmp/output/1.stdout" } }],
      ],
      { tools: createTools(session) },
    )
    const cut = values(prompts[1])[0]!.result
    expect(cut).toMatchObject({
      stdout_truncated: true,
      stdout_original_bytes: 108_894,
      stdout_path: '/tmp/output/1.stdout',
    })
    expect((cut['stdout'] as string).length).toBeLessThan(1_300)
    expect(values(prompts[2])[0]!.result['stdout']).toBe('10001\n')
  })

  test('an abort stops the command that runs', async () => {
    const session = new Session()
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 50)
    const started = performance.now()
    const run = play([[{ toolName: 'execute', input: { command: 'echo begun > f; while :; do :; done' } }]], {
      tools: createTools(session),
      abortSignal: controller.signal,
    })
    await run.catch((error: Error) => expect(error.message).toMatch(/enough|abort/))
    while (session.busy) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(performance.now() - started).toBeLessThan(5_000)
    expect((await session.execute('cat f')).stdout).toBe('begun\n')
  })

  test('two calls in one turn keep their order', async () => {
    const session = new Session()
    const { prompts } = await play(
      [
        [
          { toolName: 'execute', input: { command: 'sleep 2; echo one > f' } },
          { toolName: 'execute', input: { command: 'echo two >> f; cat f' } },
        ],
      ],
      { tools: createTools(session) },
    )
    expect(values(prompts[1])[1]!.result['stdout']).toBe('one\ntwo\n')
  })

  test('a stream has the same answers', async () => {
    const session = new Session({ files: { 'a.txt': 'one\n' } })
    const turns = [
      [
        { toolName: 'execute', input: { command: 'tr a-z A-Z < a.txt | tee b.txt' } },
        { toolName: 'read_file', input: { path: 'b.txt' } },
      ],
    ]
    const { parts, prompts } = await stream(turns, { tools: createTools(session) })
    const outputs = parts.flatMap(({ type, output }) => (type === 'tool-result' ? [output as Answer] : []))
    expect(outputs.map(({ result }) => result['stdout'] ?? result['content'])).toEqual(['ONE\n', 'ONE'])
    expect(parts.filter(({ type }) => type === 'error')).toEqual([])
    expect(values(prompts[1])).toEqual(outputs)
  })

  test('a single tool, of a session that is opened by its first call', async () => {
    let opened = 0
    const open = async () => {
      opened += 1
      return new Session({ files: { 'a.txt': 'one\n' } })
    }
    const tools = { run: aiTool(executeTool(open)) }
    const { prompts } = await play(
      [
        [{ toolName: 'run', input: { command: 'cat a.txt' } }],
        [{ toolName: 'run', input: { command: 'wc -c < a.txt' } }],
      ],
      { tools },
    )
    expect(values(prompts[1])[0]!.result['stdout']).toBe('one\n')
    expect(values(prompts[2])[0]!.result['stdout']).toBe('4\n')
    expect(opened).toBe(1)
  })
})

/** There are none in version 5. */
describe.each(versions.filter(({ major }) => major > 5))('approvals in $name', ({ major, play }) => {
  test('come before the call', async () => {
    const session = new Session()
    const tools = createTools(session)
    const asking =
      major === 6
        ? { tools: { ...tools, execute: { ...tools.execute, needsApproval: true } } }
        : { tools, toolApproval: { execute: 'user-approval' } }
    const turn = [{ toolName: 'execute', input: { command: 'touch approved' } }]
    const { result } = await play([turn], asking)
    const request = result.content.find(({ type }) => type === 'tool-approval-request') as unknown as {
      approvalId: string
    }
    expect(request).toBeDefined()
    expect(session.list()).toEqual([])

    const answered = (approved: boolean) => [
      { role: 'user', content: 'go' },
      ...result.response.messages,
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: request.approvalId, approved }] },
    ]
    await play([], { ...asking, messages: answered(false) })
    expect(session.list()).toEqual([])
    await play([], { ...asking, messages: answered(true) })
    expect(session.list().map(({ name }) => name)).toEqual(['approved'])
  })
})
