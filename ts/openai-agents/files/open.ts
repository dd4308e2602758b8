/** What happens before the first call of a model: everything is looked at, and the session's turn is waited for. */
import { SessionNotFoundError, prepareInputs } from '../../backend.js'
import { invalidArgument } from '../../errors.js'
import { agreed } from './reachable.js'
import { defineSandbox } from './sandbox.js'
import { putBack, takeTurn, unmark } from './suspended.js'
import { Workspace } from './workspace.js'
import type { CheckedWorkspace } from './options.js'
import type { Sandbox } from './sandbox.js'
import type { AnyState, Suspended } from './suspended.js'
import type { SessionPlan, WorkspacePlan } from './workspace.js'

type Plan = Omit<WorkspacePlan, 'inputs'>

/**
 * A workspace for a run that begins.
 *
 * Rejects with what `run()` refuses. Nothing is held then: a turn that was taken has been given back.
 */
export async function openWorkspace(plan: Plan, signal: AbortSignal | undefined): Promise<Workspace> {
  const began = performance.now()
  const { options } = plan
  const sandbox = plan.sandbox ?? (options.session === undefined ? undefined : defineSandbox())
  sandbox?.backend.check(sandbox.given)
  const inputs = await prepareInputs(options.inputFiles, { argument: 'options.workspace.inputFiles' })
  const all: WorkspacePlan = { ...plan, sandbox, inputs }
  const workspace =
    sandbox === undefined || options.session === undefined
      ? new Workspace(all)
      : await openSession(all, sandbox, options.session, signal)
  workspace.timings.waitMs = performance.now() - began
  return workspace
}

async function openSession(
  plan: WorkspacePlan,
  { backend, given }: Sandbox,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Workspace> {
  const lock = await takeTurn(backend, name, signal)
  try {
    const exists = (await backend.state(name)) !== 'missing'
    const session: SessionPlan = { lock, ...beginning(name, plan.options.seed, exists) }
    // It is a session from now on, whether or not a sandbox is ever needed. One that is replaced stays until then.
    if (!session.replaces) {
      await backend.record(name, { spec: given, inputs: plan.inputs, ifMissing: true, ...(signal && { signal }) })
    }
    return new Workspace(plan, session)
  } catch (error) {
    await lock.release()
    throw error
  }
}

function beginning(
  name: string,
  seed: CheckedWorkspace['seed'] = 'resume-or-create',
  exists: boolean,
): Omit<SessionPlan, 'lock'> {
  if (seed === 'resume' && !exists) throw new SessionNotFoundError(name)
  const mode = exists && seed !== 'replace' ? 'resume' : 'create'
  return { mode, writesInputs: seed === 'update', replaces: exists && mode === 'create' }
}

/** The workspace of a run that waited for an approval. Where it does not fit, it goes on waiting. */
export async function goOn(state: AnyState, taken: Suspended, plan: Plan, isGiven: boolean): Promise<Workspace> {
  const { workspace } = taken
  if (workspace.fatal !== undefined) {
    await workspace.end('failed')
    throw workspace.fatal
  }
  try {
    if (plan.sandbox !== undefined) agreed(workspace.sandboxOrNone, plan.sandbox)
    const name = workspace.session?.lock.name
    if (isGiven && plan.options.session !== name) {
      throw invalidArgument('options.workspace.session', `${name ?? 'left out'}, as it was`, plan.options.session)
    }
  } catch (error) {
    putBack(state, taken)
    throw error
  }
  unmark(state)
  // The inputs are in it already; who is told of the outputs may be another one by now.
  if (isGiven) workspace.options = plan.options
  return workspace
}
