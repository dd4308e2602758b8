// `npm start`: the main job on its embedded default. Builds first where nothing is built (an install without scripts).
import { buildNative, buildTypeScript } from './build.mjs'
import { builtBinaries, dependencyProgram, hasTypeScriptBuild, run } from './common.mjs'
import { existsSync } from 'node:fs'

if (!existsSync(dependencyProgram('@openai/agents', 'package.json'))) {
  console.error('mem-sandbox: the dependencies are not installed: run `npm install` first.')
  process.exit(1)
}
if (builtBinaries().length === 0) buildNative()
if (!hasTypeScriptBuild()) buildTypeScript()
run(process.execPath, ['examples/main.js', ...process.argv.slice(2)], { stdin: 'inherit' })
