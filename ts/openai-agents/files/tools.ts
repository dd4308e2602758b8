/** The five tools that a model sees. */
import { tool } from '@openai/agents'
import type { FunctionTool, RunContext } from '@openai/agents'
import * as check from '../../arguments.js'
import { SandboxSetupError, WORKSPACE } from '../../backend.js'
import { messageOf } from '../../errors.js'
import { runCommand } from './command.js'
import { currentWorkspace } from './current.js'
import { guestPath, shownPath } from './paths.js'
import { markTool } from './reachable.js'
import type { Sandbox } from './sandbox.js'
import type { Workspace } from './workspace.js'

/** The tools by what they do. */
export type SandboxToolName = 'run' | 'exec' | 'readFile' | 'writeFile' | 'listFiles'

/** How the tools of an agent behave. */
export interface SandboxToolOptions {
  /** Which there are, in this order. Default: all five. */
  include?: readonly SandboxToolName[]
  /** Real milliseconds for one call. Default: 30,000 for `run`, 600,000 for `exec`. */
  timeouts?: { run?: number; exec?: number }
  /** How many bytes of each stream a model sees: the first half and the last. Default 32,768. */
  maxOutputBytes?: number
  /** As `needsApproval` of the SDK's `tool()`, for all of them or by name. Default: no approval. */
  needsApproval?: boolean | Partial<Record<SandboxToolName, boolean>>
}

/** What one call has to work with. */
interface Call {
  workspace: Workspace
  signal: AbortSignal
  options: CheckedOptions
}

interface CheckedOptions {
  include: readonly SandboxToolName[]
  timeouts: { run: number; exec: number }
  maxOutputBytes: number
  needsApproval: NonNullable<SandboxToolOptions['needsApproval']>
}

interface Parameter {
  type: 'string'
  description: string
  default?: string
}

interface Definition {
  name: string
  description: string
  parameters: Record<string, Parameter>
  run(input: Record<string, string>, call: Call): Promise<string>
}

export const TOOL_NAMES: readonly SandboxToolName[] = ['run', 'exec', 'readFile', 'writeFile', 'listFiles']

/** Longer files are refused by `sandbox_read_file`. */
const MOST_READ_BYTES = 1_048_576
/** More names of a folder are counted, not listed. */
const MOST_ENTRIES = 1_000

const shape = check.options({
  include: check.list(check.oneOf(...TOOL_NAMES), 'an array of names of tools'),
  timeouts: check.options({ run: check.integer(1, 2_147_000_000), exec: check.integer(1, 2_147_000_000) }),
  maxOutputBytes: check.integer(0, 1 << 28),
  needsApproval: (value, argument) =>
    typeof value === 'boolean'
      ? value
      : check.options(Object.fromEntries(TOOL_NAMES.map((name) => [name, check.boolean])))(value, argument),
})

const DEFINITIONS: Record<SandboxToolName, Definition> = {
  run: {
    name: 'sandbox_run',
    description:
      `Runs a script with the sandbox's interpreter, in the folder ${WORKSPACE}. ` +
      'Answers with exit_code, stdout and stderr. Files stay from call to call; variables do not.',
    parameters: { script: { type: 'string', description: 'The text of the script.' } },
    async run({ script }, { workspace, signal, options }) {
      const handle = await workspace.handle(signal)
      const path = `/tmp/sandbox-run-${workspace.nextScript()}`
      await handle.fs.write(path, Buffer.from(script!))
      try {
        const argv = [workspace.interpreter, path]
        const { maxOutputBytes, timeouts } = options
        return await runCommand(handle, argv, { timeoutMs: timeouts.run, maxOutputBytes, signal })
      } finally {
        // One that is gone already, or a sandbox that is, leaves nothing to tidy up.
        await handle.fs.remove(path).catch(() => undefined)
      }
    },
  },
  exec: {
    name: 'sandbox_exec',
    description:
      `Runs a command line with /bin/sh -c, in the folder ${WORKSPACE}. ` +
      'Answers with exit_code, stdout and stderr. Files stay from call to call; variables do not.',
    parameters: { command: { type: 'string', description: 'The command line.' } },
    async run({ command }, { workspace, signal, options }) {
      const { maxOutputBytes, timeouts } = options
      const argv = ['/bin/sh', '-c', command!]
      return runCommand(await workspace.handle(signal), argv, { timeoutMs: timeouts.exec, maxOutputBytes, signal })
    },
  },
  readFile: {
    name: 'sandbox_read_file',
    description: `Reads a text file (UTF-8, at most ${MOST_READ_BYTES} bytes).`,
    parameters: { path: { type: 'string', description: `Absolute, or relative to ${WORKSPACE}.` } },
    async run({ path }, { workspace, signal }) {
      const handle = await workspace.handle(signal)
      const absolute = guestPath(path!)
      const { size, kind } = await handle.fs.stat(absolute)
      if (kind !== 'file') return `Error: ${shownPath(absolute)} is no regular file but a ${kind}.`
      if (size > MOST_READ_BYTES) {
        return (
          `Error: ${shownPath(absolute)} has ${size} bytes, more than the ${MOST_READ_BYTES} that can be read at once. ` +
          'Read parts of it with a command, such as head, tail or sed.'
        )
      }
      const bytes = await handle.fs.read(absolute, { maxBytes: MOST_READ_BYTES })
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      } catch {
        return `Error: ${shownPath(absolute)} is not text in UTF-8.`
      }
    },
  },
  writeFile: {
    name: 'sandbox_write_file',
    description: 'Writes a text file in place of what was there. Folders on the way are made.',
    parameters: {
      path: { type: 'string', description: `Absolute, or relative to ${WORKSPACE}.` },
      content: { type: 'string', description: 'All of its text.' },
    },
    async run({ path, content }, { workspace, signal }) {
      const handle = await workspace.handle(signal)
      const absolute = guestPath(path!)
      const bytes = Buffer.from(content!)
      await handle.fs.write(absolute, bytes)
      return `Wrote ${bytes.length} bytes to ${shownPath(absolute)}.`
    },
  },
  listFiles: {
    name: 'sandbox_list_files',
    description:
      'Lists a folder, sorted by name: d for folders and f for everything else, two spaces, the absolute path. ' +
      `What is in its folders is not listed, and of more than ${MOST_ENTRIES} names only how many there are.`,
    parameters: {
      path: { type: 'string', description: `Absolute, or relative to ${WORKSPACE}.`, default: WORKSPACE },
    },
    async run({ path }, { workspace, signal }) {
      const handle = await workspace.handle(signal)
      const entries = await handle.fs.list(guestPath(path!))
      const lines = entries
        .slice(0, MOST_ENTRIES)
        .map((entry) => `${entry.kind === 'directory' ? 'd' : 'f'}  ${shownPath(entry.path)}`)
      if (entries.length > MOST_ENTRIES) lines.push(`… and ${entries.length - MOST_ENTRIES} more`)
      return lines.length === 0 ? 'The folder is empty.' : lines.join('\n')
    },
  },
}

/** Errors: `INVALID_ARGUMENT`. */
function checkOptions(options: SandboxToolOptions | undefined): CheckedOptions {
  const checked = (shape(options, 'options') ?? {}) as SandboxToolOptions
  const { include = TOOL_NAMES, timeouts, maxOutputBytes = 32_768, needsApproval = false } = checked
  return { include, timeouts: { run: 30_000, exec: 600_000, ...timeouts }, maxOutputBytes, needsApproval }
}

/**
 * The tools of a sandbox, or, of `null`, of whichever sandbox the run has.
 *
 * Errors: `INVALID_ARGUMENT`.
 */
export function makeTools(sandbox: Sandbox | null, options?: SandboxToolOptions): FunctionTool[] {
  const checked = checkOptions(options)
  return checked.include.map((name) => makeTool(sandbox, name, checked))
}

function makeTool(sandbox: Sandbox | null, key: SandboxToolName, options: CheckedOptions): FunctionTool {
  const definition = DEFINITIONS[key]
  const { name, description, parameters } = definition
  const { needsApproval } = options
  const required = Object.keys(parameters)
  const made = tool({
    name,
    description,
    parameters: { type: 'object', properties: parameters, required, additionalProperties: false } as never,
    strict: true,
    needsApproval: typeof needsApproval === 'boolean' ? needsApproval : (needsApproval[key] ?? false),
    execute: async (input: unknown, context, details) => {
      const workspace = workspaceOf(name, sandbox, context)
      const given = readInput(parameters, input)
      if (typeof given === 'string') return given
      return workspace.work(details?.signal, (signal) => definition.run(given, { workspace, signal, options }))
    },
    errorFunction: (context, error) => {
      // What no model can mend ends the run.
      if (error instanceof SandboxSetupError) throw error
      const workspace = currentWorkspace(context)
      if (workspace?.fatal !== undefined) throw workspace.fatal
      return `Error: ${messageOf(error)}`
    },
  })
  return markTool(made, sandbox)
}

function workspaceOf(name: string, sandbox: Sandbox | null, context: RunContext | undefined): Workspace {
  const workspace = currentWorkspace(context)
  if (workspace === undefined) {
    throw new SandboxSetupError(
      `${name} was called outside of a run: start the agent with run() of mem-sandbox/openai-agents, or wrapRunner()`,
    )
  }
  workspace.adopt(sandbox)
  return workspace
}

/** The arguments of a call, or what the model is told of them. */
function readInput(parameters: Record<string, Parameter>, input: unknown): Record<string, string> | string {
  const from = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const read: Record<string, string> = {}
  for (const [name, { default: fallback }] of Object.entries(parameters)) {
    const value = from[name] ?? fallback
    if (typeof value !== 'string') return `Error: the argument ${name} must be a string.`
    if (name !== 'content' && value.includes('\0')) return `Error: the argument ${name} must not have NUL characters.`
    read[name] = value
  }
  return read
}
