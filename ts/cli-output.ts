/** What the command line and the prompt print. */
import { SandboxError } from './index.js'
import type { ExecuteResult } from './declarations.js'

/** The streams that a run speaks to: `process`, or others in tests. */
export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; fd?: number }
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/** `set -e` in the same line, so that line numbers in messages stay true. */
export function withErrexit(script: string, errexit: boolean): string {
  return errexit ? `set -e; ${script}` : script
}

/** Prints a result and returns its exit status. */
export function show(result: ExecuteResult, streams: Streams, json: boolean): number {
  if (json) {
    const { exitCode, stdout, stderr, failure, usage, cwd, truncated } = result
    streams.stdout.write(`${JSON.stringify({ exitCode, stdout, stderr, failure, usage, cwd, truncated })}\n`)
    return exitCode
  }
  streams.stdout.write(result.stdoutBytes)
  streams.stderr.write(result.stderrBytes)
  for (const name of ['stdout', 'stderr'] as const) {
    if (result.truncated[name]) streams.stderr.write(`mem-sandbox: ${name} was longer than what is kept of it\n`)
  }
  if (result.failure) {
    const { message, hint } = result.failure
    streams.stderr.write(`mem-sandbox: ${message}${hint ? ` (${hint})` : ''}\n`)
  }
  return result.exitCode
}

/** Prints an error of the call itself. Anything but our own errors is a fault of this program and goes on up. */
export function showError(error: unknown, streams: Streams): number {
  if (!(error instanceof SandboxError)) throw error
  streams.stderr.write(`mem-sandbox: ${error.message}\n`)
  return 2
}
