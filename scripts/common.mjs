// What the build scripts share: running a tool, finding cargo, the name of this platform.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's top folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** One sentence for whoever has no cargo. */
export const NEEDS_CARGO =
  'mem-sandbox: this checkout builds its native part with Rust, which is not here: install cargo (1.88 or newer) from https://rustup.rs and run `npm install` again.'

/**
 * Runs a program with this terminal and ends the script with its status when it fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Parameters<typeof tryRun>[2]} [options]
 */
export function run(program, args, options = {}) {
  const status = tryRun(program, args, options)
  if (status !== 0) process.exit(status)
}

/**
 * Runs a program with this terminal and returns its exit status.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, stdin?: 'ignore' | 'inherit' }} [options]
 * @returns {number}
 */
export function tryRun(program, args, { env = {}, cwd = root, stdin = 'ignore' } = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd,
    stdio: [stdin, 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  if (error) {
    console.error(`${program}: ${error.message}`)
    return 127
  }
  return status ?? 1
}

/**
 * A program's standard output, or null where it can't be run or fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @returns {string | null}
 */
export function output(program, args) {
  const { status, stdout } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout : null
}

/** The host's target triple as cargo names it, or null without cargo. */
export function hostTriple() {
  return output('cargo', ['-vV'])?.match(/^host: (\S+)$/m)?.[1] ?? null
}

/**
 * The environment for cargo. The napi CLI builds with `--target`, so cargo's own runs must do the same or everything is
 * compiled twice.
 *
 * @returns {Record<string, string>}
 */
export function cargoEnvironment() {
  const triple = hostTriple()
  return triple === null ? {} : { CARGO_BUILD_TARGET: process.env['CARGO_BUILD_TARGET'] ?? triple }
}

/** The path of a program that a development dependency brings. @param {string} packageName @param {string} path */
export function dependencyProgram(packageName, path) {
  return join(root, 'node_modules', packageName, path)
}

/** The addon's binaries in a folder, by file name. */
export function builtBinaries(folder = root) {
  return readdirSync(folder).filter((name) => /^mem-sandbox\..+\.node$/.test(name))
}

/** Whether the compiled TypeScript is there. */
export function hasTypeScriptBuild() {
  return existsSync(join(root, 'dist', 'cjs', 'index.js')) && existsSync(join(root, 'dist', 'esm', 'index.js'))
}
