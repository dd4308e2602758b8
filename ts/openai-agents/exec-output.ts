/** The text of `exec_command`, in the form that models of the SDK's sandboxes know. */
import { createHash } from 'node:crypto'
import { isContinuation } from '../clip.js'

/** What the SDK takes for a token. */
const BYTES_PER_TOKEN = 4

export interface ShownExecOutput {
  text: string
  /** Only where something was left out. */
  originalTokenCount?: number
}

/**
 * Head and tail of an output in at most `maxTokens` × 4 bytes of UTF-8, with a note in the middle that says how many tokens were
 * left out, and in front how many lines there were where that fits too.
 */
export function truncateExecOutput(output: string, maxTokens: number | undefined): ShownExecOutput {
  if (maxTokens === undefined) return { text: output }
  const bytes = Buffer.from(output)
  const budget = Math.max(0, maxTokens) * BYTES_PER_TOKEN
  if (bytes.length <= budget) return { text: output }
  const originalTokenCount = tokens(bytes.length)
  const full = note(originalTokenCount)
  const lines = `Total output lines: ${output.split(/\r\n|\r|\n/).length}\n\n`
  const prefix = lines.length + full.length > budget ? '' : lines
  const room = budget - prefix.length - full.length
  if (room < 0) return { text: prefix + full.slice(0, budget - prefix.length), originalTokenCount }
  const head = boundaryBefore(bytes, Math.floor(room / 2))
  const tail = Math.max(head, boundaryAfter(bytes, bytes.length - (room - Math.floor(room / 2))))
  const middle = note(tokens(tail - head))
  const text = prefix + bytes.toString('utf8', 0, head) + middle + bytes.toString('utf8', tail)
  return { text, originalTokenCount }
}

function note(count: number): string {
  return `...${count} tokens truncated...`
}

function tokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

function boundaryBefore(bytes: Uint8Array, at: number): number {
  let place = at
  while (place > 0 && isContinuation(bytes[place])) place -= 1
  return place
}

function boundaryAfter(bytes: Uint8Array, at: number): number {
  let place = at
  while (place < bytes.length && isContinuation(bytes[place])) place += 1
  return place
}

export interface ExecResponse {
  /** Six hex digits. */
  chunkId: string
  wallTimeSeconds: number
  exitCode: number
  output: string
  originalTokenCount?: number | undefined
}

/** What the model reads. */
export function execResponseText(response: ExecResponse): string {
  return [
    `Chunk ID: ${response.chunkId}`,
    `Wall time: ${response.wallTimeSeconds.toFixed(4)} seconds`,
    `Process exited with code ${response.exitCode}`,
    ...(response.originalTokenCount === undefined ? [] : [`Original token count: ${response.originalTokenCount}`]),
    'Output:',
    response.output,
  ].join('\n')
}

/** Names the answer to a session's nth command: the same for the same run. */
export function chunkId(index: number, command: string): string {
  return createHash('sha256').update(`${index}\n${command}`).digest('hex').slice(0, 6)
}
