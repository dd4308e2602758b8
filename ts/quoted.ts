/** `word` so that a shell takes it for one word and reads nothing into it. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
