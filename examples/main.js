// Agents at work in sandboxes, and a host that checks the results byte for byte.
//
//   node examples/main.js                                    workspace-edit with a scripted model: no key, no network
//   node examples/main.js --list-scenarios
//   node examples/main.js --scenario document-review       all: one after another
//   node examples/main.js --scenario best-of-n --inspect     then a prompt on the same live session
//   node examples/main.js --provider ai-sdk                  the same under the AI SDK, with its mock model
//   node examples/main.js --provider openai                  a live model: docs/providers.md
import process from 'node:process'
import { readOptions, usageError } from './runner/options.js'
import { MissingSetting, openProvider } from './runner/providers.js'
import { CheckFailed, Report } from './runner/report.js'
import { scenarios } from './scenarios/index.js'

/** @import { Session } from 'mem-sandbox' */
/** @import { Provider } from './runner/providers.js' */
/** @import { Scenario } from './scenarios/index.js' */

process.exitCode = await main()

async function main() {
  const options = readOptions(process.argv.slice(2))
  if ('error' in options) return usageError(options.error)
  if (options.list) {
    const width = Math.max(...scenarios.map(({ name }) => name.length))
    for (const { name, summary } of scenarios) console.log(`${name.padEnd(width)}  ${summary}`)
    return 0
  }
  const chosen = scenarios.filter(({ name }) => options.scenario === 'all' || name === options.scenario)
  if (chosen.length === 0) return usageError(`there is no scenario ${options.scenario}; --list-scenarios has them`)
  if (chosen.length > 1 && options.inspect) return usageError('--inspect is for one scenario')

  try {
    const provider = await openProvider(options.provider, process.env)
    console.log(`model: ${provider.title}\n`)
    let status = 0
    for (const scenario of chosen) {
      if (chosen.length > 1) console.log(`scenario      ${scenario.name}`)
      const session = await play(scenario, provider)
      if (chosen.length > 1) console.log('')
      if (options.inspect) status = await inspect(session)
      session.close()
    }
    return status
  } catch (error) {
    if (error instanceof MissingSetting) return usageError(error.message)
    // What the API answered, in one line; all else is a fault of the example.
    if (!(error instanceof CheckFailed) && !(error instanceof Error && 'status' in error)) throw error
    console.error(error.message)
    return 1
  }
}

/** @param {Scenario} scenario @param {Provider} provider */
function play(scenario, provider) {
  const report = new Report(console.log)
  return scenario.play({
    agent: (task) => provider.run(task, report),
    check: (what, verify) => report.check(what, verify),
  })
}

/** @param {Session} session */
async function inspect(session) {
  const { prompt } = await import('../dist/esm/prompt.js')
  console.log('\nThe session is still live: look around, and leave with exit.')
  return prompt(session, process)
}
