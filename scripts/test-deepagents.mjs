// Runs the checks of __test__/fixtures/deepagents with Deep Agents itself, which is too large to be a dependency of ours.
//
//   node scripts/test-deepagents.mjs [--folder DIR] [PART OF A NAME] [--verbose]
//
// Installs into a folder outside of this checkout: DIR, or a new temporary one. What DIR has already is used again.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hasTypeScriptBuild, root, tryRun } from './common.mjs'
import { buildTypeScript } from './build.mjs'

const args = process.argv.slice(2)
const at = args.indexOf('--folder')
const [, given] = at < 0 ? [] : args.splice(at, 2)
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'mem-sandbox-deepagents-')) : resolve(given)
mkdirSync(folder, { recursive: true })
if (!hasTypeScriptBuild()) buildTypeScript()
cpSync(join(root, '__test__/fixtures/deepagents'), folder, { recursive: true })

let status = 0
const installed = join(folder, 'node_modules')
if (!existsSync(join(installed, 'deepagents')))
  status = tryRun('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
if (status === 0) {
  rmSync(join(installed, 'mem-sandbox'), { recursive: true, force: true })
  symlinkSync(root, join(installed, 'mem-sandbox'))
  status = tryRun(process.execPath, [join(folder, 'run.mjs'), ...args], { cwd: folder })
}
if (given === undefined) rmSync(folder, { recursive: true, force: true })
process.exit(status)
