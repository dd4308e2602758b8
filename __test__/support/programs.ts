/** Running this package's programs as a user would. */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's top folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const commandLine = join(root, 'dist/esm/bin.js')

export interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  /** Text for standard input, which then ends; `'open'` gives a pipe that stays open and silent. Default: none. */
  stdin?: string | 'open'
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** Runs a script with this Node.js to its end. */
export function runNode(args: string[], options: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { stdin, cwd = root, env = process.env } = options
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
    if (stdin !== undefined && stdin !== 'open') child.stdin!.end(stdin)
  })
}
