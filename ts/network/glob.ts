/** Patterns in URLs, as curl reads them: `{a,b}`, `[1-9]`, `[001-100:10]`, `[a-z]`. */

/** A URL of a pattern, and what each part of it stands for: `#1` in the names of outputs. */
export interface GlobbedUrl {
  url: string
  parts: readonly string[]
}

/** A pattern that can't be read, as curl says it. */
export class GlobError extends Error {}

type Piece = string | { values: () => Iterable<string> }

/** The URLs of a pattern, one after the other. */
export function* urlsOf(pattern: string): Generator<GlobbedUrl> {
  const pieces = parse(pattern)
  yield* expand(pieces, 0, '', [])
}

function* expand(pieces: readonly Piece[], at: number, url: string, parts: readonly string[]): Generator<GlobbedUrl> {
  const piece = pieces[at]
  if (piece === undefined) {
    yield { url, parts }
  } else if (typeof piece === 'string') {
    yield* expand(pieces, at + 1, url + piece, parts)
  } else {
    for (const value of piece.values()) yield* expand(pieces, at + 1, url + value, [...parts, value])
  }
}

const MOST_PIECES = 100

function parse(pattern: string): Piece[] {
  const pieces: Piece[] = []
  let literal = ''
  let at = 0
  const problem = (what: string, position: number): never => {
    const pointer = position < 512 ? `\n${pattern}\n${' '.repeat(Math.max(position - 1, 0))}^` : ''
    throw new GlobError(`${what} in URL position ${position}:${pointer}`)
  }
  const push = (piece: Piece) => {
    if (literal !== '') pieces.push(literal)
    literal = ''
    pieces.push(piece)
    if (pieces.length > MOST_PIECES) problem('too many globs', at + 1)
  }
  while (at < pattern.length) {
    const character = pattern[at]!
    if (character === '\\' && /[{}[\]]/.test(pattern[at + 1] ?? '')) {
      literal += pattern[at + 1]
      at += 2
    } else if (character === '{') {
      const end = closing(pattern, at)
      if (end.nested !== undefined) problem('nested brace', end.nested + 1)
      if (end.at === undefined) problem('unmatched brace', at + 1)
      const values = alternatives(pattern.slice(at + 1, end.at))
      if (values.length === 1 && values[0] === '') problem('empty string within braces', at + 2)
      push({ values: () => values })
      at = end.at! + 1
    } else if (character === '[') {
      if (pattern[at + 1] === ']') {
        literal += '[]'
        at += 2
        continue
      }
      const address = /^\[[\da-f:.]{0,45}:[\da-f:.]{0,45}(%25?\w{1,16})?\](?=[:/?#]|$)/i.exec(pattern.slice(at))
      if (address !== null && !/^\[\d+:\d+\]/.test(address[0])) {
        literal += address[0]
        at += address[0].length
        continue
      }
      const range = /^\[(?:(\d+)-(\d+)|([a-z])-([a-z])|([A-Z])-([A-Z]))(?::(\d+))?\]/.exec(pattern.slice(at))
      const values = range === null ? undefined : rangeOf(range)
      if (range === null || values === undefined) {
        const digits = /^\[\d+(?:-(?:\d+(?::\d*)?)?)?\]?/.exec(pattern.slice(at))
        return problem('bad range', at + (digits?.[0].length ?? 1) + 1)
      }
      push({ values })
      at += range[0].length
    } else if (character === '}' || character === ']') {
      problem('unmatched close brace/bracket', at + 1)
    } else {
      literal += character
      at += 1
    }
  }
  if (literal !== '') pieces.push(literal)
  return pieces
}

function closing(pattern: string, open: number): { at?: number; nested?: number } {
  for (let at = open + 1; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === '{' || pattern[at] === '[') return { nested: at }
    else if (pattern[at] === '}') return { at }
  }
  return {}
}

function alternatives(text: string): string[] {
  const values = ['']
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === ',') values.push('')
    else {
      if (text[at] === '\\' && at + 1 < text.length) at += 1
      values.push(values.pop()! + text[at]!)
    }
  }
  return values
}

function rangeOf(range: RegExpExecArray): (() => Iterable<string>) | undefined {
  const [, first, last, ...rest] = range
  const step = Number(range[7] ?? 1)
  if (first !== undefined && last !== undefined) {
    const [from, to] = [Number(first), Number(last)]
    if (from > to || step < 1 || step > Math.max(to - from, 1) || !Number.isSafeInteger(to)) return undefined
    const width = first.startsWith('0') ? first.length : 1
    return function* () {
      for (let value = from; value <= to; value += step) yield String(value).padStart(width, '0')
    }
  }
  const [from, to] = rest.filter((letter) => letter !== undefined).map((letter) => letter.codePointAt(0)!)
  if (from === undefined || to === undefined || from > to || step < 1 || step > Math.max(to - from, 1)) return undefined
  return function* () {
    for (let value = from; value <= to; value += step) yield String.fromCodePoint(value)
  }
}
