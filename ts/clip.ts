/** Cutting long texts for a model: by bytes, never inside a character, and never without saying so. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Room for the line that says how much was left out. Below twice this a cut text is its head alone. */
const MARKER_BYTES = 64

/**
 * Bytes as text, at most `limit` of them: the head and the tail, with a line between them that says what is missing.
 */
export function clip(bytes: Uint8Array, limit: number): { text: string; clipped: boolean } {
  if (bytes.length <= limit) return { text: decoder.decode(bytes), clipped: false }
  if (limit < 2 * MARKER_BYTES) {
    return { text: decoder.decode(bytes.subarray(0, backToBoundary(bytes, limit))), clipped: true }
  }
  const room = limit - MARKER_BYTES
  const headEnd = backToBoundary(bytes, Math.ceil(room / 2))
  const tailStart = forwardToBoundary(bytes, bytes.length - Math.floor(room / 2))
  const head = decoder.decode(bytes.subarray(0, headEnd))
  const tail = decoder.decode(bytes.subarray(tailStart))
  return { text: `${head}\n[... ${tailStart - headEnd} of ${bytes.length} bytes left out ...]\n${tail}`, clipped: true }
}

/**
 * As many whole lines of `content` as `limit` bytes hold; of a first line that is longer than that, its beginning.
 */
export function clipLines(content: string, limit: number): { text: string; lines: number; lineClipped: boolean } {
  const bytes = Buffer.from(content)
  if (bytes.length <= limit) return { text: content, lines: countLines(content), lineClipped: false }
  // A line fits if its last byte does; its newline is not shown.
  const lastNewline = bytes.lastIndexOf(0x0a, limit)
  if (lastNewline === -1) {
    return { text: decoder.decode(bytes.subarray(0, backToBoundary(bytes, limit))), lines: 1, lineClipped: true }
  }
  const text = decoder.decode(bytes.subarray(0, lastNewline))
  return { text, lines: countLines(text), lineClipped: false }
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** The last place at or before `at` where a character begins. Looks back at most 3 bytes: longer runs are not UTF-8. */
function backToBoundary(bytes: Uint8Array, at: number): number {
  for (let back = 0; back <= 3 && at - back >= 0; back += 1) if (!isContinuation(bytes[at - back])) return at - back
  return at
}

function forwardToBoundary(bytes: Uint8Array, at: number): number {
  for (let forward = 0; forward <= 3; forward += 1) if (!isContinuation(bytes[at + forward])) return at + forward
  return at
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
