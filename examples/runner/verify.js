// What the host looks at when the agents are done.
import assert from 'node:assert/strict'

/** @import { Session } from 'mem-sandbox' */

/**
 * The files of the workspace are exactly these, byte for byte.
 *
 * @param {Session} session @param {Record<string, string>} expected by path
 */
export function onlyFiles(session, expected) {
  const paths = session
    .list('/workspace', { recursive: true })
    .filter(({ kind }) => kind !== 'directory')
    .map(({ path }) => path.replace('/workspace/', ''))
  assert.deepEqual(paths.toSorted(), Object.keys(expected).toSorted(), 'no other files may be there')
  for (const [path, content] of Object.entries(expected)) holds(session, path, content)
}

/** @param {Session} session @param {string} path @param {string} content */
export function holds(session, path, content) {
  const bytes = session.readFile(`/workspace/${path}`, { encoding: 'bytes' })
  assert.deepEqual(
    Buffer.from(bytes).toString('latin1'),
    Buffer.from(content).toString('latin1'),
    `the bytes of ${path}`,
  )
}
