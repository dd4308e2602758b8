/**
 * Settles as a promise does, or rejects with `late()` after so many milliseconds. What comes later is dropped.
 *
 * @param keepsProcess whether the process waits for it; default true
 */
export async function inTime<Result>(
  promise: PromiseLike<Result>,
  milliseconds: number,
  late: () => Error,
  keepsProcess = true,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds)
    if (!keepsProcess) timer.unref()
  })
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
