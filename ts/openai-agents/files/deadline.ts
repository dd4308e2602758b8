/** Waiting, but not for ever. */
import { inTime } from '../../in-time.js'

/** How long after its time, or after an abort, something may take to be gone. */
export const GRACE_MS = 5_000

/** A step took longer than it may. */
export class StepTimeoutError extends Error {
  constructor(step: string, milliseconds: number) {
    super(`${step} took longer than ${milliseconds} ms`)
    this.name = 'StepTimeoutError'
  }
}

/**
 * Settles as `promise` does, or rejects with `StepTimeoutError` after some time. What comes later is dropped.
 *
 * @param step what is waited for, as the subject of a sentence
 */
export function deadline<Result>(promise: Promise<Result>, milliseconds: number, step: string): Promise<Result> {
  return inTime(promise, milliseconds, () => new StepTimeoutError(step, milliseconds))
}

/** Settles as `promise` does, or rejects with the signal's reason. */
export function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Settles as `promise` does; where it has not some time after the signal was aborted, rejects with the signal's reason. */
export function unlessStuck<Result>(
  promise: Promise<Result>,
  signal: AbortSignal,
  graceMs: number = GRACE_MS,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const hurry = () => (timer = setTimeout(() => reject(signal.reason), graceMs))
    if (signal.aborted) hurry()
    else signal.addEventListener('abort', hurry, { once: true })
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', hurry)
      clearTimeout(timer)
    })
  })
}
