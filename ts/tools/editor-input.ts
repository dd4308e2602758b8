/**
 * What a model sends for Anthropic's text editor (`text_editor_20250728`, `20250429`; `undo_edit` only in `20250124` and
 * `20241022`) and memory tool (`memory_20250818`), as JSON Schemas for models that
 * have neither by themselves. The types are `EditorToolInput` and `MemoryToolInput`.
 */
import { nullable, object } from '../schema.js'
import type { JsonSchema, ObjectSchema } from '../schema.js'

const viewRange = nullable(
  { type: 'array', items: { type: 'integer', minimum: -1 } },
  'With view, of a file: [first line, last line], counted from 1; -1 as the last line is the end. null: the whole file.',
)

/** What the commands that both tools share need besides `path`. */
const EDITING: Record<string, JsonSchema> = {
  file_text: nullable({ type: 'string' }, 'With create: the whole content.'),
  old_str: nullable({ type: 'string' }, 'With str_replace: the text to replace, which must be there exactly once.'),
  new_str: nullable({ type: 'string' }, 'With str_replace: what stands there afterwards. null: nothing.'),
  insert_line: nullable({ type: 'integer', minimum: 0 }, 'With insert: the line after which; 0 is the top.'),
  insert_text: nullable({ type: 'string' }, 'With insert: the lines to insert.'),
}

/** The schema of `EditorToolInput`, fit for strict mode: what is left out is null. */
export const textEditorSchema: ObjectSchema = object({
  command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'undo_edit'] },
  path: { type: 'string', description: 'Absolute, or relative to the working directory.' },
  view_range: viewRange,
  ...EDITING,
})

/** The schema of `MemoryToolInput`, fit for strict mode: what is left out is null. */
export const memorySchema: ObjectSchema = object({
  command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
  path: nullable({ type: 'string' }, 'Under /memories. With all commands but rename.'),
  view_range: viewRange,
  ...EDITING,
  old_path: nullable({ type: 'string' }, 'With rename: what to rename, under /memories.'),
  new_path: nullable({ type: 'string' }, 'With rename: its new name, under /memories.'),
})
