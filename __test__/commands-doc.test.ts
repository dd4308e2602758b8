/** docs/commands.md is made from the usage texts of the commands: a change there has to be written there. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine, root, runNode } from './support/programs.js'

test('docs/commands.md says what the usage texts say', async () => {
  const script = join(root, 'scripts/commands-doc.mjs')
  const { status, stderr } = await runNode([script, '--engine', commandLine, '--check'])
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
