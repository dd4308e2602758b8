/**
 * The files that a session starts with, as the addon takes them: contents in one buffer, and functions apart.
 *
 * One buffer, because handing thousands of strings to the addon one by one takes twice the time.
 */
import { bytes as checkBytes, text as checkText } from './arguments.js'

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
  files?: Uint8Array,
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
  if (functions.size === 0) return [options, pack(contents)]
  const load = (request: LoadRequest): void => void answer(request, functions.get(request.path))
  return [options, pack(contents), [...functions.keys()], load]
}

/** For each file: the lengths of its path and its content, 4 and 8 bytes little-endian, and the two in UTF-8. */
function pack(files: ReadonlyArray<[string, string | Uint8Array]>): Uint8Array {
  const sizes = files.map(([path, content]) => [
    Buffer.byteLength(path),
    typeof content === 'string' ? Buffer.byteLength(content) : content.length,
  ])
  const packed = Buffer.allocUnsafeSlow(sizes.reduce((sum, [path, content]) => sum + 12 + path! + content!, 0))
  let at = 0
  for (const [index, [path, content]] of files.entries()) {
    const [pathSize, contentSize] = sizes[index] as [number, number]
    at = packed.writeUInt32LE(pathSize, at)
    at = packed.writeUInt32LE(contentSize % 2 ** 32, at)
    at = packed.writeUInt32LE(Math.floor(contentSize / 2 ** 32), at)
    at += packed.write(path, at)
    if (typeof content === 'string') packed.write(content, at)
    else packed.set(content, at)
    at += contentSize
  }
  return packed
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
