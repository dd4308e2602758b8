/** The short form of network settings: what may be reached, checked and in one spelling. */
import * as check from '../arguments.js'
import { invalidArgument } from '../errors.js'
import { normalAddress, parseRange, showRange } from '../network/ranges.js'
import type { NetworkRule } from '../declarations.js'
import type { AllowList, NetworkSetting, NormalNetwork } from './types.js'

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const ACCEPTED =
  "a host name such as 'api.example.com', '*.example.com', an address, or a range of addresses such as '192.0.2.0/24'; no scheme, port or path"

/**
 * Names the hosts that may be reached, on any port; nothing else can be.
 *
 * An entry with `/` is a range of addresses, in which bits behind the prefix are ignored; an address is itself; `*.` and a
 * domain of two labels or more stands for all names below it, and not for the domain; anything else is one host name.
 * Errors: `INVALID_ARGUMENT`.
 */
export function allow(hosts: readonly string[]): AllowList {
  return { allow: normalHosts(hosts, 'hosts') }
}

/** Hosts in their one spelling, sorted, each once. */
function normalHosts(hosts: unknown, argument: string): string[] {
  const checked = check.list(normalHost, 'an array of hosts')(hosts, argument) as string[]
  return [...new Set(checked)].toSorted()
}

/** A host in its one spelling. */
export const normalHost = (value: unknown, argument: string): string => {
  const given = check.text(value, argument) as string
  const refused = () => invalidArgument(argument, ACCEPTED, given)
  if (given.includes('/')) {
    const range = parseRange(given)
    if (range === undefined) throw refused()
    return showRange(range)
  }
  const address = normalAddress(given)
  if (address !== undefined) return address
  const wildcard = given.startsWith('*.')
  const name = given.slice(wildcard ? 2 : 0).toLowerCase()
  const labels = name.split('.')
  // What ends in a number is an IPv4 address to the URL standard, whatever it looks like.
  const isName =
    name.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!)
  if (!isName || (wildcard && labels.length < 2)) throw refused()
  return wildcard ? `*.${name}` : name
}

/** A host that a secret may be sent to: one, or the names below a domain. */
export const secretHost = (value: unknown, argument: string): string => {
  const host = normalHost(value, argument)
  if (host.includes('/')) throw invalidArgument(argument, 'a host name, *. and a domain, or an address', value)
  return host
}

/**
 * A setting in its one form.
 *
 * @param secretHosts the hosts of the secrets, which may be reached too
 * @param needsHosts what else will have to be reached, such as a registry of packages
 */
export function normalNetwork(
  setting: NetworkSetting | undefined,
  secretHosts: readonly string[],
  needsHosts: boolean,
  argument: string,
): NormalNetwork {
  const none: NormalNetwork = { mode: 'none', hosts: [] }
  const needed = secretHosts.length > 0 || needsHosts
  if (setting === 'none' || setting === false) {
    if (needed) {
      const what = secretHosts.length > 0 ? 'secrets' : 'packages'
      throw invalidArgument(argument, `'public', allow([...]) or left out where there are ${what}`, setting)
    }
    return none
  }
  if (setting === 'public' || setting === true) return { mode: 'public', hosts: [] }
  const list = setting === undefined ? [] : hostsOf(setting, argument)
  const hosts = [...new Set([...list, ...secretHosts])].toSorted()
  return hosts.length === 0 && !needsHosts ? none : { mode: 'allow', hosts }
}

function hostsOf(setting: unknown, argument: string): string[] {
  const accepted = "'none', 'public', true, false or allow([...])"
  if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) {
    throw invalidArgument(argument, accepted, setting)
  }
  const { allow: hosts } = check.options({ allow: (value) => value })(setting, argument) as { allow?: unknown }
  if (hosts === undefined) throw invalidArgument(argument, accepted, setting)
  return normalHosts(hosts, `${argument}.allow`)
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const SCHEMES = ['https', 'http']

/** A host as it stands in an origin. */
export function originHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** The rules of a session's `network` that let out what a setting means: both schemes, any port and method. */
export function networkRules({ mode, hosts }: NormalNetwork): NetworkRule[] {
  const common = { methods: METHODS, anyPort: true }
  if (mode === 'none') return []
  if (mode === 'public') return SCHEMES.map((scheme) => ({ origin: `${scheme}://*`, ...common }))
  const ranges = hosts.filter((host) => host.includes('/'))
  const others = hosts.filter((host) => !host.includes('/'))
  return SCHEMES.flatMap((scheme) => [
    ...others.map((host) => ({ origin: `${scheme}://${originHost(host)}`, ...common })),
    ...(ranges.length === 0 ? [] : [{ origin: `${scheme}://*`, addresses: ranges, ...common }]),
  ])
}
