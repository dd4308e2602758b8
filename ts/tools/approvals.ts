/** What a policy asks about the calls of a tool, for SDKs that stop a run until somebody has approved a call. */
import { callKey, previewsOf } from '../previews.js'
import type { PreviewedCommand, Previews } from '../previews.js'
import type { CommandApproval, Session } from '../declarations.js'
import { insideOf } from './define.js'
import type { Inside } from './define.js'
import { openSession } from './source.js'
import type { ExecuteToolResult, Tool, ToolAnswer, ToolContext } from './types.js'

/** Which call it is, in an SDK that says so. */
export interface CallIdentity {
  id?: string
  /** An object that the calls of one turn share. */
  turn?: object
}

/** A tool's calls, as a policy sees them. */
export interface PolicyApprovals {
  /** The policy will never ask about a call, and a call changes nothing that it asks about. */
  readonly isAside: boolean
  /** Whether the policy asks about the call. What it asks is kept for the run. Never rejects. */
  asks(input: unknown, call?: CallIdentity): Promise<boolean>
  /** Runs a call that was approved, or that nobody is asked about: what was kept for it is allowed, and nothing else. */
  run(input: unknown, context: ToolContext, call?: CallIdentity): Promise<ToolAnswer>
}

/** `undefined` where no policy will ask. */
export function policyApprovals(tool: Tool): PolicyApprovals | undefined {
  const inside = insideOf(tool)
  if (inside === undefined) return undefined
  const { source } = inside
  // Of a session that is opened by its first call nobody knows yet what its policy asks.
  if (typeof source !== 'function' && previewsOf(source) === undefined) return undefined
  const opened = async (): Promise<{ previews: Previews | undefined }> => {
    // Where there is no session, the call itself says why.
    const session = await openSession(source).catch(() => undefined)
    return { previews: session && previewsOf(session) }
  }
  const named = (input: unknown, { id, turn }: CallIdentity) => ({
    key: callKey(tool.name, input, id),
    earlier: callKey(tool.name, input),
    turn,
  })

  return {
    isAside: tool.readOnly && !inside.runsCommands,

    async asks(input, call = {}) {
      const { previews } = await opened()
      if (previews === undefined) return false
      const commands = await commandsOf(inside, input)
      if (commands !== undefined) return previews.asks(named(input, call), commands)
      // Also where nothing will change: an SDK that asks about the calls of a turn at once and runs each as soon as it is answered
      // would run this one before those that are before it.
      await previews.follow(async (fork) => (tool.readOnly ? undefined : inside.on(fork).run(input)), call.turn)
      return false
    },

    async run(input, context, call = {}) {
      let previews: Previews | undefined
      const asked = named(input, call)
      const answer = await inside.run(input, context, (session) => {
        previews = previewsOf(session)
        return previews?.questions(asked.key)
      })
      if (inside.runsCommands) previews?.ran(asked, questionIn(answer))
      return answer
    },
  }
}

/**
 * Everything that was asked about calls of a session and waits for an answer, by call; JSON-safe. Kept beside what the SDK keeps
 * of an interrupted run and given to `restoreApprovals`, it lets another process go on.
 */
export function pendingApprovals(session: Session): Record<string, CommandApproval[]> {
  return previewsOf(session)?.pending() ?? {}
}

/** Gives a session what `pendingApprovals` gave in another process. */
export function restoreApprovals(session: Session, pending: Record<string, CommandApproval[]>): void {
  previewsOf(session)?.restore(pending)
}

/** Of a session that is closed, and where the host's variables can't be had, the call itself tells. */
async function commandsOf({ source, commands }: Inside, input: unknown): Promise<PreviewedCommand[] | undefined> {
  try {
    return commands(input, await openSession(source))
  } catch {
    return undefined
  }
}

/** What was asked in a run that had no approval for it. */
function questionIn(answer: ToolAnswer): CommandApproval | undefined {
  const asked = answer.ok ? (answer.result as Partial<ExecuteToolResult> | undefined)?.approval_required : undefined
  if (asked === undefined) return undefined
  const { state_hash: stateHash, ...rest } = asked
  return { ...rest, stateHash }
}
