// Two reviewers who cannot see each other, at the same time; the host takes over both reviews and the better verdict.
import assert from 'node:assert/strict'
import { Session } from 'mem-sandbox'
import { execute, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const CODE = `total() {
  local sum=0
  for number in "$@"; do sum=$((sum + number)); done
  echo $sum
}
`
const REVIEWS = {
  style: 'verdict: pass\nreason: quoted, local, and short\n',
  behaviour: 'verdict: pass\nreason: total 1 2 3 prints 6\n',
}

/** @type {Scenario} */
export const independentReviewers = {
  name: 'independent-reviewers',
  summary: 'two reviewers work in forks at the same time, and the host merges what they wrote',
  async play({ agent, check }) {
    const session = new Session({ files: { 'total.sh': CODE } })
    const base = session.snapshot()
    const [style, behaviour] = session.fork({ count: 2 })
    assert(style && behaviour)
    const task = (/** @type {string} */ how, /** @type {keyof typeof REVIEWS} */ which) =>
      `Review total.sh: ${how}. Do not change it. Write reviews/${which}.txt with exactly:\n${REVIEWS[which]}`
    await Promise.all([
      agent({
        session: style,
        name: 'Style',
        task: task('is it well written?', 'style'),
        script: [execute('cat total.sh; ls'), write('reviews/style.txt', REVIEWS.style), 'It is well written.'],
      }),
      agent({
        session: behaviour,
        name: 'Behaviour',
        task: task('does it add up?', 'behaviour'),
        script: [
          execute('. ./total.sh; total 1 2 3; ls'),
          ({ last }) => {
            assert.match(last.stdout, /^6\n/)
            return write('reviews/behaviour.txt', REVIEWS.behaviour)
          },
          'It adds up.',
        ],
      }),
    ])
    check('neither saw the other’s review', () => {
      for (const reviewer of [style, behaviour]) {
        assert.equal(reviewer.diff(base).filter(({ nodeKind }) => nodeKind === 'file').length, 1)
      }
    })
    for (const reviewer of [style, behaviour]) {
      session.merge(reviewer)
      reviewer.close()
    }
    check('both reviews are there, and the code is as it was', () =>
      onlyFiles(session, {
        'total.sh': CODE,
        'reviews/style.txt': REVIEWS.style,
        'reviews/behaviour.txt': REVIEWS.behaviour,
      }),
    )
    return session
  },
}
