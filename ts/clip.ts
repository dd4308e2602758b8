/** Cutting long texts for a model: by lines and bytes, never inside a character. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

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

/** Whether a byte goes on with a character of UTF-8. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/**
 * Head and tail of `text` with a line between them that says how many characters were left out, in at most `limit`
 * characters (UTF-16 units, never half a character).
 */
export function clipMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  let marker = middleMarker(text.length)
  // Too little room to say so: the head.
  if (marker.length + 2 > limit) return text.slice(0, wholeAt(text, Math.max(0, limit)))
  const room = limit - marker.length
  const head = wholeAt(text, Math.ceil(room / 2))
  let tail = text.length - (room - Math.ceil(room / 2))
  if (isLowSurrogate(text, tail)) tail += 1
  marker = middleMarker(tail - head)
  return text.slice(0, head) + marker + text.slice(tail)
}

function middleMarker(omitted: number): string {
  return `\n[… ${omitted} characters omitted …]\n`
}

/** The last place at or before `at` that is not inside a character. */
function wholeAt(text: string, at: number): number {
  return isLowSurrogate(text, at) ? at - 1 : at
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = at > 0 && at < text.length ? text.charCodeAt(at) : 0
  return unit >= 0xdc00 && unit <= 0xdfff
}
