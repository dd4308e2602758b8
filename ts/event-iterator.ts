/** `for await (const event of session.events)` */
import type { EventSink, SandboxEvent } from './declarations.js'

/**
 * The events from now on until the session is closed. The sink's queue is what bounds those that wait, so the last one may be among
 * those that it had no room for: the iteration also ends when the session is closed and nothing more comes.
 */
export function eventIterator(
  subscribe: (sink: EventSink) => () => void,
  isClosed: () => boolean,
): AsyncIterableIterator<SandboxEvent> {
  type Give = (result: IteratorResult<SandboxEvent>) => void
  const waiting: Give[] = []
  let held: { event: SandboxEvent; taken: () => void } | undefined
  let over = false
  const end: IteratorResult<SandboxEvent> = { done: true, value: undefined }
  const unsubscribe = subscribe((event) => {
    if (over) return undefined
    const give = waiting.shift()
    if (give === undefined) return new Promise<void>((taken) => (held = { event, taken }))
    give({ done: false, value: event })
    return undefined
  })
  const stop = (): void => {
    over = true
    unsubscribe()
    held?.taken()
    for (const give of waiting.splice(0)) give(end)
  }
  return {
    async next() {
      if (over) return end
      const now = held
      held = undefined
      now?.taken()
      const result =
        now === undefined
          ? await new Promise<IteratorResult<SandboxEvent>>((give) => {
              waiting.push(give)
              // What is in the queue is here by then.
              if (isClosed()) setImmediate(() => waiting.includes(give) && stop())
            })
          : { done: false as const, value: now.event }
      if (!result.done && result.value.kind === 'sandbox.closed') stop()
      return result
    },
    async return() {
      stop()
      return end
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
