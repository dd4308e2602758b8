// Records what real bash does with the scripts of a case list: `node __test__/record/record-shell.mjs builtins`
// reads `__test__/record/builtins.txt` and writes `__test__/shell/builtins.jsonl`.
//
// In a case list `# name` begins a group and every other line that is not empty is a script; `⏎` in it is a line end.
// Rows hold `{ name, script, stdout, exit }`. Each script runs with `bash -c` in an empty folder, which is called
// `/workspace` in the recorded output.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const list = process.argv[2]
if (!list) throw new Error('usage: record-shell.mjs LIST')

const rows = []
let group = ''
let count = 0
for (const line of readFileSync(join(here, `${list}.txt`), 'utf8').split('\n')) {
  if (line.trim() === '') continue
  if (line.startsWith('# ')) {
    group = line.slice(2).trim()
    count = 0
    continue
  }
  count += 1
  const script = line.replaceAll('⏎', '\n')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'record-')))
  const run = spawnSync('bash', ['-c', script], {
    cwd: folder,
    argv0: 'bash',
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      PWD: folder,
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      SHELL: '/bin/bash',
    },
    input: '',
    timeout: 20_000,
  })
  rmSync(folder, { recursive: true, force: true })
  if (run.error) throw new Error(`${group} ${count}: ${run.error}`)
  const exit = run.status ?? 128 + constants.signals[run.signal]
  const stdout = run.stdout.toString('utf8').replaceAll(folder, '/workspace')
  rows.push(JSON.stringify({ name: `${group} ${count}`, script, stdout, exit }))
}
writeFileSync(join(here, '..', 'shell', `${list}.jsonl`), `${rows.join('\n')}\n`)
console.log(`${rows.length} rows`)
