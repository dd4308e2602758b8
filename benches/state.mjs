// What state as a value costs: forks, hashes, differences, merges, bytes; a tree of 5,000 files and 27 MB.
//
//   node --expose-gc benches/state.mjs [--against PATH]
//
// --against names a folder whose node_modules holds @everruns/bashkit, to be measured in the same run. Machines are noisy:
// each figure is the best of several, in processor time.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Session, Snapshot } from '../dist/esm/index.js'

const FILES = 5_000
const WORDS = 'const let function return await import export class extends new this value index name'.split(' ')

/** Source-like text that does not repeat itself much: some 5.4 kB a file. */
function source(seed) {
  let state = seed * 2_654_435_761 + 1
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  let text = ''
  while (text.length < 5_400) {
    text += `  ${WORDS[random() % WORDS.length]} ${WORDS[random() % WORDS.length]}_${random() % 10_000} = ${random() % 977}\n`
  }
  return text
}

const files = {}
for (let index = 0; index < FILES; index++) files[`d${index % 50}/e${index % 7}/f${index}.ts`] = source(index)

/**
 * The best time of `act` in microseconds of processor time, which other programs disturb least; `prepare` makes what it is
 * given and is not counted.
 */
function best(act, { rounds = 15, prepare = () => undefined } = {}) {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const given = prepare(round)
    const start = process.cpuUsage()
    act(given)
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, user + system)
  }
  return least
}

const rss = () => {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

const rows = []
const row = (what, value, unit, goal) => rows.push({ what, value: Number(value.toPrecision(3)), unit, goal })
const size = Object.values(files).reduce((sum, text) => sum + text.length, 0)
console.log(`${FILES} files, ${(size / 1e6).toFixed(1)} MB`)

row('load from JavaScript', best(() => new Session({ files })) / 1_000, 'ms', '< 60')
const session = new Session({ files })
row(
  'first content hash',
  best(({ contentHash }) => contentHash, { rounds: 3, prepare: () => new Session({ files }) }) / 1_000,
  'ms',
  `SHA-256 of it`,
)
row(
  'content hash after one change',
  best(() => session.contentHash, {
    prepare: (round) => void session.writeFile('d3/e3/f3.ts', `changed ${round}`),
  }),
  'µs',
  '< 100',
)
row(
  'fork',
  best(() => {
    for (let index = 0; index < 1_000; index++) session.fork()
  }) / 1_000,
  'µs',
  '< 20',
)
{
  const before = rss()
  let forks
  const cost = best(() => (forks = session.fork({ count: 10_000 })), { rounds: 1 })
  row('10,000 forks', cost / 1_000, 'ms', '< 500')
  row('memory of 10,000 forks', (rss() - before) / 1e6, 'MB', '< 200')
  for (const fork of forks) fork.close()
}
const snapshot = session.snapshot()
const changed = (start, text) => {
  const fork = snapshot.fork()
  for (let index = start; index < start + 10; index++) fork.writeFile(`d${index % 50}/e${index % 7}/f${index}.ts`, text)
  return fork
}
const ten = changed(100, 'x').snapshot()
row(
  'diff of two trees with 10 changes',
  best(() => snapshot.diff(ten)),
  'µs',
  '< 200',
)
row(
  'merge of 10 + 10 changes',
  best(({ ours, theirs }) => ours.merge(theirs), {
    prepare: () => ({ ours: changed(200, 'o'), theirs: changed(400, 't') }),
  }) / 1_000,
  'ms',
  '< 2',
)
let bytes
row(
  'toBytes',
  best(() => {
    bytes = snapshot.toBytes()
  }) / 1_000,
  'ms',
  '< 60',
)
row('fromBytes', best(() => Snapshot.fromBytes(bytes)) / 1_000, 'ms', '< 60')
row('bytes', bytes.length / 1e6, 'MB', '')
row('toBytes since, 10 changes', best(() => ten.toBytes({ since: snapshot })) / 1_000, 'ms', '')
row('bytes since, 10 changes', ten.toBytes({ since: snapshot }).length / 1e3, 'kB', '')
console.table(rows)

const against = process.argv.indexOf('--against')
if (against > 0) {
  const { Bash } = createRequire(join(process.argv[against + 1], 'package.json'))('@everruns/bashkit')
  const time = (act) => best(act, { rounds: 3 }) / 1_000
  const load = () => {
    const bash = new Bash({ files })
    bash.executeSync('true')
    return bash
  }
  let packed
  const loading = time(load)
  const bash = load()
  const saving = time(() => {
    packed = bash.snapshot()
  })
  const restoring = time(() => bash.restoreSnapshot(packed))
  const ours = (what) => rows.find((one) => one.what === what).value
  console.log('the same tree in @everruns/bashkit, in milliseconds, and how many times longer that is')
  console.table([
    { what: 'load from JavaScript', ms: loading, times: loading / ours('load from JavaScript') },
    { what: 'snapshot', ms: saving, times: saving / ours('toBytes') },
    { what: 'restoreSnapshot', ms: restoring, times: restoring / ours('fromBytes') },
  ])
}
