/** What OpenAI's APIs are sent: the SDK's own models against a server that stands for the API. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Session } from 'mem-sandbox'
import {
  MemSandboxClient,
  SessionEditor,
  SessionShell,
  createTools,
  memSandboxCapability,
} from 'mem-sandbox/openai-agents'
import { Agent, OpenAIProvider, Runner, applyPatchTool, shellTool } from '@openai/agents'
import { Manifest, SandboxAgent } from '@openai/agents/sandbox'
import { describe, expect, test } from 'vitest'
import type { AnyAgent } from './support/agents.js'

// What is sent is looked at by its own words.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

const USAGE = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }

const response = (output: Json[]) => ({ id: 'r', object: 'response', status: 'completed', output, usage: USAGE })

const said = (text: string) => ({
  type: 'message',
  id: 'm',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

const completion = (message: Json) => ({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, ...message } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

/** Runs an agent on an API that gives these answers; what it was sent comes back. */
async function sent(agent: AnyAgent, answers: Json[], { useResponses = true, sandbox = undefined as Json } = {}) {
  const requests: Json[] = []
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      requests.push(JSON.parse(Buffer.concat(pieces).toString()))
      reply.setHeader('content-type', 'application/json')
      reply.end(JSON.stringify(answers[requests.length - 1]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, useResponses })
    const runner = new Runner({ tracingDisabled: true, modelProvider, model: 'gpt-5' })
    await runner.run(agent, 'go', sandbox && { sandbox })
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return requests
}

describe('Responses', () => {
  test('the four tools: strict schemas, and answers by call', async () => {
    const agent = new Agent({ name: 'Four', tools: createTools(new Session()) })
    const call = { type: 'function_call', id: 'f', call_id: 'c', name: 'execute', status: 'completed' }
    const input = { command: 'echo hi; exit 3', timeout_seconds: null, max_output_bytes: null }
    const [first, second] = await sent(agent, [
      response([{ ...call, arguments: JSON.stringify(input) }]),
      response([said('done')]),
    ])
    expect(first.tools.map(({ type, name, strict }: Json) => [type, name, strict])).toEqual([
      ['function', 'execute', true],
      ['function', 'read_file', true],
      ['function', 'write_file', true],
      ['function', 'apply_patch', true],
    ])
    const output = second.input.find(({ type }: Json) => type === 'function_call_output')
    expect(output.call_id).toBe('c')
    expect(JSON.parse(output.output).result).toMatchObject({ exit_code: 3, stdout: 'hi\n' })
  })

  test('shell: an exit code for each command, the length echoed', async () => {
    const session = new Session({ limits: { wallMs: 50 } })
    const agent = new Agent({ name: 'Shell', tools: [shellTool({ shell: new SessionShell(session) })] })
    const commands = ['echo hi', 'cat missing', 'while :; do :; done', 'if']
    const action = { commands, timeout_ms: 60_000, max_output_length: 200 }
    const [first, second] = await sent(agent, [
      response([{ type: 'shell_call', id: 's', call_id: 'c', status: 'completed', action }]),
      response([said('done')]),
    ])
    expect(first.tools).toMatchObject([{ type: 'shell' }])
    expect(second.input.find(({ type }: Json) => type === 'shell_call_output')).toMatchObject({
      call_id: 'c',
      max_output_length: 200,
      output: [
        { stdout: 'hi\n', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
        { stdout: '', stderr: expect.stringContaining('No such file'), outcome: { type: 'exit', exit_code: 1 } },
        { stdout: '', stderr: '', outcome: { type: 'timeout' } },
        { stdout: '', stderr: expect.stringContaining('syntax error'), outcome: { type: 'exit', exit_code: 2 } },
      ],
    })
  })

  test('apply_patch: completed and failed, with move_to', async () => {
    const session = new Session({ files: { f: 'a\n' } })
    const agent = new Agent({ name: 'Edits', tools: [applyPatchTool({ editor: new SessionEditor(session) })] })
    const call = (call_id: string, operation: Json) => ({
      type: 'apply_patch_call',
      id: call_id,
      call_id,
      status: 'completed',
      operation,
    })
    const [first, second] = await sent(agent, [
      response([
        call('1', { type: 'update_file', path: 'f', diff: '@@\n-a\n+b\n', move_to: 'd/g' }),
        call('2', { type: 'update_file', path: 'd/g', diff: '@@\n-zzz\n+b\n' }),
      ]),
      response([said('done')]),
    ])
    expect(first.tools).toMatchObject([{ type: 'apply_patch' }])
    const outputs = second.input.filter(({ type }: Json) => type === 'apply_patch_call_output')
    expect(outputs).toMatchObject([
      { call_id: '1', status: 'completed' },
      { call_id: '2', status: 'failed', output: expect.stringContaining('d/g') },
    ])
    expect(session.readFile('d/g')).toBe('b\n')
  })

  test('the prompt and tools of memSandboxCapability, and nothing that only OpenAI knows', async () => {
    const agent = new SandboxAgent({ name: 'Four', capabilities: [memSandboxCapability()] })
    const [first] = await sent(agent, [response([said('done')])], { sandbox: { client: new MemSandboxClient() } })
    expect(first.tools).toHaveLength(4)
    expect(first.instructions).toContain('You have a sandbox')
    expect(first.context_management).toBeUndefined()
  })
})

describe('Chat Completions', () => {
  const toolCalls = (...calls: Array<[name: string, input: Json]>) =>
    completion({
      tool_calls: calls.map(([name, input], index) => ({
        id: `${name}-${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    })

  test('the four tools', async () => {
    const session = new Session({ files: { f: 'a\n' } })
    const patch = '*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch\n'
    const calls = toolCalls(['apply_patch', { patch, expected_hashes: null }], ['execute', { command: 'cat f' }])
    const agent = new Agent({ name: 'Four', tools: createTools(session) })
    const requests = await sent(agent, [calls, completion({ content: 'done' })], { useResponses: false })
    const results = requests[1].messages.filter(({ role }: Json) => role === 'tool')
    expect(JSON.parse(results[1].content).result.stdout).toBe('b\n')
  })

  test('the SDK’s own capabilities: patches in an envelope, images as text', async () => {
    const png = new Uint8Array(Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64'))
    const manifest = new Manifest({
      entries: { f: { type: 'file', content: 'a\n' }, i: { type: 'file', content: png } },
    })
    const agent = new SandboxAgent({ name: 'Default', defaultManifest: manifest })
    const patch = '*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** Add File: g\n+new\n*** End Patch'
    const exec = { cmd: 'cat f g', login: true, tty: false, yield_time_ms: 1_000, workdir: null, shell: null }
    const answers = [
      toolCalls(['apply_patch', { patch }], ['view_image', { path: 'i' }]),
      toolCalls(['exec_command', { ...exec, max_output_tokens: null }]),
      completion({ content: 'done' }),
    ]
    const requests = await sent(agent, answers, { useResponses: false, sandbox: { client: new MemSandboxClient() } })
    const results = requests[2].messages.filter(({ role }: Json) => role === 'tool').map(({ content }: Json) => content)
    expect(results[0]).toMatch(/f[\s\S]*g/)
    expect(results[1]).toBe(`data:image/png;base64,${Buffer.from(png).toString('base64')}`)
    expect(results[2]).toMatch(/Output:\nb\nnew\n?$/)
  })
})
