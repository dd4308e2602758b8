// A CSV goes in, a report comes out: an agent with sandbox tools, and a host that checks the bytes it was given.
//
//   node examples/files-in-out/main.js      offline, with a scripted model
import assert from 'node:assert/strict'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Agent, Runner } from '@openai/agents'
import { defineSandbox, endSession, listSessions, workspaceReport, wrapRunner } from 'mem-sandbox/openai-agents'
import { CheckFailed, Report } from '../runner/report.js'
import { answers, model } from './model.js'

/** @import { FileOutput } from 'mem-sandbox/openai-agents' */

const SALES = new URL('sales.csv', import.meta.url)
const REPORT = `# Sales by region

| region | orders | total |
|---|---:|---:|
| north | 3 | 60.25 |
| south | 2 | 99.90 |
| west | 1 | 7.00 |
`
const MORE = 'region,amount\neast,12.50\nnorth,0.75\n'
const SECOND_REPORT = `# Sales by region

| region | orders | total |
|---|---:|---:|
| east | 1 | 12.50 |
| north | 4 | 61.00 |
| south | 2 | 99.90 |
| west | 1 | 7.00 |
`
/** What the agent writes to make the report from all CSV files. */
const SUMMARIZE = `{
  printf '# Sales by region\\n\\n| region | orders | total |\\n|---|---:|---:|\\n'
  tail -q -n +2 *.csv | awk -F, '{ n[$1]++; t[$1] += $2 }
    END { for (r in n) printf "| %s | %d | %.2f |\\n", r, n[r], t[r] }' | sort
} > report.md
`

const { run } = wrapRunner(new Runner({ tracingDisabled: true }))
const sandbox = defineSandbox({ limits: { memoryMiB: 16 } })
const report = new Report(console.log)

process.exitCode = await main()

async function main() {
  try {
    await plain()
    await streamed()
    await twoTurns()
    return 0
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error
    console.error(error.message)
    return 1
  }
}

async function plain() {
  console.log('plain')
  const files = collected()
  const result = await run(
    analyst(['run', SUMMARIZE], ['exec', 'cat report.md']),
    'Write report.md: orders and totals by region.',
    {
      workspace: { inputFiles: [fileURLToPath(SALES)], onFileOutput: files.add },
    },
  )
  for (const answer of answers(result)) report.answers(answer)
  report.says(String(result.finalOutput))
  const { outputs, deletions } = await workspaceReport(result)
  report.check('the report is exact, and nothing else changed', () => {
    files.hold({ 'report.md': REPORT })
    assert.deepEqual([outputs.length, deletions], [1, []])
  })
}

async function streamed() {
  console.log('\nstreamed')
  const files = collected()
  const agent = analyst(['run', SUMMARIZE], ['listFiles', '/workspace'])
  const result = await run(agent, 'Write report.md: orders and totals by region.', {
    stream: true,
    workspace: { inputFiles: [fileURLToPath(SALES)], onFileOutput: files.add },
  })
  for await (const event of result) {
    if (event.type === 'run_item_stream_event' && event.name === 'tool_called') {
      const { rawItem } = event.item
      if (rawItem?.type === 'function_call') report.asks(rawItem.name, rawItem.arguments)
    }
  }
  report.says(String(result.finalOutput))
  // The events end when the files have been handed over.
  report.check('the report is exact', () => files.hold({ 'report.md': REPORT }))
}

async function twoTurns() {
  console.log('\ntwo turns of one session')
  const session = 'sales'
  const first = collected()
  await run(analyst(['run', SUMMARIZE]), 'Write report.md: orders and totals by region.', {
    workspace: { session, inputFiles: [fileURLToPath(SALES)], onFileOutput: first.add },
  })
  report.check('the first turn writes the report', () => first.hold({ 'report.md': REPORT }))

  const second = collected()
  await run(
    analyst(['run', SUMMARIZE], ['readFile', 'report.md']),
    'There are more sales in more.csv. Bring the report up to date.',
    {
      workspace: {
        session,
        seed: 'update',
        inputFiles: [{ path: 'more.csv', data: MORE }],
        onFileOutput: second.add,
      },
    },
  )
  report.check('the second brings it up to date, from the files of both', () =>
    second.hold({ 'report.md': SECOND_REPORT }),
  )

  const names = async () => (await listSessions()).map(({ name }) => name)
  const before = await names()
  await endSession(session)
  const after = await names()
  report.check('the session is there until it is ended', () => assert.deepEqual([before, after], [[session], []]))
}

/** @param {...[tool: 'run' | 'exec' | 'readFile' | 'listFiles', text: string]} calls */
function analyst(...calls) {
  return new Agent({
    name: 'Analyst',
    instructions: 'Work on the files in /workspace with the tools; say in one sentence what you did.',
    model: model(calls, 'The report is in report.md.'),
    tools: sandbox.tools(),
  })
}

/** The files that were handed over. */
function collected() {
  /** @type {Map<string, Uint8Array | null>} */
  const files = new Map()
  return {
    /** @param {FileOutput} file */
    add({ fileName, data }) {
      files.set(fileName, data)
    },
    /** @param {Record<string, string>} expected by name; byte for byte, and no others */
    hold(expected) {
      const bytes = (/** @type {Iterable<[string, Uint8Array | string | null]>} */ from) =>
        Object.fromEntries([...from].map(([name, data]) => [name, Buffer.from(data ?? '').toString('latin1')]))
      assert.deepEqual(bytes(files), bytes(Object.entries(expected)))
    },
  }
}
