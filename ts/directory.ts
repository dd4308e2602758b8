/** `Snapshot.fromDirectory`: the native reading with its progress and its abort signal. */
import { path as checkPath } from './arguments.js'
import type { Check } from './arguments.js'
import type { NativeBinding } from './native.js'
import type { FromDirectoryOptions, Snapshot } from './declarations.js'

/** Milliseconds between two calls of `onProgress`. */
const PROGRESS_INTERVAL = 100

export function directoryReader(binding: NativeBinding, options: Check, failed: (error: unknown) => Error) {
  return async function fromDirectory(path: string, given?: FromDirectoryOptions): Promise<Snapshot> {
    let timer: NodeJS.Timeout | undefined
    let signal: AbortSignal | undefined
    let cancel: (() => void) | undefined
    try {
      checkPath(path, 'path')
      const checked = (options(given, 'options') ?? {}) as FromDirectoryOptions
      const { onProgress, onSkipped, signal: from, ...rest } = checked
      signal = from
      if (signal?.aborted) return Promise.reject(signal.reason)
      const progress = new binding.ReadProgress()
      cancel = () => progress.cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      const report = () => onProgress?.({ files: progress.files, bytes: progress.bytes })
      if (onProgress) timer = setInterval(report, PROGRESS_INTERVAL)
      const { snapshot, skipped } = await binding.readDirectory(path, rest, progress)
      report()
      for (const one of skipped) onSkipped?.(one)
      return snapshot
    } catch (error) {
      const converted = failed(error)
      if ((converted as { code?: string }).code === 'HOST_READ_CANCELLED' && signal?.aborted) throw signal.reason
      throw converted
    } finally {
      clearInterval(timer)
      if (cancel) signal?.removeEventListener('abort', cancel)
    }
  }
}
