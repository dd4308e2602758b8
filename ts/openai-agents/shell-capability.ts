/** `memSandboxShell`: the SDK's own shell capability, with what a policy asks as its approvals. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FunctionTool, Tool } from '@openai/agents'
import { Capability, SandboxConfigurationError, shell } from '@openai/agents/sandbox'
import type { ExecCommandArgs, Manifest, SandboxSessionLike } from '@openai/agents/sandbox'
import { callKey, previewsOf } from '../previews.js'
import type { PreviewedCommand } from '../previews.js'
import type { Session } from '../declarations.js'

/** What the SDK's `shell()` may be given. */
export type MemSandboxShellOptions = NonNullable<Parameters<typeof shell>[0]>

/** The name of the tool in the SDK. */
export const EXEC_TOOL = 'exec_command'

/** What of a call makes it that call: the SDK fills in the rest. */
export function execKey({ cmd, workdir, shell: program }: Partial<Record<string, unknown>>): string {
  return callKey(EXEC_TOOL, [cmd, workdir ?? null, program ?? null])
}

/** The call of the tool in which a session runs a command: the SDK hands on no more than its arguments. */
export const execCall = new AsyncLocalStorage<string>()

/** What there is in a sandbox of ours beside what the SDK asks for. */
interface Sandbox {
  readonly session: Session
  execPreview(args: ExecCommandArgs): PreviewedCommand | undefined
}

// The SDK's names for what a capability is bound to.
/* oxlint-disable no-underscore-dangle */
class MemSandboxShell extends Capability {
  readonly type = 'shell'
  readonly options: MemSandboxShellOptions

  constructor(options: MemSandboxShellOptions) {
    super()
    this.options = options
  }

  override tools(): Tool[] {
    const { _session: session, _runAs: runAs, _workspaceScope: scope, _tracingParent: parent } = this
    const sandbox = sandboxOf(session)
    const own = shell(this.options)
    own.bind(session!)
    own.bindRunAs(runAs)
    own.bindTracingParent(parent)
    if (scope !== undefined) own.bindWorkspaceScope(scope)
    return own.tools().map((tool) => {
      if (tool.type !== 'function' || tool.name !== EXEC_TOOL || previewsOf(sandbox.session) === undefined) return tool
      return approving(tool, sandbox, (workdir) => scope?.anchor(workdir) ?? workdir)
    })
  }

  override instructions(manifest: Manifest) {
    const own: Capability = shell(this.options)
    return own.instructions(manifest)
  }
}
/* oxlint-enable no-underscore-dangle */

function sandboxOf(session: SandboxSessionLike | undefined): Sandbox {
  const sandbox = session as Partial<Sandbox> | undefined
  if (typeof sandbox?.execPreview !== 'function') {
    throw new SandboxConfigurationError('mem_sandbox: the capability needs a sandbox of MemSandboxClient')
  }
  return sandbox as Sandbox
}

/** The tool, stopped for approval where the policy asks. */
function approving(
  tool: FunctionTool,
  sandbox: Sandbox,
  anchored: (workdir: string | undefined) => string | undefined,
): FunctionTool {
  return {
    ...tool,
    // The SDK types it as the text that the model wrote, and gives what it read of it.
    async needsApproval(context, input: unknown, callId) {
      const args = input as ExecCommandArgs
      const previews = previewsOf(sandbox.session)
      const command = sandbox.execPreview({ ...args, workdir: anchored(args.workdir ?? undefined) })
      const asks = previews && command && (await previews.asks({ key: execKey({ ...args }) }, [command]))
      return asks === true || (await tool.needsApproval(context, input as never, callId))
    },
    invoke(context, input, details) {
      return execCall.run(keyOf(input), () => tool.invoke(context, input, details))
    },
  }
}

function keyOf(input: string): string {
  try {
    return execKey(JSON.parse(input) as object)
  } catch {
    // The tool says what is wrong with it.
    return ''
  }
}

/**
 * The SDK's `shell()` for sandboxes of `MemSandboxClient`, in its place: `capabilities: [filesystem(), memSandboxShell()]`. A
 * command that the session's policy asks about interrupts the run, and `approvalsFor` tells what was asked.
 */
export function memSandboxShell(options: MemSandboxShellOptions = {}): Capability {
  return new MemSandboxShell(options)
}
