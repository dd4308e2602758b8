/** Cutting texts for a model: within the limit, never inside a character, never silently. */
import { describe, expect, test } from 'vitest'
import { clip, clipLines } from '../ts/clip.js'

const utf8 = (text: string) => Buffer.from(text)

describe('clip', () => {
  test('leaves alone what fits', () => {
    expect(clip(utf8(''), 1)).toEqual({ text: '', clipped: false })
    expect(clip(utf8('abc'), 3)).toEqual({ text: 'abc', clipped: false })
  })

  test('keeps head and tail and says how much is missing', () => {
    const { text, clipped } = clip(utf8(`${'a'.repeat(500)}${'z'.repeat(500)}`), 264)
    expect(clipped).toBe(true)
    expect(text).toBe(`${'a'.repeat(100)}\n[... 800 of 1000 bytes left out ...]\n${'z'.repeat(100)}`)
  })

  test('shows only the head where there is no room for more', () => {
    expect(clip(utf8('0123456789'), 4)).toEqual({ text: '0123', clipped: true })
  })

  test('never cuts inside a character, and never shows more than the limit', () => {
    for (const character of ['é', '€', '😀']) {
      const whole = utf8(character.repeat(400))
      for (let limit = 1; limit < 300; limit += 1) {
        const { text } = clip(whole, limit)
        expect(text).not.toContain('\ufffd')
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit)
      }
    }
  })

  test('bytes that are no UTF-8 do not make it look for a boundary for ever', () => {
    expect(clip(new Uint8Array(1_000).fill(0x80), 200).clipped).toBe(true)
    expect(clip(new Uint8Array(1_000).fill(0xff), 10)).toEqual({ text: '\ufffd'.repeat(10), clipped: true })
  })
})

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
