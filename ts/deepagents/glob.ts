/** Patterns of paths: `*` and `?` stay within a name, `**` crosses names, `[a-z]` and `{a,b}`. */

/**
 * Whether paths match a pattern, hidden names included.
 *
 * A pattern that cannot be read as one (`[` or `{` without an end) stands for itself there.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map((one) => new RegExp(`^${source(one)}$`, 'su'))
  return (path) => alternatives.some((expression) => expression.test(path))
}

/** Alternatives that a pattern may stand for; more are not made, and its braces then stand for themselves. */
const MOST_ALTERNATIVES = 1_000

function expandBraces(pattern: string): string[] {
  let open = [pattern]
  const done: string[] = []
  while (open.length > 0) {
    if (open.length + done.length > MOST_ALTERNATIVES) return [pattern]
    const next: string[] = []
    for (const one of open) {
      const braces = firstBraces(one)
      if (braces === undefined) done.push(one)
      else next.push(...braces.parts.map((part) => one.slice(0, braces.start) + part + one.slice(braces.end)))
    }
    open = next
  }
  return done
}

/** The first `{…,…}` that has its end, with what stands between its commas. */
function firstBraces(pattern: string): { start: number; end: number; parts: string[] } | undefined {
  for (let start = pattern.indexOf('{'); start >= 0; start = pattern.indexOf('{', start + 1)) {
    let depth = 0
    let from = start + 1
    const parts: string[] = []
    for (let at = start; at < pattern.length; at += 1) {
      const character = pattern[at]
      if (character === '{') depth += 1
      else if (character === ',' && depth === 1) {
        parts.push(pattern.slice(from, at))
        from = at + 1
      } else if (character === '}' && (depth -= 1) === 0) {
        parts.push(pattern.slice(from, at))
        if (parts.length > 1) return { start, end: at + 1, parts }
        break
      }
    }
  }
  return undefined
}

/** A pattern without braces as the source of a regular expression. */
function source(pattern: string): string {
  let made = ''
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at)
    if (rest.startsWith('**/') && (at === 0 || pattern[at - 1] === '/')) {
      made += '(?:.*/)?'
      at += 3
    } else if (rest.startsWith('**')) {
      made += '.*'
      at += 2
    } else if (rest.startsWith('*')) {
      made += '[^/]*'
      at += 1
    } else if (rest.startsWith('?')) {
      made += '[^/]'
      at += 1
    } else if (rest.startsWith('[')) {
      const set = /^\[([!^]?)(\]?[^\]/]*)\]/su.exec(rest)
      const readable = set === null ? undefined : setSource(set[1] !== '', set[2]!)
      made += readable ?? '\\['
      at += readable === undefined ? 1 : set![0].length
    } else {
      const character = String.fromCodePoint(pattern.codePointAt(at)!)
      made += escaped(character)
      at += character.length
    }
  }
  return made
}

/** `[a-z]` and its like; nothing where a range is the wrong way round or nothing is in it. */
function setSource(negated: boolean, members: string): string | undefined {
  if (members === '') return undefined
  const made = `[${negated ? '^/' : ''}${[...members].map((one) => (one === '-' ? '-' : escaped(one))).join('')}]`
  try {
    return new RegExp(made, 'u').source
  } catch {
    return undefined
  }
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}
