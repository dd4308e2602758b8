/** The beginning and the end of a stream of bytes, in bounded memory, never cut inside a character. */
import { isContinuation } from '../../clip.js'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Keeps at most `limit` bytes of what it is given: the first half and the last. */
export class HeadTail {
  readonly #head: Uint8Array
  readonly #tail: Uint8Array
  #total = 0

  /** @param limit in bytes, at least 0 */
  constructor(limit: number) {
    this.#head = new Uint8Array(Math.ceil(limit / 2))
    this.#tail = new Uint8Array(limit - this.#head.length)
  }

  /** How many bytes there were. */
  get total(): number {
    return this.#total
  }

  push(chunk: Uint8Array): void {
    const headRoom = Math.max(0, this.#head.length - this.#total)
    const toHead = chunk.subarray(0, headRoom)
    this.#head.set(toHead, this.#total < this.#head.length ? this.#total : 0)
    this.#total += toHead.length
    // Of a chunk longer than the ring only the end stays.
    const rest = chunk.subarray(toHead.length)
    const skipped = Math.max(0, rest.length - this.#tail.length)
    let at = this.#total + skipped - this.#head.length
    this.#total += rest.length
    for (let from = skipped; from < rest.length;) {
      const place = at % this.#tail.length
      const piece = rest.subarray(from, from + this.#tail.length - place)
      this.#tail.set(piece, place)
      from += piece.length
      at += piece.length
    }
  }

  /** All of it where it fits; otherwise head and tail, with a line between them that says how many bytes are missing. */
  text(): string {
    const limit = this.#head.length + this.#tail.length
    if (this.#total <= limit) {
      const tailLength = Math.max(0, this.#total - this.#head.length)
      const headLength = this.#total - tailLength
      return decoder.decode(Buffer.concat([this.#head.subarray(0, headLength), this.#tail.subarray(0, tailLength)]))
    }
    const start = this.#tail.length === 0 ? 0 : (this.#total - this.#head.length) % this.#tail.length
    const tail = Buffer.concat([this.#tail.subarray(start), this.#tail.subarray(0, start)])
    const headEnd = endOfWhole(this.#head)
    const tailStart = startOfWhole(tail)
    const omitted = this.#total - headEnd - (tail.length - tailStart)
    const marker = `\n[… ${omitted} bytes omitted; send the output to a file and read it in parts …]\n`
    return decoder.decode(this.#head.subarray(0, headEnd)) + marker + decoder.decode(tail.subarray(tailStart))
  }
}

/** Where the last character that `bytes` holds whole ends. What is not UTF-8 stays as it is. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= 4 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!
    if (isContinuation(byte)) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Where the first character begins whose beginning `bytes` holds. */
function startOfWhole(bytes: Uint8Array): number {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start += 1
  return isContinuation(bytes[start]) ? 0 : start
}
