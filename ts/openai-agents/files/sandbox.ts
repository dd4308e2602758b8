/** Sandboxes as an application defines them, and how they are found again on the tools of agents. */
import { memory, normalizeSpec, specDifferences } from '../../backend.js'
import type { FunctionTool } from '@openai/agents'
import type { NormalSpec, SandboxBackend, SandboxSpec } from '../../backend.js'
import { makeTools } from './tools.js'
import type { SandboxToolOptions } from './tools.js'

/** What a sandbox is made from, and by whom. */
export interface SandboxDefinition extends SandboxSpec {
  /** Default: one `memory()` for the whole process. */
  backend?: SandboxBackend
}

let shared: SandboxBackend | undefined

/** The backend of whoever names none. */
export function defaultBackend(): SandboxBackend {
  return (shared ??= memory())
}

/** A definition that tools and runs refer to. Nothing is started before a tool is called. */
export class Sandbox {
  // Private, so that whoever logs an agent with its tools does not log secrets.
  readonly #backend: SandboxBackend
  readonly #spec: NormalSpec
  readonly #given: SandboxSpec

  /** Errors: `INVALID_ARGUMENT` for what can't be meant; what the backend can't do is refused by the run. */
  constructor({ backend = defaultBackend(), ...spec }: SandboxDefinition = {}) {
    this.#backend = backend
    this.#given = spec
    this.#spec = normalizeSpec(spec, backend)
  }

  get backend(): SandboxBackend {
    return this.#backend
  }

  /** With defaults and in one spelling; two that mean the same are equal. */
  get spec(): NormalSpec {
    return this.#spec
  }

  /** As it was given, without the backend. */
  get given(): SandboxSpec {
    return this.#given
  }

  /** The five tools, or those that `include` names. */
  tools(options?: SandboxToolOptions): FunctionTool[] {
    return makeTools(this, options)
  }

  /** The parts in which another one differs; none where both mean the same. */
  differences(other: Sandbox): string[] {
    if (this === other) return []
    const differing: string[] = specDifferences(this.spec, other.spec)
    return this.backend === other.backend ? differing : ['backend', ...differing]
  }
}

/**
 * Defines a sandbox: `defineSandbox({ limits: { memoryMiB: 64 } }).tools()` are tools for an agent.
 *
 * All agents of a run share one sandbox, so all definitions that a run can see must mean the same.
 * Errors: `INVALID_ARGUMENT`.
 */
export function defineSandbox(definition?: SandboxDefinition): Sandbox {
  return new Sandbox(definition)
}
