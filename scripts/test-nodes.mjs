// `npm run test:nodes`: the vitest suites on other versions of Node.js, with the addon and dist/ as they are built. npm
// fetches each version.
import { tryRun } from './common.mjs'

const versions = process.argv.slice(2)
if (versions.length === 0) versions.push('22', '24')

/** @type {string[]} */
const failed = []
for (const version of versions) {
  console.log(`\n== Node ${version}`)
  const status = tryRun('npm', [
    'exec',
    '--yes',
    `--package=node@${version}`,
    '--',
    'node',
    'node_modules/vitest/vitest.mjs',
    'run',
  ])
  if (status !== 0) failed.push(version)
}
console.log(
  `\nnodes: ${versions.length - failed.length} passed, ${failed.length} failed${failed.length > 0 ? ` (${failed.join(', ')})` : ''}`,
)
process.exit(failed.length === 0 ? 0 : 1)
