/** The error codes of TypeScript are the ones that `docs/errors.md` lists. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CODES } from '../dist/cjs/codes.js'
import { root } from './support/programs.js'

test('every code stands in the table with its category, and no other does', () => {
  const document = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  const rows = [...document.matchAll(/^\| [a-z]+ \| `([A-Z_]+)` \| `([a-z_]+)` \| .+ \|$/gm)]
  expect(Object.fromEntries(rows.map(([, code, category]) => [code, category]))).toEqual(CODES)
  expect(rows.map(([, code]) => code)).toEqual(Object.keys(CODES))
})

test('every code that the sources name stands in a table', () => {
  const document = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  const documented = new Set([...document.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, code]) => code!))
  const sources = readdirSync(join(root, 'ts'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const named = sources.flatMap((name) => {
    const text = readFileSync(join(root, 'ts', name), 'utf8')
    return [...text.matchAll(/(?:code: |coded\()\s*'([A-Z_]+)'/g)].map(([, code]) => code!)
  })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((code) => !documented.has(code))).toEqual([])
})
