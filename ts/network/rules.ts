/**
 * What a session may reach: a URL and a method against the rules of the host.
 *
 * Rules are compared with what `URL` makes of an address, which is also what is fetched: there is no second spelling.
 */
import * as check from '../arguments.js'
import { invalidArgument } from '../errors.js'
import { isInternalName, isPrivateHost } from './addresses.js'
import { isInRange, parseRange } from './ranges.js'
import type { Check } from '../arguments.js'
import type { NetworkRule } from '../declarations.js'
import type { AddressRange } from './ranges.js'

/** A rule, ready to be compared. */
export interface Rule {
  protocol: string
  /** Without the `*.` of a wildcard; `*` for every host. */
  hostname: string
  wildcard: boolean
  /** Only addresses in one of these; empty where hosts are told by their names. */
  addresses: readonly AddressRange[]
  /** Empty for the protocol's own, `*` for any. */
  port: string
  /** Starts with `/`. */
  path: string
  methods: ReadonlySet<string>
  /** Whether the rule itself names an address or a name that is not public. */
  opensPrivate: boolean
}

const shape = check.options({
  origin: check.text,
  path: check.text,
  methods: check.list(method, 'an array of HTTP methods'),
  addresses: check.list(range, 'an array of ranges of addresses'),
  anyPort: check.boolean,
})

/** `{ origin, path?, methods?, addresses?, anyPort? }`, compiled. */
export const networkRule: Check = (value, argument): Rule => {
  const checked = shape(value, argument) as Partial<NetworkRule> | undefined
  if (checked?.origin === undefined) throw invalidArgument(`${argument}.origin`, 'given', undefined)
  const url = originOf(checked.origin, `${argument}.origin`)
  const wildcard = url.hostname.startsWith('*.')
  const hostname = wildcard ? url.hostname.slice(2) : url.hostname
  const every = url.hostname === '*'
  if (!every && (hostname.includes('*') || (wildcard && !hostname.includes('.')))) {
    throw invalidArgument(`${argument}.origin`, 'a host, *, or *. and a domain of two labels or more', checked.origin)
  }
  const addresses = (checked.addresses ?? []) as unknown as AddressRange[]
  if (addresses.length > 0 && !every) {
    throw invalidArgument(`${argument}.addresses`, 'left out unless the host is *', checked.origin)
  }
  if (checked.anyPort === true && url.port !== '') {
    throw invalidArgument(`${argument}.anyPort`, 'false or left out where origin has a port', true)
  }
  return {
    protocol: url.protocol,
    hostname,
    wildcard,
    addresses,
    port: checked.anyPort === true ? '*' : url.port,
    path: pathOf(checked.path ?? '/', url, `${argument}.path`),
    methods: new Set(checked.methods ?? ['GET', 'HEAD']),
    opensPrivate: addresses.length > 0 || (!every && (isPrivateHost(hostname) || isInternalName(hostname))),
  }
}

function range(value: unknown, argument: string): AddressRange {
  const parsed = typeof value === 'string' ? parseRange(value) : undefined
  if (parsed === undefined) throw invalidArgument(argument, "a range of addresses such as '10.0.0.0/8'", value)
  return parsed
}

function method(value: unknown, argument: string): unknown {
  if (typeof value !== 'string' || !/^[A-Z][A-Z-]*$/.test(value)) {
    throw invalidArgument(argument, "an HTTP method in capitals, such as 'POST'", value)
  }
  return value
}

function originOf(origin: string, argument: string): URL {
  const accepted = "an origin such as 'https://api.example.com' or 'https://*.example.com': scheme, host and port only"
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    throw invalidArgument(argument, accepted, origin)
  }
  const bare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!isWeb(url) || !bare || /[?#@]/.test(origin)) throw invalidArgument(argument, accepted, origin)
  return url
}

function pathOf(path: string, origin: URL, argument: string): string {
  const normal = path.startsWith('/') ? pathnameOf(path, origin) : undefined
  if (normal !== path || decoded(path) !== path) {
    throw invalidArgument(argument, "a path that starts with '/', without '..', '%', '?' or '#'", path)
  }
  return path
}

function pathnameOf(path: string, origin: URL): string | undefined {
  const url = new URL(path.replace(/^\/+/, '/'), origin)
  return url.search === '' && url.hash === '' ? url.pathname : undefined
}

/** Whether a URL is of a protocol that can be fetched. */
export function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}

/** The rule that lets a method reach a URL, if there is one: before others one that opens what is not public. */
export function ruleFor(rules: readonly Rule[], url: URL, verb: string): Rule | undefined {
  const fitting = rules.filter(
    (rule) => rule.methods.has(verb) && isOrigin(rule, url) && isBelow(rule.path, url.pathname),
  )
  const opening = fitting.filter((rule) => rule.opensPrivate)
  return opening.find((rule) => !rule.wildcard) ?? opening[0] ?? fitting[0]
}

function isOrigin(rule: Rule, url: URL): boolean {
  if (rule.protocol !== url.protocol || (rule.port !== '*' && rule.port !== url.port)) return false
  if (rule.addresses.length > 0) return rule.addresses.some((one) => isInRange(url.hostname, one))
  if (rule.hostname === '*') return true
  // A wildcard stands for one label or more, and never for an address.
  return rule.wildcard ? url.hostname.endsWith(`.${rule.hostname}`) : rule.hostname === url.hostname
}

/**
 * Whether a path is the prefix or below it, in every reading that a server may have: as it is, and with its escapes
 * decoded once or more, its doubled slashes merged and the dots that come out of that resolved.
 */
function isBelow(prefix: string, pathname: string): boolean {
  if (prefix === '/') return true
  let path = pathname
  for (let round = 0; round < 8; round += 1) {
    if (!hasPrefix(prefix, path) || !hasPrefix(prefix, resolved(path))) return false
    const next = decoded(path)
    if (next === path) return true
    path = next
  }
  return false
}

function hasPrefix(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
}

function decoded(path: string): string {
  // Byte by byte: what is no UTF-8 must not stop the decoding of the rest.
  return path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function resolved(path: string): string {
  const segments: string[] = []
  // The overlong forms of `.` and `/` are no UTF-8, but are taken for it by some.
  const plain = path.replaceAll('\u00c0\u00ae', '.').replaceAll('\u00c0\u00af', '/')
  const parts = plain.replaceAll('\\', '/').split('/')
  for (const part of parts) {
    // `..;x` is `..` to servers that know path parameters.
    const name = part.split(';')[0]!
    if (name === '..') segments.pop()
    else if (part !== '' && name !== '.') segments.push(part)
  }
  const last = parts.at(-1)!
  const folder = segments.length > 0 && (last === '' || last === '.' || last === '..')
  return `/${segments.join('/')}${folder ? '/' : ''}`
}
