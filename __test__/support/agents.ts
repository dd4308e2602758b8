/** Runs of `@openai/agents` with scripted models. */
import { Runner } from '@openai/agents'
import type { Agent } from '@openai/agents'
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing'
import type { ScriptedModelInput } from '@openai/agents/testing'

/** A model that does these steps and then says that it is done. */
export function script(...steps: ScriptedModelInput[]): ScriptedModel {
  return new ScriptedModel([...steps, [assistantMessage('done')]])
}

export const runner = (): Runner => new Runner({ tracingDisabled: true })

/** One call of `execute`. */
export function executeCall(command: string, callId = '1') {
  return functionCall('execute', { command, timeout_seconds: null, max_output_bytes: null }, { callId })
}

export function shellCall(commands: string[], action: { timeoutMs?: number; maxOutputLength?: number } = {}) {
  return {
    type: 'shell_call' as const,
    callId: commands.join(),
    status: 'completed' as const,
    action: { commands, ...action },
  }
}

interface WithItems {
  newItems: ReadonlyArray<{ type: string }>
}

/** What the tools answered, in order. */
export function outputsOf(result: WithItems): unknown[] {
  return result.newItems.flatMap((item) =>
    item.type === 'tool_call_output_item' ? [(item as unknown as { output: unknown }).output] : [],
  )
}

/** What our four tools answered. */
// oxlint-disable-next-line typescript/no-explicit-any
export function answersOf(result: WithItems): any[] {
  return outputsOf(result).map((output) => JSON.parse(String(output)))
}

// The SDK's agents differ in the types of their context and output, which no test here has.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyAgent = Agent<any, any>
