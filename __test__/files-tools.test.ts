/** The five tools: what the model sees of them, and what they answer. Rows of the table of tools are named by their tool. */
import { describe, expect, test } from 'vitest'
import { Session } from 'mem-sandbox'
import { Agent, Runner } from '@openai/agents'
import type { ScriptedModel } from '@openai/agents/testing'
import {
  defineSandbox,
  memory,
  sandboxConfig,
  sandboxExec,
  sandboxListFiles,
  sandboxReadFile,
  sandboxRun,
  sandboxWriteFile,
} from 'mem-sandbox/openai-agents'
import type { SandboxToolOptions } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { backendWith, handleWith, watched } from './support/backends.js'
import { agentOf, call, exec, list, modelOf, read, run, script, write } from './support/files.js'

/** What the tools answered to these calls. */
async function answers(turns: Parameters<typeof modelOf>, tools?: SandboxToolOptions, sandbox = defineSandbox()) {
  const result = await run(agentOf(turns, { sandbox, tools }), 'go', { maxTurns: turns.length + 1 })
  return outputsOf(result).map(String)
}

/** A block as a reader of YAML understands it. */
function readBlock(block: string): { exit_code: number; stdout: string; stderr: string } {
  const { stdout, stderr, exitCode } = new Session().executeSync("yq -o=json -I=0 '.'", { stdin: block })
  if (exitCode !== 0) throw new Error(`no YAML: ${stderr}${block}`)
  return JSON.parse(stdout)
}

describe('what the model sees', () => {
  const text = (description: string) => ({ type: 'string', description })
  const path = 'Absolute, or relative to /workspace.'
  const expected = {
    sandbox_run: { script: text('The text of the script.') },
    sandbox_exec: { command: text('The command line.') },
    sandbox_read_file: { path: text(path) },
    sandbox_write_file: { path: text(path), content: text('All of its text.') },
    sandbox_list_files: { path: { ...text(path), default: '/workspace' } },
  }

  test('five strict tools, all parameters required, no others', async () => {
    const agent = agentOf([])
    await run(agent, 'go')
    const { tools } = (agent.model as ScriptedModel).firstCall!.request
    expect(
      Object.fromEntries(
        tools.map((tool) => [
          tool.name,
          tool.type === 'function' && { strict: tool.strict, parameters: tool.parameters },
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        Object.entries(expected).map(([name, properties]) => [
          name,
          {
            strict: true,
            parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
          },
        ]),
      ),
    )
  })

  test('the package’s factories give the same tools, with or without a config', () => {
    const factories = [sandboxRun, sandboxExec, sandboxReadFile, sandboxWriteFile, sandboxListFiles]
    const of = (tools: Array<{ name: string; parameters: unknown; strict: boolean }>) =>
      tools.map(({ name, parameters, strict }) => ({ name, parameters, strict }))
    const five = of(defineSandbox().tools())
    expect(of(factories.map((factory) => factory()))).toEqual(five)
    expect(of(factories.map((factory) => factory(sandboxConfig({ interpreter: 'sh' }))))).toEqual(five)
  })

  test('include chooses and orders', () => {
    const tools = defineSandbox().tools({ include: ['listFiles', 'run'] })
    expect(tools.map(({ name }) => name)).toEqual(['sandbox_list_files', 'sandbox_run'])
    expect(() => defineSandbox().tools({ include: ['edit' as 'run'] })).toThrow(
      /options\.include\[0\] must be 'run' or/,
    )
  })

  test('no secret is in what is logged of an agent', async () => {
    const { inspect } = await import('node:util')
    const sandbox = defineSandbox({ env: { TOKEN: 'not-for-logs' } })
    expect(inspect(agentOf([], { sandbox }), { depth: 20, showHidden: false })).not.toContain('not-for-logs')
    expect(JSON.stringify(sandbox)).not.toContain('not-for-logs')
  })
})

describe('sandbox_run', () => {
  test('runs a script with the interpreter, and its file is gone afterwards', async () => {
    const [ran, listed] = await answers([script('pwd\nhead -1 "$0"\nexit 3\n'), list('/tmp')])
    expect(ran).toBe('exit_code: 3\nstdout: |2\n  /workspace\n  pwd\nstderr: ""\n')
    expect(listed).toBe('The folder is empty.')
  })

  test('with another interpreter', async () => {
    const [ran] = await answers([script('2^70\n')], {}, defineSandbox({ interpreter: 'bc' }))
    expect(readBlock(ran!)).toEqual({ exit_code: 0, stdout: '1180591620717411303424\n', stderr: '' })
  })
})

describe('sandbox_exec', () => {
  test('fault 16: commands and relative paths are in /workspace', async () => {
    const turns = [exec('pwd; echo x > rel'), write('sub/rel2', 'y'), list('/workspace'), read('sub/rel2')]
    const [ran, , listed, text] = await answers(turns)
    expect(readBlock(ran!).stdout).toBe('/workspace\n')
    expect(listed).toBe('f  /workspace/rel\nd  /workspace/sub')
    expect(text).toBe('y')
  })

  test('fault 16: the time of run and exec is one setting each', async () => {
    const forever = 'while :; do :; done'
    const [ran, executed] = await answers([script(forever), exec(forever)], { timeouts: { run: 100, exec: 200 } })
    expect(readBlock(ran!).stderr).toBe('[timed out after 0.1 s and was stopped]\n')
    expect(readBlock(executed!).stderr).toBe('[timed out after 0.2 s and was stopped]\n')
  })

  test('the variables of one call are not those of the next', async () => {
    expect(readBlock((await answers([exec('X=1; cd /tmp'), exec('echo "[$X]"; pwd')]))[1]!).stdout).toBe(
      '[]\n/workspace\n',
    )
  })
})

describe('timeouts', () => {
  test('what was written before is kept, the exit code is 124, the note has a line of its own', async () => {
    const [ran] = await answers([exec('printf half; printf oops >&2; while :; do :; done')], {
      timeouts: { exec: 200 },
    })
    expect(readBlock(ran!)).toEqual({
      exit_code: 124,
      stdout: 'half',
      stderr: 'oops\n[timed out after 0.2 s and was stopped]\n',
    })
  })

  test('fault 18: a command whose end never comes is given up after its time', async () => {
    const inner = watched().backend
    const backend = backendWith({
      open: async (spec, request) => {
        const handle = await inner.open(spec, request)
        return handleWith(handle, { exec: () => new Promise(() => {}) })
      },
    })
    const [ran] = await answers([exec('true')], { timeouts: { exec: 10 } }, defineSandbox({ backend }))
    expect(readBlock(ran!)).toMatchObject({ exit_code: -1, stdout: '' })
    expect(readBlock(ran!).stderr).toContain('the sandbox did not say that it had ended')
  }, 20_000)

  test('fault 18: and its time begins when the sandbox comes to it, not when it is asked for', async () => {
    const { runCommand } = await import('../dist/esm/openai-agents/files/command.js')
    let last: Promise<unknown> = Promise.resolve()
    const inner = await memory().open({}, { mode: 'create', inputs: [] })
    const oneByOne = handleWith(inner, {
      exec: (request) => {
        const next = last.then(() => new Promise((resolve) => setTimeout(resolve, 60))).then(() => inner.exec(request))
        last = next
        return next
      },
    })
    const options = { timeoutMs: 20, graceMs: 80, maxOutputBytes: 10, signal: new AbortController().signal }
    const blocks = await Promise.all(
      [1, 2, 3, 4].map((number) => runCommand(oneByOne, ['echo', String(number)], options)),
    )
    expect(blocks.map((block) => readBlock(block))).toEqual(
      [1, 2, 3, 4].map((number) => ({ exit_code: 0, stdout: `${number}\n`, stderr: '' })),
    )
  })

  test('a limit that stops a command is named', async () => {
    const sandbox = defineSandbox({ limits: { steps: 1_000 } })
    const [ran] = await answers([exec('while :; do :; done')], {}, sandbox)
    expect(readBlock(ran!)).toMatchObject({ exit_code: 137, stderr: expect.stringMatching(/^\[.*steps.*\]\n$/) })
  })
})

describe('truncation', () => {
  test('head and tail, and how much is missing between them', async () => {
    const [ran] = await answers([exec('seq 1000; seq 5 >&2')], { maxOutputBytes: 20 })
    expect(readBlock(ran!)).toEqual({
      exit_code: 0,
      stdout:
        '1\n2\n3\n4\n5\n\n[… 3873 bytes omitted; send the output to a file and read it in parts …]\n\n999\n1000\n',
      stderr: '1\n2\n3\n4\n5\n',
    })
  })

  test('fault 13: no character is cut, and what fits is whole', async () => {
    for (const bytes of [7, 8, 9, 10, 11]) {
      const [ran] = await answers([exec("printf 'aé€😀é€'; printf é€ >&2")], { maxOutputBytes: bytes })
      const { stdout, stderr } = readBlock(ran!)
      expect(stderr).toBe('é€')
      expect(stdout).not.toContain('\u{fffd}')
      const [, head, omitted, tail] = /^([^]*)\n\[… (\d+) bytes omitted.*\]\n([^]*)$/.exec(stdout)!
      expect('aé€😀é€'.startsWith(head!) && 'aé€😀é€'.endsWith(tail!)).toBe(true)
      expect(Buffer.byteLength(head! + tail!) + Number(omitted)).toBe(15)
    }
  })

  test('in bounded memory, with what the sandbox itself dropped', async () => {
    const sandbox = defineSandbox({ limits: { outputBytes: 1_000 } })
    const [ran] = await answers([exec('yes | head -c 5000')], { maxOutputBytes: 10 }, sandbox)
    expect(readBlock(ran!).stdout).toMatch(/ 990 bytes omitted; .*\n[^]* 4000 bytes omitted: more than the sandbox/)
  })

  test('bytes that are not UTF-8 become U+FFFD', async () => {
    expect(readBlock((await answers([exec("printf 'a\\377b'")]))[0]!).stdout).toBe('a\u{fffd}b')
  })
})

describe('the block', () => {
  test.each([
    '  indented\n\tand a tab\n',
    '\n\nempty lines first',
    'many at the end\n\n\n',
    '\n',
    '   ',
    'no newline',
    'carriage\r\nreturn\r',
    '\u0000\u0007\u001b[31mred\u001b[0m\u007f',
    'next line\u0085 separators \u2028 \u2029 mark \ufeff',
    '---\n...\n- a: b\n# c\n"quoted" \'single\' {x} [y] &a *b !c %d | > @',
    'stdout: |2\n  nested\nexit_code: 9\n',
    'ä 日本 😀\n',
  ])('fault 14: %j is read back as it was', async (text) => {
    const printed = `printf %s '${Buffer.from(text).toString('base64')}' | base64 -d`
    const [ran] = await answers([exec(`${printed}; ${printed} >&2`)])
    expect(readBlock(ran!)).toEqual({ exit_code: 0, stdout: text, stderr: text })
  })

  test('fault 14: and so is what a generator makes of the awkward characters', async () => {
    const { resultBlock } = await import('../dist/esm/openai-agents/files/result-block.js')
    const pieces = [...'aé#:-|>&*{"\'% \t\n\r\0', '\n', '  ', '---', '\u0085', '\ufeff', '😀']
    let seed = 1
    const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
    const text = () => Array.from({ length: below(8) }, () => pieces[below(pieces.length)]).join('')
    const outcomes = Array.from({ length: 300 }, () => ({ exitCode: below(256), stdout: text(), stderr: text() }))
    const { stdout } = new Session({ limits: { steps: 1e9 } }).executeSync("yq -o=json -I=0 '.'", {
      stdin: outcomes.map((one) => resultBlock(one)).join('---\n'),
    })
    const readBack = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(readBack).toEqual(outcomes.map(({ exitCode, ...streams }) => ({ exit_code: exitCode, ...streams })))
  })
})

describe('sandbox_read_file', () => {
  test('reads text as it is, a mark at its beginning included', async () => {
    expect((await answers([exec("printf '\\357\\273\\277a\\r\\n' > f"), read('f')]))[1]).toBe('\u{feff}a\r\n')
  })

  test('refuses more than 1 MiB with the size, and not one byte less', async () => {
    const turns = [
      exec('head -c 1048577 /dev/zero | tr "\\0" x > big; head -c 1048576 big > fits'),
      read('big'),
      read('fits'),
    ]
    const [, refused, whole] = await answers(turns)
    expect(refused).toMatch(
      /^Error: \/workspace\/big has 1048577 bytes, more than the 1048576 that can be read at once/,
    )
    expect(whole).toHaveLength(1_048_576)
  })

  test('refuses what is not UTF-8, no file, or not there', async () => {
    const turns = [
      exec("printf '\\377' > bytes; mkdir d"),
      read('bytes'),
      read('d'),
      read('none'),
      read('/workspace/\0'),
    ]
    expect((await answers(turns)).slice(1)).toEqual([
      'Error: /workspace/bytes is not text in UTF-8.',
      'Error: /workspace/d is no regular file but a directory.',
      "Error: ENOENT: no such file or directory, stat '/workspace/none'",
      'Error: the argument path must not have NUL characters.',
    ])
  })
})

describe('sandbox_write_file', () => {
  test('makes parents, and answers with the path and the bytes', async () => {
    const turns = [write('/workspace/a/b/c.txt', 'é\n'), write('a..b.txt', 'dots'), write('x/../y', '')]
    expect(await answers(turns)).toEqual([
      'Wrote 3 bytes to /workspace/a/b/c.txt.',
      'Wrote 4 bytes to /workspace/a..b.txt.',
      'Wrote 0 bytes to /workspace/y.',
    ])
  })

  test('a path that can’t be written is told, and the run goes on', async () => {
    const [first, second] = await answers([exec('mkdir d'), write('d', 'x')])
    expect(readBlock(first!).exit_code).toBe(0)
    expect(second).toMatch(/^Error: EISDIR/)
  })
})

describe('sandbox_list_files', () => {
  test('sorted, not recursive, links as f, names on one line each', async () => {
    const turns = [exec("mkdir -p z/deep b; touch B a é $'two\\nlines'; ln -s b link"), list('/workspace')]
    expect((await answers(turns))[1]).toBe(
      [
        'f  /workspace/B',
        'f  /workspace/a',
        'd  /workspace/b',
        'f  /workspace/link',
        'f  "/workspace/two\\nlines"',
        'd  /workspace/z',
        'f  /workspace/é',
      ].join('\n'),
    )
  })

  test('fault 16: capped', async () => {
    const [, listed] = await answers([exec('mkdir d; cd d; touch $(seq 1 1203)'), list('d')])
    const lines = listed!.split('\n')
    expect(lines).toHaveLength(1_001)
    expect(lines.at(-1)).toBe('… and 203 more')
  })

  test('without a path, the workspace', async () => {
    expect((await answers([write('f', ''), call('sandbox_list_files', {})]))[1]).toBe('f  /workspace/f')
  })
})

describe('outside of a run', () => {
  test('the SDK’s own run is refused with what to call instead', async () => {
    const agent = agentOf([exec('true')])
    await expect(new Runner({ tracingDisabled: true }).run(agent, 'go')).rejects.toMatchObject({
      error: {
        name: 'SandboxSetupError',
        message: expect.stringContaining('sandbox_exec was called outside of a run: start the agent with run()'),
      },
    })
  })

  test('a tool without a config takes the run’s sandbox', async () => {
    const sandbox = defineSandbox({ env: { WHO: 'config' } })
    const agent = new Agent({
      name: 'Both',
      model: modelOf(exec('echo $WHO > f'), read('f')),
      tools: [sandboxReadFile(), ...sandbox.tools({ include: ['exec'] })],
    })
    expect(outputsOf(await run(agent, 'go')).at(-1)).toBe('config\n')
  })

  test('without any config there is the default sandbox', async () => {
    const agent = new Agent({
      name: 'Plain',
      model: modelOf(script('echo $BASH_VERSION | head -c 2')),
      tools: [sandboxRun()],
    })
    expect(readBlock(String(outputsOf(await run(agent, 'go'))[0])).stdout).toBe('5.')
  })
})
