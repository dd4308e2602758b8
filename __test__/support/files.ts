/** Runs with files in and out, under scripted models. */
import { Agent, Runner } from '@openai/agents'
import { ScriptedModel, assistantMessage, functionCall } from '@openai/agents/testing'
import type { ScriptedModelInput } from '@openai/agents/testing'
import { defineSandbox, wrapRunner } from 'mem-sandbox/openai-agents'
import type { FileOutput, Sandbox, SandboxToolOptions } from 'mem-sandbox/openai-agents'
import type { AnyAgent } from './agents.js'

/** `run()` without tracing, as every test wants it. */
export const { run } = wrapRunner(new Runner({ tracingDisabled: true }))

let calls = 0
const call = (name: string, input: Record<string, unknown>) =>
  functionCall(name, input as Record<string, never>, { callId: `call-${(calls += 1)}` })

/** One call of `sandbox_exec`. */
export const exec = (command: string) => call('sandbox_exec', { command })
/** One call of `sandbox_run`. */
export const script = (text: string) => call('sandbox_run', { script: text })
export const write = (path: string, content: string) => call('sandbox_write_file', { path, content })
export const read = (path: string) => call('sandbox_read_file', { path })
export const list = (path: string) => call('sandbox_list_files', { path })
export { call }

/** A model that makes these calls, one turn each (or several at once), and then says that it is done. */
export function modelOf(...turns: Array<ReturnType<typeof call> | ScriptedModelInput>): ScriptedModel {
  return new ScriptedModel([
    ...turns.map((turn): ScriptedModelInput => ('callId' in turn ? [turn as ReturnType<typeof call>] : turn)),
    [assistantMessage('done')],
  ])
}

/** An agent with all five tools, whose model makes these calls. */
export function agentOf(
  turns: Parameters<typeof modelOf>,
  { sandbox = defineSandbox(), tools, name = 'Worker', ...rest }: AgentOptions = {},
): AnyAgent {
  return new Agent({ name, model: modelOf(...turns), tools: sandbox.tools(tools), ...rest })
}

interface AgentOptions {
  sandbox?: Sandbox
  tools?: SandboxToolOptions
  name?: string
  handoffs?: AnyAgent[]
}

/** Collects what is handed over: names and texts, in order. */
export function collector() {
  const files: FileOutput[] = []
  return {
    files,
    onFileOutput: (file: FileOutput) => void files.push(file),
    get texts(): Record<string, string | null> {
      return Object.fromEntries(files.map(({ fileName, data }) => [fileName, data && Buffer.from(data).toString()]))
    },
  }
}

/** How often the model was called. */
export const callsOf = (agent: AnyAgent): number => (agent.model as ScriptedModel).calls.length

/** Reads to the end; how many there were. */
export async function drain(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const event of events) if (event !== undefined) count += 1
  return count
}
