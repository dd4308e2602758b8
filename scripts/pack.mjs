// Packs what gets published: the main package, and the platform package of this machine.
//
//   node scripts/pack.mjs             builds the release binary and leaves both tarballs in packed/
//   node scripts/pack.mjs --local     takes the binary that `npm install` built (for a quick look; has the test hooks)
//   node scripts/pack.mjs --test      also installs both in an empty folder, without cargo, and uses them
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildNative, buildTypeScript } from './build.mjs'
import { builtBinaries, hasTypeScriptBuild, root } from './common.mjs'

const { values: flags } = parseArgs({
  options: { local: { type: 'boolean', default: false }, test: { type: 'boolean', default: false } },
})

const packed = join(root, 'packed')
rmSync(packed, { recursive: true, force: true })
mkdirSync(packed)

if (!hasTypeScriptBuild()) buildTypeScript()
const platformPackage = packPlatform()
const mainPackage = packMain(platformPackage.name)
console.log(`packed ${mainPackage.tarball}\npacked ${platformPackage.tarball}`)
if (flags.test) testInstall(mainPackage, platformPackage)

/** The platform package of this machine, with its binary. */
function packPlatform() {
  const staging = mkdtempSync(join(tmpdir(), 'mem-sandbox-binary-'))
  let folder = root
  if (flags.local) {
    if (builtBinaries().length === 0) buildNative()
  } else {
    buildNative({ release: true, outputDir: staging })
    folder = staging
  }
  const [binary, ...others] = builtBinaries(folder)
  if (binary === undefined || others.length > 0) {
    throw new Error(`expected one binary in ${folder}, found ${[binary, ...others].join(', ') || 'none'}`)
  }
  const platform = binary.split('.')[1] ?? ''
  const home = join(root, 'npm', platform)
  if (!existsSync(join(home, 'package.json'))) {
    throw new Error(`there is no platform package for ${platform} in npm/ yet: add one like npm/linux-x64-gnu`)
  }
  copyFileSync(join(folder, binary), join(home, binary))
  rmSync(staging, { recursive: true })
  return npmPack(home)
}

/**
 * The main package. What is published differs from the checkout's package.json in two ways: it names the platform
 * packages (which a committed lock file must not, before they exist), and it has no scripts and no development
 * dependencies.
 *
 * @param {string} platformPackageName
 */
function packMain(platformPackageName) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { scripts: _scripts, devDependencies: _development, napi: _napi, ...published } = manifest
  published.optionalDependencies = { [platformPackageName]: manifest.version }
  const staging = mkdtempSync(join(tmpdir(), 'mem-sandbox-pack-'))
  for (const file of [...manifest.files, 'README.md', 'LICENSE']) {
    cpSync(join(root, file), join(staging, file), { recursive: true })
  }
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  const result = npmPack(staging)
  rmSync(staging, { recursive: true })
  return result
}

/**
 * @param {string} folder
 * @returns {{ name: string, tarball: string, files: string[] }}
 */
function npmPack(folder) {
  const { status, stdout } = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', packed], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`npm pack failed in ${folder}`)
  const report = JSON.parse(stdout)
  // One entry: in an array, or (from npm 11 on) keyed by the package's name.
  const [{ name, filename, files }] = Object.values(report)
  return {
    name,
    tarball: join(packed, filename),
    files: files.map((/** @type {{ path: string }} */ file) => file.path),
  }
}

/**
 * Installs both tarballs where there is nothing else, and uses them as a stranger would.
 *
 * @param {{ tarball: string, files: string[] }} main
 * @param {{ tarball: string, files: string[] }} platform
 */
function testInstall(main, platform) {
  const folder = mkdtempSync(join(tmpdir(), 'mem-sandbox-install-'))
  const path = pathWithoutCargo(folder)
  let passed = 0
  let failed = 0
  /** @param {string} what @param {boolean} ok @param {unknown} [details] */
  const check = (what, ok, details) => {
    if (ok) passed += 1
    else failed += 1
    console.log(
      `${ok ? 'ok    ' : 'FAILED'} ${what}${ok || details === undefined ? '' : `\n${JSON.stringify(details, null, 2)}`}`,
    )
  }
  /** @param {string} program @param {string[]} args @param {string} [input] */
  const ran = (program, args, input = '') => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      input,
      env: { ...process.env, PATH: path },
    })
    return { status, stdout, stderr }
  }

  check(
    'no source, test or binary is in the main package',
    !main.files.some((file) => /\.(rs|node|ts)$/.test(file) && !file.endsWith('.d.ts')),
    main.files,
  )
  check('there is no cargo on the PATH', ran('sh', ['-c', 'command -v cargo']).status !== 0)
  writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "version": "1.0.0", "private": true }\n')
  const install = ran('npm', ['install', '--no-audit', '--no-fund', '--offline', main.tarball, platform.tarball])
  check('npm install of the two tarballs, offline', install.status === 0, install)

  const use = `
    const session = new Session({ files: { 'a.txt': 'one\\n' } })
    session.execute('cat a.txt; seq 1 3 | wc -l').then(({ stdout }) => console.log(JSON.stringify(stdout)))`
  writeFileSync(join(folder, 'use.mjs'), `import { Session } from 'mem-sandbox'\n${use}\n`)
  writeFileSync(join(folder, 'use.cjs'), `const { Session } = require('mem-sandbox')\n${use}\n`)
  for (const file of ['use.mjs', 'use.cjs']) {
    const result = ran(process.execPath, [file])
    check(`${file === 'use.mjs' ? 'import' : 'require'} works`, result.stdout === '"one\\n3\\n"\n', result)
  }
  for (const entry of ['mem-sandbox/tools', 'mem-sandbox/ai-sdk', 'mem-sandbox/package.json']) {
    const result = ran(process.execPath, ['-e', `console.log(typeof require('${entry}'))`])
    check(`${entry} is there without any SDK`, result.stdout === 'object\n', result)
  }
  const once = ran('npx', ['mem-sandbox', '-c', 'echo "$1"; exit 3', 'hi'])
  check('the program runs', once.status === 3 && once.stdout === 'hi\n', once)
  const piped = ran('npx', ['mem-sandbox'], 'cd /tmp\npwd\nexit 2\n')
  check('the prompt works piped', piped.status === 2 && piped.stdout === '/tmp\n', piped)

  rmSync(join(folder, 'node_modules', platformPackage.name), { recursive: true })
  const missing = ran(process.execPath, ['use.cjs'])
  check(
    'without the platform package, one sentence says what to install',
    /mem-sandbox has no binary for .+: install the platform package/.test(missing.stderr),
    missing,
  )

  rmSync(folder, { recursive: true })
  console.log(`\npack: ${passed} passed, ${failed} failed`)
  if (failed > 0) process.exit(1)
}

/**
 * This PATH without the folders that hold cargo; node and npm are linked where they would be lost with them.
 *
 * @param {string} folder
 */
function pathWithoutCargo(folder) {
  const own = join(folder, 'bin')
  mkdirSync(own)
  symlinkSync(process.execPath, join(own, 'node'))
  for (const program of ['npm', 'npx']) {
    const found = (process.env['PATH'] ?? '').split(delimiter).find((place) => existsSync(join(place, program)))
    if (found !== undefined) symlinkSync(join(found, program), join(own, program))
  }
  const others = (process.env['PATH'] ?? '').split(delimiter).filter((place) => !existsSync(join(place, 'cargo')))
  return [own, ...others, dirname('/bin/sh')].join(delimiter)
}
