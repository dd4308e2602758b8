// Runs at the end of `npm install` in a checkout (never for an installed package: npm runs `prepare` for the top folder
// only, and the packed package has neither this script nor Rust sources).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildNative, buildTypeScript } from './build.mjs'
import { NEEDS_CARGO, builtBinaries, hostTriple, root } from './common.mjs'

if (existsSync(join(root, 'Cargo.toml'))) {
  const cargo = hostTriple() !== null
  if (!cargo && builtBinaries().length === 0) {
    console.error(NEEDS_CARGO)
    process.exit(1)
  }
  if (cargo) buildNative()
  buildTypeScript()
}
