// The policy says no, says why, and the agent finds the way that is open.
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { Session } from 'mem-sandbox'
import { execute, read, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const LEDGER = 'balance=100\n'
const NOTE = 'balance read: 100\n'
const TASK = `Copy the balance of ledger/main.txt into notes/balance.txt, as the line "balance read: " and the number.
If a way is denied, read why and take another.`

/** @type {Scenario} */
export const policyRecovery = {
  name: 'policy-recovery',
  summary: 'a command is denied, and the agent takes a way that is allowed',
  async play({ agent, check }) {
    /** @type {string[]} */
    const denied = []
    const session = new Session({
      files: { 'ledger/main.txt': LEDGER },
      policy: { commands: { deny: ['sed', 'awk'] }, paths: { readOnly: ['/workspace/ledger/**'] } },
      onEvent: ({ kind, reason }) => {
        if (kind === 'policy.denied') denied.push(String(reason))
      },
    })
    await agent({
      session,
      name: 'Clerk',
      task: TASK,
      script: [
        execute("mkdir -p notes && sed 's/balance=/balance read: /' ledger/main.txt > notes/balance.txt"),
        ({ last }) => {
          assert.equal(last.exit_code, 126)
          return read('ledger/main.txt')
        },
        ({ last }) => write('notes/balance.txt', `${String(last.content).replace('=', ' read: ')}\n`),
        'sed is denied here, so I read the file and wrote the note.',
      ],
    })
    check('the note is exact, and the ledger is as it was', () =>
      onlyFiles(session, { 'ledger/main.txt': LEDGER, 'notes/balance.txt': NOTE }),
    )
    await setImmediate()
    check(`the host heard of what was denied (${denied.join('; ')})`, () => assert.ok(denied.length > 0))
    return session
  },
}
