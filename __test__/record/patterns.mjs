// Records what real bash, grep and sed do with patterns, for the tests of `src/shell/regex` and
// `src/shell/pattern`. Run it where bash 5.2, GNU grep 3.8 and GNU sed 4.9 are installed:
//
//   node __test__/record/patterns.mjs
//
// It writes regex.jsonl and patterns.jsonl beside itself. Hand-picked cases come first, then
// generated ones (the generator is seeded: the same cases each time). Texts and results are hex.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
const here = new URL('.', import.meta.url)
const hex = (value) => Buffer.from(value).toString('hex')
const quote = (value) => "$'" + hex(value).replace(/../g, '\\x$&') + "'"

let state = 20270101
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const pick = (list) => list[random(list.length)]
const times = (count, make) => Array.from({ length: count }, make).join('')
const text = () => times(random(10), () => pick([...'abcabcx é_1 AB']))

function bracket() {
  const members = ['a', 'b', 'é', 'a-c', '[:alpha:]', '[:digit:]', '[:space:]', '^', '0-9', '[=a=]', '[.-.]', '\\', '.', '*']
  return '[' + pick(['', '', '^']) + times(1 + random(3), () => pick(members)) + ']'
}
function expression(extended, depth = 0) {
  const [open, close, bar] = extended ? ['(', ')', '|'] : ['\\(', '\\)', '\\|']
  const atom = () => {
    const which = random(100)
    if (which < 50) return pick([...'abcabc', 'é', 'x', ' ', '_', '1'])
    if (which < 58) return '.'
    if (which < 68) return bracket()
    if (which < 76) return pick(['\\w', '\\W', '\\s', '\\S', '\\.', '\\*'])
    return depth < 3 ? open + expression(extended, depth + 1) + close : 'b'
  }
  const repeats = extended
    ? ['*', '+', '?', '{2}', '{1,2}', '{,2}', '{2,}', '*?', '{0}']
    : ['*', '\\+', '\\?', '\\{2\\}', '\\{1,2\\}', '\\{,2\\}', '\\{2,\\}']
  const piece = () => (random(100) < 10 ? pick(['^', '$', '\\b', '\\B', '\\<', '\\>']) : atom() + (random(100) < 30 ? pick(repeats) : ''))
  const branch = () => times(1 + random(4), piece)
  return branch() + (random(100) < 25 ? bar + branch() : '')
}
function glob(depth = 0) {
  const piece = () => {
    const which = random(100)
    if (which < 45) return pick([...'abcab', 'é', '.', '-', '\\a', '\\*'])
    if (which < 60) return '*'
    if (which < 70) return '?'
    if (which < 85 || depth > 2) {
      return pick(['[abc]', '[!a]', '[^b]', '[a-c]', '[[:alpha:]]', '[!é]', '[a', '[]a]', '[é-ë]', '[[.a.]]', '[[=b=]c]', '[c-a]', '[\\]a]', '[[:foo:]a]'])
    }
    return pick([...'?*+@!']) + '(' + glob(depth + 1) + (random(2) ? '|' + glob(depth + 1) : '') + ')'
  }
  return times(1 + random(4), piece)
}

function grep(flags, patterns, input) {
  const args = ['-ao', ...[...flags].map((flag) => '-' + flag), ...patterns.flatMap((pattern) => ['-e', pattern])]
  const run = spawnSync('grep', args, { input: input + '\n', env })
  if (run.status === 2) {
    const message = run.stderr.toString().split('\n').find((line) => !line.includes('warning'))
    return { error: message.replace(/^grep: /, '') }
  }
  const found = run.stdout.toString('latin1').split('\n').slice(0, -1)
  return { matched: run.status === 0, found: found.map((line) => Buffer.from(line, 'latin1').toString('hex')) }
}
function sed(flags, pattern, input) {
  const extended = flags.includes('E') ? ['-E'] : []
  const script = (input.includes('\n') ? 'N;' : '') + `s\u0001${pattern}\u0001<&>\u0001` + flags.replace('E', '').replace('i', 'I')
  const run = spawnSync('sed', [...extended, '--', script], { input: input + '\n', env })
  if (run.status !== 0) {
    return { error: run.stderr.toString().trim().replace(/^sed: (-e expression #1, char \d+: )?/, '') }
  }
  return { replaced: run.stdout.subarray(0, -1).toString('hex') }
}
/** Runs many cases in one bash; each prints one line of hex fields. */
function bash(cases, prelude, body) {
  const dump = 'dump() { local f first=1; for f; do [[ $first ]] || printf ,; first=; printf %s "$f" | od -An -v -tx1 | tr -d " \\n"; done; }\n'
  const script = prelude + dump + cases.map(([pattern, input, flag]) => `p=${quote(pattern)} t=${quote(input)}; ${body(flag)}; echo\n`).join('')
  const run = spawnSync('bash', { input: script, env, maxBuffer: 1 << 28 })
  return run.stdout.toString().split('\n')
}

const regex = []
const handPicked = [
  // Longest, not first; sub-matches as glibc picks them.
  ['(a|ab)(c|bcd)(d*)', 'abcd'], ['(a*)(ab)*(b*)', 'abb'], ['(a|ab|c)(bcd|c)*d*', 'abcd'], ['(b|ab|a)*', 'abab'],
  ['(a*)*', 'b'], ['(a*)*', 'aa'], ['(a*)+', 'b'], ['((a)|b)*', 'ab'], ['(|a)+', 'aaa'], ['()*', 'a'], ['(a?){2}', 'a'],
  ['((a*)|b)*', 'aab'], ['((a|b)*)*', 'ab'], ['(a?)(ab)?(b)?', 'ab'], ['x*', ''], ['', 'abc'], ['(a)(b)?', 'ac'],
  // Anchors, boundaries, back-references, characters.
  ['^abc$', 'abc'], ['^$', ''], ['a$', 'ba'], ['\\<b', 'ab b'], ['\\bfoo\\b', 'x foo.'], ['(.)\\1', 'abba'], ['(a*)\\1', 'aaaaa'],
  ['^(.*)\\n', 'a'], ['.', 'é'], ['^.$', 'é'], ['[^a]', 'aé'], ['é+', 'éé'], ['[[:upper:]]+', 'aÉB'], ['[[:alpha:]_]+', '1é_b2'],
  ['[]a]+', 'x]a'], ['[^]]+', 'ab]'], ['[a-]+', 'b-a'], ['[\\n]', 'n'], ['a{2,3}', 'aaaa'], ['a{,2}', 'aaa'], ['(ab){2}', 'ababab'],
  ['a\nb', 'a\nb'], ['a.b', 'a\nb'], ['[^x]b', '\nb'], ['\\w+', ' é_1-'], ['\\W', 'é!'], ['\\S+', ' x y'],
  // Faults, and what is none.
  ['*a', 'a'], ['a**', 'aa'], ['a|*b', 'b'], ['(*a)', 'a'], [')', ')'], ['(', 'a'], ['a{x', 'a{x'], ['a{1', 'a{1'], ['a{}', 'a'],
  ['{1}', 'a'], ['^*', 'a'], ['[', 'a'], ['[a', 'a'], ['[]', 'a'], ['[^]', 'a'], ['[[:foo:]]', 'a'], ['[z-a]', 'a'], ['[a-c-e]', 'a'],
  ['[[.ab.]]', 'a'], ['[[=ab=]]', 'a'], ['[a-é]', 'a'], ['[:space:]', 'a'], ['\\', 'a'], ['a{2,1}', 'a'], ['a{32768}', 'a'],
  ['\\1', 'a'], ['(a)|b\\1', 'a'], ['a||b', 'b'], ['()', 'x'], ['a+*', 'aa'],
]
// Left out: glibc loses matches where a repeated group holds an anchor.
const regexCases = [...handPicked, ...Array.from({ length: 500 }, () => [expression(true), text()]).filter(([pattern]) => !/\^.*\)\{2/.test(pattern))]
const matched = bash(regexCases, '', () => '[[ $t =~ $p ]]; s=$?; printf "%s " $s; if ((s == 0)); then dump "${BASH_REMATCH[@]}"; fi')
regexCases.forEach(([pattern, input], index) => {
  const [status, groups] = matched[index].split(' ')
  regex.push({ tool: 'bash', pattern: hex(pattern), text: hex(input), status: Number(status), groups: status === '0' ? groups.split(',') : undefined })
})
const add = (tool, flags, patterns, input, result) => regex.push({ tool, flags, pattern: hex(patterns[0]), more: patterns.slice(1).map(hex), text: hex(input), ...result })
const basic = ['*a', 'a\\{\\}', 'a\\{x', '\\)', '\\(', 'a\\{2,1\\}', '\\1', '\\(a\\)\\|b\\1', '^*', 'a\\|*b', '\\(\\)', 'a**', '\\(^a\\)', 'x^', 'a$b', 'a\\|^b', 'a^*', '\\(*a\\)', '\\+a', '\\?', 'a+', 'a?', 'a{1}', '\\(a\\|ab\\)\\(c\\|bcd\\)', '\\(.\\)\\1', 'a\\{2\\}', '[[:space:]]', '\\<b\\>']
const lines = '*a\nab abcd\n+a ?\nx^ a$b\nbb aa{1}'
for (const pattern of basic) {
  add('grep', '', [pattern], lines, grep('', [pattern], lines))
  add('sed', '', [pattern], 'xabcd *a a$b bb', sed('', pattern, 'xabcd *a a$b bb'))
}
for (const [pattern, input] of handPicked) {
  if (pattern.includes('\n') || input.includes('\n')) continue
  for (const flags of ['E', 'Ei', 'Ew', 'Ex']) add('grep', flags, [pattern], input, grep(flags, [pattern], input))
  // To sed an empty pattern is the last one, and a backslash quotes what ends the command.
  if (pattern !== '' && pattern !== '\\' && !pattern.includes('[')) add('sed', 'E', [pattern], input, sed('E', pattern, input))
}
add('grep', 'F', ['a', 'ab', 'b.c'], 'abc b.c', grep('F', ['a', 'ab', 'b.c'], 'abc b.c'))
add('grep', 'E', ['a(b)', '(c)\\1', 'x*'], 'abcc', grep('E', ['a(b)', '(c)\\1', 'x*'], 'abcc'))
add('grep', 'Fi', ['é'], 'É e', grep('Fi', ['é'], 'É e'))
for (let index = 0; index < 300; index++) {
  const extended = index % 2 === 0
  const flags = (extended ? 'E' : '') + pick(['', '', 'i', 'w', 'x'])
  const [pattern, input] = [expression(extended), text() + '\n' + text()]
  // An interval behind an assertion is no interval for half of grep's matchers.
  if (/(\^|\$|\\[bB<>])(\{|\\\{)/.test(pattern)) continue
  add('grep', flags, [pattern], input, grep(flags, [pattern], input))
}
for (let index = 0; index < 300; index++) {
  const extended = index % 2 === 0
  const flags = (extended ? 'E' : '') + pick(['', '', 'i', 'M'])
  const [pattern, input] = [expression(extended), text() + (random(3) ? '' : '\n' + text())]
  if (pattern.includes('[^]')) continue
  add('sed', flags, [pattern], input, sed(flags, pattern, input))
}
for (const [pattern, input] of [['\\d+(?=b)', '12b3'], ['(?<=a)b', 'ab bb'], ['(?i)AB', 'xab'], ['\\bfoo\\b', 'a foo'], ['a+?', 'aaa'], ['(a)\\1', 'aa'], ['\\Kx', 'ax'], ['a\\Kx', 'ax'], ['(?<n>a)\\k<n>', 'aab'], ['\\p{Lu}', 'aÉ'], ['[[:^alpha:]]+', 'a12'], ['(?>a+)a', 'aaa'], ['a++b', 'aab'], ['(?:a|ab)c', 'abc'], ['\\x41', 'A'], ['(', 'a'], [')', 'a'], ['a{2,1}', 'a'], ['*', 'a'], ['[a', 'a'], ['(?<=a+)b', 'ab'], ['\\S+', 'éx y'], ['\\h', 'a b'], ['^a$', 'a'], ['(?(1)a|b)', 'b'], ['(a)?(?(1)b|c)', 'abc'], ['\\Qa.b\\E', 'axb a.b'], ['(?x) a b', 'ab'], ['a{,2}', 'a{,2}']]) {
  for (const flags of ['P', 'Pw', 'Px', 'Pi']) add('grep', flags, [pattern], input, grep(flags, [pattern], input))
}
writeFileSync(new URL('regex.jsonl', here), regex.map((entry) => JSON.stringify(entry) + '\n').join(''))

const pickedGlobs = ['[a', '[!]]', '[]a]', '[]-a]', '[[.-.]]', '[[=a=]b]', '[\\]]', '[a\\-z]', '?', '??', '[é-ë]', '[!a]', 'a\\', '[[:alpha:]', '@(a|b', '!(a)', '!(a)b', '*(a|b)c', '+()', '@(a|)', '!(*)', '!()', '*!(a)', '[--0]', '[a-]', '[[:upper:][:digit:]]', '[[.hyphen.]]', '[[.a.]-c]', '[a-[:alpha:]]', '[[:alpha:]-z]', '@(a|@(b|c))', '+(a*(b)|c)', '[', '[]', '@([|]|b)', '@([)]|b)', '', '*', '*.*', 'a*b*c', '*/*', '!(*.tar).gz', '*.@(c|h)']
const pickedTexts = ['', 'a', 'b', 'ab', 'é', '-', ']', 'x.tar', 'a.gz', 'abcabc', '.', 'a/b', '|', ')']
const globs = []
for (const pattern of pickedGlobs) for (const input of pickedTexts) globs.push([pattern, input, 'm'])
for (let index = 0; index < 900; index++) {
  const operation = pick(['m', 'm', 'r', 'f', '#', '##', '%', '%%'])
  const pattern = glob()
  // Left out: bash's special treatment of extended forms right behind a star when it doesn't
  // match a whole text, and its lengths of brackets that begin with `]`.
  if (operation !== 'm' && /[*?][*?]*[@+!?*]\(/.test(pattern)) continue
  if (/\*\?*[*?]\(/.test(pattern)) continue
  globs.push([pattern, text(), operation])
}
const operations = {
  m: '[[ $t == $p ]]; r=$?', r: 'r=${t//$p/<}', f: 'r=${t/$p/<}',
  '#': 'r=${t#$p}', '##': 'r=${t##$p}', '%': 'r=${t%$p}', '%%': 'r=${t%%$p}',
}
const results = bash(globs, 'shopt -s extglob\n', (operation) => operations[operation] + '; dump "$r"')
writeFileSync(
  new URL('patterns.jsonl', here),
  globs.map(([pattern, input, operation], index) => JSON.stringify({ operation, pattern: hex(pattern), text: hex(input), result: results[index] }) + '\n').join(''),
)
