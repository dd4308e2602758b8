/** Addresses and ranges of them (CIDR) in one spelling. */
import { isIPv4, isIPv6 } from 'node:net'
import { addressBits } from './addresses.js'

/** A range: the addresses whose first `bits` bits are those of `address`. */
export interface AddressRange {
  readonly version: 4 | 6
  readonly bits: number
  /** The address as one number, the bits behind the prefix zero. */
  readonly value: bigint
}

/** An address in the spelling of the URL standard, without brackets; undefined for what is none. */
export function normalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  if (!isIPv6(text) || text.includes('%')) return undefined
  return new URL(`http://[${text}]/`).hostname.slice(1, -1)
}

/** `10.0.0.0/8`, `2001:db8::/32`. Bits behind the prefix are cleared. Undefined for what is no range. */
export function parseRange(text: string): AddressRange | undefined {
  const [, address = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const normal = normalAddress(address)
  if (normal === undefined) return undefined
  const { version, value } = addressBits(normal)
  const width = version === 4 ? 32 : 128
  const bits = Number(digits)
  if (bits > width) return undefined
  const rest = BigInt(width - bits)
  return { version, bits, value: (value >> rest) << rest }
}

/** A range in its one spelling; one of a single address is that address. */
export function showRange({ version, bits, value }: AddressRange): string {
  if (version === 4) {
    const parts = [24n, 16n, 8n, 0n].map((shift) => Number((value >> shift) & 0xffn))
    return bits === 32 ? parts.join('.') : `${parts.join('.')}/${bits}`
  }
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn))
  const address = normalAddress(groups.map((group) => group.toString(16)).join(':'))!
  return bits === 128 ? address : `${address}/${bits}`
}

/** Whether an address, as `URL.hostname` spells it, is in a range. An IPv4 address is in no range of IPv6, and the other way round. */
export function isInRange(hostname: string, range: AddressRange): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (normalAddress(bare) === undefined) return false
  const { version, value } = addressBits(bare)
  if (version !== range.version) return false
  const rest = BigInt((version === 4 ? 32 : 128) - range.bits)
  return value >> rest === range.value >> rest
}
