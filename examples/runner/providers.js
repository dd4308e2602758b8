// Who plays the model: a script, or a live one by environment variables. None of them is visible in a sandbox.
/** @import { OpenAIProvider } from '@openai/agents' */
/** @import { Session } from 'mem-sandbox' */
/** @import { Report } from './report.js' */
/** @import { Step } from './script.js' */

/**
 * One agent's work.
 *
 * @typedef {object} Task
 * @property {Session} session
 * @property {string} name the agent's
 * @property {string} task what it is asked to do
 * @property {Step[]} script what the scripted model does
 */
/** @typedef {{ title: string, run: (task: Task, report: Report) => Promise<string> }} Provider */

/** A variable that a provider needs and that is not set. */
export class MissingSetting extends Error {}

const OPENAI = /** @type {const} */ (['OPENAI_API_KEY', 'OPENAI_MODEL'])
const AZURE = /** @type {const} */ ([
  'AZURE_OPENAI_ENDPOINT',
  'AZURE_OPENAI_API_KEY',
  'AZURE_OPENAI_API_VERSION',
  'AZURE_OPENAI_DEPLOYMENT',
])

/**
 * @param {string | undefined} name default: `openai` where its variables are set, else `scripted`
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Provider>}
 */
export async function openProvider(name, env) {
  const chosen = name ?? (OPENAI.every((variable) => env[variable]) ? 'openai' : 'scripted')
  switch (chosen) {
    case 'openai': {
      const { OPENAI_API_KEY: apiKey, OPENAI_MODEL: model } = settings('openai', OPENAI, env)
      const { OpenAIProvider } = await import('@openai/agents')
      return live(model, new OpenAIProvider({ apiKey }), model)
    }
    case 'azure-openai': {
      const set = settings('azure-openai', AZURE, env)
      const endpoint = set.AZURE_OPENAI_ENDPOINT
      const deployment = set.AZURE_OPENAI_DEPLOYMENT
      const { OpenAIProvider } = await import('@openai/agents')
      const { AzureOpenAI } = await import('openai')
      const key = { apiKey: set.AZURE_OPENAI_API_KEY, apiVersion: set.AZURE_OPENAI_API_VERSION }
      const openAIClient = new AzureOpenAI({ endpoint, deployment, ...key })
      const provider = new OpenAIProvider({ openAIClient: /** @type {never} */ (openAIClient) })
      return live(`${deployment} of ${endpoint}`, provider, deployment)
    }
    case 'ai-sdk': {
      const { runWithAiSdk } = await import('./ai-sdk.js')
      return { title: 'scripted, under the AI SDK', run: runWithAiSdk }
    }
    default: {
      const { runWithAgents } = await import('./agents.js')
      return { title: 'scripted (set OPENAI_API_KEY and OPENAI_MODEL for a live one)', run: runWithAgents }
    }
  }
}

/**
 * @param {string} title @param {OpenAIProvider} provider @param {string} model
 * @returns {Promise<Provider>}
 */
async function live(title, provider, model) {
  const { runWithAgents } = await import('./agents.js')
  return { title, run: (task, report) => runWithAgents(task, report, () => provider.getModel(model)) }
}

/**
 * The values of variables that must be set: what is missing is named before any request.
 *
 * @template {string} Name
 * @param {string} provider @param {readonly Name[]} names @param {NodeJS.ProcessEnv} env
 * @returns {Record<Name, string>}
 */
function settings(provider, names, env) {
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0) throw new MissingSetting(`--provider ${provider} needs ${missing.join(' and ')} to be set`)
  return /** @type {Record<Name, string>} */ (Object.fromEntries(names.map((name) => [name, env[name]])))
}
