/**
 * Which addresses and names are the public internet's. Everything else (this machine, private networks, clouds' metadata,
 * what is reserved) is only reached where a rule names it literally.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** Ranges of IPv4 that are not public: RFC 6890 and what came after. */
const PRIVATE_IPV4: ReadonlyArray<readonly [address: string, bits: number]> = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's host
  ['169.254.0.0', 16], // link-local, with the metadata of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, with the broadcast address
]

/** Names of this machine and of metadata services, which need no resolution to be known. */
const PRIVATE_NAMES =
  /^(?:(?:.*\.)?localhost|localhost\.localdomain|metadata|metadata\.google\.internal|metadata\.goog)$/

/** Whether a host, as `URL.hostname` spells it, is known not to be public without asking anybody. */
export function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPrivateAddress(hostname.slice(1, -1))
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  return isIPv4(name) ? isPrivateAddress(name) : PRIVATE_NAMES.test(name)
}

/**
 * Where names end that the public's name servers do not know: RFC 6761, 6762 (appendix G) and 8375, ICANN's `internal`, and what
 * networks and clusters give their own.
 */
const INTERNAL_NAMES =
  /(?:^|\.)(?:internal|intranet|private|corp|home|lan|local|localdomain|home\.arpa|test|invalid|docker|cluster|consul|svc|default)$/

/**
 * Whether a name is one of a network of its own, whatever it stands for there: also every name of one label, which is looked up in
 * the domains of whoever looks.
 */
export function isInternalName(hostname: string): boolean {
  if (hostname.startsWith('[') || isIPv4(hostname)) return false
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  return !name.includes('.') || INTERNAL_NAMES.test(name)
}

/** Whether an address is not public. What is no address at all isn't, either. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return isPrivateIpv4(numberOf(address))
  const bare = address.split('%')[0]!
  if (!isIPv6(bare)) return true
  return isPrivateIpv6(groupsOf(bare))
}

/** An address as one number. */
export function addressBits(address: string): { version: 4 | 6; value: bigint } {
  if (isIPv4(address)) return { version: 4, value: BigInt(numberOf(address)) }
  return { version: 6, value: groupsOf(address).reduce((value, group) => (value << 16n) | BigInt(group), 0n) }
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0)
}

function isPrivateIpv4(address: number): boolean {
  return PRIVATE_IPV4.some(([base, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(address / size) === Math.floor(numberOf(base) / size)
  })
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL standard's form has no dotted part, and one `::` at most.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [groups(head), groups(tail ?? '')]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function isPrivateIpv6(groups: readonly number[]): boolean {
  const [a = 0, b = 0] = groups
  const embedded = (at: number) => isPrivateIpv4(groups[at]! * 65_536 + groups[at + 1]!)
  const zeroUntil = (end: number) => groups.slice(0, end).every((group) => group === 0)
  if (zeroUntil(5) && groups[5] === 0xffff) return embedded(6) // mapped
  if (a === 0x64 && b === 0xff9b && groups.slice(2, 6).every((group) => group === 0)) return embedded(6) // NAT64
  if (a === 0x2002) return embedded(1) // 6to4
  // Only 2000::/3 is given out: the rest is unspecified, loopback, compatible, local, multicast or reserved.
  if (a >> 13 !== 1) return true
  if (a === 0x2001 && b < 0x200) return true // protocol assignments, with Teredo
  if (a === 0x2001 && b === 0xdb8) return true // documentation
  if (a === 0x3fff && b < 0x1000) return true // documentation
  // ISATAP carries an IPv4 address in the address of its interface.
  if ((groups[4]! & 0xfdff) === 0 && groups[5] === 0x5efe) return embedded(6)
  return false
}
