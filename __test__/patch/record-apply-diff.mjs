// Records what `applyDiff` of @openai/agents makes of random small diffs: node record-apply-diff.mjs > apply_diff.jsonl
// The generator is seeded, so that a new version of the package shows only where its behaviour changed.
import { applyDiff } from '@openai/agents-core'

let state = 0x9e3779b97f4a7c15n
const mask = (1n << 64n) - 1n
function below(limit) {
  state = (state ^ (state << 13n)) & mask
  state ^= state >> 7n
  state = (state ^ (state << 17n)) & mask
  return Number((state >> 20n) % BigInt(limit))
}
const pick = (list) => list[below(list.length)]
const words = ['a', 'b', 'c', 'a ', ' a', '\ta', '', '  b', 'class A', '  def f()', 'd', '  ', 'x\u00a0', '*** a', '@@ a', '-', '+']
const anchors = () => pick(['@@', `@@ ${pick(words)}`, `@@ ${pick(words)}`, '@@ -1,2 +1,2 @@', below(20) ? '@@' : '@@x'])
const strays = ['x', '\\ No newline at end of file', '*** other', '\t', '--- a', '+++ b', '***']

function make() {
  const lines = Array.from({ length: below(8) }, () => pick(words))
  const ending = pick(['\n', '\n', '\n', '\r\n', 'mixed'])
  const end = () => (ending === 'mixed' ? pick(['\n', '\r\n']) : ending)
  const input = lines.map((line, at) => line + (at < lines.length - 1 || below(2) ? end() : '')).join('')
  if (below(10) === 0) {
    const diff = Array.from({ length: below(5) }, () => pick(['+', '+', '+', '+', ' ', '']) + pick(words))
    return { input, diff: diff.join('\n') + pick(['', '\n', '\r\n']), mode: 'create' }
  }
  const diff = []
  let at = 0
  for (let section = below(3); section >= 0; section -= 1) {
    for (let count = pick([0, 1, 1, 1, 2, 3]); count > 0; count -= 1) diff.push(anchors())
    at += below(3)
    for (let count = below(5); count > 0; count -= 1) {
      let line = at < lines.length && below(10) ? lines[at] : pick(words)
      if (below(8) === 0) line = pick([`${line} `, line.trim(), ` ${line}`])
      const kind = below(6)
      if (kind < 2) diff.push(line === '' && below(2) ? '' : ` ${line}`)
      else if (kind < 4) diff.push(`-${line}`)
      else diff.push(kind === 4 || below(4) ? `+${pick(words)}` : pick(strays))
      if (kind < 4) at += 1
    }
    if (below(12) === 0) diff.push('*** End of File')
  }
  return { input, diff: diff.join(pick(['\n', '\n', '\n', '\r\n'])) + pick(['', '\n', '\n']), mode: 'default' }
}

const wanted = { ok: 300, error: 150 }
const seen = new Set()
while (wanted.ok + wanted.error > 0) {
  const row = make()
  try {
    row.ok = applyDiff(row.input, row.diff, row.mode)
  } catch (error) {
    row.error = error.message.split('\n')[0]
  }
  const kind = 'ok' in row ? 'ok' : 'error'
  // The package drops what follows a second end marker; that is an error here.
  const doubled = /End of File\r?\n\*\*\* End of File/.test(row.diff)
  const unchanged = row.ok === row.input && below(10)
  if (wanted[kind] === 0 || seen.has(row.input + row.diff) || unchanged || doubled) continue
  seen.add(row.input + row.diff)
  wanted[kind] -= 1
  console.log(JSON.stringify(row))
}
