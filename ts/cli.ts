/** The command line: a prompt, a command, or a script, each in a fresh sandbox. */
import { fstatSync, readFileSync } from 'node:fs'
import { parseOptions } from './cli-options.js'
import { prompt } from './prompt.js'
import { show, showError, withErrexit } from './cli-output.js'
import { SandboxError, version } from './index.js'
import { MCP_HELP, runMcp } from './cli-mcp.js'
import { startOn } from './cli-start.js'
import type { Streams } from './cli-output.js'
import type { Session } from './declarations.js'

const HELP = `mem-sandbox: bash and files in memory; nothing touches this machine.

  mem-sandbox                          a prompt; from a pipe, the commands that come in
  mem-sandbox -c 'command' [argument…] one command; the arguments are $1, $2, …
  mem-sandbox script.sh [argument…]    a script of this machine
  mem-sandbox -                        the commands of standard input, without a prompt
  mem-sandbox mcp [option…]            a server of the Model Context Protocol: see mem-sandbox mcp --help

  -e         stop at the first command that fails (set -e)
  -i         a prompt even where standard input is no terminal
  --root DIR start on a copy of a folder of this machine, which stays as it is; .git, keys,
             node_modules and what its .gitignore names are left out
  --json     print each result as one line of JSON
  --help     this text
  --version  the version

With -c and a script, standard input goes to the command. The exit status is the last command's.
`

/**
 * Runs the command line.
 *
 * @returns the exit status: the last command's, or 2 for a command line that can't be understood
 */
export async function main(args: string[], streams: Streams): Promise<number> {
  const options = parseOptions(args)
  if ('problem' in options) {
    streams.stderr.write(`mem-sandbox: ${options.problem}\nTry 'mem-sandbox --help'.\n`)
    return 2
  }
  if (options.action === 'help') {
    streams.stdout.write(options.about === 'mcp' ? MCP_HELP : HELP)
    return 0
  }
  if (options.action === 'version') {
    streams.stdout.write(`${version()}\n`)
    return 0
  }
  if (options.action === 'mcp') return await runMcp(options, streams)
  endQuietlyWithoutReader(streams.stdout)

  let start: () => Session
  try {
    start = await startOn({ root: options.root })
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    streams.stderr.write(`mem-sandbox: ${options.root}: ${error.message}\n`)
    return 2
  }
  using session = start()
  if (options.action === 'prompt') {
    const { json, errexit } = options
    return await prompt(session, streams, { json, errexit, interactive: options.interactive })
  }
  return await runOnce(session, streams, options)
}

interface Once {
  action: 'command' | 'script'
  /** The command text, or the script's path on the host. */
  subject: string
  args: string[]
  json: boolean
  errexit: boolean
}

async function runOnce(session: Session, streams: Streams, once: Once): Promise<number> {
  let script = once.subject
  if (once.action === 'script') {
    try {
      script = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(once.subject))
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'No such file or directory' : String(error)
      streams.stderr.write(`mem-sandbox: ${once.subject}: ${reason}\n`)
      return 127
    }
  }
  const stdin = await standardInput(streams)
  try {
    const result = await session.execute(withErrexit(script, once.errexit), {
      args: once.args,
      ...(stdin.length > 0 && { stdin }),
    })
    return show(result, streams, once.json)
  } catch (error) {
    return showError(error, streams)
  }
}

/** How long an open standard input may be silent before the command starts without it. */
const SILENCE_MS = 500

/**
 * Everything that standard input holds.
 *
 * A terminal is not read. A pipe that says nothing is waited for only a moment: whoever starts programs from a program
 * often leaves one open, and the command would never begin.
 */
async function standardInput({ stdin, stderr }: Streams): Promise<Uint8Array> {
  if (stdin.isTTY || !isReadable(stdin)) return new Uint8Array()
  const chunks: Buffer[] = []
  let silent = false
  const timer = setTimeout(() => {
    silent = chunks.length === 0
    if (silent) (stdin as NodeJS.ReadableStream & { destroy(): void }).destroy()
  }, SILENCE_MS)
  try {
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  } catch (error) {
    if (!silent) throw error
  } finally {
    clearTimeout(timer)
  }
  if (silent) {
    stderr.write(
      `mem-sandbox: standard input is open but said nothing for ${SILENCE_MS} ms: the command got an empty one (</dev/null says so at once)\n`,
    )
  }
  return Buffer.concat(chunks)
}

/** False for a closed standard input and for devices such as /dev/null. */
function isReadable(stdin: Streams['stdin']): boolean {
  if (stdin.fd === undefined) return true
  try {
    const stat = fstatSync(stdin.fd)
    return stat.isFile() || stat.isFIFO() || stat.isSocket()
  } catch {
    return false
  }
}

/** `mem-sandbox … | head -1`: the reader is gone, and nobody is left to tell. */
function endQuietlyWithoutReader(stdout: NodeJS.WritableStream): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(141)
  })
}
