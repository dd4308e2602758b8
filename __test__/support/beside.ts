/** The same script in the sandbox and in a folder of this machine. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '../../dist/esm/index.js'

export interface Outcome {
  stdout: string
  stderr: string
  status: number | null
  /** What is there afterwards and was not before. */
  files: Record<string, string>
}

export type Files = Readonly<Record<string, string | Uint8Array>>

export async function inSandbox(session: Session, line: string, before: Files): Promise<Outcome> {
  const { stdout, stderr, exitCode } = await session.execute(line)
  const files: Outcome['files'] = {}
  for (const { name, kind } of session.list().filter((entry) => !Object.hasOwn(before, entry.name))) {
    files[name] = kind === 'file' ? session.readFile(name) : kind
  }
  return { stdout, stderr, status: exitCode, files }
}

export async function onMachine(line: string, before: Files): Promise<Outcome> {
  const cwd = mkdtempSync(join(tmpdir(), 'beside-'))
  try {
    for (const [name, content] of Object.entries(before)) writeFileSync(join(cwd, name), content)
    const env = { PATH: process.env['PATH'], HOME: cwd, LC_ALL: 'C.UTF-8' }
    const child = spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (data: Buffer) => stdout.push(data))
    child.stderr.on('data', (data: Buffer) => stderr.push(data))
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
    const files: Outcome['files'] = {}
    for (const name of readdirSync(cwd).filter((entry) => !Object.hasOwn(before, entry))) {
      const path = join(cwd, name)
      files[name] = statSync(path).isFile() ? readFileSync(path, 'utf8') : 'directory'
    }
    return { stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString(), status, files }
  } finally {
    rmSync(cwd, { recursive: true })
  }
}
