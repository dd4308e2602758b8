/** The error codes of TypeScript are the ones that `docs/errors.md` lists. */
import { readFileSync } from 'node:fs'
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
