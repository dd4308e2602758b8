// A file may have 64 bytes: the agent is told so, and writes two.
import assert from 'node:assert/strict'
import { Session } from 'mem-sandbox'
import { execute, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const ITEMS = Array.from({ length: 8 }, (_, index) => `item-${index + 1}=ready\n`)
const TASK = `Write the lines item-1=ready to item-8=ready to list.txt. If that is too much for one file, write items 1 to 4 to
list-1.txt and items 5 to 8 to list-2.txt, and leave no list.txt behind.`

/** @type {Scenario} */
export const quotaRecovery = {
  name: 'quota-recovery',
  summary: 'a file is too large for its limit, and the agent splits it',
  async play({ agent, check }) {
    const session = new Session({ limits: { fileBytes: 64 } })
    await agent({
      session,
      name: 'Writer',
      task: TASK,
      script: [
        write('list.txt', ITEMS.join('')),
        {
          afterFailure: ({ answers }) => {
            assert.equal(answers[0]?.error?.code, 'EFBIG')
            return [write('list-1.txt', ITEMS.slice(0, 4).join('')), write('list-2.txt', ITEMS.slice(4).join(''))]
          },
        },
        execute('cat list-*.txt | wc -l'),
        ({ last }) => `${String(last.stdout).trim()} items, in two files.`,
      ],
    })
    check('two files hold all items, and nothing is left of the first try', () =>
      onlyFiles(session, { 'list-1.txt': ITEMS.slice(0, 4).join(''), 'list-2.txt': ITEMS.slice(4).join('') }),
    )
    return session
  },
}
