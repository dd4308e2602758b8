/**
 * Whatever a run is, and however it ends: it ends, its sandbox is closed once, its session's turn is given back, and files are
 * handed over as the table in `docs/files-in-out.md` says.
 */
import { describe, expect, test } from 'vitest'
import { modelError } from '@openai/agents/testing'
import {
  SandboxSetupError,
  WorkspaceError,
  defineSandbox,
  discardWorkspace,
  memory,
  workspaceReport,
} from 'mem-sandbox/openai-agents'
import type { SandboxBackend } from 'mem-sandbox/openai-agents'
import { MemoryStore } from 'mem-sandbox/stores'
import { listening } from './support/backends.js'
import { agentOf, call, collector, drain, exec, modelOf, run } from './support/files.js'
import { Agent } from '@openai/agents'

type Ending = 'done' | 'model' | 'signal' | 'break' | 'boot' | 'callback' | 'approval' | 'chat' | 'turns'
const ENDINGS: Ending[] = ['done', 'model', 'signal', 'break', 'boot', 'callback', 'approval', 'chat', 'turns']
const cases = ENDINGS.flatMap((ending) =>
  [false, true].flatMap((stream) =>
    [false, true].flatMap((hasSession) =>
      [false, true].flatMap((nested) =>
        (['success', 'always'] as const).map((emit) => ({ ending, stream, hasSession, nested, emit })),
      ),
    ),
  ),
).filter(({ ending, stream }) => ending !== 'break' || stream)

const work = 'echo 1 > f; echo running'
const endless = `${work}; while :; do :; done`

function calls(ending: Ending): Parameters<typeof modelOf> {
  switch (ending) {
    case 'chat':
      return []
    case 'model':
      return [exec(work), modelError(new Error('down'))]
    case 'signal':
    case 'break':
      return [exec(endless)]
    case 'turns':
      return [exec(work), exec(work), exec(work)]
    default:
      return [exec(work)]
  }
}

describe('each end', () => {
  test.each(cases)('%o', async ({ ending, stream, hasSession, nested, emit }) => {
    const inner: SandboxBackend = memory({ store: new MemoryStore() })
    const { backend: told, log, running } = listening(inner)
    const backend = ending === 'boot' ? { ...told, open: () => Promise.reject(new SandboxSetupError('no')) } : told
    const sandbox = defineSandbox({ backend })
    const tools = { needsApproval: ending === 'approval' }
    const worker = agentOf(calls(ending), { sandbox, tools })
    // Where the worker is a tool, what it fails with is text for the outer model.
    const agent = nested
      ? new Agent({
          name: 'Outer',
          model: modelOf(
            call('helper', { input: 'go' }),
            ...(ending === 'model' ? [modelError(new Error('down'))] : []),
          ),
          tools: [worker.asTool({ toolName: 'helper', toolDescription: 'x' })],
        })
      : worker
    const out = collector()
    const controller = new AbortController()
    if (ending === 'signal') void running.then(() => controller.abort())
    const options = {
      signal: controller.signal,
      maxTurns: ending === 'turns' ? 1 : 10,
      workspace: {
        emit,
        sandbox,
        ...(hasSession && { session: 's' }),
        onFileOutput: (file: Parameters<typeof out.onFileOutput>[0]) => {
          out.onFileOutput(file)
          if (ending === 'callback') throw new Error('no')
        },
      },
    }

    let result: unknown
    let error: unknown
    try {
      if (stream) {
        const streamed = await run(agent, 'go', { ...options, stream })
        result = streamed
        if (ending === 'break') {
          for await (const event of streamed) {
            if (event.type !== 'run_item_stream_event' || event.name !== 'tool_called') continue
            await running
            break
          }
        } else await drain(streamed)
        await streamed.completed
      } else result = await run(agent, 'go', options)
    } catch (reason) {
      error = reason
    }

    const outcomes = {
      signal: 'cancelled',
      break: 'cancelled',
      model: 'failed',
      boot: 'failed',
      turns: 'failed',
    } as const
    const outcome =
      ending === 'approval' ? 'interrupted' : ending in outcomes ? outcomes[ending as keyof typeof outcomes] : 'success'
    const report = await workspaceReport(error ?? result)
    expect(report.outcome).toBe(outcome)

    if (ending === 'boot') expect(error).toMatchObject({ name: 'SandboxSetupError', message: 'no' })
    else if (ending === 'model') expect(String(error)).toBe('Error: down')
    else if (ending === 'turns') expect(error).toMatchObject({ name: 'MaxTurnsExceededError' })
    else if (ending === 'signal' && !stream) expect(error).toMatchObject({ name: 'AbortError' })
    else if (ending === 'callback') expect(error).toBeInstanceOf(WorkspaceError)
    else expect(error).toBeUndefined()

    if (ending === 'approval') await discardWorkspace(result as never)
    const booted = !['boot', 'chat', 'approval'].includes(ending)
    const closed = log.filter((line) => line.startsWith('close'))
    expect(closed).toEqual(booted ? [hasSession ? 'close keep' : 'close discard'] : [])
    expect(log.filter((line) => line.endsWith('lock s'))).toEqual(hasSession ? ['lock s', 'unlock s'] : [])
    if (hasSession) expect(log.at(-1)).toBe('unlock s')

    const isHandedOver = booted && (outcome === 'success' || emit === 'always')
    expect(Object.keys(out.texts)).toEqual(isHandedOver ? ['f'] : [])

    // The next turn gets the session at once, with the files of this one.
    if (!hasSession) return
    const next = collector()
    await run(agentOf([exec('test ! -e f || cp f copy')], { sandbox: defineSandbox({ backend: inner }) }), 'go', {
      workspace: { session: 's', onFileOutput: next.onFileOutput },
    })
    expect(next.texts).toEqual(booted ? { copy: '1\n' } : {})
  })
})
