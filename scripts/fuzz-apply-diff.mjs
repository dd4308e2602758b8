// Diffs without headers, ours beside `applyDiff` of the OpenAI Agents SDK: the same text, or a refusal by both.
//
//   node scripts/fuzz-apply-diff.mjs [--cases 100000] [--seed 1]
//
// Each case comes from a seed. What differs is printed, and the process ends with 1.
import { parseArgs } from 'node:util'
import { applyDiff } from '@openai/agents'
import { Session } from '../dist/esm/index.js'

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})

let state = 0
/** @param {number} below */
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
/** @template T @param {T[]} list @returns {T} */
const pick = (list) => /** @type {T} */ (list[random(list.length)])
/** @param {number} percent */
const chance = (percent) => random(100) < percent

const WORDS = [
  'a',
  'b',
  'c',
  '  a',
  'a  ',
  '\ta',
  '',
  'f() {',
  '}',
  '  x',
  '“q”',
  '"q"',
  'é',
  '@@ z',
  '+p',
  '-m',
  '*** End of File',
]
/** @param {number} most */
const lines = (most) => Array.from({ length: random(most + 1) }, () => pick(WORDS))

/**
 * A line as a model may write it down: nearly as it is.
 *
 * @param {string} line
 */
function nearly(line) {
  if (chance(85)) return line
  return pick([`${line} `, line.trim(), ` ${line}`, line.replaceAll('"', '“'), pick(WORDS)])
}

/** @param {string[]} file */
function update(file) {
  const out = []
  let at = 0
  for (let section = 1 + random(3); section > 0; section--) {
    if (chance(85)) out.push(chance(40) ? `@@ ${nearly(pick(file.length > 0 ? file : WORDS))}` : '@@')
    if (chance(10)) out.push(`@@ ${pick(WORDS)}`)
    at = Math.min(file.length, at + random(4))
    for (let count = random(6); count > 0; count--) {
      const line = file[at]
      if (line === undefined || chance(25)) out.push(`+${pick(WORDS)}`)
      else {
        out.push(`${chance(50) ? ' ' : '-'}${nearly(line)}`)
        at += 1
      }
    }
    if (chance(10)) out.push('*** End of File')
    if (chance(4))
      out.push(pick(['', 'junk', '*** Update File: x', '@@ -1,2 +1,2 @@', '--- a', '\\ No newline at end of file']))
  }
  return out
}

/**
 * Where ours differs on purpose, and why.
 *
 * @param {{ content: string, diff: string, theirs: Outcome, ours: Outcome }} outcome
 */
function reason({ content, diff, theirs, ours }) {
  // The reference reads nothing behind a marker of another file or of the end, and so loses it without a word.
  const marker = /^\*\*\* (End Patch|End of File|(Update|Delete|Add) File:)/m
  if (
    theirs.text !== undefined &&
    /(a line|a further section) must start with/.test(ours.refused ?? '') &&
    marker.test(diff)
  ) {
    return 'what stands behind a marker is refused, not dropped'
  }
  // To the reference an empty file has one empty line, which ends up between sections.
  if (content === '' && diff.includes('*** End of File')) return 'an empty file has no line'
  return undefined
}

/** @typedef {{ text?: string, refused?: string }} Outcome */

/**
 * What `work` gives, or that it refuses.
 *
 * @param {() => string} work
 * @returns {Outcome}
 */
function outcome(work) {
  try {
    return { text: work() }
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

const first = Number(values.seed)
const counts = { same: 0, refused: 0, different: 0 }
/** @type {Map<string, number>} */
const reasons = new Map()
for (let seed = first; seed < first + Number(values.cases); seed++) {
  state = Math.imul(seed, 2_654_435_761) >>> 0
  const create = chance(15)
  const file = lines(12)
  const ending = chance(12) ? '\r\n' : '\n'
  const content = file.join(ending) + (chance(80) && file.length > 0 ? ending : '')
  const diffLines = create ? lines(6).map((line) => (chance(95) ? `+${line}` : line)) : update(file)
  const diff = diffLines.join(chance(5) ? '\r\n' : '\n') + (chance(70) ? '\n' : '')
  const theirs = outcome(() => applyDiff(create ? '' : content, diff, create ? 'create' : 'default'))
  const session = new Session({ files: { f: content } })
  const ours = outcome(() => {
    session.applyDiff('f', diff, { create })
    return session.readFile('f')
  })
  session.close()
  if (ours.text === theirs.text) counts[ours.text === undefined ? 'refused' : 'same'] += 1
  else {
    const why = reason({ content, diff, theirs, ours })
    if (why !== undefined) reasons.set(why, (reasons.get(why) ?? 0) + 1)
    else {
      counts.different += 1
      if (counts.different <= 20) console.log(JSON.stringify({ seed, create, content, diff, theirs, ours }))
    }
  }
}
console.log(`${values.cases} cases from seed ${first}:`, counts, Object.fromEntries(reasons))
process.exitCode = counts.different > 0 ? 1 : 0
