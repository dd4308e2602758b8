// A scripted model that stands for a real one, so that the example runs without a key.
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing'

/** @import { RunItem } from '@openai/agents' */

/** @type {Record<string, { name: string, parameter: string }>} */
const TOOLS = {
  run: { name: 'sandbox_run', parameter: 'script' },
  exec: { name: 'sandbox_exec', parameter: 'command' },
  readFile: { name: 'sandbox_read_file', parameter: 'path' },
  listFiles: { name: 'sandbox_list_files', parameter: 'path' },
}

/**
 * A model that makes these calls, one a turn, and then says something.
 *
 * @param {Array<[tool: string, text: string]>} calls @param {string} text
 */
export function model(calls, text) {
  const turns = calls.map(([tool, argument], index) => {
    const known = TOOLS[tool]
    if (known === undefined) throw new Error(`there is no tool ${tool}`)
    return [functionCall(known.name, { [known.parameter]: argument }, { callId: `call-${index}` })]
  })
  return new ScriptedModel([...turns, [assistantMessage(text)]])
}

/**
 * What the tools answered.
 *
 * @param {{ newItems: RunItem[] }} result
 */
export function answers({ newItems }) {
  return newItems.flatMap((item) => (item.type === 'tool_call_output_item' ? [String(item.output)] : []))
}
