/** Backends that do what `memory()` does, but for what a test wants to see or to go wrong. */
import { memory } from 'mem-sandbox/openai-agents'
import type { SandboxBackend } from 'mem-sandbox/openai-agents'

type Handle = Awaited<ReturnType<SandboxBackend['open']>>
type Opened = Parameters<SandboxBackend['open']>[1]

/** A backend with other methods in place of some. */
export function backendWith(over: Partial<SandboxBackend>, inner: SandboxBackend = memory()): SandboxBackend {
  return {
    id: inner.id,
    place: inner.place,
    supports: inner.supports,
    defaults: inner.defaults,
    check: (spec) => inner.check(spec),
    open: (spec, request) => inner.open(spec, request),
    record: (name, request) => inner.record(name, request),
    state: (name) => inner.state(name),
    remove: (name) => inner.remove(name),
    list: () => inner.list(),
    lock: (name, options) => inner.lock(name, options),
    ...over,
  }
}

/** A sandbox with other methods in place of some. */
export function handleWith(inner: Handle, over: Partial<Handle>): Handle {
  return {
    exec: (request) => inner.exec(request),
    fs: inner.fs,
    freeze: () => inner.freeze(),
    close: (how) => inner.close(how),
    ...over,
  }
}

/** A backend that says when a command has written something, and what was done with it. */
export function listening(inner = memory()) {
  let say = () => {}
  /** Resolves with the first output of a command. */
  const running = new Promise<void>((resolve) => (say = resolve))
  const told = watched(
    (handle) =>
      handleWith(handle, {
        exec: ({ onOutput, ...request }) =>
          handle.exec({
            ...request,
            onOutput: (stream, chunk) => {
              onOutput?.(stream, chunk)
              say()
            },
          }),
      }),
    inner,
  )
  return { ...told, running }
}

/** A backend that tells what was done with it, and whose sandboxes `change` may alter. */
export function watched(change: (handle: Handle, request: Opened) => Handle = (handle) => handle, inner = memory()) {
  const log: string[] = []
  const backend = backendWith(
    {
      open: async (spec, request) => {
        log.push(`open ${request.mode}`)
        const handle = await inner.open(spec, request)
        const told = handleWith(handle, {
          freeze: () => {
            log.push('freeze')
            return handle.freeze()
          },
          close: (how) => {
            log.push(`close ${how}`)
            return handle.close(how)
          },
        })
        return change(told, request)
      },
      lock: async (name, options) => {
        const lock = await inner.lock(name, options)
        log.push(`lock ${name}`)
        return {
          name,
          lost: lock.lost,
          release: () => {
            log.push(`unlock ${name}`)
            return lock.release()
          },
        }
      },
    },
    inner,
  )
  return { backend, log }
}
