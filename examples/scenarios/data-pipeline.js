// A pipeline in place of a tool for each step.
import { Session } from 'mem-sandbox'
import { execute } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const EVENTS = ['login', 'search', 'login', 'buy', 'search', 'login', ''].join('\n')
const COUNTS = '      3 login\n      2 search\n      1 buy\n'
const TASK = `data/events.txt has one event a line. Write out/counts.txt: how often each occurs, as "sort | uniq -c" prints it,
the most frequent first and equal ones by name. Make the folder.`

/** @type {Scenario} */
export const dataPipeline = {
  name: 'data-pipeline',
  summary: 'events are counted with sort, uniq and a redirection',
  async play({ agent, check }) {
    const session = new Session({ files: { 'data/events.txt': EVENTS } })
    await agent({
      session,
      name: 'Analyst',
      task: TASK,
      script: [
        execute(
          'mkdir -p out && sort data/events.txt | uniq -c | sort -k1,1nr -k2 > out/counts.txt && cat out/counts.txt',
        ),
        ({ last }) => `Counted:\n${last.stdout}`,
      ],
    })
    check('the counts are exact', () => onlyFiles(session, { 'data/events.txt': EVENTS, 'out/counts.txt': COUNTS }))
    return session
  },
}
