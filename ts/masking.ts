/**
 * Finds values and their encodings in bytes that come in pieces, and puts other text in their place.
 *
 * The bytes are read in several ways at once: as they are, with URL escapes decoded, as hex digits and as base64, the last two without
 * what may stand between their characters. Each reading is searched for all forms in one pass (Knuth, Morris and Pratt), so that
 * neither a long value nor one that repeats itself costs more than its length.
 */

/** Characters that mean nothing in a reading. */
const SKIPPED = -1
const PERCENT = 0x25
const LINE_FEED = 0x0a
/** So few characters at the end of a line do not hold it back from who waits for it. */
const LEAST_HELD = 8
/** A longer run of such characters is no line end with its indentation any more. */
const MOST_SKIPPED = 64
/** So much is searched at once. */
const SLICE_BYTES = 64 << 10
/** Places that are remembered before those that no form reaches back to are forgotten. */
const MOST_PLACES = 4096

/** How bytes are read before they are compared. */
interface Reading {
  /** What each byte counts as. */
  readonly codes: Int16Array
  /** Whether `%41` is one byte. */
  readonly isUrl: boolean
}

function readingOf(isUrl: boolean, same: ReadonlyArray<readonly [from: string, to: string]>, skipped = ''): Reading {
  const codes = Int16Array.from({ length: 256 }, (_, byte) => byte)
  for (const [from, to] of same)
    for (const [at, one] of [...from].entries()) codes[one.charCodeAt(0)] = to.charCodeAt(at)
  for (const one of skipped) codes[one.charCodeAt(0)] = SKIPPED
  return { codes, isUrl }
}

const RAW = readingOf(false, [])
/** In a query `+` is a space. */
const URL_ESCAPED = readingOf(true, [['+', ' ']])
const HEX = readingOf(false, [['ABCDEF', 'abcdef']], ' \t\r\n:,-\\x')
const BASE64 = readingOf(false, [['-_', '+/']], ' \t\r\n')
const BASE64_ESCAPED: Reading = { codes: BASE64.codes, isUrl: true }
const READINGS = [RAW, URL_ESCAPED, HEX, BASE64, BASE64_ESCAPED]

function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
}

/** What is looked for in a reading. */
interface Form {
  readonly codes: Uint8Array
  /** Behind each character, how much of the beginning the text ends with where the next character is another one. */
  readonly again: Int32Array
  readonly replacement: string
}

function formOf(text: string, { codes }: Reading, replacement: string): Form {
  const own = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) own[at] = codes[text.charCodeAt(at)]!
  const again = new Int32Array(own.length)
  for (let at = 1, length = 0; at < own.length; at += 1) {
    while (length > 0 && own[at] !== own[length]) length = again[length - 1]!
    if (own[at] === own[length]) length += 1
    again[at] = length
  }
  return { codes: own, again, replacement }
}

/** The forms that are looked for in one reading. */
class ReadingForms {
  /** By their first two characters. */
  readonly byPair = new Map<number, Form[]>()
  /** Whether a form begins with a character. */
  readonly begins = new Uint8Array(256)

  add(form: Form): void {
    const [first, second] = form.codes as Uint8Array & [number, number]
    const pair = pairOf(first, second)
    this.byPair.set(pair, [...(this.byPair.get(pair) ?? []), form])
    this.begins[first] = 1
  }
}

function pairOf(first: number, second: number): number {
  return (first << 8) | second
}

/** The values to look for, of at least two bytes each. More may be added while texts are searched. */
export class Forms {
  readonly byReading = READINGS.map(() => new ReadingForms())
  /** How many values there are. */
  count = 0
  readonly #known = new Set<string>()

  /** A value, all of whose encodings are replaced by one text. */
  add(value: string, replacement: string): void {
    if (this.#known.has(value)) return
    this.#known.add(value)
    this.count += 1
    const bytes = Buffer.from(value)
    for (const text of textsOf(value)) this.#addTo([RAW, URL_ESCAPED], text, replacement)
    this.#addTo([HEX], bytes.toString('hex'), replacement)
    // Wherever it begins in what is encoded: without the characters that also hold bits of its neighbours.
    for (let shift = 0; shift < 3; shift += 1) {
      const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
      const inner = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
      this.#addTo([BASE64, BASE64_ESCAPED], inner, replacement)
    }
  }

  #addTo(readings: readonly Reading[], text: string, replacement: string): void {
    let form: Form | undefined
    for (const [at, one] of readings.entries()) {
      if (form === undefined || one.codes !== readings[at - 1]!.codes) form = formOf(text, one, replacement)
      this.byReading[READINGS.indexOf(one)]!.add(form)
    }
  }
}

/** A value as text, as bytes in latin1: as it is and as JSON writes it, also where that keeps to ASCII or escapes slashes. */
function textsOf(value: string): Set<string> {
  const json = JSON.stringify(value).slice(1, -1)
  const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const ascii = json.replaceAll(/[\u0080-\uffff]/g, unicode)
  const texts = [value, json, ascii, json.replaceAll('/', '\\/'), ascii.replaceAll('/', '\\/')]
  return new Set(texts.map((text) => Buffer.from(text).toString('latin1')))
}

/** A place where something was found: of finds that overlap, all of them, with the replacement of the longest. */
interface Find {
  start: number
  end: number
  longest: number
  replacement: string
}

/** A form that the text may have begun: with at least two characters. */
interface Begun {
  readonly form: Form
  length: number
}

/** One reading of a text that comes in pieces. */
class Reader {
  #begun: Begun[] = []
  /** The last character, where a form begins with it. */
  #first: number | undefined
  /** Where the last characters began, as far back as what has begun. */
  #places: number[] = []
  #skipped = 0
  /** A URL escape that is not complete. */
  #escape = ''
  #escapeAt = 0
  /** The bytes that something may begin with, and for how many values that was worked out. */
  #matters = new Uint8Array(256)
  #count = 0

  constructor(
    readonly reading: Reading,
    readonly forms: readonly ReadingForms[],
    readonly found: (start: number, end: number, replacement: string) => void,
  ) {}

  /** `count` is how many values there are by now. */
  read(bytes: Uint8Array, at: number, count: number): void {
    const { codes, isUrl } = this.reading
    if (count !== this.#count) this.#learn(count)
    const matters = this.#matters
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.#places.length === 0 && this.#escape === '') {
        while (index < bytes.length && matters[bytes[index]!] === 0) index += 1
        if (index === bytes.length) break
      }
      const byte = bytes[index]!
      if (isUrl && (byte === PERCENT || this.#escape !== '')) this.#readEscape(byte, at + index)
      else this.#take(codes[byte]!, at + index, at + index + 1)
    }
    this.#forget()
  }

  /** Where what may still become a find begins. */
  get open(): number {
    const places = this.#places
    let open = this.#escape === '' ? Infinity : this.#escapeAt
    if (this.#first !== undefined) open = Math.min(open, places.at(-1)!)
    for (const { length } of this.#begun) open = Math.min(open, places[places.length - length]!)
    return open
  }

  /** How many characters of a form the text ends with, at most. */
  get longest(): number {
    return this.#begun.reduce((most, { length }) => Math.max(most, length), this.#first === undefined ? 0 : 1)
  }

  #learn(count: number): void {
    const { codes, isUrl } = this.reading
    this.#count = count
    this.#matters = Uint8Array.from(codes, (code) => (code !== SKIPPED && this.#isFirst(code) ? 1 : 0))
    if (isUrl) this.#matters[PERCENT] = 1
  }

  #isFirst(code: number): boolean {
    return this.forms.some(({ begins }) => begins[code] === 1)
  }

  #readEscape(byte: number, at: number): void {
    const { codes } = this.reading
    if (this.#escape === '') {
      this.#escape = '%'
      this.#escapeAt = at
    } else if (!isHexDigit(byte)) {
      // It was none.
      const plain = this.#escape
      this.#escape = ''
      for (let index = 0; index < plain.length; index += 1) {
        const place = this.#escapeAt + index
        this.#take(codes[plain.charCodeAt(index)]!, place, place + 1)
      }
      if (byte === PERCENT) this.#readEscape(byte, at)
      else this.#take(codes[byte]!, at, at + 1)
    } else if (this.#escape.length === 1) {
      this.#escape += String.fromCharCode(byte)
    } else {
      const decoded = Number.parseInt(this.#escape.charAt(1) + String.fromCharCode(byte), 16)
      this.#escape = ''
      this.#take(codes[decoded]!, this.#escapeAt, at + 1)
    }
  }

  #take(code: number, start: number, end: number): void {
    const places = this.#places
    if (code === SKIPPED) {
      if (places.length > 0 && (this.#skipped += 1) > MOST_SKIPPED) this.#drop()
      return
    }
    this.#skipped = 0
    places.push(start)
    let isOver = false
    for (const one of this.#begun) {
      const { codes, again } = one.form
      while (one.length > 0 && codes[one.length] !== code) one.length = again[one.length - 1]!
      if (codes[one.length] === code) one.length += 1
      if (one.length === codes.length) this.#complete(one, end)
      if (one.length < 2) isOver = true
    }
    if (isOver) this.#begun = this.#begun.filter(({ length }) => length > 1)
    if (this.#first !== undefined) this.#begin(pairOf(this.#first, code))
    this.#first = this.#isFirst(code) ? code : undefined
    if (this.#begun.length > 0) return
    places.length = 0
    if (this.#first !== undefined) places.push(start)
  }

  #begin(pair: number): void {
    for (const { byPair } of this.forms) {
      for (const form of byPair.get(pair) ?? []) {
        if (!this.#begun.some((one) => one.form === form)) this.#begun.push({ form, length: 2 })
      }
    }
  }

  #complete(one: Begun, end: number): void {
    const { codes, again, replacement } = one.form
    this.found(this.#places[this.#places.length - codes.length]!, end, replacement)
    // Its end may be the beginning of the next.
    one.length = again[codes.length - 1]!
  }

  #drop(): void {
    this.#begun = []
    this.#first = undefined
    this.#places.length = 0
    this.#skipped = 0
  }

  #forget(): void {
    const needed = this.#begun.reduce((most, { length }) => Math.max(most, length), 1)
    if (this.#places.length > 2 * needed + MOST_PLACES) this.#places = this.#places.slice(-needed)
  }
}

/** Searches a text that comes in pieces, in all readings. */
export class Search {
  /** How many bytes were searched. */
  length = 0
  #finds: Find[] = []
  readonly #readers: readonly Reader[]

  constructor(readonly forms: readonly Forms[]) {
    const found = (start: number, end: number, replacement: string): void => {
      const last = this.#finds.at(-1)
      const find = { start, end, longest: end - start, replacement }
      if (last !== undefined && start < last.end && last.start < end) widen(last, find)
      else this.#finds.push(find)
    }
    const own = (index: number): ReadingForms[] => forms.map(({ byReading }) => byReading[index]!)
    this.#readers = READINGS.map((one, index) => new Reader(one, own(index), found))
  }

  read(bytes: Uint8Array): void {
    const count = this.forms.reduce((sum, one) => sum + one.count, 0)
    for (const reader of this.#readers) reader.read(bytes, this.length, count)
    this.length += bytes.length
  }

  /** Where what may still become a find begins. */
  get open(): number {
    const finds = this.#merged()
    const open = Math.min(this.length, ...this.#readers.map((reader) => reader.open))
    // What is to come may belong to a find that there is already.
    return finds.find(({ start, end }) => start < open && open < end)?.start ?? open
  }

  /** How many characters of a form the text ends with, at most. */
  get longest(): number {
    return Math.max(...this.#readers.map((reader) => reader.longest))
  }

  /** Takes out what was found before a place. */
  take(before: number): readonly Find[] {
    const taken = this.#merged().filter(({ start }) => start < before)
    this.#finds = this.#finds.slice(taken.length)
    return taken
  }

  /** In order, and those that overlap as one. */
  #merged(): readonly Find[] {
    const merged: Find[] = []
    for (const find of this.#finds.toSorted((a, b) => a.start - b.start)) {
      const last = merged.at(-1)
      if (last !== undefined && find.start < last.end) widen(last, find)
      else merged.push(find)
    }
    this.#finds = merged
    return merged
  }
}

function widen(find: Find, by: Find): void {
  if (by.longest > find.longest) Object.assign(find, { longest: by.longest, replacement: by.replacement })
  find.start = Math.min(find.start, by.start)
  find.end = Math.max(find.end, by.end)
}

/** Replaces what is found in a text that comes in pieces: what may be the beginning of a form is held back until more comes. */
export class Masker {
  /** Whether anything was replaced. */
  hasFound = false
  readonly #search: Search
  #held: Buffer[] = []
  /** Where what is held begins. */
  #given = 0

  constructor(readonly forms: readonly Forms[]) {
    this.#search = new Search(forms)
  }

  /** Whether something is held back. */
  get holds(): boolean {
    return this.#given < this.#search.length
  }

  push(data: string | Uint8Array): Uint8Array {
    // A copy: what is held outlives the call, and the caller may use its buffer again.
    const bytes = Buffer.from(data as string)
    const pieces: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      const slice = bytes.subarray(at, at + SLICE_BYTES)
      this.#search.read(slice)
      this.#held.push(slice)
      pieces.push(...this.#giveUntil(this.#search.open))
    }
    return Buffer.concat(pieces)
  }

  /**
   * What is held although it is a whole line, and hardly the beginning of anything: whoever is about to wait for an answer has
   * said it.
   */
  lines(): Uint8Array {
    const isLine = this.#held.at(-1)?.at(-1) === LINE_FEED
    return isLine && this.#search.longest < LEAST_HELD ? this.end() : new Uint8Array()
  }

  /** What is still held, when no more comes. */
  end(): Uint8Array {
    return Buffer.concat(this.#giveUntil(this.#search.length))
  }

  #giveUntil(end: number): Uint8Array[] {
    if (end <= this.#given) return []
    const bytes = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held)
    const pieces: Uint8Array[] = []
    let at = this.#given
    const upTo = (next: number): Uint8Array => bytes.subarray(at - this.#given, next - this.#given)
    for (const find of this.#search.take(end)) {
      this.hasFound = true
      // What a find begins with may be given already.
      pieces.push(upTo(Math.max(find.start, at)), Buffer.from(find.replacement))
      at = find.end
    }
    pieces.push(upTo(end))
    this.#held = [bytes.subarray(end - this.#given)]
    this.#given = end
    return pieces
  }
}

/** Whether there is nothing to look for. */
export function hasNone(forms: readonly Forms[]): boolean {
  return forms.every(({ count }) => count === 0)
}

/** Text or bytes without what is looked for. */
export function masked<Data extends string | Uint8Array>(forms: readonly Forms[], data: Data): Data {
  if (hasNone(forms)) return data
  const masker = new Masker(forms)
  const bytes = Buffer.concat([masker.push(data), masker.end()])
  if (!masker.hasFound) return data
  return (typeof data === 'string' ? bytes.toString() : bytes) as Data
}
