/** Turns in this process: who asks first is first. */

interface Line {
  readonly waiting: Array<() => void>
}

/** Of each key somebody has the turn of. Nobody has it: no entry. */
const lines = new Map<string, Line>()

/**
 * Waits for the turn of a key, and gives what ends it (again: nothing). An aborted signal leaves the line and rejects with its
 * reason.
 */
export async function takeTurn(key: string, signal?: AbortSignal): Promise<() => void> {
  signal?.throwIfAborted()
  const line = lines.get(key)
  if (line === undefined) lines.set(key, { waiting: [] })
  else await stand(line, signal)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    const next = lines.get(key)!.waiting.shift()
    // The entry is handed on, never made anew while somebody waits: two would go at once.
    if (next === undefined) lines.delete(key)
    else next()
  }
}

function stand(line: Line, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      line.waiting.splice(line.waiting.indexOf(go), 1)
      reject(signal!.reason)
    }
    line.waiting.push(go)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

/** How many keys have somebody's turn. For tests. */
export function turnsTaken(): number {
  return lines.size
}
