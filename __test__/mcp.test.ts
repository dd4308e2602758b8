/** The server of the Model Context Protocol: by its lines, and with the clients that agents use. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Agent, MCPServerStdio, run, setTracingDisabled } from '@openai/agents'
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio'
import { Session, Snapshot, version } from 'mem-sandbox'
import { registerMcpTools, serveStdio } from 'mem-sandbox/mcp'
import { afterAll, describe, expect, test } from 'vitest'
import { parseOptions } from '../ts/cli-options.js'
import { commandLine, runNode } from './support/programs.js'

const folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-mcp-'))
afterAll(() => rmSync(folder, { recursive: true }))

// What an answer holds is looked at by the tests themselves.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = { id: unknown; result?: any; error?: { code: number; message: string; data?: unknown } }

const initialize = (protocolVersion: string, id: unknown = 'init') => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const request = (id: unknown, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params })
const execute = (id: unknown, command: string) => request(id, 'tools/call', { name: 'execute', arguments: { command } })

/** Serves in this process what the lines ask for, to the end. Objects go as JSON, text as it is. */
async function served(lines: Array<object | string | Uint8Array>, options: Parameters<typeof serveStdio>[0] = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  let text = ''
  output.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const done = serveStdio({ input, output, ...(options instanceof Session ? { session: options } : options) })
  for (const line of lines) {
    input.write(typeof line === 'string' || line instanceof Uint8Array ? line : JSON.stringify(line))
    input.write('\n')
  }
  input.end()
  await done
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer | Answer[])
}
const byId = (answers: Array<Answer | Answer[]>, id: unknown) => answers.flat().find((answer) => answer.id === id)

describe('the conversation', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('%s is spoken', async (asked) => {
    const [answer] = await served([initialize(asked)])
    expect(answer).toMatchObject({
      jsonrpc: '2.0',
      id: 'init',
      result: {
        protocolVersion: asked,
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'mem-sandbox', version: version() },
        instructions: expect.stringContaining('You have a sandbox'),
      },
    })
  })

  test.each(['2026-07-28', '2023-01-01', 'newest'])('for %s the newest is offered', async (asked) => {
    const [answer] = await served([initialize(asked)])
    expect(answer).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  })

  test('what a version does not have is not sent', async () => {
    const lines = [request(1, 'tools/list'), execute(2, 'true')]
    for (const [asked, annotations, titles] of [
      ['2024-11-05', false, false],
      ['2025-03-26', true, false],
      ['2025-06-18', true, true],
    ] as const) {
      const answers = await served([initialize(asked), ...lines])
      const { tools } = byId(answers, 1)!.result
      expect(tools).toHaveLength(4)
      expect('annotations' in tools[0]).toBe(annotations)
      expect('title' in tools[0]).toBe(titles)
      expect('structuredContent' in byId(answers, 2)!.result).toBe(titles)
    }
  })

  test('ping is answered, notifications and responses are not', async () => {
    const answers = await served([
      request(1, 'ping'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/unheard-of', params: {} },
      { jsonrpc: '2.0', id: 9, result: {} },
      { jsonrpc: '2.0', id: 9, error: { code: 1, message: '' } },
    ])
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  test('methods that are not offered are -32601', async () => {
    const methods = [
      'logging/setLevel',
      'prompts/list',
      'completion/complete',
      'resources/subscribe',
      'server/discover',
    ]
    const answers = await served(methods.map((method, index) => request(index, method, {})))
    expect(answers.map((answer) => (answer as Answer).error?.code)).toEqual(methods.map(() => -32601))
  })

  test('parameters that cannot be meant are -32602', async () => {
    const asked: Array<[string, object]> = [
      ['tools/call', { name: 'rm' }],
      ['tools/call', {}],
      ['tools/call', { name: 'execute', arguments: 'ls' }],
      ['tools/list', { cursor: 'x' }],
      ['resources/list', { cursor: 'x' }],
      ['resources/list', { cursor: 5 }],
      ['resources/read', {}],
      ['resources/read', { uri: 'https://example.com/a' }],
      ['resources/read', { uri: 'file:///workspace/%zz' }],
      ['resources/read', { uri: 'file:///workspace/a%00b' }],
      ['resources/read', { uri: 'file:///workspace' }],
      ['initialize', {}],
    ]
    const answers = await served(asked.map(([method, params], index) => request(index, method, params)))
    expect(asked.map((_, index) => byId(answers, index)?.error?.code)).toEqual(asked.map(() => -32602))
  })

  test('lines that are no messages', async () => {
    const answers = await served([
      'not json',
      '{"jsonrpc":"2.0",',
      Uint8Array.of(0x22, 0xff, 0x22),
      '',
      '   \r',
      '5',
      '"text"',
      'null',
      { id: 1, method: 'ping' },
      { jsonrpc: '1.0', id: 2, method: 'ping' },
      { jsonrpc: '2.0', id: 3 },
      { jsonrpc: '2.0', id: 4, method: 5 },
      { jsonrpc: '2.0', id: 5, method: 'ping', params: [] },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      request('after', 'ping'),
    ])
    const codes = answers.map((answer) => [(answer as Answer).id, (answer as Answer).error?.code])
    expect(codes).toHaveLength(14)
    expect(codes.filter(([, code]) => code === -32700)).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32700],
    ])
    expect(codes.filter(([id]) => typeof id === 'number')).toEqual([1, 2, 3, 4, 5].map((id) => [id, -32600]))
    expect(codes.filter(([id, code]) => id === null && code === -32600)).toHaveLength(5)
    expect(byId(answers, 'after')).toMatchObject({ result: {} })
  })

  test('a message that is too long is refused, not held, and the next one is read', async () => {
    const answers = await served([`"${'x'.repeat(5_000)}"`, request(1, 'ping'), 'y'.repeat(1_001)], {
      maxMessageBytes: 1_000,
    })
    expect(answers.map((answer) => (answer as Answer).error?.code)).toEqual(
      expect.arrayContaining([-32600, undefined, -32600]),
    )
    expect(byId(answers, 1)).toMatchObject({ result: {} })
  })

  test('the last line needs no newline', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const done = serveStdio({ input, output })
    input.end(JSON.stringify(request(1, 'ping')))
    await done
    expect(output.read().toString()).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n')
  })

  test('batches, where the version has them', async () => {
    const batch = [request(1, 'ping'), { jsonrpc: '2.0', method: 'notifications/x' }, 5, initialize('2025-03-26', 2)]
    for (const asked of ['2024-11-05', '2025-03-26']) {
      const answers = await served([initialize(asked), JSON.stringify(batch), '[]', '[{"jsonrpc":"2.0","method":"x"}]'])
      expect(answers).toHaveLength(3)
      const inBatch = answers.find((answer) => Array.isArray(answer)) as Answer[]
      expect(inBatch.map(({ id, error }) => [id, error?.code])).toEqual([
        [1, undefined],
        [null, -32600],
        [2, -32600],
      ])
      expect(
        byId(
          answers.filter((answer) => !Array.isArray(answer)),
          null,
        )?.error?.code,
      ).toBe(-32600)
    }
    for (const asked of ['2025-06-18', '2025-11-25']) {
      const answers = await served([initialize(asked), JSON.stringify(batch)])
      expect(byId(answers, null)?.error).toMatchObject({ code: -32600, message: expect.stringContaining('batches') })
    }
    expect(byId(await served([JSON.stringify(batch)]), null)?.error?.code).toBe(-32600)
  })

  test('an id that is under way is not taken twice; 1 and "1" are two', async () => {
    const answers = await served([execute(1, 'echo a'), execute(1, 'echo b'), execute('1', 'echo c')])
    expect(answers.filter((answer) => (answer as Answer).error?.code === -32600)).toHaveLength(1)
    expect(byId(answers, '1')?.result.structuredContent.result.stdout).toBe('c\n')
  })

  test('more requests than can be under way are refused, and nothing is lost', async () => {
    const answers = await served(Array.from({ length: 300 }, (_, id) => execute(id, 'echo x >> f; wc -l < f')))
    const refused = answers.filter((answer) => (answer as Answer).error?.code === -32000)
    expect(refused).toHaveLength(44)
    expect(byId(answers, 255)?.result.structuredContent.result.stdout).toBe('256\n')
  })

  test('options are checked', async () => {
    for (const options of [{ maxMessageBytes: 0 }, { sesion: 1 }, { session: {} }, { tools: { outputBytes: -1 } }]) {
      await expect(serveStdio({ input: new PassThrough(), ...options } as never)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      })
    }
  })
})

describe('sets of tools', () => {
  const listed = (answers: Array<Answer | Answer[]>, id: unknown) =>
    (byId(answers, id)!.result.tools as Array<{ name: string; annotations: Record<string, unknown> }>).map(
      ({ name, annotations }) => `${name} ${annotations['readOnlyHint'] ? 'reads' : 'changes'}`,
    )

  test('are offered, called, and spoken of', async () => {
    const write = { name: 'Write', arguments: { file_path: 'a.txt', content: 'one\n' } }
    const lines = [
      initialize('2025-11-25'),
      request(1, 'tools/list'),
      request(2, 'tools/call', write),
      request(3, 'tools/call', { name: 'Grep', arguments: { pattern: '(' } }),
      request(4, 'tools/call', { name: 'memory', arguments: { command: 'view', path: '/memories' } }),
    ]
    const answers = await served(lines, { sets: ['shell', 'files', 'editor', 'memory'] })
    expect(byId(answers, 'init')!.result.instructions).toMatch(/tools Read, Write, Edit, Glob, Grep[\s\S]*tool memory/)
    expect(listed(answers, 1)).toEqual([
      'execute changes',
      'Read reads',
      'Write changes',
      'Edit changes',
      'Glob reads',
      'Grep reads',
      'str_replace_based_edit_tool changes',
      'memory changes',
    ])
    expect(byId(answers, 2)!.result.structuredContent.result.text).toContain('created')
    expect(byId(answers, 3)!.result).toMatchObject({ isError: true })
    expect(byId(answers, 4)!.result.isError).toBe(false)
    await expect(served([], { sets: ['nosuch' as never] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('are registered with a server of one’s own', () => {
    const names: string[] = []
    const server = { registerTool: (name: string) => names.push(name) }
    registerMcpTools(server, new Session(), { sets: ['files'], timeoutSeconds: 5 })
    expect(names).toEqual(['Read', 'Write', 'Edit', 'Glob', 'Grep'])
  })
})

describe('a session that is opened later', () => {
  test('is opened once, by what first needs it, and stays open', async () => {
    const session = new Session({ files: { 'a.txt': 'one\n' } })
    let opened = 0
    const open = () => {
      opened += 1
      return session
    }
    const before = [initialize('2025-11-25'), request(1, 'tools/list'), request(2, 'ping')]
    const listing = await served(before, { session: open, instructions: 'Mine.' })
    expect([byId(listing, 'init')!.result.instructions, opened]).toEqual(['Mine.', 0])
    // Nobody can say of it that its commands stay inside.
    expect(byId(listing, 1)!.result.tools[0].annotations.openWorldHint).toBe(true)
    const answers = await served([initialize('2025-11-25'), execute(1, 'cat a.txt'), request(2, 'resources/list')], {
      session: open,
    })
    expect(byId(answers, 'init')!.result.instructions).toContain('You have a sandbox')
    expect(byId(answers, 1)!.result.structuredContent.result.stdout).toBe('one\n')
    expect(byId(answers, 2)!.result.resources).toHaveLength(1)
    expect([opened, session.closed]).toEqual([1, false])
  })

  test('that can’t be opened is an answer', async () => {
    const broken = () => {
      throw new Error('no such bucket')
    }
    const log = new PassThrough()
    const answers = await served([execute(1, 'true'), request(2, 'resources/list')], { session: broken, log })
    expect(byId(answers, 1)!.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'SANDBOX_STARTUP_FAILED' } },
    })
    expect(byId(answers, 2)!.error!.code).toBe(-32603)
    expect(JSON.stringify(answers)).not.toContain('bucket')
  })
})

describe('calls', () => {
  test('answer with text and the same as an object; a failing command is no error', async () => {
    const answers = await served([execute(1, 'echo out; echo err >&2; exit 3')])
    const { content, structuredContent, isError } = byId(answers, 1)!.result
    expect(isError).toBe(false)
    expect(structuredContent).toMatchObject({ ok: true, result: { exit_code: 3, stdout: 'out\n', stderr: 'err\n' } })
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
  })

  test('what a tool refuses is a result with isError that says why', async () => {
    const answers = await served([
      request(1, 'tools/call', { name: 'execute', arguments: { cmd: 'ls' } }),
      request(2, 'tools/call', { name: 'read_file', arguments: { path: 'missing' } }),
      request(3, 'tools/call', { name: 'execute' }),
    ])
    for (const [id, code] of [
      [1, 'INVALID_TOOL_INPUT'],
      [2, 'ENOENT'],
      [3, 'INVALID_TOOL_INPUT'],
    ] as const) {
      expect(byId(answers, id)?.result).toMatchObject({
        isError: true,
        structuredContent: { ok: false, error: { code, correctable: true } },
      })
    }
  })

  test('of two at once the second sees what the first did', async () => {
    const answers = await served([
      execute(1, 'sleep 5; for i in $(seq 2000); do :; done; echo first > f'),
      request(2, 'tools/call', { name: 'read_file', arguments: { path: 'f' } }),
      execute(3, 'cat f'),
    ])
    expect(byId(answers, 2)?.result.structuredContent.result.content).toBe('first')
    expect(byId(answers, 3)?.result.structuredContent.result.stdout).toBe('first\n')
  })

  test('a cancelled one is stopped and not answered; one that waits for its turn never runs', async () => {
    const session = new Session()
    const input = new PassThrough()
    const output = new PassThrough().resume()
    let text = ''
    output.on('data', (piece) => (text += piece))
    const done = serveStdio({ session, input, output })
    const write = (message: object) => input.write(`${JSON.stringify(message)}\n`)
    write(execute(1, 'echo started > /tmp/s; while :; do :; done'))
    write(execute(2, 'touch never'))
    await until(() => session.busy)
    write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
    write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } })
    write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } })
    write({ jsonrpc: '2.0', method: 'notifications/cancelled' })
    write(execute(3, 'ls'))
    input.end()
    await done
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer)
    expect(answers.map(({ id }) => id)).toEqual([3])
    expect(answers[0]?.result.structuredContent.result.stdout).toBe('')
    expect(session.closed).toBe(false)
  })

  test('an aborted signal ends the server: what runs is stopped and answered', async () => {
    const controller = new AbortController()
    const input = new PassThrough()
    const output = new PassThrough()
    const session = new Session()
    const done = serveStdio({ session, input, output, signal: controller.signal })
    input.write(`${JSON.stringify(execute(1, 'while :; do :; done'))}\n`)
    await until(() => session.busy)
    controller.abort()
    await done
    expect(JSON.parse(output.read().toString())).toMatchObject({
      id: 1,
      result: { structuredContent: { result: { exit_code: 130, failure_code: 'CANCELLED' } } },
    })
  })

  test('a client that does not read any more ends it, too', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const session = new Session()
    const done = serveStdio({ session, input, output })
    input.write(`${JSON.stringify(execute(1, 'while :; do :; done'))}\n`)
    await until(() => session.busy)
    output.destroy(new Error('EPIPE'))
    await done
    expect(session.busy).toBe(false)
  })
})

describe('files as resources', () => {
  const files = {
    'a b/ü#?.md': '# ü\n',
    'data.json': '{}',
    'image.png': Uint8Array.of(0x89, 0x50, 0xff),
    'lies.txt': Uint8Array.of(0xff, 0xfe),
    empty: '',
  }

  test('are listed with their types and read back by their URIs', async () => {
    const session = new Session({ files })
    session.executeSync('ln -s data.json link; mkdir folder; mkfifo pipe')
    const [listed] = (await served([request(1, 'resources/list')], session)) as [Answer]
    expect(listed.result).toEqual({
      resources: [
        { uri: 'file:///workspace/a%20b/%C3%BC%23%3F.md', name: 'a b/ü#?.md', mimeType: 'text/markdown', size: 5 },
        { uri: 'file:///workspace/data.json', name: 'data.json', mimeType: 'application/json', size: 2 },
        { uri: 'file:///workspace/empty', name: 'empty', mimeType: 'text/plain', size: 0 },
        { uri: 'file:///workspace/image.png', name: 'image.png', mimeType: 'image/png', size: 3 },
        { uri: 'file:///workspace/lies.txt', name: 'lies.txt', mimeType: 'text/plain', size: 2 },
      ],
    })
    const uris = listed.result.resources.map(({ uri }: { uri: string }) => uri)
    const answers = await served(
      uris.map((uri: string, id: number) => request(id, 'resources/read', { uri })),
      session,
    )
    expect(uris.map((_: string, id: number) => byId(answers, id)?.result.contents)).toEqual([
      [{ uri: uris[0], mimeType: 'text/markdown', text: '# ü\n' }],
      [{ uri: uris[1], mimeType: 'application/json', text: '{}' }],
      [{ uri: uris[2], mimeType: 'text/plain', text: '' }],
      [{ uri: uris[3], mimeType: 'image/png', blob: 'iVD/' }],
      [{ uri: uris[4], mimeType: 'application/octet-stream', blob: '//4=' }],
    ])
  })

  test('come in pages', async () => {
    const session = new Session({ files: Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`f${i}`, ''])) })
    const seen = new Set<string>()
    let cursor: string | undefined
    let pages = 0
    do {
      const [page] = (await served([request(1, 'resources/list', { cursor })], session)) as [Answer]
      for (const { uri } of page.result.resources) seen.add(uri)
      cursor = page.result.nextCursor
      pages += 1
    } while (cursor !== undefined)
    expect([seen.size, pages]).toEqual([2_500, 3])
  })

  test('those that are not there, are hidden, too large or still to come', async () => {
    const session = new Session({
      files: { big: 'x'.repeat(100), secret: 's', lazy: async () => 'came' },
      policy: { paths: { hidden: ['secret'] } },
    })
    const read = ['missing', 'big/below', 'secret', 'big', 'lazy', '../tmp'].map((path) =>
      request(path, 'resources/read', { uri: `file:///workspace/${path}` }),
    )
    const answers = await served([...read, request(1, 'resources/list')], { session, maxResourceBytes: 50 })
    for (const path of ['missing', 'big/below', 'secret']) {
      expect(byId(answers, path)?.error).toMatchObject({
        code: -32002,
        data: { uri: `file:///workspace/${path}` },
      })
    }
    expect(byId(answers, 'big')?.error).toMatchObject({ code: -32602, data: { size: 100 } })
    expect(byId(answers, '../tmp')?.error?.code).toBe(-32602)
    expect(byId(answers, 'lazy')?.result.contents[0].text).toBe('came')
    expect(byId(answers, 1)?.result.resources.map(({ name }: { name: string }) => name)).toEqual(['big', 'lazy'])
  })

  test('have a template, and can be left out', async () => {
    const [answer] = (await served([request(1, 'resources/templates/list')])) as [Answer]
    expect(answer.result.resourceTemplates).toMatchObject([{ uriTemplate: 'file:///workspace/{+path}' }])
    const without = await served([initialize('2025-11-25'), request(1, 'resources/list')], { resources: false })
    expect(byId(without, 'init')?.result.capabilities).toEqual({ tools: {} })
    expect(byId(without, 1)?.error?.code).toBe(-32601)
  })
})

describe('the program', () => {
  const say = (...messages: object[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('')

  test('ends with its input, after the calls that run; nothing else is on its output', async () => {
    const ran = await runNode([commandLine, 'mcp'], { stdin: say(execute(1, 'sleep 3; echo done')) })
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(ran.stdout)).toMatchObject({
      id: 1,
      result: { structuredContent: { result: { stdout: 'done\n' } } },
    })
    expect(await runNode([commandLine, 'mcp'], { stdin: '' })).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('--save and --load carry files and shell over', async () => {
    const file = join(folder, 'state')
    const both = ['mcp', '--load', file, `--save=${file}`]
    const first = await runNode([commandLine, ...both], { stdin: say(execute(1, 'mkdir d; cd d; echo 1 > f; X=y')) })
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const second = await runNode([commandLine, ...both], { stdin: say(execute(1, 'pwd; cat f; echo $X')) })
    expect(JSON.parse(second.stdout).result.structuredContent.result.stdout).toBe('/workspace/d\n1\ny\n')
    expect(readdirSync(folder)).toEqual(['state'])
    expect(Snapshot.fromBytes(readFileSync(file)).fork().readFile('/workspace/d/f')).toBe('1\n')
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('%s stops what runs, and saves', async (signal, status) => {
    const file = join(folder, `state-${signal}`)
    const child = spawn(process.execPath, [commandLine, 'mcp', '--save', file], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.write(say(execute(1, 'echo kept > f')))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.stdin.write(say(execute(2, 'while :; do :; done')))
    await new Promise((resolve) => setTimeout(resolve, 200))
    child.kill(signal)
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(status)
    expect(Snapshot.fromBytes(readFileSync(file)).fork().readFile('f')).toBe('kept\n')
  })

  test('--root starts on a copy', async () => {
    const root = join(folder, 'root')
    mkdirSync(root)
    writeFileSync(join(root, 'a.txt'), 'host\n')
    const ran = await runNode([commandLine, 'mcp', '--root', root], {
      stdin: say(execute(1, 'cat a.txt; echo changed > a.txt')),
    })
    expect(JSON.parse(ran.stdout).result.structuredContent.result.stdout).toBe('host\n')
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('host\n')
  })

  test('what cannot be loaded or saved is said on standard error', async () => {
    const nowhere = join(folder, 'no', 'such')
    const bad = join(folder, 'bad')
    writeFileSync(bad, 'not a snapshot')
    expect(await runNode([commandLine, 'mcp', '--load', nowhere], { stdin: '' })).toMatchObject({
      status: 2,
      stdout: '',
    })
    expect(await runNode([commandLine, 'mcp', '--load', bad, '--save', bad], { stdin: '' })).toMatchObject({
      status: 2,
    })
    expect(readFileSync(bad, 'utf8')).toBe('not a snapshot')
    const ran = await runNode([commandLine, 'mcp', '--save', nowhere], { stdin: '' })
    expect(ran).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') })
  })

  test('--tools chooses the sets', async () => {
    const lines = [request(1, 'tools/list')]
    const ran = await runNode([commandLine, 'mcp', '--tools', 'shell,memory'], { stdin: say(...lines) })
    const [{ result }] = ran.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)) as [Answer]
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(['execute', 'memory'])
    expect(parseOptions(['mcp', '--tools=files'])).toMatchObject({ action: 'mcp', sets: ['files'] })
    expect(parseOptions(['mcp', '--tools', 'shell,git'])).toMatchObject({
      problem: expect.stringContaining('no set git'),
    })
    expect(parseOptions(['mcp', '--tools'])).toMatchObject({ problem: expect.stringContaining('core, shell, files') })
  })

  test('the command line', async () => {
    const none = { root: undefined, load: undefined, save: undefined }
    expect(parseOptions(['mcp'])).toEqual({ action: 'mcp', ...none })
    expect(parseOptions(['mcp', '--load', 'a', '--save=b'])).toEqual({ action: 'mcp', ...none, load: 'a', save: 'b' })
    expect(parseOptions(['./mcp'])).toMatchObject({ action: 'script', subject: './mcp' })
    for (const args of [['--load'], ['--save='], ['--json'], ['file'], ['--root', 'a', '--load', 'b']]) {
      expect(parseOptions(['mcp', ...args])).toHaveProperty('problem')
    }
    expect(await runNode([commandLine, 'mcp', '--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--save FILE'),
    })
  })
})

describe('clients', () => {
  const server = { command: process.execPath, args: [commandLine, 'mcp'] }

  test('@modelcontextprotocol/sdk 1', async () => {
    const client = new ClientV1({ name: 'test', version: '1' })
    await client.connect(new TransportV1(server))
    try {
      expect(client.getServerVersion()).toMatchObject({ name: 'mem-sandbox' })
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['execute', 'read_file', 'write_file', 'apply_patch'])
      const calls = ['echo one > a.md', 'cat a.md'].map((command) =>
        client.callTool({ name: 'execute', arguments: { command } }),
      )
      const [, second] = await Promise.all(calls)
      expect(second).toMatchObject({ isError: false, structuredContent: { result: { stdout: 'one\n' } } })
      expect(await client.callTool({ name: 'read_file', arguments: { path: 'no' } })).toMatchObject({ isError: true })
      expect((await client.listResources()).resources).toMatchObject([{ uri: 'file:///workspace/a.md' }])
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1)
      const { contents } = await client.readResource({ uri: 'file:///workspace/a.md' })
      expect(contents).toMatchObject([{ text: 'one\n', mimeType: 'text/markdown' }])
      await expect(client.readResource({ uri: 'file:///workspace/b' })).rejects.toMatchObject({ code: -32002 })
      await expect(client.listPrompts()).rejects.toThrow(/prompts/)
      const controller = new AbortController()
      const stopped = client.callTool({ name: 'execute', arguments: { command: 'while :; do :; done' } }, undefined, {
        signal: controller.signal,
      })
      setTimeout(() => controller.abort('enough'), 100)
      await expect(stopped).rejects.toThrow(/enough/)
      await client.ping()
      expect(await client.callTool({ name: 'execute', arguments: { command: 'ls' } })).toMatchObject({ isError: false })
    } finally {
      await client.close()
    }
  })

  test('@modelcontextprotocol/client 2', async () => {
    const client = new ClientV2({ name: 'test', version: '1' })
    await client.connect(new TransportV2(server))
    try {
      const { tools } = await client.listTools()
      expect(tools).toHaveLength(4)
      const ran = await client.callTool({ name: 'execute', arguments: { command: 'echo two > b; cat b' } })
      expect(ran.structuredContent).toMatchObject({ result: { stdout: 'two\n' } })
      expect((await client.listResources()).resources).toMatchObject([{ uri: 'file:///workspace/b', name: 'b' }])
      expect((await client.readResource({ uri: 'file:///workspace/b' })).contents).toMatchObject([{ text: 'two\n' }])
    } finally {
      await client.close()
    }
  })

  test('MCPServerStdio of @openai/agents', async () => {
    const mcp = new MCPServerStdio({ ...server, name: 'sandbox' })
    await mcp.connect()
    try {
      expect((await mcp.listTools()).map(({ name }) => name)).toContain('apply_patch')
      const content = await mcp.callTool('execute', { command: 'echo three' })
      expect(JSON.parse(content[0]!['text'] as string)).toMatchObject({ result: { stdout: 'three\n' } })
    } finally {
      await mcp.close()
    }
  })
})

test('an agent of @openai/agents works through the server: edits, a failing command, long output, two calls in a turn', async () => {
  setTracingDisabled(true)
  const mcp = new MCPServerStdio({
    command: process.execPath,
    args: [commandLine, 'mcp', '--save', join(folder, 'agent')],
    name: 'sandbox',
  })
  await mcp.connect()
  try {
    const patch = '*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1\n*** End Patch\n'
    const calls = [
      ['write_file', { path: 'a.txt', content: 'one\ntwo\n', write_condition: 'path_must_not_exist' }],
      ['apply_patch', { patch }],
      ['execute', { command: 'cat a.txt; nosuch' }],
      ['execute', { command: 'seq 1 100000', max_output_bytes: 200 }],
    ] as const
    const [write, edit, ...commands] = calls.map(([name, input], index) =>
      functionCall(name, input, { callId: `call-${index}` }),
    )
    const model = new ScriptedModel([[write!, edit!], commands, [assistantMessage('done')]])
    const agent = new Agent({ name: 'a', model, mcpServers: [mcp] })
    const result = await run(agent, 'go')
    expect(result.finalOutput).toBe('done')
    const answers = result.newItems
      .filter((item) => item.type === 'tool_call_output_item')
      .map((item) => JSON.parse((item.output as unknown as { text: string }).text) as { ok: boolean; result: unknown })
    expect(answers).toMatchObject([
      { ok: true, result: { created: true } },
      { ok: true, result: { files: [{ action: expect.any(String) }] } },
      { ok: true, result: { exit_code: 127, stdout: '1\ntwo\n' } },
      { ok: true, result: { stdout_truncated: true, stdout_path: expect.any(String) } },
    ])
    model.assertComplete()
  } finally {
    await mcp.close()
  }
  await until(() => readdirSync(folder).includes('agent'))
  expect(
    Snapshot.fromBytes(readFileSync(join(folder, 'agent')))
      .fork()
      .readFile('a.txt'),
  ).toBe('1\ntwo\n')
})

describe('registerMcpTools', () => {
  test('puts the tools beside those of a server of @modelcontextprotocol/sdk 1', async () => {
    const session = new Session()
    const server = new McpServer({ name: 'own', version: '1' })
    server.registerTool('hello', { description: 'says hello' }, () => ({ content: [{ type: 'text', text: 'hello' }] }))
    registerMcpTools(server, session, { timeoutSeconds: 5 })
    const [one, other] = InMemoryTransport.createLinkedPair()
    const client = new ClientV1({ name: 'test', version: '1' })
    await Promise.all([server.connect(one), client.connect(other)])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['hello', 'execute', 'read_file', 'write_file', 'apply_patch'])
    expect(tools[1]).toMatchObject({
      title: 'Execute',
      inputSchema: { type: 'object', required: ['command', 'timeout_seconds', 'max_output_bytes'] },
      annotations: { readOnlyHint: false, openWorldHint: false },
    })
    expect(await client.callTool({ name: 'execute', arguments: { command: 'echo hi' } })).toMatchObject({
      structuredContent: { result: { stdout: 'hi\n' } },
    })
    expect(await client.callTool({ name: 'execute', arguments: { cmd: 'x' } })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INVALID_TOOL_INPUT' } },
    })
    const controller = new AbortController()
    const stopped = client.callTool({ name: 'execute', arguments: { command: 'while :; do :; done' } }, undefined, {
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 50)
    await expect(stopped).rejects.toThrow()
    await until(() => !session.busy)
    await client.close()
  })

  test('opens a session at the first call, and until then says of commands that they may reach out', async () => {
    let opened = 0
    const server = new McpServer({ name: 'own', version: '1' })
    registerMcpTools(server, () => {
      opened += 1
      return new Session({ files: { 'a.txt': 'one\n' } })
    })
    const [one, other] = InMemoryTransport.createLinkedPair()
    const client = new ClientV1({ name: 'test', version: '1' })
    await Promise.all([server.connect(one), client.connect(other)])
    const { tools } = await client.listTools()
    expect(tools[0]).toMatchObject({ name: 'execute', annotations: { openWorldHint: true } })
    expect(opened).toBe(0)
    for (let call = 1; call <= 2; call += 1) {
      const answer = await client.callTool({ name: 'execute', arguments: { command: 'cat a.txt' } })
      expect(answer).toMatchObject({ structuredContent: { result: { stdout: 'one\n' } } })
    }
    expect(opened).toBe(1)
    await client.close()
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
