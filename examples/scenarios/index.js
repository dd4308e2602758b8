// The scenarios, in the order in which they are listed.
import { bestOfN } from './best-of-n.js'
import { configMigration } from './config-migration.js'
import { dataPipeline } from './data-pipeline.js'
import { documentReview } from './document-review.js'
import { incidentTriage } from './incident-triage.js'
import { independentReviewers } from './independent-reviewers.js'
import { multiAgentHandoff } from './multi-agent-handoff.js'
import { pauseContinue } from './pause-continue.js'
import { policyRecovery } from './policy-recovery.js'
import { quotaRecovery } from './quota-recovery.js'
import { snapshotBranching } from './snapshot-branching.js'
import { workspaceEdit } from './workspace-edit.js'

/** @import { Session } from 'mem-sandbox' */
/** @import { Task } from '../runner/providers.js' */

/**
 * A scenario: seeded files, agents at work on them, and the host's checks. It gives the session with the result.
 *
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} summary
 * @property {(stage: Stage) => Promise<Session>} play
 */
/**
 * @typedef {object} Stage
 * @property {(task: Task) => Promise<string>} agent runs an agent to its end and gives its last words
 * @property {(what: string, verify: () => unknown) => void} check `verify` throws where it does not hold
 */

/** @type {readonly Scenario[]} */
export const scenarios = [
  workspaceEdit,
  documentReview,
  configMigration,
  multiAgentHandoff,
  incidentTriage,
  dataPipeline,
  policyRecovery,
  quotaRecovery,
  snapshotBranching,
  independentReviewers,
  pauseContinue,
  bestOfN,
]
