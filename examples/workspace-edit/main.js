// An agent edits a file in a sandbox, and the host checks the result byte for byte.
//
//   node examples/workspace-edit/main.js             a scripted model: no key, no network
//   node examples/workspace-edit/main.js --inspect   then a prompt on the same live session
//
// With OPENAI_API_KEY and OPENAI_MODEL set, that model does the work instead of the script.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Agent, Runner } from '@openai/agents'
import { SandboxError, Session } from 'mem-sandbox'
import { createTools, systemPrompt } from 'mem-sandbox/openai-agents'
import { prompt } from '../../dist/esm/prompt.js'
import { scriptedModel } from './scripted-model.js'

const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } })

const BEFORE = 'status=pending\n'
const AFTER = 'status=complete\n'
const TASK = `Create demo/report.txt holding exactly the line "status=pending" (it must not exist yet; make its folder).
Read it back to get its content hash. Then change the line to "status=complete" with apply_patch, guarded by that hash.
Read the file once more and say in one sentence what it holds now.`

const session = new Session()
const liveModel = process.env['OPENAI_API_KEY'] ? process.env['OPENAI_MODEL'] : undefined
console.log(`model: ${liveModel ?? 'scripted (set OPENAI_API_KEY and OPENAI_MODEL for a live one)'}\n`)

const agent = new Agent({
  name: 'Editor',
  instructions: `${systemPrompt(session)}\n\nUse the tools; do exactly what is asked and nothing more.`,
  model: liveModel ?? scriptedModel(),
  tools: createTools(session),
})

const result = await new Runner({ tracingDisabled: true }).run(agent, TASK, { maxTurns: 8 })
for (const item of result.newItems) {
  if (item.type === 'tool_call_item' && item.rawItem.type === 'function_call') {
    console.log(`model asks    ${item.rawItem.name} ${item.rawItem.arguments}`)
  } else if (item.type === 'tool_call_output_item') {
    console.log(`tool answers  ${String(item.output)}\n`)
  }
}
console.log(`model says    ${String(result.finalOutput)}\n`)

// What the model says counts for nothing: the host looks for itself.
const bytes = session.readFile('demo/report.txt', { encoding: 'bytes' })
assert.deepEqual(Buffer.from(bytes), Buffer.from(AFTER), 'demo/report.txt must hold exactly the new line')
const files = session.list('.', { recursive: true }).filter((entry) => entry.kind === 'file')
assert.deepEqual(
  files.map((entry) => entry.path),
  ['/workspace/demo/report.txt'],
  'no other file may be there',
)
console.log(
  `host checks   demo/report.txt holds ${JSON.stringify(session.readFile('demo/report.txt'))} and is the only file: ok`,
)

const staleHash = createHash('sha256').update(BEFORE).digest('hex')
assert.throws(
  () => session.writeFile('demo/report.txt', 'overwritten\n', { ifHash: staleHash }),
  (error) => error instanceof SandboxError && error.code === 'STALE_CONTENT',
)
assert.equal(session.readFile('demo/report.txt'), AFTER)
console.log('host checks   a write guarded by the first hash is refused (STALE_CONTENT) and changes nothing: ok')

if (values.inspect) {
  console.log('\nThe session is still live: look around, and leave with exit.')
  process.exitCode = await prompt(session, process)
}
session.close()
