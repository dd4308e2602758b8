/** `for await (const event of session.events)` */
import type { EventSink, SandboxEvent } from './declarations.js'

/** The events from now on until the session is closed. The sink's queue is what bounds those that wait. */
export function eventIterator(subscribe: (sink: EventSink) => () => void): AsyncIterableIterator<SandboxEvent> {
  let waiting: ((result: IteratorResult<SandboxEvent>) => void) | undefined
  let held: { event: SandboxEvent; taken: () => void } | undefined
  let over = false
  const end: IteratorResult<SandboxEvent> = { done: true, value: undefined }
  const unsubscribe = subscribe((event) => {
    if (over) return undefined
    if (waiting !== undefined) {
      const give = waiting
      waiting = undefined
      give({ done: false, value: event })
      return undefined
    }
    return new Promise<void>((taken) => (held = { event, taken }))
  })
  const stop = (): void => {
    over = true
    unsubscribe()
    held?.taken()
    waiting?.(end)
  }
  return {
    async next() {
      if (over) return end
      const now = held
      held = undefined
      now?.taken()
      const result =
        now === undefined
          ? await new Promise<IteratorResult<SandboxEvent>>((give) => (waiting = give))
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
