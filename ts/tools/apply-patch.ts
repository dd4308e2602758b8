/** `apply_patch`: changes of any number of files, all or nothing. */
import { posix } from 'node:path'
import { nullable, object } from '../schema.js'
import { HASH_PATTERN, define, refused } from './define.js'
import { withContents } from './source.js'
import type { SessionSource } from './source.js'
import type { ApplyPatchToolResult, Tool, ToolOptions } from './types.js'

interface ApplyPatchInput {
  patch: string
  expected_hashes?: Array<{ path: string; content_hash: string }> | null
}

/** The tool that applies a patch. */
export function applyPatchTool(source: SessionSource, options: ToolOptions = {}): Tool<ApplyPatchToolResult> {
  return define(source, options, () => ({
    name: 'apply_patch',
    description:
      'Applies one patch to files of the sandbox: all of it or, on any mismatch, nothing. The patch is either a ' +
      'unified diff (--- a/file, +++ b/file, @@ hunks; /dev/null creates or deletes) or the *** Begin Patch … ' +
      '*** End Patch form with *** Update File:, *** Add File:, *** Delete File: and *** Move to: sections. ' +
      'Context lines must match the file, so read it first.',
    parameters: object({
      patch: { type: 'string', description: 'The patch text, without code fences.' },
      expected_hashes: nullable(
        {
          type: 'array',
          items: object({
            path: { type: 'string', description: 'A file that the patch changes.' },
            content_hash: {
              type: 'string',
              pattern: HASH_PATTERN,
              description: 'The content_hash that read_file gave for it.',
            },
          }),
        },
        'Guards: the patch is refused where a file has another hash by now. null: no guards.',
      ),
    }),
    notEmpty: ['patch'],
    async perform(input: ApplyPatchInput, { session, metadata }) {
      const expectedHashes: Array<[string, string]> = []
      const seen = new Map<string, number>()
      for (const [index, { path, content_hash }] of (input.expected_hashes ?? []).entries()) {
        const resolved = posix.resolve(session.cwd, path)
        const earlier = seen.get(resolved)
        if (earlier !== undefined) {
          throw refused(`expected_hashes[${index}].path`, `names the same file as expected_hashes[${earlier}].path`)
        }
        seen.set(resolved, index)
        expectedHashes.push([path, content_hash])
      }
      const guards = expectedHashes.length > 0 ? { expectedHashes: Object.fromEntries(expectedHashes) } : undefined
      const applied = await withContents(session, undefined, () => session.applyPatch(input.patch, guards))
      return {
        metadata: metadata(session.revision),
        files: applied.files.map((file) => ({
          path: file.path,
          action: file.action,
          ...(file.from !== null && { from: file.from }),
          previous_hash: file.previousHash,
          current_hash: file.currentHash,
          ...(file.notes.length > 0 && { notes: file.notes }),
        })),
      }
    },
  }))
}
