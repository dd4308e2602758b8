// The command line of the examples.
import { parseArgs } from 'node:util'

export const PROVIDERS = ['scripted', 'openai', 'azure-openai', 'ai-sdk']

/**
 * @typedef {{ scenario: string, provider: string | undefined, inspect: boolean, list: boolean }} Options
 *
 * @param {string[]} argv
 * @returns {Options | { error: string }}
 */
export function readOptions(argv) {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        scenario: { type: 'string', default: 'workspace-edit' },
        provider: { type: 'string' },
        inspect: { type: 'boolean', default: false },
        'list-scenarios': { type: 'boolean', default: false },
      },
    })
    const { scenario, provider, inspect } = values
    if (provider !== undefined && !PROVIDERS.includes(provider)) {
      return { error: `there is no provider ${provider}; accepted are: ${PROVIDERS.join(', ')}` }
    }
    return { scenario, provider, inspect, list: values['list-scenarios'] }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** @param {string} message */
export function usageError(message) {
  console.error(`examples: ${message}`)
  console.error(
    `usage: main.js [--scenario NAME|all] [--provider ${PROVIDERS.join('|')}] [--inspect] | --list-scenarios`,
  )
  return 2
}
