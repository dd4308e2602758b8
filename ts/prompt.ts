/** A prompt on a session: reads commands line by line, from a terminal or from a pipe, and keeps the session's state. */
import { createInterface } from 'node:readline'
import { Executor } from './index.js'
import { show, showError, withErrexit } from './cli-output.js'
import type { Streams } from './cli-output.js'
import type { Session } from './declarations.js'

export interface PromptOptions {
  /** Whether to print prompts; `auto` does on a terminal. Default `auto`. */
  interactive?: boolean | 'auto'
  /** Print each result as one line of JSON. */
  json?: boolean
  /** Leave at the first command that fails. */
  errexit?: boolean
}

/**
 * Runs what comes in until `exit` or the end of input.
 *
 * Lines are collected until they are a complete command: a loop or a here-document may span many. Ctrl-C stops the
 * running command, or drops the line that is being typed.
 *
 * @returns the last command's exit status
 */
export async function prompt(session: Session, streams: Streams, options: PromptOptions = {}): Promise<number> {
  const { json = false, errexit = false } = options
  const terminal = streams.stdin.isTTY === true
  const interactive =
    options.interactive === 'auto' || options.interactive === undefined ? terminal : options.interactive
  const syntax = new Executor()
  const input = createInterface({ input: streams.stdin, output: streams.stdout, terminal: terminal && interactive })
  let pending = ''
  let status = 0
  let running: AbortController | undefined

  const ask = () => {
    if (!interactive) return
    const text = pending === '' ? `mem-sandbox:${session.cwd}> ` : '> '
    // A pipe is at its end, and its interface closed, long before its lines have run: Node 24 refuses to prompt then.
    if (!input.terminal) return void streams.stdout.write(text)
    input.setPrompt(text)
    input.prompt()
  }
  const run = async (command: string): Promise<boolean> => {
    running = new AbortController()
    try {
      const result = await session.execute(withErrexit(command, errexit), { signal: running.signal })
      status = show(result, streams, json)
      return result.exited
    } catch (error) {
      status = showError(error, streams)
      return errexit
    } finally {
      running = undefined
    }
  }

  input.on('SIGINT', () => {
    if (running) return running.abort()
    pending = ''
    status = 130
    streams.stdout.write('\n')
    ask()
  })
  ask()
  for await (const line of input) {
    pending += `${line}\n`
    if (pending.trim() !== '' && isIncomplete(syntax, pending)) {
      ask()
      continue
    }
    const command = pending
    pending = ''
    const left = command.trim() !== '' && (await run(command))
    if (left) {
      input.close()
      return status
    }
    ask()
  }
  // The end of input inside a command: bash says what is missing, and so does this.
  if (pending.trim() !== '') await run(pending)
  else if (interactive && terminal) streams.stdout.write('\n')
  return status
}

/** Whether more lines could make `text` a complete command. */
function isIncomplete(syntax: Executor, text: string): boolean {
  if (/(^|[^\\])(\\\\)*\\\n$/.test(text)) return true
  const parsed = syntax.parse(text)
  if (parsed.error) return parsed.error.incomplete
  // A here-document without its end is complete to bash, with a warning. Where it is open, a further line is its text
  // and not another command.
  const opened = parsed.commands.some(({ redirections }) => redirections.some(({ operator }) => operator === '<<'))
  return opened && syntax.parse(`${text}true\n`).commands.length === parsed.commands.length
}
