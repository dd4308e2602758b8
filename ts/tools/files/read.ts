/** `Read`: numbered lines of a file. */
import { nullable, object } from '../../schema.js'
import { define } from '../define.js'
import { withContents } from '../source.js'
import type { SessionSource } from '../source.js'
import type { Tool } from '../types.js'
import { fileOptions, filePath } from './paths.js'
import type { FileSetOptions, FileToolResult } from './paths.js'
import { noteSeen } from './seen.js'

interface ReadInput {
  file_path: string
  offset?: number | null
  limit?: number | null
}

/** The tool that shows a file. */
export function readTool(source: SessionSource, options: FileSetOptions = {}): Tool<FileToolResult> {
  const { readFirst, host } = fileOptions(options)
  return define(source, host, ({ outputBytes }) => ({
    name: 'Read',
    description:
      'Reads a UTF-8 text file of the sandbox. Each line is shown as its number, a tab and its text; number and tab are not part of ' +
      `the file. At most 2000 lines or ${outputBytes} bytes come at once, and the last line of the answer then says with ` +
      'which offset to read on. Lines of more than 2000 characters are cut, which is said, too.',
    parameters: object({
      file_path: filePath,
      offset: nullable({ type: 'integer', minimum: 0 }, 'The number of the first line to show, from 1. null: 1.'),
      limit: nullable({ type: 'integer', minimum: 1 }, 'How many lines to show. null: 2000.'),
    }),
    readOnly: true,
    notEmpty: ['file_path'],
    async perform({ file_path, offset, limit }: ReadInput, { session, metadata }) {
      const asked = {
        tool: 'Read' as const,
        file_path,
        // 0 is meant for the beginning.
        ...(offset && { offset }),
        ...(limit && { limit }),
      }
      const text = await withContents(session, file_path, () => session.fileTool(asked, { maxBytes: outputBytes }))
      if (readFirst) noteSeen(session, file_path)
      return { text, metadata: metadata(session.revision) }
    },
  }))
}
