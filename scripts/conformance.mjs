// Compares sessions with real bash, script by script: `npm run conformance -- --against bash [FILES…]`.
//
// Each script runs with `bash -c` in an empty temporary folder and in a fresh session; standard output, the exit status
// and the files left behind must be the same. Files of scripts are
//   *.sh     scripts behind lines `#### name`
//   *.txt    one script a line, `⏎` for a line end, `# name` begins a group
//   *.jsonl  rows with `script` (or `command`) and perhaps `files`
// Without FILES: everything that is recorded in `__test__/record` and `__test__/shell`.
//
//   --engine PATH   the `run` example (`cargo build --example run`) instead of the addon
//   --incremental   parse unit by unit in the session too, so that a syntax error stops only what follows
//   --record DIR    write what bash did as rows `{ name, script, stdout, exit }` into DIR/NAME.jsonl for each NAME.sh
//   --tools DIR     a folder whose programs bash finds first: tools in another version than the machine's (jq)
//   --only TEXT     only scripts whose name or text contains TEXT
//   --quiet         names of differing scripts only
//   --no-files      do not compare the files left behind
//   --stderr        compare standard error too
import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openAddon, openRunner, runBash, useTools } from './conformance/engines.mjs'
import { readScripts } from './conformance/scripts.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string', default: 'bash' },
    engine: { type: 'string' },
    incremental: { type: 'boolean', default: false },
    record: { type: 'string' },
    only: { type: 'string' },
    tools: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    'no-files': { type: 'boolean', default: false },
    stderr: { type: 'boolean', default: false },
  },
})
useTools(options.tools)
if (options.against !== 'bash') throw new Error(`--against ${options.against}: only bash is known`)

const folder = (...path) => {
  const at = join(root, ...path)
  return existsSync(at)
    ? readdirSync(at)
        .filter((name) => /\.(sh|jsonl)$/.test(name))
        .toSorted()
        .map((name) => join(at, name))
    : []
}
const files =
  positionals.length > 0 ? positionals : [...folder('__test__', 'record', 'language'), ...folder('__test__', 'shell')]
let scripts = files.flatMap(readScripts)
if (options.only)
  scripts = scripts.filter(({ name, script }) => name.includes(options.only) || script.includes(options.only))

const expected = await inParallel(scripts, Math.max(2, availableParallelism()), runBash)
if (options.record) {
  record(options.record)
  process.exit(0)
}

const engine = options.engine ? openRunner(options.engine) : await openAddon()
let same = 0
const different = []
for (const [index, row] of scripts.entries()) {
  const got = await engine.run({ ...row, incremental: row.incremental || options.incremental })
  const wanted = expected[index]
  const points = (options.stderr ? ['stdout', 'exit', 'stderr'] : ['stdout', 'exit']).filter(
    (key) => got[key] !== wanted[key],
  )
  if (!options['no-files'] && !points.length && JSON.stringify(got.files) !== JSON.stringify(wanted.files))
    points.push('files')
  if (points.length === 0) {
    same += 1
    continue
  }
  different.push(row.name)
  console.log(`---- ${row.name}`)
  if (options.quiet) continue
  console.log(row.script)
  for (const key of points) show(key, wanted[key], got[key])
  if (!points.includes('stderr')) show('stderr', wanted.stderr, got.stderr)
  if (got.failure) console.log(`  ours failure: ${got.failure}`)
}
engine.close()
console.log(`${same} same, ${different.length} different`)
process.exit(different.length === 0 ? 0 : 1)

/** Prints two values; of long texts only what lies between their common beginning and their common end, in lines. */
function show(key, wanted, got) {
  let [left, right] = [wanted, got]
  if (typeof left === 'string' && left.length + right.length > 400) {
    const [a, b] = [left.split('\n'), right.split('\n')]
    while (a.length && b.length && a[0] === b[0]) {
      a.shift()
      b.shift()
    }
    while (a.length && b.length && a.at(-1) === b.at(-1)) {
      a.pop()
      b.pop()
    }
    ;[left, right] = [`… ${a.join('\n')}`, `… ${b.join('\n')}`]
  }
  if (left === right) return
  console.log(`  bash ${key}: ${JSON.stringify(left)}\n  ours ${key}: ${JSON.stringify(right)}`)
}

/** Writes one file of rows for each file of scripts. Scripts whose tools may not be there yet say what they need. */
function record(target) {
  for (const file of files) {
    const name = basename(file).replace(/\.[a-z]+$/, '')
    const rows = scripts.flatMap((row, index) => {
      if (row.file !== name) return []
      const { bytes, exit } = expected[index]
      // What is no UTF-8 is kept in hexadecimal.
      const stdout = isUtf8(bytes) ? expected[index].stdout : { hex: bytes.toString('hex') }
      const needs = /\b(?:chmod|od|diff|mkfifo)\b/.exec(row.script)?.[0]
      const { script, files: given, incremental } = row
      return [
        JSON.stringify({
          name: row.name.slice(name.length + 2),
          script,
          files: given,
          incremental,
          needs,
          stdout,
          exit,
        }),
      ]
    })
    writeFileSync(join(target, `${name}.jsonl`), `${rows.join('\n')}\n`)
    console.log(`${rows.length} rows in ${name}.jsonl`)
  }
}

/** Maps with at most `width` calls at a time, in order. */
async function inParallel(items, width, work) {
  const results = Array.from({ length: items.length })
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index])
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
