/** What the file tools have in common: their options, their parameters, their paths. */
import { posix } from 'node:path'
import * as check from '../../arguments.js'
import type { Session } from '../../declarations.js'
import type { StringSchema } from '../../schema.js'
import type { ResultMetadata, ToolOptions } from '../types.js'

/** What the host may set for the file tools. */
export interface FileSetOptions extends ToolOptions {
  /**
   * Whether `Edit`, and `Write` over a file that is there, are refused (`STALE_CONTENT`) where the model has not read the file
   * with `Read`, or where it has changed since. Default false.
   */
  readFirst?: boolean
}

export interface FileToolResult {
  metadata: ResultMetadata
  /** What the tool answers. */
  text: string
}

/** The parameter of the tools that are about one file. */
export const filePath: StringSchema = {
  type: 'string',
  description: 'The file. Absolute, or relative to the working directory.',
}

/** The option of these tools, and those of all tools. Errors: `INVALID_ARGUMENT`. */
export function fileOptions({ readFirst = false, ...host }: FileSetOptions): {
  readFirst: boolean
  host: ToolOptions
} {
  check.boolean(readFirst, 'options.readFirst')
  return { readFirst, host }
}

/** A path as the session will read it. */
export function absolute(session: Session, path: string): string {
  return posix.resolve(session.cwd, path)
}
