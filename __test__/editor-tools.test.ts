/** The text editor and the memory that models are trained on, and diffs without headers, as a host calls them. */
import { Session } from 'mem-sandbox'
import { aiSdk } from 'mem-sandbox/ai-sdk'
import { editorTools, memory, memoryTools, textEditor } from 'mem-sandbox/tools'
import { applyDiff } from '@openai/agents'
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, stepCountIs } from 'ai'
import { describe, expect, test } from 'vitest'
import { expectInvalidArgument } from './support/errors.js'

describe('fileTool', () => {
  test('reads, writes and edits, in the words of the tools', () => {
    const session = new Session()
    const ask = (input: object) => session.fileTool(input as never)
    const file_path = 'src/a.ts'
    expect(ask({ tool: 'Write', file_path, content: 'a\nb\na\n' })).toBe('The file src/a.ts has been created: 3 lines.')
    expect(ask({ tool: 'Read', file_path, offset: 2, limit: null })).toBe('     2\tb\n     3\ta\n')
    const part = session.fileTool({ tool: 'Read', file_path }, { maxBytes: 20 })
    expect(part).toBe('     1\ta\n     2\tb\n[Lines 1 to 2 of 3, more did not fit: read on with offset 3.]\n')
    expect(() => ask({ tool: 'Edit', file_path, old_string: 'a', new_string: 'c' })).toThrow(/old_string.*replace_all/)
    ask({ tool: 'Edit', file_path, old_string: 'a', new_string: 'c', replace_all: true })
    expect(session.readFile(file_path)).toBe('c\nb\nc\n')
    expect(ask({ tool: 'Edit', file_path, old_string: 'b', new_string: 'd' })).toContain('     2\td\n')
    session.editorTool({ command: 'undo_edit', path: file_path })
    expect(session.readFile(file_path)).toBe('c\nb\nc\n')
  })

  test('refuses what is not its own with errors that say which', () => {
    const session = new Session({ files: { 'a.txt': 'x\n' } })
    const ask = (input: unknown) => () => session.fileTool(input as never)
    expectInvalidArgument(ask(undefined), 'input')
    expectInvalidArgument(ask({ file_path: 'a.txt' }), 'tool')
    expectInvalidArgument(ask({ tool: 'Read' }), 'file_path')
    expectInvalidArgument(ask({ tool: 'Glob', file_path: 'a.txt' }), 'Glob')
    expectInvalidArgument(ask({ tool: 'Read', file_path: 'a.txt', offset: 0 }), 'offset')
    expectInvalidArgument(ask({ tool: 'Write', file_path: 'a.txt' }), 'content')
    expectInvalidArgument(ask({ tool: 'Edit', file_path: 'a.txt', old_string: 'x' }), 'new_string')
    expectInvalidArgument(ask({ tool: 'Edit', file_path: 'a.txt', path: 'a.txt' }), 'path')
    expect(session.readFile('a.txt')).toBe('x\n')
  })
})

describe('editorTool', () => {
  test('views, creates, replaces, inserts and undoes, in the words of the tool', () => {
    const session = new Session()
    const ask = (input: object) => session.editorTool(input as never)
    expect(ask({ command: 'create', path: 'src/a.ts', file_text: 'a\nb\n' })).toBe(
      'File created successfully at: src/a.ts',
    )
    expect(ask({ command: 'view', path: '/workspace/src/a.ts' })).toBe('     1\ta\n     2\tb\n')
    expect(ask({ command: 'str_replace', path: 'src/a.ts', old_str: 'b', new_str: 'c' })).toContain('     2\tc\n')
    // Documents once called it new_str, and strict schemas give null for what is left out.
    ask({ command: 'insert', path: 'src/a.ts', insert_line: 0, new_str: 'top', insert_text: null, view_range: null })
    expect(session.readFile('src/a.ts')).toBe('top\na\nc\n')
    ask({ command: 'undo_edit', path: 'src/a.ts' })
    expect(session.readFile('src/a.ts')).toBe('a\nc\n')
  })

  test('refuses what is not its own with errors that say which', async () => {
    const session = new Session({ files: { 'a.txt': 'x\n' } })
    const ask = (input: unknown, options?: object) => () => session.editorTool(input as never, options as never)
    await expectInvalidArgument(ask(undefined), 'input')
    await expectInvalidArgument(ask({ path: 'a.txt' }), 'command')
    await expectInvalidArgument(ask({ command: 'view' }), 'path')
    await expectInvalidArgument(ask({ command: 'dance', path: 'a.txt' }), 'dance')
    await expectInvalidArgument(ask({ command: 'view', path: 'a.txt', depth: 1 }), 'depth')
    await expectInvalidArgument(ask({ command: 'view', path: 'a.txt', view_range: [1] }), 'view_range')
    await expectInvalidArgument(ask({ command: 'insert', path: 'a.txt', insert_line: 0.5 }), 'insert_line')
    await expectInvalidArgument(ask({ command: 'create', path: 'b.txt' }), 'file_text')
    await expectInvalidArgument(ask({ command: 'view', path: 'a.txt' }, { maxCharacters: 0 }), 'maxCharacters')
    expect(session.list().map(({ name }) => name)).toEqual(['a.txt'])
  })

  test('keeps the rules of the policy and the limits', () => {
    const session = new Session({
      files: { 'kept.txt': 'x\n', 'free.txt': 'x\n' },
      policy: { paths: { readOnly: ['kept.txt'], hidden: ['secret/**'] } },
      limits: { fileBytes: 16 },
    })
    const refusal = (input: object) => {
      try {
        return session.editorTool(input as never)
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    expect(refusal({ command: 'str_replace', path: 'kept.txt', old_str: 'x', new_str: 'y' })).toBe('POLICY_DENIED')
    expect(refusal({ command: 'create', path: 'free.txt', file_text: 'x'.repeat(17) })).toBe('EFBIG')
    expect(refusal({ command: 'undo_edit', path: 'free.txt' })).toBe('NOTHING_TO_UNDO')
    expect(session.readFile('free.txt')).toBe('x\n')
  })

  test('is told as an operation, and is replayed', async () => {
    const session = new Session()
    const recording = session.record()
    session.editorTool({ command: 'create', path: 'a.txt', file_text: 'x\n' })
    session.memoryTool({ command: 'create', path: '/memories/m', file_text: 'note\n' })
    session.applyDiff('a.txt', '@@\n-x\n+y\n')
    const journal = recording.stop()
    const { replay } = await import('mem-sandbox')
    const replayed = await replay(journal)
    expect(replayed.divergence).toBeNull()
    expect(journal.steps.map(({ name }) => name)).toEqual(['editorTool', 'memoryTool', 'applyDiff'])
  })
})

describe('the handlers', () => {
  test('answer with text, whatever happens', async () => {
    const session = new Session({ files: { 'a.txt': 'one\ntwo\n', 'late.txt': async () => 'late\n' } })
    const edit = textEditor(session, { maxCharacters: 12 })
    expect(await edit({ command: 'view', path: 'a.txt' })).toEqual({
      ok: true,
      text: '     1\tone\n[11 characters were left out, lines 2 to 2: see them with view_range [2, 2]]\n',
    })
    expect((await edit({ command: 'view', path: 'late.txt' })).text).toContain('late')
    const missing = await edit({ command: 'view', path: 'none.txt' })
    expect(missing.ok).toBe(false)
    expect(missing.text).toMatch(/^Error: ENOENT.*none\.txt/)
    for (const input of [undefined, null, 7, {}, { command: 'view', path: 3 }, { command: 'view', path: 'a', x: 1 }]) {
      expect((await edit(input as never)).ok).toBe(false)
    }
    const remember = memory(() => session)
    expect((await remember({ command: 'view', path: '/memories' })).ok).toBe(true)
    expect((await remember({ command: 'view', path: '/workspace/a.txt' })).text).toMatch(/must start with \/memories/)
  })

  test("serve the provider's own tools over the wire", async () => {
    const session = new Session({ files: { 'a.txt': 'one\n' } })
    const calls = [
      { name: 'str_replace_based_edit_tool', input: { command: 'view', path: 'a.txt' } },
      {
        name: 'str_replace_based_edit_tool',
        input: { command: 'insert', path: 'a.txt', insert_line: 1, insert_text: 'two\n' },
      },
      { name: 'memory', input: { command: 'create', path: '/memories/n.md', file_text: 'kept\n' } },
      { name: 'memory', input: { command: 'view', path: '/memories' } },
    ]
    const requests: Array<{ messages: Array<{ content: Array<Record<string, unknown>> }> }> = []
    const fetch = async (_url: unknown, init?: { body?: unknown }) => {
      const turn = requests.push(JSON.parse(String(init?.body))) - 1
      const call = calls[turn]
      const content = call ? [{ type: 'tool_use', id: `toolu_${turn}`, ...call }] : [{ type: 'text', text: 'done' }]
      const message = {
        type: 'message',
        id: 'msg',
        role: 'assistant',
        model: 'claude',
        content,
        stop_reason: call ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      }
      return new Response(JSON.stringify(message), { headers: { 'content-type': 'application/json' } })
    }
    const anthropic = createAnthropic({ apiKey: 'none', fetch: fetch as never })
    const { textEditor: edit, memory: remember } = aiSdk(session).anthropic
    const { text } = await generateText({
      model: anthropic('claude-sonnet-4-5'),
      tools: {
        str_replace_based_edit_tool: anthropic.tools.textEditor_20250728({ execute: edit as never }),
        memory: anthropic.tools.memory_20250818({ execute: remember as never }),
      },
      stopWhen: stepCountIs(calls.length + 1),
      prompt: 'go',
    })
    expect(text).toBe('done')
    const results = requests
      .at(-1)!
      .messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => JSON.stringify(content))
    expect(results).toHaveLength(4)
    expect(results[0]).toContain('one')
    expect(results[2]).toContain('File created successfully at: /memories/n.md')
    expect(results[3]).toContain('5B')
    expect(session.readFile('a.txt')).toBe('one\ntwo\n')
    expect(session.readFile('/memories/n.md')).toBe('kept\n')
  })
})

describe('the ready sets', () => {
  test('are neutral tools with schemas for strict mode, whose answers say what can be mended', async () => {
    const session = new Session({ files: { 'a.txt': 'one\n', 'late.txt': async () => 'late\n' } })
    const { str_replace_based_edit_tool: edit } = editorTools(() => session, { maxCharacters: 100 })
    const { memory: remember } = memoryTools(session)
    for (const { parameters } of [edit, remember]) {
      expect(parameters.required).toEqual(Object.keys(parameters.properties))
      expect(parameters.additionalProperties).toBe(false)
    }
    const nothing = { view_range: null, file_text: null, old_str: null, new_str: null, insert_line: null }
    const seen = await edit.run({ command: 'view', path: 'late.txt', ...nothing, insert_text: null })
    expect(seen).toMatchObject({ ok: true, result: { text: '     1\tlate\n', metadata: { operation_id: 'op-1' } } })
    const wrong = await edit.run({ command: 'str_replace', path: 'a.txt', old_str: 'none' })
    expect(wrong).toMatchObject({ ok: false, error: { code: 'PATCH_CONTEXT_MISMATCH', correctable: true } })
    expect(await edit.run({ command: 'dance', path: 'a.txt' })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_TOOL_INPUT', fields: ['command'] },
    })
    const kept = { command: 'create', path: '/memories/n', file_text: 'note\n' }
    expect(await remember.run(kept)).toMatchObject({ ok: true })
    expect(await remember.run(kept)).toMatchObject({ ok: false, error: { code: 'EEXIST' } })
    expect(await remember.run({ command: 'view', path: '/etc/passwd' })).toMatchObject({ ok: false })
    expect(() => editorTools(session, { maxCharacters: 0 })).toThrow(/maxCharacters/)
  })
})

describe('applyDiff', () => {
  test('gives what the reference gives, or refuses where it does', () => {
    const cases: Array<[content: string, diff: string]> = [
      ['a\nb\nc\n', '@@\n a\n-b\n+B\n c\n'],
      ['a\r\nb\r\n', '@@\n-b\n+B\n'],
      ['a\nb', '@@\n-b\n+B\n'],
      ['f() {\n  x\n}\ng() {\n  x\n}\n', '@@ g() {\n-  x\n+  y\n'],
      ['a\n', '@@\n-none\n+x\n'],
      ['a\nb\n', '@@\n b\n+c\n*** End of File\n'],
    ]
    for (const [content, diff] of cases) {
      let expected: string | undefined
      try {
        expected = applyDiff(content, diff, 'default')
      } catch {
        expected = undefined
      }
      const session = new Session({ files: { f: content } })
      let given: string | undefined
      try {
        session.applyDiff('f', diff)
        given = session.readFile('f')
      } catch {
        expect(session.readFile('f')).toBe(content)
      }
      expect(given, JSON.stringify([content, diff])).toBe(expected)
    }
  })
})
