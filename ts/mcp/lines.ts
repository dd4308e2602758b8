/** Lines out of a stream of bytes, each bounded. */

const NEWLINE = 0x0a

export interface LineReader {
  /** Takes what came. */
  take(chunk: Uint8Array): void
  /** Takes what came without a newline, at the end. */
  end(): void
}

/**
 * Calls `line` for each line without its newline, and `tooLong` once for each that is longer than `most` bytes: of those,
 * no more than `most` are ever held.
 */
export function lineReader(most: number, line: (bytes: Buffer) => void, tooLong: () => void): LineReader {
  let parts: Buffer[] = []
  let held = 0
  let skipping = false

  function add(part: Buffer): void {
    if (skipping) return
    if (held + part.length > most) {
      skipping = true
      parts = []
      held = 0
      return
    }
    parts.push(part)
    held += part.length
  }
  function finish(): void {
    const [only] = parts
    const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
    const skipped = skipping
    parts = []
    held = 0
    skipping = false
    if (skipped) tooLong()
    else line(whole)
  }

  return {
    take(chunk) {
      let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
        add(rest.subarray(0, at))
        finish()
        rest = rest.subarray(at + 1)
      }
      if (rest.length > 0) add(rest)
    },
    end() {
      if (held > 0 || skipping) finish()
    },
  }
}
