/**
 * Custom commands: functions of the host that a script calls like any other command.
 *
 * The addon hands each call over as a native object; here it gets the shape that a command's author sees, and whatever the
 * function returns, throws or never settles becomes the end of the call.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { posix } from 'node:path'
import * as check from './arguments.js'
import { servedAgain } from './approvals.js'
import { SandboxError, describe, fromNative, invalidArgument, isMissing, messageOf } from './errors.js'
import { commandSchema, helpOf, inputOf } from './command-line-schema.js'
import { Masker, Search, hasNone, masked } from './masking.js'
import { Vault, formsOf, vaultsOf } from './secrets.js'
import { interceptors, numberOf, toldOf } from './watch.js'
import type { Check } from './arguments.js'
import type { Forms } from './masking.js'
import type { CommandCall } from './native.js'
import type { CommandIo, CommandOutcome, CustomCommand } from './declarations.js'

/** Bytes that one read asks for when nobody says how many. */
const READ_BYTES = 64 << 10

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The sessions whose calls wait for the running code. */
const enclosing = new AsyncLocalStorage<readonly Enclosing[]>()

/** A call that waits for the running code. */
export interface Enclosing {
  readonly session: number
  /** Not there where the call has no number. */
  readonly call?: number
}

/** Runs code that a call of this session waits for. */
export function insideOf<Result>(waiting: Enclosing, act: () => Result): Result {
  return enclosing.run([...(enclosing.getStore() ?? []), { session: waiting.session, call: waiting.call }], act)
}

/** The calls that wait for the running code, the innermost last. */
export function enclosingCalls(): readonly Enclosing[] {
  return enclosing.getStore() ?? []
}

/** Whether the running code is part of a custom command of this session, whose end a further call would wait for. */
export function isInsideCommandOf(session: object): boolean {
  const waiting = enclosing.getStore()
  if (waiting === undefined) return false
  const number = numberOf(session)
  return waiting.some((one) => one.session === number)
}

const commandName: Check = (value, argument) => {
  check.shellText(value, argument)
  return value
}

/** `{ run, usage?, schema? }` */
export const customCommand: Check = (value, argument) => {
  const command = check.options({
    run: check.callback,
    usage: check.shellText,
    schema: commandSchema,
  })(value, argument) as Partial<CustomCommand> | undefined
  if (command?.run === undefined) throw invalidArgument(`${argument}.run`, 'a function', command?.run)
  return command
}

/** `{ name: { run, usage?, schema? } }` */
export const customCommands: Check = check.map(commandName, customCommand, 'an object of command names and commands')

/** The text of `--help`. */
export function usageOf(name: string, command: CustomCommand): string {
  if (command.usage !== undefined) return command.usage.endsWith('\n') ? command.usage : `${command.usage}\n`
  if (command.schema !== undefined) return helpOf(name, command.schema)
  return `Usage: ${name} [ARGUMENT]...\nA command of the host.\n`
}

/** What the addon calls for each call of a command. */
export function beginner(name: string, command: CustomCommand): (call: CommandCall) => void {
  const usage = usageOf(name, command)
  return (call) => {
    const interceptor = interceptors.get(call.session)
    const served = interceptor === undefined ? call : interceptor.command(name, call)
    // Not awaited: the addon hears of the end from the call itself.
    const open = served === undefined ? undefined : servedAgain(served)
    if (open !== undefined) void insideOf(call, () => serve(name, command, usage, open))
  }
}

/** The way of everything that a command hands into the sandbox: without the values of secrets. */
interface Outlet {
  write(fd: number, data: string | Uint8Array): Promise<void>
  /** Whether something is held back. */
  readonly holds: boolean
  /** Writes lines that were held back: the command is about to wait for what is said to them. */
  writeLines(): Promise<void>
  /** Writes what was held back. */
  flush(): Promise<void>
  mask<Data extends string | Uint8Array>(data: Data): Data
  /** Adds to a file, in whose end a value may have begun. */
  append(path: string, data: string | Uint8Array): Promise<void>
  /** Puts something in a file's place. */
  replace(path: string, data: string | Uint8Array): Promise<void>
  /** Errors: those of `Vault.forCommand`, and `COMMAND_ENDED` once the command has ended. */
  secret(name: string): Promise<string>
  /** Lends nothing any more. */
  end(): void
}

function outletOf(call: CommandCall, command: string): Outlet {
  const vaults = vaultsOf(call.session, call.call)
  const forms = formsOf(vaults)
  let isOver = false
  const streams = new Map([1, 2].map((fd) => [fd, new Masker(forms)]))
  return {
    async write(fd, data) {
      const given = hasNone(forms) ? data : streams.get(fd)!.push(data)
      if (given.length > 0 || data.length === 0) await call.write(fd, given)
    },
    get holds() {
      return [...streams.values()].some((masker) => masker.holds)
    },
    async writeLines() {
      for (const [fd, masker] of streams) {
        const lines = masker.lines()
        if (lines.length > 0) await call.write(fd, lines)
      }
    },
    async flush() {
      for (const [fd, masker] of streams) {
        const rest = masker.end()
        if (rest.length > 0) await call.write(fd, rest)
      }
    },
    mask: (data) => masked(forms, data),
    ...fileOutlet(call, forms),
    end: () => void (isOver = true),
    secret(name) {
      // As the addon says it of everything else that the command asks for.
      if (isOver || call.over) return Promise.reject(new SandboxError(ENDED))
      const vault = vaults.find((one) => one.has(name)) ?? new Vault({})
      const lent = vault.forCommand(name, command)
      toldOf(call)?.secret(name, command, lent)
      return lent
    },
  }
}

const ENDED = {
  code: 'COMMAND_ENDED',
  category: 'cancelled',
  message: 'the command that asked for this is over',
} as const

/** The way into files: a value in pieces is replaced before the last of them is there. */
function fileOutlet(call: CommandCall, forms: readonly Forms[]): Pick<Outlet, 'append' | 'replace'> {
  /** What this call wrote to the ends of files, as far as it was searched. */
  const ends = new Map<string, Search>()
  /** While a file is written anew, what is to be written waits: it would be lost. */
  let rewriting: Promise<void> | undefined
  const rewrite = async (path: string, data: string | Uint8Array): Promise<void> => {
    const before = await call.readFile(path).catch((error: unknown) => {
      if (isMissing(fromNative(error, rewrite))) return new Uint8Array()
      throw error
    })
    await call.writeFile(path, masked(forms, Buffer.concat([before, Buffer.from(data as string)])), false)
  }
  const write = (path: string, data: string | Uint8Array, append: boolean): Promise<void> => {
    if (rewriting !== undefined) {
      return rewriting.catch(() => {}).then(() => write(path, data, append))
    }
    const place = posix.resolve(call.cwd, path)
    const search = (append ? ends.get(place) : undefined) ?? new Search(forms)
    const joint = search.length
    search.read(Buffer.from(data as string))
    if (!search.take(search.length).some(({ start }) => start < joint)) {
      ends.set(place, search)
      return call.writeFile(path, data, append)
    }
    ends.delete(place)
    rewriting = rewrite(path, data).finally(() => (rewriting = undefined))
    return rewriting
  }
  const open = (path: string, data: string | Uint8Array, append: boolean): Promise<void> =>
    hasNone(forms)
      ? call.writeFile(path, data, append)
      : write(path, masked(forms, Buffer.from(data as string)), append)
  return {
    append: (path, data) => open(path, data, true),
    replace: (path, data) => open(path, data, false),
  }
}

const callsOf = new WeakMap<CommandIo, CommandCall>()

/** What is about to leave for a host, with the secrets that it may have of those lent to this command's call. */
export async function withSecretsFor(io: CommandIo, data: Uint8Array, url: URL): Promise<Uint8Array> {
  const call = callsOf.get(io)
  let filled = data
  for (const vault of call === undefined ? [] : vaultsOf(call.session, call.call))
    filled = await vault.forUrl(filled, url)
  return filled
}

async function serve(name: string, command: CustomCommand, usage: string, call: CommandCall): Promise<void> {
  const outlet = outletOf(call, name)
  try {
    const argv = call.argv
    const { input, problem, help } = command.schema === undefined ? {} : inputOf(command.schema, argv.slice(1))
    if (help || (argv[1] === '--help' && argv.length === 2)) {
      await call.write(1, usage)
      return call.end(0)
    }
    const io = ioOf(call, argv, outlet)
    callsOf.set(io, call)
    const outcome =
      problem === undefined
        ? await command.run(argv, Object.assign(io, { input }))
        : { stderr: `${argv[0]}: ${problem}\nTry '${argv[0]} --help' for more information.\n`, exitCode: 2 }
    const exitStatus = await finish(outlet, outcome)
    await outlet.flush()
    call.end(exitStatus)
  } catch (error) {
    // Who wrote to a pipe that nobody reads is ended by the session, not by this.
    await outlet.flush().catch(() => {})
    call.fail(outlet.mask(messageOf(error)))
  } finally {
    outlet.end()
  }
}

/** Writes what a command returned, and gives its status. */
async function finish(outlet: Outlet, outcome: CommandOutcome): Promise<number> {
  if (outcome === undefined || outcome === null) return 0
  if (typeof outcome === 'number') return status(outcome)
  if (typeof outcome === 'string' || outcome instanceof Uint8Array) {
    await outlet.write(1, check.data(outcome, 'what a command returns') as string | Uint8Array)
    return 0
  }
  if (typeof outcome !== 'object' || !isResult(outcome)) {
    throw invalidArgument(
      'what a command returns',
      'a status, text, bytes, { stdout, stderr, exitCode } or nothing',
      outcome,
    )
  }
  const { stdout, stderr, exitCode = 0 } = outcome
  if (stdout !== undefined) await outlet.write(1, check.data(stdout, 'stdout') as string | Uint8Array)
  if (stderr !== undefined) await outlet.write(2, check.data(stderr, 'stderr') as string | Uint8Array)
  return status(exitCode)
}

/** Whether an object says what became of a command: what says none of it (an array, a buffer, another's result) was meant otherwise. */
function isResult(outcome: object): boolean {
  if (['stdout', 'stderr', 'exitCode'].some((key) => key in outcome)) return true
  const prototype: unknown = Object.getPrototypeOf(outcome)
  return (prototype === Object.prototype || prototype === null) && Object.keys(outcome).length === 0
}

function status(value: number): number {
  if (!Number.isInteger(value))
    throw new TypeError(`a command's exit status must be a whole number; got ${describe(value)}`)
  return value & 0xff
}

const runOptions = check.options({ stdin: check.data })
const recursiveOption = check.options({ recursive: check.boolean })

function isRecursive(options: unknown): boolean {
  return (recursiveOption(options, 'options') as { recursive?: boolean } | undefined)?.recursive === true
}

function ioOf(call: CommandCall, argv: string[], outlet: Outlet): CommandIo {
  let ending: AbortController | undefined
  const own = <Result>(promise: Promise<Result>): Promise<Result> =>
    promise.catch((error: unknown) => {
      throw fromNative(error, ioOf)
    })
  const read = async (maxBytes: number): Promise<Uint8Array | null> => {
    const most = check.integer(1, 1 << 20)(maxBytes, 'maxBytes') as number
    if (outlet.holds) await own(outlet.writeLines())
    return (await own(call.read(most))) ?? null
  }
  const everything = async (): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = []
    for (let piece = await read(1 << 20); piece !== null; piece = await read(1 << 20)) pieces.push(piece)
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }
  const writer = (fd: number) => ({
    write: (data: string | Uint8Array) => own(outlet.write(fd, check.data(data, 'data') as string | Uint8Array)),
  })
  const path = (value: string, argument = 'path') => outlet.mask(check.path(value, argument) as string)
  const given = (value: string | Uint8Array) => check.data(value, 'data') as string | Uint8Array
  return {
    args: argv.slice(1),
    get argvBytes() {
      return call.argvBytes
    },
    // Not assigned one by one: a variable may be called __proto__.
    env: Object.fromEntries(call.env),
    cwd: call.cwd,
    get signal() {
      if (ending === undefined) {
        const controller = new AbortController()
        ending = controller
        const why = 'the command is over: its run was stopped, or nobody reads its output any more'
        const abort = (): void => controller.abort(new DOMException(why, 'AbortError'))
        if (call.over) abort()
        else void call.ended().then(abort)
      }
      return ending.signal
    },
    input: undefined,
    secret: (name) => outlet.secret(check.text(name, 'name') as string),
    stdin: {
      read: (maxBytes = READ_BYTES) => read(maxBytes),
      bytes: everything,
      text: async () => decoder.decode(await everything()),
      async *[Symbol.asyncIterator]() {
        for (let piece = await read(READ_BYTES); piece !== null; piece = await read(READ_BYTES)) yield piece
      },
    },
    stdout: writer(1),
    stderr: writer(2),
    fs: {
      readFile: (async (from: string, encoding?: 'utf8') => {
        check.optional(check.oneOf('utf8'))(encoding, 'encoding')
        const data = await own(call.readFile(path(from)))
        return encoding === undefined ? data : decoder.decode(data)
      }) as CommandIo['fs']['readFile'],
      writeFile: (to, data) => own(outlet.replace(path(to), given(data))),
      appendFile: (to, data) => own(outlet.append(path(to), given(data))),
      stat: (of) => own(call.stat(path(of))),
      exists: (what) =>
        call.stat(path(what)).then(
          () => true,
          () => false,
        ),
      readdir: (of) => own(call.readdir(path(of))),
      mkdir: async (what, options) => own(call.mkdir(path(what), isRecursive(options))),
      rm: async (what, options) => own(call.rm(path(what), isRecursive(options))),
      rename: (from, to) => own(call.rename(path(from, 'from'), path(to, 'to'))),
    },
    async run(words, options) {
      const list = check.list(check.data, 'an array of strings')(words, 'argv') as Array<string | Uint8Array>
      const checked = list.map((word) => outlet.mask(word))
      if (checked.length === 0) throw invalidArgument('argv', 'at least the name of a command', words)
      const { stdin: input } = (runOptions(options, 'options') ?? {}) as NonNullable<typeof options>
      const stdin = input === undefined ? undefined : outlet.mask(given(input))
      const ran = await own(call.run(checked, stdin))
      return { ...ran, stdout: decoder.decode(ran.stdoutBytes), stderr: decoder.decode(ran.stderrBytes) }
    },
  }
}
