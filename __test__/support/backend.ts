/** Helpers for the tests of backends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { prepareInputs } from '../../dist/esm/backend.js'
import type { Input, SandboxBackend, SandboxHandle, SandboxSpec } from '../../dist/esm/backend.js'

const made: string[] = []

/** A folder of the host that is gone when the tests of the file have run. */
export function hostFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-backend-'))
  made.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A new sandbox with these inputs. */
export async function opened(
  backend: SandboxBackend,
  spec: SandboxSpec = {},
  inputs: Input[] = [],
  name?: string,
): Promise<SandboxHandle> {
  return await backend.open(spec, { mode: 'create', inputs: await prepareInputs(inputs), ...(name && { name }) })
}

/** What a line of bash printed, both streams as they came, and how it ended. */
export async function bash(
  handle: SandboxHandle,
  line: string,
  more: Partial<Parameters<SandboxHandle['exec']>[0]> = {},
) {
  let text = ''
  const onOutput = (_: string, chunk: Uint8Array) => (text += Buffer.from(chunk).toString())
  const result = await handle.exec({ argv: ['bash', '-c', line], timeoutMs: 10_000, onOutput, ...more })
  return { text, ...result }
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
export const textOf = (data: Uint8Array): string => Buffer.from(data).toString()
