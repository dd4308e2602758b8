/** Patterns of paths: `*` and `?` stay within a name, `**` crosses names, `[a-z]` and `{a,b}`. */

/**
 * Whether paths match a pattern, hidden names included.
 *
 * A pattern that cannot be read as one (`[` or `{` without an end) stands for itself there.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map(statesOf)
  return (path) => alternatives.some((states) => leadsThrough(states, path))
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

/**
 * Where a reader of a path may be in a pattern. Not a regular expression: with many stars, the time of one of those grows with a
 * power of the path's length, and patterns are a model's.
 */
interface State {
  /** Where it may go on without a character. */
  readonly free?: number
  /** Where it may go on with this character. */
  on(character: string): readonly number[]
}

/** A pattern without braces. The state behind the last is the end. */
function statesOf(pattern: string): readonly State[] {
  const states: State[] = []
  const one = (fits: (character: string) => boolean): void => {
    const next = [states.length + 1]
    states.push({ on: (character) => (fits(character) ? next : []) })
  }
  const many = (fits: (character: string) => boolean): void => {
    const here = [states.length]
    states.push({ free: states.length + 1, on: (character) => (fits(character) ? here : []) })
  }
  /** Any number of folders, each with its slash. */
  const folders = (): void => {
    const inside = states.length + 1
    const on = (character: string): readonly number[] => (character === '/' ? [inside, inside + 1] : [inside])
    states.push({ free: inside + 1, on }, { on })
  }
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at)
    if (rest.startsWith('**/') && (at === 0 || pattern[at - 1] === '/')) {
      folders()
      at += 3
    } else if (rest.startsWith('**')) {
      many(() => true)
      at += 2
    } else if (rest.startsWith('*')) {
      many((character) => character !== '/')
      at += 1
    } else if (rest.startsWith('?')) {
      one((character) => character !== '/')
      at += 1
    } else {
      const set = rest.startsWith('[') ? /^\[([!^]?)(\]?[^\]/]*)\]/su.exec(rest) : null
      const readable = set === null ? undefined : setOf(set[1] !== '', set[2]!)
      const plain = String.fromCodePoint(pattern.codePointAt(at)!)
      one(readable ?? ((character) => character === plain))
      at += readable === undefined ? plain.length : set![0].length
    }
  }
  return states
}

/** `[a-z]` and its like; nothing where a range is the wrong way round or nothing is in it. */
function setOf(negated: boolean, members: string): ((character: string) => boolean) | undefined {
  if (members === '') return undefined
  const made = `^[${negated ? '^/' : ''}${[...members].map((one) => (one === '-' ? '-' : escaped(one))).join('')}]$`
  try {
    const expression = new RegExp(made, 'su')
    return (character) => expression.test(character)
  } catch {
    return undefined
  }
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}

function leadsThrough(states: readonly State[], path: string): boolean {
  let open = withFree(states, [0])
  for (const character of path) {
    if (open.size === 0) return false
    const next: number[] = []
    for (const state of open) next.push(...(states[state]?.on(character) ?? []))
    open = withFree(states, next)
  }
  return open.has(states.length)
}

function withFree(states: readonly State[], from: readonly number[]): Set<number> {
  const open = new Set(from)
  // What is added is come to as well.
  for (const state of open) {
    const free = states[state]?.free
    if (free !== undefined) open.add(free)
  }
  return open
}
