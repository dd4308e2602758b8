/** Which sandboxes a run of an agent can come to, as far as that can be seen before it starts. */
import { Handoff } from '@openai/agents'
import type { Agent, FunctionTool } from '@openai/agents'
import { SandboxSetupError } from '../../backend.js'
import type { Sandbox } from './sandbox.js'

/** On a tool: the sandbox that it was made for, or null where it takes whichever the run has. Copies of a tool keep it. */
const SANDBOX = Symbol('mem-sandbox.sandbox')

export function markTool(tool: FunctionTool, sandbox: Sandbox | null): FunctionTool {
  return Object.assign(tool, { [SANDBOX]: sandbox })
}

// Agents differ in the types of their context and output, which nothing here depends on.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyAgent = Agent<any, any>

export interface Reachable {
  /** The sandbox that all tools agree on; `undefined` where no tool names one. */
  sandbox: Sandbox | undefined
  /** Whether there is any of the five tools. */
  hasTools: boolean
}

/**
 * Looks at the tools of an agent and of all agents that it can hand over to. What is behind `asTool()` can't be seen.
 *
 * Errors: `SandboxSetupError` where two sandboxes differ.
 */
export function findSandbox(agent: AnyAgent, given: Sandbox | undefined): Reachable {
  let sandbox = given
  let hasTools = false
  for (const { tools } of reachableAgents(agent)) {
    for (const tool of tools) {
      const marked = (tool as { [SANDBOX]?: Sandbox | null })[SANDBOX]
      if (marked === undefined) continue
      hasTools = true
      if (marked !== null) sandbox = agreed(sandbox, marked)
    }
  }
  return { sandbox, hasTools }
}

/** Errors: `SandboxSetupError` with the parts in which they differ. */
export function agreed(known: Sandbox | undefined, other: Sandbox): Sandbox {
  const differing = known?.differences(other) ?? []
  if (differing.length > 0) {
    throw new SandboxSetupError(
      `the tools of this run are for sandboxes that differ in ${differing.join(', ')}: all agents of a run share one, ` +
        'which workspace.sandbox names where its tools are behind asTool()',
      { details: { differing } },
    )
  }
  return known ?? other
}

function reachableAgents(first: AnyAgent): Set<AnyAgent> {
  const found = new Set([first])
  // A set gives also what is added while it is gone through.
  for (const agent of found) {
    for (const handoff of agent.handoffs) found.add(handoff instanceof Handoff ? handoff.agent : handoff)
  }
  return found
}
