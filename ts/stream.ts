/** `session.stream()`: the output of a call as it comes, as an async iterator. */
import type { ExecuteOptions, ExecuteResult, OutputChunk, OutputStream, Session } from './declarations.js'

type Execute = (this: Session, command: string, options?: ExecuteOptions) => Promise<ExecuteResult>

/**
 * Starts the call at once. Whoever stops iterating aborts it. A call that fails (a closed session, bad arguments) rejects
 * both the iteration and `result`.
 */
export function stream(session: Session, execute: Execute, command: string, given: ExecuteOptions = {}): OutputStream {
  const waiting: OutputChunk[] = []
  let wake: () => void = () => {}
  let over = false
  const stopped = new AbortController()
  const result = execute.call(session, command, joined())
  const end = (): void => {
    over = true
    wake()
  }
  // Whoever only iterates hears of a failure there.
  result.then(end, end)

  const stop = (): void => {
    if (!over) stopped.abort()
  }

  /** The options with ours. What is wrong in them is refused by the call itself. */
  function joined(): ExecuteOptions {
    if (typeof given !== 'object' || given === null) return given
    const { signal, onOutput: tell } = given
    const isTold = tell === undefined || typeof tell === 'function'
    const onOutput: ExecuteOptions['onOutput'] = (of, bytes) => {
      waiting.push({ stream: of, bytes })
      wake()
      // What it promises is the call's to hear of.
      return tell?.(of, bytes)
    }
    const isSignal = signal === undefined || signal instanceof AbortSignal
    return {
      ...given,
      ...(isSignal && { signal: AbortSignal.any([...(signal === undefined ? [] : [signal]), stopped.signal]) }),
      ...(isTold && { onOutput }),
    }
  }

  async function* chunks(): AsyncGenerator<OutputChunk, ExecuteResult, void> {
    try {
      for (;;) {
        for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) yield chunk
        if (over) return await result
        await new Promise<void>((resolve) => {
          wake = resolve
          if (over || waiting.length > 0) resolve()
        })
      }
    } finally {
      stop()
    }
  }
  const generator = chunks()
  // One that never began, or that waits, hears of its end too late by itself.
  const finish = generator.return.bind(generator)
  const fail = generator.throw.bind(generator)
  return Object.assign(generator, {
    result,
    return(value: ExecuteResult) {
      stop()
      return finish(value)
    },
    throw(error: unknown) {
      stop()
      return fail(error)
    },
  })
}
