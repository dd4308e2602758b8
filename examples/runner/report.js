// What a run shows: each request of the model, each answer, and each check of the host.

/** The host found something else than it must. */
export class CheckFailed extends Error {}

export class Report {
  #print

  /** @param {(line: string) => void} print */
  constructor(print) {
    this.#print = print
  }

  /** @param {string} agent */
  begins(agent) {
    this.#print(`agent         ${agent}`)
  }

  /** @param {string} tool @param {string} input JSON */
  asks(tool, input) {
    this.#print(`model asks    ${tool} ${input}`)
  }

  /** @param {string} answer JSON */
  answers(answer) {
    this.#print(`tool answers  ${answer}\n`)
  }

  /** @param {string} text */
  says(text) {
    this.#print(`model says    ${text}\n`)
  }

  /**
   * What the model says counts for nothing: the host looks for itself.
   *
   * @param {string} what @param {() => unknown} verify throws where it does not hold
   */
  check(what, verify) {
    try {
      verify()
    } catch (error) {
      throw new CheckFailed(`host checks   ${what}: FAILED\n${error instanceof Error ? error.message : String(error)}`)
    }
    this.#print(`host checks   ${what}: ok`)
  }
}
