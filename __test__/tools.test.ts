/** The four tools: their schemas, their results, and every way in which a call can go wrong. */
import { Session } from 'mem-sandbox'
import { answerText, createTools, systemPrompt } from 'mem-sandbox/tools'
import type { JsonSchema, Tool, ToolAnswer, ToolError } from 'mem-sandbox/tools'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectInvalidArgument } from './support/errors.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function result<T>(answer: ToolAnswer<T>): T {
  if (!answer.ok) throw new Error(`the tool failed: ${JSON.stringify(answer.error)}`)
  return answer.result
}

async function errorFrom(answer: Promise<ToolAnswer> | ToolAnswer): Promise<ToolError> {
  const settled = await answer
  if (settled.ok) throw new Error(`the tool succeeded: ${JSON.stringify(settled.result)}`)
  return settled.error
}

describe('schemas', () => {
  const tools = createTools(new Session())

  test('there are exactly these four', () => {
    expect(Object.keys(tools)).toEqual(['execute', 'read_file', 'write_file', 'apply_patch'])
    for (const [name, tool] of Object.entries(tools)) expect((tool as Tool).name).toBe(name)
  })

  test('are fit for strict mode: every key required, no others, only keywords that strict mode knows', () => {
    const known = new Set(['type', 'properties', 'required', 'additionalProperties', 'description', 'enum', 'pattern'])
    for (const keyword of ['items', 'minimum', 'exclusiveMinimum', 'maximum', 'anyOf']) known.add(keyword)
    const walk = (schema: JsonSchema | { type: 'null' }) => {
      for (const keyword of Object.keys(schema)) expect(known).toContain(keyword)
      if ('anyOf' in schema) schema.anyOf.forEach(walk)
      else if (schema.type === 'array') walk(schema.items)
      else if (schema.type === 'object') {
        expect(schema.required).toEqual(Object.keys(schema.properties))
        expect(schema.additionalProperties).toBe(false)
        Object.values(schema.properties).forEach(walk)
      }
    }
    for (const tool of Object.values(tools) as Tool[]) {
      walk(tool.parameters)
      expect(tool.strict).toBe(true)
      expect(tool.description.length).toBeGreaterThan(80)
    }
  })

  test('have the agreed parameters and ceilings', () => {
    const parameters = Object.fromEntries(
      (Object.values(tools) as Tool[]).map((tool) => [tool.name, Object.keys(tool.parameters.properties)]),
    )
    expect(parameters).toEqual({
      execute: ['command', 'timeout_seconds', 'max_output_bytes'],
      read_file: ['path', 'start_line', 'end_line'],
      write_file: ['path', 'content', 'write_condition', 'expected_hash', 'create_parents'],
      apply_patch: ['patch', 'expected_hashes'],
    })
    const { timeout_seconds, max_output_bytes } = tools.execute.parameters.properties
    expect(timeout_seconds).toMatchObject({
      anyOf: [{ type: 'number', exclusiveMinimum: 0, maximum: 30 }, { type: 'null' }],
    })
    expect(max_output_bytes).toMatchObject({
      anyOf: [{ type: 'integer', minimum: 1, maximum: 262_144 }, { type: 'null' }],
    })
  })

  test('the host can lower a ceiling, and only that', async () => {
    const lowered = createTools(new Session(), { timeoutSeconds: 2, maxOutputBytes: 1_000 })
    const error = await errorFrom(lowered.execute.run({ command: 'true', timeout_seconds: 3, max_output_bytes: 2_000 }))
    expect(error.fields).toEqual(['timeout_seconds', 'max_output_bytes'])
    expect(error.message).toMatch(/timeout_seconds must be a number above 0 to 2, not 3/)
    await expectInvalidArgument(
      () => createTools(new Session(), { timeoutSeconds: 31 }),
      /timeoutSeconds/,
      /at most 30/,
    )
    await expectInvalidArgument(() => createTools(new Session(), { maxOutputBytes: 262_145 }), /maxOutputBytes/)
    await expectInvalidArgument(() => createTools(new Session(), { shell: 'zsh' } as never), /has no option "shell"/)
  })
})

describe('execute', () => {
  test('gives the agreed result', async () => {
    const session = new Session()
    const { execute } = createTools(session, { sessionId: 's-1' })
    const given = result(await execute.run({ command: 'echo out; echo err >&2; export COLOR=red; cd /tmp; exit 3' }))
    expect(given).toMatchObject({
      exit_code: 3,
      failure_code: null,
      stdout: 'out\n',
      stderr: 'err\n',
      stdout_original_bytes: 4,
      stderr_original_bytes: 4,
      stdout_truncated: false,
      stderr_truncated: false,
      resulting_cwd: '/tmp',
      environment_changes: [{ name: 'COLOR', value: 'red' }],
      metadata: { session_id: 's-1', operation_id: 'op-1', workspace_revision: session.revision },
    })
    expect(typeof given.duration_ms).toBe('number')
    expect(given.metadata.started_at).toMatch(/^2027-01-01T00:00:00/)
    expect(given.metadata.completed_at >= given.metadata.started_at).toBe(true)
  })

  test('null and a missing key both mean the default', async () => {
    const { execute } = createTools(new Session())
    for (const input of [{ command: 'pwd' }, { command: 'pwd', timeout_seconds: null, max_output_bytes: null }]) {
      expect(result(await execute.run(input)).stdout).toBe('/workspace\n')
    }
  })

  test('state stays from call to call, and unset variables show as such', async () => {
    const { execute } = createTools(new Session())
    await execute.run({ command: 'export KEPT=1; greet() { echo "hello $KEPT"; }' })
    const second = result(await execute.run({ command: 'greet; unset KEPT' }))
    expect(second.stdout).toBe('hello 1\n')
    expect(second.environment_changes).toEqual([{ name: 'KEPT', value: null }])
  })

  test('long output is cut in the middle, each stream by itself, and says so', async () => {
    const { execute } = createTools(new Session())
    const given = result(await execute.run({ command: 'seq 1 20000; echo boom >&2' }))
    expect(given.stdout_truncated).toBe(true)
    expect(given.stdout_original_bytes).toBe(108_894)
    expect(Buffer.byteLength(given.stdout)).toBeLessThanOrEqual(32_768)
    expect(given.stdout.startsWith('1\n2\n')).toBe(true)
    expect(given.stdout.endsWith('20000\n')).toBe(true)
    expect(given.stdout).toMatch(
      /\[truncated: \d+ of 108894 bytes shown; lines .* full output in \/tmp\/output\/1\.stdout/,
    )
    expect(given).toMatchObject({ stdout_path: '/tmp/output/1.stdout', stderr: 'boom\n', stderr_truncated: false })
  })

  test('the model can ask for less and for more', async () => {
    const { execute } = createTools(new Session())
    const less = result(await execute.run({ command: 'seq 1 1000', max_output_bytes: 10 }))
    expect(less).toMatchObject({ stdout: '1\n2\n3\n4\n5\n', stdout_truncated: true, stdout_original_bytes: 3_893 })
    const more = result(await execute.run({ command: 'seq 1 20000', max_output_bytes: 262_144 }))
    expect(more.stdout_truncated).toBe(false)
  })

  test('a timeout is a result with the output so far', async () => {
    const { execute } = createTools(new Session({ clock: 'real' }))
    const given = result(await execute.run({ command: 'echo before; sleep 20', timeout_seconds: 0.2 }))
    expect(given).toMatchObject({ exit_code: 124, stdout: 'before\n' })
    expect(given.failure_code).not.toBeNull()
    expect(given.failure_message).not.toBe('')
  })

  test('an abort ends the command', async () => {
    const { execute } = createTools(new Session())
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 30)
    const given = result(await execute.run({ command: 'echo a; while :; do :; done' }, { signal: controller.signal }))
    expect(given).toMatchObject({ exit_code: 130, failure_code: 'CANCELLED', stdout: 'a\n' })
  })

  test('an abort beforehand runs nothing', async () => {
    const session = new Session()
    const error = await errorFrom(
      createTools(session).execute.run({ command: 'touch ran' }, { signal: AbortSignal.abort(new Error('no')) }),
    )
    expect(error).toMatchObject({ category: 'cancelled', code: 'CANCELLED', correctable: false, retryable: false })
    expect(session.list()).toEqual([])
  })

  test('a syntax error is a result that a model can act on', async () => {
    const given = result(await createTools(new Session()).execute.run({ command: 'if true; then echo x' }))
    expect(given.exit_code).toBe(2)
    expect(given.stderr).toMatch(/syntax error/)
  })

  test('output that looks like markup stays data', async () => {
    const answer = await createTools(new Session()).execute.run({ command: `echo '</tool_output>"\\'` })
    expect(JSON.parse(answerText(answer)).result.stdout).toBe('</tool_output>"\\\n')
  })
})

test('a timeout is told in the words of the tool: a model can ask for more time, and not raise a limit', async () => {
  const { execute } = createTools(new Session(), { timeoutSeconds: 0.1 })
  const stopped = async (timeout_seconds: number | null) =>
    result(await execute.run({ command: 'while :; do :; done', timeout_seconds })).failure_message
  expect(await stopped(0.05)).toBe(
    'stopped after 0.05 seconds; do less at once, or give a larger timeout_seconds (at most 0.1)',
  )
  expect(await stopped(null)).toBe('stopped after 0.1 seconds; do less at once')
})

test('write_file says what to do about a folder that is not there', async () => {
  const { write_file } = createTools(new Session())
  const input = { path: 'a/b.txt', content: 'x\n', write_condition: 'any_current_state' }
  const { code, message, correctable } = await errorFrom(write_file.run(input))
  expect([code, correctable]).toEqual(['ENOENT', true])
  expect(message).toContain('create_parents')
  expect(result(await write_file.run({ ...input, create_parents: true })).created).toBe(true)
})

describe('read_file', () => {
  const session = new Session({ files: { 'f.txt': 'one\ntwo\nthree', empty: '', latin: new Uint8Array([0xe9, 0x0a]) } })
  const { read_file } = createTools(session)

  test('gives the agreed result', async () => {
    expect(result(await read_file.run({ path: 'f.txt', start_line: 2, end_line: null }))).toMatchObject({
      path: '/workspace/f.txt',
      content: 'two\nthree',
      start_line: 2,
      end_line: 3,
      total_lines: 3,
      content_hash: sha256('one\ntwo\nthree'),
      ends_with_newline: false,
      line_ending: 'lf',
      truncated: false,
      next_start_line: null,
      metadata: { workspace_revision: session.revision },
    })
  })

  test('a range that was asked for is no truncation', async () => {
    expect(result(await read_file.run({ path: 'f.txt', start_line: 1, end_line: 2 }))).toMatchObject({
      content: 'one\ntwo',
      end_line: 2,
      truncated: false,
      next_start_line: null,
    })
  })

  test('an end past the last line means the last line', async () => {
    expect(result(await read_file.run({ path: 'f.txt', end_line: 99 }))).toMatchObject({
      end_line: 3,
      truncated: false,
    })
  })

  test('an empty file', async () => {
    expect(result(await read_file.run({ path: 'empty' }))).toMatchObject({
      content: '',
      end_line: 0,
      total_lines: 0,
      truncated: false,
    })
  })

  test('a file longer than one answer comes in pieces that fit together', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`)
    session.writeFile('long.txt', `${lines.join('\n')}\n`)
    const pieces: string[] = []
    let next: number | null = 1
    while (next !== null) {
      const piece: { content: string; next_start_line: number | null } = result(
        await read_file.run({ path: 'long.txt', start_line: next }),
      )
      pieces.push(piece.content)
      next = piece.next_start_line
    }
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('\n')).toBe(lines.join('\n'))
  })

  test('one line longer than an answer is cut inside, and says so', async () => {
    session.writeFile('wide.txt', `${'é'.repeat(40_000)}\nnext\n`)
    const given = result(await read_file.run({ path: 'wide.txt' }))
    expect(given).toMatchObject({ start_line: 1, end_line: 1, truncated: true, next_start_line: 2 })
    expect(given.content).toMatch(/^é+$/)
    expect(Buffer.byteLength(given.content)).toBeLessThanOrEqual(32_768)
  })

  test.each([
    ['a missing file', { path: 'missing' }, { code: 'ENOENT', category: 'not_found' }],
    ['a folder', { path: '.' }, { code: 'EISDIR' }],
    ['a start past the end', { path: 'f.txt', start_line: 9 }, { category: 'invalid_request' }],
    [
      'an end before the start',
      { path: 'f.txt', start_line: 3, end_line: 1 },
      { code: 'INVALID_TOOL_INPUT', fields: ['end_line'] },
    ],
    ['bytes that are no text', { path: 'latin' }, { category: 'invalid_request' }],
  ])('%s is a correctable error', async (_, input, error) => {
    const given = await errorFrom(read_file.run(input))
    expect(given).toMatchObject({ correctable: true, retryable: false, ...error })
    expect(given.message).not.toBe('')
  })
})

describe('write_file', () => {
  const session = new Session()
  const { write_file } = createTools(session)
  const write = (input: object) => write_file.run({ content: 'x\n', write_condition: 'any_current_state', ...input })

  test('gives the agreed result', async () => {
    expect(result(await write({ path: 'new.txt', write_condition: 'path_must_not_exist' }))).toMatchObject({
      path: '/workspace/new.txt',
      created: true,
      changed: true,
      previous_hash: null,
      current_hash: sha256('x\n'),
    })
    expect(result(await write({ path: 'new.txt', content: 'y\n' }))).toMatchObject({
      created: false,
      previous_hash: sha256('x\n'),
      current_hash: sha256('y\n'),
    })
  })

  test('a hash guards', async () => {
    await write({ path: 'g.txt', content: '1\n' })
    const guard = { path: 'g.txt', write_condition: 'content_hash_must_equal', expected_hash: sha256('1\n') }
    expect(result(await write({ ...guard, content: '2\n' })).current_hash).toBe(sha256('2\n'))
    const stale = await errorFrom(write({ ...guard, content: '3\n' }))
    expect(stale).toMatchObject({ code: 'STALE_CONTENT', category: 'conflict', correctable: true, retryable: false })
    expect(session.readFile('g.txt')).toBe('2\n')
  })

  test('a hash is required with its condition and forbidden without', async () => {
    const missing = await errorFrom(write({ path: 'a', write_condition: 'content_hash_must_equal' }))
    expect(missing).toMatchObject({ code: 'INVALID_TOOL_INPUT', fields: ['expected_hash'] })
    expect(missing.message).toBe('expected_hash is required with write_condition content_hash_must_equal')
    const extra = await errorFrom(write({ path: 'a', expected_hash: sha256('') }))
    expect(extra.message).toBe('expected_hash must be null with write_condition any_current_state')
  })

  test('an existing file, a missing parent, a folder in the place', async () => {
    await write({ path: 'there' })
    expect(await errorFrom(write({ path: 'there', write_condition: 'path_must_not_exist' }))).toMatchObject({
      code: 'EEXIST',
      correctable: true,
    })
    expect(await errorFrom(write({ path: 'no/such/f' }))).toMatchObject({ code: 'ENOENT', correctable: true })
    expect(await errorFrom(write({ path: '/tmp' }))).toMatchObject({ code: 'EISDIR', correctable: true })
    expect(result(await write({ path: 'no/such/f', create_parents: true })).created).toBe(true)
  })

  test('a quota is a correctable error that leaves nothing behind', async () => {
    const small = new Session({ limits: { fileBytes: 10 } })
    const error = await errorFrom(
      createTools(small).write_file.run({ path: 'big', content: 'x'.repeat(11), write_condition: 'any_current_state' }),
    )
    expect(error).toMatchObject({ category: 'quota_exceeded', correctable: true })
    expect(small.list()).toEqual([])
  })
})

describe('apply_patch', () => {
  const patch = '--- a/p.txt\n+++ b/p.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n'
  const fresh = () => {
    const session = new Session({ files: { 'p.txt': 'one\ntwo\n' } })
    return { session, ...createTools(session) }
  }

  test('gives the agreed result', async () => {
    const { session, apply_patch } = fresh()
    const given = result(
      await apply_patch.run({ patch, expected_hashes: [{ path: 'p.txt', content_hash: sha256('one\ntwo\n') }] }),
    )
    expect(given.files).toEqual([
      {
        path: '/workspace/p.txt',
        action: 'modified',
        previous_hash: sha256('one\ntwo\n'),
        current_hash: sha256('one\nTWO\n'),
      },
    ])
    expect(given.metadata.workspace_revision).toBe(session.revision)
    expect(session.readFile('p.txt')).toBe('one\nTWO\n')
  })

  test('the *** Begin Patch form works too', async () => {
    const { session, apply_patch } = fresh()
    const envelope =
      '*** Begin Patch\n*** Update File: p.txt\n@@\n one\n-two\n+TWO\n*** Add File: q.txt\n+new\n*** End Patch\n'
    const given = result(await apply_patch.run({ patch: envelope, expected_hashes: null }))
    expect(given.files.map(({ path, action }) => [path, action])).toEqual([
      ['/workspace/p.txt', 'modified'],
      ['/workspace/q.txt', 'created'],
    ])
    expect(session.readFile('q.txt')).toBe('new\n')
  })

  test('a stale hash, a context that is not there and a patch that is none change nothing', async () => {
    const { session, apply_patch } = fresh()
    const stale = await errorFrom(
      apply_patch.run({ patch, expected_hashes: [{ path: 'p.txt', content_hash: sha256('else') }] }),
    )
    expect(stale).toMatchObject({ code: 'STALE_CONTENT', category: 'conflict', correctable: true })
    const mismatch = await errorFrom(apply_patch.run({ patch: patch.replace('-two', '-too'), expected_hashes: null }))
    expect(mismatch).toMatchObject({ code: 'PATCH_CONTEXT_MISMATCH', category: 'conflict', correctable: true })
    const none = await errorFrom(apply_patch.run({ patch: 'please change two', expected_hashes: null }))
    expect(none).toMatchObject({ code: 'INVALID_PATCH', category: 'invalid_request', correctable: true })
    expect(session.readFile('p.txt')).toBe('one\ntwo\n')
  })

  test('what was put right is told', async () => {
    const { apply_patch } = fresh()
    const elsewhere = patch.replace('@@ -1,2 +1,2 @@', '@@ -7,2 +7,2 @@')
    const [file] = result(await apply_patch.run({ patch: elsewhere, expected_hashes: null })).files
    expect(file!.notes!.length).toBeGreaterThan(0)
  })

  test('a file that is guarded twice is refused, however it is spelled', async () => {
    const { apply_patch } = fresh()
    const content_hash = sha256('one\ntwo\n')
    const error = await errorFrom(
      apply_patch.run({
        patch,
        expected_hashes: [
          { path: 'p.txt', content_hash },
          { path: '/workspace/./p.txt', content_hash },
        ],
      }),
    )
    expect(error.message).toBe('expected_hashes[1].path names the same file as expected_hashes[0].path')
    expect(error.fields).toEqual(['expected_hashes[1].path'])
  })
})

describe('input that does not fit', () => {
  const { execute, read_file, write_file, apply_patch } = createTools(new Session())

  test.each(
    [
      [execute, undefined, ['input'], /^input must be an object, not undefined$/],
      [execute, 'ls', ['input'], /^input must be an object, not "ls"$/],
      [execute, [], ['input'], /^input must be an object/],
      [execute, {}, ['command'], /^command is missing$/],
      [execute, { command: '' }, ['command'], /^command must not be empty$/],
      [execute, { command: null }, ['command'], /^command must be a string, not null$/],
      [
        execute,
        { command: 'ls', cwd: '/' },
        ['cwd'],
        /^cwd is not a parameter; known are: command, timeout_seconds, max_output_bytes$/,
      ],
      [
        execute,
        { command: 'ls', timeout_seconds: '5' },
        ['timeout_seconds'],
        /must be a number above 0 to 30, not "5"$/,
      ],
      [execute, { command: 'ls', timeout_seconds: 0 }, ['timeout_seconds'], /not 0$/],
      [execute, { command: 'ls', timeout_seconds: 31 }, ['timeout_seconds'], /not 31$/],
      [
        execute,
        { command: 'ls', max_output_bytes: 1.5 },
        ['max_output_bytes'],
        /must be a whole number from 1 to 262144, not 1\.5$/,
      ],
      [execute, { command: 'a\0' }, ['command'], /NUL/],
      [execute, { command: '\ud800' }, ['command'], /^command must be text without lone surrogates/],
      [read_file, { path: 'f', start_line: 0 }, ['start_line'], /^start_line must be a whole number from 1, not 0$/],
      [read_file, { path: 7, end_line: 'x' }, ['path', 'end_line'], /^path must be a string, not 7; end_line must be/],
      [read_file, { path: 'a\0' }, ['path'], /NUL/],
      [write_file, { path: 'f', content: 'x' }, ['write_condition'], /^write_condition is missing$/],
      [
        write_file,
        { path: 'f', content: 'x', write_condition: 'always' },
        ['write_condition'],
        /one of "any_current_state", "path_must_not_exist", "content_hash_must_equal", not "always"$/,
      ],
      [
        write_file,
        { path: 'f', content: 'x', write_condition: 'any_current_state', create_parents: 'no' },
        ['create_parents'],
        /true or false/,
      ],
      [
        write_file,
        { path: 'f', content: 'x', write_condition: 'content_hash_must_equal', expected_hash: 'ABC' },
        ['expected_hash'],
        /must be a string matching/,
      ],
      [apply_patch, { patch: '', expected_hashes: null }, ['patch'], /^patch must not be empty$/],
      [
        apply_patch,
        { patch: 'x', expected_hashes: { path: 'f' } },
        ['expected_hashes'],
        /^expected_hashes must be an array/,
      ],
      [
        apply_patch,
        { patch: 'x', expected_hashes: [{ path: 'f' }] },
        ['expected_hashes[0].content_hash'],
        /is missing$/,
      ],
    ].map(([tool, ...rest]) => [(tool as Tool).name, tool, ...rest]) as Array<
      [string, Tool, unknown, string[], RegExp]
    >,
  )('%s', async (_name, tool, input, fields, message) => {
    const error = await errorFrom(tool.run(input))
    expect(error).toMatchObject({
      code: 'INVALID_TOOL_INPUT',
      category: 'invalid_request',
      correctable: true,
      retryable: false,
      fields,
    })
    expect(error.message).toMatch(message)
  })
})

describe('faults that no input can mend', () => {
  test('a closed session', async () => {
    const session = new Session()
    const tools = createTools(session)
    session.close()
    for (const [name, input] of Object.entries({
      execute: { command: 'true' },
      read_file: { path: 'f' },
      write_file: { path: 'f', content: '', write_condition: 'any_current_state' },
      apply_patch: { patch: 'x', expected_hashes: null },
    })) {
      const error = await errorFrom(tools[name as keyof typeof tools].run(input))
      expect(error, name).toMatchObject({ code: 'SESSION_CLOSED', category: 'conflict' })
    }
  })

  test('whatever else happens is told to the host, and to the model only that it happened', async () => {
    const told: unknown[] = []
    const broken = {
      busy: false,
      now: 0,
      env: {},
      execute: () => Promise.reject(new TypeError('/root/secret.rs:1 broke')),
    }
    const { execute } = createTools(broken as never, { onError: (error, call) => told.push([error, call]) })
    const error = await errorFrom(execute.run({ command: 'true' }))
    expect(error).toMatchObject({
      category: 'internal',
      code: 'INTERNAL',
      correctable: false,
      retryable: false,
      operation_id: 'op-1',
    })
    expect(error.message).not.toContain('secret')
    expect(told).toEqual([[expect.any(TypeError), { tool: 'execute', operationId: 'op-1' }]])
  })
})

describe('calls of one turn, started at once', () => {
  test('run in their order and see each other’s effects', async () => {
    const session = new Session()
    const tools = createTools(session)
    const other = createTools(session)
    const answers = await Promise.all([
      tools.write_file.run({ path: 'n', content: '1\n', write_condition: 'any_current_state' }),
      tools.execute.run({ command: 'sleep 5; echo 2 >> n' }),
      other.write_file.run({ path: 'm', content: 'm\n', write_condition: 'path_must_not_exist' }),
      tools.read_file.run({ path: 'n' }),
      other.execute.run({ command: 'cat n m' }),
    ])
    for (const answer of answers) expect(answer.ok, JSON.stringify(answer)).toBe(true)
    expect(result(answers[3]).content).toBe('1\n2')
    expect(result(answers[4]).stdout).toBe('1\n2\nm\n')
    expect(
      answers.map((answer) => result<{ metadata: { operation_id: string } }>(answer as never).metadata.operation_id),
    ).toEqual(['op-1', 'op-2', 'op-3', 'op-4', 'op-5'])
  })

  test('wait for a call of the host', async () => {
    const session = new Session({ clock: 'real' })
    const host = session.execute('sleep 0.2; echo host > f')
    const answer = await createTools(session).write_file.run({
      path: 'f',
      content: 'model\n',
      write_condition: 'any_current_state',
    })
    expect(answer.ok).toBe(true)
    await host
    expect(session.readFile('f')).toBe('model\n')
  })

  test('a repeated run gives the same bytes', async () => {
    const run = async () => {
      const tools = createTools(new Session())
      const texts: string[] = []
      for (const command of ['echo $RANDOM > r; cat r', 'sleep 3; date +%s', 'ls -l']) {
        const answer = await tools.execute.run({ command })
        if (answer.ok) answer.result.duration_ms = 0
        texts.push(answerText(answer))
      }
      return texts
    }
    expect(await run()).toEqual(await run())
  })
})

describe('the text for the system prompt', () => {
  test('names the commands that are there and both patch forms', () => {
    const text = systemPrompt(new Session())
    for (const word of ['bash', 'cat', 'grep', 'sort', '/workspace', '*** Begin Patch', '--- a/', 'content_hash']) {
      expect(text).toContain(word)
    }
  })

  test('the patches that it shows can be applied', () => {
    const text = systemPrompt(new Session())
    const unified = /^--- a\/demo[\s\S]*?(?=^or$)/m.exec(text)![0]
    const envelope = /^\*\*\* Begin Patch[\s\S]*?^\*\*\* End Patch$/m.exec(text)![0]
    for (const patch of [unified, envelope]) {
      const session = new Session({ files: { 'demo/app.conf': 'name=demo\ncache=false\n' } })
      session.applyPatch(patch)
      expect(session.readFile('demo/app.conf')).toBe('name=demo\ncache=true\n')
    }
  })
})
