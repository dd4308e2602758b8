/**
 * Every recorded case of real bash and GNU tools, run in a session: standard output and exit status must be equal, byte
 * for byte. The files in `conformance/` say what was recorded and how.
 *
 * A row that fails and uses a command that is still to come is listed as waiting for it, and counted. Any other failure
 * fails the suite, unless its language feature is named below.
 */
import { Executor } from 'mem-sandbox'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from './support/programs.js'

/** Rows known to fail, by the language feature that is still missing. A row here that passes fails the suite. */
const EXPECTED_FAILURES: Readonly<Record<string, readonly string[]>> = {
  'python3, which is not here on purpose': ['command_not_found'],
}

/**
 * Rows that show the machine they were recorded on, and how they (or a step of them) are compared for it: the order in which a real folder
 * gives its entries (ours is byte order), and a process id. Everything else in them must be equal.
 */
const MACHINE_DEPENDENT: Readonly<Record<string, (stdout: string) => string>> = {
  find_defaults: inAnyOrder,
  find_type_name: inAnyOrder,
  find_maxdepth: inAnyOrder,
  find_errors: inAnyOrder,
  cp_dir: inAnyOrder,
  find_globs: inAnyOrder,
  'find_then_head_tail/1': linesOnly,
  mv_dir: inAnyOrder,
  mv_dir_no_merge: inAnyOrder,
  grep_recursive: inAnyOrder,
  grep_recursive_order: inAnyOrder,
  expand_specials_literal: withoutProcessId,
}

/** The same lines, wherever they stand. */
function inAnyOrder(stdout: string): string {
  return stdout.split('\n').toSorted().join('\n')
}

/** As many lines: which ones come first was the folder's to say. */
function linesOnly(stdout: string): string {
  return stdout.replace(/[^\n]+/g, '(a line)')
}

function withoutProcessId(stdout: string): string {
  return stdout.replace(/\d{3,}/g, '(a process id)')
}

/** Commands that a machine has. Those among them that the sandbox does not have yet can be what a row waits for. */
const MACHINE_COMMANDS = `
  awk base64 basename bc chmod chown cksum cmp column comm csplit curl cut date dd df diff dirname du egrep expand
  expr fd fgrep file fmt fold gawk getopt hexdump hostname id install join less ln logname md5sum mkfifo mktemp
  more nl nproc numfmt od paste patch pathchk pr printenv ptx readlink realpath rev rg rmdir sed sha1sum sha224sum
  sha256sum sha384sum sha512sum shuf split sqlite3 stat strings sum tac tee timeout tput tr tree truncate tsort uname
  unexpand unlink vdir wget whoami xargs xxd yq
`
  .trim()
  .split(/\s+/)

interface Row {
  id: string
  files: Record<string, string>
  steps: Array<{ command: string; stdout: string | null; exit: number }>
}

interface SingleCommand {
  id?: string
  name?: string
  files: Record<string, string>
  command: string
  expected_stdout: string
  expected_exit: number
}

interface ManyCommands {
  name: string
  files: Record<string, string>
  commands: string[]
  results: Array<{ stdout: string | null; exit: number }>
}

function readRows(file: string): Row[] {
  const lines = readFileSync(join(root, '__test__/conformance', file), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const row = JSON.parse(line) as SingleCommand | ManyCommands
    if ('commands' in row) {
      const steps = row.commands.map((command, index) => ({ command, ...row.results[index]! }))
      return { id: row.name, files: row.files, steps }
    }
    const { files, command, expected_stdout: stdout, expected_exit: exit } = row
    return { id: row.id ?? row.name!, files, steps: [{ command, stdout, exit }] }
  })
}

// As GNU's `sed`, which runs what `e` says.
const executor = new Executor({ sedExecute: true })
const here = new Set(executor.commands)

/** Where a command's name can stand: after what separates commands, or handed to one that runs others. */
const COMMAND_PLACE =
  String.raw`(?:^|[|;&(\n{!` +
  '`' +
  String.raw`'"]|\b(?:do|then|else|if|while|until|time|exec|command|env|-exec|-execdir|-ok|xargs|timeout|sudo)\s(?:[^|;&]*\s)?)\s*(?:\w+=\S*\s+)*`

/** The commands still to come that a script seems to use. */
function awaited(script: string): string[] {
  return MACHINE_COMMANDS.filter(
    (name) => !here.has(name) && new RegExp(`${COMMAND_PLACE}(?:/usr/bin/|/bin/)?${name}(?![\\w.-])`, 'm').test(script),
  )
}

/** What differs first, or null. */
async function difference(row: Row): Promise<string | null> {
  using session = executor.session({ files: row.files })
  for (const [index, { command, stdout, exit }] of row.steps.entries()) {
    const result = await session.execute(command)
    const failure = result.failure ? ` (${result.failure.message})` : ''
    const report = (what: string) => `${command}\n${what}${failure}\nstderr: ${result.stderr}`
    const same = MACHINE_DEPENDENT[row.id] ?? MACHINE_DEPENDENT[`${row.id}/${index + 1}`] ?? ((text: string) => text)
    if (stdout !== null && same(result.stdout) !== same(stdout)) {
      return report(`stdout is ${JSON.stringify(result.stdout)}, bash gave ${JSON.stringify(stdout)}`)
    }
    if (result.exitCode !== exit) return report(`exit status is ${result.exitCode}, bash gave ${exit}`)
  }
  return null
}

const expectedFailures = new Map(
  Object.entries(EXPECTED_FAILURES).flatMap(([feature, ids]) => ids.map((id): [string, string] => [id, feature])),
)

describe.each([
  ['seed-commands.jsonl', 191],
  ['agent-commands.jsonl', 214],
  ['reports.jsonl', 111],
])('%s', (file, count) => {
  const rows = readRows(file)
  let passed = 0
  let failed = 0
  const waiting: string[][] = []

  test(`has ${count} rows`, () => {
    expect(rows).toHaveLength(count)
  })

  test.for(rows.map((row) => [row.id, row] as const))('%s', async ([id, row], { skip }) => {
    const found = await difference(row)
    const feature = expectedFailures.get(id)
    if (feature !== undefined) {
      expect(found, `${id} passes: take it off the list of ${feature}`).not.toBeNull()
      return
    }
    const missing = found === null ? [] : awaited(row.steps.map(({ command }) => command).join('\n'))
    if (missing.length > 0) {
      waiting.push(missing)
      skip(`waits for ${missing.join(', ')}`)
    }
    if (found === null) passed += 1
    else failed += 1
    expect(found).toBeNull()
  })

  afterAll(() => {
    const rowsOf = new Map<string, number>()
    for (const name of waiting.flat()) rowsOf.set(name, (rowsOf.get(name) ?? 0) + 1)
    const commands = [...rowsOf].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    const list = commands.length > 0 ? ` (${commands.map(([name, uses]) => `${name} ${uses}`).join(', ')})` : ''
    console.log(
      `${file}: ${rows.length} rows: ${passed} passed, ${failed} failed, ` +
        `${waiting.length} waiting for commands still to come${list}`,
    )
  })
})
