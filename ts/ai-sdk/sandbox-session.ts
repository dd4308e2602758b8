/** The session as the AI SDK's sandbox: `experimental_sandbox` of `ai` 7. */
import { posix } from 'node:path'
import { SandboxError, invalidArgument } from '../errors.js'
import { failureReason } from '../failures.js'
import { quoted } from '../quoted.js'
import { surroundings } from '../system-prompt.js'
import { openSession, sessionAtHand, withContents } from '../tools/source.js'
import { inTurn } from '../turns.js'
import type { ExecuteOptions, ExecuteResult, Session } from '../declarations.js'
import type { SessionSource } from '../tools/source.js'

/** How a command is started. */
export interface AiSandboxCommand {
  command: string
  /** Default: the base folder. */
  workingDirectory?: string
  /** Over the session's own variables, for this command only. */
  env?: Record<string, string>
  abortSignal?: AbortSignal
}

interface PathOptions {
  path: string
  abortSignal?: AbortSignal
}

/** A command that runs. */
export interface AiSandboxProcess {
  readonly stdout: ReadableStream<Uint8Array>
  readonly stderr: ReadableStream<Uint8Array>
  /** Rejects with the reason of the signal that aborted it. */
  wait(): Promise<{ exitCode: number }>
  /** Stops it; resolves when it is over. */
  kill(): Promise<void>
}

/** `Experimental_SandboxSession` of `ai` 7, in its own words: nothing is imported from there. */
export interface AiSandboxSession {
  readonly description: string
  readonly run: (options: AiSandboxCommand) => Promise<{ exitCode: number; stdout: string; stderr: string }>
  readonly spawn: {
    /** Standard input cannot be written to: rejects with `INVALID_ARGUMENT`. */
    (options: AiSandboxCommand & { stdin: true }): Promise<never>
    (options: AiSandboxCommand & { stdin?: boolean }): Promise<AiSandboxProcess>
  }
  readonly readFile: (options: PathOptions) => Promise<ReadableStream<Uint8Array> | null>
  readonly readBinaryFile: (options: PathOptions) => Promise<Uint8Array | null>
  readonly readTextFile: (
    options: PathOptions & { encoding?: string; startLine?: number; endLine?: number },
  ) => Promise<string | null>
  readonly writeFile: (options: PathOptions & { content: ReadableStream<Uint8Array> }) => Promise<void>
  readonly writeBinaryFile: (options: PathOptions & { content: Uint8Array }) => Promise<void>
  readonly writeTextFile: (options: PathOptions & { content: string; encoding?: string }) => Promise<void>
  readonly stat: (options: PathOptions) => Promise<{ type: 'file' | 'directory' | 'other'; size: number } | null>
  readonly listDirectory: (
    options: PathOptions,
  ) => Promise<Array<{ name: string; type: 'file' | 'directory' | 'symlink' | 'other' }> | null>
  readonly deleteFile: (options: PathOptions) => Promise<boolean>
}

/** A session and the folder that relative paths start from. */
interface Place {
  session: Session
  base: string
}

/**
 * The session as `experimental_sandbox`: `generateText({ experimental_sandbox: sandboxSession(session), … })`.
 *
 * Each command runs in a subshell of its own: it sees the session's variables and functions, and leaves nothing behind but
 * files. Relative paths start from the folder in which the session was when this was made. A command that is stopped by a
 * limit, or whose output is longer than the limit `outputBytes`, says so at the end of its standard error.
 *
 * Files are changed in their turn, when no command runs. Standard input is not supported: `spawn` refuses it.
 */
export function sandboxSession(source: SessionSource): AiSandboxSession {
  const atHand = sessionAtHand(source)
  let place = atHand && { session: atHand, base: atHand.cwd }
  /** Processes that `spawn` started and that run: reading does not wait for them. */
  let spawned = 0

  async function there(signal?: AbortSignal): Promise<Place> {
    signal?.throwIfAborted()
    if (place === undefined) {
      const session = await openSession(source)
      place ??= { session, base: session.cwd }
    }
    return place
  }

  async function read<T>({ path, abortSignal }: PathOptions, work: (session: Session, path: string) => T) {
    const { session, base } = await there(abortSignal)
    const absolute = posix.resolve(base, path)
    const reading = () => withContents(session, absolute, () => work(session, absolute))
    return spawned > 0 ? reading() : inTurn(session, abortSignal, reading)
  }

  async function change<T>({ path, abortSignal }: PathOptions, work: (session: Session, path: string) => T) {
    const { session, base } = await there(abortSignal)
    return inTurn(session, abortSignal, () => work(session, posix.resolve(base, path)))
  }

  const write = (options: PathOptions, content: string | Uint8Array) =>
    change(options, (session, path) => void session.writeFile(path, content, { createParents: true }))

  const readBinaryFile: AiSandboxSession['readBinaryFile'] = (options) =>
    missingIsNull(read(options, (session, path) => session.readBytes(path)))

  async function spawn(options: AiSandboxCommand & { stdin?: boolean }): Promise<AiSandboxProcess> {
    if (options.stdin === true)
      throw invalidArgument('stdin', 'false or left out: there is no way to write to it', true)
    const { session, base } = await there(options.abortSignal)
    const [stdout, stderr] = [pipe(), pipe()]
    const killed = new AbortController()
    const signals = [killed.signal, ...(options.abortSignal ? [options.abortSignal] : [])]
    const run = {
      signal: AbortSignal.any(signals),
      onOutput: (stream: 'stdout' | 'stderr', bytes: Uint8Array) =>
        (stream === 'stdout' ? stdout : stderr).write(bytes),
    }
    spawned += 1
    const ended = (async () => {
      try {
        // Only the start has a turn: what is asked for meanwhile need not wait for the end.
        const { running } = await inTurn(session, run.signal, () => ({
          running: subshell(session, base, options, run),
        }))
        const ran = await running
        options.abortSignal?.throwIfAborted()
        stderr.write(new TextEncoder().encode(notes(ran)))
        return { exitCode: ran.exitCode }
      } catch (error) {
        options.abortSignal?.throwIfAborted()
        // Killed before it began.
        if (killed.signal.aborted) return { exitCode: 130 }
        throw error
      } finally {
        spawned -= 1
        stdout.close()
        stderr.close()
      }
    })()
    // Whoever only reads the streams need not wait.
    ended.catch(() => undefined)
    const process: AiSandboxProcess = {
      stdout: stdout.stream,
      stderr: stderr.stream,
      wait: () => ended,
      async kill() {
        killed.abort()
        await ended.catch(() => undefined)
      },
    }
    return process
  }

  return {
    get description() {
      return place === undefined
        ? 'A sandbox: a file system and a bash shell that exist in memory only. Nothing there reaches a real machine.'
        : `A sandbox: ${surroundings(place.session)} Each command runs in a bash of its own.`
    },

    async run(options) {
      const { session, base } = await there(options.abortSignal)
      const ran = await inTurn(session, options.abortSignal, () => subshell(session, base, options))
      if (ran.failure?.code === 'CANCELLED') options.abortSignal?.throwIfAborted()
      return { exitCode: ran.exitCode, stdout: ran.stdout, stderr: ran.stderr + notes(ran) }
    },

    spawn: spawn as AiSandboxSession['spawn'],

    readBinaryFile,

    async readFile(options) {
      const bytes = await readBinaryFile(options)
      return bytes === null ? null : new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
    },

    async readTextFile({ encoding = 'utf-8', startLine, endLine, ...options }) {
      const decoder = new TextDecoder(encoding)
      const bytes = await readBinaryFile(options)
      return bytes === null ? null : lines(decoder.decode(bytes), startLine, endLine)
    },

    async writeFile({ content, ...options }) {
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      await write(options, Buffer.concat(chunks))
    },

    writeBinaryFile: ({ content, ...options }) => write(options, content),

    async writeTextFile({ content, encoding = 'utf-8', ...options }) {
      if (!Buffer.isEncoding(encoding))
        throw invalidArgument('encoding', 'an encoding that Node.js can write', encoding)
      await write(options, Buffer.from(content, encoding))
    },

    stat: (options) =>
      missingIsNull(
        read(options, (session, path) => {
          const { kind, size } = session.stat(path)
          return { type: kind === 'file' || kind === 'directory' ? kind : ('other' as const), size }
        }),
      ),

    async listDirectory(options) {
      return missingIsNull(
        read(options, (session, path) =>
          session.list(path).map(({ name, kind }) => ({
            name,
            type: kind === 'file' || kind === 'directory' || kind === 'symlink' ? kind : ('other' as const),
          })),
        ),
        // What is there and no folder is refused.
        ['ENOENT'],
      )
    },

    async deleteFile(options) {
      const deleted = await missingIsNull(
        change(options, (session, path) => {
          if (session.stat(path, { followSymlinks: false }).kind === 'directory') {
            const message = `EISDIR: illegal operation on a directory, unlink '${path}'`
            throw new SandboxError({ code: 'EISDIR', category: 'invalid_request', message, path, syscall: 'unlink' })
          }
          return session.remove(path)
        }),
      )
      return deleted ?? false
    },
  }
}

/** Runs a command so that it leaves nothing behind in the shell. */
function subshell(
  session: Session,
  base: string,
  { command, workingDirectory, env, abortSignal }: AiSandboxCommand,
  more?: ExecuteOptions,
): Promise<ExecuteResult> {
  const options = {
    cwd: posix.resolve(base, workingDirectory ?? ''),
    ...(env && { env }),
    ...(abortSignal && { signal: abortSignal }),
    ...more,
  }
  const { subshells } = session.language
  // By `eval`, no text of a command can end the subshell; in the script, events and recordings show it.
  if (subshells && session.language.eval && session.builtins.includes('eval')) {
    return session.execute(`(eval ${quoted(command)})`, options)
  }
  // Where the language has no subshells it has little that could stay, and the folder is this call's only.
  return session.execute(subshells ? `(\n${command}\n)` : command, options)
}

/** What a result of the SDK has no place for. */
function notes(ran: ExecuteResult): string {
  const { truncated } = ran
  const reason = failureReason(ran)
  const said = reason === undefined ? [] : [reason]
  for (const stream of ['stdout', 'stderr'] as const) {
    if (!truncated[stream]) continue
    said.push(`${stream} is cut: ${truncated[`${stream}Captured`]} of ${truncated[`${stream}Total`]} bytes are here`)
  }
  return said.map((line) => `mem-sandbox: ${line}\n`).join('')
}

async function missingIsNull<T>(result: Promise<T>, codes = ['ENOENT', 'ENOTDIR']): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if (error instanceof SandboxError && codes.includes(error.code)) return null
    throw error
  }
}

/** Lines from 1, both ends included, with the line ends between them as they are. */
function lines(text: string, startLine = 1, endLine?: number): string {
  if (startLine <= 1 && endLine === undefined) return text
  const ends = text.includes('\r\n') ? '\r\n' : '\n'
  return text
    .split(ends)
    .slice(Math.max(startLine, 1) - 1, endLine)
    .join(ends)
}

/** A stream, and what writes to it. Nobody waits for its reader: the session's limits bound what comes. */
function pipe() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let open = true
  const stream = new ReadableStream<Uint8Array>({
    start: (its) => {
      controller = its
    },
    cancel: () => {
      open = false
    },
  })
  return {
    stream,
    write(bytes: Uint8Array) {
      if (open && bytes.length > 0) controller?.enqueue(new Uint8Array(bytes))
    },
    close() {
      if (open) controller?.close()
      open = false
    },
  }
}
