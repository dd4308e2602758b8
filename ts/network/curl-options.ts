/** curl's command line: options, operands and config files, read into operations. */
import { DataError, dataOf, formParts, urlEncoded } from './curl-data.js'
import { longOption, shortOption } from './curl-table.js'
import { textOf } from './text.js'
import type { FormPart, ReadFile } from './curl-data.js'
import type { Option } from './curl-table.js'

/** A URL and where what comes from it goes. */
export interface Target {
  url?: string
  output?: string
  remoteName?: boolean
  upload?: string
}

/** What stands between two `--next`. */
export interface Operation {
  flags: Set<string>
  /** Options that are given once, the last one counting. */
  values: Map<string, string>
  targets: Target[]
  headers: string[]
  cookies: string[]
  /** What the options of data make together. */
  data: Uint8Array | undefined
  json: boolean
  form: FormPart[]
  query: string[]
}

/** A command line, read. */
export interface CommandLine {
  operations: Operation[]
  /** Flags that hold for all operations. */
  flags: Set<string>
  stderr?: string
}

/** A command line that can't be read, or a file of it. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly status = 2,
  ) {
    super(message)
  }
}

/** A failure that has a number of curl's own. */
export class CurlError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** What reading a command line needs of its process. */
export interface Surroundings {
  read: ReadFile
  warn(message: string): void
  /** The longest body. */
  maxBytes: number
  home: string | undefined
}

const GLOBAL_FLAGS = new Set(['silent', 'show-error', 'verbose', 'fail-early', 'parallel', 'version', 'help'])
const WHOLE_NUMBERS = new Set(['max-redirs', 'retry', 'retry-delay', 'retry-max-time', 'max-filesize'])
const DECIMAL_NUMBERS = new Set(['max-time', 'connect-timeout'])

function newOperation(): Operation {
  return {
    flags: new Set(),
    values: new Map(),
    targets: [],
    headers: [],
    cookies: [],
    data: undefined,
    json: false,
    form: [],
    query: [],
  }
}

/** Reads the arguments. Files that they name are read now, in their order. */
export async function readCommandLine(args: readonly string[], around: Surroundings): Promise<CommandLine> {
  const reader = new Reader(around)
  if (around.home !== undefined && args[0] !== '-q' && args[0] !== '--disable') {
    const config = await around.read(`${around.home}/.curlrc`).catch(() => undefined)
    if (config !== undefined) await reader.config(textOf(config))
  }
  await reader.all(args)
  return reader.line
}

class Reader {
  readonly line: CommandLine = { operations: [newOperation()], flags: new Set() }
  private configs = 0
  private formBytes = 0

  constructor(private readonly around: Surroundings) {}

  private get operation(): Operation {
    return this.line.operations.at(-1)!
  }

  async all(args: readonly string[]): Promise<void> {
    let operandsOnly = false
    for (let at = 0; at < args.length; at += 1) {
      const arg = args[at]!
      if (operandsOnly || !arg.startsWith('-') || arg === '-') this.target('url').url = arg
      else if (arg === '--') operandsOnly = true
      else if (arg.startsWith('--')) at += await this.long(arg, args[at + 1])
      else at += await this.letters(arg, args[at + 1])
    }
  }

  /** One option by name. Gives how many further arguments it took. */
  private async long(arg: string, next: string | undefined): Promise<0 | 1> {
    const found = longOption(arg.slice(2))
    if (typeof found === 'string') throw new UsageError(`option ${arg}: is ${found}`)
    const { option, off } = found
    if (!option.takesValue) {
      await this.apply(option, arg, off)
      return 0
    }
    if (next === undefined) throw new UsageError(`option ${arg}: requires parameter`)
    await this.apply(option, arg, false, next)
    return 1
  }

  /** Options by letter, in one argument; the rest of it is the value of the first that takes one. */
  private async letters(arg: string, next: string | undefined): Promise<0 | 1> {
    for (let at = 1; at < arg.length; at += 1) {
      const option = shortOption(arg[at]!)
      if (option === undefined) throw new UsageError(`option ${arg}: is unknown`)
      if (!option.takesValue) {
        await this.apply(option, arg, false)
        continue
      }
      const rest = arg.slice(at + 1)
      if (rest === '' && next === undefined) throw new UsageError(`option ${arg}: requires parameter`)
      await this.apply(option, arg, false, rest === '' ? next : rest)
      return rest === '' ? 1 : 0
    }
    return 0
  }

  private async apply(option: Option, shown: string, off: boolean, value?: string): Promise<void> {
    const { long, role } = option
    if (role === 'refused' && !off) {
      throw new UsageError(`option ${shown}: --${long} is not available in this sandbox`)
    }
    if (role !== 'own') return
    if (value !== undefined) await this.value(long, shown, value)
    else this.flag(long, shown, off)
  }

  private flag(long: string, shown: string, off: boolean): void {
    if (long === 'next') {
      if (this.operation.targets.some(({ url }) => url !== undefined)) this.line.operations.push(newOperation())
      return
    }
    if (long === 'remote-name') {
      this.target('output').remoteName = !off
      return
    }
    const flags = GLOBAL_FLAGS.has(long) ? this.line.flags : this.operation.flags
    if (off) flags.delete(long)
    else flags.add(long)
    if ((long === 'fail' || long === 'fail-with-body') && flags.has('fail') && flags.has('fail-with-body')) {
      const what = 'You must select either --fail or --fail-with-body, not both.'
      throw new UsageError(`${what}\ncurl: option ${shown}: is badly used here`)
    }
  }

  private async value(long: string, shown: string, value: string): Promise<void> {
    const { operation } = this
    checkNumber(long, shown, value)
    switch (long) {
      case 'url':
        this.target('url').url = value
        return
      case 'output':
        this.target('output').output = value
        return
      case 'upload-file':
        this.target('upload').upload = value
        return
      case 'data':
      case 'data-ascii':
      case 'data-binary':
      case 'data-raw':
      case 'data-urlencode':
      case 'json':
        return await this.data(long, value)
      case 'form':
      case 'form-string':
        return await this.form(value, long === 'form-string', shown)
      case 'url-query':
        operation.query.push(value.startsWith('+') ? value.slice(1) : await urlEncoded(value, this.around.read))
        return
      case 'header':
        return await this.header(value)
      case 'cookie':
        operation.cookies.push(value)
        return
      case 'config':
        return await this.readConfig(value, shown)
      case 'stderr':
        this.line.stderr = value
        return
      case 'range':
        operation.values.set(long, this.range(value))
        return
      case 'write-out':
        operation.values.set(long, await this.format(value, shown))
        return
      default:
        operation.values.set(long, value)
    }
  }

  /** The first target that still lacks this, or a new one: outputs and URLs are paired in their order. */
  private target(lacking: 'url' | 'output' | 'upload'): Target {
    const lacks = (target: Target) =>
      lacking === 'output'
        ? target.output === undefined && target.remoteName === undefined
        : target[lacking] === undefined
    const found = this.operation.targets.find(lacks)
    if (found !== undefined) return found
    const made: Target = {}
    this.operation.targets.push(made)
    return made
  }

  private async data(long: string, value: string): Promise<void> {
    const { operation } = this
    const read: ReadFile = (path) =>
      this.around.read(path).catch((error: unknown) => {
        if (error instanceof CurlError) throw error
        this.around.warn(`Couldn't read data from file "${path}", this makes an empty POST.`)
        return new Uint8Array()
      })
    const kinds: Readonly<Record<string, 'binary' | 'raw'>> = {
      'data-raw': 'raw',
      'data-binary': 'binary',
      json: 'binary',
    }
    const piece =
      long === 'data-urlencode'
        ? Buffer.from(await urlEncoded(value, read))
        : await dataOf(value, kinds[long] ?? 'text', read)
    if (long === 'json') operation.json = true
    const joint = long === 'json' ? '' : '&'
    this.bounded((operation.data?.length ?? 0) + piece.length)
    operation.data = operation.data === undefined ? piece : Buffer.concat([operation.data, Buffer.from(joint), piece])
  }

  private bounded(length: number): void {
    const { maxBytes } = this.around
    if (length > maxBytes) throw new CurlError(63, `Exceeded the maximum allowed file size (${maxBytes})`)
  }

  private async form(value: string, literal: boolean, shown: string): Promise<void> {
    const read: ReadFile = (path) =>
      this.around.read(path).catch((error: unknown) => {
        if (error instanceof CurlError) throw error
        throw new CurlError(26, 'Failed to open/read local data from file/application')
      })
    try {
      const parts = await formParts(value, literal, read)
      this.formBytes += parts
        .flatMap(({ files = [], content }) => [content, ...files.map((file) => file.content)])
        .reduce((sum, { length }) => sum + length, 0)
      this.bounded(this.formBytes)
      this.operation.form.push(...parts)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      this.around.warn(`${error.message}!`)
      throw new UsageError(`option ${shown}: is badly used here`)
    }
  }

  private async header(value: string): Promise<void> {
    if (!value.startsWith('@')) {
      this.operation.headers.push(value)
      return
    }
    const path = value.slice(1)
    const text = await this.around.read(path).catch(() => undefined)
    if (text === undefined) this.around.warn(`Failed to open ${path}!`)
    const lines = textOf(text ?? new Uint8Array()).split(/\r?\n/)
    this.operation.headers.push(...lines.filter((line) => line !== '' && !line.startsWith('#')))
  }

  private range(value: string): string {
    if (/^\d+$/.test(value)) {
      this.around.warn('A specified range MUST include at least one dash (-). Appending one for you!')
      return `${value}-`
    }
    if (/[^\d,-]/.test(value)) {
      this.around.warn(
        "Invalid character is found in given range. A specified range MUST have only digits in 'start'-'stop'. " +
          "The server's response to this request is uncertain.",
      )
    }
    return value
  }

  private async format(value: string, shown: string): Promise<string> {
    if (!value.startsWith('@')) return value
    const text = await this.around.read(value.slice(1)).catch(() => undefined)
    if (text === undefined) throw new UsageError(`option ${shown}: error encountered when reading a file`, 26)
    return textOf(text)
  }

  private async readConfig(path: string, shown: string): Promise<void> {
    const text = await this.around.read(path).catch(() => undefined)
    this.configs += 1
    if (text === undefined || this.configs > 20) {
      throw new UsageError(
        `cannot read config from '${path}'\ncurl: option ${shown}: error encountered when reading a file`,
        26,
      )
    }
    await this.config(textOf(text))
  }

  /** The lines of a config file: `name = value`, `name "value"`, `--name` and comments. */
  async config(text: string): Promise<void> {
    for (const line of text.split(/\r?\n/)) {
      const [, name = '', after = ''] = /^\s*([^\s=:]*)(.*)$/s.exec(line)!
      if (name === '' || name.startsWith('#')) continue
      const rest = after.trimStart().replace(/^[=:]/, '').trimStart()
      const quoted = /^"((?:\\.|[^"\\])*)"/.exec(rest)
      const value = quoted === null ? rest.trim().split(/\s+#/)[0]! : unquoted(quoted[1]!)
      const option = name.startsWith('-') ? name : `--${name}`
      await this.all(value === '' && quoted === null ? [option] : [option, value])
    }
  }
}

function unquoted(text: string): string {
  const named: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', v: '\v' }
  return text.replaceAll(/\\(.)/g, (_, letter: string) => named[letter] ?? letter)
}

function checkNumber(long: string, shown: string, value: string): void {
  if (!WHOLE_NUMBERS.has(long) && !DECIMAL_NUMBERS.has(long)) return
  const negative = long === 'max-redirs' ? /^-1$/ : /^$/
  const shape = DECIMAL_NUMBERS.has(long) ? /^\d+(\.\d*)?$|^\.\d+$/ : /^\d+$/
  if (shape.test(value) || negative.test(value)) return
  const what = /^-\d/.test(value) ? 'positive' : 'proper'
  throw new UsageError(`option ${shown}: expected a ${what} numerical parameter`)
}
