// Three agents one after another on one session: each finds the work of the one before in the files.
import { Session } from 'mem-sandbox'
import { execute, patch, read, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const PLAN = 'change app.conf: cache=false -> cache=true\n'
const REVIEW = 'approved: app.conf has cache=true as planned\n'
const PATCH = `*** Begin Patch
*** Update File: app.conf
@@
-cache=false
+cache=true
*** End Patch
`

/** @type {Scenario} */
export const multiAgentHandoff = {
  name: 'multi-agent-handoff',
  summary: 'a planner, an implementer and a reviewer hand their work on through files',
  async play({ agent, check }) {
    const session = new Session({ files: { 'app.conf': 'cache=false\n' } })
    await agent({
      session,
      name: 'Planner',
      task: `app.conf should turn the cache on. Read it, do not change it, and write handoff/plan.txt with exactly: ${PLAN}`,
      script: [
        read('app.conf'),
        write('handoff/plan.txt', PLAN, { onlyNew: true }),
        'The plan is in handoff/plan.txt.',
      ],
    })
    await agent({
      session,
      name: 'Implementer',
      task: 'Do what handoff/plan.txt says, with one apply_patch guarded by the hash of the file that you change.',
      script: [
        [read('handoff/plan.txt'), read('app.conf')],
        ({ hash }) => patch(PATCH, { 'app.conf': hash('app.conf') }),
        'The cache is on.',
      ],
    })
    await agent({
      session,
      name: 'Reviewer',
      task: `Compare app.conf with handoff/plan.txt. If it is as planned, write handoff/review.txt with exactly: ${REVIEW}`,
      script: [
        execute('cat handoff/plan.txt; grep -c "^cache=true$" app.conf'),
        write('handoff/review.txt', REVIEW, { onlyNew: true }),
        'Approved.',
      ],
    })
    check('the configuration, the plan and the review are exact', () =>
      onlyFiles(session, { 'app.conf': 'cache=true\n', 'handoff/plan.txt': PLAN, 'handoff/review.txt': REVIEW }),
    )
    return session
  },
}
