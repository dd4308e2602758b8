/** Where a response sends its client, and what of the request goes along. */
import { headerOf } from './transfer.js'
import type { Reply, Request } from './transfer.js'

/** How a client follows. */
export interface FollowRules {
  /** Statuses after which a POST stays a POST. */
  keepPost?: ReadonlySet<number>
  /** A method that was asked for by name, and is kept through all. */
  fixedMethod?: string | undefined
  /** Credentials go to other origins, too. */
  trusted?: boolean
}

const BODY_HEADERS = new Set(['content-type', 'content-length', 'content-encoding'])
const PRIVATE_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** The URL that a response redirects to: undefined where it doesn't, null where it can't be read. */
export function targetOf(reply: Pick<Reply, 'status' | 'headers'>, url: URL): URL | undefined | null {
  const location = headerOf(reply.headers, 'location')
  if (location === undefined || location === '' || !isRedirect(reply.status)) return undefined
  return URL.canParse(location, url.href) ? new URL(location, url) : null
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** The request that follows. */
export function redirected(request: Request, status: number, target: URL, rules: FollowRules): Request {
  const { url, credentials } = withoutCredentials(target)
  const keepsPrivate = url.origin === request.url.origin || rules.trusted === true
  const kind = kindAfter(request.kind ?? request.method, status, rules.keepPost)
  const body = kind === (request.kind ?? request.method) ? request.body : undefined
  const headers = request.headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return (body !== undefined || !BODY_HEADERS.has(lower)) && (keepsPrivate || !PRIVATE_HEADERS.has(lower))
  })
  return {
    url,
    kind,
    method: rules.fixedMethod ?? kind,
    headers,
    credentials: keepsPrivate ? request.credentials : credentials,
    body,
    redirectedFrom: request.url,
  }
}

function kindAfter(kind: string, status: number, keepPost: ReadonlySet<number> = new Set()): string {
  if (status === 307 || status === 308 || kind === 'HEAD') return kind
  if (kind === 'POST') return keepPost.has(status) ? kind : 'GET'
  return status === 303 ? 'GET' : kind
}

/** A URL without its user and password, and these: they belong into a header, and are no part of what rules compare. */
export function withoutCredentials(from: URL): { url: URL; credentials?: { user: string; password: string } } {
  const url = new URL(from)
  const { username, password } = url
  if (username === '' && password === '') return { url }
  url.username = ''
  url.password = ''
  return { url, credentials: { user: unescape(username), password: unescape(password) } }
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
