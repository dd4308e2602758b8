/** A server on 127.0.0.1 that says what it was asked, and does what the query wants. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestServer {
  origin: string
  /** Requests that arrived. */
  count(): number
  close(): void
}

/** What fetch adds by itself, and what is about the connection. */
const UNTOLD = new Set([
  'cache-control',
  'pragma',

  'host',
  'connection',
  'accept-language',
  'sec-fetch-mode',
  'accept-encoding',
  'expect',
  'keep-alive',
])

export async function startServer(): Promise<TestServer> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => answer(request, Buffer.concat(pieces), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    count: () => count,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://server')
  const query = url.searchParams
  if (query.has('hang')) return
  if (query.has('reset')) {
    request.socket.destroy()
    return
  }
  const headers = Object.entries(request.headers)
    .filter(([name]) => !UNTOLD.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .toSorted()
  // The boundaries of forms differ.
  const told = body.toString('latin1').replaceAll(/-{24}[\da-f]{16}/g, 'BOUNDARY')
  const lines = headers.map((line) => line.replaceAll(/-{24}[\da-f]{16}/g, 'BOUNDARY'))
  const text = query.get('body') ?? `${request.method} ${request.url}\n${lines.join('\n')}\n\n${told}\n`
  const out = Buffer.from(query.has('big') ? 'x'.repeat(Number(query.get('big'))) : text, 'latin1')
  response.sendDate = false
  // In the order of their names, since fetch gives them so.
  response.setHeader('Connection', 'close')
  if (query.has('cd')) response.setHeader('Content-Disposition', query.get('cd')!)
  if (!query.has('chunked')) response.setHeader('Content-Length', out.length)
  response.setHeader('Content-Type', 'text/plain')
  if (query.has('etag')) response.setHeader('ETag', query.get('etag')!)
  if (query.has('loc')) response.setHeader('Location', query.get('loc')!)
  if (query.has('after')) response.setHeader('Retry-After', query.get('after')!)
  if (query.has('cookie')) response.setHeader('Set-Cookie', query.getAll('cookie'))
  const offset = query.has('range') ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
  if (offset > 0) {
    const rest = out.subarray(offset)
    response.setHeader('Content-Length', rest.length)
    response.setHeader(
      'Content-Range',
      `bytes ${rest.length === 0 ? '*' : `${offset}-${out.length - 1}`}/${out.length}`,
    )
    response.statusCode = rest.length === 0 ? 416 : 206
    response.end(rest)
    return
  }
  if (query.has('basic') && request.headers.authorization === undefined) {
    response.setHeader('WWW-Authenticate', 'Basic realm="test"')
    response.statusCode = 401
  } else {
    response.statusCode = Number(query.get('status') ?? 200)
  }
  response.end(request.method === 'HEAD' ? undefined : out)
}
