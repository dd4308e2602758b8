/** `mem-sandbox mcp`: a session as a server of the Model Context Protocol on standard input and output. */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:os'
import { SandboxError } from './index.js'
import { messageOf } from './errors.js'
import { replaceFile } from './host-file.js'
import { startOn } from './cli-start.js'
import { serveStdio } from './mcp.js'
import type { McpCommand } from './cli-options.js'
import type { Streams } from './cli-output.js'
import type { Session } from './declarations.js'

export const MCP_HELP = `mem-sandbox mcp: a server of the Model Context Protocol on standard input and output.

  mem-sandbox mcp [--root DIR | --load FILE] [--save FILE] [--tools SETS]

  --root DIR  start on a copy of a folder of this machine, as without mcp
  --load FILE start on a snapshot; if --save names the same file, it need not be there yet
  --save FILE write a snapshot when the client closes its end, and on SIGINT, SIGTERM and SIGHUP
  --tools SETS
              offer the tools of these sets, with commas between them: core (execute, read_file, write_file, apply_patch;
              the default), shell (execute), files (Read, Write, Edit, Glob, Grep), editor, memory

It ends when standard input does, after the calls that run. Nothing but the protocol is on standard output. The exit
status is 0, 1 where the snapshot could not be written, 2 for a command line that can't be understood, and 128 and its
number after a signal.
`

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Serves until the client has gone or a signal comes, saves, and gives the exit status. */
export async function runMcp({ sets, root, load, save }: McpCommand, streams: Streams): Promise<number> {
  const complain = (about: string, error: unknown): void => {
    streams.stderr.write(`mem-sandbox: ${about}: ${messageOf(error)}\n`)
  }
  // From the beginning: a signal that comes while the snapshot is read ends the process in good order, too.
  const controller = new AbortController()
  let caught: (typeof SIGNALS)[number] | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    caught ??= signal as (typeof SIGNALS)[number]
    controller.abort(new Error(`the server got ${signal}`))
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    let session: Session
    try {
      session = (await startOn({ root, load, optional: load === save }))()
    } catch (error) {
      if (!(error instanceof SandboxError) && (error as NodeJS.ErrnoException).syscall === undefined) throw error
      complain(root ?? load!, error)
      return 2
    }
    using served = session
    const { stdin: input, stdout: output, stderr: log } = streams
    await serveStdio({ session: served, ...(sets && { sets }), input, output, log, signal: controller.signal })
    if (save !== undefined) {
      try {
        const unfinished = `${save}.${randomBytes(6).toString('hex')}.unfinished`
        // What an agent wrote is nobody else's to read.
        await replaceFile(save, unfinished, served.snapshot().toBytes(), 0o600)
      } catch (error) {
        complain(save, error)
        return 1
      }
    }
    return caught === undefined ? 0 : 128 + constants.signals[caught]
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal)
    // It may still be open, and nobody reads it any more.
    ;(streams.stdin as Partial<{ destroy(): void }>).destroy?.()
  }
}
