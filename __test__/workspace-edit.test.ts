/** The scenario that `npm start` runs, to its end, in both of its ways. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, runNode } from './support/programs.js'

const example = join(root, 'examples/workspace-edit/main.js')
const { OPENAI_API_KEY: _key, OPENAI_MODEL: _model, ...env } = process.env

describe('examples/workspace-edit', () => {
  test('shows each request, each answer and the host’s checks', async () => {
    const { status, stdout, stderr } = await runNode([example], { env })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.match(/^model asks +\S+/gm)!.map((line) => line.split(/ +/)[2])).toEqual([
      'write_file',
      'read_file',
      'apply_patch',
      'read_file',
    ])
    expect(stdout.match(/^tool answers +\{"ok":true/gm)).toHaveLength(4)
    expect(stdout).toContain('demo/report.txt holds "status=complete\\n" and is the only file: ok')
    expect(stdout).toContain('refused (STALE_CONTENT) and changes nothing: ok')
  })

  test('--inspect opens the prompt on the same live session', async () => {
    const { status, stdout } = await runNode([example, '--inspect'], { env, stdin: 'cat demo/report.txt\nexit 4\n' })
    expect(status).toBe(4)
    expect(stdout.endsWith('leave with exit.\nstatus=complete\n')).toBe(true)
  })
})
