/** `read_file`: lines of a file, with what guards a later change of it. */
import { clipLines } from '../clip.js'
import { SandboxError } from '../errors.js'
import { nullable, object } from '../schema.js'
import type { FileLines, Session } from '../declarations.js'
import { define, refused } from './define.js'
import { withContents } from './source.js'
import type { SessionSource } from './source.js'
import type { ReadFileToolResult, Tool, ToolOptions } from './types.js'

/** Lines that one `read_file` shows at most. */
const MOST_LINES = 2_000

interface ReadFileInput {
  path: string
  start_line?: number | null
  end_line?: number | null
}

/** The tool that reads a file. */
export function readFileTool(source: SessionSource, options: ToolOptions = {}): Tool<ReadFileToolResult> {
  return define(source, options, (host) => ({
    name: 'read_file',
    description:
      'Reads a UTF-8 text file of the sandbox, whole or a range of lines, with the content_hash that guards a later ' +
      `write_file or apply_patch. At most ${MOST_LINES} lines or ${host.outputBytes} bytes come at once; next_start_line ` +
      'says where to go on.',
    parameters: object({
      path: { type: 'string', description: 'Absolute, or relative to the working directory.' },
      start_line: nullable({ type: 'integer', minimum: 1 }, 'The first line to show, from 1. null: 1.'),
      end_line: nullable({ type: 'integer', minimum: 1 }, 'The last line to show. null: to the end.'),
    }),
    readOnly: true,
    notEmpty: ['path'],
    async perform(input: ReadFileInput, { session, metadata }) {
      const startLine = input.start_line ?? 1
      const asked = input.end_line ?? Number.MAX_SAFE_INTEGER
      if (asked < startLine) {
        throw refused('end_line', `must be at least start_line (${startLine}), not ${asked}`)
      }
      const lastLine = Math.min(asked, startLine + MOST_LINES - 1)
      const read = await withContents(session, input.path, () => readWhatFits(session, input.path, startLine, lastLine))
      const shown = clipLines(read.content, host.outputBytes)
      const endLine = read.totalLines === 0 ? 0 : read.startLine + shown.lines - 1
      const more = endLine < Math.min(asked, read.totalLines)
      return {
        metadata: metadata(session.revision),
        path: read.path,
        content: shown.text,
        start_line: read.startLine,
        end_line: endLine,
        total_lines: read.totalLines,
        content_hash: read.contentHash,
        ends_with_newline: read.endsWithNewline,
        line_ending: read.lineEnding,
        truncated: more || shown.lineClipped,
        next_start_line: more ? endLine + 1 : null,
      }
    },
  }))
}

/** The lines from `startLine` on, fewer than asked for where the session refuses so much at once. */
function readWhatFits(session: Session, path: string, startLine: number, endLine: number): FileLines {
  for (let lines = endLine - startLine + 1; ; lines = Math.ceil(lines / 4)) {
    try {
      return session.readLines(path, { startLine, endLine: startLine + lines - 1 })
    } catch (error) {
      if (lines === 1 || !(error instanceof SandboxError) || error.code !== 'READ_LIMIT_EXCEEDED') throw error
    }
  }
}
