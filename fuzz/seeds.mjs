// Writes the scripts of the recorded cases as the fuzzers' first corpus: `node fuzz/seeds.mjs`.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const cases = join(here, '..', '__test__')
const scripts = new Set()
for (const folder of ['shell', 'commands', 'conformance']) {
  for (const name of readdirSync(join(cases, folder))) {
    if (!name.endsWith('.jsonl')) continue
    for (const line of readFileSync(join(cases, folder, name), 'utf8').split('\n')) {
      if (line.trim() === '') continue
      const row = JSON.parse(line)
      const script = row.script ?? row.command ?? row.cmd
      if (typeof script === 'string' && script.length <= 2_000) scripts.add(script)
    }
  }
}
for (const target of ['parse', 'run']) {
  const folder = join(here, 'corpus', target)
  mkdirSync(folder, { recursive: true })
  for (const script of scripts) {
    writeFileSync(join(folder, createHash('sha1').update(script).digest('hex')), script)
  }
}
console.log(`${scripts.size} scripts`)
