/** What the declarations promise to an ESM application. Compiled, never run; each `@ts-expect-error` is an assertion. */
import * as face from 'mem-sandbox'
import { Executor, SandboxError, Session, Snapshot, version } from 'mem-sandbox'
import type {
  Denial,
  ErrorCategory,
  ExecuteOptions,
  ExecuteResult,
  Language,
  Limits,
  ParsedScript,
  SessionOptions,
} from 'mem-sandbox'
import { createTools, fileTools, systemPrompt, toolSets } from 'mem-sandbox/tools'
import type { FileToolResult, FileTools, Tool } from 'mem-sandbox/tools'
import {
  MemSandboxClient,
  SessionEditor,
  SessionShell,
  createTools as agentTools,
  defineSandbox,
  run as runWithFiles,
  workspaceReport,
  wrapRunner,
  functionTool,
  memSandboxCapability,
  memSandboxShell,
} from 'mem-sandbox/openai-agents'
import { createTools as aiTools } from 'mem-sandbox/ai-sdk'
import { Agent, RunState, Runner, applyPatchTool, run, shellTool } from '@openai/agents'
import { SandboxAgent } from '@openai/agents/sandbox'
import { registerMcpTools, serveStdio } from 'mem-sandbox/mcp'
import { createBackend } from 'mem-sandbox/deepagents'
import { SandboxSetupError, SessionNotFoundError, memory, prepareInputs } from 'mem-sandbox/backend'
import type { SandboxBackend, SandboxHandle } from 'mem-sandbox/backend'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import fastGlob from 'fast-glob'
import * as git from 'isomorphic-git'
import * as ai5 from 'ai-v5'
import * as ai6 from 'ai'
import * as ai7 from 'ai-v7'

/** Fails to compile unless `A` and `B` are the same type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function assertType<_T extends true>(): void {}

// Whatever index.d.ts declares as a value is exported by the package, and nothing else is.
assertType<
  Same<
    keyof typeof face,
    | ('Session' | 'Executor' | 'Snapshot' | 'SandboxError' | 'version')
    | ('SandboxService' | 'sessionFromManifest' | 'manifestSchema' | 'MemoryHistoryStore' | 'replay')
  >
>()
assertType<Same<typeof face.Session, typeof Session>>()

export async function session(): Promise<void> {
  const options: SessionOptions = {
    files: { a: 'text', b: new Uint8Array([1]) },
    clock: { start: 0 },
    limits: { steps: 5 },
  }
  using made = new Session(options)
  const call: ExecuteOptions = { signal: new AbortController().signal, stdin: 'x', args: ['1'], parse: 'whole' }
  const result: ExecuteResult = await made.execute('true', call)
  assertType<Same<typeof result.exitCode, number>>()
  assertType<Same<typeof result.stdoutBytes, Uint8Array>>()
  assertType<Same<ReturnType<typeof made.executeSync>, ExecuteResult>>()
  result.failure?.code.toLowerCase()

  const text: string = made.readFile('a')
  const bytes: Uint8Array = made.readFile('b', { encoding: 'bytes' })
  const lines: string = made.readLines('a', { startLine: 1 }).content
  const previous: string | null = made.writeFile('a', bytes, { ifHash: text }).previousHash
  const snapshot: Snapshot = made.snapshot()
  const fork: Session = snapshot.fork({ seed: 1 })
  fork.restore(Snapshot.fromBytes(snapshot.toBytes()))
  const shared: Session = new Executor({ commands: ['cat'] }).session({ env: { A: lines } })
  const limits: Required<Limits> = new Executor().limits
  shared.close()
  void [previous, limits, version()]

  // @ts-expect-error a synchronous call takes no signal
  made.executeSync('true', { signal: call.signal })
  // @ts-expect-error an unknown option
  made.execute('true', { timeout: 1 })
  // @ts-expect-error snapshots are not made with new
  new Snapshot()
  // @ts-expect-error the executor is the one that is asked
  new Executor().session({ executor: new Executor() })
}

export function errors(error: unknown): ErrorCategory | undefined {
  if (error instanceof SandboxError) {
    assertType<Same<typeof error.code, string>>()
    assertType<Same<typeof error.retryable, boolean>>()
    return error.category
  }
  return undefined
}

export async function fourTools(made: Session): Promise<void> {
  const answer = await createTools(made, { timeoutSeconds: 5 }).execute.run({ command: 'true' })
  if (answer.ok) assertType<Same<typeof answer.result.exit_code, number>>()
  else assertType<Same<typeof answer.error.correctable, boolean>>()
  new Agent({ name: 'a', instructions: systemPrompt(made), tools: agentTools(made) })
  const shell = new SessionShell(made)
  const hosted = [
    shellTool({ shell, needsApproval: shell.needsApproval }),
    applyPatchTool({ editor: new SessionEditor(made) }),
  ]
  const sandboxed = new SandboxAgent({ name: 's', tools: hosted, capabilities: [memSandboxCapability()] })
  const client = new MemSandboxClient({ session: { seed: 1 }, snapshot: { type: 'inline' } })
  void run(sandboxed, 'go', { sandbox: { client, options: { maxOutputTokens: 100 } } })
  // @ts-expect-error no such option
  new MemSandboxClient({ workspaceBaseDir: '/tmp' })
}

export async function aiSdk(made: Session, model: never): Promise<void> {
  const tools = aiTools(made)
  const fifth = await ai5.generateText({ model, tools, prompt: '' })
  const sixth = await ai6.generateText({ model, tools, prompt: '' })
  const seventh = await ai7.generateText({ model, tools, prompt: '' })
  ai5.streamText({ model, tools, prompt: '' })
  ai6.streamText({ model, tools, prompt: '' })
  ai7.streamText({ model, tools, prompt: '' })
  for (const { toolResults } of [fifth, sixth, seventh]) {
    for (const result of toolResults) void result.toolName
  }
  const others = aiTools(made, { sets: ['files', 'memory'], policyApprovals: false })
  assertType<Same<keyof typeof others, keyof FileTools | 'memory'>>()
  await ai5.generateText({ model, tools: others, prompt: '' })
  await ai7.generateText({ model, tools: others, prompt: '' })
  for (const result of (await ai6.generateText({ model, tools: others, prompt: '' })).toolResults) {
    if (result.dynamic !== true && result.toolName === 'Grep' && result.output.ok) {
      assertType<Same<typeof result.output.result.text, string>>()
    }
  }
  // @ts-expect-error there is no such set
  aiTools(made, { sets: ['git'] })
}

export function otherSets(made: Session): void {
  const { execute, Grep } = toolSets(made, ['shell', 'files'])
  assertType<Same<typeof Grep, Tool<FileToolResult>>>()
  // @ts-expect-error only the shell of it
  void toolSets(made, ['shell']).read_file
  const prompt: string = systemPrompt(made, { sets: ['shell', 'files'] })
  const later: Promise<string> = systemPrompt(async () => made, { sets: ['files'] })
  const tools = [functionTool(execute, { needsApproval: true }), ...agentTools(made, { sets: ['editor'] })]
  new Agent({ name: 'a', instructions: prompt, tools })
  new SandboxAgent({ name: 's', capabilities: [memSandboxShell(), memSandboxCapability({ sets: ['files'] })] })
  void fileTools(async () => made, { readFirst: true, outputBytes: 1_000 })
  void later
}

export async function capabilities(): Promise<void> {
  const executor = new Executor({
    profile: 'hardened',
    commands: ['cat'],
    builtins: 'all',
    language: { functions: false, globs: true },
    sedExecute: true,
  })
  assertType<Same<typeof executor.language, Required<Language>>>()
  assertType<Same<typeof executor.builtins, string[]>>()
  // @ts-expect-error there is no such profile
  new Executor({ profile: 'tight' })
  // @ts-expect-error there is no such construct
  new Executor({ language: { lambdas: false } })
  const made = new Session({ profile: 'seed', language: { loops: false }, builtins: [] })
  const { denials, failure } = await made.execute('true')
  assertType<Same<(typeof denials)[number]['kind'], 'command' | 'path'>>()
  assertType<Same<(typeof denials)[number]['argv'], string[] | null>>()
  if (failure?.code === 'COMMAND_SYNTAX_UNSUPPORTED')
    void denials.map((one: Denial) => [one.path, one.rule, one.reason])
  const { script, unknown }: ParsedScript = executor.parse('ls')
  assertType<Same<typeof script, string | null>>()
  assertType<
    Same<(typeof unknown)[number]['reason'], 'computed-name' | 'runs-text' | 'runs-arguments' | 'changes-reading'>
  >()
}

export async function otherDoors(made: Session): Promise<void> {
  registerMcpTools(new McpServer({ name: 'own', version: '1' }), made)
  await serveStdio(made)
  await serveStdio(async () => made)
  await serveStdio({ session: () => made, sets: ['files'] })
  registerMcpTools(new McpServer({ name: 'own', version: '1' }), () => made, { sets: ['memory'], timeoutSeconds: 1 })
  await serveStdio({ session: made, maxMessageBytes: 1, signal: new AbortController().signal })
  // @ts-expect-error an unknown option
  await serveStdio({ sessions: [made] })

  void createBackend(async () => made)
  const backend = createBackend(made, { fresh: false })
  const { output, exitCode } = await backend.execute('true')
  const { files = [] } = await backend.ls('/workspace')
  void [output, exitCode, files.map(({ path }) => path)]

  const text: string = await made.fs.promises.readFile('a', 'utf8')
  const bytes: Buffer = made.fs.readFileSync('a')
  made.fs.stat('a', (error, stats) => void [error?.code, stats.isFile()])
  await git.init({ fs: made.fs, dir: '/workspace' })
  await fastGlob('**', { fs: made.fs })
  // @ts-expect-error there are no watchers
  made.fs.watch('a')
  void [text, bytes]
}

export async function backends(): Promise<void> {
  const backend: SandboxBackend = memory({ workspaceRoot: new URL('file:///tmp/x'), executor: { commands: ['cat'] } })
  const handle: SandboxHandle = await backend.open({}, { mode: 'create', inputs: await prepareInputs(['/etc/hosts']) })
  const { exitCode, timedOut } = await handle.exec({ argv: ['cat'], timeoutMs: 1, stdin: new Uint8Array() })
  assertType<Same<typeof exitCode, number>>()
  assertType<Same<typeof timedOut, boolean>>()
  const error: SandboxError = new SessionNotFoundError('x')
  assertType<Same<InstanceType<typeof SessionNotFoundError>['sessionName'], string>>()
  if (error instanceof SandboxSetupError) error.code.toLowerCase()
  // @ts-expect-error network is the spec's to say
  memory({ network: { fetch: globalThis.fetch, allow: [] } })
  // @ts-expect-error a program takes words
  await handle.exec({ argv: 'cat', timeoutMs: 1 })
}

export async function filesInOut(): Promise<void> {
  const sandbox = defineSandbox({ limits: { memoryMiB: 64 }, network: 'none' })
  const agent = new Agent({ name: 'a', tools: sandbox.tools({ include: ['exec'], timeouts: { exec: 1_000 } }) })
  const workspace = {
    inputFiles: ['/etc/hostname', new URL('file:///etc/hosts'), { path: 'a', data: new Uint8Array() }],
    onFileOutput: ({ fileName, data }: { fileName: string; data: Uint8Array | null }) => void [fileName, data],
    session: 's',
    seed: 'resume-or-create',
  } as const

  // The overloads and results are the SDK's own.
  const plain = await runWithFiles(agent, 'go', { workspace })
  const sdkPlain = await run(agent, 'go')
  assertType<Same<typeof plain, typeof sdkPlain>>()
  const without = await runWithFiles(agent, 'go')
  assertType<Same<typeof without, typeof sdkPlain>>()
  const streamed = await runWithFiles(agent, 'go', { stream: true, workspace })
  const sdkStreamed = await run(agent, 'go', { stream: true })
  assertType<Same<typeof streamed, typeof sdkStreamed>>()
  const own = wrapRunner(new Runner())
  const withContext = await own.run(agent, [], { context: { user: 1 }, maxTurns: 3, workspace })
  const sdkWithContext = await new Runner().run(agent, [], { context: { user: 1 }, maxTurns: 3 })
  assertType<Same<typeof withContext, typeof sdkWithContext>>()
  const again = await runWithFiles(agent, plain.state, { workspace })
  assertType<Same<typeof again, typeof sdkPlain>>()
  void runWithFiles(agent, await RunState.fromString(agent, ''))
  const typed = new Agent({
    name: 't',
    outputType: { type: 'json_schema', name: 'o', strict: true, schema: {} as never },
  })
  void (await runWithFiles(typed, 'go')).finalOutput

  const { outputs, timings } = await workspaceReport(plain)
  void [outputs.map(({ fileName }) => fileName), timings.bootMs]
  // @ts-expect-error an unknown option of the workspace
  void runWithFiles(agent, 'go', { workspace: { files: [] } })
  // @ts-expect-error no such seed
  void runWithFiles(agent, 'go', { workspace: { session: 's', seed: 'keep' } })
  // @ts-expect-error no such tool
  sandbox.tools({ include: ['edit'] })
  // @ts-expect-error the SDK's options stay checked
  void runWithFiles(agent, 'go', { maxTurn: 1 })
}
