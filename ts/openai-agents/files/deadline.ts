/** Waiting, but not for ever. */

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
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StepTimeoutError(step, milliseconds)), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
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
