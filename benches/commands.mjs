// 50 MB through text commands, and a tree of 40,000 files, in a session and in the system's tools.
//
//   node benches/commands.mjs [NAME]      needs GNU's tools and GNU time
//
// Times are processor time (user and system), the best of three; above 1 a session is faster. Peak is what memory grew by
// during the command, beyond the files themselves: of a session the growth of its process, of a tool all of its process.
// "x4" is the time for four times the input over the time for one: 4 is linear, and above 5 it grows faster than that.
// Each figure of ours comes from a process of its own. The outputs must be equal.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Session } from '../dist/esm/index.js'

const SIZE = 50_000_000

/** What is run; `{f}` is the file of the size asked for. */
const COMMANDS = {
  grep: 'grep -c needle {f}',
  'grep -n': 'grep -n "ab[0-9]" {f}',
  'grep -E': 'grep -cE "(foo|bar)[0-9]+ .*needle|^9{3}" {f}',
  'grep -F -v': 'grep -vcF value {f}',
  'grep -o': 'grep -oE "key[0-9]+" {f}',
  sort: 'sort {f}',
  'sort -k': 'sort -k3,3 -k1,1n {f}',
  'sort -n -u': 'sort -nu {f}',
  'uniq -c': 'uniq -c {f}',
  wc: 'wc {f}',
  'wc -l': 'wc -l {f}',
  cut: 'cut -d " " -f 2,4 {f}',
  'cut -c': 'cut -c 3-20 {f}',
  tr: 'tr a-z A-Z < {f}',
  'tr -d': 'tr -d aeiou < {f}',
  'cat | head -1': 'cat {f} | head -1',
  'head -c, tail -n': 'tail -n 100000 {f} | head -c 1000000',
  'sed s///g': 'sed "s/value/VALUE/g" {f}',
  'awk sum': "awk '{s+=$1} END{print s}' {f}",
  'awk group': "awk '{a[$3]+=$1} END{for(k in a) n++; print n}' {f}",
  sha256sum: 'sha256sum < {f}',
  find: 'find tree -type f -name "*7.txt" | sort',
  'grep -r': 'grep -rl needle tree | sort',
}

/** Lines such as `123456 ab7 key42 value foo9 needle`, always the same. */
function text(bytes) {
  const words = ['alpha', 'beta', 'gamma', 'foo', 'bar', 'value', 'needle', 'delta']
  let state = 1
  const random = (most) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % most
  const lines = []
  for (let length = 0; length < bytes;) {
    const rare = random(97) === 0 ? ' needle' : ''
    const line = `${random(1_000_000)} ${words[random(5)]}${random(30)} key${random(5_000)} value ${words[random(6)]}${random(9)}${rare}\n`
    lines.push(line)
    length += line.length
  }
  return lines.join('')
}

/** 40,000 files in 10,000 folders. */
function* tree() {
  for (let folder = 0; folder < 10_000; folder++) {
    for (let file = 0; file < 4; file++) {
      const found = (folder * 4 + file) % 1_000 === 0 ? 'needle\n' : ''
      yield [
        `tree/a${folder % 100}/b${folder}/f${file * 3 + (folder % 3)}.txt`,
        `some text of file ${folder} ${file}\n${found}`,
      ]
    }
  }
}

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** In a process of its own: one command in a session. */
async function one(name, folder) {
  const files = {}
  if (name === 'find' || name === 'grep -r') for (const [path, content] of tree()) files[path] = content
  else for (const file of ['small', 'large']) files[file] = readFileSync(join(folder, file))
  const limits = { outputBytes: 200_000_000, steps: 1e12, wallMs: 600_000, pipeBytes: 1e12 }
  const session = new Session({ files, limits })
  const time = (file, rounds) => {
    let least = Infinity
    let result
    for (let round = 0; round < rounds; round++) {
      const start = process.cpuUsage()
      result = session.executeSync(COMMANDS[name].replaceAll('{f}', file))
      const { user, system } = process.cpuUsage(start)
      least = Math.min(least, (user + system) / 1_000)
      if (result.exitCode > 1 || result.failure)
        throw new Error(`${name}: ${result.stderr}${JSON.stringify(result.failure)}`)
    }
    return { least, digest: digest(result.stdoutBytes), length: result.stdoutBytes.length }
  }
  const whole = name === 'find' || name === 'grep -r'
  const small = whole ? undefined : time('small', 3)
  const before = process.memoryUsage.rss()
  const large = time('large', 1)
  const peak = process.resourceUsage().maxRSS * 1024 - before
  const again = time('large', 2)
  console.log(
    JSON.stringify({
      time: Math.min(large.least, again.least),
      small: small?.least,
      peak,
      digest: large.digest,
      length: large.length,
    }),
  )
}

/** One command of the system's tools: processor time and the peak of the largest process. */
function tool(name, folder) {
  let least = Infinity
  let peak = 0
  let output
  for (let round = 0; round < 3; round++) {
    const script = COMMANDS[name].replaceAll('{f}', 'large')
    const { stdout, stderr } = spawnSync('/usr/bin/time', ['-f', '%U %S %M', 'bash', '-c', script], {
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      maxBuffer: 1 << 30,
    })
    const [user, system, kilobytes] = stderr.toString().trim().split('\n').at(-1).split(' ').map(Number)
    least = Math.min(least, (user + system) * 1_000)
    peak = kilobytes * 1024
    output = stdout
  }
  return { time: least, peak, digest: digest(output), length: output.length }
}

const [first, second] = process.argv.slice(2)
if (first === '--one') {
  await one(second, process.argv[4])
} else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-commands-'))
  writeFileSync(join(folder, 'large'), text(SIZE))
  writeFileSync(join(folder, 'small'), text(SIZE / 4))
  for (const [path, content] of tree()) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const rows = []
  for (const name of Object.keys(COMMANDS)) {
    if (first !== undefined && !name.includes(first)) continue
    const given = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--one', name, folder], {
      encoding: 'utf8',
    })
    if (given.status !== 0) {
      console.log(name, given.stderr)
      continue
    }
    const ours = JSON.parse(given.stdout)
    const theirs = tool(name, folder)
    rows.push({
      command: name,
      'tool ms': Math.round(theirs.time),
      'ours ms': Math.round(ours.time),
      ratio: Number((theirs.time / ours.time).toFixed(2)),
      x4: ours.small === undefined ? '' : Number((ours.time / ours.small).toFixed(1)),
      'peak tool MB': Math.round(theirs.peak / 1e6),
      'peak ours MB': Math.round(ours.peak / 1e6),
      same: theirs.digest === ours.digest ? 'yes' : `NO: ${theirs.length} ${ours.length}`,
    })
  }
  console.table(rows)
  rmSync(folder, { recursive: true, force: true })
}
