/** Names as names of files, on file systems that tell no capitals apart and take 255 bytes. */
import { invalidArgument } from './errors.js'

const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'
/** The longest name that is written in hex, and the longest at all. */
const HEX_BYTES = 123
const MOST_BYTES = 150

/** `ref-` and hex; `long-` and base32 (RFC 4648, small letters, not padded) for names that would be too long so. */
export function fileNameOf(name: string): string {
  const bytes = Buffer.from(name)
  if (bytes.length <= HEX_BYTES) return `ref-${bytes.toString('hex')}`
  if (bytes.length > MOST_BYTES) throw invalidArgument('name', `at most ${MOST_BYTES} bytes`, name)
  let bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  bits = bits.padEnd(Math.ceil(bits.length / 5) * 5, '0')
  return `long-${bits.replaceAll(/.{5}/g, (five) => DIGITS[Number.parseInt(five, 2)]!)}`
}

/** The name that a file stands for; undefined for files that stand for none. */
export function nameOfFile(file: string): string | undefined {
  const hex = /^ref-((?:[0-9a-f]{2})*)$/.exec(file)?.[1]
  if (hex !== undefined) return Buffer.from(hex, 'hex').toString()
  const letters = /^long-([a-z2-7]+)$/.exec(file)?.[1]
  if (letters === undefined) return undefined
  const bits = [...letters].map((letter) => DIGITS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) => bits.slice(index * 8, index * 8 + 8))
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2))).toString()
}
