/** A session as the backend of Deep Agents. Each method answers with data, also where something failed. */
import { posix } from 'node:path'
import * as check from '../arguments.js'
import { SandboxError, isMissing } from '../errors.js'
import { failureReason, withReason } from '../failures.js'
import { isTextType, mediaTypeOf } from '../mime.js'
import { inTurn } from '../turns.js'
import { toolError } from '../tools/define.js'
import { openSession, sessionAtHand, withContents } from '../tools/source.js'
import type { SessionSource } from '../tools/source.js'
import { globMatcher } from './glob.js'
import type { Entry, Session } from '../declarations.js'
import type {
  ChangeResult,
  DownloadResponse,
  EditResult,
  ExecuteResponse,
  FileErrorCode,
  FileInfo,
  GrepResult,
  ListResult,
  RawResult,
  ReadResult,
  UploadResponse,
} from './types.js'

/** What the host may set. */
export interface BackendOptions {
  /** How the backend calls itself. Default: `mem-sandbox-` and a number. */
  id?: string
  /** The most seconds that a command may run. Above 0. Default: the session's own limit. */
  timeoutSeconds?: number
  /** Bytes of a command's output that are shown: head and tail are kept. Default 512,000. */
  outputBytes?: number
  /**
   * Whether each command begins with a fresh shell in the folder where the session's shell was when the backend was made.
   * Several agents and calls share a backend, and do not expect each other's working folder. Default true; with false the
   * shell stays from command to command.
   */
  fresh?: boolean
}

const checkOptions = check.options({
  id: (value, argument) => check.text(value, argument),
  timeoutSeconds: check.integer(1, 86_400),
  outputBytes: check.integer(1),
  fresh: check.boolean,
})

/** The sentence that Deep Agents has for files without content. */
const EMPTY = 'System reminder: File exists but has empty contents'
/** Where nothing is that a search could mean. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev', '/run']

/** A session and the folder where relative paths begin, and fresh shells. */
interface Place {
  session: Session
  folder: string
}

/** Backends whose sessions had no number yet. */
let unnamed = 0

/**
 * A sandbox backend: `createDeepAgent({ model, backend: createBackend(session) })`.
 *
 * Calls take their turns with those of the session's other tools, in the order in which they were made.
 */
export class DeepAgentsBackend {
  readonly id: string
  readonly #source: SessionSource
  /** The session, once it is there. */
  #place: Place | undefined
  #isClosed = false
  readonly #options: Required<Pick<BackendOptions, 'outputBytes' | 'fresh'>> & { timeoutMs: number | undefined }

  /** Errors: `INVALID_ARGUMENT`. */
  constructor(source: SessionSource, options: BackendOptions = {}) {
    const { id, timeoutSeconds, outputBytes, fresh } = (checkOptions(options, 'options') ?? {}) as BackendOptions
    const session = sessionAtHand(source)
    this.#source = source
    this.#place = session && { session, folder: session.cwd }
    // Deep Agents takes what has no id for a backend without commands.
    this.id =
      id ||
      `mem-sandbox-${session === undefined ? `later-${(unnamed += 1)}` : (session as unknown as { number: number }).number}`
    this.#options = {
      outputBytes: outputBytes ?? 512_000,
      fresh: fresh ?? true,
      timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000,
    }
  }

  /** The session can still be used; or be opened, if it was not yet. */
  get isRunning(): boolean {
    return !this.#isClosed && this.#place?.session.closed !== true
  }

  /** Ends the session. One that was not opened yet will not be. */
  close(): void {
    this.#isClosed = true
    this.#place?.session.close()
  }

  /** Runs a command. One that fails is a result; so is one that could not be run, with status 1. */
  async execute(command: string): Promise<ExecuteResponse> {
    const { outputBytes, fresh, timeoutMs } = this.#options
    try {
      const { session, folder } = this.#place ?? (await this.#open())
      const ran = await inTurn(session, undefined, () =>
        session.execute(command, {
          ...(fresh && { fresh: true, cwd: folder }),
          ...(timeoutMs !== undefined && { timeoutMs }),
          output: { maxBytes: outputBytes, interleaved: true },
        }),
      )
      const { text, truncated } = ran.output!.interleaved!
      const lost = ran.truncated.stdout || ran.truncated.stderr
      const reason = failureReason(ran)
      const output = reason === undefined ? text : withReason(text, `[stopped: ${reason}]`)
      return { output, exitCode: ran.exitCode, truncated: truncated || lost }
    } catch (error) {
      return { output: `${messageOf(error)}\n`, exitCode: 1, truncated: false }
    }
  }

  /** What is in a folder, by absolute paths. Nothing where there is no such folder. */
  async ls(path: string): Promise<ListResult> {
    return await this.#perform<ListResult>(`listing '${path}'`, () => ({
      files: this.#entries(path, false).map((entry) => this.#info(entry, entry.path)),
    }))
  }

  /** Lines of a text file, from `offset` (counted from 0) on, as they stand; other files whole, as bytes. */
  async read(path: string, offset = 0, limit = 500): Promise<ReadResult> {
    return await this.#perform<ReadResult>(`reading file '${path}'`, async () => {
      const mimeType = mediaTypeOf(path)
      const bytes = await this.#bytes(path)
      if (typeof bytes === 'string') return { error: bytes }
      if (!isTextType(mimeType)) return { content: bytes, mimeType }
      const first = wholeNumber(offset)
      const most = wholeNumber(limit)
      if (most === 0) return { content: '', mimeType }
      if (bytes.length === 0) return { content: EMPTY, mimeType }
      const lines = decoded(bytes).split('\n')
      const totalLines = lines.at(-1) === '' ? lines.length - 1 : lines.length
      if (first >= totalLines) return { error: `Line offset ${first} exceeds file length (${totalLines} lines)` }
      const end = Math.min(first + most, totalLines)
      return {
        // What is read to the end has the end's own newline.
        content: lines.slice(first, first + most).join('\n'),
        mimeType,
        totalLines,
        startLine: first + 1,
        endLine: end,
        ...(end < totalLines && { nextOffset: end }),
      }
    })
  }

  /** A file's whole content. There is no time of creation: it is that of the last change. */
  async readRaw(path: string): Promise<RawResult> {
    return await this.#perform<RawResult>(`reading file '${path}'`, async () => {
      const bytes = await this.#bytes(path)
      if (typeof bytes === 'string') return { error: bytes }
      const mimeType = mediaTypeOf(path)
      const modified = timeOf(this.#session.stat(this.#resolve(path)))
      const content = isTextType(mimeType) ? decoded(bytes) : bytes
      return { data: { content, mimeType, created_at: modified, modified_at: modified } }
    })
  }

  /** Writes a whole file and makes its folders: text, or base64 where the name says that it is none. */
  async write(path: string, content: string): Promise<ChangeResult> {
    return await this.#perform<ChangeResult>(`writing file '${path}'`, () => {
      let data: string | Uint8Array = content
      if (!isTextType(mediaTypeOf(path))) {
        const bytes = ofBase64(content)
        if (bytes === undefined) return { error: `Error writing file '${path}': its content must be base64` }
        data = bytes
      }
      this.#session.writeFile(this.#resolve(path), data, { createParents: true })
      return { path, filesUpdate: null }
    })
  }

  /** Replaces a text that is in the file exactly once, or each one of them. An empty one fills an empty file. */
  async edit(path: string, oldString: string, newString: string, replaceAll = false): Promise<EditResult> {
    return await this.#perform<EditResult>(`editing file '${path}'`, async () => {
      const bytes = await this.#bytes(path)
      if (typeof bytes === 'string') return { error: `Error: ${bytes}` }
      let text: string
      try {
        text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      } catch {
        return { error: `Error editing file '${path}': it is not UTF-8 text` }
      }
      if (oldString === '' && text !== '') {
        return { error: `Error: oldString must not be empty unless the file is: '${path}'` }
      }
      const parts = oldString === '' ? ['', ''] : text.split(oldString)
      const found = parts.length - 1
      if (found === 0) return { error: `Error: String not found in file '${path}': '${oldString}'` }
      if (oldString === newString) {
        return { path, filesUpdate: null, occurrences: replaceAll ? found : oldString === '' ? 0 : 1 }
      }
      if (found > 1 && !replaceAll) {
        const what = `'${oldString}' has multiple occurrences (${found}) in file '${path}'`
        return { error: `Error: ${what}. Set replaceAll, or give more of the text around the one that is meant.` }
      }
      this.#session.writeFile(this.#resolve(path), parts.join(newString))
      return { path, filesUpdate: null, occurrences: found }
    })
  }

  /** Removes a file, a link, or a folder with everything in it. */
  async delete(path: string): Promise<ChangeResult> {
    return await this.#perform<ChangeResult>(`deleting '${path}'`, () => {
      const removed = this.#session.remove(this.#resolve(path), { recursive: true, missingOk: true })
      return removed ? { path, filesUpdate: null } : { error: `Error: '${path}' not found` }
    })
  }

  /**
   * Lines that have the text in them, in files that are text by their name. `glob` is for the file's name, or for its path
   * below the searched folder where it has a `/` in it. Links are not followed.
   */
  async grep(
    pattern: string,
    path?: string | null,
    glob?: string | null,
    maxCount?: number | null,
  ): Promise<GrepResult> {
    return await this.#perform<GrepResult>(`searching '${path ?? '/'}'`, async () => {
      const root = this.#resolve(path ?? '/')
      const fits = glob ? globMatcher(glob) : () => true
      const needle = Buffer.from(pattern)
      const most = maxCount ?? Infinity
      const matches: Array<{ path: string; line: number; text: string }> = []
      for (const entry of this.#below(root)) {
        const compared = glob?.includes('/') ? posix.relative(root, entry.path) : entry.name
        if (entry.kind !== 'file' || !isTextType(mediaTypeOf(entry.path)) || !fits(compared)) continue
        // What can't be read is left out, as by grep.
        const bytes = await this.#bytes(entry.path).catch(() => '')
        if (typeof bytes === 'string' || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(needle) < 0)
          continue
        const lines = decoded(bytes).split('\n')
        if (lines.at(-1) === '') lines.pop()
        for (const [index, text] of lines.entries()) {
          if (!text.includes(pattern)) continue
          if (matches.length >= most) return { matches, truncated: true }
          matches.push({ path: entry.path, line: index + 1, text })
        }
      }
      return { matches }
    })
  }

  /** Files and folders whose paths below `path` match, by those paths. Links are not followed. */
  async glob(pattern: string, path = '/'): Promise<ListResult> {
    return await this.#perform<ListResult>(`searching '${path}'`, () => {
      const root = this.#resolve(path)
      const base = root === '/' ? '/' : `${root}/`
      const relative = pattern.startsWith(base) ? pattern.slice(base.length) : pattern.replace(/^\/+/, '')
      const fits = globMatcher(relative)
      const files = this.#below(root)
        .filter((entry) => entry.path.startsWith(base))
        .map((entry) => ({ entry, shown: entry.path.slice(base.length) }))
        .filter(({ shown }) => fits(shown))
        .map(({ entry, shown }) => ({ ...this.#info(entry, shown), path: shown }))
      return { files }
    })
  }

  async uploadFiles(files: Array<[string, Uint8Array]>): Promise<UploadResponse[]> {
    return await this.#each(files, ([path, bytes]) => {
      this.#session.writeFile(this.#resolve(path), bytes, { createParents: true })
      return { path, error: null }
    })
  }

  async downloadFiles(paths: string[]): Promise<DownloadResponse[]> {
    const names = paths.map((path) => [path] as const)
    return await this.#each(names, async ([path]) => {
      return { path, content: await this.#fetch(this.#resolve(path)), error: null }
    })
  }

  async #open(): Promise<Place> {
    if (this.#isClosed) {
      throw new SandboxError({ code: 'SESSION_CLOSED', category: 'conflict', message: 'the backend is closed' })
    }
    const session = await openSession(this.#source)
    this.#place ??= { session, folder: session.cwd }
    if (this.#isClosed) session.close()
    return this.#place
  }

  /** Inside of a call, which has opened it. */
  get #session(): Session {
    return this.#place!.session
  }

  #resolve(path: string): string {
    return posix.resolve(this.#place!.folder, path)
  }

  async #perform<Result extends object>(
    what: string,
    work: () => Result | Promise<Result>,
  ): Promise<Result | { error: string }> {
    try {
      const { session } = this.#place ?? (await this.#open())
      return await inTurn(session, undefined, work)
    } catch (error) {
      return { error: `Error ${what}: ${messageOf(error)}` }
    }
  }

  async #each<Given extends readonly [string, ...unknown[]], Answer extends UploadResponse>(
    given: readonly Given[],
    work: (one: Given) => Answer | Promise<Answer>,
  ): Promise<Answer[]> {
    const answers: Answer[] = []
    for (const one of given) {
      try {
        const { session } = this.#place ?? (await this.#open())
        answers.push(await inTurn(session, undefined, () => work(one)))
      } catch (error) {
        // `content` is left out of what an upload answers.
        const failed = { path: one[0], error: fileErrorOf(error) }
        answers.push((one.length === 1 ? { ...failed, content: null } : failed) as unknown as Answer)
      }
    }
    return answers
  }

  /** What is in a folder; nothing where there is none. */
  #entries(path: string, recursive: boolean): Entry[] {
    try {
      return this.#session.list(this.#resolve(path), { recursive })
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  /** A file itself, or everything below a folder but what is the system's own. */
  #below(root: string): Entry[] {
    try {
      const entry = this.#session.stat(root)
      if (entry.kind !== 'directory') return [{ ...entry, path: root }]
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
    const entries = this.#entries(root, true)
    if (root !== '/') return entries
    return entries.filter(({ path }) => !SYSTEM_FOLDERS.some((name) => path === name || path.startsWith(`${name}/`)))
  }

  #info(entry: Entry, path: string): FileInfo {
    let seen = entry
    if (entry.kind === 'symlink') {
      try {
        seen = this.#session.stat(entry.path)
      } catch {
        // It leads nowhere.
      }
    }
    const isFolder = seen.kind === 'directory'
    return { path: isFolder ? `${path}/` : path, is_dir: isFolder, size: seen.size, modified_at: timeOf(seen) }
  }

  /** A file's bytes, fetched where a function has them. */
  async #fetch(resolved: string): Promise<Uint8Array> {
    return await withContents(this.#session, resolved, () => this.#session.readBytes(resolved))
  }

  /** A file's bytes, or why there are none. */
  async #bytes(path: string): Promise<Uint8Array | string> {
    try {
      return await this.#fetch(this.#resolve(path))
    } catch (error) {
      if (isMissing(error)) return `File '${path}' not found`
      if (error instanceof SandboxError && error.code === 'EISDIR') return `'${path}' is a directory, not a file`
      throw error
    }
  }
}

function fileErrorOf(error: unknown): FileErrorCode {
  if (!(error instanceof SandboxError)) return 'invalid_path'
  if (error.code === 'ENOENT') return 'file_not_found'
  if (error.code === 'EISDIR') return 'is_directory'
  // There is no word for a quota: like a permission, it is nothing that another path would help.
  const refused = error.category === 'policy_denied' || error.category === 'quota_exceeded'
  return refused || error.code === 'EACCES' || error.code === 'EPERM' ? 'permission_denied' : 'invalid_path'
}

/** What is not of the session is the host's to know. */
function messageOf(error: unknown): string {
  return toolError(error, '', undefined).message
}

function timeOf({ mtimeMs }: Entry): string {
  return new Date(mtimeMs).toISOString()
}

/** Bytes as text, whatever they are. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

/** A model may give anything as a bound. */
function wholeNumber(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0
}

/** Base64, also as a `data:` URL and with white space in it. */
function ofBase64(text: string): Uint8Array | undefined {
  const [, payload = text] = /^\s*data:[^,]*,(.*)$/s.exec(text) ?? []
  const packed = payload.replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(packed) ? Buffer.from(packed, 'base64') : undefined
}
