/** The workspace of one run: a sandbox that is started when it is needed, and ended once. */
import { SandboxSetupError } from '../../backend.js'
import { isOf, messageOf } from '../../errors.js'
import type { PreparedInput, SandboxHandle, SessionLock } from '../../backend.js'
import { deadline, unlessAborted, unlessStuck } from './deadline.js'
import { agreed } from './reachable.js'
import { defineSandbox } from './sandbox.js'
import { emptyReport, teardown } from './teardown.js'
import type { CheckedWorkspace } from './options.js'
import type { WorkspaceReport } from './report.js'
import type { Sandbox } from './sandbox.js'

export interface WorkspacePlan {
  options: CheckedWorkspace
  /** What the tools that can be seen agree on. */
  sandbox: Sandbox | undefined
  /** Whether the run is known to have a workspace: by its options, or by a tool that can be seen. */
  isWanted: boolean
  inputs: readonly PreparedInput[]
}

/** How a session begins. */
export interface SessionPlan {
  lock: SessionLock
  mode: 'create' | 'resume'
  /** The inputs go into it even where the session is resumed. */
  writesInputs: boolean
  /** Its files are another session's until this one has started. */
  replaces: boolean
}

export class Workspace {
  /** A model can't mend it: the run ends with this error, whatever the SDK makes of it. */
  fatal: unknown
  options: CheckedWorkspace
  readonly inputs: readonly PreparedInput[]
  readonly session: SessionPlan | undefined
  /** How long the session's turn was waited for, how long the start took, and the models with their tools. */
  readonly timings = { waitMs: 0, bootMs: 0, runMs: 0 }
  /** Whether there is anything to keep or to tell at the end. */
  isWanted: boolean

  #sandbox: Sandbox | undefined
  #boot: Promise<SandboxHandle> | undefined
  #handle: SandboxHandle | undefined
  #scripts = 0
  #ended: Promise<WorkspaceReport> | undefined
  /** Ends the run of the SDK; another one after an approval. */
  #abort = new AbortController()
  /** Ends the commands, and a start that has not come to its end. */
  readonly #stop = new AbortController()
  readonly #busy = new Set<Promise<unknown>>()

  constructor({ options, sandbox, isWanted, inputs }: WorkspacePlan, session?: SessionPlan) {
    this.options = options
    this.inputs = inputs
    this.isWanted = isWanted
    this.session = session
    this.#sandbox = sandbox
    const lost = session?.lock.lost
    lost?.addEventListener('abort', () => this.fail(this.#lost(lost.reason)), { once: true })
  }

  /** The sandbox of the run: that of its tools, or the default where none of them names one. */
  get sandbox(): Sandbox {
    return (this.#sandbox ??= defineSandbox())
  }

  get sandboxOrNone(): Sandbox | undefined {
    return this.#sandbox
  }

  get interpreter(): string {
    return this.sandbox.spec.interpreter
  }

  /** What was started, if anything was. */
  get handleOrNone(): SandboxHandle | undefined {
    return this.#handle
  }

  /** A number that no script of this run had yet. */
  nextScript(): number {
    return (this.#scripts += 1)
  }

  /** Takes over what a tool is made for; its first call is when tools behind `asTool()` are seen. */
  adopt(sandbox: Sandbox | null): void {
    this.isWanted = true
    if (sandbox === null) return
    try {
      const isNew = this.#sandbox === undefined
      this.#sandbox = agreed(this.#sandbox, sandbox)
      if (isNew) sandbox.backend.check(sandbox.given)
    } catch (error) {
      throw this.fail(error)
    }
  }

  /** Ends the run with an error, the first one of all. Returns that. */
  fail(error: unknown): unknown {
    if (this.fatal === undefined) {
      this.fatal = error
      this.#abort.abort(error)
      this.#stop.abort(error)
    }
    return this.fatal
  }

  /**
   * The signal for a run of the SDK, and what unlinks it again.
   *
   * @param outer the application's own signal
   */
  begin(outer: AbortSignal | undefined): { signal: AbortSignal; unlink: () => void } {
    const controller = (this.#abort = new AbortController())
    const follow = () => {
      controller.abort(outer?.reason)
      this.#stop.abort(outer?.reason)
    }
    if (outer?.aborted === true) follow()
    else outer?.addEventListener('abort', follow, { once: true })
    if (this.fatal !== undefined) controller.abort(this.fatal)
    return { signal: controller.signal, unlink: () => outer?.removeEventListener('abort', follow) }
  }

  /** Does one call of a tool, which ends when its own signal or the run does. */
  async work<Result>(outer: AbortSignal | undefined, call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#refuseIfEnded()
    const signals = outer === undefined ? [this.#stop.signal] : [outer, this.#stop.signal]
    const signal = AbortSignal.any(signals)
    const work = call(signal)
    this.#busy.add(work)
    void work.catch(() => undefined).finally(() => this.#busy.delete(work))
    return await unlessStuck(work, signal)
  }

  /** The sandbox, started by the first call; all calls of a run get the same one. Rejects when `signal` is aborted. */
  async handle(signal: AbortSignal): Promise<SandboxHandle> {
    this.#refuseIfEnded()
    return unlessAborted((this.#boot ??= this.#start()), signal)
  }

  #refuseIfEnded(): void {
    if (this.fatal !== undefined) throw this.fatal
    if (this.#ended !== undefined) throw new SandboxSetupError('the run that this sandbox belonged to has ended')
  }

  async #start(): Promise<SandboxHandle> {
    const began = performance.now()
    const { backend, given } = this.sandbox
    const { session, inputs } = this
    const mode = session?.mode ?? 'create'
    const opening = backend.open(given, {
      ...(session && { name: session.lock.name }),
      mode,
      inputs: mode === 'create' || session?.writesInputs === true ? inputs : [],
      signal: this.#stop.signal,
    })
    try {
      const stoppable = unlessAborted(opening, this.#stop.signal)
      return (this.#handle = await deadline(stoppable, this.options.timeouts.bootMs, 'starting the sandbox'))
    } catch (error) {
      // One that comes after all has nobody to use it.
      void opening.then((late) => late.close('discard')).catch(() => undefined)
      if (this.#stop.signal.aborted && error === this.#stop.signal.reason) throw error
      throw this.fail(asSetupError(error))
    } finally {
      this.timings.bootMs = performance.now() - began
    }
  }

  /** Ends what runs: waits for the calls of tools, and for a start. Rejects when that takes too long. */
  async stop(milliseconds: number): Promise<void> {
    this.#stop.abort(new DOMException('the run has ended', 'AbortError'))
    const running = [...this.#busy, ...(this.#boot === undefined ? [] : [this.#boot])]
    await deadline(Promise.allSettled(running), milliseconds, 'stopping what the sandbox ran')
  }

  /** Ends the workspace, once: the same promise for every caller. Never rejects. */
  end(outcome: WorkspaceReport['outcome']): Promise<WorkspaceReport> {
    return (this.#ended ??= teardown(this, outcome))
  }

  /** What there is to tell while it waits for an approval. */
  interimReport(): WorkspaceReport {
    return { ...emptyReport(this, 'interrupted'), booted: this.#handle !== undefined }
  }

  #lost(reason: unknown): SandboxSetupError {
    return new SandboxSetupError(`the turn of the session ${this.session?.lock.name} was lost to another process`, {
      cause: reason,
    })
  }
}

function asSetupError(error: unknown): SandboxSetupError {
  if (isOf(SandboxSetupError, error)) return error
  return new SandboxSetupError(`the sandbox could not be started: ${messageOf(error)}`, { cause: error })
}
