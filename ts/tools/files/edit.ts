/** `Edit`: a text of a file replaced by another. */
import { nullable, object } from '../../schema.js'
import { define } from '../define.js'
import { withContents } from '../source.js'
import type { SessionSource } from '../source.js'
import type { Tool } from '../types.js'
import { fileOptions, filePath } from './paths.js'
import type { FileSetOptions, FileToolResult } from './paths.js'
import { noteSeen, requireSeen } from './seen.js'

interface EditInput {
  file_path: string
  old_string: string
  new_string: string
  replace_all?: boolean | null
}

/** The tool that replaces text in a file. */
export function editTool(source: SessionSource, options: FileSetOptions = {}): Tool<FileToolResult> {
  const { readFirst, host } = fileOptions(options)
  return define(source, host, () => ({
    name: 'Edit',
    description:
      'Replaces text in a file of the sandbox. old_string must be in the file exactly once, unless replace_all is true. It must be ' +
      'exactly as in the file, indentation included, without the line numbers and tabs that Read puts in front. ' +
      (readFirst ? 'The file must have been read with Read before. ' : '') +
      'A refused edit changes nothing and says what is in the file instead.',
    parameters: object({
      file_path: filePath,
      old_string: {
        type: 'string',
        description:
          'The text to replace, with as many lines around it as make it unique in the file. Empty: new_string is a new file.',
      },
      new_string: { type: 'string', description: 'What stands there afterwards; empty to take the text out.' },
      replace_all: nullable({ type: 'boolean' }, 'Whether to replace each occurrence. null: false.'),
    }),
    notEmpty: ['file_path'],
    async perform({ file_path, old_string, new_string, replace_all }: EditInput, { session, metadata }) {
      const asked = { tool: 'Edit' as const, file_path, old_string, new_string, replace_all: replace_all ?? false }
      const text = await withContents(session, file_path, () => {
        if (readFirst) requireSeen(session, file_path)
        return session.fileTool(asked)
      })
      if (readFirst) noteSeen(session, file_path)
      return { text, metadata: metadata(session.revision) }
    },
  }))
}
