/** `run()` of the SDK, with a workspace around it. */
import { RunContext, RunResult, RunState, Runner, StreamedRunResult, run as sdkRun } from '@openai/agents'
import type { Agent, AgentInputItem, NonStreamRunOptions, StreamRunOptions, ToolExecutionConfig } from '@openai/agents'
import { invalidArgument } from '../../errors.js'
import { register, within } from './current.js'
import { Ending } from './ending.js'
import { goOn, openWorkspace } from './open.js'
import { checkWorkspace } from './options.js'
import { findSandbox } from './reachable.js'
import { endWith } from './stream.js'
import { resume } from './suspended.js'
import type { WorkspaceOptions } from './options.js'
import type { AnyAgent } from './reachable.js'
import type { AnyState } from './suspended.js'

/** What this `run` takes beside the SDK's own options. */
export interface WithWorkspace {
  /** The files of the run. Default: an empty workspace, of which nothing is handed over. */
  workspace?: WorkspaceOptions
}

/* oxlint-disable typescript/no-explicit-any -- the SDK's own constraints: any agent, whatever its context and output are */
/** The SDK's `run`, with its overloads and results, and `workspace` among the options. */
export interface RunWithWorkspace {
  <TAgent extends Agent<any, any>, TContext = undefined>(
    agent: TAgent,
    input: string | AgentInputItem[] | RunState<TContext, TAgent>,
    options?: NonStreamRunOptions<TContext, TAgent> & WithWorkspace,
  ): Promise<RunResult<TContext, TAgent>>
  <TAgent extends Agent<any, any>, TContext = undefined>(
    agent: TAgent,
    input: string | AgentInputItem[] | RunState<TContext, TAgent>,
    options?: StreamRunOptions<TContext, TAgent> & WithWorkspace,
  ): Promise<StreamedRunResult<TContext, TAgent>>
}

type AnyInput = string | AgentInputItem[] | AnyState
type AnyOptions = (NonStreamRunOptions<any, any> | StreamRunOptions<any, any>) & WithWorkspace
type AnyResult = RunResult<any, any> | StreamedRunResult<any, any>
/* oxlint-enable typescript/no-explicit-any */

/**
 * Runs an agent as the SDK's `run` does, with a workspace: input files go in, the sandbox tools of its agents work on them in
 * one sandbox, and new and changed files come out when the run is over.
 *
 * Whatever can be refused is refused before the first call of a model: `INVALID_ARGUMENT`, `UnsupportedFeatureError`,
 * `SandboxSetupError`, `SessionNotFoundError`. A sandbox that can't be started ends the run with its own error. When the run
 * succeeded and a callback, or keeping a session, did not: `WorkspaceError` with `.result`.
 */
export const run: RunWithWorkspace = runOn(undefined)

/** The same for a `Runner` of the application's own, with its configuration. */
export function wrapRunner(runner: Runner): { run: RunWithWorkspace } {
  if (!(runner instanceof Runner)) throw invalidArgument('runner', 'a Runner of @openai/agents', runner)
  return { run: runOn(runner) }
}

function runOn(runner: Runner | undefined): RunWithWorkspace {
  return ((agent: AnyAgent, input: AnyInput, options: AnyOptions = {}) =>
    start(runner, agent, input, options)) as RunWithWorkspace
}

async function start(
  runner: Runner | undefined,
  agent: AnyAgent,
  input: AnyInput,
  { workspace: given, ...options }: AnyOptions,
): Promise<AnyResult> {
  const checked = checkWorkspace(given)
  const reachable = findSandbox(agent, checked.sandbox)
  const isWanted = given !== undefined || reachable.hasTools
  if (isWanted) refuseOther(options.sandbox ?? runner?.config.sandbox)
  const plan = { options: checked, sandbox: reachable.sandbox, isWanted }
  const state = input instanceof RunState ? input : undefined
  const taken = state === undefined ? undefined : resume(state)
  const workspace =
    state === undefined || taken === undefined
      ? await openWorkspace(plan, options.signal)
      : await goOn(state, taken, plan, given !== undefined)

  const context = contextOf(input, options.context)
  const { signal, unlink } = workspace.begin(options.signal)
  const unregister = register(context, workspace)
  const began = performance.now()
  const ending = new Ending(workspace, () => {
    workspace.timings.runMs += performance.now() - began
    unregister()
    unlink()
  })
  const toolExecution = concurrencyOf(options.toolExecution ?? runner?.config.toolExecution, isWanted)
  const all = { ...options, context, signal, ...(toolExecution && { toolExecution }) }
  try {
    // The overloads tell apart what is one call here.
    const call = all as NonStreamRunOptions
    const result: AnyResult = await within(workspace, () =>
      runner === undefined ? sdkRun(agent, input, call) : runner.run(agent, input, call),
    )
    if (result instanceof StreamedRunResult) {
      const { completed } = result
      endWith(result, ending.after(result, completed, options.signal))
    } else {
      await ending.after(result, Promise.resolve(), options.signal)
    }
    return result
  } catch (error) {
    if (ending.hasBegun) throw error
    return await ending.failed(error, options.signal)
  }
}

/** The SDK's own sandboxes are another contract, and would be a second workspace beside this one. */
function refuseOther(sandbox: unknown): void {
  if (sandbox === undefined) return
  throw invalidArgument(
    'options.sandbox',
    "left out of a run that has a workspace or tools of defineSandbox(): it is for the SDK's SandboxAgent, with MemSandboxClient",
    sandbox,
  )
}

/** The tools of a turn work on the same files, so they run in the model's order unless the caller chose something else. */
function concurrencyOf(chosen: ToolExecutionConfig | undefined, hasTools: boolean): ToolExecutionConfig | undefined {
  if (!hasTools || chosen?.maxFunctionToolConcurrency !== undefined) return chosen
  return { ...chosen, maxFunctionToolConcurrency: 1 }
}

function contextOf(input: AnyInput, context: unknown): RunContext<unknown> {
  if (input instanceof RunState) return new RunResult(input).runContext
  return context instanceof RunContext ? context : new RunContext(context)
}
