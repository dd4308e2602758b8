/** What a model reads of a command: three keys of YAML, which a YAML reader gives back as they were. */

/** What ended, and what it wrote. */
export interface CommandOutcome {
  exitCode: number
  stdout: string
  stderr: string
}

/** Valid YAML 1.2 with the keys `exit_code`, `stdout` and `stderr`; each text is read back as it was. */
export function resultBlock({ exitCode, stdout, stderr }: CommandOutcome): string {
  return `exit_code: ${exitCode}\nstdout: ${yamlText(stdout)}\nstderr: ${yamlText(stderr)}\n`
}

/**
 * What a block of lines cannot hold: control characters, a carriage return (a reader makes a newline of it), the line
 * ends of YAML 1.1, the byte order mark and what is no character.
 */
// oxlint-disable-next-line no-control-regex
const NEEDS_ESCAPES = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u

/** A literal block with its indentation and its end said outright; where that can't be, a string with escapes. */
function yamlText(text: string): string {
  if (text === '') return '""'
  if (NEEDS_ESCAPES.test(text)) return escaped(text)
  const body = text.replace(/^(?=[^\n])/gm, '  ')
  if (!text.endsWith('\n')) return `|2-\n${body}`
  // More than one newline at the end, or nothing before it: all of them are kept.
  return `|2${/(^|\n)\n$/.test(text) ? '+' : ''}\n${body.slice(0, -1)}`
}

/** JSON's strings are YAML's, but for what JSON leaves as it is. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(
    // oxlint-disable-next-line no-control-regex
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
