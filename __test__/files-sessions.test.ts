/** Named sessions: turns, what is kept, what is refused. Rows of the table of sessions. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modelError } from '@openai/agents/testing'
import {
  SandboxSetupError,
  SessionNotFoundError,
  defineSandbox,
  endSession,
  listSessions,
  memory,
  workspaceReport,
} from 'mem-sandbox/openai-agents'
import type { SandboxBackend, WorkspaceOptions } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { backendWith, listening, watched } from './support/backends.js'
import { agentOf, callsOf, collector, drain, exec, modelOf, run } from './support/files.js'

let workspaceRoot: string
let backend: SandboxBackend
beforeEach(() => {
  workspaceRoot = mkdtempSync(join(tmpdir(), 'sessions-'))
  backend = memory({ workspaceRoot })
})
afterEach(() => rmSync(workspaceRoot, { recursive: true }))

/** One turn of the session `s`: what the tools answered, and the files that were handed over. */
async function turn(turns: Parameters<typeof modelOf>, workspace: WorkspaceOptions = {}, on = backend) {
  const out = collector()
  const agent = agentOf(turns, { sandbox: defineSandbox({ backend: on }) })
  const result = await run(agent, 'go', { workspace: { session: 's', onFileOutput: out.onFileOutput, ...workspace } })
  return { outputs: outputsOf(result).map(String), texts: out.texts, report: await workspaceReport(result), agent }
}
const stdout = (block: string | undefined) =>
  /stdout: (?:\|2[-+]?\n)?([^]*?)\n?stderr:/.exec(block!)![1]!.replaceAll(/^ {2}/gm, '')
const input = (path: string, data: string) => ({ path, data })

describe('seed', () => {
  test('by default a session is made, and the next turn goes on with it', async () => {
    await turn([exec('echo 1 > a; cat in')], { inputFiles: [input('in', 'first')] })
    const second = await turn([exec('cat a in; echo 2 >> a; echo 3 > b')], { inputFiles: [input('in', 'second')] })
    expect(stdout(second.outputs[0])).toBe('1\nfirst')
    expect(second.texts).toEqual({ a: '1\n2\n', b: '3\n' })
    expect(second.report.session).toBe('s')
  })

  test('resume: as it was left, and nothing is written over it', async () => {
    await turn([exec('echo 1 > a')], { inputFiles: [input('in', 'x')] })
    expect(stdout((await turn([exec('ls')], { seed: 'resume' })).outputs[0])).toBe('a\nin')
  })

  test.each([false, true])('resume of none is refused before the model is asked (stream: %s)', async (stream) => {
    const agent = agentOf([exec('true')], { sandbox: defineSandbox({ backend }) })
    const workspace = { session: 'none', seed: 'resume' } as const
    const refused = stream ? run(agent, 'go', { stream, workspace }) : run(agent, 'go', { workspace })
    const error: unknown = await refused.catch((e) => e)
    expect(error).toBeInstanceOf(SessionNotFoundError)
    expect(error).toBeInstanceOf(SandboxSetupError)
    expect(error).toMatchObject({ sessionName: 'none', code: 'SESSION_NOT_FOUND' })
    expect(callsOf(agent)).toBe(0)
    expect(await listSessions({ backend })).toEqual([])
  })

  test('replace: from the inputs', async () => {
    await turn([exec('echo 1 > a')])
    const { outputs, texts } = await turn([exec('ls; echo 2 > b')], {
      seed: 'replace',
      inputFiles: [input('new', 'n')],
    })
    expect(stdout(outputs[0])).toBe('new')
    expect(texts).toEqual({ b: '2\n' })
    expect(stdout((await turn([exec('ls')])).outputs[0])).toBe('b\nnew')
  })

  test('update: the inputs are written over what was left, and are no outputs', async () => {
    await turn([exec('echo 1 > a; echo old > in')], { inputFiles: [input('in', 'x')] })
    const { outputs, texts } = await turn([exec('cat a in; echo 2 > b')], {
      seed: 'update',
      inputFiles: [input('in', 'new')],
    })
    expect(stdout(outputs[0])).toBe('1\nnew')
    expect(texts).toEqual({ b: '2\n' })
  })

  test('update of a chat is written, too', async () => {
    await turn([exec('echo 1 > a')])
    await turn([], { seed: 'update', inputFiles: [input('in', 'new')] })
    expect(stdout((await turn([exec('cat a in')])).outputs[0])).toBe('1\nnew')
  })

  test('what is handed over is what differs from the beginning of the turn', async () => {
    await turn([exec('echo 1 > a; echo 1 > b')])
    expect((await turn([exec('echo 1 > a; echo 2 > b; rm -f none')])).texts).toEqual({ b: '2\n' })
  })
})

describe('what is kept', () => {
  test('files and their modes, also of a turn that failed or was cancelled', async () => {
    const failing = agentOf([exec('echo 1 > a; chmod 700 a'), modelError(new Error('down'))], {
      sandbox: defineSandbox({ backend }),
    })
    await expect(run(failing, 'go', { workspace: { session: 's' } })).rejects.toThrow('down')
    const controller = new AbortController()
    const { backend: told, running } = listening(backend)
    const endless = exec('echo 2 > b; echo running; while :; do :; done')
    const cancelled = agentOf([endless], { sandbox: defineSandbox({ backend: told }) })
    void running.then(() => controller.abort())
    await expect(run(cancelled, 'go', { signal: controller.signal, workspace: { session: 's' } })).rejects.toThrow()
    expect(stdout((await turn([exec('cat a b; stat -c %a a')])).outputs[0])).toBe('1\n2\n700')
  })

  test('for another process: a backend of the same folder finds it', async () => {
    await turn([exec('echo 1 > a')])
    expect(stdout((await turn([exec('cat a')], { seed: 'resume' }, memory({ workspaceRoot }))).outputs[0])).toBe('1')
  })

  test('with the next turn’s variables, secrets and network', async () => {
    const first = agentOf([exec('echo "$V"')], { sandbox: defineSandbox({ backend, env: { V: 'one' } }) })
    await run(first, 'go', { workspace: { session: 's' } })
    const second = agentOf([exec('echo "$V"')], { sandbox: defineSandbox({ backend, env: { V: 'two' } }) })
    expect(String(outputsOf(await run(second, 'go', { workspace: { session: 's' } }))[0])).toContain('two')
  })

  test('a session without any config is the default sandbox’s', async () => {
    const agent = agentOf([exec('echo 1 > a')])
    await run(agent, 'go', { workspace: { session: 'in-memory' } })
    expect((await listSessions()).map(({ name }) => name)).toEqual(['in-memory'])
    await endSession('in-memory')
    expect(await listSessions()).toEqual([])
  })

  test('when keeping fails the result is not lost', async () => {
    const { backend: failing } = watched(
      (handle) => ({ ...handle, close: () => Promise.reject(new Error('disk full')) }),
      backend,
    )
    const agent = agentOf([exec('echo 1 > a')], { sandbox: defineSandbox({ backend: failing }) })
    const out = collector()
    await expect(
      run(agent, 'go', { workspace: { session: 's', onFileOutput: out.onFileOutput } }),
    ).rejects.toMatchObject({
      name: 'WorkspaceError',
      errors: [{ message: 'disk full' }],
      result: { finalOutput: 'done' },
    })
    expect(out.texts).toEqual({ a: '1\n' })
  })
})

describe('faults', () => {
  test('fault 1: after a refusal the name is free', async () => {
    await expect(turn([exec('true')], { seed: 'resume' })).rejects.toThrow(SessionNotFoundError)
    expect(stdout((await turn([exec('echo 1')], { seed: 'replace' })).outputs[0])).toBe('1')
    await endSession('s', { backend })
    // Whatever else fails on the way to the model frees it, too.
    const broken = backendWith({ record: () => Promise.reject(new Error('no space')) }, backend)
    await expect(turn([exec('true')], {}, broken)).rejects.toThrow('no space')
    expect((await turn([exec('echo 1')])).outputs).toHaveLength(1)
  })

  test('fault 2: runs of one name wait for each other, however many', async () => {
    const add = () => turn([exec('n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n')])
    await Promise.all([add(), add(), add(), add(), add()])
    expect(stdout((await turn([exec('cat n')])).outputs[0])).toBe('5')
  })

  test('fault 3: streams wait, too, before their model is asked', async () => {
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const own = memory({ executor: { custom: { gate: { run: () => gate } } } })
    const { backend: told, log } = watched(undefined, own)
    const sandbox = defineSandbox({ backend: told })
    const first = agentOf([exec('echo 1 > a'), exec('gate; echo 2 >> a')], { sandbox })
    const second = agentOf([exec('cat a')], { sandbox })
    const options = { stream: true, workspace: { session: 's' } } as const
    const running = await run(first, 'go', options)
    const waiting = run(second, 'go', options)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(callsOf(second)).toBe(0)
    open()
    await drain(running)
    const result = await waiting
    await result.completed
    expect(stdout(String(outputsOf(result)[0]))).toBe('1\n2')
    expect(log).toEqual(
      ['lock s', 'open create', 'freeze', 'close keep', 'unlock s'].concat([
        'lock s',
        'open resume',
        'freeze',
        'close keep',
        'unlock s',
      ]),
    )
  })

  test('fault 3: a stream that nobody reads ends by itself, and gives its turn back', async () => {
    const agent = agentOf([exec('echo 1 > a')], { sandbox: defineSandbox({ backend }) })
    await run(agent, 'go', { stream: true, workspace: { session: 's' } })
    expect(stdout((await turn([exec('cat a')])).outputs[0])).toBe('1')
  })

  test('fault 4: a session whose first turn was a chat is one', async () => {
    await turn([], { inputFiles: [input('in', 'kept')] })
    expect((await listSessions({ backend })).map(({ name, state }) => [name, state])).toEqual([['s', 'stopped']])
    expect(stdout((await turn([exec('cat in')], { seed: 'resume' })).outputs[0])).toBe('kept')
  })

  test('fault 6: a run without the session’s name leaves it alone', async () => {
    await turn([exec('echo 1 > a')])
    const other = agentOf([exec('ls -A; echo 9 > a')], { sandbox: defineSandbox({ backend }) })
    expect(stdout(String(outputsOf(await run(other, 'go'))[0]))).toBe('""')
    expect(stdout((await turn([exec('cat a')], { seed: 'resume' })).outputs[0])).toBe('1')
  })

  test('fault 7: nothing is erased by leaving the seed out, nor by a start that fails', async () => {
    await turn([exec('echo 1 > a')])
    await turn([exec('echo 2 > b')])
    const broken = backendWith({ open: () => Promise.reject(new SandboxSetupError('no')) }, backend)
    await expect(turn([exec('true')], { seed: 'replace', inputFiles: [input('x', 'x')] }, broken)).rejects.toThrow('no')
    expect(stdout((await turn([exec('cat a b')], { seed: 'resume' })).outputs[0])).toBe('1\n2')
  })

  test('fault 7: a chat that replaces does it only when it succeeds', async () => {
    await turn([exec('echo 1 > a')])
    const failing = agentOf([modelError(new Error('down'))], { sandbox: defineSandbox({ backend }) })
    const workspace = { session: 's', seed: 'replace', inputFiles: [input('x', 'x')] } as const
    await expect(run(failing, 'go', { workspace })).rejects.toThrow('down')
    expect(stdout((await turn([exec('ls')], { seed: 'resume' })).outputs[0])).toBe('a')
    await turn([], workspace)
    expect(stdout((await turn([exec('ls')], { seed: 'resume' })).outputs[0])).toBe('x')
  })
})

describe('the queue', () => {
  test('a signal leaves it, and no model was asked', async () => {
    const sandbox = defineSandbox({ backend })
    const lock = await backend.lock('s')
    const controller = new AbortController()
    const agent = agentOf([exec('true')], { sandbox })
    const waiting = run(agent, 'go', { signal: controller.signal, workspace: { session: 's' } })
    setTimeout(() => controller.abort(new Error('tired')), 30)
    await expect(waiting).rejects.toThrow('tired')
    expect(callsOf(agent)).toBe(0)
    await lock.release()
    expect((await turn([exec('echo 1')])).outputs).toHaveLength(1)
  })

  test('the time of waiting is in the report', async () => {
    const lock = await backend.lock('s')
    setTimeout(() => void lock.release(), 60)
    expect((await turn([exec('true')])).report.timings.waitMs).toBeGreaterThan(40)
  })

  test('a turn that is lost to another process ends the run, and nothing is written over', async () => {
    await turn([exec('echo 1 > a')])
    const lost = new AbortController()
    const { backend: told, log, running } = listening(backend)
    const losing = backendWith({ lock: async (name) => ({ name, lost: lost.signal, release: async () => {} }) }, told)
    void running.then(() => lost.abort(new Error('stale')))
    const late = turn([exec('echo 2 > a; echo running; while :; do :; done')], {}, losing)
    await expect(late).rejects.toThrow('the turn of the session s was lost to another process')
    expect(log).toEqual(['open resume', 'close discard'])
    expect(stdout((await turn([exec('cat a')])).outputs[0])).toBe('1')
  })

  test('names: the same rule for all backends, before the model is asked', async () => {
    for (const session of ['', '-x', '_x', '.x', 'a b', 'a/b', 'a\0', 'x'.repeat(129)]) {
      await expect(turn([exec('true')], { session })).rejects.toThrow(/options\.workspace\.session must be a name/)
    }
    expect((await turn([exec('echo 1')], { session: 'a..b' })).outputs).toHaveLength(1)
  })
})

describe('endSession and listSessions', () => {
  test('newest first, in UTC, and what is open is running', async () => {
    await turn([], { session: 'one' })
    await new Promise((resolve) => setTimeout(resolve, 10))
    await turn([], { session: 'two' })
    const listed = await listSessions({ workspaceRoot })
    expect(listed.map(({ name }) => name)).toEqual(['two', 'one'])
    expect(listed[0]!.lastUsed).toBeInstanceOf(Date)
    expect(await listSessions({ workspaceRoot: join(workspaceRoot, 'not-there') })).toEqual([])
  })

  test('ends one, after the turn that runs; one that is not there is fine', async () => {
    const running = turn([exec('sleep 1; echo 1 > a')])
    await endSession('s', { backend })
    await running
    await endSession('s', { workspaceRoot })
    await endSession('never', { workspaceRoot })
    expect(await listSessions({ workspaceRoot })).toEqual([])
    await expect(turn([exec('true')], { seed: 'resume' })).rejects.toThrow(SessionNotFoundError)
  })
})
