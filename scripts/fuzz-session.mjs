// Builds command lines and tool calls from what the sessions have, and runs them in sessions with tight limits.
//
//   node scripts/fuzz-session.mjs [--seconds N] [--seed N] [--verbose]
//   strace -f -o LOG -e trace=openat,open,creat,execve,execveat,socket,connect,bind node scripts/fuzz-session.mjs --seconds 60 --marker
//   node scripts/fuzz-session.mjs --check-strace LOG
//
// After every operation the totals that the quotas go by must equal a recount of all files, no call may last longer than its
// limit, and nothing may close a session or reject with INTERNAL. At the end the counts are printed; fewer than 30 % of the command
// lines ending with 0 is a failure, since then they test little but messages.
//
// With --marker it says when it is set up: `--check-strace` lets nothing be opened, no socket be made and no program be run behind that.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
    marker: { type: 'boolean', default: false },
    'check-strace': { type: 'string' },
  },
})
const MARKER = '/mem-sandbox-fuzz-is-set-up'

if (options['check-strace'] !== undefined) checkStrace(options['check-strace'])
else await fuzz()

/** Looks for what must not be in the log behind the marker. */
function checkStrace(path) {
  const lines = readFileSync(path, 'utf8').split('\n')
  const start = lines.findIndex((line) => line.includes(MARKER))
  if (start < 0) throw new Error(`${path} has no ${MARKER}: run with --marker`)
  const end = lines.findLastIndex((line) => line.includes(MARKER))
  const during = lines.slice(start + 1, end)
  const wrong = during.filter((line) => {
    const call = /^\d+\s+(\w+)\((.*)$/.exec(line) ?? /^\d+\s+<\.\.\. (\w+) resumed>(.*)$/.exec(line)
    if (call === null) return false
    const [, name] = call
    // A thread that starts may look at how the machine is made: that is the C library, and no file of the host.
    if (/^(open|openat|creat)$/.test(name))
      return !/"\/(proc\/self\/|sys\/devices\/system\/cpu|sys\/fs\/cgroup|proc\/meminfo)/.test(line)
    return /^(socket|connect|bind|execve|execveat|fork|vfork)$/.test(name)
  })
  console.log(`${during.length} lines between the markers, ${wrong.length} that must not be`)
  for (const line of wrong.slice(0, 20)) console.log(line)
  process.exit(end <= start || wrong.length > 0 ? 1 : 0)
}

/** Tries to open a file that is not there, for the log to show. */
function mark(what) {
  try {
    readFileSync(`${MARKER}-${what}`)
  } catch {
    // As meant.
  }
}

/** Numbers that only the seed decides. */
function generator(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count) => Math.floor(next() * count)
  const pick = (list) => list[below(list.length)]
  return { next, below, pick, chance: (share) => next() < share }
}

async function fuzz() {
  const { Executor, Snapshot } = await import('../dist/esm/index.js')
  const { createTools } = await import('../dist/esm/tools.js')
  const seconds = Number(options.seconds)
  const seed = Number(options.seed)
  const random = generator(seed)
  const { below, pick, chance } = random

  const WALL_MS = 2_000
  const limits = {
    fileBytes: 200_000,
    totalBytes: 1_000_000,
    nodes: 400,
    steps: 1_000_000,
    wallMs: WALL_MS,
    commands: 20_000,
    outputBytes: 100_000,
    pipeBytes: 2_000_000,
    expansionBytes: 200_000,
    depth: 60,
    processes: 64,
    jobs: 8,
    scriptBytes: 20_000,
  }
  const executor = new Executor({
    limits,
    sedExecute: true,
    custom: {
      shout: { run: async (_argv, io) => (await io.stdin.text()).toUpperCase() },
      host: { run: (argv, io) => `${argv.length} ${io.cwd}\n` },
    },
  })
  const FILES = {
    'a.txt': 'one\ntwo\nthree\nfour five\n',
    'b.txt': 'one\n2\nthree\n4 5\n',
    'data.csv': 'name,n\nann,1\nbob,22\ncid,3\n',
    'data.json': '{"a":[1,2,{"b":null}],"c":"d"}\n',
    'data.yaml': 'a:\n  - 1\n  - b: 2\n',
    'data.xml': '<r><a x="1">t</a><b/></r>\n',
    'page.html': '<h1>T</h1><p>text <b>bold</b></p>\n',
    'src/main.c': 'int main(void) {\n  return 0;\n}\n',
    'src/deep/x.sh': 'echo "$1"\n',
    'bytes.bin': new Uint8Array([0, 255, 10, 128, 65, 66, 10]),
    'dir with space/f': 'x\n',
    '-dash': 'd\n',
    numbers: Array.from({ length: 50 }, (_, at) => `${(at * 37) % 50}`).join('\n') + '\n',
  }
  const names = [...new Set([...executor.commands, ...executor.builtins])].filter(
    (name) => !['[', 'sleep', 'exit', 'logout', 'exec', 'suspend'].includes(name),
  )
  const usages = await optionsOf(executor, names)

  const files = () =>
    pick([...Object.keys(FILES), 'new', 'new/sub', 'src', '.', '/tmp', '/tmp/t', 'missing', '*.txt', 'src/*'])
  const file = () => quoted(pick(['a.txt', 'b.txt', 'data.csv', 'numbers', 'src/main.c', 'data.json']))
  const word = () =>
    pick([
      'x',
      'one',
      '1',
      '2',
      '-1',
      '0',
      "'a b'",
      '""',
      '"$v"',
      'é',
      '%d',
      '\\n',
      '99999999999',
      '/',
      's/o/0/g',
      '.',
      '$((1+2))',
      '$(echo 1)',
      '{a,b}',
      '~',
    ])

  /** Lines that are meant to work: `F` is a file of text, `N` a new name, `D` a number. */
  const TEMPLATES = [
    'cat F',
    'cat -n F',
    'head -n D F',
    'tail -n D F',
    'wc F',
    'wc -l F',
    'sort F',
    'sort -n F',
    'sort -r F F',
    'uniq -c F',
    'cut -d, -f1 F',
    'tr a-z A-Z < F',
    'grep -c . F',
    'grep -rn o .',
    'sed s/o/0/g F',
    'sed -n Dp F',
    'sed -i s/o/0/ F',
    "awk '{ print $1 }' F",
    "awk -F, 'NR > 1 { s += $2 } END { print s }' data.csv",
    'find . -type f',
    'find . -name "*.txt" -exec cat {} +',
    'ls -la',
    'ls -R',
    'mkdir -p N/N',
    'mkdir N',
    'touch N',
    'cp F N',
    'cp -r src N',
    'mv F N',
    'rm -f F',
    'rm -rf N',
    'ln -s F N',
    'ln F N',
    'echo x > N',
    'echo x >> F',
    'seq D > N',
    'printf "%s\\n" a b c > N',
    'tee N < F',
    'dd if=F of=N bs=D count=1 2> /dev/null',
    'truncate -s D N',
    'split -l 2 F N',
    'tar cf N src',
    'tar czf N.tgz . --exclude=N.tgz',
    'gzip -k F',
    'gzip -c F | gzip -dc',
    'zip -q N.zip F',
    'jq . data.json',
    'jq -c ".a[0]" data.json',
    'yq .a data.yaml',
    'base64 F',
    'base64 F | base64 -d',
    'sha256sum F',
    'md5sum F F',
    'cksum F',
    'diff F F',
    'cmp F F',
    'comm F F',
    'join F F',
    'paste F F',
    'nl F',
    'tac F',
    'rev F',
    'fold -w D F',
    'fmt F',
    'expand F',
    'column -t F',
    'pr -t F',
    'od -c F',
    'xxd F',
    'hexdump -C F',
    'stat F',
    'file F',
    'du -a',
    'df',
    'date',
    'cal',
    'basename /a/b',
    'dirname /a/b',
    'realpath .',
    'pwd',
    'env',
    'seq D',
    'factor D',
    'expr D + D',
    'bc <<< D+D',
    'dc -e "D D + p"',
    'test -f F && echo yes; true',
    '[ D -ge 0 ]',
    '[[ F == * ]]',
    'for i in 1 2 3; do echo $i; done',
    'while read -r l; do echo "$l"; done < F',
    'f() { echo "$@"; }; f a b',
    'x=(1 2 3); echo "${x[@]}"',
    'case F in *) echo c;; esac',
    'if [ -e F ]; then echo y; fi',
    '(cd src && ls)',
    '{ echo a; echo b; } | sort',
    'cat <<< text',
    'echo $((D * D))',
    'v=$(cat F); echo "${#v}"',
    'echo F | xargs cat',
    'printf "%05d\\n" D',
    'trap "echo bye" EXIT',
    'set -- a b; echo $#',
    'cat F | shout',
    'host a b',
    'xmllint data.xml',
    'html-to-markdown page.html',
    'sqlite3 N.db "create table t(a); insert into t values (D); select * from t"',
    'shuf F',
    'mktemp',
    'install -m 644 F N',
    'chmod 600 F',
    'mkfifo N',
    'sleep 1',
    'timeout 1 echo x',
    'nproc',
    'uname -a',
    'whoami',
    'id',
    'tree',
    'rg o',
    'csplit -s F 2',
    'sort F | uniq | wc -l',
    'cat F F > N',
    ': > F',
    'echo a | tee N N2 > /dev/null',
    'patch --dry-run F < /dev/null; true',
    'jobs; wait',
    'sleep 0.1 & wait',
  ]
  const quoted = (text) => (/^[\w./*-]+$/.test(text) ? (text.startsWith('-') ? `./${text}` : text) : `'${text}'`)
  const fresh = () => pick(['n1', 'n2', 'n3/x', 'src/n4', 'n5', '/tmp/n6', `n${below(40)}`])

  const simple = () => {
    if (chance(0.6))
      return pick(TEMPLATES).replace(/\b[FND]\b/g, (letter) =>
        letter === 'F' ? file() : letter === 'N' ? fresh() : String(below(9) + 1),
      )
    const name = pick(names)
    used.add(name)
    const known = usages.get(name) ?? []
    const words = [name]
    for (let count = below(4); count > 0; count -= 1) {
      words.push(chance(0.45) && known.length > 0 ? pick(known) : chance(0.5) ? quoted(files()) : word())
    }
    return words.join(' ') + (chance(0.15) ? ` > ${fresh()}` : '') + (chance(0.1) ? ` < ${file()}` : '')
  }
  const line = () => {
    const roll = random.next()
    if (roll < 0.45) return simple()
    if (roll < 0.65) return `${simple()} | ${simple()}`
    if (roll < 0.75) return `${simple()}; ${simple()}`
    if (roll < 0.82) return `${simple()} && ${simple()}`
    if (roll < 0.87) return `${simple()} || ${simple()}`
    if (roll < 0.9) return `for v in 1 2 x; do ${simple()}; done`
    if (roll < 0.92) return `( ${simple()} ) 2>&1`
    if (roll < 0.94) return `v=$(${simple()}); echo "\${v:0:20}"`
    if (roll < 0.96) return `f() { ${simple()}; }; f ${word()}`
    if (roll < 0.97) return `${simple()} & wait`
    if (roll < 0.98) return `cat <(${simple()})`
    return `eval ${JSON.stringify(simple())}`
  }

  const counts = new Map()
  const count = (what) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const used = new Set()
  let longest = { lasted: 0, said: '' }
  let operations = 0
  let recounts = 0

  const recount = (session) => {
    const overlays = new Set(['/bin', '/usr', '/dev', '/etc', '/proc'])
    const entries = session.list('/', { recursive: true }).filter(({ path }) => !overlays.has(`/${path.split('/')[1]}`))
    const seen = new Set()
    let bytes = 0
    let nodes = 1
    for (const { kind, size, ino, nlink } of entries) {
      if (kind !== 'directory' && nlink > 1) {
        if (seen.has(ino)) {
          nodes += 1
          continue
        }
        seen.add(ino)
      }
      nodes += 1
      bytes += kind === 'file' || kind === 'symlink' ? size : 0
    }
    recounts += 1
    return { bytes, nodes }
  }

  const fail = (what, detail) => {
    console.error(`seed ${seed}, operation ${operations}: ${what}\n${detail}`)
    process.exit(1)
  }

  /** A call that may be refused, but only as the API says. */
  const guarded = async (what, act) => {
    try {
      const result = await act()
      count(`${what}: done`)
      return result
    } catch (error) {
      if (typeof error?.code !== 'string' || error.code === 'INTERNAL' || error.code === 'SESSION_CLOSED') {
        fail(what, error?.stack ?? String(error))
      }
      count(`${what}: ${error.code}`)
      return undefined
    }
  }

  const open = () => {
    const session = executor.session({ files: FILES, seed: below(1000) })
    return { session, tools: createTools(session), first: session.snapshot(), calls: 0 }
  }
  let current = open()
  const others = []

  const METHODS = [
    ({ session }) => session.writeFile(fresh(), 'x'.repeat(below(5000)), { createParents: chance(0.5) }),
    ({ session }) => session.mkdir(fresh(), { createParents: chance(0.5), existOk: chance(0.5) }),
    ({ session }) => session.remove(files(), { recursive: chance(0.5), missingOk: chance(0.3) }),
    ({ session }) =>
      session.copy(files(), fresh(), { recursive: chance(0.5), overwrite: chance(0.5), createParents: true }),
    ({ session }) => session.move(files(), fresh(), { overwrite: chance(0.5), createParents: true }),
    ({ session }) => session.readFile(files()),
    ({ session }) => session.list(files(), { recursive: chance(0.3) }),
    ({ session }) => session.stat(files()),
    ({ session }) =>
      session.applyPatch(`--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+${'1'.repeat(below(9))}\n two\n`),
    ({ session, first }) => session.diff(first),
    ({ session, first }) => session.restore(first),
    ({ session }) => others.push(session.fork({ seed: below(9) })) > 4 && others.shift().close(),
    ({ session, first }) =>
      others.length > 0 &&
      session.merge(pick(others), { base: first, onConflict: pick(['markers', 'ours', 'theirs', 'fail']) }),
    ({ session }) => void Snapshot.fromBytes(session.snapshot().toBytes(), { executor }).fork().close(),
    async ({ session }) =>
      session.importArchive(await session.exportArchive({ format: pick(['tar', 'tar.gz', 'zip']) })),
  ]
  const TOOLS = [
    [
      'execute',
      () => ({ command: line(), timeout_seconds: chance(0.3) ? 1 : null, max_output_bytes: chance(0.3) ? 100 : null }),
    ],
    [
      'read_file',
      () => ({ path: pick(Object.keys(FILES)), start_line: chance(0.3) ? below(5) + 1 : 1, end_line: null }),
    ],
    [
      'write_file',
      () => ({
        path: fresh(),
        content: word(),
        write_condition: 'any_current_state',
        expected_hash: null,
        create_parents: chance(0.7),
      }),
    ],
    [
      'apply_patch',
      () => ({ patch: `*** Begin Patch\n*** Add File: ${fresh()}\n+${word()}\n*** End Patch`, expected_hashes: [] }),
    ],
  ]

  // Node reads the host's time zone once, for the first date that somebody prints.
  String(new Date())
  if (options.marker) mark('start')
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    operations += 1
    current.calls += 1
    const roll = random.next()
    const started = performance.now()
    let said = ''
    if (roll < 0.6) {
      const script = line()
      said = script
      if (options.verbose) console.log(script)
      const result = await guarded('execute', () => current.session.execute(script))
      if (result !== undefined) {
        count(result.exitCode === 0 ? 'line: exit 0' : `line: ${result.failure?.code ?? 'other exit'}`)
        if (result.usage.steps > limits.steps + 1) fail('more steps than the limit', script)
      }
    } else if (roll < 0.75) {
      const [name, input] = pick(TOOLS)
      const given = input()
      said = JSON.stringify(given)
      const answer = await guarded(`tool ${name}`, () => current.tools[name].run(given))
      if (answer?.ok === false && /INTERNAL/i.test(answer.error.code)) fail(name, JSON.stringify([given, answer]))
      if (answer !== undefined && name === 'execute')
        count(answer.ok && answer.result.exit_code === 0 ? 'line: exit 0' : 'line: other exit')
    } else {
      const at = below(METHODS.length)
      said = `method ${at}`
      await guarded(`method ${at}`, () => METHODS[at](current))
    }
    const lasted = performance.now() - started
    if (lasted > longest.lasted) longest = { lasted, said }
    if (lasted > WALL_MS + 5_000) fail(`lasted ${lasted} ms`, said)
    const stats = current.session.stats
    const real = recount(current.session)
    if (stats.bytes !== real.bytes || stats.nodes !== real.nodes) {
      fail('the totals are not those of a recount', JSON.stringify({ stats, real, said }))
    }
    if (stats.bytes > limits.totalBytes || stats.nodes > limits.nodes) fail('more than the quota', said)
    if (current.calls >= 60) {
      current.session.close()
      current = open()
    }
  }
  if (options.marker) mark('end')

  const lines = [...counts].filter(([what]) => what.startsWith('line: ')).reduce((sum, [, number]) => sum + number, 0)
  const good = counts.get('line: exit 0') ?? 0
  for (const [what, number] of [...counts].toSorted()) console.log(`${String(number).padStart(8)}  ${what}`)
  const share = (100 * good) / lines
  const covered = names.filter((name) => used.has(name)).length
  console.log(
    `seed ${seed}: ${operations} operations, ${lines} command lines, ${share.toFixed(1)} % exit 0, ${covered} of ${names.length} commands and builtins, ${recounts} recounts, longest ${longest.lasted.toFixed(0)} ms: ${longest.said}`,
  )
  process.exit(share >= 30 ? 0 : 1)
}

/** What the usage texts say of options, so that options which are there come up. */
async function optionsOf(executor, names) {
  const found = new Map()
  const session = executor.session()
  for (const name of names) {
    const { stdout } = await session.execute(`${name} --help < /dev/null 2>/dev/null || help ${name} 2>/dev/null`)
    const list = stdout.match(/(?<=[\s,[])--?[a-zA-Z0-9][\w-]*/g) ?? []
    found.set(
      name,
      [...new Set(list)].filter((option) => option !== '--help'),
    )
  }
  session.close()
  return found
}
