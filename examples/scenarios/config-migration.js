// One patch over two files: both change, or neither.
import assert from 'node:assert/strict'
import { Session } from 'mem-sandbox'
import { patch, read, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const BEFORE = 'timeout_seconds=15\ncache=false\n'
const AFTER = 'timeout_seconds=30\ncache=false\n'
const REPORT = `migrated services/api.conf timeout_seconds 15 -> 30
migrated services/worker.conf timeout_seconds 15 -> 30
unchanged cache=false
`
const TASK = `Read services/api.conf and services/worker.conf. Change timeout_seconds to 30 in both with one apply_patch that
is guarded by both content hashes. Then write reports/migration.txt with exactly these lines:
${REPORT}`
const hunk = (/** @type {string} */ path) => `--- a/${path}
+++ b/${path}
@@ -1,2 +1,2 @@
-timeout_seconds=15
+timeout_seconds=30
 cache=false
`
const PATHS = ['services/api.conf', 'services/worker.conf']

/** @type {Scenario} */
export const configMigration = {
  name: 'config-migration',
  summary: 'two files are changed by one guarded patch, and a report is written',
  async play({ agent, check }) {
    const session = new Session({ files: Object.fromEntries(PATHS.map((path) => [path, BEFORE])) })
    const before = session.snapshot()
    await agent({
      session,
      name: 'Migrator',
      task: TASK,
      script: [
        PATHS.map(read),
        ({ hash }) => patch(PATHS.map(hunk).join(''), Object.fromEntries(PATHS.map((path) => [path, hash(path)]))),
        write('reports/migration.txt', REPORT, { onlyNew: true }),
        'Both services wait 30 seconds now.',
      ],
    })
    check('both files and the report are exact', () =>
      onlyFiles(session, {
        'services/api.conf': AFTER,
        'services/worker.conf': AFTER,
        'reports/migration.txt': REPORT,
      }),
    )
    check('nothing else changed since the seed', () =>
      assert.deepEqual(
        session.diff(before).flatMap(({ path, nodeKind }) => (nodeKind === 'file' ? [path] : [])),
        ['reports/migration.txt', ...PATHS],
      ),
    )
    return session
  },
}
