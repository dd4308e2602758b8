/** Read, Write, Edit, Glob and Grep: the shapes that coding agents know. */
import { Session } from 'mem-sandbox'
import { TOOL_SETS, editTool, fileTools, globTool, grepTool, systemPrompt, toolSets } from 'mem-sandbox/tools'
import type { FileSetOptions, FileToolResult, Tool, ToolAnswer, ToolError } from 'mem-sandbox/tools'
import { describe, expect, test } from 'vitest'
import { expectInvalidArgument } from './support/errors.js'

type Name = 'Read' | 'Write' | 'Edit' | 'Glob' | 'Grep'

/** The tools of a session, asked for their texts. */
function asking(session: Session, options?: FileSetOptions) {
  const tools = fileTools(session, options)
  const ask = (name: Name, input: object): Promise<ToolAnswer<FileToolResult>> => tools[name].run(input)
  return {
    async text(name: Name, input: object): Promise<string> {
      const answer = await ask(name, input)
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.result.text
    },
    async error(name: Name, input: object): Promise<ToolError> {
      const answer = await ask(name, input)
      if (answer.ok) throw new Error(`done: ${answer.result.text}`)
      return answer.error
    },
  }
}

describe('Read', () => {
  test('shows lines behind their numbers, and says where to go on', async () => {
    const session = new Session({ files: { 'a.txt': 'one\r\ntwo\r\nthree\r\n', empty: '' } })
    const { text } = asking(session)
    expect(await text('Read', { file_path: 'a.txt' })).toBe('     1\tone\n     2\ttwo\n     3\tthree\n')
    expect(await text('Read', { file_path: '/workspace/a.txt', offset: 2, limit: 1 })).toBe(
      '     2\ttwo\n[Lines 2 to 2 of 3: read on with offset 3.]\n',
    )
    // Null is what strict schemas have for what is left out, and 0 is meant for the beginning.
    expect(await text('Read', { file_path: 'a.txt', offset: 0, limit: null })).toContain('     1\tone')
    expect(await text('Read', { file_path: 'empty' })).toContain('is empty')
  })

  test('pages give each line once, however long lines are', async () => {
    const lines = ['first', 'x'.repeat(15_000), 'important', '𝄞'.repeat(1_500), 'last']
    const session = new Session({ files: { 'a.txt': `${lines.join('\n')}\n` } })
    const { text } = asking(session, { outputBytes: 2_100 })
    const pages: string[] = []
    for (let offset: number | undefined = 1; offset !== undefined;) {
      const page = await text('Read', { file_path: 'a.txt', offset })
      pages.push(page)
      const next = /read on with offset (\d+)/.exec(page)
      offset = next ? Number(next[1]) : undefined
    }
    const all = pages.join('\n')
    expect(all.match(/^ +\d+\t/gm)).toEqual(['     1\t', '     2\t', '     3\t', '     4\t', '     5\t'])
    expect(all.match(/important/g)).toHaveLength(1)
    expect(all).toContain('x [13000 more characters in this line]')
    expect(all.isWellFormed()).toBe(true)
  })

  test('shows the head of a line that is too long to be read at all', async () => {
    const session = new Session({ files: { 'min.json': `a\n${'[1],'.repeat(500_000)}\nb\n` } })
    const { text } = asking(session)
    expect(await text('Read', { file_path: 'min.json', offset: 2 })).toMatch(
      /^ {5}2\t(\[1\],){500} \[1998000 more characters in this line\]\n {5}3\tb\n$/,
    )
  })

  test('says what can’t be read', async () => {
    const session = new Session({ files: { 'a.txt': 'one\n', bin: new Uint8Array([0xff, 0xfe]) } })
    const { error } = asking(session)
    expect(await error('Read', { file_path: 'a.txt', offset: 9 })).toMatchObject({
      code: 'INVALID_RANGE',
      correctable: true,
      message: 'a.txt has 1 line: there is no line 9',
    })
    expect((await error('Read', { file_path: 'none' })).code).toBe('ENOENT')
    expect((await error('Read', { file_path: '.' })).code).toBe('EISDIR')
    expect((await error('Read', { file_path: 'bin' })).code).toBe('FILE_ENCODING')
    expect((await error('Read', { path: 'a.txt' })).message).toMatch(/path is not a parameter; .*file_path is missing/)
  })

  test('fetches what functions have', async () => {
    const { text } = asking(new Session({ files: { 'late.txt': async () => 'late\n' } }))
    expect(await text('Read', { file_path: 'late.txt' })).toBe('     1\tlate\n')
  })
})

describe('Write', () => {
  test('makes folders, replaces, and says which it was', async () => {
    const session = new Session()
    const { text } = asking(session)
    const write = (content: string) => text('Write', { file_path: 'a/b/c.txt', content })
    expect(await write('one\n')).toBe('The file a/b/c.txt has been created: 1 line.')
    expect(await write('two\n')).toBe('The file a/b/c.txt has been overwritten: 1 line.')
    expect(await write('two\n')).toContain('nothing changed')
    expect(session.readFile('a/b/c.txt')).toBe('two\n')
  })

  test('refuses what was not read, where the host wants that', async () => {
    const session = new Session({ files: { 'a.txt': 'one\n' } })
    const { text, error } = asking(session, { readFirst: true })
    const write = { file_path: 'a.txt', content: 'two\n' }
    expect(await error('Write', write)).toMatchObject({ code: 'STALE_CONTENT', correctable: true })
    expect((await error('Write', write)).message).toContain('has not been read')
    expect((await error('Edit', { file_path: './a.txt', old_string: 'one', new_string: '1' })).code).toBe(
      'STALE_CONTENT',
    )
    await text('Read', { file_path: './a.txt' })
    await session.execute('echo other > a.txt')
    expect((await error('Write', write)).message).toContain('has changed since')
    await text('Read', { file_path: 'a.txt' })
    await text('Write', write)
    // What it wrote itself it knows.
    await text('Edit', { file_path: '/workspace/a.txt', old_string: 'two', new_string: '2' })
    await text('Write', { file_path: 'a.txt', content: 'three\n' })
    await text('Write', { file_path: 'new.txt', content: 'n\n' })
    expect(session.readFile('a.txt')).toBe('three\n')
  })
})

describe('Edit', () => {
  test('replaces the one occurrence, and shows what is around it', async () => {
    const session = new Session({ files: { 'a.ts': 'a\nb\nc\n' } })
    const edited = await asking(session).text('Edit', { file_path: 'a.ts', old_string: 'b\n', new_string: 'B\n' })
    expect(edited).toContain('     2\tB\n')
    expect(session.readFile('a.ts', { encoding: 'bytes' }).toString()).toBe(Buffer.from('a\nB\nc\n').join())
  })

  test('several occurrences are named, and replaced with replace_all', async () => {
    const session = new Session({ files: { 'a.ts': 'x=1\ny=2\nx=1; x=1\n' } })
    const { text, error } = asking(session)
    const edit = { file_path: 'a.ts', old_string: 'x=1', new_string: 'x=3' }
    const refused = await error('Edit', edit)
    expect(refused).toMatchObject({ correctable: true, code: 'PATCH_CONTEXT_MISMATCH' })
    expect(refused.message).toMatch(/old_string `x=1` in lines: 1, 3.*or set replace_all to change every place/)
    expect(await text('Edit', { ...edit, replace_all: true })).toContain('in 3 places, in what were lines 1, 3')
    expect(session.readFile('a.ts')).toBe('x=3\ny=2\nx=3; x=3\n')
    // One alone is fine, too.
    await text('Edit', { file_path: 'a.ts', old_string: 'y=2', new_string: 'y', replace_all: true })
    expect(session.readFile('a.ts')).toContain('\ny\n')
  })

  test('what is not there is explained with what is', async () => {
    const session = new Session({ files: { 'a.py': 'def f():\n\treturn 1\n' } })
    const { error } = asking(session)
    for (const replace_all of [false, true]) {
      const refused = await error('Edit', {
        file_path: 'a.py',
        old_string: '    return 1',
        new_string: '    return 2',
        replace_all,
      })
      expect(refused.message).toMatch(/old_string .* did not appear verbatim in a\.py/)
      expect(refused.message).toMatch(/tab|\\t/)
      expect(refused.message).not.toContain('old_str ')
    }
    const same = await error('Edit', { file_path: 'a.py', old_string: 'def', new_string: 'def' })
    expect([same.code, same.correctable]).toEqual(['INVALID_PATCH', true])
    const there = await error('Edit', { file_path: 'a.py', old_string: '', new_string: 'x' })
    expect(there.message).toContain('is there: name the text to replace')
    await asking(session).text('Edit', { file_path: 'new.py', old_string: '', new_string: 'x\n' })
    expect(session.readFile('new.py')).toBe('x\n')
    expect((await error('Edit', { file_path: 'none', old_string: 'a', new_string: 'x' })).code).toBe('ENOENT')
    expect(session.readFile('a.py')).toBe('def f():\n\treturn 1\n')
  })

  test.each([false, true])('keeps CR LF, which Read does not show (replace_all %s)', async (replace_all) => {
    const session = new Session({ files: { 'a.txt': 'one\r\ntwo\r\nthree\r\nend' } })
    const { text } = asking(session)
    await text('Edit', { file_path: 'a.txt', old_string: 'one\ntwo', new_string: '1\n1b\n2', replace_all })
    await text('Edit', { file_path: 'a.txt', old_string: 'three', new_string: '3\n3b', replace_all })
    expect(session.readFile('a.txt', { encoding: 'bytes' })).toEqual(
      new Uint8Array(Buffer.from('1\r\n1b\r\n2\r\n3\r\n3b\r\nend')),
    )
  })

  test('leaves bytes that are no text alone', async () => {
    const around = (text: string) => Buffer.concat([Buffer.from([0xff]), Buffer.from(text), Buffer.from([0xfe])])
    const session = new Session({ files: { a: around('x x'), b: around('y') } })
    const { text } = asking(session)
    await text('Edit', { file_path: 'a', old_string: 'x', new_string: 'é', replace_all: true })
    await text('Edit', { file_path: 'b', old_string: 'y', new_string: 'é' })
    expect(session.readBytes('a')).toEqual(new Uint8Array(around('é é')))
    expect(session.readBytes('b')).toEqual(new Uint8Array(around('é')))
  })
})

describe('Glob', () => {
  const files = {
    'a.ts': '',
    'src/b.ts': '',
    'src/.hidden.ts': '',
    'src/deep/c.tsx': '',
    'src/deep/[x].md': '',
    '.git/d.ts': '',
    'node_modules/e.ts': '',
    '.gitignore': 'node_modules\n',
  }

  test('gives absolute paths, newest first, and of one moment in order', async () => {
    const session = new Session({ files })
    const { text } = asking(session)
    const all = ['a.ts', 'node_modules/e.ts', 'src/.hidden.ts', 'src/b.ts'].map((name) => `/workspace/${name}`)
    expect((await text('Glob', { pattern: '**/*.ts' })).split('\n')).toEqual(all)
    expect((await text('Glob', { pattern: '*.ts' })).split('\n')).toEqual(all)
    await session.execute('sleep 5; echo x > src/b.ts')
    expect((await text('Glob', { pattern: '**/*.ts' })).split('\n')[0]).toBe('/workspace/src/b.ts')
    expect(await text('Glob', { pattern: 'src/*.{ts,tsx}' })).toBe('/workspace/src/b.ts\n/workspace/src/.hidden.ts')
    expect(await text('Glob', { pattern: 'deep/*.tsx', path: 'src' })).toBe('/workspace/src/deep/c.tsx')
    expect(await text('Glob', { pattern: '/workspace/src/**/*.tsx', path: '/tmp' })).toBe('/workspace/src/deep/c.tsx')
    expect(await text('Glob', { pattern: '/workspace/a.ts' })).toBe('/workspace/a.ts')
    expect(await text('Glob', { pattern: '**/\\[x\\].md' })).toBe('/workspace/src/deep/[x].md')
    expect(await text('Glob', { pattern: '!*.ts' })).toBe('No files found')
  })

  test('says how many more there are, and what is no folder or pattern', async () => {
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`f${index}`, '']))
    const { text, error } = asking(new Session({ files: many }))
    const found = (await text('Glob', { pattern: 'f*' })).split('\n')
    expect(found).toHaveLength(101)
    expect(found.at(-1)).toContain('30 more files match')
    expect((await error('Glob', { pattern: '*', path: 'none' })).code).toBe('ENOENT')
    expect((await error('Glob', { pattern: '*', path: 'f1' })).code).toBe('ENOTDIR')
    expect(await error('Glob', { pattern: '[' })).toMatchObject({ code: 'INVALID_TOOL_INPUT', correctable: true })
    expect((await error('Glob', { pattern: '' })).fields).toEqual(['pattern'])
  })
})

describe('Grep', () => {
  const files = {
    'a.ts': 'const a = 1\nlet b\nCONST c\n',
    'src/b.js': 'x\nconst b = 2\nconst d\ny\n',
    'src/c.md': 'no\n',
    '.git/x.ts': 'const hidden\n',
    '.env': 'const=1\n',
    bin: new Uint8Array([0, 99, 111, 110, 115, 116]),
  }
  const { text, error } = asking(new Session({ files }))

  test('gives files, lines or counts', async () => {
    expect(await text('Grep', { pattern: 'const' })).toBe(
      'Found 3 files\n/workspace/.env\n/workspace/a.ts\n/workspace/src/b.js',
    )
    expect(await text('Grep', { pattern: '^const', output_mode: 'content', path: 'src' })).toBe(
      '/workspace/src/b.js:2:const b = 2\n/workspace/src/b.js:3:const d',
    )
    expect(await text('Grep', { pattern: 'const', output_mode: 'count' })).toBe(
      'Found 4 matching lines in 3 files\n/workspace/.env:1\n/workspace/a.ts:1\n/workspace/src/b.js:2',
    )
    for (const output_mode of ['content', 'count']) {
      expect(await text('Grep', { pattern: 'nowhere', output_mode })).toBe('No matches found')
    }
    expect(await text('Grep', { pattern: 'nowhere' })).toBe('No files found')
  })

  test('has each of the options', async () => {
    const content = (input: object) => text('Grep', { output_mode: 'content', path: 'src/b.js', ...input })
    const line = (number: number, mark: string, words: string) => `/workspace/src/b.js${mark}${number}${mark}${words}`
    expect(await content({ pattern: 'b = ', '-A': 1 })).toBe(
      `${line(2, ':', 'const b = 2')}\n${line(3, '-', 'const d')}`,
    )
    expect(await content({ pattern: 'b = ', '-B': 1 })).toBe(`${line(1, '-', 'x')}\n${line(2, ':', 'const b = 2')}`)
    expect((await content({ pattern: 'b = ', '-C': 1 })).split('\n')).toHaveLength(3)
    expect((await content({ pattern: 'b = ', '-C': 1, '-A': 0 })).split('\n')).toHaveLength(2)
    expect(await content({ pattern: 'b = ', '-n': false })).toBe('/workspace/src/b.js:const b = 2')
    expect(await content({ pattern: 'b = .', '-o': true })).toBe(line(2, ':', 'b = 2'))
    expect(await content({ pattern: 'D$' })).toBe('No matches found')
    expect(await content({ pattern: 'D$', '-i': true })).toBe(line(3, ':', 'const d'))
    expect(await content({ pattern: '2.*y' })).toBe('No matches found')
    expect((await content({ pattern: '2.*y', multiline: true })).split('\n')).toHaveLength(3)
    expect(await text('Grep', { pattern: 'const', type: 'js' })).toBe('Found 1 file\n/workspace/src/b.js')
    expect(await text('Grep', { pattern: 'const', glob: '*.{ts,md}' })).toBe('Found 1 file\n/workspace/a.ts')
    expect(await text('Grep', { pattern: 'const', glob: 'src/*' })).toBe('Found 1 file\n/workspace/src/b.js')
    // What strict schemas and careless models have for nothing.
    expect(await text('Grep', { pattern: 'const', glob: '', type: '', path: null, '-A': null })).toContain(
      'Found 3 files',
    )
    expect(await text('Grep', { pattern: '-e' })).toBe('No files found')
  })

  test('shows as much as was asked for, and says what is left', async () => {
    const session = new Session({ files: { 'long.txt': `${'match\n'.repeat(1_000)}match ${'x'.repeat(5_000)}\n` } })
    const long = asking(session)
    const grep = (input: object) => long.text('Grep', { pattern: 'match', output_mode: 'content', ...input })
    expect((await grep({})).split('\n')).toHaveLength(251)
    expect((await grep({})).split('\n').at(-1)).toMatch(/^\[751 more lines: /)
    expect((await grep({ head_limit: 2 })).split('\n')).toEqual([
      '/workspace/long.txt:1:match',
      '/workspace/long.txt:2:match',
      expect.stringMatching(/^\[999 more lines/),
    ])
    expect((await grep({ head_limit: 0 })).split('\n')).toHaveLength(1_001)
    expect((await grep({ head_limit: 0 })).split('\n').at(-1)!.length).toBeLessThan(600)
    const few = await asking(session, { outputBytes: 100 }).text('Grep', { pattern: 'match', output_mode: 'content' })
    expect(few).toMatch(/^(\/workspace\/long\.txt:\d+:match\n){3}\[998 more lines/)
  })

  test('says what can’t be searched', async () => {
    const refused = await error('Grep', { pattern: '(' })
    expect(refused).toMatchObject({ code: 'INVALID_TOOL_INPUT', correctable: true })
    expect(refused.message).toContain('unclosed group')
    expect((await error('Grep', { pattern: 'x', type: 'nosuch' })).message).toContain('nosuch')
    expect((await error('Grep', { pattern: 'x', path: 'none' })).code).toBe('ENOENT')
    expect((await error('Grep', { pattern: 'x', output_mode: 'lines' })).fields).toEqual(['output_mode'])
    expect((await error('Grep', { pattern: 'x', '-A': -1 })).fields).toEqual(['-A'])
    expect((await error('Grep', { pattern: 'a\0b' })).fields).toEqual(['pattern'])
  })
})

describe('searches', () => {
  test('leave no trace, and are not in the way of what the shell is in', async () => {
    const session = new Session({ files: { 'a b.txt': "it's\n", "o'clock.txt": 'x\n' } })
    await session.execute('rg() { echo no; }; alias rg=false; cd /tmp; exec 2>/dev/null; set -f')
    const [revision, cwd] = [session.revision, session.cwd]
    const { text } = asking(session)
    expect(await text('Grep', { pattern: "it's", path: '/workspace' })).toBe('Found 1 file\n/workspace/a b.txt')
    expect(await text('Glob', { pattern: "*'*", path: '/workspace' })).toBe("/workspace/o'clock.txt")
    expect(await text('Grep', { pattern: '$(touch /workspace/made)', path: '/workspace' })).toBe('No files found')
    expect([session.revision, session.cwd]).toEqual([revision, cwd])
    expect(session.list('/workspace')).toHaveLength(2)
  })

  test('keep the policy', async () => {
    const denied = new Session({ files: { a: 'x\n' }, policy: { commands: { deny: ['rg'] } } })
    const answer = await grepTool(denied).run({ pattern: 'x' })
    expect(answer).toMatchObject({ ok: false, error: { code: 'POLICY_DENIED', correctable: false } })
    const hidden = new Session({ files: { a: 'x\n', secret: 'x\n' }, policy: { paths: { hidden: ['secret'] } } })
    const { text } = asking(hidden)
    expect(await text('Grep', { pattern: 'x' })).toBe('Found 1 file\n/workspace/a')
    expect(await text('Glob', { pattern: '*' })).toBe('/workspace/a')
    const asked = new Session({
      files: { a: 'x\n' },
      policy: { decide: ({ name }) => (name === 'rg' ? 'ask' : 'allow') },
    })
    expect(await globTool(asked).run({ pattern: '*' })).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED', message: expect.stringContaining('rg --files') },
    })
  })

  test('end with the signal, and with the limits', async () => {
    const files = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, 'x '.repeat(2_000)]))
    const session = new Session({ files })
    const controller = new AbortController()
    const running = grepTool(session).run({ pattern: '(x+ )+y' }, { signal: controller.signal })
    setTimeout(() => controller.abort(), 5)
    const answer = await running
    if (!answer.ok) expect(answer.error).toMatchObject({ category: 'cancelled', correctable: false })
    const slow = await grepTool(session, { timeoutSeconds: 0.001 }).run({ pattern: '(x+ )+y' })
    expect(slow).toMatchObject({ ok: false, error: { code: 'TIMEOUT', retryable: true } })
    expect((await grepTool(session).run({ pattern: 'x', path: 'f1' })).ok).toBe(true)
  })

  test('say so where there is no rg', async () => {
    const { Executor } = await import('mem-sandbox')
    const session = new Executor({ profile: 'seed' }).session()
    expect(await grepTool(session).run({ pattern: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'TOOL_UNSUPPORTED', category: 'unsupported' },
    })
  })
})

describe('sets', () => {
  test('come by name, each tool once, and a session that is opened later serves all of them', async () => {
    let opened = 0
    const open = () => {
      opened += 1
      return new Session()
    }
    const tools = toolSets(open, ['shell', 'files', 'memory', 'files'])
    expect(Object.keys(tools)).toEqual(['execute', 'Read', 'Write', 'Edit', 'Glob', 'Grep', 'memory'])
    await Promise.all([
      tools.Write.run({ file_path: 'a.txt', content: 'one\n' }),
      tools.Edit.run({ file_path: 'a.txt', old_string: 'one', new_string: '1' }),
    ])
    const answer = await tools.execute.run({ command: 'cat a.txt' })
    expect(answer).toMatchObject({ ok: true, result: { stdout: '1\n' } })
    expect(opened).toBe(1)
    expect(Object.keys(toolSets(new Session()))).toEqual(['execute', 'read_file', 'write_file', 'apply_patch'])
    await expectInvalidArgument(() => toolSets(new Session(), ['nosuch' as never]), 'sets')
    await expectInvalidArgument(() => toolSets(new Session(), 'files' as never), 'sets')
    await expectInvalidArgument(() => editTool(new Session(), { nosuch: 1 } as never), 'nosuch')
    await expectInvalidArgument(() => fileTools(new Session(), { readFirst: 'yes' } as never), 'readFirst')
  })

  test('have schemas that every provider takes, with words for each parameter', () => {
    for (const tool of Object.values<Tool>({ ...toolSets(new Session(), TOOL_SETS) })) {
      const { properties, required, additionalProperties } = tool.parameters
      expect(required).toEqual(Object.keys(properties))
      expect(additionalProperties).toBe(false)
      expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      // Anthropic's rule for names of properties; the length is OpenAI's bound of a description.
      for (const name of required) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)
      expect(tool.description.length).toBeLessThan(1_024)
      for (const [name, schema] of Object.entries(properties)) {
        const says = (schema as { description?: string; enum?: string[] }).description ?? name === 'command'
        expect(says, `${tool.name}: ${name}`).toBeTruthy()
      }
    }
  })

  test('are what the prompt speaks of', async () => {
    const session = new Session()
    const files = systemPrompt(session, { sets: ['shell', 'files'] })
    expect(files).toMatch(/Shell \(tool execute\)[\s\S]*Commands: [\s\S]*Files \(tools Read, Write, Edit, Glob, Grep\)/)
    expect(files).not.toMatch(/read_file|apply_patch\b.*parts/)
    expect(systemPrompt(session, { sets: ['files'] })).not.toMatch(/execute|Commands:|in the shell/)
    expect(systemPrompt(session, { sets: ['core', 'editor', 'memory'] })).toMatch(
      /write_file[\s\S]*Editor \(tool str_replace_based_edit_tool\)[\s\S]*Memory \(tool memory\)[\s\S]*Begin Patch/,
    )
    expect(systemPrompt(session, {})).toBe(systemPrompt(session))
    expect(await systemPrompt(async () => session, { sets: ['files'] })).toBe(
      systemPrompt(session, { sets: ['files'] }),
    )
    await expectInvalidArgument(() => systemPrompt(session, { sets: ['nosuch' as never] }), 'sets')
  })
})
