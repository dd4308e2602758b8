/** Both module formats hold the same classes, and loading the package again works. */
import * as esm from 'mem-sandbox'
import * as esmTools from 'mem-sandbox/tools'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const cjs = require('mem-sandbox') as typeof esm

describe('import and require', () => {
  test('give the same classes', () => {
    for (const name of ['Session', 'Executor', 'Snapshot', 'SandboxError'] as const) {
      expect(cjs[name], name).toBe(esm[name])
    }
    expect(require('mem-sandbox/tools').createTools).toBe(esmTools.createTools)
  })

  test('export the same names', () => {
    expect(
      Object.keys(esm)
        .filter((name) => name !== 'default' && name !== 'module.exports')
        .toSorted(),
    ).toEqual(Object.keys(cjs).toSorted())
  })

  test('know each other’s sessions', () => {
    const session = new cjs.Session()
    expect(session).toBeInstanceOf(esm.Session)
    expect(session.fork()).toBeInstanceOf(esm.Session)
    expect(session.snapshot()).toBeInstanceOf(esm.Snapshot)
    expect(session.snapshot().fork()).toBeInstanceOf(esm.Session)
    expect(new esm.Executor().session()).toBeInstanceOf(cjs.Session)
    expect(session.constructor).toBe(esm.Session)
    session.restore(new esm.Session().snapshot())
  })

  test('the adapter of the agents SDK is there in both', async () => {
    const imported = await import('mem-sandbox/openai-agents')
    const required = require('mem-sandbox/openai-agents') as typeof imported
    expect(typeof required.createTools).toBe('function')
    expect(imported.createTools(new cjs.Session())).toHaveLength(4)
    expect(required.createTools(new esm.Session())).toHaveLength(4)
  })

  test('a class of ours can be extended', () => {
    class Named extends esm.Session {
      readonly label = 'mine'
    }
    const named = new Named({ files: { a: '1' } })
    expect(named).toBeInstanceOf(esm.Session)
    expect(named.label).toBe('mine')
    expect(named.readFile('a')).toBe('1')
  })

  test('a class called without new says so', () => {
    expect(() => (esm.Session as unknown as () => void)()).toThrow(/call it with new/)
  })
})

describe('loading twice in one process', () => {
  test('both copies work, each with its own objects', () => {
    for (const path of Object.keys(require.cache)) {
      if (/[\\/]dist[\\/]cjs[\\/]|native\.cjs$|\.node$/.test(path)) delete require.cache[path]
    }
    const again = require('mem-sandbox') as typeof esm
    expect(again.Session).not.toBe(esm.Session)
    const before = new esm.Session({ files: { a: 'first' } })
    const after = new again.Session({ files: { a: 'second' } })
    expect(before.readFile('a')).toBe('first')
    expect(after.readFile('a')).toBe('second')
    expect(() => after.readFile('missing')).toThrow(again.SandboxError)
    expect(() => before.readFile('missing')).toThrow(esm.SandboxError)
    expect(before.executeSync('cat a').stdout).toBe('first')
    expect(after.executeSync('cat a').stdout).toBe('second')
  })
})

describe('worker threads', () => {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { Session, SandboxError } = require('mem-sandbox')
    ;(async () => {
      const session = new Session({ files: { 'n.txt': String(workerData) } })
      const { stdout } = await session.execute('cat n.txt; seq 1 1000 | wc -l')
      let code
      try { session.readFile('missing') } catch (error) { code = error instanceof SandboxError && error.code }
      parentPort.postMessage({ stdout, code })
    })()`

  const inWorker = (data: number) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(program, { eval: true, workerData: data })
      worker.once('message', resolve)
      worker.once('error', reject)
    })

  test('four at once, beside the main thread', async () => {
    const main = new esm.Session().execute('seq 1 1000 | wc -l')
    const answers = await Promise.all([1, 2, 3, 4].map(inWorker))
    expect(answers).toEqual([1, 2, 3, 4].map((n) => ({ stdout: `${n}1000\n`, code: 'ENOENT' })))
    expect((await main).stdout).toBe('1000\n')
  })

  test('a worker that ends in the middle of a call takes nothing with it', async () => {
    const endless = `
      const { parentPort } = require('node:worker_threads')
      const { Session } = require('mem-sandbox')
      new Session().execute('while :; do :; done')
      parentPort.postMessage('running')`
    for (let round = 0; round < 3; round += 1) {
      const worker = new Worker(endless, { eval: true })
      await new Promise((resolve) => worker.once('message', resolve))
      await worker.terminate()
    }
    expect((await new esm.Session().execute('echo alive')).stdout).toBe('alive\n')
  })
})
