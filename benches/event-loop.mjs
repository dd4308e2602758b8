// 64 sessions run commands at once; a timer shows how far the event loop drifts.
//
//   node benches/event-loop.mjs
import { Session } from '../dist/esm/index.js'

const sessions = Array.from({ length: 64 }, () => new Session())
const script = 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; seq 1 20000 | sort -rn | head -1'

const drifts = []
let last = performance.now()
const timer = setInterval(() => {
  const now = performance.now()
  drifts.push(now - last - 5)
  last = now
}, 5)

const start = performance.now()
const results = await Promise.all(sessions.map((session) => session.execute(script)))
const elapsed = performance.now() - start
clearInterval(timer)
drifts.sort((a, b) => a - b)
const at = (share) => drifts[Math.min(drifts.length - 1, Math.floor(drifts.length * share))].toFixed(1)
console.log(
  `64 sessions: ${elapsed.toFixed(0)} ms in all, ${results.every((r) => r.stdout === '20000\n') ? 'all right' : 'WRONG OUTPUT'}`,
)
console.log(
  `drift of a 5 ms timer: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, worst ${at(1)} ms over ${drifts.length} ticks`,
)

const cancelled = new Session()
const controller = new AbortController()
const running = cancelled.execute('while :; do :; done', { signal: controller.signal })
await new Promise((resolve) => setTimeout(resolve, 100))
const asked = performance.now()
controller.abort()
const result = await running
console.log(`abort of an endless loop: ${(performance.now() - asked).toFixed(1)} ms (exit ${result.exitCode})`)
