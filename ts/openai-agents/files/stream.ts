/** Streamed results that end when their workspace has. */
import { Readable } from 'node:stream'
import { ReadableStream, TransformStream } from 'node:stream/web'
import type { ReadableStreamDefaultReader } from 'node:stream/web'
import type { RunStreamEvent, StreamedRunResult } from '@openai/agents'

// Results differ in the types of their context and agent, which nothing here depends on.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyStream = StreamedRunResult<any, any>

/**
 * Gives a result properties of its own in place of those that tell of its end. It has private fields, so that neither a proxy
 * nor a subclass could stand for it.
 *
 * @param ended resolves when the workspace has ended, or rejects with what the caller is to know instead of a good end
 */
export function endWith(result: AnyStream, ended: Promise<void>): void {
  const source = result.toStream() as unknown as ReadableStream<RunStreamEvent>
  let error: unknown
  // Whoever looks at nothing but the events hears of it there.
  ended.catch((reason: unknown) => (error = reason))
  let reader: ReadableStreamDefaultReader<RunStreamEvent> | undefined
  const events = new ReadableStream<RunStreamEvent>(
    {
      async pull(controller) {
        reader ??= source.getReader() as ReadableStreamDefaultReader<RunStreamEvent>
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
        } catch (reason) {
          await ended
          throw reason
        }
        await ended
        controller.close()
      },
      async cancel(reason) {
        reader ??= source.getReader() as ReadableStreamDefaultReader<RunStreamEvent>
        await reader.cancel(reason)
        await ended
      },
    },
    { highWaterMark: 0 },
  )
  const own: PropertyDescriptorMap = {
    completed: { get: () => ended },
    error: { get: () => error ?? (Reflect.get(Object.getPrototypeOf(result) as object, 'error', result) as unknown) },
    toStream: { value: () => events },
    toTextStream: { value: (options?: { compatibleWithNodeStreams?: boolean }) => textOf(events, options) },
    [Symbol.asyncIterator]: { value: () => events[Symbol.asyncIterator]() },
  }
  for (const key of Reflect.ownKeys(own))
    Object.defineProperty(result, key, { ...own[key as string], configurable: true })
}

/** The text of the final output, as the SDK's own stream has it. */
function textOf(
  events: ReadableStream<RunStreamEvent>,
  { compatibleWithNodeStreams = false }: { compatibleWithNodeStreams?: boolean } = {},
): unknown {
  const text = events.pipeThrough(
    new TransformStream<RunStreamEvent, string>({
      transform(event, controller) {
        if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta') {
          controller.enqueue(event.data.delta)
        }
      },
    }),
  )
  return compatibleWithNodeStreams ? Readable.fromWeb(text) : text
}
