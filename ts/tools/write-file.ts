/** `write_file`: a whole file, under a condition. */
import { SandboxError } from '../errors.js'
import { nullable, object } from '../schema.js'
import { contentHashOrNull, define, refused } from './define.js'
import { withContents } from './source.js'
import type { SessionSource } from './source.js'
import type { Tool, ToolOptions, WriteFileToolResult } from './types.js'

interface WriteFileInput {
  path: string
  content: string
  write_condition: 'any_current_state' | 'path_must_not_exist' | 'content_hash_must_equal'
  expected_hash?: string | null
  create_parents?: boolean | null
}

/** What is missing where a file is made is its folder, which the model may not think of. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof SandboxError) || error.code !== 'ENOENT') return error
  const message = `${error.message}: its folder is not there; set create_parents to true to make it`
  const { code, category, path, syscall } = error
  return new SandboxError({ code, category, message, ...(path && { path }), ...(syscall && { syscall }) })
}

/** The tool that writes a file. */
export function writeFileTool(source: SessionSource, options: ToolOptions = {}): Tool<WriteFileToolResult> {
  return define(source, options, () => ({
    name: 'write_file',
    description:
      'Writes a whole UTF-8 text file of the sandbox under an explicit condition: any_current_state replaces whatever ' +
      'is there, path_must_not_exist only creates, content_hash_must_equal replaces only the content that has ' +
      'expected_hash. For a small change to a file use apply_patch.',
    parameters: object({
      path: { type: 'string', description: 'Absolute, or relative to the working directory.' },
      content: { type: 'string', description: 'The complete new content. End it with a newline.' },
      write_condition: {
        type: 'string',
        enum: ['any_current_state', 'path_must_not_exist', 'content_hash_must_equal'],
        description: 'What must hold for the write to happen.',
      },
      expected_hash: contentHashOrNull('Required with content_hash_must_equal, null otherwise.'),
      create_parents: nullable({ type: 'boolean' }, 'Whether to make missing parent folders. null: false.'),
    }),
    notEmpty: ['path'],
    async perform(input: WriteFileInput, { session, metadata }) {
      const guarded = input.write_condition === 'content_hash_must_equal'
      const expected = input.expected_hash ?? undefined
      if (guarded && expected === undefined) {
        throw refused('expected_hash', 'is required with write_condition content_hash_must_equal')
      }
      if (!guarded && expected !== undefined) {
        throw refused('expected_hash', `must be null with write_condition ${input.write_condition}`)
      }
      const conditions = {
        ...(expected !== undefined && { ifHash: expected }),
        ifAbsent: input.write_condition === 'path_must_not_exist',
        createParents: input.create_parents ?? false,
      }
      const written = await withContents(session, input.path, () => {
        try {
          return session.writeFile(input.path, input.content, conditions)
        } catch (error) {
          throw conditions.createParents ? error : withAdvice(error)
        }
      })
      return {
        metadata: metadata(session.revision),
        path: written.path,
        created: written.created,
        changed: written.changed,
        previous_hash: written.previousHash,
        current_hash: written.currentHash,
      }
    },
  }))
}
