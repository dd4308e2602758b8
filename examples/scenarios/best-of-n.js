// One workspace, N agents at the same time in forks of it, a score for each, and a merge of the best.
import assert from 'node:assert/strict'
import { Session } from 'mem-sandbox'
import { execute, patch, read } from '../runner/script.js'
import { holds } from '../runner/verify.js'

/** @import { Session as SessionType } from 'mem-sandbox' */
/** @import { Scenario } from './index.js' */

const BROKEN = `slug() {
  echo "$1" | tr A-Z a-z
}
`
// What the agents do not see: the host's tests, run in a fork of each result.
const TESTS = [
  ['Hello World', 'hello-world'],
  ['  padded  ', 'padded'],
  ['a -- b', 'a-b'],
  ['Straße 1', 'straße-1'],
]
/** What the scripted agents come up with: how the pipeline goes on behind `tr A-Z a-z`. */
const IDEAS = ["tr ' ' '-'", "tr -s ' ' '-'", "tr -s ' -' '-' | sed 's/^-//; s/-$//'"]
const TASK = `slug.sh has a function slug that makes a title lower case only. Make it also turn runs of blanks and dashes into
one dash, with none at either end. Patch slug.sh, guarded by its hash, and try it out.`

/** @type {Scenario} */
export const bestOfN = {
  name: 'best-of-n',
  summary: 'three agents solve one task at the same time in forks; the best is merged',
  async play({ agent, check }) {
    const session = new Session({ files: { 'slug.sh': BROKEN, 'notes.txt': 'draft\n' } })
    const forks = session.fork({ count: IDEAS.length })
    await Promise.all(
      forks.map((fork, index) =>
        agent({
          session: fork,
          name: `Candidate ${index + 1}`,
          task: TASK,
          script: [
            read('slug.sh'),
            ({ hash }) => patch(solution(String(IDEAS[index])), { 'slug.sh': hash('slug.sh') }),
            execute(". ./slug.sh; slug 'Hello World'"),
            ({ last }) => `slug 'Hello World' prints ${String(last.stdout).trim()}.`,
          ],
        }),
      ),
    )
    // Meanwhile the workspace went on, too.
    session.writeFile('/workspace/notes.txt', 'final\n')

    const scores = await Promise.all(forks.map(score))
    const best = scores.indexOf(Math.max(...scores))
    const winner = forks[best]
    assert(winner)
    check(`the scores are ${scores.join(', ')} of ${TESTS.length}: candidate ${best + 1} wins`, () =>
      assert.equal(scores[best], TESTS.length),
    )
    const { changes, conflicts } = session.merge(winner)
    check('the merge brings the winner’s change and keeps what happened meanwhile', () => {
      assert.deepEqual(conflicts, [])
      assert.deepEqual(
        changes.map(({ path, kind }) => [path, kind]),
        [['slug.sh', 'modified']],
      )
      holds(session, 'slug.sh', winner.readFile('/workspace/slug.sh'))
      holds(session, 'notes.txt', 'final\n')
    })
    const merged = await score(session)
    check('the merged workspace passes all tests', () => assert.equal(merged, TESTS.length))
    for (const fork of forks) fork.close()
    return session
  },
}

/** @param {string} idea */
function solution(idea) {
  return `--- a/slug.sh
+++ b/slug.sh
@@ -1,3 +1,3 @@
 slug() {
-  echo "$1" | tr A-Z a-z
+  echo "$1" | tr A-Z a-z | ${idea}
 }
`
}

/**
 * How many tests pass. They run in a fork: scoring leaves no trace.
 *
 * @param {SessionType} session
 */
async function score(session) {
  const trial = session.fork()
  let passed = 0
  for (const [title, expected] of TESTS) {
    const { stdout } = await trial.execute('. /workspace/slug.sh; slug "$1"', { args: [String(title)] })
    if (stdout === `${expected}\n`) passed += 1
  }
  trial.close()
  return passed
}
