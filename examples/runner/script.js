// A model's turns as a script that both SDKs can play. Only what a model would learn from the tools' answers (a content
// hash, what a file holds) is taken from them.

/** @typedef {{ ok: boolean, result?: any, error?: { code: string, message: string } }} Answer a tool's answer, as its JSON */
/** @typedef {{ name: string, input: Record<string, unknown> }} Call */
/**
 * What a turn may look at: the answers to the calls of the turn before, and the hash that a file had when it was last read.
 *
 * @typedef {{ answers: Answer[], last: any, hash: (path: string) => string }} Seen
 */
/** @typedef {Call | Call[] | string} Turn calls, or the final text */
/** @typedef {(seen: Seen) => Turn} TurnFunction */
/** @typedef {Turn | TurnFunction | { afterFailure: TurnFunction }} Step */

/** Turns that a model may take for one task. */
export const MOST_TURNS = 8

export class Script {
  #steps
  #next = 0
  /** @type {Map<string, string>} */
  #hashes = new Map()

  /** @param {Step[]} steps */
  constructor(steps) {
    this.#steps = steps
  }

  /**
   * The next turn.
   *
   * @param {string[]} texts what the tools answered to the calls of the turn before
   * @returns {{ calls: Call[] } | { text: string }}
   */
  next(texts) {
    /** @type {Answer[]} */
    const answers = texts.map((text) => JSON.parse(text))
    for (const { result } of answers) {
      if (result?.content_hash) this.#hashes.set(result.path, result.content_hash)
    }
    const step = this.#steps[this.#next]
    this.#next += 1
    if (step === undefined) throw new Error('the script has no more turns')
    const mayFail = typeof step === 'object' && 'afterFailure' in step
    const failed = answers.find(({ ok }) => !ok)
    if (failed && !mayFail)
      throw new Error(`the script expects every tool to succeed, but got ${JSON.stringify(failed)}`)
    const turn =
      typeof step === 'function' ? step(this.#seen(answers)) : mayFail ? step.afterFailure(this.#seen(answers)) : step
    return typeof turn === 'string' ? { text: turn } : { calls: [turn].flat() }
  }

  /** @param {Answer[]} answers @returns {Seen} */
  #seen(answers) {
    const hash = (/** @type {string} */ path) => {
      const found = this.#hashes.get(`/workspace/${path}`)
      if (found === undefined) throw new Error(`the script has not read ${path}`)
      return found
    }
    return { answers, last: answers.at(-1)?.result, hash }
  }
}

/** @param {string} path @returns {Call} */
export function read(path) {
  return { name: 'read_file', input: { path, start_line: null, end_line: null } }
}

/** @param {string} path @param {string} content @param {{ onlyNew?: boolean }} [options] @returns {Call} */
export function write(path, content, { onlyNew = false } = {}) {
  const write_condition = onlyNew ? 'path_must_not_exist' : 'any_current_state'
  return { name: 'write_file', input: { path, content, write_condition, expected_hash: null, create_parents: true } }
}

/** @param {string} text @param {Record<string, string>} hashes @returns {Call} */
export function patch(text, hashes) {
  const expected_hashes = Object.entries(hashes).map(([path, content_hash]) => ({ path, content_hash }))
  return { name: 'apply_patch', input: { patch: text, expected_hashes } }
}

/** @param {string} command @returns {Call} */
export function execute(command) {
  return { name: 'execute', input: { command, timeout_seconds: null, max_output_bytes: null } }
}
