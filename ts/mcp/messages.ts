/** JSON-RPC 2.0 as the Model Context Protocol uses it: what a line may be, and what is answered. */

/** The protocol's versions that are spoken, oldest first. */
export const PROTOCOL_VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number]
export const LATEST: ProtocolVersion = '2025-11-25'

/** The version that is spoken with a client that asks for `asked`: that one, or the newest. */
export function negotiated(asked: string): ProtocolVersion {
  return PROTOCOL_VERSIONS.find((version) => version === asked) ?? LATEST
}

/** The error codes of JSON-RPC, and the one that the protocol adds. */
export const CODE = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  SERVER_BUSY: -32000,
  RESOURCE_NOT_FOUND: -32002,
} as const

export type Id = string | number
export type Params = Readonly<Record<string, unknown>>

export type Response =
  | { jsonrpc: '2.0'; id: Id; result: object }
  | { jsonrpc: '2.0'; id: Id | null; error: { code: number; message: string; data?: unknown } }

/** A refusal of a request. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function failure(id: Id | null, code: number, message: string, data?: unknown): Response {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

/** What a message is. */
export type Message =
  | { kind: 'request'; id: Id; method: string; params: Params }
  | { kind: 'notification'; method: string; params: Params }
  | { kind: 'response' }
  | { kind: 'invalid'; id: Id | null; why: string }

/** Sorts a message. Where it is none, `id` is its id as far as it has one. */
export function sorted(message: unknown): Message {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject(message)) return { kind: 'invalid', id: null, why: 'a message must be an object' }
  const { jsonrpc, id, method, params = {} } = message
  const known = typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null
  const invalid = (why: string): Message => ({ kind: 'invalid', id: known, why })
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  if (method === undefined && known !== null && ('result' in message || 'error' in message)) return { kind: 'response' }
  if (typeof method !== 'string') return invalid('method must be a string')
  if (!isObject(params)) return invalid('params must be an object')
  if (!('id' in message)) return { kind: 'notification', method, params }
  if (known === null) return invalid('id must be a string or a number')
  return { kind: 'request', id: known, method, params }
}
