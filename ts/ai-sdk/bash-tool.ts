/** The session as the sandbox of Vercel's `bash-tool`. */
import { sandboxSession } from './sandbox-session.js'
import { SandboxError } from '../errors.js'
import type { SessionSource } from '../tools/source.js'

/** `Sandbox` of `bash-tool`, in its own words. */
export interface BashToolSandbox {
  executeCommand(command: string): Promise<{ stdout: string; stderr: string; exitCode: number }>
  readFile(path: string): Promise<string>
  writeFiles(files: Array<{ path: string; content: string | Uint8Array }>): Promise<void>
}

/**
 * The session for `createBashTool({ sandbox: toBashToolSandbox(session) })`.
 *
 * As there, each command is a shell of its own and only files stay. `readFile` rejects with `ENOENT` for what is not there.
 */
export function toBashToolSandbox(session: SessionSource): BashToolSandbox {
  const sandbox = sandboxSession(session)
  return {
    executeCommand: (command) => sandbox.run({ command }),
    async readFile(path) {
      const text = await sandbox.readTextFile({ path })
      if (text !== null) return text
      const message = `ENOENT: no such file or directory, open '${path}'`
      throw new SandboxError({ code: 'ENOENT', category: 'not_found', message, path, syscall: 'open' })
    },
    async writeFiles(files) {
      for (const { path, content } of files) {
        await (typeof content === 'string'
          ? sandbox.writeTextFile({ path, content })
          : sandbox.writeBinaryFile({ path, content }))
      }
    },
  }
}
