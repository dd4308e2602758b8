// Type checks: the sources, tests and examples, and what the declarations promise to applications of either format.
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { dependencyProgram, hasTypeScriptBuild, root } from './common.mjs'
import { buildTypeScript } from './build.mjs'

const PROJECTS = ['tsconfig.json', 'tsconfig.consumer.json']

/**
 * Checks each project; a file with errors counts as failed.
 *
 * @returns {{ passed: number, failed: number }}
 */
export function typecheck() {
  let passed = 0
  let failed = 0
  for (const project of PROJECTS) {
    const compiler = dependencyProgram('typescript', 'bin/tsc')
    const { stdout, status } = spawnSync(
      process.execPath,
      [compiler, '-p', project, '--noEmit', '--listFiles', '--pretty', 'false'],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        maxBuffer: 1 << 26,
      },
    )
    const lines = stdout.split('\n')
    const own = lines.filter(
      (line) => line.startsWith(root) && !line.includes('/node_modules/') && !/error TS\d+/.test(line),
    )
    const errors = lines.filter((line) => /error TS\d+/.test(line))
    for (const line of errors) console.log(line)
    const files = new Set(errors.map((line) => line.split('(')[0]))
    const wrong = status === 0 ? 0 : Math.max(files.size, 1)
    failed += wrong
    passed += Math.max(own.length - wrong, 0)
  }
  return { passed, failed }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!hasTypeScriptBuild()) buildTypeScript()
  const { passed, failed } = typecheck()
  console.log(`types: ${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
