/** What goes in, and what counts as coming out. Rows of the table of the workspace's options. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workspaceReport } from 'mem-sandbox/openai-agents'
import type { WorkspaceOptions } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { agentOf, callsOf, collector, exec, read, run, script } from './support/files.js'

const bytes = (text: string) => new TextEncoder().encode(text)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs one command over these files and gives what was handed over. */
async function after(command: string, workspace: WorkspaceOptions = {}) {
  const out = collector()
  const result = await run(agentOf([exec(command)]), 'go', {
    workspace: { onFileOutput: out.onFileOutput, ...workspace },
  })
  return {
    out,
    result,
    report: await workspaceReport(result),
    changes: out.files.map((file) => `${file.change} ${file.fileName}`),
  }
}

describe('inputFiles', () => {
  test('bytes, text, a Blob, a path and a file URL of the host, folders and modes', async () => {
    const path = join(folder, 'on-host.bin')
    writeFileSync(path, Buffer.from([0, 255, 10]))
    writeFileSync(join(folder, 'by-url'), '\n')
    const { result } = await after(
      'find . -type f | sort | xargs -n1 sh -c \'printf "%s " "$0"; od -An -tx1 < "$0"\'; stat -c %a run.sh',
      {
        inputFiles: [
          { path: 'bytes', data: Uint8Array.from([1, 2]) },
          { path: 'deep/er/text', data: 'é' },
          { path: 'blob', data: new Blob(['b', 'c']) },
          { path: 'run.sh', data: '#!', mode: 0o755 },
          path,
          { path: 'renamed', data: pathToFileURL(path) },
          pathToFileURL(join(folder, 'by-url')),
        ],
      },
    )
    expect(outputsOf(result)[0]).toBe(
      [
        'exit_code: 0',
        'stdout: |2',
        '  ./blob  62 63',
        '  ./by-url  0a',
        '  ./bytes  01 02',
        '  ./deep/er/text  c3 a9',
        '  ./on-host.bin  00 ff 0a',
        '  ./renamed  00 ff 0a',
        '  ./run.sh  23 21',
        '  755',
        'stderr: ""',
        '',
      ].join('\n'),
    )
  })

  test('a file of the host is looked for before the model is asked, and read when the sandbox starts', async () => {
    const path = join(folder, 'later')
    const agent = agentOf([read('later')])
    await expect(run(agent, 'go', { workspace: { inputFiles: [path] } })).rejects.toThrow(/later" is not there/)
    expect(callsOf(agent)).toBe(0)
    writeFileSync(path, 'first')
    const { model } = agent
    const original = model as { getResponse: (request: never) => Promise<unknown> }
    const asked = original.getResponse.bind(model)
    // What the file holds when the model has answered is what the sandbox has.
    original.getResponse = (request) => {
      writeFileSync(path, 'second')
      return asked(request)
    }
    expect(outputsOf(await run(agent, 'go', { workspace: { inputFiles: [path] } }))).toEqual(['second'])
  })

  test('one that is gone when the sandbox starts ends the run as an error of the setup', async () => {
    const path = join(folder, 'goes')
    writeFileSync(path, 'x')
    const agent = agentOf([read('goes')])
    const original = agent.model as unknown as { getResponse: (request: never) => Promise<unknown> }
    const asked = original.getResponse.bind(agent.model)
    original.getResponse = (request) => {
      rmSync(path, { force: true })
      return asked(request)
    }
    await expect(run(agent, 'go', { workspace: { inputFiles: [path] } })).rejects.toMatchObject({
      name: 'SandboxSetupError',
    })
  })
})

describe('onFileOutput', () => {
  const inputFiles = [
    { path: 'kept', data: 'same\n' },
    { path: 'changed', data: 'old\n' },
    { path: 'gone', data: 'bye\n' },
    { path: 'moved', data: 'some text that moves\n' },
  ]

  test('files that are new or have another content, in the order of their paths', async () => {
    const { out, changes } = await after('echo new > changed; mkdir -p z; echo 1 > z/b; echo 2 > a', { inputFiles })
    expect(changes).toEqual(['added a', 'modified changed', 'added z/b'])
    expect(out.files).toEqual([
      { fileName: 'a', change: 'added', size: 2, path: '/workspace/a', data: bytes('2\n') },
      { fileName: 'changed', change: 'modified', size: 4, path: '/workspace/changed', data: bytes('new\n') },
      { fileName: 'z/b', change: 'added', size: 2, path: '/workspace/z/b', data: bytes('1\n') },
    ])
  })

  test('bytes as they are', async () => {
    const { out } = await after("printf 'a\\000\\377' > bytes; : > empty")
    expect(out.files.map(({ data }) => [...data!])).toEqual([[97, 0, 255], []])
  })

  test('not: the same content written again, modes, links, folders, FIFOs, what lies elsewhere', async () => {
    const command =
      'echo same > kept; chmod 700 kept; touch -d @0 changed; mkdir d; ln -s kept link; mkfifo fifo; echo x > /tmp/x'
    expect((await after(command, { inputFiles })).changes).toEqual([])
  })

  test('fault 9: a change of the same size with the old time is told', async () => {
    const { changes } = await after(
      'touch -r changed /tmp/ref; echo old | tr o O > changed; touch -r /tmp/ref changed',
      {
        inputFiles,
      },
    )
    expect(changes).toEqual(['modified changed'])
  })

  test('fault 9: deletions are in the report, and told with reportDeletions', async () => {
    const silent = await after('rm gone; echo 1 > a', { inputFiles })
    expect(silent.changes).toEqual(['added a'])
    expect(silent.report.deletions).toEqual(['gone'])
    const told = await after('rm gone; echo 1 > a', { inputFiles, reportDeletions: true })
    expect(told.changes).toEqual(['added a', 'deleted gone'])
    expect(told.out.files[1]).toEqual({
      fileName: 'gone',
      change: 'deleted',
      size: 0,
      path: '/workspace/gone',
      data: null,
    })
  })

  test('a renamed file comes with its bytes and where it was', async () => {
    const { out } = await after('mkdir d; mv moved d/there', { inputFiles })
    expect(out.files).toEqual([
      {
        fileName: 'd/there',
        change: 'renamed',
        from: 'moved',
        size: 21,
        path: '/workspace/d/there',
        data: bytes('some text that moves\n'),
      },
    ])
  })

  test('one after another, each waited for', async () => {
    const log: string[] = []
    await after('echo 1 > a; echo 2 > b', {
      onFileOutput: async ({ fileName }) => {
        log.push(`begin ${fileName}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
        log.push(`end ${fileName}`)
      },
    })
    expect(log).toEqual(['begin a', 'end a', 'begin b', 'end b'])
  })

  test('without it the report tells of them, and no bytes are read', async () => {
    const { report } = await after('echo 1 > a', { onFileOutput: undefined })
    expect(report.outputs).toEqual([{ fileName: 'a', change: 'added', size: 2, path: '/workspace/a' }])
  })

  test('files of sandbox_run’s scripts are not among them', async () => {
    const out = collector()
    await run(agentOf([script('echo 1 > a')]), 'go', { workspace: { onFileOutput: out.onFileOutput } })
    expect(Object.keys(out.texts)).toEqual(['a'])
  })
})

describe('onWorkspaceSnapshot', () => {
  test('once, before the files, with everything: sorted absolute paths', async () => {
    const log: unknown[] = []
    await after('mkdir -p b/c; echo 1 > b/c/f; ln -s f b/link; echo 2 > a; echo 3 > Z', {
      inputFiles: [{ path: 'in', data: '' }],
      onWorkspaceSnapshot: async (paths) => void log.push(paths),
      onFileOutput: ({ fileName }) => void log.push(fileName),
    })
    expect(log).toEqual([
      ['Z', 'a', 'b', 'b/c', 'b/c/f', 'b/link', 'in'].map((name) => `/workspace/${name}`),
      'Z',
      'a',
      'b/c/f',
    ])
  })
})

test('bigger than memory of the sandbox allows: the error of the setup, not of the model', async () => {
  const { defineSandbox } = await import('mem-sandbox/openai-agents')
  const sandbox = defineSandbox({ limits: { workspaceBytes: 10 } })
  const agent = agentOf([exec('true')], { sandbox })
  const inputFiles = [{ path: 'big', data: 'x'.repeat(100) }]
  await expect(run(agent, 'go', { workspace: { inputFiles } })).rejects.toMatchObject({ name: 'SandboxSetupError' })
})
