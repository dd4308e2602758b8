/** The names of `openai-agents-msb`, for whoever comes from there. */
import type { FunctionTool } from '@openai/agents'
import { Sandbox, defineSandbox } from './sandbox.js'
import { makeTools } from './tools.js'
import * as check from '../../arguments.js'
import type { SandboxDefinition } from './sandbox.js'
import type { SandboxToolName } from './tools.js'

/** The package's options, beside those of `defineSandbox`. */
export interface SandboxConfigOptions extends Omit<SandboxDefinition, 'limits'> {
  /** As `limits.cpus`. */
  cpus?: number
  /** As `limits.memoryMiB`. */
  memory?: number
  limits?: SandboxDefinition['limits']
  /** Seconds for one call of `sandbox_run`. Default 30. */
  timeoutSecs?: number
  /** Bytes of each stream that a model sees. Default 32,768. */
  maxOutputBytes?: number
}

/** How one tool behaves where its config does not say it. */
export interface SandboxToolSettings {
  /** Seconds for one call. Default: 30 for `sandbox_run`, 600 for `sandbox_exec`. */
  timeoutSecs?: number
  /** Bytes of each stream that a model sees. Default 32,768. */
  maxOutputBytes?: number
}

/** What `timeoutSecs` and `maxOutputBytes` of a config were. */
const settingsOf = new WeakMap<Sandbox, SandboxToolSettings>()

const settings = check.options({
  timeoutSecs: check.integer(1, 2_147_000),
  maxOutputBytes: check.integer(0, 1 << 28),
})

/**
 * A sandbox for the tools below: `[sandboxRun(config), sandboxExec(config)]`. The same as `defineSandbox`, with the package's names.
 *
 * Errors: `INVALID_ARGUMENT`.
 */
export function sandboxConfig(options: SandboxConfigOptions = {}): Sandbox {
  const { cpus, memory, timeoutSecs, maxOutputBytes, limits, ...definition } = options
  const all = { ...limits, ...(cpus !== undefined && { cpus }), ...(memory !== undefined && { memoryMiB: memory }) }
  const sandbox = defineSandbox({ ...definition, limits: all })
  settingsOf.set(sandbox, settings({ timeoutSecs, maxOutputBytes }, 'options') as SandboxToolSettings)
  return sandbox
}

type Factory = (config?: Sandbox, options?: SandboxToolSettings) => FunctionTool

function factory(name: SandboxToolName): Factory {
  return (config, options) => {
    if (config !== undefined) check.instance(Sandbox, 'a Sandbox')(config, 'config')
    const own = (settings(options, 'options') ?? {}) as SandboxToolSettings
    const { timeoutSecs: configured, maxOutputBytes = 32_768 } = { ...(config && settingsOf.get(config)) }
    // A config's time is for scripts; commands have their own.
    const seconds = own.timeoutSecs ?? (name === 'run' ? (configured ?? 30) : 600)
    const timeouts = { [name === 'run' ? 'run' : 'exec']: seconds * 1_000 }
    const [tool] = makeTools(config ?? null, {
      include: [name],
      timeouts,
      maxOutputBytes: own.maxOutputBytes ?? maxOutputBytes,
    })
    return tool!
  }
}

/** `sandbox_run`, of a config or of whichever sandbox the run has. */
export const sandboxRun: Factory = factory('run')
/** `sandbox_exec`, likewise. */
export const sandboxExec: Factory = factory('exec')
/** `sandbox_read_file`, likewise. */
export const sandboxReadFile: Factory = factory('readFile')
/** `sandbox_write_file`, likewise. */
export const sandboxWriteFile: Factory = factory('writeFile')
/** `sandbox_list_files`, likewise. */
export const sandboxListFiles: Factory = factory('listFiles')
