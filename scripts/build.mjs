// Builds the addon and the TypeScript.
//
//   node scripts/build.mjs                      both; the addon in the quick `local` profile, with the test hooks
//   node scripts/build.mjs native [--release]   the addon only; --release is what gets published
//   node scripts/build.mjs typescript           dist/ only
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NEEDS_CARGO, cargoEnvironment, dependencyProgram, hostTriple, root, run } from './common.mjs'

/**
 * Builds the addon: `mem-sandbox.<platform>.node`, and from the same sources `native.cjs` and `index.d.ts`.
 *
 * @param {{ release?: boolean, outputDir?: string }} [options] with `outputDir` only the binary is written, there
 */
export function buildNative({ release = false, outputDir } = {}) {
  const triple = hostTriple()
  if (triple === null) {
    console.error(NEEDS_CARGO)
    process.exit(1)
  }
  const flags = release ? ['--release'] : ['--profile', 'local', '--features', 'test-hooks']
  const target = cargoEnvironment()['CARGO_BUILD_TARGET'] ?? triple
  const files =
    outputDir === undefined
      ? ['--js', 'native.cjs', '--dts', 'index.d.ts']
      : ['--no-js', '--output-dir', outputDir, '--dts', join(outputDir, 'unused.d.ts')]
  run(process.execPath, [
    dependencyProgram('@napi-rs/cli', 'dist/cli.js'),
    'build',
    '--platform',
    '--target',
    target,
    ...files,
    ...flags,
  ])
  if (outputDir === undefined) polishDeclarations()
  else rmSync(join(outputDir, 'unused.d.ts'), { force: true })
}

/**
 * Brings the generated index.d.ts to what the face makes of the addon: what only the face uses is not shown, options are
 * objects or left out (napi would let null pass), snapshots are not made with `new`, and the bytes of an output are
 * always there.
 */
function polishDeclarations() {
  const path = join(root, 'index.d.ts')
  const doc = String.raw`(?:/\*\*(?:(?!\*/)[\s\S])*\*/\n)?`
  // What only the face makes and takes.
  const hidden = [
    'CancelToken',
    'CommandCall',
    'LoadRequest',
    'PackedSnapshot',
    'PolicyQuestion',
    'ReadProgress',
    'SessionFiles',
  ]
  /** @type {Array<[RegExp, string]>} */
  const changes = [
    ...hidden.map(
      (name) =>
        /** @type {[RegExp, string]} */ ([
          new RegExp(`${doc}export declare class ${name} \\{\n[\\s\\S]*?\n\\}\n\n?`),
          '',
        ]),
    ),
    [new RegExp(`${doc}export declare const __napiBindingTarget: .*\n\n?`), ''],
    [new RegExp(`${doc}export interface ReadFolder \\{\n[\\s\\S]*?\n\\}\n\n?`), ''],
    [/^export declare class Snapshot \{\n/m, 'export declare class Snapshot {\n  private constructor()\n'],
    [/^( {2}std(?:out|err)Bytes: Uint8Array) \| null$/gm, '$1'],
    [/(\w+\?: [^,()\n]+?) \| undefined \| null(?=[,)])/g, '$1'],
  ]
  const generated = readFileSync(path, 'utf8')
  let polished = generated
  for (const [pattern, replacement] of changes) {
    if (polished.search(pattern) === -1) throw new Error(`index.d.ts is not as expected: nothing matches ${pattern}`)
    polished = polished.replace(pattern, replacement)
  }
  // What only TypeScript has, beside what the header says.
  const own = ['events', 'service', 'replay', 'fs'].map((part) =>
    readFileSync(join(root, `ts/declarations-${part}.d.ts`), 'utf8'),
  )
  writeFileSync(path, [`${polished.trimEnd()}\n`, ...own].join(''))
}

/** The modules that exist once, as CommonJS, whichever way the package is loaded: their classes and state are shared. */
const SHARED = [
  'index',
  'tools',
  'tools/approvals',
  'tools/sets',
  'tools/source',
  'ai-sdk',
  'stores',
  'backend',
  'arguments',
  'clip',
  'mcp',
  'deepagents',
  'errors',
  'failures',
  'host-file',
  'in-time',
  'turns',
  'previews',
  'openai-edits',
  'openai-shell',
  'quoted',
]
/** What the ESM folder holds besides. Everything else that tsc writes there is reached through CommonJS. */
const ESM_OWN = ['openai-agents', 'cli', 'cli-options', 'cli-output', 'cli-mcp', 'cli-start', 'prompt', 'bin']
/** Folders of such modules. */
const ESM_FOLDERS = ['openai-agents']

/** Compiles ts/ to dist/cjs and dist/esm. */
export function buildTypeScript() {
  const dist = join(root, 'dist')
  rmSync(dist, { recursive: true, force: true })
  const compiler = dependencyProgram('typescript', 'bin/tsc')
  run(process.execPath, [compiler, '-p', 'tsconfig.cjs.json'])
  run(process.execPath, [compiler, '-p', 'tsconfig.esm.json'])
  const cjs = join(dist, 'cjs')
  const esm = join(dist, 'esm')
  mkdirSync(cjs, { recursive: true })
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n')

  const kept = new Set([...SHARED, ...ESM_OWN].map((name) => `${name.replaceAll('/', sep)}.js`))
  for (const name of readdirSync(esm, { recursive: true, encoding: 'utf8' })) {
    const isKept = kept.has(name) || ESM_FOLDERS.some((folder) => name.startsWith(`${folder}${sep}`))
    if (name.endsWith('.js') && !isKept) rmSync(join(esm, name))
  }
  for (const name of SHARED) {
    const names = exportedNames(readFileSync(join(cjs, `${name}.js`), 'utf8'))
    const up = '../'.repeat(name.split('/').length)
    writeFileSync(join(esm, `${name}.js`), `export { ${names.join(', ')} } from '${up}cjs/${name}.js'\n`)
  }

  // The generated declarations, as each format must see them.
  rmSync(join(cjs, 'declarations.js'), { force: true })
  copyFileSync(join(root, 'index.d.ts'), join(cjs, 'declarations.d.ts'))
  writeFileSync(join(esm, 'declarations.d.ts'), `export type * from '../../index.js'\n`)
}

/**
 * The names that a CommonJS module written by tsc exports, but for `__esModule`, which `export *` would pass on.
 *
 * @param {string} source
 */
function exportedNames(source) {
  const names = source.matchAll(/^(?:exports\.(\w+) = |Object\.defineProperty\(exports, "(\w+)")/gm)
  return [...new Set([...names].map(([, assigned, defined]) => assigned ?? defined))].filter(
    (name) => name !== '__esModule',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [what = 'all', ...flags] = process.argv.slice(2)
  const known = ['all', 'native', 'typescript']
  const unknown = [...flags.filter((flag) => flag !== '--release'), ...(known.includes(what) ? [] : [what])]
  if (unknown.length > 0) {
    console.error(`build: unknown argument ${unknown[0]}; accepted are: ${known.join(', ')}, --release`)
    process.exit(2)
  }
  if (what !== 'typescript') buildNative({ release: flags.includes('--release') })
  if (what !== 'native') buildTypeScript()
}
