/** `memSandboxCapability`: the four tools for a `SandboxAgent`, in place of the SDK's own. */
import type { Tool } from '@openai/agents'
import { Capability, SandboxConfigurationError } from '@openai/agents/sandbox'
import type { SandboxSessionLike, SandboxWorkspaceScope } from '@openai/agents/sandbox'
import type { Session } from '../declarations.js'
import { systemPrompt } from '../tools.js'
import { enter } from './manifest.js'
import { functionTools } from './tools.js'
import type { AgentToolOptions } from './tools.js'

/** What an application may set; variables come from the manifest. */
export type MemSandboxCapabilityOptions = Omit<AgentToolOptions, 'env'>

/** What a bound capability has begun: clones begin by themselves. */
interface Begun {
  readonly session: Session
  readonly ready: () => Promise<void>
  readonly prompt: () => Promise<string>
}

// The SDK's names for what a capability is bound to.
/* oxlint-disable no-underscore-dangle */
class MemSandboxCapability extends Capability {
  readonly type = 'mem_sandbox'
  readonly options: MemSandboxCapabilityOptions

  constructor(options: MemSandboxCapabilityOptions) {
    super()
    this.options = options
  }

  override tools(): Tool[] {
    const sandbox = bound(this._session)
    const { session, ready } = begun(this, sandbox, this._workspaceScope)
    return functionTools(session, { ...this.options, env: () => sandbox.state.environment ?? {} }, ready)
  }

  override async instructions(): Promise<string> {
    return begun(this, bound(this._session), this._workspaceScope).prompt()
  }
}

/* oxlint-enable no-underscore-dangle */

function bound(sandbox: SandboxSessionLike | undefined): SandboxSessionLike {
  if (sandbox === undefined)
    throw new SandboxConfigurationError('mem_sandbox: the capability is not bound to a session')
  return sandbox
}

const beginnings = new WeakMap<Capability, Begun>()

function begun(
  capability: MemSandboxCapability,
  sandbox: SandboxSessionLike,
  scope: SandboxWorkspaceScope | undefined,
): Begun {
  const known = beginnings.get(capability)
  if (known !== undefined) return known
  const session = sessionOf(sandbox)
  const { sets } = capability.options
  // Where the shell is to be when the agent begins, if the run says so.
  const folder = scope?.absoluteCwd(sandbox.state.manifest.root)
  let moved: Promise<void> | undefined
  let prompt: Promise<string> | undefined
  // Of a session that is closed the call itself tells.
  const ready = (): Promise<void> =>
    (moved ??= folder === undefined ? Promise.resolve() : enter(session, folder).catch(() => undefined))
  const made: Begun = {
    session,
    ready,
    // Made once: what comes later must not change what the model was told at first.
    prompt: () => (prompt ??= ready().then(() => systemPrompt(session, sets && { sets }))),
  }
  beginnings.set(capability, made)
  return made
}

function sessionOf(sandbox: SandboxSessionLike): Session {
  const { session } = sandbox as { session?: Partial<Session> }
  if (typeof session?.execute !== 'function') {
    throw new SandboxConfigurationError('mem_sandbox: the capability needs a sandbox of MemSandboxClient')
  }
  return session as Session
}

/**
 * The four tools and a prompt that says what they can do: `new SandboxAgent({ capabilities: [memSandboxCapability()] })`.
 *
 * It is meant to stand alone, in place of the SDK's default capabilities, whose tools do the same in other words. `skills()`
 * and `memory()` may stand beside it.
 */
export function memSandboxCapability(options: MemSandboxCapabilityOptions = {}): Capability {
  return new MemSandboxCapability(options)
}
