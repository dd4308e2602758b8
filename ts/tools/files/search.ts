/** How Glob and Grep look: with the session's own `rg`, whose patterns are linear, under its policy and its limits. */
import { posix } from 'node:path'
import { SandboxError } from '../../errors.js'
import { coded } from '../../codes.js'
import { failureReason } from '../../failures.js'
import { quoted } from '../../quoted.js'
import type { PreviewedCommand } from '../../previews.js'
import type { CommandApproval, ErrorCategory, ExecuteResult, Failure, Session } from '../../declarations.js'

/** So much of what `rg` prints is looked at. */
const MOST_BYTES = 4 << 20

/** A search: `rg` with these words, in a folder. Patterns of files are relative to it. */
export interface Search {
  folder: string
  words: string[]
}

/** What was found. */
export interface Found {
  /** As it was printed, as far as it was looked at. */
  stdout: string
  /** There was more of it. */
  isCut: boolean
}

export interface SearchCall {
  signal: AbortSignal | undefined
  approvals: readonly CommandApproval[] | undefined
  timeoutSeconds: number
}

/** The search as a command: for the run, and for what a policy will ask about it. */
export function searchCommand({ folder, words }: Search, timeoutSeconds: number): Required<PreviewedCommand> {
  return {
    command: ['rg', ...words].map(quoted).join(' '),
    options: { fresh: true, cwd: folder, timeoutMs: Math.ceil(timeoutSeconds * 1_000) },
  }
}

/**
 * Runs a search on a fork: whatever the session's shell is in (a function called `rg`, `exec >file`), it is none of this, and
 * nothing of this stays.
 *
 * Rejects with: `INVALID_TOOL_INPUT` for what `rg` can't read, `POLICY_DENIED`, `TOOL_UNSUPPORTED` where there is no `rg`, the
 * code of the limit that stopped it.
 */
export async function searched(session: Session, search: Search, call: SearchCall): Promise<Found> {
  const { command, options } = searchCommand(search, call.timeoutSeconds)
  const fork = session.fork()
  let ran: ExecuteResult
  try {
    ran = await fork.execute(command, {
      ...options,
      limits: { outputBytes: MOST_BYTES },
      ...(call.signal && { signal: call.signal }),
      ...(call.approvals && call.approvals.length > 0 && { approvals: [...call.approvals] }),
    })
  } finally {
    fork.close()
  }
  if (ran.failure !== null) throw stoppedBy(ran, ran.failure)
  const denial = ran.denials.find(({ kind }) => kind === 'command')
  if (denial !== undefined) {
    const message = `the search is denied by policy: ${denial.reason}`
    throw new SandboxError({ code: 'POLICY_DENIED', category: 'policy_denied', message })
  }
  if (ran.exitCode === 127) {
    throw coded('TOOL_UNSUPPORTED', 'this sandbox has no command rg, which Glob and Grep search with')
  }
  // 1 says that nothing was found; 2 may also be one file that could not be read, beside others that could.
  if (ran.exitCode > 1 && ran.stdout === '') {
    throw coded('INVALID_TOOL_INPUT', `the search can't be made: ${ran.stderr.trim()}`)
  }
  return { stdout: ran.stdout, isCut: ran.truncated.stdout }
}

const CATEGORIES: Record<Failure['code'], ErrorCategory> = {
  TIMEOUT: 'timeout',
  LIMIT_EXCEEDED: 'quota_exceeded',
  CANCELLED: 'cancelled',
  DEADLOCK: 'internal',
  APPROVAL_REQUIRED: 'policy_denied',
  COMMAND_SYNTAX_UNSUPPORTED: 'unsupported',
}

function stoppedBy(ran: ExecuteResult, { code }: Failure): SandboxError {
  const message = `the search was stopped: ${failureReason(ran)}`
  return new SandboxError({ code, category: CATEGORIES[code], message })
}

/** Names that end in NUL, as absolute paths; of a cut output, without the one that is not whole. */
export function namesIn({ stdout }: Found, folder: string): string[] {
  return stdout
    .split('\0')
    .slice(0, -1)
    .map((name) => posix.resolve(folder, name))
}

/**
 * The first `most` of names that come newest first, and those of one moment in the order of their paths: in a workspace that was
 * just made, all are.
 */
export function newestFirst(session: Session, names: readonly string[], most: number): string[] {
  const timed = names.slice(0, most).map((path) => ({ path, time: timeOf(session, path) }))
  return timed.toSorted((a, b) => b.time - a.time || compare(a.path, b.path)).map(({ path }) => path)
}

function timeOf(session: Session, path: string): number {
  try {
    return session.stat(path, { followSymlinks: false }).mtimeMs
  } catch {
    // Behind a link, or hidden by now.
    return 0
  }
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
