/**
 * Text that keeps bytes: what is no UTF-8 is told by lone surrogates (U+DC80 to U+DCFF), as in Python's `surrogateescape`, so
 * that data of the command line reaches the other side as it was.
 */

import type { CommandIo } from '../declarations.js'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes as text. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    // Whatever is not UTF-8 is taken out, one byte after the other, and the rest is read by itself.
    const plain = Buffer.from(bytes).toString('latin1')
    return plain.replaceAll(SEQUENCES, (sequence) => {
      try {
        return strict.decode(Buffer.from(sequence, 'latin1'))
      } catch {
        return sequence.replaceAll(/[\u0080-\u00ff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)))
      }
    })
  }
}

/** A sequence that UTF-8 may have, or a single byte that it has not. */
const SEQUENCES =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}|[\u0080-\u00ff]/g

/** Such text as its bytes. */
export function bytesOf(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text)
  const pieces: Uint8Array[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]|[\udc80-\udcff]/g)) {
    if (found.length > 1) continue
    pieces.push(Buffer.from(text.slice(done, index)), Buffer.from([found.charCodeAt(0) - 0xdc00]))
    done = index + 1
  }
  return Buffer.concat([...pieces, Buffer.from(text.slice(done))])
}

/** The same command, whose arguments and output are such text. */
export function bytewise(io: CommandIo): CommandIo {
  const writer = (stream: CommandIo['stdout']): CommandIo['stdout'] => ({
    write: (data) => stream.write(typeof data === 'string' ? bytesOf(data) : data),
  })
  // Not copied: some of its properties are made when they are asked for.
  return Object.create(io, {
    args: { value: io.argvBytes.slice(1).map(textOf) },
    stdout: { value: writer(io.stdout) },
    stderr: { value: writer(io.stderr) },
  }) as CommandIo
}
