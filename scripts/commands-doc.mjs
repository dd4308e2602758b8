// Writes docs/commands.md from the usage texts of all commands, and says of each option that the GNU tool's own --help
// lists whether it is supported or refused.
//
//   node scripts/commands-doc.mjs --engine TARGET/debug/examples/run            writes docs/commands.md
//   node scripts/commands-doc.mjs --engine … --check                            fails if it would change
// The engine may also be a program for Node.js (dist/esm/bin.js), as `npm test` has it.
//   node scripts/commands-doc.mjs --record                                      records the tools' --help anew
//
// The tools' texts are in __test__/record/help.jsonl as lists of options, one command on a line.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const recorded = new URL('__test__/record/help.jsonl', root)
const target = new URL('docs/commands.md', root)
const args = process.argv.slice(2)
const engine = args[args.indexOf('--engine') + 1] ?? ''

/**
 * The options in a usage text: each a list of its spellings.
 * @param {string} help
 */
function options(help) {
  /** @type {string[][]} */
  const found = []
  for (const line of help.split('\n')) {
    const text = line.trimStart()
    if (!/^\s/.test(line) || !/^-[^\s-]|^--[a-z]/.test(text)) continue
    const end = text.search(/\s{2,}/)
    const head = end < 0 ? text : text.slice(0, end)
    const spellings = head
      .split(/[\s,]+/)
      .filter((word) => /^-{1,2}[A-Za-z0-9]/.test(word))
      .map((word) => word.replace(/[[={<:)].*$/, ''))
    if (spellings.length > 0) found.push([...new Set(spellings)])
  }
  return found
}

/** @param {string[]} names */
function record(names) {
  const lines = []
  for (const name of names) {
    const { stdout, error } = spawnSync('/usr/bin/env', [name, '--help'], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
      input: '',
      timeout: 10_000,
    })
    const list = error ? [] : options(stdout)
    if (list.length > 0) lines.push(JSON.stringify({ name, options: list }))
  }
  writeFileSync(recorded, `${lines.join('\n')}\n`)
}

/** Name and usage text of each command of the engine. */
function ours() {
  const script =
    'for c in /usr/bin/*; do c=${c##*/}; printf "\\1%s\\2" "$c"; command "$c" --help 2>/dev/null < /dev/null; done; :'
  const program = /\.[cm]?js$/.test(engine) ? [process.execPath, engine] : [engine]
  const [file = '', ...before] = program
  const { stdout, error } = spawnSync(file, [...before, '-c', script], { encoding: 'utf8', maxBuffer: 64 << 20 })
  if (error) throw error
  return stdout
    .split('\u0001')
    .slice(1)
    .map((part) => {
      const [name = '', help = ''] = part.split('\u0002')
      return { name, help }
    })
}

/**
 * @param {{ name: string, help: string }[]} commands
 * @param {Map<string, string[][]>} tools the options of the real tools
 */
function page(commands, tools) {
  const out = [
    '# Commands',
    '',
    'Made by `scripts/commands-doc.mjs` from the usage texts; do not edit. For each command: its usage text, and the',
    "options of the real tool's `--help` that are refused here, as that tool refuses an option that it does not know.",
    '',
    commands.map(({ name }) => `[\`${name}\`](#${name.replace(/[^a-z0-9]/g, '')})`).join(' '),
    '',
  ]
  for (const { name, help } of commands) {
    out.push(`## ${name}`, '')
    if (help) out.push('```text', help.replace(/^\n+|\s+$/g, ''), '```', '')
    const tool = tools.get(name)
    if (!tool) continue
    const known = new Set(options(help).flat())
    /** @param {string} option */
    const mentioned = (option) => new RegExp(`(^|[\\s,(/|])${option}(?![\\w-])`, 'm').test(help)
    const refused = tool.filter((spellings) => !spellings.some((option) => known.has(option) || mentioned(option)))
    const total = tool.length
    out.push(`${total - refused.length} of the ${total} options of the real tool's \`--help\` are supported.`)
    if (refused.length > 0) {
      out.push('', `Refused: ${refused.map((spellings) => `\`${spellings.join('`, `')}\``).join('; ')}.`)
    }
    out.push('')
  }
  return `${out.join('\n').trimEnd()}\n`
}

const commands = ours()
if (args.includes('--record')) record(commands.map(({ name }) => name))
const tools = new Map(
  readFileSync(recorded, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ name, options: list }) => [name, list]),
)
const text = page(commands, tools)
if (args.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('docs/commands.md is not what the usage texts say: run node scripts/commands-doc.mjs')
    process.exit(1)
  }
} else {
  writeFileSync(target, text)
}
