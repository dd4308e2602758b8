/** The tools that Anthropic and OpenAI define, run on a session through their real providers, with a `fetch` of our own. */
import { Session } from 'mem-sandbox'
import { aiSdk } from 'mem-sandbox/ai-sdk'
import type { AiSdkOptions } from 'mem-sandbox/ai-sdk'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs } from 'ai'
import { describe, expect, test } from 'vitest'
import { expectInvalidArgument } from './support/errors.js'

type Json = Record<string, unknown>

/** A `fetch` that gives one answer after another and keeps what it was sent. */
function scripted(answers: Json[]) {
  const requests: Json[] = []
  const fetch = async (_url: unknown, init?: { body?: unknown }) => {
    requests.push(JSON.parse(String(init?.body)) as Json)
    const answer = answers[requests.length - 1]
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  }
  return { fetch: fetch as typeof globalThis.fetch, requests }
}

/** Claude asks for these calls of a tool, one a turn; given are the contents of the results that it gets. */
async function claudeWith(
  name: string,
  tools: (provider: ReturnType<typeof createAnthropic>['tools']) => Json,
  inputs: Json[],
) {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = (content: Json[], stop_reason: string) => ({
    type: 'message',
    id: 'msg',
    role: 'assistant',
    model: 'claude',
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  })
  const { fetch, requests } = scripted([
    ...inputs.map((input, index) => message([{ type: 'tool_use', id: `toolu_${index}`, name, input }], 'tool_use')),
    message([{ type: 'text', text: 'done' }], 'end_turn'),
  ])
  const anthropic = createAnthropic({ apiKey: 'none', fetch })
  const { text } = await (generateText as (options: object) => Promise<{ text: string }>)({
    model: anthropic('claude-sonnet-4-5'),
    tools: tools(anthropic.tools),
    stopWhen: stepCountIs(inputs.length + 1),
    prompt: 'go',
  })
  expect(text).toBe('done')
  const messages = requests.at(-1)!['messages'] as Array<{ content: Json[] }>
  const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'))
  return { requests, results: results.map(({ content, is_error }) => ({ content, is_error: is_error ?? false })) }
}

function claude(session: Session, inputs: Json[], options?: AiSdkOptions) {
  const { bash, bashInputSchema } = aiSdk(session, options).anthropic
  const tools = (provider: ReturnType<typeof createAnthropic>['tools']) => ({
    bash: { ...provider.bash_20250124({ execute: bash }), inputSchema: bashInputSchema },
  })
  return claudeWith('bash', tools, inputs)
}

const texts = (results: Array<{ content: unknown }>) => results.map(({ content }) => content)

describe('anthropic.bash', () => {
  test('is one shell that stays, until it is restarted; the files stay then too', async () => {
    const session = new Session()
    const { requests, results } = await claude(session, [
      { command: 'x=kept; mkdir d; cd d; echo one > f' },
      { command: 'echo $x; pwd' },
      { restart: true },
      { command: 'echo "[$x]"; pwd; cat d/f' },
    ])
    expect(requests[0]!['tools']).toEqual([{ type: 'bash_20250124', name: 'bash' }])
    expect(texts(results)).toEqual([
      '',
      'kept\n/workspace/d',
      'The shell was started anew. The files are as they were.',
      '[]\n/workspace\none',
    ])
  })

  test('shows both streams in their order, without escapes, and the status where it is not 0', async () => {
    const { results } = await claude(new Session(), [
      { command: 'echo 1; echo 2 >&2; echo 3; exit 5' },
      { command: `printf '\\e[31mred\\e[0m\\n\\n\\n'` },
      { command: 'false' },
    ])
    expect(results).toEqual([
      { content: '1\n2\n3\n[exit code 5]', is_error: false },
      { content: 'red', is_error: false },
      { content: '[exit code 1]', is_error: false },
    ])
  })

  test('throws where the host wants failures as errors', async () => {
    const { results } = await claude(
      new Session(),
      [{ command: 'cat missing' }, { command: 'exit 7' }, { command: 'echo fine' }, {}],
      { bashFailures: 'throw' },
    )
    expect(results).toEqual([
      { content: 'cat: missing: No such file or directory', is_error: true },
      { content: 'exit 7', is_error: true },
      { content: 'fine', is_error: false },
      { content: expect.stringContaining('command is required'), is_error: true },
    ])
  })

  test('keeps the end of a long output: 100 KiB', async () => {
    const { results } = await claude(new Session(), [{ command: 'seq 1 100000' }])
    const text = results[0]!.content as string
    expect(text).toMatch(
      /^\[truncated: \d+ of 588895 bytes shown; lines 1-\d+ of 100000 left out; full output in \/tmp\//,
    )
    expect(text.endsWith('\n99999\n100000')).toBe(true)
    expect(text.length).toBeGreaterThan(101_000)
    expect(text.length).toBeLessThan(102_900)
  })

  test('a command that runs too long is stopped and says why', async () => {
    const session = new Session()
    const { results } = await claude(session, [{ command: 'echo begun; while :; do :; done' }], { timeoutSeconds: 1 })
    expect(results[0]!.content).toMatch(/^begun\n\[stopped: .*wallMs = 1000.*\]\n\[exit code 124\]$/)
  })

  test('what is no call is told', async () => {
    const { bash } = aiSdk(new Session()).anthropic
    expect(await bash({ command: 7 } as never)).toMatch(/^error: command must be a string/)
    expect(await bash(undefined as never)).toMatch(/^error: input must be an object/)
    expect(await bash({ command: 'a\0b' })).toBe('error: command must not contain NUL characters')
    expect(await bash({ command: 'pwd', more: 1 } as never)).toBe('/workspace')
    expect(await bash({ command: 'pwd', restart: true })).toBe('/workspace')
  })

  test('hands the abort on, and is over at once where it came before', async () => {
    const { bash } = aiSdk(new Session()).anthropic
    const running = await bash({ command: 'echo a; while :; do :; done' }, { abortSignal: AbortSignal.timeout(50) })
    expect(running).toMatch(/^a\n\[stopped: .*\n\[exit code 130\]$/)
    const late = await bash({ command: 'echo a' }, { abortSignal: AbortSignal.abort() })
    expect(late).toBe('error: the call was cancelled before it ran')
  })

  test('a failure of the host is the host’s to know', async () => {
    const heard: unknown[] = []
    const open = () => Promise.reject(new Error('secret place'))
    const { bash } = aiSdk(open, { onError: (error, call) => heard.push([(error as Error).cause, call]) }).anthropic
    expect(await bash({ command: 'true' })).toBe('error: the session could not be opened')
    expect(heard).toEqual([[new Error('secret place'), { tool: 'bash' }]])
  })
})

describe('anthropic.textEditor', () => {
  const edits = (session: Session, inputs: Json[], options?: AiSdkOptions) =>
    claudeWith(
      'str_replace_based_edit_tool',
      (tools) => ({
        str_replace_based_edit_tool: tools.textEditor_20250728({
          execute: aiSdk(session, options).anthropic.textEditor,
        }),
      }),
      inputs,
    )

  test('views, replaces, inserts and creates, on the wire', async () => {
    const session = new Session({ files: { 'a.txt': 'one\ntwo\n' } })
    const { requests, results } = await edits(session, [
      { command: 'view', path: '/workspace/a.txt' },
      { command: 'str_replace', path: '/workspace/a.txt', old_str: 'two', new_str: 'TWO' },
      { command: 'insert', path: '/workspace/a.txt', insert_line: 0, insert_text: 'zero\n' },
      { command: 'create', path: '/workspace/d/b.txt', file_text: 'b\n' },
    ])
    expect(requests[0]!['tools']).toEqual([{ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' }])
    expect(results[0]!.content).toBe('     1\tone\n     2\ttwo\n')
    expect(results[1]!.content).toContain('     2\tTWO\n')
    expect(session.readFile('a.txt')).toBe('zero\none\nTWO\n')
    expect(session.readFile('d/b.txt')).toBe('b\n')
  })

  test('says what does not fit', async () => {
    const session = new Session({ files: { 'a.txt': 'x\nx\n' } })
    const before = session.contentHash
    const { results } = await edits(session, [
      { command: 'str_replace', path: 'a.txt', old_str: 'x', new_str: 'y' },
      { command: 'str_replace', path: 'a.txt', old_str: 'nothing', new_str: 'y' },
      { command: 'view', path: 'missing' },
    ])
    expect(results[0]!.content).toMatch(/^Error: No replacement was performed.*lines.* 1, 2/s)
    expect(results[1]!.content).toMatch(/^Error: No replacement was performed.*did not appear verbatim in a\.txt/s)
    expect(results[2]!.content).toMatch(/^Error: .*missing/)
    expect(session.contentHash).toBe(before)
  })

  test('takes a lone command that the provider’s schema lets through, shows less, and fetches files', async () => {
    const session = new Session({ files: { 'far.txt': async () => 'from afar\n', 'long.txt': 'line\n'.repeat(1_000) } })
    const { textEditor } = aiSdk(session, { maxCharacters: 50 }).anthropic
    expect(await textEditor({ command: 'view', path: 'far.txt' })).toContain('from afar')
    expect((await textEditor({ command: 'view', path: 'long.txt' })).length).toBeLessThan(300)
    expect(await textEditor({ command: 'fly', path: 'a' } as never)).toMatch(/^Error: command must be one of/)
    expect(await textEditor({ command: 'view', path: 'far.txt' }, { abortSignal: AbortSignal.abort() })).toBe(
      'Error: the call was cancelled before it ran',
    )
  })
})

describe('anthropic.memory', () => {
  test('keeps what it is told below /memories, on the wire, and nothing else', async () => {
    const session = new Session({ files: { 'a.txt': 'secret\n' } })
    const { requests, results } = await claudeWith(
      'memory',
      (tools) => ({ memory: tools.memory_20250818({ execute: aiSdk(session).anthropic.memory }) }),
      [
        { command: 'create', path: '/memories/notes.md', file_text: 'likes tea\n' },
        { command: 'str_replace', path: '/memories/notes.md', old_str: 'tea', new_str: 'coffee' },
        { command: 'rename', old_path: '/memories/notes.md', new_path: '/memories/likes.md' },
        { command: 'view', path: '/memories' },
        { command: 'view', path: '/memories/../workspace/a.txt' },
      ],
    )
    expect(requests[0]!['tools']).toEqual([{ type: 'memory_20250818', name: 'memory' }])
    expect(results[0]!.content).toBe('File created successfully at: /memories/notes.md')
    expect(results[2]!.content).toBe('Successfully renamed /memories/notes.md to /memories/likes.md')
    expect(results[3]!.content).toMatch(/^Here're the files .*\n.*\/memories\n.*\/memories\/likes\.md\n?$/)
    expect(results[4]!.content).toMatch(/^Error: /)
    expect(results[4]!.content).not.toContain('secret')
    expect(session.readFile('/memories/likes.md')).toBe('likes coffee\n')
  })
})

/** GPT asks for these calls in one turn; given is what it gets. */
async function gpt(tools: (openai: ReturnType<typeof createOpenAI>) => Json, calls: Json[]) {
  const response = (output: Json[]) => ({
    id: 'resp',
    created_at: 0,
    model: 'gpt',
    output,
    usage: { input_tokens: 1, output_tokens: 1 },
  })
  const done = { type: 'output_text', text: 'done', annotations: [] }
  const { fetch, requests } = scripted([
    response(
      calls.map((call, index) => ({ id: `item_${index}`, call_id: `call_${index}`, status: 'completed', ...call })),
    ),
    response([{ type: 'message', id: 'msg', role: 'assistant', content: [done] }]),
  ])
  const openai = createOpenAI({ apiKey: 'none', fetch })
  const { text } = await (generateText as (options: object) => Promise<{ text: string }>)({
    model: openai.responses('gpt-5.1'),
    tools: tools(openai),
    stopWhen: stepCountIs(3),
    prompt: 'go',
  })
  expect(text).toBe('done')
  const input = requests[1]!['input'] as Json[]
  return { requests, outputs: input.filter(({ type }) => String(type).endsWith('_call_output')) }
}

describe('openai.shell', () => {
  const tools = (session: Session, options?: AiSdkOptions) => (openai: ReturnType<typeof createOpenAI>) => ({
    shell: openai.tools.shell({ execute: aiSdk(session, options).openai.shell }),
  })

  test('runs the commands in order, on the wire', async () => {
    const session = new Session()
    const { requests, outputs } = await gpt(tools(session), [
      { type: 'shell_call', action: { commands: ['mkdir d; cd d', 'pwd; echo oops >&2; exit 3'] } },
      { type: 'shell_call', action: { commands: ['pwd'] } },
    ])
    expect(requests[0]!['tools']).toMatchObject([{ type: 'shell' }])
    expect(outputs.map(({ output }) => output)).toEqual([
      [
        { stdout: '', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
        { stdout: '/workspace/d\n', stderr: 'oops\n', outcome: { type: 'exit', exit_code: 3 } },
      ],
      [{ stdout: '/workspace/d\n', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    ])
  })

  test('a timeout is an outcome, and the others still run', async () => {
    const { shell } = aiSdk(new Session()).openai
    const { output } = await shell({ action: { commands: ['echo a; while :; do :; done', 'echo b'], timeoutMs: 100 } })
    expect(output).toMatchObject([
      { stdout: 'a\n', outcome: { type: 'timeout' } },
      { stdout: 'b\n', stderr: '', outcome: { type: 'exit', exitCode: 0 } },
    ])
  })

  test('the two streams of a command share what the model wants to see', async () => {
    const { shell } = aiSdk(new Session()).openai
    const { output } = await shell({
      action: {
        commands: ['seq 1 5000; seq 1 5000 >&2', 'seq 1 5000; echo e >&2', 'echo short'],
        maxOutputLength: 1_000,
      },
    })
    for (const { stdout, stderr } of output) expect(stdout.length + stderr.length).toBeLessThanOrEqual(1_000)
    expect(output[0]!.stdout).toMatch(/^1\n2\n[\s\S]*5000\n$/)
    expect(output[1]!.stderr).toBe('e\n')
    expect(output[1]!.stdout.length).toBeGreaterThan(600)
    expect(output[2]).toMatchObject({ stdout: 'short\n' })
  })

  test('an abort stops the command and those behind it', async () => {
    const session = new Session()
    const { shell } = aiSdk(session).openai
    const commands = ['while :; do :; done', 'touch never']
    const { output } = await shell({ action: { commands } }, { abortSignal: AbortSignal.timeout(50) })
    expect(output.map(({ outcome }) => outcome)).toEqual([
      { type: 'exit', exitCode: 130 },
      { type: 'exit', exitCode: 130 },
    ])
    expect(session.list()).toEqual([])
  })

  test('always has a number as status', async () => {
    const session = new Session()
    session.close()
    for (const action of [{ commands: ['true'] }, { commands: 'true' }, undefined]) {
      const { output } = await aiSdk(session).openai.shell({ action: action as never })
      expect(output).toHaveLength(1)
      expect(output[0]!.stderr).not.toBe('')
      expect(output[0]!.outcome).toEqual({ type: 'exit', exitCode: expect.any(Number) })
      expect(output[0]!.outcome).not.toMatchObject({ exitCode: 0 })
    }
  })
})

describe('openai.applyPatch', () => {
  const operations = (session: Session, calls: Json[]) =>
    gpt(
      (openai) => ({ apply_patch: openai.tools.applyPatch({ execute: aiSdk(session).openai.applyPatch }) }),
      calls.map((operation) => ({ type: 'apply_patch_call', operation })),
    )

  test('creates, changes and deletes, on the wire', async () => {
    const session = new Session({ files: { 'a.txt': 'one\ntwo\nthree\n', 'old.txt': 'x\n' } })
    const { requests, outputs } = await operations(session, [
      { type: 'create_file', path: 'new/b.txt', diff: '+b1\n+b2\n' },
      { type: 'update_file', path: 'a.txt', diff: '@@\n one\n-two\n+TWO\n three\n' },
      { type: 'delete_file', path: 'old.txt' },
      { type: 'update_file', path: 'a.txt', diff: '@@\n-four\n+FOUR\n' },
    ])
    expect(requests[0]!['tools']).toEqual([{ type: 'apply_patch' }])
    expect(outputs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'failed'])
    expect(outputs[0]!['output']).toBe('Created new/b.txt')
    expect(outputs[3]!['output']).toContain('four')
    expect(session.readFile('a.txt')).toBe('one\nTWO\nthree\n')
    expect(session.readFile('new/b.txt')).toBe('b1\nb2')
    expect(session.list().map(({ name }) => name)).toEqual(['a.txt', 'new'])
  })

  test('a diff reaches no other file, and nothing that is there is created', async () => {
    const session = new Session({ files: { 'a.txt': 'one\n', 'b.txt': 'b\n', 'd/e.txt': 'e\n' } })
    const { applyPatch } = aiSdk(session).openai
    const perform = (operation: unknown) => applyPatch({ callId: '1', operation: operation as never })
    const before = session.contentHash
    const refused: Array<[unknown, RegExp]> = [
      [{ type: 'update_file', path: 'a.txt', diff: '-one\n+ONE\n*** Delete File: b.txt\n' }, /invalid patch at line 3/],
      [{ type: 'create_file', path: 'c\0', diff: '+c\n' }, /path must be one line/],
      [{ type: 'delete_file', path: 'd' }, /d is a folder; only files can be deleted/],
      [{ type: 'create_file', path: 'a.txt', diff: '+c\n' }, /is there already: change it with update_file/],
      [{ type: 'delete_file', path: 'missing' }, /no such file/i],
      [{ type: 'rename_file', path: 'a.txt' }, /operation.type must be one of/],
      [{ type: 'update_file', path: 'a.txt' }, /diff must be a string/],
      [undefined, /operation.type must be/],
    ]
    for (const [operation, message] of refused) {
      const answer = await perform(operation)
      expect(answer.status).toBe('failed')
      expect(answer.output).toMatch(message)
    }
    expect(session.contentHash).toBe(before)
    const moved = await perform({ type: 'update_file', path: 'a.txt', diff: '-one\n+ONE\n', moveTo: 'd/a.txt' })
    expect(moved).toEqual({ status: 'completed', output: 'Updated a.txt and moved it to d/a.txt' })
    expect(session.readFile('d/a.txt')).toBe('ONE\n')
    // As the SDKs' own `applyDiff`: what has no context goes to the top, and an anchor that is not there does not matter.
    await perform({ type: 'update_file', path: 'b.txt', diff: '@@ nowhere\n+a\n' })
    expect(session.readFile('b.txt')).toBe('a\nb\n')
  })
})

describe('openai.localShell', () => {
  test('runs a script in the session’s shell, and words as one command', async () => {
    const session = new Session()
    const exec = (command: string[], more: Json = {}) => ({
      type: 'local_shell_call',
      action: { type: 'exec', command, ...more },
    })
    const { outputs } = await gpt(
      (openai) => ({ local_shell: openai.tools.localShell({ execute: aiSdk(session).openai.localShell }) }),
      [
        exec(['bash', '-lc', 'x=1; cd /tmp; echo hi']),
        exec(['/bin/sh', '-c', 'echo $x; pwd; exit 2']),
        exec(['printf', '%s|', "it's", '$x', '*']),
        exec(['pwd'], { env: { A: '1' } }),
      ],
    )
    expect(outputs.map(({ output }) => output)).toEqual(['hi', '1\n/tmp\n[exit code 2]', "it's|$x|*|", '/tmp'])
  })

  test('minds the folder, the variables and the user', async () => {
    const session = new Session({ files: { 'd/f': 'x' } })
    const { localShell } = aiSdk(session).openai
    const run = async (more: object) =>
      (await localShell({ action: { command: ['bash', '-lc', 'echo $A; pwd'], ...more } })).output
    expect(await run({ workingDirectory: 'd', env: { A: '1' }, user: 'user', timeoutMs: 1_000 })).toBe(
      '1\n/workspace/d',
    )
    expect(await run({})).toBe('\n/workspace')
    expect(await run({ user: 'root' })).toBe('error: there is no user root here, only user')
    expect((await localShell({ action: { command: [] } })).output).toMatch(/at least one word/)
    expect((await localShell({ action: { command: 'ls' as never } })).output).toMatch(/command must be an array/)
    expect(await run({ env: { 'A B': '1' } })).toMatch(/^error: .*variable/)
  })
})

test('the options are checked at once', async () => {
  await expectInvalidArgument(() => aiSdk(new Session(), { bashFailures: 'ignore' as never }), /bashFailures/)
  await expectInvalidArgument(() => aiSdk(new Session(), { timeoutSeconds: 0 }), /timeoutSeconds/)
  await expectInvalidArgument(() => aiSdk(new Session(), { shell: true } as never), /has no option "shell"/)
  await expectInvalidArgument(() => aiSdk(7 as never), /session must be a Session/)
})
