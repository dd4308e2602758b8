/** `Glob`: files by patterns of their paths. */
import { posix } from 'node:path'
import { nullable, object } from '../../schema.js'
import type { Session } from '../../declarations.js'
import { define } from '../define.js'
import type { SessionSource } from '../source.js'
import type { Tool } from '../types.js'
import { absolute, fileOptions } from './paths.js'
import type { FileSetOptions, FileToolResult } from './paths.js'
import { namesIn, newestFirst, searchCommand, searched } from './search.js'
import type { Search } from './search.js'

/** Paths that are shown. */
const MOST_PATHS = 100

interface GlobInput {
  pattern: string
  path?: string | null
}

/** The tool that finds files by their names. */
export function globTool(source: SessionSource, options: FileSetOptions = {}): Tool<FileToolResult> {
  const { host } = fileOptions(options)
  return define(source, host, ({ timeoutSeconds }) => ({
    name: 'Glob',
    description:
      'Finds files by a pattern of their paths, such as **/*.ts or src/**/*.{js,jsx}. * and ? stay within a name, ** crosses ' +
      'folders; a pattern without a / matches names at any depth. The answer has absolute paths, one a line, most recently changed ' +
      `first, at most ${MOST_PATHS}. It lists files, hidden ones too, but no folders, and nothing in .git.`,
    parameters: object({
      pattern: { type: 'string', description: 'The pattern, relative to path.' },
      path: nullable({ type: 'string' }, 'The folder to look in. null: the working directory.'),
    }),
    readOnly: true,
    notEmpty: ['pattern'],
    commands: (input: GlobInput, session) => [searchCommand(searchFor(session, input), timeoutSeconds)],
    async perform(input: GlobInput, { session, signal, approvals, metadata }) {
      const search = searchFor(session, input)
      // A folder that is not there is told, not an empty answer.
      session.list(search.folder)
      const found = await searched(session, search, { signal, approvals, timeoutSeconds })
      const names = namesIn(found, search.folder)
      const shown = newestFirst(session, names, MOST_PATHS)
      const more = names.length - shown.length
      const left =
        more > 0
          ? `[${found.isCut ? 'at least ' : ''}${more} more files match: give a narrower pattern or path]`
          : undefined
      const text = shown.length === 0 ? 'No files found' : [...shown, ...(left ? [left] : [])].join('\n')
      return { text, metadata: metadata(session.revision) }
    },
  }))
}

function searchFor(session: Session, { pattern, path }: GlobInput): Search {
  const { folder, rest } = split(absolute(session, path || '.'), pattern)
  // A ! in front would leave out what matches.
  const glob = rest.startsWith('!') ? `\\${rest}` : rest
  const words = [
    '--files',
    '--null',
    '--hidden',
    '--no-ignore',
    '--sortr',
    'modified',
    '--glob',
    '!.git',
    '--glob',
    glob,
  ]
  return { folder, words }
}

/** The folder to search, and the pattern below it: an absolute pattern says itself where it is to be looked for. */
function split(folder: string, pattern: string): { folder: string; rest: string } {
  if (!pattern.startsWith('/')) return { folder, rest: pattern }
  const parts = posix.normalize(pattern).slice(1).split('/')
  const plain = parts.findIndex((part, index) => index === parts.length - 1 || /[*?[\]{}\\]/.test(part))
  return { folder: `/${parts.slice(0, plain).join('/')}`, rest: `/${parts.slice(plain).join('/')}` }
}
