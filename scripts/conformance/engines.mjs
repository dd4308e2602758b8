// What the conformance runner compares: real bash, the Rust example `run`, the addon. Each answers a row
// `{ script, files?, stdin?, incremental? }` with `{ stdout, stderr, exit, files }`; `files` maps what is left to its
// text, `-> target` for links, a name with a slash behind it for a folder, names in order.
import { spawn } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const HOME = '/workspace'

let tools = ''

/** Lets bash look for programs in a folder first. */
export function useTools(folder) {
  if (folder) tools = `${folder}:`
}

/** Runs a script with `bash -c` in a temporary folder, which is called `/workspace` in the answer. */
export async function runBash({ script, files = {}, stdin }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bash-')))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const child = spawn('/bin/bash', ['-c', `umask 022; exec -a bash /bin/bash -c "$1"`, 'bash', script], {
    cwd: folder,
    detached: true,
    env: {
      PATH: `${tools}/usr/local/bin:/usr/bin:/bin`,
      HOME: folder,
      PWD: folder,
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      SHELL: '/bin/bash',
      USER: 'user',
      LOGNAME: 'user',
      HOSTNAME: 'sandbox',
    },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(stdin)
  const out = gather(child.stdout)
  const err = gather(child.stderr)
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 10_000)
  const [code, signal] = await new Promise((resolve) => child.on('close', (...end) => resolve(end)))
  clearTimeout(timer)
  const plain = (text) => text.replaceAll(folder, HOME)
  const left = ordered(Object.fromEntries(list(folder, '').map(([path, text]) => [path, plain(text)])))
  rmSync(folder, { recursive: true, force: true })
  return {
    stdout: plain(out.text()),
    bytes: out.bytes(),
    stderr: plain(err.text()),
    exit: code ?? 128 + constants.signals[signal],
    files: left,
  }
}

function gather(stream) {
  const chunks = []
  stream.on('data', (chunk) => chunks.push(chunk))
  const bytes = () => Buffer.concat(chunks)
  return { bytes, text: () => bytes().toString('utf8') }
}

function list(folder, prefix) {
  const names = readdirSync(folder).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return names.flatMap((name) => {
    const path = join(folder, name)
    const stat = lstatSync(path)
    if (stat.isDirectory()) return [[`${prefix}${name}/`, ''], ...list(path, `${prefix}${name}/`)]
    if (stat.isSymbolicLink()) return [[prefix + name, `-> ${readlinkSync(path)}`]]
    return [[prefix + name, stat.isFile() ? readFileSync(path, 'utf8') : 'special']]
  })
}

const ordered = (files) =>
  Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))))

/** The `run` example as one process for all scripts. */
export function openRunner(path) {
  let child
  let answers
  const start = () => {
    child = spawn(path, ['--jsonl'], { stdio: ['pipe', 'pipe', 'inherit'] })
    answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }
  return {
    async run(row) {
      if (!child) start()
      child.stdin.write(`${JSON.stringify(row)}\n`)
      const { value, done } = await answers.next()
      if (done) {
        child = undefined
        return { stdout: '', stderr: '', exit: -1, failure: 'the runner died', files: {} }
      }
      const answer = JSON.parse(value)
      if (answer.error) return { stdout: '', stderr: '', exit: -1, failure: answer.error, files: {} }
      return { ...answer, files: ordered(answer.files) }
    },
    close: () => child?.stdin.end(),
  }
}

/** The built package. */
export async function openAddon() {
  const { Executor } = await import('../../dist/esm/index.js')
  // As GNU's `sed`, which runs what `e` says.
  const executor = new Executor({ sedExecute: true })
  return {
    async run({ script, files = {}, stdin, incremental }) {
      const session = executor.session({ files })
      const options = { ...(stdin !== undefined && { stdin }), ...(incremental && { parse: 'incremental' }) }
      const result = await session.execute(script, options)
      const left = session.list(HOME, { recursive: true }).map((entry) => leftBehind(session, entry))
      return {
        stdout: result.stdout,
        stderr: result.stderr,
        exit: result.exitCode,
        failure: result.failure?.message,
        files: ordered(Object.fromEntries(left)),
      }
    },
    close() {},
  }
}

/** An entry of a session as {@link list} tells of one of the host. */
function leftBehind(session, { path, kind, target }) {
  const name = path.slice(HOME.length + 1)
  if (kind === 'directory') return [`${name}/`, '']
  if (kind === 'symlink') return [name, `-> ${target}`]
  return [name, kind === 'file' ? Buffer.from(session.readBytes(path)).toString('utf8') : 'special']
}
