// Times long scripts in real bash and in a session, each in one process: `node benches/shell.mjs PATH-TO-RUN [NAME]`.
// PATH-TO-RUN is the `run` example of a release build (`cargo build --profile local --example run`). The ratio is bash's
// time over ours: above 1 a session is faster. The best of three runs counts; the outputs must be equal.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const scripts = {
  'arithmetic loop, 1M': 'i=0; s=0; while (( i < 1000000 )); do (( s += i * 2 % 7, i++ )); done; echo $s',
  'for (( )), 1M': 'for ((i=0; i<1000000; i++)); do :; done; echo $i',
  'x=$((x+1)), 500k': 'x=0; while [ $x -lt 500000 ]; do x=$((x+1)); done; echo $x',
  'function calls, 200k': 'f() { local a=$1; r=$((a+1)); }; r=0; for ((i=0; i<200000; i++)); do f $r; done; echo $r',
  's+=x, 200k': 's=; for ((i=0; i<200000; i++)); do s+=x; done; echo ${#s}',
  'arr+=(x), 200k': 'a=(); for ((i=0; i<200000; i++)); do a+=(x); done; echo ${#a[@]}',
  'array reads, 200k': 'a=({1..1000}); s=0; for ((i=0; i<200000; i++)); do s=$((s+a[i%1000])); done; echo $s',
  'associative array, 100k':
    'declare -A m; for ((i=0; i<100000; i++)); do m[k$((i%5000))]=$i; done; echo ${#m[@]} ${m[k77]}',
  'while read, 100k lines':
    'n=0; while IFS= read -r line; do n=$((n+${#line})); done < <(for ((i=0; i<100000; i++)); do echo "line $i"; done); echo $n',
  'command substitution, 10k': 'n=0; for ((i=0; i<10000; i++)); do x=$(echo $i); n=$((n+x)); done; echo $n',
  'subshells, 5k': 'for ((i=0; i<5000; i++)); do (x=$i); done; echo $i',
  'pipelines, 2k': 'n=0; for ((i=0; i<2000; i++)); do echo $i | while read x; do echo $x; done; done | wc -l',
  'string operators, 200k':
    's=hello.world.txt; for ((i=0; i<200000; i++)); do a=${s%.*}; b=${a##*.}; c=${b/o/0}; done; echo $c',
  '[[ and case, 300k':
    'n=0; for ((i=0; i<300000; i++)); do if [[ $i == *7 ]]; then ((n++)); fi; case $i in *3) ((n++));; esac; done; echo $n',
  'printf and echo, 200k': 'for ((i=0; i<200000; i++)); do printf "%05d\\n" $i; echo "$i"; done | wc -c',
  'word splitting, 100k':
    'x="a b c d e f"; n=0; for ((i=0; i<100000; i++)); do for w in $x; do ((n++)); done; done; echo $n',
  recursion:
    'fib() { if (( $1 < 2 )); then r=$1; else local n=$1 a; fib $((n-1)); a=$r; fib $((n-2)); r=$((a+r)); fi; }; fib 20; echo $r',
}

const [run, only] = process.argv.slice(2)
if (!run) throw new Error('usage: node benches/shell.mjs PATH-TO-RUN [NAME]')
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8', HOME: folder, UNLIMITED: '1' }

function best(program, script) {
  let fastest = Infinity
  let output = ''
  for (let round = 0; round < 3; round += 1) {
    const started = process.hrtime.bigint()
    const { stdout, stderr, status } = spawnSync(program, ['-c', script], { cwd: folder, env, maxBuffer: 1 << 28 })
    fastest = Math.min(fastest, Number(process.hrtime.bigint() - started) / 1e6)
    output = `${stdout}${status === 0 ? '' : `[exit ${status}] ${stderr}`}`
  }
  return { fastest, output }
}

for (const [name, script] of Object.entries(scripts)) {
  if (only && !name.includes(only)) continue
  const bash = best('/bin/bash', script)
  const ours = best(run, script)
  const same =
    bash.output === ours.output ? '' : `  DIFFERENT: ${JSON.stringify(bash.output)} ${JSON.stringify(ours.output)}`
  const ratio = (bash.fastest / ours.fastest).toFixed(2)
  console.log(
    `${name.padEnd(28)} bash ${bash.fastest.toFixed(0).padStart(6)} ms  ours ${ours.fastest.toFixed(0).padStart(6)} ms  ratio ${ratio.padStart(6)}${same}`,
  )
}
rmSync(folder, { recursive: true, force: true })
