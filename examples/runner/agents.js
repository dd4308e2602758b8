// A task under the OpenAI Agents SDK.
import { Runner } from '@openai/agents'
import { SandboxAgent } from '@openai/agents/sandbox'
import { ScriptedModel, assistantMessage, functionCall, modelResponder } from '@openai/agents/testing'
import { MemSandboxSession, memSandboxCapability } from 'mem-sandbox/openai-agents'
import { MOST_TURNS, Script } from './script.js'

/** @import { Model } from '@openai/agents' */
/** @import { RecordedModelCall } from '@openai/agents/testing' */
/** @import { Task } from './providers.js' */
/** @import { Report } from './report.js' */
/** @import { Step } from './script.js' */

/**
 * @param {Task} task @param {Report} report
 * @param {() => Promise<Model>} [liveModel] default: the task's script
 * @returns {Promise<string>} what the model says at the end
 */
export async function runWithAgents({ session, name, task, script }, report, liveModel) {
  const agent = new SandboxAgent({
    name,
    // In place of the SDK's own, which is about another shell and other tools.
    baseInstructions: 'Use the tools; do exactly what is asked and nothing more.',
    model: liveModel ? await liveModel() : scriptedModel(script),
    capabilities: [memSandboxCapability()],
  })
  // The session is the scenario's: the SDK works with it and leaves it open.
  const sandbox = { session: new MemSandboxSession(session) }
  const result = await new Runner({ tracingDisabled: true }).run(agent, task, { maxTurns: MOST_TURNS, sandbox })
  // Told at the end: agents that work at the same time would speak over each other.
  report.begins(name)
  for (const item of result.newItems) {
    if (item.type === 'tool_call_item' && item.rawItem.type === 'function_call') {
      report.asks(item.rawItem.name, item.rawItem.arguments)
    } else if (item.type === 'tool_call_output_item') report.answers(String(item.output))
  }
  report.says(String(result.finalOutput))
  return String(result.finalOutput)
}

/** @param {Step[]} steps */
function scriptedModel(steps) {
  const script = new Script(steps)
  let calls = 0
  const turn = modelResponder((call) => {
    const next = script.next(answersIn(call))
    if ('text' in next) return [assistantMessage(next.text)]
    return next.calls.map(({ name, input }) => functionCall(name, input, { callId: `call-${(calls += 1)}` }))
  })
  return new ScriptedModel(steps.map(() => turn))
}

/**
 * What the tools answered since the model's turn before.
 *
 * @param {RecordedModelCall} call
 */
function answersIn(call) {
  const { input } = call.request
  if (typeof input === 'string') return []
  const calls = input.findLastIndex((item) => item.type === 'function_call')
  return input.slice(calls + 1).flatMap((item) => {
    if (item.type !== 'function_call_result') return []
    const { output } = item
    return [typeof output === 'string' ? output : 'text' in output ? String(output.text) : JSON.stringify(output)]
  })
}
