/** Cutting texts for a model: within the limit, never inside a character, never silently. */
import { describe, expect, test } from 'vitest'
import { clipLines } from '../ts/clip.js'

describe('clipLines', () => {
  test('keeps whole lines', () => {
    expect(clipLines('one\ntwo\nthree', 13)).toEqual({ text: 'one\ntwo\nthree', lines: 3, lineClipped: false })
    expect(clipLines('one\ntwo\nthree', 12)).toEqual({ text: 'one\ntwo', lines: 2, lineClipped: false })
    expect(clipLines('one\ntwo\nthree', 7)).toEqual({ text: 'one\ntwo', lines: 2, lineClipped: false })
    expect(clipLines('one\ntwo\nthree', 6)).toEqual({ text: 'one', lines: 1, lineClipped: false })
  })

  test('cuts only a first line that is too long by itself', () => {
    expect(clipLines('ééé\nx', 5)).toEqual({ text: 'éé', lines: 1, lineClipped: true })
  })

  test('counts empty lines', () => {
    expect(clipLines('\n\n', 5)).toEqual({ text: '\n\n', lines: 3, lineClipped: false })
    expect(clipLines('\n\n\n\nlong', 3)).toEqual({ text: '\n\n\n', lines: 4, lineClipped: false })
  })
})
