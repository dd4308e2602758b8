/** `Grep`: lines of files that match a regular expression. */
import { posix } from 'node:path'
import { clipLines } from '../../clip.js'
import { nullable, object } from '../../schema.js'
import type { Session } from '../../declarations.js'
import { define } from '../define.js'
import type { SessionSource } from '../source.js'
import type { Tool } from '../types.js'
import { absolute, fileOptions } from './paths.js'
import type { FileSetOptions, FileToolResult } from './paths.js'
import { namesIn, newestFirst, searchCommand, searched } from './search.js'
import type { Found, Search } from './search.js'

/** Lines of an answer when the model does not say. */
const HEAD_LIMIT = 250
/** Characters of a line that are shown. */
const COLUMNS = 500

interface GrepInput {
  pattern: string
  path?: string | null
  glob?: string | null
  type?: string | null
  output_mode?: 'content' | 'files_with_matches' | 'count' | null
  '-A'?: number | null
  '-B'?: number | null
  '-C'?: number | null
  '-n'?: boolean | null
  '-i'?: boolean | null
  '-o'?: boolean | null
  head_limit?: number | null
  multiline?: boolean | null
}

const lines = { type: 'integer', minimum: 0 } as const

/** The tool that searches in files. */
export function grepTool(source: SessionSource, options: FileSetOptions = {}): Tool<FileToolResult> {
  const { host } = fileOptions(options)
  return define(source, host, ({ timeoutSeconds, outputBytes }) => ({
    name: 'Grep',
    description:
      "Searches the contents of files for a regular expression, in ripgrep's syntax: interface\\{\\} finds interface{}. " +
      'output_mode files_with_matches gives the paths of the files, most recently changed first; content gives the matching lines as ' +
      'path:line number:text; count gives how many lines match in each file, as path:number. Hidden files and files that a ' +
      '.gitignore names are searched; binary files and .git are not.',
    parameters: object({
      pattern: { type: 'string', description: 'The regular expression.' },
      path: nullable({ type: 'string' }, 'The folder or file to search. null: the working directory.'),
      glob: nullable({ type: 'string' }, 'Only files whose paths below path match, such as *.ts or src/**/*.{js,jsx}.'),
      type: nullable({ type: 'string' }, 'Only files of this kind, such as js, py, rust, md.'),
      output_mode: nullable(
        { type: 'string', enum: ['content', 'files_with_matches', 'count'] },
        'What to give. null: files_with_matches.',
      ),
      '-A': nullable(lines, 'With content: how many lines to show after each match. null: 0.'),
      '-B': nullable(lines, 'With content: how many lines to show before each match. null: 0.'),
      '-C': nullable(lines, 'With content: how many lines to show before and after each match. null: 0.'),
      '-n': nullable({ type: 'boolean' }, 'With content: whether to show line numbers. null: true.'),
      '-i': nullable({ type: 'boolean' }, 'Whether upper and lower case are the same. null: false.'),
      '-o': nullable({ type: 'boolean' }, 'With content: whether to show only what matches of a line. null: false.'),
      head_limit: nullable(lines, `How many lines of the answer to show; 0 is as many as fit. null: ${HEAD_LIMIT}.`),
      multiline: nullable({ type: 'boolean' }, 'Whether a match may span lines and . is a newline, too. null: false.'),
    }),
    readOnly: true,
    notEmpty: ['pattern'],
    commands: (input: GrepInput, session) => [searchCommand(searchFor(session, input), timeoutSeconds)],
    async perform(input: GrepInput, { session, signal, approvals, metadata }) {
      const search = searchFor(session, input)
      // What is not there is told, not an empty answer.
      session.stat(absolute(session, input.path || '.'))
      const found = await searched(session, search, { signal, approvals, timeoutSeconds })
      const limit = (input.head_limit ?? HEAD_LIMIT) || Infinity
      const text = texts[input.output_mode ?? 'files_with_matches']({ found, session, search, limit, outputBytes })
      return { text, metadata: metadata(session.revision) }
    },
  }))
}

function searchFor(session: Session, input: GrepInput): Search {
  const target = absolute(session, input.path || '.')
  const mode = input.output_mode ?? 'files_with_matches'
  const words = ['--hidden', '--no-ignore', '--color', 'never', '--with-filename', '--null', '--glob', '!.git']
  if (input.glob) words.push('--glob', input.glob)
  if (input.type) words.push('--type', input.type)
  if (input['-i']) words.push('--ignore-case')
  if (input.multiline) words.push('--multiline', '--multiline-dotall')
  if (mode === 'files_with_matches') words.push('--files-with-matches', '--sortr', 'modified')
  if (mode === 'count') words.push('--count', '--sort', 'path')
  if (mode === 'content') {
    words.push('--no-heading', '--sort', 'path', '--max-columns', String(COLUMNS), '--max-columns-preview')
    words.push(input['-n'] === false ? '--no-line-number' : '--line-number')
    if (input['-o']) words.push('--only-matching')
    const around = { '-A': input['-A'] ?? input['-C'], '-B': input['-B'] ?? input['-C'] }
    for (const [flag, count] of Object.entries(around)) if (count) words.push(flag, String(count))
  }
  const [folder, below] = isFolder(session, target)
    ? [target, '.']
    : [posix.dirname(target), `./${posix.basename(target)}`]
  words.push('--regexp', input.pattern, '--', below)
  return { folder, words }
}

/** Patterns of files are relative to the searched folder. */
function isFolder(session: Session, path: string): boolean {
  try {
    return session.stat(path).kind === 'directory'
  } catch {
    return false
  }
}

interface Answering {
  found: Found
  session: Session
  search: Search
  limit: number
  outputBytes: number
}

const texts: Record<NonNullable<GrepInput['output_mode']>, (answering: Answering) => string> = {
  files_with_matches({ found, session, search, limit, outputBytes }) {
    const names = namesIn(found, search.folder)
    if (names.length === 0) return 'No files found'
    const shown = newestFirst(session, names, limit)
    const count = `Found ${found.isCut ? 'at least ' : ''}${names.length} ${names.length === 1 ? 'file' : 'files'}`
    return headOf([count, ...shown], names.length - shown.length, found, outputBytes)
  },

  content({ found, search, limit, outputBytes }) {
    const printed = linesOf(found).map((line) => withPath(line, search.folder))
    if (printed.length === 0) return 'No matches found'
    const shown = printed.slice(0, limit)
    return headOf(shown, printed.length - shown.length, found, outputBytes)
  },

  count({ found, search, limit, outputBytes }) {
    const counts = [...found.stdout.matchAll(/([^\0]*)\0(\d+)\n/g)].map(([, path = '', count]) => ({
      path: posix.resolve(search.folder, path),
      count: Number(count),
    }))
    if (counts.length === 0) return 'No matches found'
    const shown = counts.slice(0, limit).map(({ path, count }) => `${path}:${count}`)
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    const all = `${found.isCut ? 'at least ' : ''}${total} matching ${total === 1 ? 'line' : 'lines'} in ${counts.length} ${counts.length === 1 ? 'file' : 'files'}`
    return headOf([`Found ${all}`, ...shown], counts.length - shown.length, found, outputBytes)
  },
}

/** Whole lines only. */
function linesOf({ stdout }: Found): string[] {
  return stdout.split('\n').slice(0, -1)
}

/** A line as it was printed, with NUL behind the name, as grep has it: `path:12:text`, and `path-12-text` around a match. */
function withPath(line: string, folder: string): string {
  const end = line.indexOf('\0')
  // Between two groups of lines there is none.
  if (end === -1) return line
  const rest = line.slice(end + 1)
  const mark = /^\d+-/.test(rest) ? '-' : ':'
  return `${posix.resolve(folder, line.slice(0, end))}${mark}${rest}`
}

/** As many lines as may be shown, and what was left out. */
function headOf(shown: string[], left: number, { isCut }: Found, outputBytes: number): string {
  const { text, lines: fitting } = clipLines(shown.join('\n'), outputBytes)
  const more = left + shown.length - fitting
  if (more === 0 && !isCut) return text
  const advice = 'narrow the search with path, glob or type, or give a larger head_limit'
  return `${text}\n[${isCut ? 'at least ' : ''}${more} more lines: ${advice}]`
}
