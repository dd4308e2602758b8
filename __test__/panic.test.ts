/** A panic in the native code becomes an error and ends only the session that it happened in, wherever it happens. */
import { Session } from 'mem-sandbox'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { errorOf } from './support/errors.js'

const require = createRequire(import.meta.url)
/** Only in builds with the cargo feature `test-hooks`, which `npm install` and `npm test` make. */
const { debugPanic } = require('../native.cjs') as {
  debugPanic(place: 'sync' | 'pool' | 'process' | 'processSync', session?: Session): Promise<unknown>
}
const { fromNative } = require('../dist/cjs/errors.js') as typeof import('../ts/errors.js')

/** What the face makes of the hook's error: the hook itself has no face. */
async function panicIn(place: Parameters<typeof debugPanic>[0], session?: Session): Promise<void> {
  try {
    await debugPanic(place, session)
  } catch (error) {
    throw fromNative(error, panicIn)
  }
}

describe('a panic', () => {
  test.each(['sync', 'pool', 'process', 'processSync'] as const)('in place %s', async (place) => {
    const other = new Session({ files: { f: 'kept' } })
    const session = new Session()
    const queued = other.execute('cat f')

    const error = await errorOf(() => panicIn(place, session))
    expect(error).toMatchObject({ code: 'INTERNAL', category: 'internal', retryable: false })
    expect(error.message).toMatch(/internal/)
    expect(error.message).not.toMatch(/\.rs|\/root|\/home|\/work/)

    expect(session.closed).toBe(true)
    expect((await errorOf(() => session.execute('true'))).code).toBe('SESSION_CLOSED')
    expect((await queued).stdout).toBe('kept')
    expect((await new Session().execute('echo alive')).stdout).toBe('alive\n')
    expect(new Session().executeSync('echo alive').stdout).toBe('alive\n')
  })

  test('without a session', async () => {
    expect(await errorOf(() => panicIn('sync'))).toMatchObject({ code: 'INTERNAL', category: 'internal' })
  })

  test('many at once do not use up the threads', async () => {
    const panics = Array.from({ length: 50 }, () => errorOf(() => panicIn('pool', new Session())))
    for (const error of await Promise.all(panics)) expect(error.code).toBe('INTERNAL')
    const alive = Array.from({ length: 50 }, (_, index) => new Session().execute(`echo ${index}`))
    expect((await Promise.all(alive)).map(({ stdout }) => Number(stdout))).toEqual(alive.map((_, index) => index))
  })

  test('calls that wait behind it are told', async () => {
    const session = new Session({ clock: 'real' })
    const first = session.execute('sleep 0.1')
    const panicking = errorOf(() => panicIn('pool', session))
    const behind = errorOf(() => session.execute('echo never'))
    await first
    expect((await panicking).code).toBe('INTERNAL')
    expect((await behind).code).toBe('SESSION_CLOSED')
  })
})
