// The work is put away as JSON and taken up again in another session, as if in another process.
import assert from 'node:assert/strict'
import { Session, Snapshot } from 'mem-sandbox'
import { execute, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

/** @type {Scenario} */
export const pauseContinue = {
  name: 'pause-continue',
  summary: 'a session is saved as JSON and continued in a fresh one: files, variables, working folder',
  async play({ agent, check }) {
    const first = new Session({ files: { 'work/steps.txt': 'step one\nstep two\n' } })
    await agent({
      session: first,
      name: 'Before',
      task: 'In work/, do step one: cd there, set the shell variable DONE=1 (exported), write progress.txt with the line "one".',
      script: [execute('cd work && export DONE=1 && echo one > progress.txt'), 'Step one is done.'],
    })
    const saved = JSON.stringify({ snapshot: Buffer.from(first.snapshot().toBytes()).toString('base64') })
    const hash = first.contentHash
    first.close()

    const state = JSON.parse(saved)
    const session = Snapshot.fromBytes(Buffer.from(state.snapshot, 'base64')).fork()
    check('the files, the working folder and the variables are back', () => {
      assert.equal(session.contentHash, hash)
      assert.equal(session.cwd, '/workspace/work')
      assert.equal(session.env['DONE'], '1')
    })
    await agent({
      session,
      name: 'After',
      task: 'Go on where the shell stands: append the line "two after $DONE" (with its value) to progress.txt. Write summary.txt with the line "finished".',
      script: [
        execute('echo "two after $DONE" >> progress.txt; cat progress.txt'),
        write('summary.txt', 'finished\n', { onlyNew: true }),
        'Both steps are done.',
      ],
    })
    check('both halves of the work are there', () =>
      onlyFiles(session, {
        'work/steps.txt': 'step one\nstep two\n',
        'work/progress.txt': 'one\ntwo after 1\n',
        'work/summary.txt': 'finished\n',
      }),
    )
    return session
  },
}
