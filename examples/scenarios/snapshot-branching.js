// Two ways are tried from one state, and the host goes on with one of them.
import assert from 'node:assert/strict'
import { Session } from 'mem-sandbox'
import { execute, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Session as SessionType } from 'mem-sandbox' */
/** @import { Scenario } from './index.js' */

const DATA = '3\n1\n2\n'

/** @type {Scenario} */
export const snapshotBranching = {
  name: 'snapshot-branching',
  summary: 'two ways are tried from one snapshot, and the host keeps the one that passes',
  async play({ agent, check }) {
    const session = new Session({ files: { 'data.txt': DATA } })
    await agent({
      session,
      name: 'Starter',
      task: 'Write goal.txt with the line: data.txt sorted as numbers, largest first, in sorted.txt',
      script: [
        write('goal.txt', 'data.txt sorted as numbers, largest first, in sorted.txt\n'),
        'The goal is written down.',
      ],
    })
    const start = session.snapshot()
    const goal = 'Do what goal.txt says'
    const ways = [
      { name: 'Plain', task: `${goal}, with sort and no options.`, command: 'sort data.txt > sorted.txt' },
      { name: 'Numeric', task: `${goal}, with sort -nr.`, command: 'sort -nr data.txt > sorted.txt' },
    ]
    /** @type {Array<{ name: string, branch: SessionType, passes: boolean }>} */
    const branches = []
    for (const { name, task, command } of ways) {
      const branch = start.fork()
      await agent({ session: branch, name, task, script: [execute(command), 'Sorted.'] })
      branches.push({ name, branch, passes: branch.readFile('sorted.txt') === '3\n2\n1\n' })
    }
    check('one of the branches passes, and the start is untouched', () => {
      assert.deepEqual(
        branches.map(({ name, passes }) => [name, passes]),
        [
          ['Plain', false],
          ['Numeric', true],
        ],
      )
      assert.deepEqual(session.diff(start), [])
    })
    for (const { branch, passes } of branches) {
      if (passes) session.restore(branch.snapshot())
      branch.close()
    }
    check('the session goes on with that branch', () =>
      onlyFiles(session, {
        'data.txt': DATA,
        'goal.txt': 'data.txt sorted as numbers, largest first, in sorted.txt\n',
        'sorted.txt': '3\n2\n1\n',
      }),
    )
    return session
  },
}
