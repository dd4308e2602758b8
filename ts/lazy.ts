/** Files that functions have: their paths and one function for all of them, as the addon takes them. */
import { bytes as checkBytes, text as checkText } from './arguments.js'

/** What a session's `files` may hold for a file whose bytes come when they are wanted. */
type FileFunction = () => unknown

/** A request of the addon for one file's bytes. */
export interface LoadRequest {
  readonly path: string
  answer(data: string | Uint8Array): void
  fail(): void
}

/** The arguments of the native constructor: its options without functions, the paths of those, and who calls them. */
export type SessionArguments = [options?: object, paths?: string[], load?: (request: LoadRequest) => void]

/** Takes the functions out of checked options. */
export function takeFunctions(options: { files?: Record<string, unknown> } | undefined): SessionArguments {
  const entries = Object.entries(options?.files ?? {})
  const functions = new Map(entries.filter((entry): entry is [string, FileFunction] => typeof entry[1] === 'function'))
  if (functions.size === 0) return options === undefined ? [] : [options]
  const files = Object.fromEntries(entries.filter(([path]) => !functions.has(path)))
  const load = (request: LoadRequest): void => void answer(request, functions.get(request.path))
  return [{ ...options, files }, [...functions.keys()], load]
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
