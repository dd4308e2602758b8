/** Texts of events: on one line, bounded, and without what looks like a secret. */
const MOST = 1_024

/** Line ends and other control characters as escapes, and no more than so many characters. */
export function oneLine(text: string): string {
  const cut = text.length > MOST ? `${text.slice(0, MOST - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return cut.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, (character) => {
    if (character === '\n') return '\\n'
    if (character === '\t') return '\\t'
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** `API_KEY=…`, `--password …`, `Authorization: …`, `https://user:password@…` */
const PATTERNS: ReadonlyArray<[RegExp, string]> = [
  [
    /\b(\w*(?:secret|token|passw(?:or)?d|api_?key|access_?key|credential)\w*)=(?:'[^']*'|"[^"]*"|[^\s;&|]+)/gi,
    '$1=[REDACTED]',
  ],
  [/(--(?:password|token|secret|api-key)[= ])(?:'[^']*'|"[^"]*"|[^\s;&|]+)/gi, '$1[REDACTED]'],
  [/\b((?:proxy-)?authorization:\s*(?:\w+\s+)?)[^\s'"]+/gi, '$1[REDACTED]'],
  [/(\w+:\/\/[^\s/:@]+:)[^\s/@]+@/g, '$1[REDACTED]@'],
]

/** A command's text for an event. `mask` takes the values of secrets out. */
export function redacted(command: string, mask: (text: string) => string): string {
  // Cut before it is searched: a script may be large. What is cut off is not shown in any case.
  let text = mask(command.slice(0, 4 * MOST))
  for (const [pattern, replacement] of PATTERNS) text = text.replace(pattern, replacement)
  return oneLine(command.length > 4 * MOST ? text.padEnd(MOST + 1) : text)
}
