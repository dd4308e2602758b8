// Two logs and a question: the agent greps, and writes down what it found.
import { Session } from 'mem-sandbox'
import { execute, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const API = `2026-11-03T10:00:01Z INFO request=41 status=200
2026-11-03T10:00:04Z ERROR request=42 status=502 upstream=worker
2026-11-03T10:00:05Z INFO request=43 status=200
2026-11-03T10:00:09Z ERROR request=44 status=502 upstream=worker
`
const WORKER = `2026-11-03T10:00:03Z ERROR request=42 cause=db-timeout
2026-11-03T10:00:05Z INFO request=43 done
2026-11-03T10:00:08Z ERROR request=44 cause=db-timeout
`
const REPORT = `failed requests: 42 44
status: 502
cause: db-timeout
first: 2026-11-03T10:00:03Z
`
const TASK = `Find out from logs/api.log and logs/worker.log which requests failed and why. Write reports/incident.txt with four
lines: "failed requests: " and their numbers, "status: ", "cause: ", and "first: " with the time of the earliest ERROR of both logs.`

/** @type {Scenario} */
export const incidentTriage = {
  name: 'incident-triage',
  summary: 'two logs are searched, and a report is written',
  async play({ agent, check }) {
    const session = new Session({ files: { 'logs/api.log': API, 'logs/worker.log': WORKER } })
    await agent({
      session,
      name: 'Triage',
      task: TASK,
      script: [
        [execute('grep -h ERROR logs/*.log | sort'), execute("grep -ho 'cause=.*' logs/worker.log | sort | uniq -c")],
        ({ answers }) => {
          const lines = String(answers[0]?.result.stdout).split('\n')
          const requests = [...new Set(lines.flatMap((line) => line.match(/request=(\d+)/)?.[1] ?? []))]
          const cause = String(answers[1]?.result.stdout).trim().split('=')[1]
          const [first] = String(lines[0]).split(' ')
          return write(
            'reports/incident.txt',
            `failed requests: ${requests.join(' ')}\nstatus: 502\ncause: ${cause}\nfirst: ${first}\n`,
          )
        },
        'The database timed out twice.',
      ],
    })
    check('the report is exact, and the logs are as they were', () =>
      onlyFiles(session, { 'logs/api.log': API, 'logs/worker.log': WORKER, 'reports/incident.txt': REPORT }),
    )
    return session
  },
}
