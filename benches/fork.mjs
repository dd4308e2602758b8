// What a snapshot and a fork cost, for small and large trees, with live JavaScript objects.
//
//   node --expose-gc benches/fork.mjs
//
// Prints microseconds for each operation and the memory that 1,000 live forks add. Ratios within one run are what counts:
// machines are noisy.
import { Session } from '../dist/esm/index.js'

const rss = () => {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

function withFiles(count, bytes) {
  const data = new Uint8Array(bytes)
  const files = {}
  for (let number = 0; number < count; number++) {
    data[0] = number
    data[1] = number >> 8
    data[2] = number >> 16
    files[`d${Math.floor(number / 100)}/f${number}`] = data.slice()
  }
  return new Session({ files, limits: { nodes: 400_000, totalBytes: 2 ** 30 } })
}

/** The median cost of `act` in microseconds over batches of live objects. */
function cost(act, batch = 200, batches = 25) {
  const times = []
  const live = []
  for (let round = 0; round < batches; round++) {
    const start = process.hrtime.bigint()
    for (let index = 0; index < batch; index++) live.push(act())
    times.push(Number(process.hrtime.bigint() - start) / 1000 / batch)
  }
  times.sort((a, b) => a - b)
  for (const object of live) object?.close?.()
  return times[Math.floor(times.length / 2)]
}

const sizes = [10, 1_000, 100_000]
const table = []
for (const size of sizes) {
  const session = withFiles(size, 16)
  const snapshot = session.snapshot()
  table.push({
    files: size,
    'snapshot µs': cost(() => session.snapshot()).toFixed(2),
    'fork µs': cost(() => session.fork()).toFixed(2),
    'snapshot.fork µs': cost(() => snapshot.fork()).toFixed(2),
    'restore µs': cost(() => session.restore(snapshot)).toFixed(2),
  })
}
console.table(table)
const [small, , large] = table
console.log(`fork of 100,000 files / fork of 10 files: ${(large['fork µs'] / small['fork µs']).toFixed(2)}`)

const base = withFiles(5_000, 5_000)
const { bytes } = base.stats
const before = rss()
const forks = Array.from({ length: 1_000 }, () => base.fork())
const after = rss()
console.log(`1,000 forks of a tree of ${(bytes / 1e6).toFixed(1)} MB add ${((after - before) / 1e6).toFixed(1)} MB`)
for (const [index, fork] of forks.entries()) fork.writeFile('own.txt', `fork ${index}`)
console.log(`after a write in each: ${((rss() - before) / 1e6).toFixed(1)} MB`)
for (const fork of forks) fork.close()
