/** `session.stream()`: the output of a call as it comes, as an async iterator. */
import type { ExecuteOptions, ExecuteResult, OutputChunk, OutputStream, Session } from './declarations.js'

type Execute = (this: Session, command: string, options?: ExecuteOptions) => Promise<ExecuteResult>

/**
 * Starts the call at once. Whoever stops iterating aborts it. A call that fails (a closed session, bad arguments) rejects
 * both the iteration and `result`.
 */
export function stream(
  session: Session,
  execute: Execute,
  command: string,
  options: ExecuteOptions = {},
): OutputStream {
  const waiting: OutputChunk[] = []
  let wake: () => void = () => {}
  let over = false
  const stopped = new AbortController()
  const signal = options.signal === undefined ? stopped.signal : AbortSignal.any([options.signal, stopped.signal])
  const onOutput: ExecuteOptions['onOutput'] = (of, bytes) => {
    waiting.push({ stream: of, bytes })
    options.onOutput?.(of, bytes)
    wake()
  }
  const result = execute.call(session, command, { ...options, signal, onOutput })
  const end = (): void => {
    over = true
    wake()
  }
  // Whoever only iterates hears of a failure there.
  result.then(end, end)

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
      if (!over) stopped.abort()
    }
  }
  return Object.assign(chunks(), { result })
}
