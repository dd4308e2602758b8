/** `Write`: a whole file. */
import { object } from '../../schema.js'
import { define } from '../define.js'
import { withContents } from '../source.js'
import type { SessionSource } from '../source.js'
import type { Tool } from '../types.js'
import { fileOptions, filePath } from './paths.js'
import type { FileSetOptions, FileToolResult } from './paths.js'
import { noteSeen, requireSeen } from './seen.js'

interface WriteInput {
  file_path: string
  content: string
}

/** The tool that writes a file. */
export function writeTool(source: SessionSource, options: FileSetOptions = {}): Tool<FileToolResult> {
  const { readFirst, host } = fileOptions(options)
  return define(source, host, () => ({
    name: 'Write',
    description:
      'Writes a whole text file of the sandbox and makes the folders that it needs. What the file held before is gone. ' +
      (readFirst ? 'A file that is there must have been read with Read before. ' : '') +
      'To change a part of a file use Edit.',
    parameters: object({
      file_path: filePath,
      content: { type: 'string', description: 'The complete new content. End it with a newline.' },
    }),
    notEmpty: ['file_path'],
    async perform({ file_path, content }: WriteInput, { session, metadata }) {
      const text = await withContents(session, file_path, () => {
        if (readFirst) requireSeen(session, file_path)
        return session.fileTool({ tool: 'Write', file_path, content })
      })
      if (readFirst) noteSeen(session, file_path)
      return { text, metadata: metadata(session.revision) }
    },
  }))
}
