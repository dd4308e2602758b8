/**
 * The files that a session starts with, as the addon takes them: many small ones at a time, large ones one by one, and
 * functions apart.
 *
 * Many at a time, because handing thousands of strings to the addon one by one takes twice the time; and through one
 * buffer that is used again, because fresh memory costs more than what is written to it.
 */
import { bytes as checkBytes, text as checkText } from './arguments.js'
import { binding } from './native.js'
import type { SessionFiles } from './native.js'

/** The size of the buffer in bytes. A file that may be larger goes by itself. */
const PIECE = 256 << 10
let piece: Buffer | undefined

/** What a session's `files` may hold for a file whose bytes come when they are wanted. */
type FileFunction = () => unknown

/** A request of the addon for one file's bytes. */
export interface LoadRequest {
  readonly path: string
  answer(data: string | Uint8Array): void
  fail(): void
}

/** The arguments of the native constructor: options without files, the files, paths that functions have, who calls those. */
export type SessionArguments = [
  options?: object,
  files?: SessionFiles,
  paths?: string[],
  load?: (request: LoadRequest) => void,
]

/** Makes the native arguments of checked options. */
export function sessionArguments(checked: { files?: Record<string, unknown> } | undefined): SessionArguments {
  if (checked?.files === undefined) return checked === undefined ? [] : [checked]
  const { files, ...options } = checked
  const contents: Array<[string, string | Uint8Array]> = []
  const functions = new Map<string, FileFunction>()
  for (const [path, content] of Object.entries(files)) {
    if (typeof content === 'function') functions.set(path, content as FileFunction)
    else contents.push([path, content as string | Uint8Array])
  }
  const handed = hand(contents)
  if (functions.size === 0) return [options, handed]
  const load = (request: LoadRequest): void => void answer(request, functions.get(request.path))
  return [options, handed, [...functions.keys()], load]
}

/** Hands files over. In a piece stand for each file the lengths of its path and its content, 4 bytes little-endian each, and the two in UTF-8. */
function hand(contents: ReadonlyArray<[string, string | Uint8Array]>): SessionFiles {
  const files = new binding.SessionFiles()
  const buffer = (piece ??= Buffer.allocUnsafeSlow(PIECE))
  let end = 0
  const flush = (): void => {
    if (end > 0) files.add(buffer.subarray(0, end))
    end = 0
  }
  for (const [path, content] of contents) {
    // A UTF-16 unit has at most three bytes in UTF-8.
    const most = 8 + 3 * path.length + (typeof content === 'string' ? 3 * content.length : content.length)
    if (most > PIECE) {
      files.addFile(path, content)
      continue
    }
    if (end + most > PIECE) flush()
    const pathSize = buffer.write(path, end + 8)
    const start = end + 8 + pathSize
    let contentSize = content.length
    if (typeof content === 'string') contentSize = buffer.write(content, start)
    else buffer.set(content, start)
    buffer.writeUInt32LE(pathSize, end)
    buffer.writeUInt32LE(contentSize, end + 4)
    end = start + contentSize
  }
  flush()
  return files
}

/** Never throws: who reads the file is told that it failed. */
async function answer(request: LoadRequest, read: FileFunction | undefined): Promise<void> {
  try {
    const data = await read?.()
    request.answer(typeof data === 'string' ? (checkText(data, 'data') as string) : checkBytes(data, 'data'))
  } catch {
    request.fail()
  }
}
