// Reads the files of scripts that the conformance runner takes.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * The scripts of a file: `{ name, script, files?, stdin?, incremental? }`, the name with the file's in front.
 * @param {string} path
 */
export function readScripts(path) {
  const text = readFileSync(path, 'utf8')
  const file = basename(path).replace(/\.[a-z]+$/, '')
  if (path.endsWith('.jsonl')) return rows(text, file)
  return path.endsWith('.txt') ? lines(text, file) : sections(text, file).map((row) => ({ ...row, file }))
}

function rows(text, file) {
  const parsed = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return parsed.flatMap((row) => {
    const script = row.script ?? row.command
    // Files that are no text, or have modes, are for the commands' own tests.
    if (script === undefined || Object.values(row.files ?? {}).some((data) => typeof data !== 'string')) return []
    return [
      {
        name: `${file}: ${row.name ?? row.id}`,
        script,
        files: row.files,
        stdin: row.stdin,
        incremental: row.incremental,
      },
    ]
  })
}

function lines(text, file) {
  const scripts = []
  let group = file
  let count = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    if (line.startsWith('# ')) {
      group = line.slice(2).trim()
      count = 0
      continue
    }
    count += 1
    scripts.push({ name: `${group} ${count}`, script: line.replaceAll('⏎', '\n') })
  }
  return scripts
}

function sections(text, file) {
  const parts = text.split(/^#### /m).slice(1)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    const name = part.slice(0, end).trim()
    // A syntax error stops a whole call before it starts, but only the rest of a `bash -c` text. So these, and all
    // scripts of files named so, are read line by line.
    const incremental = name.startsWith('syntax error') || file.startsWith('incremental-')
    return {
      name: `${file}: ${name}`,
      script: part.slice(end + 1).replace(/\n+$/, '\n'),
      ...(incremental && { incremental }),
    }
  })
}
