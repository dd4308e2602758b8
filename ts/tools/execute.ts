/** `execute`: a script in the sandbox. */
import { failureReason } from '../failures.js'
import { nullable, object } from '../schema.js'
import { hasNetwork, switchedOff } from '../system-prompt.js'
import type { CommandApproval, ExecuteResult, Session } from '../declarations.js'
import { define } from './define.js'
import type { SessionSource } from './source.js'
import type { ExecuteToolResult, Tool, ToolOptions } from './types.js'

interface ExecuteInput {
  command: string
  timeout_seconds?: number | null
  max_output_bytes?: number | null
}

/** The tool that runs a script. */
export function executeTool(source: SessionSource, options: ToolOptions = {}): Tool<ExecuteToolResult> {
  return define(source, options, (host) => ({
    name: 'execute',
    description:
      (host.session === undefined || switchedOff(host.session).length === 0
        ? 'Runs a bash script in the in-memory sandbox: pipes, redirections, loops, functions and the usual GNU commands. '
        : "Runs a script in the in-memory sandbox, in a part of bash's language: what is not of it is refused by name. ") +
      'The working directory, variables and functions stay for the next call. ' +
      reach(host.session) +
      'A non-zero exit_code is a result, not a failure of the tool. Long output is cut in the ' +
      'middle and kept whole in a file, which the result names.',
    parameters: object({
      command: { type: 'string', description: 'The script: one line or many.' },
      timeout_seconds: nullable(
        { type: 'number', exclusiveMinimum: 0, maximum: host.timeoutSeconds },
        `Seconds after which the script is stopped. null: ${host.timeoutSeconds}.`,
      ),
      max_output_bytes: nullable(
        { type: 'integer', minimum: 1, maximum: host.maxOutputBytes },
        `Bytes to show of stdout, and of stderr. null: ${host.outputBytes}.`,
      ),
    }),
    notEmpty: ['command'],
    commands: ({ command, timeout_seconds }: ExecuteInput) => [
      {
        command,
        options: {
          timeoutMs: milliseconds(timeout_seconds ?? host.timeoutSeconds),
          ...(host.env && { env: host.env() }),
        },
      },
    ],
    async perform(input: ExecuteInput, { session, signal, approvals, metadata }) {
      const before = session.env
      const ran = await session.execute(input.command, {
        timeoutMs: milliseconds(input.timeout_seconds ?? host.timeoutSeconds),
        output: { maxBytes: input.max_output_bytes ?? host.outputBytes },
        ...(signal && { signal }),
        ...(host.env && { env: host.env() }),
        ...(approvals && approvals.length > 0 && { approvals: [...approvals] }),
      })
      const { stdout, stderr } = ran.output!
      const reason = reasonFor(ran, host.timeoutSeconds)
      return {
        metadata: metadata(ran.revision),
        exit_code: ran.exitCode,
        failure_code: ran.failure?.code ?? null,
        ...(reason !== undefined && { failure_message: reason }),
        ...(ran.approval && { approval_required: approvalRequired(ran.approval) }),
        stdout: ran.stdout,
        stderr: ran.stderr,
        stdout_original_bytes: ran.truncated.stdoutTotal,
        stderr_original_bytes: ran.truncated.stderrTotal,
        stdout_truncated: stdout.truncated || ran.truncated.stdout,
        stderr_truncated: stderr.truncated || ran.truncated.stderr,
        ...(stdout.path !== null && { stdout_path: stdout.path }),
        ...(stderr.path !== null && { stderr_path: stderr.path }),
        duration_ms: ran.durationMs,
        resulting_cwd: ran.cwd,
        environment_changes: environmentChanges(before, session.env),
      }
    },
  }))
}

/** In the words of this tool: a model can't raise the session's limits, and can ask for more time. */
function reasonFor(ran: ExecuteResult, mostSeconds: number): string | undefined {
  const { failure } = ran
  if (failure?.code !== 'TIMEOUT' || failure.value === null) return failureReason(ran)
  const seconds = failure.value / 1_000
  const more = seconds < mostSeconds ? `, or give a larger timeout_seconds (at most ${mostSeconds})` : ''
  return `stopped after ${seconds} seconds; do less at once${more}`
}

/** A question in the form of results. */
function approvalRequired({ argv, stateHash, name, cwd }: CommandApproval): ExecuteToolResult['approval_required'] {
  return { argv, state_hash: stateHash, ...(name !== undefined && { name }), ...(cwd !== undefined && { cwd }) }
}

function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1_000)
}

/** What is behind the sandbox. Of one that is not there yet, nothing is said of a network. */
function reach(session: Session | undefined): string {
  if (session === undefined) return 'There is no host machine behind it. '
  return hasNetwork(session)
    ? 'There is no host machine behind it; curl and wget reach what the host allows. '
    : 'There is no network and no host machine behind it. '
}

/** Names that `cd` and the shell itself change: they would be in every result. */
const OWN_NAMES = new Set(['PWD', 'OLDPWD', '_'])

function environmentChanges(before: Record<string, string>, after: Record<string, string>) {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name) && !OWN_NAMES.has(name))
    .toSorted()
    .map((name) => ({ name, value: now.get(name) ?? null }))
}
