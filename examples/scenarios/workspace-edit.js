// An agent edits a file in a sandbox, and the host checks the result byte for byte.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { SandboxError, Session } from 'mem-sandbox'
import { patch, read, write } from '../runner/script.js'
import { holds, onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const BEFORE = 'status=pending\n'
const AFTER = 'status=complete\n'
const TASK = `Create demo/report.txt holding exactly the line "status=pending" (it must not exist yet; make its folder).
Read it back to get its content hash. Then change the line to "status=complete" with apply_patch, guarded by that hash.
Read the file once more and say in one sentence what it holds now.`
const PATCH = `--- a/demo/report.txt
+++ b/demo/report.txt
@@ -1 +1 @@
-status=pending
+status=complete
`

/** @type {Scenario} */
export const workspaceEdit = {
  name: 'workspace-edit',
  summary: 'a file is created, read and patched, guarded by its hash',
  async play({ agent, check }) {
    const session = new Session()
    await agent({
      session,
      name: 'Editor',
      task: TASK,
      script: [
        write('demo/report.txt', BEFORE, { onlyNew: true }),
        read('demo/report.txt'),
        ({ hash }) => patch(PATCH, { 'demo/report.txt': hash('demo/report.txt') }),
        read('demo/report.txt'),
        ({ last }) => `demo/report.txt now holds ${JSON.stringify(last.content)}.`,
      ],
    })
    check(`demo/report.txt holds ${JSON.stringify(AFTER)} and is the only file`, () =>
      onlyFiles(session, { 'demo/report.txt': AFTER }),
    )
    const staleHash = createHash('sha256').update(BEFORE).digest('hex')
    check('a write guarded by the first hash is refused (STALE_CONTENT) and changes nothing', () => {
      assert.throws(
        () => session.writeFile('/workspace/demo/report.txt', 'overwritten\n', { ifHash: staleHash }),
        (error) => error instanceof SandboxError && error.code === 'STALE_CONTENT',
      )
      holds(session, 'demo/report.txt', AFTER)
    })
    return session
  },
}
