// `npm run test:fixtures`: applications of their own that install the packed package and an SDK, on each version of Node.js.
//
//   node scripts/test-fixtures.mjs [--nodes 20,24] [--folder DIR] [--skip-package] [NAME...]
//
// Takes the tarballs in packed/, or packs first (with the binary that `npm install` built). Each folder of
// __test__/fixtures is installed outside of this checkout: below DIR, where it stays for the next time, or in a temporary
// folder. Needs a network. NAME: only these fixtures. The tarball itself goes through publint and attw, unless
// --skip-package.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from './common.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    nodes: { type: 'string', default: 'current,24' },
    folder: { type: 'string' },
    'skip-package': { type: 'boolean', default: false },
  },
})
const source = join(root, '__test__/fixtures')
const fixtures = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const unknown = positionals.find((name) => !fixtures.includes(name))
if (unknown !== undefined) {
  console.error(`test-fixtures: there is no fixture ${unknown}; there are ${fixtures.join(', ')}`)
  process.exit(2)
}
const wanted = positionals.length > 0 ? positionals : fixtures
const nodes = flags.nodes.split(',')

const tarballs = packed()
const folder = flags.folder === undefined ? mkdtempSync(join(tmpdir(), 'mem-sandbox-fixtures-')) : resolve(flags.folder)
mkdirSync(folder, { recursive: true })
cpSync(source, folder, { recursive: true })

/** @type {string[]} */
const summary = []
let failures = 0
/** @param {string} what @param {number} passed @param {number} failed */
function report(what, passed, failed) {
  failures += failed
  summary.push(`${what}: ${passed} passed, ${failed} failed`)
}

if (!flags['skip-package']) {
  const [main = ''] = tarballs
  const programs = [
    ['publint@0.3', 'publint', 'run', main, '--strict'],
    ['@arethetypeswrong/cli@0.18', 'attw', main, '--format', 'table-flipped'],
  ]
  const clean = programs.filter(([name = '', ...command]) => {
    console.log(`\n== ${name}`)
    return shown('npm', ['exec', '--yes', `--package=${name}`, '--', ...command], folder).status === 0
  })
  report('package', clean.length, programs.length - clean.length)
}
for (const name of wanted) test(name)

if (flags.folder === undefined) rmSync(folder, { recursive: true, force: true })
console.log(`\n${summary.join('\n')}`)
process.exit(failures === 0 ? 0 : 1)

/** The tarballs, the main package's first. */
function packed() {
  const place = join(root, 'packed')
  const there = () => (existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.tgz')) : [])
  if (there().length < 2) run(process.execPath, ['scripts/pack.mjs', '--local'])
  // The name of a platform package goes on with the platform's.
  return there()
    .toSorted((a, b) => a.length - b.length)
    .map((name) => join(place, name))
}

/** Installs a fixture and runs it on each version. @param {string} name */
function test(name) {
  const place = join(folder, name)
  console.log(`\n== ${name}: npm install`)
  const install = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', ...tarballs]
  if (shown('npm', install, place).status !== 0) return report(name, 0, 1)
  const { scripts } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  let [passed, failed] = [0, 0]
  for (const node of nodes) {
    console.log(`\n== ${name}: Node ${node}`)
    const start = ['npm', '--silent', 'start']
    const [program = '', ...args] =
      node === 'current' ? start : ['npm', 'exec', '--yes', `--package=node@${node}`, '--', ...start]
    const { status, stdout } = shown(program, args, place)
    const counts = [...stdout.matchAll(/: (\d+) passed, (\d+) failed$/gm)]
    const wrong = counts.reduce((sum, [, , count]) => sum + Number(count), 0)
    passed += counts.reduce((sum, [, count]) => sum + Number(count), 0)
    // What broke before it could count has failed, too.
    failed += status === 0 && counts.length > 0 ? wrong : Math.max(wrong, 1)
  }
  if (scripts.types !== undefined) {
    console.log(`\n== ${name}: types`)
    if (shown('npm', ['--silent', 'run', 'types'], place).status === 0) passed += 1
    else failed += 1
  }
  report(name, passed, failed)
}

/**
 * Runs a program, shows what it prints, and gives it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
function shown(program, args, cwd) {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) console.error(`${program}: ${error.message}`)
  process.stdout.write(stdout ?? '')
  return { status, stdout: stdout ?? '' }
}
