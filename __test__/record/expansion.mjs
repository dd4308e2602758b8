// Records __test__/shell/expansion.jsonl from the real bash: each script of expansion.txt, its output and its status.
// Usage: node __test__/record/expansion.mjs [SCRIPTS [TABLE]]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const source = process.argv[2] ?? join(here, 'expansion.txt')
const table = process.argv[3] ?? join(here, '..', 'shell', 'expansion.jsonl')

// The files that the scripts find in their folder.
const folders = ['d', 'd/e']
const files = ['a.txt', 'b.txt', 'd/e/f.txt', 'd/x.txt', '.hidden', 'B.TXT', 'sp ace']
const environment = { HOME: '/workspace', LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin', TZ: 'UTC' }

const rows = []
for (const block of readFileSync(source, 'utf8').split(/^## /m).slice(1)) {
  const end = block.indexOf('\n')
  const name = block.slice(0, end)
  const script = block.slice(end + 1).replace(/\n+$/, '')
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  for (const path of folders) mkdirSync(join(folder, path))
  for (const path of files) writeFileSync(join(folder, path), '')
  const run = spawnSync('bash', ['-c', script], { cwd: folder, env: environment, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  rows.push(JSON.stringify({ name, files: Object.fromEntries(files.map((path) => [path, ''])), script, stdout: run.stdout, stderr: run.stderr, exit: run.status }))
}
writeFileSync(table, rows.join('\n') + '\n')
console.log(`${rows.length} rows`)
