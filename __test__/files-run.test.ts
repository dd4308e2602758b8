/** `run()`: files go in, an agent works on them, files come out. */
import { describe, expect, test } from 'vitest'
import { workspaceReport } from 'mem-sandbox/openai-agents'
import { outputsOf } from './support/agents.js'
import { agentOf, collector, exec, run } from './support/files.js'

describe('run', () => {
  test('files in, files out', async () => {
    const out = collector()
    const agent = agentOf([exec('wc -l < in.csv > lines; cat in.csv')])
    const result = await run(agent, 'go', {
      workspace: { inputFiles: [{ path: 'in.csv', data: 'a\nb\n' }], onFileOutput: out.onFileOutput },
    })
    expect(result.finalOutput).toBe('done')
    expect(outputsOf(result)).toEqual(['exit_code: 0\nstdout: |2\n  a\n  b\nstderr: ""\n'])
    expect(out.texts).toEqual({ lines: '2\n' })
    expect(out.files[0]).toMatchObject({ change: 'added', size: 2, path: '/workspace/lines' })
    expect(await workspaceReport(result)).toMatchObject({
      outcome: 'success',
      booted: true,
      emitted: true,
      failures: [],
    })
  })
  test('streamed', async () => {
    const out = collector()
    const agent = agentOf([exec('wc -l < in.csv > lines; cat in.csv')])
    const result = await run(agent, 'go', {
      stream: true,
      workspace: { inputFiles: [{ path: 'in.csv', data: 'a\nb\n' }], onFileOutput: out.onFileOutput },
    })
    const types: string[] = []
    for await (const event of result) types.push(event.type)
    expect(out.texts).toEqual({ lines: '2\n' })
    expect(result.finalOutput).toBe('done')
    expect(types.length).toBeGreaterThan(3)
  })
})
