/** A sandbox of `memory()`: a session of the engine. */
import { setTimeout as delay } from 'node:timers/promises'
import * as check from '../arguments.js'
import { coded } from '../codes.js'
import { invalidArgument } from '../errors.js'
import { quoted } from '../quoted.js'
import { inTurn } from '../turns.js'
import { FrozenSession, absolute, entriesOf, readPart, statOf } from './memory-files.js'
import { MOST_MS, environmentOf } from './memory-session.js'
import { WORKSPACE } from './types.js'
import type { ExecuteResult, Session, Snapshot } from '../declarations.js'
import type { ExecRequest, ExecResult, FrozenWorkspace, NormalSpec, SandboxHandle } from './types.js'

/** How long commands that were told to end may take to do so, in milliseconds. */
const KILL_MS = 1_000
/** How long after its time a command is waited for, before the sandbox is given up. */
const LATE_MS = 5_000

const requestShape = check.options({
  argv: check.list(check.shellText, 'an array of strings'),
  cwd: check.path,
  env: check.environment,
  stdin: (value, argument) => check.bytes(value, argument),
  timeoutMs: check.integer(1, MOST_MS),
  signal: check.signal,
  onOutput: check.callback,
})

/** Keeps a state; `isLate` says that nobody waits for it any more, and nothing may be put in place of anything. */
export type Keep = (state: Snapshot, isLate: () => boolean) => Promise<void>

export interface HandleOptions {
  session: Session
  baseline: Snapshot
  spec: NormalSpec
  /** Of a sandbox with a name. */
  keep?: Keep
  closeMs: number
  closed(): void
}

export class MemoryHandle implements SandboxHandle {
  readonly #options: HandleOptions
  readonly #environment: Record<string, string>
  readonly #stop = new AbortController()
  #frozen: Promise<FrozenSession> | undefined
  #closing: Promise<void> | undefined

  constructor(options: HandleOptions) {
    this.#options = options
    this.#environment = environmentOf(options.spec)
  }

  async exec(request: ExecRequest): Promise<ExecResult> {
    const { argv, cwd, env, stdin, timeoutMs, signal, onOutput } = (requestShape(request, 'request') ??
      {}) as ExecRequest
    if (argv === undefined || argv.length === 0)
      throw invalidArgument('request.argv', 'a program and its arguments', argv)
    if (timeoutMs === undefined) throw invalidArgument('request.timeoutMs', 'given', undefined)
    signal?.throwIfAborted()
    this.#refuse(true)
    const { session } = this.#options
    // One of its own, so that nothing that outlives this call is listened to.
    const stop = AbortSignal.any(signal === undefined ? [this.#stop.signal] : [signal, this.#stop.signal])
    let hasBegun = false
    const left = new Promise<never>((_, reject) => {
      stop.addEventListener('abort', () => {
        if (!hasBegun) reject(stop.reason)
      })
    })
    try {
      const turn = inTurn(session, stop, async () => {
        hasBegun = true
        const late = new AbortController()
        // Where the language has no parameters, the words themselves.
        const hasParameters = session.language.specialParameters
        const run = session.execute(hasParameters ? '"$@"' : argv.map(quoted).join(' '), {
          ...(hasParameters && { args: [...argv] }),
          cwd: absolute(cwd ?? WORKSPACE, 'request.cwd'),
          env: { ...this.#environment, ...env },
          fresh: true,
          timeoutMs,
          signal: stop,
          ...(stdin && { stdin }),
          ...(onOutput && { onOutput }),
        })
        const gaveUp = delay(timeoutMs + LATE_MS, undefined, { signal: late.signal, ref: false }).then(
          () => this.#giveUp(timeoutMs),
          // Ended in time: nobody asks for this one.
          () => new Promise<never>(() => {}),
        )
        try {
          return await Promise.race([run.then((ran) => resultOf(ran, timeoutMs)), gaveUp])
        } finally {
          late.abort()
        }
      })
      return await Promise.race([turn, left])
    } catch (error) {
      // What waited when the sandbox was closed never began.
      if (this.#stop.signal.aborted && !signal?.aborted) this.#refuse(true)
      throw error
    }
  }

  readonly fs: SandboxHandle['fs'] = {
    read: async (path, options) => {
      this.#refuse(false)
      return await readPart(this.#options.session, path, options)
    },
    write: (path, data) =>
      this.#change((session) => {
        session.writeFile(absolute(path), check.bytes(data, 'data'), { createParents: true })
      }),
    stat: async (path) => {
      this.#refuse(false)
      return await statOf(this.#options.session, path)
    },
    list: async (path) => {
      this.#refuse(false)
      return await entriesOf(this.#options.session, path)
    },
    mkdir: (path) =>
      this.#change((session) => {
        session.mkdir(absolute(path), { createParents: true, existOk: true })
      }),
    remove: (path) =>
      this.#change((session) => {
        session.remove(absolute(path), { recursive: true })
      }),
  }

  async freeze(): Promise<FrozenWorkspace> {
    if (this.#closing !== undefined) this.#refuse(false)
    return await this.#freeze()
  }

  close(how: 'keep' | 'discard'): Promise<void> {
    check.oneOf('keep', 'discard')(how, 'how')
    this.#closing ??= this.#close(how)
    return this.#closing
  }

  #freeze(): Promise<FrozenSession> {
    this.#frozen ??= this.#end()
    return this.#frozen
  }

  /** Ends what runs and takes what is there. */
  async #end(): Promise<FrozenSession> {
    const { session, baseline } = this.#options
    this.#stop.abort(coded('SANDBOX_FROZEN', 'the sandbox is frozen'))
    const idle = inTurn(session, undefined, () => {}).catch(() => {})
    const late = new AbortController()
    await Promise.race([idle, delay(KILL_MS, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    // Of a call that does not end, the state before it.
    return new FrozenSession(baseline, session.snapshot())
  }

  async #close(how: 'keep' | 'discard'): Promise<void> {
    const { session, keep, closeMs, closed } = this.#options
    let isLate = false
    const work = async () => {
      if (how === 'discard' || keep === undefined) {
        // What a broken sandbox held is wanted by nobody.
        const frozen = await this.#freeze().catch(() => undefined)
        return frozen?.close()
      }
      const frozen = await this.#freeze()
      try {
        await keep(session.snapshot(), () => isLate)
      } finally {
        frozen.close()
      }
    }
    const late = new AbortController()
    const expired = delay(closeMs, undefined, { signal: late.signal }).then(
      () => {
        isLate = true
        throw coded('SANDBOX_SUSPEND_FAILED', `the session was not kept within ${closeMs} ms`)
      },
      () => {},
    )
    try {
      await Promise.race([work(), expired.then(() => new Promise<never>(() => {}))])
    } finally {
      late.abort()
      session.close()
      closed()
    }
  }

  async #change(change: (session: Session) => void): Promise<void> {
    this.#refuse(true)
    await inTurn(this.#options.session, undefined, () => {
      this.#refuse(true)
      change(this.#options.session)
    })
  }

  #refuse(changes: boolean): void {
    if (this.#closing !== undefined) throw coded('SANDBOX_CLOSED', 'the sandbox was closed')
    if (changes && this.#frozen !== undefined)
      throw coded('SANDBOX_FROZEN', 'the sandbox is frozen: nothing can run or be changed')
  }

  /** A command that neither its time nor its killing ended: what comes after it can't be told apart from it. */
  #giveUp(timeoutMs: number): ExecResult {
    this.#stop.abort(coded('SANDBOX_CLOSED', 'the sandbox was given up'))
    return {
      exitCode: 124,
      timedOut: true,
      aborted: false,
      reason: `the command did not end ${LATE_MS} ms after its limit of ${timeoutMs} ms: the sandbox was given up`,
      dropped: { stdout: 0, stderr: 0 },
    }
  }
}

function resultOf({ exitCode, failure, truncated }: ExecuteResult, timeoutMs: number): ExecResult {
  return {
    exitCode,
    timedOut: failure?.code === 'TIMEOUT',
    aborted: failure?.code === 'CANCELLED',
    reason: reasonOf(failure, timeoutMs),
    dropped: {
      stdout: truncated.stdoutTotal - truncated.stdoutCaptured,
      stderr: truncated.stderrTotal - truncated.stderrCaptured,
    },
  }
}

function reasonOf(failure: ExecuteResult['failure'], timeoutMs: number): string | null {
  if (failure === null) return null
  if (failure.code === 'TIMEOUT') return `its time of ${timeoutMs} ms was up`
  if (failure.code === 'CANCELLED') return 'it was aborted'
  return [failure.message, failure.hint].filter(Boolean).join('; ')
}
