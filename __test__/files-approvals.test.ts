/** fault 18: an interrupted run keeps its sandbox until its state is run on, or discarded. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Agent, RunState } from '@openai/agents'
import type { RunResult, StreamedRunResult } from '@openai/agents'
import {
  defineSandbox,
  discardWorkspace,
  endSession,
  listSessions,
  memory,
  workspaceReport,
} from 'mem-sandbox/openai-agents'
import type { SandboxBackend, WorkspaceOptions } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import type { AnyAgent } from './support/agents.js'
import { watched } from './support/backends.js'
import { agentOf, call, callsOf, collector, drain, exec, modelOf, run, write } from './support/files.js'

const asking = { needsApproval: { exec: true } }
/** Writes a file, then asks about a command. */
const worker = (backend: SandboxBackend, ...turns: Parameters<typeof modelOf>) =>
  agentOf(turns.length > 0 ? turns : [write('a', '1\n'), exec('cat a; echo 2 > b')], {
    sandbox: defineSandbox({ backend }),
    tools: asking,
  })
type Interrupted = Pick<RunResult<undefined, AnyAgent>, 'state' | 'interruptions'>
function approve({ state, interruptions }: Interrupted): void {
  expect(interruptions).toHaveLength(1)
  state.approve(interruptions[0]!)
}

describe('in the same process', () => {
  test('the sandbox lives on, and the outputs of both halves come at the end', async () => {
    const { backend, log } = watched()
    const out = collector()
    const agent = worker(backend)
    const workspace = { inputFiles: [{ path: 'in', data: 'x' }], onFileOutput: out.onFileOutput }
    const stopped = await run(agent, 'go', { workspace })
    expect(log).toEqual(['open create'])
    expect(out.files).toEqual([])
    expect(await workspaceReport(stopped)).toMatchObject({ outcome: 'interrupted', booted: true, emitted: false })
    approve(stopped)
    const result = await run(agent, stopped.state)
    expect(outputsOf(result).at(-1)).toContain('stdout: |2\n  1\n')
    expect(log).toEqual(['open create', 'freeze', 'close discard'])
    expect(out.texts).toEqual({ a: '1\n', b: '2\n' })
    expect(await workspaceReport(result)).toMatchObject({ outcome: 'success', emitted: true })
  })

  test('also when the first half started nothing: the inputs are there later', async () => {
    const { backend, log } = watched()
    const agent = worker(backend, exec('cat in'))
    const stopped = await run(agent, 'go', { workspace: { inputFiles: [{ path: 'in', data: 'x\n' }] } })
    expect(log).toEqual([])
    approve(stopped)
    expect(outputsOf(await run(agent, stopped.state)).at(-1)).toContain('stdout: |2\n  x\n')
  })

  test('what is rejected does not run', async () => {
    const { backend } = watched()
    const out = collector()
    const agent = worker(backend)
    const stopped = await run(agent, 'go', { workspace: { onFileOutput: out.onFileOutput } })
    stopped.state.reject(stopped.interruptions[0]!)
    await run(agent, stopped.state)
    expect(out.texts).toEqual({ a: '1\n' })
  })

  test('streamed, both halves', async () => {
    const { backend, log } = watched()
    const out = collector()
    const agent = worker(backend)
    const stopped = await run(agent, 'go', { stream: true, workspace: { onFileOutput: out.onFileOutput } })
    await drain(stopped)
    expect(log).toEqual(['open create'])
    approve(stopped as StreamedRunResult<undefined, AnyAgent>)
    const result = await run(agent, stopped.state, { stream: true })
    await drain(result)
    expect(out.texts).toEqual({ a: '1\n', b: '2\n' })
    expect(log).toEqual(['open create', 'freeze', 'close discard'])
  })

  test('a stream that is left at the question waits, too', async () => {
    const { backend, log } = watched()
    const out = collector()
    const agent = worker(backend)
    const stopped = await run(agent, 'go', { stream: true, workspace: { onFileOutput: out.onFileOutput } })
    for await (const event of stopped) {
      if (event.type === 'run_item_stream_event' && event.name === 'tool_approval_requested') break
    }
    expect(log).toEqual(['open create'])
    approve(stopped as StreamedRunResult<undefined, AnyAgent>)
    await run(agent, stopped.state)
    expect(out.texts).toEqual({ a: '1\n', b: '2\n' })
  })

  test('twice in one run', async () => {
    const { backend, log } = watched()
    const agent = worker(backend, exec('echo 1 > a'), exec('cat a'))
    const first = await run(agent, 'go')
    approve(first)
    const second = await run(agent, first.state)
    approve(second)
    expect(outputsOf(await run(agent, second.state)).at(-1)).toContain('stdout: |2\n  1\n')
    expect(log).toEqual(['open create', 'freeze', 'close discard'])
  })

  test('inside an agent that is a tool', async () => {
    const { backend, log } = watched()
    const inner = worker(backend)
    const make = () =>
      new Agent({
        name: 'Outer',
        model: modelOf(call('helper', { input: 'go' })),
        tools: [inner.asTool({ toolName: 'helper', toolDescription: 'x' })],
      })
    const outer = make()
    const out = collector()
    const stopped = await run(outer, 'go', { workspace: { onFileOutput: out.onFileOutput } })
    expect(log).toEqual(['open create'])
    approve(stopped as unknown as Interrupted)
    await run(outer, stopped.state)
    expect(out.texts).toEqual({ a: '1\n', b: '2\n' })
  })

  test('who is told of the outputs may be somebody else by then', async () => {
    const { backend } = watched()
    const [first, second] = [collector(), collector()]
    const agent = worker(backend)
    const stopped = await run(agent, 'go', { workspace: { onFileOutput: first.onFileOutput } })
    approve(stopped)
    await run(agent, stopped.state, { workspace: { onFileOutput: second.onFileOutput } })
    expect(first.files).toEqual([])
    expect(second.texts).toEqual({ a: '1\n', b: '2\n' })
  })
})

describe('through a string', () => {
  test('the sandbox is found again, and no model sees how', async () => {
    const { backend, log } = watched()
    const out = collector()
    const agent = worker(backend)
    const stopped = await run(agent, 'go', { workspace: { onFileOutput: out.onFileOutput } })
    const state = await RunState.fromString(agent, stopped.state.toString())
    state.approve(state.getInterruptions()[0]!)
    const result = await run(agent, state as RunState<undefined, AnyAgent>)
    expect(outputsOf(result).at(-1)).toContain('stdout: |2\n  1\n')
    expect(log).toEqual(['open create', 'freeze', 'close discard'])
    expect(out.texts).toEqual({ a: '1\n', b: '2\n' })
    expect(result.state.toString()).not.toContain('mem-sandbox')
    const { calls } = agent.model as unknown as { calls: ReadonlyArray<{ request: { input: unknown } }> }
    expect(JSON.stringify(calls.map(({ request }) => request.input))).not.toContain('mem-sandbox')
  })

  test('what was run on or discarded already is refused before the model is asked', async () => {
    const { backend } = watched()
    const agent = worker(backend)
    const stopped = await run(agent, 'go')
    const text = stopped.state.toString()
    approve(stopped)
    await run(agent, stopped.state)
    const before = callsOf(agent)
    const copy = await RunState.fromString(agent, text)
    copy.approve(copy.getInterruptions()[0]!)
    await expect(run(agent, copy as RunState<undefined, AnyAgent>)).rejects.toMatchObject({
      name: 'SandboxSetupError',
      message: expect.stringMatching(/^the workspace of this interrupted run is gone/),
    })
    expect(callsOf(agent)).toBe(before)
  })
})

describe('what does not fit', () => {
  test('another sandbox, or another session, is refused, and the workspace goes on waiting', async () => {
    const { backend } = watched()
    const agent = worker(backend)
    const stopped = await run(agent, 'go')
    approve(stopped)
    const other = agentOf([], { sandbox: defineSandbox({ backend, env: { A: '1' } }), tools: asking })
    await expect(run(other, stopped.state)).rejects.toThrow('differ in env')
    await expect(run(agent, stopped.state, { workspace: { session: 'other' } })).rejects.toThrow(
      /options\.workspace\.session must be left out, as it was/,
    )
    expect(outputsOf(await run(agent, stopped.state)).at(-1)).toContain('stdout: |2\n  1\n')
  })

  test('a state that never had a workspace starts one', async () => {
    const agent = worker(memory(), exec('ls -A'))
    const { Runner } = await import('@openai/agents')
    const stopped = await new Runner({ tracingDisabled: true }).run(agent, 'go')
    approve(stopped as unknown as Interrupted)
    expect(outputsOf(await run(agent, stopped.state as never)).at(-1)).toContain('exit_code: 0')
  })
})

describe('discardWorkspace', () => {
  test.each(['result', 'state', 'string'])('ends it, by its %s', async (by) => {
    const { backend, log } = watched()
    const out = collector()
    const agent = worker(backend)
    const stopped = await run(agent, 'go', { workspace: { onFileOutput: out.onFileOutput } })
    const what =
      by === 'result'
        ? stopped
        : by === 'state'
          ? stopped.state
          : await RunState.fromString(agent, stopped.state.toString())
    expect(await discardWorkspace(what)).toMatchObject({ outcome: 'discarded', booted: true, emitted: false })
    expect(log).toEqual(['open create', 'close discard'])
    expect(out.files).toEqual([])
    approve(stopped)
    await expect(run(agent, stopped.state)).rejects.toMatchObject({ name: 'SandboxSetupError' })
    await expect(discardWorkspace(stopped)).rejects.toMatchObject({ name: 'SandboxSetupError' })
  })

  test('with emit: always the files are handed over first', async () => {
    const out = collector()
    const stopped = await run(worker(memory()), 'go', { workspace: { emit: 'always', onFileOutput: out.onFileOutput } })
    await discardWorkspace(stopped)
    expect(out.texts).toEqual({ a: '1\n' })
  })

  test('of what does not wait is refused', async () => {
    const result = await run(agentOf([]), 'go')
    await expect(discardWorkspace(result)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(discardWorkspace({} as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})

describe('named sessions', () => {
  let workspaceRoot: string
  let backend: SandboxBackend
  beforeEach(() => {
    workspaceRoot = mkdtempSync(join(tmpdir(), 'approvals-'))
    backend = memory({ workspaceRoot })
  })
  afterEach(() => rmSync(workspaceRoot, { recursive: true }))
  const workspace: WorkspaceOptions = { session: 's' }
  const start = () => run(worker(backend), 'go', { workspace })

  test('the turn is kept, and what it left is the session', async () => {
    const agent = worker(backend)
    const stopped = await run(agent, 'go', { workspace })
    approve(stopped)
    await run(agent, stopped.state, { workspace })
    const next = agentOf([exec('cat a b')], { sandbox: defineSandbox({ backend }) })
    expect(outputsOf(await run(next, 'go', { workspace }))[0]).toContain('|2\n  1\n  2\n')
  })

  test('nobody waits for an approval that may never come: the next turn is refused, also one that waits already', async () => {
    const stopped = await start()
    const next = agentOf([exec('true')], { sandbox: defineSandbox({ backend }) })
    const message = /^the session s waits for an approval: run its state on, or end that run with discardWorkspace\(\)$/
    await expect(run(next, 'go', { workspace })).rejects.toThrow(message)
    // A backend of its own for the same folder has the same turns.
    const other = agentOf([exec('true')], { sandbox: defineSandbox({ backend: memory({ workspaceRoot }) }) })
    await expect(run(other, 'go', { workspace })).rejects.toThrow(message)
    await discardWorkspace(stopped)
    const agent = worker(backend)
    const [first, second] = await Promise.allSettled([run(agent, 'go', { workspace }), run(next, 'go', { workspace })])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(message) } })
    expect(callsOf(next)).toBe(0)
    await discardWorkspace((first as PromiseFulfilledResult<RunResult<undefined, AnyAgent>>).value)
  })

  test('discarded: the session is as its last turn left it, and free', async () => {
    const first = agentOf([exec('echo 0 > a')], { sandbox: defineSandbox({ backend }) })
    await run(first, 'go', { workspace })
    await discardWorkspace(await start())
    const next = agentOf([exec('cat a')], { sandbox: defineSandbox({ backend }) })
    expect(outputsOf(await run(next, 'go', { workspace }))[0]).toContain('|2\n  0\n')
  })

  test('endSession ends what waits, too', async () => {
    const stopped = await start()
    await endSession('s', { workspaceRoot })
    expect(await listSessions({ workspaceRoot })).toEqual([])
    approve(stopped)
    await expect(run(worker(backend), stopped.state)).rejects.toMatchObject({ name: 'SandboxSetupError' })
  })
})
