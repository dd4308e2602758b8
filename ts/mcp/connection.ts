/** One client's conversation with a session: messages in, answers out. Knows nothing of streams. */
import { factOf, messageOf } from '../errors.js'
import { hasNetwork, systemPrompt } from '../system-prompt.js'
import { toolsByName } from '../tools/sets.js'
import { openSession, sessionAtHand } from '../tools/source.js'
import { called, listed } from './calls.js'
import { TEMPLATES, listResources, readResource } from './resources.js'
import { CODE, LATEST, RpcError, failure, negotiated, sorted } from './messages.js'
import type { Session } from '../declarations.js'
import type { SessionSource, Tool, ToolOptions, ToolSetName } from '../tools.js'
import type { Id, Message, Params, ProtocolVersion, Response } from './messages.js'

/** What a connection says and gives. */
export interface ConnectionOptions {
  tools: ToolOptions
  sets: readonly ToolSetName[] | undefined
  /** How the server calls itself. */
  name: string
  version: string
  /** Default: the system prompt of the session. */
  instructions?: string | undefined
  /** Whether files are given as resources. */
  resources: boolean
  /** The most bytes of a file that `resources/read` gives. */
  maxResourceBytes: number
  /** Told of what must not happen. */
  log(message: string): void
}

/** Requests that may be under way at the same time. */
const AT_ONCE = 256

export class Connection {
  readonly #source: SessionSource
  /** The session, once it is there. */
  #atHand: Session | undefined
  readonly #options: ConnectionOptions
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #running = new Map<Id, AbortController>()
  /** What `initialize` settled. */
  #version: ProtocolVersion | undefined

  constructor(source: SessionSource, options: ConnectionOptions) {
    this.#source = source
    this.#atHand = sessionAtHand(source)
    this.#options = options
    this.#tools = new Map(Object.entries(toolsByName(source, options.sets, options.tools)))
  }

  async #session(): Promise<Session> {
    return (this.#atHand ??= await openSession(this.#source))
  }

  /** Stops what is running. Its answers still come. */
  abort(reason: unknown): void {
    for (const running of this.#running.values()) running.abort(reason)
  }

  /** The answer to a line's value, or nothing where none is due. Never rejects. */
  async answer(value: unknown): Promise<Response | Response[] | undefined> {
    if (!Array.isArray(value)) return this.#one(sorted(value))
    // Batches came with one version of the protocol and went with the next.
    const batches = this.#version === '2024-11-05' || this.#version === '2025-03-26'
    if (!batches) {
      return failure(null, CODE.INVALID_REQUEST, `batches are not part of protocol ${this.#version ?? LATEST}`)
    }
    if (value.length === 0) return failure(null, CODE.INVALID_REQUEST, 'a batch must not be empty')
    const answers = await Promise.all(
      value.map((one) => {
        const message = sorted(one)
        const begins = message.kind === 'request' && message.method === 'initialize'
        return begins
          ? failure(message.id, CODE.INVALID_REQUEST, 'initialize must not be part of a batch')
          : this.#one(message)
      }),
    )
    const due = answers.filter((answer) => answer !== undefined)
    return due.length > 0 ? due : undefined
  }

  async #one(message: Message): Promise<Response | undefined> {
    switch (message.kind) {
      case 'invalid':
        return failure(message.id, CODE.INVALID_REQUEST, message.why)
      // This server asks nothing.
      case 'response':
        return undefined
      case 'notification':
        if (message.method === 'notifications/cancelled') this.#cancel(message.params)
        return undefined
      case 'request':
        return this.#request(message.id, message.method, message.params)
    }
  }

  #cancel({ requestId, reason }: Params): void {
    const said = typeof reason === 'string' ? reason : 'the client cancelled the request'
    this.#running.get(requestId as Id)?.abort(new Cancelled(said))
  }

  async #request(id: Id, method: string, params: Params): Promise<Response | undefined> {
    if (this.#running.has(id)) return failure(id, CODE.INVALID_REQUEST, 'a request with this id is under way')
    if (this.#running.size >= AT_ONCE) {
      return failure(id, CODE.SERVER_BUSY, `${AT_ONCE} requests are under way: wait for one of them`)
    }
    const controller = new AbortController()
    this.#running.set(id, controller)
    const { signal } = controller
    // Who cancelled a request does not wait for its answer.
    const nobodyWaits = () => signal.aborted && signal.reason instanceof Cancelled
    try {
      const result = await this.#perform(method, params, signal)
      return nobodyWaits() ? undefined : { jsonrpc: '2.0', id, result }
    } catch (error) {
      if (nobodyWaits()) return undefined
      if (error instanceof RpcError) return failure(id, error.code, error.message, error.data)
      this.#options.log(`${method} failed: ${factOf(error, 'stack') ?? messageOf(error)}`)
      return failure(id, CODE.INTERNAL_ERROR, `${method} failed for a reason of its own`)
    } finally {
      this.#running.delete(id)
    }
  }

  async #perform(method: string, params: Params, signal: AbortSignal): Promise<object> {
    switch (method) {
      case 'initialize':
        return await this.#initialize(params)
      case 'ping':
        return {}
      case 'tools/list':
        onlyPage(params)
        return { tools: this.#listTools() }
      case 'tools/call':
        return await this.#callTool(params, signal)
    }
    if (this.#options.resources) {
      switch (method) {
        case 'resources/list':
          return listResources(await this.#session(), params['cursor'])
        case 'resources/templates/list':
          onlyPage(params)
          return { resourceTemplates: TEMPLATES }
        case 'resources/read':
          return {
            contents: [await readResource(await this.#session(), params['uri'], this.#options.maxResourceBytes)],
          }
      }
    }
    throw new RpcError(CODE.METHOD_NOT_FOUND, `there is no method ${method}`)
  }

  async #initialize(params: Params): Promise<object> {
    const { protocolVersion } = params
    if (typeof protocolVersion !== 'string') {
      throw new RpcError(CODE.INVALID_PARAMS, 'protocolVersion must be a string')
    }
    this.#version = negotiated(protocolVersion)
    const { name, version, sets } = this.#options
    const instructions = this.#options.instructions ?? systemPrompt(await this.#session(), sets && { sets })
    return {
      protocolVersion: this.#version,
      capabilities: { tools: {}, ...(this.#options.resources && { resources: {} }) },
      serverInfo: { name, version },
      instructions,
    }
  }

  #listTools(): object[] {
    // Nobody can say of a session that is opened later that its commands stay inside.
    const network = this.#atHand === undefined || hasNetwork(this.#atHand)
    return [...this.#tools.values()].map((tool) => {
      const { title, annotations, ...known } = listed(tool, network)
      return {
        ...known,
        ...(this.#atLeast('2025-03-26') && { annotations }),
        ...(this.#atLeast('2025-06-18') && { title }),
      }
    })
  }

  async #callTool(params: Params, signal: AbortSignal): Promise<object> {
    const { name, arguments: input = {} } = params
    const tool = typeof name === 'string' ? this.#tools.get(name) : undefined
    if (tool === undefined) {
      const known = [...this.#tools.keys()].join(', ')
      throw new RpcError(CODE.INVALID_PARAMS, `there is no tool ${String(name)}; there are ${known}`)
    }
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new RpcError(CODE.INVALID_PARAMS, 'arguments must be an object')
    }
    const { structuredContent, ...result } = await called(tool, input, signal)
    return this.#atLeast('2025-06-18') ? { ...result, structuredContent } : result
  }

  #atLeast(version: ProtocolVersion): boolean {
    // Dates in this form compare as strings.
    return (this.#version ?? LATEST) >= version
  }
}

/** Why a request that its client gave up was stopped. */
class Cancelled extends Error {}

/** Lists that have one page only. */
function onlyPage({ cursor }: Params): void {
  if (cursor !== undefined) throw new RpcError(CODE.INVALID_PARAMS, 'the cursor is not one of this server')
}
