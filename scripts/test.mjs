// `npm test`: everything, one runner after another. Each runner's counts are printed at its end and once more, all
// together, at the very end. The exit status is 0 only when every runner passed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildNative, buildTypeScript } from './build.mjs'
import { NEEDS_CARGO, cargoEnvironment, dependencyProgram, hostTriple, root, tryRun } from './common.mjs'
import { typecheck } from './typecheck.mjs'

if (hostTriple() === null) {
  console.error(NEEDS_CARGO)
  process.exit(1)
}

/** @type {string[]} */
const summary = []
let failures = 0

/**
 * Notes a runner's counts.
 *
 * @param {string} name
 * @param {{ passed: number, failed: number, rest?: string }} counts
 * @param {boolean} ok whether the runner itself ended well
 */
function report(name, { passed, failed, rest = '' }, ok) {
  // A runner that broke before it could count has failed, too.
  const wrong = ok ? failed : Math.max(failed, 1)
  failures += wrong
  const line = `${name}: ${passed} passed, ${wrong} failed${rest}`
  summary.push(line)
  console.log(`\n${line}\n`)
}

/** Runs cargo's tests and adds up the counts of all test programs. */
function cargoTests() {
  const { status, stdout } = spawnSync('cargo', ['test', '--no-fail-fast', '--features', 'test-hooks'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, ...cargoEnvironment() },
    maxBuffer: 1 << 30,
  })
  // Of passing tests only the counts are worth the room.
  console.log(stdout.replace(/^test .* \.\.\. ok\n/gm, ''))
  let passed = 0
  let failed = 0
  for (const [, ok, bad] of stdout.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    passed += Number(ok)
    failed += Number(bad)
  }
  report('cargo', { passed, failed }, status === 0)
}

/** Runs vitest and reads its counts from its JSON report; the conformance rows are counted by themselves. */
function vitestTests() {
  const folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-test-'))
  const reportFile = join(folder, 'report.json')
  const status = tryRun(process.execPath, [
    dependencyProgram('vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ])
  const count = { passed: 0, failed: 0, skipped: 0 }
  const rows = { passed: 0, failed: 0, skipped: 0 }
  try {
    const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8'))
    for (const file of testResults) {
      const conformance = file.name.endsWith('conformance.test.ts')
      for (const { status: outcome, title } of file.assertionResults) {
        // Each file of rows has one test of its own besides: that all rows are there.
        const kind = conformance && !/^has \d+ rows$/.test(title) ? rows : count
        if (outcome === 'passed') kind.passed += 1
        else if (outcome === 'failed') kind.failed += 1
        else kind.skipped += 1
      }
      // A file that could not be loaded has no tests in it.
      if (file.status === 'failed' && file.assertionResults.length === 0) count.failed += 1
    }
  } catch (error) {
    console.error(`vitest left no report: ${error}`)
  }
  rmSync(folder, { recursive: true, force: true })
  const broken = status !== 0 && count.failed + rows.failed === 0
  report('conformance', { ...rows, rest: `, ${rows.skipped} waiting for commands still to come` }, true)
  report('vitest', { ...count, rest: count.skipped > 0 ? `, ${count.skipped} skipped` : '' }, !broken)
}

buildNative()
buildTypeScript()
cargoTests()
const checks = typecheck()
report('types', checks, true)
vitestTests()

console.log(`\n${summary.join('\n')}`)
process.exit(failures === 0 ? 0 : 1)
