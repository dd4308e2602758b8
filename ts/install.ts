/**
 * The face: puts argument checks, abort signals and error classes onto the native prototypes, once.
 *
 * The native classes themselves are patched, not wrapped, so that objects made in Rust (`fork`, `Executor.session`) have
 * the face too. Only construction needs more: `new Session()` goes through a proxy of the class, which shares its
 * prototype, so `instanceof` holds for every session.
 */
import * as check from './arguments.js'
import { approvedRun } from './approvals.js'
import type { ApprovedRun } from './approvals.js'
import { CAPABILITIES, capabilityShape, hasOwnExecutor } from './capabilities.js'
import { SandboxError, fromNative, invalidArgument, isSandboxError } from './errors.js'
import type { CancelToken, CommandCall, NativeBinding, NativeClass, NativeExecute } from './native.js'
import { directoryReader } from './directory.js'
import { beginner, customCommand, customCommands, isInsideCommandOf, usageOf } from './custom.js'
import { installFs } from './fs/index.js'
import { networkCommands, networkOptions } from './network/index.js'
import { policy } from './policy.js'
import { Vault, closeSessionVault, openCallVault, placeholders, secrets, setSessionVault } from './secrets.js'
import { sessionArguments } from './session-files.js'
import { stream } from './stream.js'
import { keepRan, takeAnnounced } from './watch.js'
import { eventSinks } from './sinks.js'
import { executorFacts, remember, rememberExecutor } from './origins.js'
import { follow, installEvents, installOrigins, nativeOptions, started } from './install-events.js'
import type { CustomCommand, ExecuteOptions, ExecuteResult, SecretOptions, Session } from './declarations.js'
import type { Started } from './install-events.js'
import type { Check } from './arguments.js'
import type { Network } from './network/index.js'

/** What the package exports as values. */
export interface Face {
  Session: NativeClass
  Executor: NativeClass
  Snapshot: NativeClass
  SandboxError: typeof SandboxError
  version(): string
}

type Method = (...args: never[]) => unknown

/** On the binding: the face that was installed on it. A second load of this file takes that one. */
const INSTALLED = Symbol.for('mem-sandbox.face')

/** Patches the prototypes of `binding`, unless that was done already, and returns what users import. */
export function install(binding: NativeBinding & { [INSTALLED]?: Face }): Face {
  const installed = binding[INSTALLED]
  if (installed) return installed
  const shapes = makeShapes(binding)

  patch(binding.Session, 'Session', shapes.sessionMethods)
  patch(binding.Executor, 'Executor', shapes.executorMethods)
  patch(binding.Snapshot, 'Snapshot', shapes.snapshotMethods)
  installExecute(binding, shapes.execute)
  installReadFile(binding, shapes.readFile)
  for (const target of [binding.Session, binding.Snapshot]) {
    installPatch(target, shapes.patch)
    installForks(target)
    installPromised(target, 'exportArchive', shapes.exportArchive)
  }
  installPromised(binding.Session, 'exportTo', shapes.exportTo)
  installPromised(binding.Session, 'load', shapes.load)
  installExecutorSession(binding, shapes.executorSession)
  installAddCommand(binding)
  installOrigins(binding)
  installEvents(binding)
  installFs(binding)
  const prototype = binding.Session.prototype as { close(): void }
  installClose(prototype)
  installEnv(prototype)
  Object.defineProperty(prototype, Symbol.dispose, { value: prototype.close, writable: true, configurable: true })

  const face: Face = {
    Session: constructible(
      binding.Session,
      'Session',
      shapes.session,
      (checked) => sessionArguments(nativeOptions(withPlaceholders(withOwnExecutor(binding, checked)))),
      (session, checked) => {
        lendSecrets(session, checked)
        started(session, checked)
      },
    ),
    Executor: constructible(binding.Executor, 'Executor', shapes.executor, withoutCustom, (executor, checked) => {
      rememberExecutor(executor, { ...checked })
      addCustom(executor, checked)
    }),
    Snapshot: snapshotClass(binding, shapes.fromBytes, shapes.directory),
    SandboxError,
    version: () => binding.version(),
  }
  Object.defineProperty(binding, INSTALLED, { value: face })
  return face
}

/** The checks of each method's arguments, in order. */
type Methods = Readonly<Record<string, readonly Check[]>>

function makeShapes(binding: NativeBinding) {
  const limits = limitsCheck(binding)
  const seed = check.integer(0)
  const clock = check.clock
  const snapshot = check.instance(binding.Snapshot as never, 'a Snapshot')
  const sessionShape = {
    files: check.files,
    mounts: check.list(mountCheck(binding, snapshot), 'an array of mounts'),
    env: check.environment,
    cwd: check.path,
    limits,
    clock,
    seed,
    policy,
    onEvent: eventSinks,
  }
  const session = check.options(
    {
      ...sessionShape,
      executor: check.instance(binding.Executor as never, 'an Executor'),
      custom: customCommands,
      ...capabilityShape,
      secrets,
      network: networkOptions,
    },
    ownOrSharedCommands,
  )
  const executor = check.options({
    ...capabilityShape,
    custom: customCommands,
    network: networkOptions,
    limits,
    clock,
    seed,
    policy,
    onEvent: eventSinks,
  })
  const fork = check.options({ seed, limits })
  const patchText = check.options({ context: check.integer(0), encoding: check.oneOf('utf8', 'bytes') })
  const line = check.integer(1)
  const lineRange = { startLine: line, endLine: line }
  const flag = check.boolean
  const execute = check.options({
    stdin: check.data,
    env: check.environment,
    cwd: check.path,
    args: check.list(check.shellText, 'an array of strings'),
    timeoutMs: check.integer(1),
    limits,
    signal: check.signal,
    atomic: flag,
    fresh: flag,
    parse: check.oneOf('whole', 'incremental'),
    approvals: check.list(approvalCheck, 'an array of approvals'),
    output: check.options({
      maxBytes: check.integer(1),
      maxLines: check.integer(1),
      maxTokens: check.integer(1),
      keep: check.oneOf('head', 'tail', 'head+tail'),
      interleaved: flag,
    }),
    onOutput: check.callback,
    secrets,
  })

  // In the words of the models' own tools.
  const toolInput = {
    command: check.text,
    file_text: check.text,
    view_range: check.list(check.integer(Number.MIN_SAFE_INTEGER), 'an array of two line numbers'),
    old_str: check.text,
    new_str: check.text,
    insert_line: check.integer(Number.MIN_SAFE_INTEGER),
    insert_text: check.text,
  }
  const archiveFormat = check.oneOf('tar', 'tar.gz', 'zip')
  const archive = check.options({ format: archiveFormat, root: check.path, maxBytes: check.integer(1) })
  const sessionMethods: Methods = {
    executeSync: [check.shellText, withoutSignal(execute)],
    readBytes: [check.path],
    readLines: [check.path, check.options(lineRange, endNotBeforeStart)],
    writeFile: [
      check.path,
      check.data,
      check.options(
        { ifHash: check.contentHash, ifAbsent: flag, createParents: flag, mode: check.integer(0, 0o7777) },
        oneCondition,
      ),
    ],
    applyPatch: [
      check.text,
      check.options({
        expectedHashes: check.map(check.path, check.contentHash, 'an object of paths and content hashes'),
      }),
    ],
    applyDiff: [check.path, check.text, check.options({ create: flag, moveTo: check.path })],
    editorTool: [
      check.modelInput({ ...toolInput, path: check.path }, required('command', 'path')),
      check.options({ maxCharacters: check.integer(1), existing: check.oneOf('overwrite', 'refuse') }),
    ],
    memoryTool: [
      check.modelInput(
        { ...toolInput, path: check.path, old_path: check.path, new_path: check.path },
        required('command'),
      ),
    ],
    fileTool: [
      check.modelInput(
        {
          tool: check.text,
          file_path: check.path,
          offset: check.integer(1),
          limit: check.integer(1),
          content: check.text,
          old_string: check.text,
          new_string: check.text,
          replace_all: flag,
        },
        required('tool', 'file_path'),
      ),
      check.options({ maxBytes: check.integer(1) }),
    ],
    appendFile: [check.path, check.data, check.options({ mode: check.integer(0, 0o7777) })],
    truncate: [check.path, check.optional(check.integer(0))],
    symlink: [check.path, check.path],
    link: [check.path, check.path],
    chmod: [check.path, check.integer(0, 0o7777)],
    utimes: [check.path, check.finiteNumber, check.options({ followSymlinks: flag })],
    list: [check.optional(check.path), check.options({ recursive: flag })],
    stat: [check.path, check.options({ followSymlinks: flag })],
    mkdir: [check.path, check.options({ createParents: flag, existOk: flag })],
    remove: [check.path, check.options({ recursive: flag, missingOk: flag })],
    copy: [check.path, check.path, check.options({ overwrite: flag, createParents: flag, recursive: flag })],
    move: [check.path, check.path, check.options({ overwrite: flag, createParents: flag })],
    snapshot: [],
    fork: [fork],
    restore: [snapshotOrRevision(snapshot), check.options({ ifRevision: check.integer(0), ifHash: check.contentHash })],
    importArchive: [
      check.bytes as Check,
      check.options({
        format: archiveFormat,
        root: check.path,
        overwrite: flag,
        clear: flag,
        unsupported: check.oneOf('refuse', 'skip'),
        maxRatio: check.integer(1, 1 << 20),
      }),
    ],
    history: [check.options({ keep: check.integer(0, 100_000) })],
    merge: [
      either(binding, 'a Session or a Snapshot'),
      check.options({ base: snapshot, onConflict: check.oneOf('fail', 'markers', 'ours', 'theirs') }),
    ],
    diff: [snapshot],
    close: [],
  }
  const executorMethods: Methods = { parse: [check.shellText], removeCommand: [check.shellText] }
  const snapshotMethods: Methods = {
    fork: [fork],
    diff: [snapshot],
    toBytes: [check.options({ maxBytes: check.integer(1), since: snapshot, key: check.sealingKey })],
  }
  return {
    session,
    executor,
    executorSession: check.options(sessionShape),
    load: [check.optional(check.path)] as const,
    execute,
    readFile: check.options({ ...lineRange, encoding: check.oneOf('utf8', 'bytes') }, bytesHaveNoLines),
    fromBytes: [
      check.bytes as Check,
      check.options({
        limits,
        since: snapshot,
        key: check.sealingKey,
        executor: check.instance(binding.Executor as never, 'an Executor'),
      }),
    ] as const,
    fork,
    patch: [snapshot, patchText] as const,
    exportArchive: [archive] as const,
    exportTo: [check.path, check.options({ delete: flag })] as const,
    directory: check.options({
      include: check.list(check.text, 'an array of patterns'),
      exclude: check.list(check.text, 'an array of patterns'),
      ignoreFile: check.path,
      followSymlinks: flag,
      limits,
      executor: check.instance(binding.Executor as never, 'an Executor'),
      onProgress: check.callback,
      onSkipped: check.callback,
      signal: check.signal,
    }),
    sessionMethods,
    executorMethods,
    snapshotMethods,
  }
}

/** `limits`: the names are the addon's own, asked once and late, since most sessions set none. */
function limitsCheck(binding: NativeBinding): Check {
  let shape: Check | undefined
  return (value, argument) => {
    if (shape === undefined) {
      const native = new binding.Executor() as { limits: Record<string, number> }
      const positive = check.integer(1)
      shape = check.options(Object.fromEntries(Object.keys(native.limits).map((name) => [name, positive])))
    }
    return shape(value, argument)
  }
}

/** `{ path, source, mode }`, the source a host folder by path or with options, or a snapshot. */
function mountCheck(binding: NativeBinding, snapshot: Check): Check {
  const patterns = check.list(check.text, 'an array of patterns')
  const folder = check.options(
    { directory: check.path, include: patterns, exclude: patterns, ignoreFile: check.path },
    required('directory'),
  )
  const source: Check = (value, argument) => {
    if (typeof value === 'string') return check.path(value, argument)
    if (value instanceof (binding.Snapshot as never)) return snapshot(value, argument)
    if (typeof value !== 'object') {
      throw invalidArgument(argument, 'a path on the host, { directory, … } or a Snapshot', value)
    }
    return folder(value, argument)
  }
  const mode = check.oneOf('readOnly', 'copyOnWrite')
  return check.options({ path: check.path, source, mode }, required('path', 'source'))
}

function required(...keys: string[]) {
  return (value: Record<string, unknown>, argument: string): void => {
    for (const key of keys) {
      if (value[key] === undefined) throw invalidArgument(`${argument}.${key}`, 'given', undefined)
    }
  }
}

/** A snapshot to go back to, or the number of a revision. */
function snapshotOrRevision(snapshot: Check): Check {
  const revision = check.integer(0)
  return (value, argument) => {
    if (typeof value === 'number') return revision(value, argument)
    if (typeof value !== 'object') throw invalidArgument(argument, 'a Snapshot or the number of a revision', value)
    return snapshot(value, argument)
  }
}

function either(binding: NativeBinding, accepted: string): Check {
  return (value, argument) => {
    const known = [binding.Session, binding.Snapshot].some((target) => value instanceof (target as never))
    if (!known) throw invalidArgument(argument, `${accepted} of this package`, value)
    return value
  }
}

/** As a result's `approval` is; what is left out is not looked at. */
const approvalCheck: Check = check.options(
  {
    argv: check.list(check.shellText, 'an array of strings'),
    stateHash: check.contentHash,
    name: check.shellText,
    cwd: check.shellText,
    step: check.integer(0),
  },
  required('argv', 'stateHash'),
)

function withoutSignal(execute: Check): Check {
  return (value, argument) => {
    const checked = execute(value, argument) as ExecuteOptions | undefined
    if (checked?.secrets !== undefined) {
      throw invalidArgument(`${argument}.secrets`, 'left out: what may have them cannot run in a synchronous call', {})
    }
    if (checked?.onOutput !== undefined) {
      throw invalidArgument(`${argument}.onOutput`, 'left out: a synchronous call has no meanwhile', checked.onOutput)
    }
    if (checked?.signal !== undefined) {
      throw invalidArgument(`${argument}.signal`, 'left out: a synchronous call cannot be aborted', checked.signal)
    }
    return checked
  }
}

function endNotBeforeStart(value: Record<string, unknown>, argument: string): void {
  const { startLine = 1, endLine } = value as { startLine?: number; endLine?: number }
  if (endLine !== undefined && endLine < startLine) {
    throw invalidArgument(`${argument}.endLine`, `at least startLine (${startLine})`, endLine)
  }
}

function bytesHaveNoLines(value: Record<string, unknown>, argument: string): void {
  endNotBeforeStart(value, argument)
  if (value['encoding'] !== 'bytes') return
  for (const key of ['startLine', 'endLine']) {
    if (value[key] !== undefined) {
      throw invalidArgument(`${argument}.${key}`, `left out with encoding 'bytes'`, value[key])
    }
  }
}

function oneCondition(value: Record<string, unknown>, argument: string): void {
  if (value['ifHash'] !== undefined && value['ifAbsent'] === true) {
    throw invalidArgument(`${argument}.ifAbsent`, 'false or left out where ifHash is given', true)
  }
}

/** The names by which messages call the arguments of each method. */
const ARGUMENT_NAMES: Readonly<Record<string, readonly string[]>> = {
  execute: ['command', 'options'],
  executeSync: ['command', 'options'],
  writeFile: ['path', 'data', 'options'],
  applyPatch: ['patch', 'options'],
  applyDiff: ['path', 'diff', 'options'],
  editorTool: ['input', 'options'],
  memoryTool: ['input'],
  fileTool: ['input', 'options'],
  appendFile: ['path', 'data', 'options'],
  truncate: ['path', 'length'],
  symlink: ['target', 'path'],
  link: ['existing', 'path'],
  chmod: ['path', 'mode'],
  utimes: ['path', 'mtimeMs', 'options'],
  copy: ['from', 'to', 'options'],
  move: ['from', 'to', 'options'],
  restore: ['target', 'options'],
  history: ['options'],
  merge: ['theirs', 'options'],
  exportArchive: ['options'],
  load: ['path'],
  importArchive: ['bytes', 'options'],
  patch: ['snapshot', 'options'],
  diff: ['snapshot'],
  fork: ['options'],
  parse: ['script'],
  removeCommand: ['name'],
  toBytes: ['options'],
  fromBytes: ['bytes', 'options'],
}
const PATH_AND_OPTIONS = ['path', 'options']

function checkArguments(method: string, checks: readonly Check[], given: readonly unknown[]): unknown[] {
  const names = ARGUMENT_NAMES[method] ?? PATH_AND_OPTIONS
  return checks.map((one, index) => one(given[index], names[index] ?? `argument ${index + 1}`))
}

/** What is done to a method's result. */
const FINISH: Readonly<Record<string, (result: never) => unknown>> = { executeSync: withBytes }

/** Gives each named method its checks, and every method and getter of the prototype our errors. */
function patch(target: NativeClass, className: string, methods: Methods): void {
  for (const method of Object.keys(methods)) {
    if (!Object.hasOwn(target.prototype, method)) throw new Error(`the addon lacks ${className}.${method}()`)
  }
  for (const name of Object.getOwnPropertyNames(target.prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name)!
    if (descriptor.get) {
      const get = descriptor.get as Method
      descriptor.get = guarded(get, get.name, () => [])
    } else if (name !== 'constructor' && Object.hasOwn(methods, name)) {
      const checks = methods[name]!
      const prepare = (given: unknown[]) => checkArguments(name, checks, given)
      descriptor.value = guarded(descriptor.value as Method, name, prepare, FINISH[name])
    } else {
      continue
    }
    Object.defineProperty(target.prototype, name, descriptor)
  }
}

/** A function that checks its arguments, calls `native` and throws only `SandboxError`s. */
function guarded(
  native: Method,
  name: string,
  prepare: (given: unknown[]) => unknown[],
  finish?: (result: never) => unknown,
): Method {
  const call = function (this: unknown, ...given: unknown[]): unknown {
    try {
      const result = native.apply(this as never, prepare(given) as never[])
      return finish ? finish(result as never) : result
    } catch (error) {
      throw failed(this, error, call)
    }
  }
  Object.defineProperty(call, 'name', { value: name })
  return call
}

/** Converts an error; one that nobody foresaw (a panic) also ends the session that it happened in. */
function failed(session: unknown, error: unknown, above: Method): SandboxError {
  if (isSandboxError(error)) Error.captureStackTrace(error, above)
  const converted = fromNative(error, above)
  if (converted.code === 'INTERNAL') closeQuietly(session)
  return converted
}

function closeQuietly(session: unknown): void {
  try {
    ;(session as { close?: () => void }).close?.()
  } catch {
    // It is unusable either way, and the error on its way out says so.
  }
}

/** What passes output on while it comes. */
interface LiveOutput {
  take(piece: { stream: number; data: Uint8Array }): void
  /** Waits until so many bytes of both streams were passed on. Throws what the listener threw or rejected with. */
  until(bytes: number): Promise<void>
  /** Whether it is the listener's error: the host's own, which says nothing of the session. */
  threw(error: unknown): boolean
}

function liveOutput(tell: NonNullable<ExecuteOptions['onOutput']>): LiveOutput {
  let passed = 0
  let wanted = Infinity
  let reached: () => void = () => {}
  let failure: { error: unknown } | undefined
  // Told by the call's promise: there is nobody else to tell it to.
  const fail = (error: unknown): void => void (failure ??= { error })
  return {
    take({ stream: number, data }) {
      passed += data.length
      try {
        const told: unknown = tell(number === 1 ? 'stdout' : 'stderr', data)
        // Not waited for: the call ends when it ends.
        if (told !== undefined) Promise.resolve(told).catch(fail)
      } catch (error) {
        fail(error)
      }
      if (passed >= wanted) reached()
    },
    async until(bytes) {
      // The addon's queues have no order among each other: the result may be here before the last piece.
      wanted = bytes
      if (passed < bytes) await new Promise<void>((resolve) => (reached = resolve))
      if (failure) throw failure.error
    },
    threw: (error) => failure !== undefined && Object.is(failure.error, error),
  }
}

async function finished(live: LiveOutput | undefined, result: ExecuteResult): Promise<ExecuteResult> {
  if (live === undefined) return result
  await live.until(result.truncated.stdoutCaptured + result.truncated.stderrCaptured)
  return result
}

/** A call that would wait for the command in which it is made, which waits for it. */
function refuseFromInside(session: object): void {
  if (!isInsideCommandOf(session)) return
  throw new SandboxError({
    code: 'SESSION_BUSY',
    category: 'conflict',
    message: 'this call is made by a custom command of the same session, and would wait for its end: use io.run()',
    retryable: false,
  })
}

/** `session.close()` ends what the session was lent, too. */
function installClose(prototype: { close(): void }): void {
  const native = prototype.close
  const close = function (this: { number: number }): void {
    closeSessionVault(this.number)
    native.call(this)
  }
  Object.defineProperty(prototype, 'close', { value: close, writable: true, configurable: true })
}

/** `session.env`, which the addon gives as pairs: a variable may be called `__proto__`. */
function installEnv(prototype: object): void {
  const native = Object.getOwnPropertyDescriptor(prototype, 'env')!.get as (this: unknown) => Array<[string, string]>
  const get = function (this: unknown): Record<string, string> {
    return Object.fromEntries(native.call(this))
  }
  Object.defineProperty(prototype, 'env', { get, enumerable: true, configurable: true })
}

function installExecute(binding: NativeBinding, options: Check): void {
  const prototype = binding.Session.prototype as { execute: NativeExecute }
  const native = prototype.execute
  // Everything up to the first await runs at once, so calls reach the session's queue in the order they were made.
  const execute = async function (this: object, command: string, given?: ExecuteOptions) {
    let signal: AbortSignal | undefined
    let token: CancelToken | undefined
    let cancel: (() => void) | undefined
    let vault: ReturnType<typeof openCallVault> | undefined
    const announced = takeAnnounced()
    let number = announced
    let approved: ApprovedRun | undefined
    let result: ExecuteResult | undefined
    let live: LiveOutput | undefined
    try {
      check.shellText(command, 'command')
      const checked = options(given, 'options') as ExecuteOptions | undefined
      refuseFromInside(this)
      const { signal: from, onOutput, ...rest } = withPlaceholders(checked) ?? {}
      if (checked?.secrets !== undefined) vault = openCallVault(checked.secrets, number)
      if (onOutput !== undefined) live = liveOutput(onOutput)
      if (from !== undefined) {
        if (from.aborted) return Promise.reject(from.reason)
        signal = from
        token = new binding.CancelToken()
        cancel = token.cancel.bind(token)
        from.addEventListener('abort', cancel, { once: true })
      }
      // An empty object would cost the addon a look for each option.
      const passed = checked && (live === undefined ? rest : { ...rest, onOutput: live.take })
      approved = approvedRun(this, command, checked, vault?.call ?? number)
      number = approved?.call ?? vault?.call ?? number
      result = await native.call(this, command, passed, token, number)
      return await finished(live, withBytes(result))
    } catch (error) {
      if (live?.threw(error)) {
        if (announced !== undefined && result !== undefined) keepRan(announced, result)
        throw error
      }
      throw failed(this, error, execute)
    } finally {
      vault?.close()
      approved?.ended(result)
      if (cancel) signal?.removeEventListener('abort', cancel)
    }
  }
  Object.defineProperty(prototype, 'execute', { value: execute, writable: true, configurable: true })
  const streamed = function (this: Session, command: string, given?: ExecuteOptions) {
    return stream(this, this.execute, command, given)
  }
  Object.defineProperty(streamed, 'name', { value: 'stream' })
  Object.defineProperty(prototype, 'stream', { value: streamed, writable: true, configurable: true })
}

/**
 * The addon gives the bytes of an output only where its text does not tell them (it is not UTF-8). For the others they
 * are made from the text, when somebody asks.
 */
function withBytes(result: ExecuteResult): ExecuteResult {
  for (const [bytes, text] of [
    ['stdoutBytes', 'stdout'],
    ['stderrBytes', 'stderr'],
  ] as const) {
    if ((result[bytes] as Uint8Array | null) !== null) continue
    let made: Uint8Array | undefined
    const get = () => (made ??= encoder.encode(result[text]))
    Object.defineProperty(result, bytes, { get, enumerable: true, configurable: true })
  }
  return result
}

const encoder = new TextEncoder()

function installReadFile(binding: NativeBinding, options: Check): void {
  type ReadOptions = { startLine?: number; endLine?: number; encoding?: 'utf8' | 'bytes' }
  const prototype = binding.Session.prototype as {
    readFile(path: string, options?: ReadOptions): string
    readBytes(path: string): Uint8Array
  }
  const { readFile: readText, readBytes } = prototype
  const readFile = function (this: unknown, path: string, given?: ReadOptions): string | Uint8Array {
    try {
      check.path(path, 'path')
      const checked = options(given, 'options') as ReadOptions | undefined
      if (checked?.encoding === 'bytes') return readBytes.call(this, path)
      return readText.call(this, path, checked)
    } catch (error) {
      throw failed(this, error, readFile)
    }
  }
  Object.defineProperty(prototype, 'readFile', { value: readFile, writable: true, configurable: true })
}

/** A method whose native promise rejects with our errors, also for arguments. */
function installPromised(target: NativeClass, name: string, checks: readonly Check[]): void {
  const prototype = target.prototype as Record<string, (...args: unknown[]) => Promise<unknown>>
  const native = prototype[name]
  if (native === undefined) throw new Error(`the addon lacks ${name}()`)
  const call = async function (this: unknown, ...given: unknown[]): Promise<unknown> {
    try {
      return await native.apply(this, checkArguments(name, checks, given))
    } catch (error) {
      throw failed(undefined, error, call)
    }
  }
  Object.defineProperty(call, 'name', { value: name })
  Object.defineProperty(prototype, name, { value: call, writable: true, configurable: true })
}

/** `patch` gives text, or bytes where they are asked for. */
function installPatch(target: NativeClass, checks: readonly Check[]): void {
  const prototype = target.prototype as { patch: Method; patchBytes: Method }
  const { patch: asText, patchBytes: asBytes } = prototype
  const patchTo = function (this: unknown, ...given: unknown[]): unknown {
    try {
      const checked = checkArguments('patch', checks, given)
      const { encoding } = (checked[1] ?? {}) as { encoding?: string }
      return (encoding === 'bytes' ? asBytes : asText).apply(this as never, checked as never[])
    } catch (error) {
      throw failed(this, error, patchTo)
    }
  }
  Object.defineProperty(patchTo, 'name', { value: 'patch' })
  Object.defineProperty(prototype, 'patch', { value: patchTo, writable: true, configurable: true })
  Object.defineProperty(prototype, 'patchBytes', { value: undefined, writable: true, configurable: true })
}

/** `executor.session()`, whose options are those of the constructor. */
function installExecutorSession(binding: NativeBinding, options: Check): void {
  const prototype = binding.Executor.prototype as { session: Method }
  const native = prototype.session
  const session = function (this: object, given?: object): object {
    try {
      const checked = options(given, 'options') as Started | undefined
      const made = native.apply(
        this as never,
        sessionArguments(nativeOptions(checked)) as unknown[] as never[],
      ) as object
      started(made, { ...checked, executor: this })
      return made
    } catch (error) {
      throw failed(this, error, session)
    }
  }
  Object.defineProperty(prototype, 'session', { value: session, writable: true, configurable: true })
}

/** An executor as the addon has it. */
interface NativeExecutor {
  addNativeCommand(name: string, help: string, begin: (call: CommandCall) => void): void
}

interface WithCustom {
  custom?: Record<string, CustomCommand>
  network?: Network
}

function withoutCustom(checked: WithCustom | undefined): unknown[] {
  if (checked === undefined) return []
  const { custom: _custom, network: _network, ...rest } = checked
  return [nativeOptions(rest)]
}

function addCustom(executor: object, checked: WithCustom | undefined): void {
  const network = checked?.network === undefined ? {} : networkCommands(checked.network)
  for (const [name, command] of Object.entries(network)) addCommandTo(executor, name, command)
  // Afterwards: a host's own curl goes before ours.
  for (const [name, command] of Object.entries(checked?.custom ?? {})) addCommandTo(executor, name, command)
}

function addCommandTo(executor: object, name: string, command: CustomCommand): void {
  ;(executor as NativeExecutor).addNativeCommand(name, usageOf(name, command), beginner(name, command))
  executorFacts(executor)?.custom.add(name)
}

interface WithSecrets {
  secrets?: Record<string, SecretOptions>
  env?: Record<string, string>
}

/** Options with the placeholders of secrets in the environment, in place of the secrets. */
function withPlaceholders<Options extends WithSecrets>(checked: Options | undefined): Options | undefined {
  if (checked?.secrets === undefined) return checked
  const { secrets: lent, ...rest } = checked
  return { ...rest, env: { ...rest.env, ...placeholders(lent) } } as Options
}

function lendSecrets(session: object, checked: object | undefined): void {
  const lent = (checked as WithSecrets | undefined)?.secrets
  if (lent !== undefined) setSessionVault(session, new Vault(lent))
}

/** The options of a session whose commands are its own: with an executor made for it. */
function withOwnExecutor(binding: NativeBinding, checked: object | undefined): object | undefined {
  const { custom, network, ...others } = (checked ?? {}) as WithCustom & Record<string, unknown>
  const isFact = ([key]: [string, unknown]): boolean => (CAPABILITIES as readonly string[]).includes(key)
  const facts = Object.fromEntries(Object.entries(others).filter(isFact))
  const rest = Object.fromEntries(Object.entries(others).filter((entry) => !isFact(entry)))
  if (checked === undefined || !hasOwnExecutor(checked)) return checked
  const executor = Reflect.construct(binding.Executor, [facts]) as object
  rememberExecutor(executor, facts)
  addCustom(executor, { custom, network })
  Object.assign(checked!, { executor })
  return { ...rest, executor }
}

function ownOrSharedCommands(value: Record<string, unknown>, argument: string): void {
  if (value['executor'] === undefined) return
  for (const key of ['custom', 'network', ...CAPABILITIES]) {
    if (value[key] !== undefined) {
      throw invalidArgument(`${argument}.${key}`, 'left out where executor is given', value[key])
    }
  }
}

/** `executor.addCommand()` */
function installAddCommand(binding: NativeBinding): void {
  const addCommand = function (this: object, name: string, command: CustomCommand): void {
    try {
      check.shellText(name, 'name')
      addCommandTo(this, name, customCommand(command, 'command') as CustomCommand)
    } catch (error) {
      throw failed(this, error, addCommand)
    }
  }
  Object.defineProperty(binding.Executor.prototype, 'addCommand', {
    value: addCommand,
    writable: true,
    configurable: true,
  })
}

/** `fork({ count })` gives so many forks of one moment. */
function installForks(target: NativeClass): void {
  const prototype = target.prototype as { fork(options?: object): object }
  const { fork: one } = prototype
  const positive = check.integer(1, 1_000_000)
  const fork = function (this: object, given?: { count?: number }): object {
    try {
      if (typeof given !== 'object' || given === null || given.count === undefined)
        return follow(this, one.call(this, given))
      const { count, ...options } = given
      positive(count, 'options.count')
      return Array.from({ length: count }, () => follow(this, one.call(this, options)))
    } catch (error) {
      throw failed(this, error, fork)
    }
  }
  Object.defineProperty(prototype, 'fork', { value: fork, writable: true, configurable: true })
}

/** The class with its constructor's options checked and its errors converted. */
function constructible(
  target: NativeClass,
  name: string,
  options: Check,
  finish: (checked: object | undefined) => unknown[] = (checked) => (checked === undefined ? [] : [checked]),
  complete?: (made: object, checked: object | undefined) => void,
): NativeClass {
  function construct(native: NativeClass, given: unknown[], newTarget: NewableFunction): object {
    try {
      const checked = options(given[0], 'options') as object | undefined
      const made = Reflect.construct(native, finish(checked), newTarget) as object
      complete?.(made, checked)
      return made
    } catch (error) {
      throw failed(undefined, error, construct)
    }
  }
  function apply(): never {
    throw new TypeError(`${name} is a class: call it with new`)
  }
  const proxy: NativeClass = new Proxy(target, { construct, apply })
  Object.defineProperty(target.prototype, 'constructor', { value: proxy, writable: true, configurable: true })
  return proxy
}

/**
 * Snapshots come from a session or from bytes. A function stands for the class, with its prototype: the addon's own
 * static methods can't be replaced.
 */
function snapshotClass(binding: NativeBinding, fromBytesChecks: readonly Check[], directory: Check): NativeClass {
  const native = binding.Snapshot
  const Snapshot = function () {
    throw new SandboxError({
      code: 'INVALID_ARGUMENT',
      category: 'invalid_request',
      message: 'a Snapshot is made by session.snapshot() or Snapshot.fromBytes(), not with new',
    })
  } as unknown as NativeClass
  const { fromBytes } = native as unknown as { fromBytes?: Method }
  if (fromBytes === undefined) throw new Error('the addon lacks Snapshot.fromBytes()')
  const prepare = (given: unknown[]) => checkArguments('fromBytes', fromBytesChecks, given)
  const read = guarded(fromBytes.bind(native as never), 'fromBytes', prepare) as (...given: unknown[]) => object
  const value = function (bytes: unknown, options?: { executor?: object }): object {
    const made = read(bytes, options)
    if (options?.executor !== undefined) remember(made, { executor: options.executor })
    return made
  }
  Object.defineProperty(value, 'name', { value: 'fromBytes' })
  const fromDirectory = directoryReader(binding, directory, (error) => failed(undefined, error, fromDirectory))
  Object.defineProperty(Snapshot, 'fromDirectory', { value: fromDirectory, writable: true, configurable: true })
  Object.defineProperty(Snapshot, 'fromBytes', { value, writable: true, configurable: true })
  Object.defineProperty(Snapshot, 'prototype', { value: native.prototype, writable: false })
  Object.defineProperty(native.prototype, 'constructor', { value: Snapshot, writable: true, configurable: true })
  return Snapshot
}
