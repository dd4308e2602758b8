/** The README's examples are run, and print what their comments say. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { root, runNode } from './support/programs.js'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const examplesOf = (text: string) => [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
const examples = examplesOf(readme)
const documents = [
  'docs/state.md',
  'docs/host.md',
  'docs/service.md',
  'docs/mcp.md',
  'docs/migration.md',
  'docs/tools.md',
  'docs/openai-agents.md',
  'docs/files-in-out.md',
  'docs/ai-sdk.md',
  'docs/backend.md',
]
const documentExamples = documents.flatMap((path) =>
  examplesOf(readFileSync(join(root, path), 'utf8')).map(
    (code, index) => [`${path}, example ${index + 1}`, code] as const,
  ),
)

/** Inside the checkout, so that the package finds itself and its SDKs. */
const file = join(root, '__test__', 'readme-example.tmp.mjs')
afterEach(() => rmSync(file, { force: true }))

describe('README.md', () => {
  test('has its examples', () => {
    expect(examples).toHaveLength(4)
    expect(readme.split('\n').slice(0, 10).join('\n')).toMatch(/npm install && npm start[\s\S]*npm install && npm test/)
  })

  test.each([...examples.map((code, index) => [`example ${index + 1}`, code] as const), ...documentExamples])(
    '%s',
    async (_, code) => {
      writeFileSync(file, code)
      const { OPENAI_API_KEY: _key, AI_MODEL: _model, ...env } = process.env
      const { status, stdout, stderr } = await runNode([file], { env })
      expect(stderr).toBe('')
      expect(status).toBe(0)
      const promised = [...code.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(([, text]) => text!)
      expect(stdout.split('\n').filter((line) => line !== '')).toEqual(promised)
    },
  )

  test('the command line examples work', async () => {
    const bin = join(root, 'dist/esm/bin.js')
    expect(readme).toContain("npx mem-sandbox -c 'seq 3 | sort -r'")
    expect(await runNode([bin, '-c', 'seq 3 | sort -r'])).toEqual({ status: 0, stdout: '3\n2\n1\n', stderr: '' })
  })

  test('every document that it names is there', () => {
    for (const document of ['README.md', 'docs/README.md', 'CONTRIBUTING.md']) {
      const text = readFileSync(join(root, document), 'utf8')
      for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
        expect(() => readFileSync(join(root, document, '..', target!)), `${document} names ${target}`).not.toThrow()
      }
    }
  })
})
