// One digest over what all recorded scripts give: standard output and error, exit codes, steps, and a hash of the state
// that each leaves (files with their times and numbers, variables, functions, clock and generator). It must be the same
// under every version of Node, time zone, locale, home and host name.
//
//   node scripts/identical.mjs [--each]      --each prints a digest for each file of rows, too
//   node scripts/identical.mjs --compare     runs itself under other conditions, and other versions of Node where npm has them
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { values: options } = parseArgs({
  options: { each: { type: 'boolean', default: false }, compare: { type: 'boolean', default: false } },
})

if (options.compare) compare()
else await digest()

async function digest() {
  const { Executor } = await import('../dist/esm/index.js')
  const executor = new Executor({ sedExecute: true })
  const whole = createHash('sha256')
  let rows = 0
  let steps = 0
  for (const folder of ['shell', 'commands', 'conformance']) {
    const at = join(root, '__test__', folder)
    for (const name of readdirSync(at)
      .filter((one) => one.endsWith('.jsonl'))
      .toSorted()) {
      const own = createHash('sha256')
      for (const line of readFileSync(join(at, name), 'utf8').split('\n')) {
        if (line.trim() === '') continue
        const row = JSON.parse(line)
        const scripts = scriptsOf(row)
        if (scripts.length === 0) continue
        const session = sessionOf(executor, row)
        for (const script of scripts) {
          const result = await session.execute(script, row.incremental ? { parse: 'incremental' } : {})
          const { exitCode, failure, usage, stdoutBytes, stderrBytes } = result
          // What only time stops says how fast the machine is.
          if (failure?.code === 'TIMEOUT') throw new Error(`${name}: ${row.name ?? row.id}: stopped by time`)
          const facts = [name, script, exitCode, failure?.code ?? null, usage.steps, usage.commands, usage.virtualMs]
          own.update(
            `${JSON.stringify([...facts, hashOf(stdoutBytes), hashOf(stderrBytes), hashOf(session.snapshot().toBytes())])}\n`,
          )
          rows += 1
          steps += usage.steps
        }
        session.close()
      }
      const text = own.digest('hex')
      if (options.each) console.error(`${text.slice(0, 16)}  ${folder}/${name}`)
      whole.update(text)
    }
  }
  console.log(`${whole.digest('hex')}  ${rows} scripts, ${steps} steps`)
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function bytesOf(value) {
  return typeof value === 'string'
    ? value
    : new Uint8Array(Buffer.from(value.hex ?? value.base64, value.hex === undefined ? 'base64' : 'hex'))
}

function sessionOf(executor, row) {
  const entries = Object.entries(row.files ?? {})
  const files = entries.filter(([path]) => !path.endsWith('/')).map(([path, data]) => [path, bytesOf(data)])
  const session = executor.session({ files: Object.fromEntries(files) })
  for (const [path] of entries)
    if (path.endsWith('/')) session.mkdir(path.slice(0, -1), { createParents: true, existOk: true })
  return session
}

/** The scripts of a row, one after the other in one session. */
function scriptsOf({ script, command, commands, steps }) {
  const one = (value) => (typeof value === 'string' ? value : Buffer.from(value.hex ?? '', 'hex').toString('utf8'))
  const many = (list) => list.flatMap((step) => (typeof step === 'string' ? [step] : scriptsOf(step)))
  if (script !== undefined) return [one(script)]
  if (typeof command === 'string') return [command]
  if (Array.isArray(commands)) return many(commands)
  return Array.isArray(steps) ? many(steps) : []
}

function compare() {
  const own = fileURLToPath(import.meta.url)
  const elsewhere = {
    TZ: 'Asia/Kolkata',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    HOME: '/nowhere',
    USER: 'nobody',
    HOSTNAME: 'elsewhere',
    COLUMNS: '40',
    PATH: process.env.PATH,
  }
  const unshared = ['unshare', '-u', 'sh', '-c', 'hostname elsewhere && exec "$@"', 'sh']
  const runs = [
    ['as it is', [process.execPath, own], process.env],
    ['elsewhere', [...(canUnshare(unshared) ? unshared : []), process.execPath, own], elsewhere],
    ...['node@22', 'node@24'].map((version) => [
      `${version}, elsewhere`,
      ['npm', 'exec', '--yes', `--package=${version}`, '--', 'node', own],
      { ...elsewhere, HOME: process.env.HOME },
    ]),
  ]
  console.log(`host ${hostname()}, ${canUnshare(unshared) ? 'with' : 'without'} another host name`)
  const digests = runs.map(([name, [program, ...args], env]) => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      env,
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    const text = status === 0 ? stdout.trim() : `failed: ${stderr.trim().split('\n').at(-1)}`
    console.log(`${text}  ${name}`)
    return text
  })
  process.exit(new Set(digests).size === 1 ? 0 : 1)
}

function canUnshare(command) {
  return spawnSync(command[0], [...command.slice(1), 'true']).status === 0
}
