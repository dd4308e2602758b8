/**
 * Secrets: values that the host lends to a custom command or to a request, and that never come into the sandbox.
 *
 * A script sees a placeholder. A command that may have the value asks for it (`io.secret`); from then on everything that the
 * session's commands hand into the sandbox (output, files, arguments, messages) has the value and its common encodings
 * replaced, so that no surface can show it.
 */
import * as check from './arguments.js'
import { coded } from './codes.js'
import { invalidArgument } from './errors.js'
import { Forms, masked } from './masking.js'
import { newCallNumber, numberOf } from './watch.js'
import type { Check } from './arguments.js'
import type { SecretOptions } from './declarations.js'

/** What is shorter would be replaced in places that have nothing to do with it. */
const LEAST_BYTES = 8

const names = check.list(check.shellText, 'an array of names')

const value: Check = (given, argument) => {
  check.shellText(given, argument)
  // Not shown: it is a secret.
  if (Buffer.byteLength(given as string) < LEAST_BYTES) {
    throw invalidArgument(argument, `at least ${LEAST_BYTES} bytes`, Buffer.byteLength(given as string))
  }
  return given
}

const secret: Check = (given, argument) => {
  const checked = check.options({
    value,
    resolve: check.callback,
    commands: names,
    hosts: names,
    maxUses: check.integer(1),
    ttlMs: check.integer(1),
  })(given, argument) as SecretOptions | undefined
  if ((checked?.value === undefined) === (checked?.resolve === undefined)) {
    throw invalidArgument(argument, 'an object with either value or resolve', undefined)
  }
  return checked
}

const secretName: Check = (name, argument) => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name as string)) {
    throw invalidArgument(argument, 'the name of a shell variable', name)
  }
  return name
}

/** `{ NAME: { value | resolve, commands?, hosts?, maxUses?, ttlMs? } }` */
export const secrets: Check = check.map(secretName, secret, 'an object of names and secrets')

/** What a script sees in place of a value. */
export const placeholder = (name: string): string => `[REDACTED:${name}]`

/** The environment that stands for secrets. */
export function placeholders(options: Record<string, SecretOptions>): Record<string, string> {
  return Object.fromEntries(Object.keys(options).map((name) => [name, placeholder(name)]))
}

interface Lent {
  readonly options: SecretOptions
  uses: number
  /** The value and until when it is good, once it was asked for. */
  current?: { value: Promise<string>; until: number }
}

/** The secrets of one session or call. */
export class Vault {
  private readonly lent: Map<string, Lent>
  /** Every value that is known or was ever handed out: also after it has expired. */
  readonly forms = new Forms()
  private closed = false

  constructor(options: Record<string, SecretOptions>) {
    this.lent = new Map(Object.entries(options).map(([name, one]) => [name, { options: one, uses: 0 }]))
    // What is given as it is can be recognised before anybody has asked for it.
    for (const [name, { value: given }] of Object.entries(options)) if (given !== undefined) this.learn(name, given)
  }

  has(name: string): boolean {
    return this.lent.has(name)
  }

  /** The value, for a custom command. Errors: `SECRET_NOT_FOUND`, `SECRET_DENIED`, `SECRET_LIMIT_EXCEEDED`, `SECRET_SOURCE_UNAVAILABLE`. */
  forCommand(name: string, command: string): Promise<string> {
    return this.lend(name, (options) => options.commands?.includes(command) ?? false, `the command ${command}`)
  }

  /**
   * Bytes with placeholders, plain or escaped as in URLs, replaced by the values that this URL's host may get. The rest
   * stay as they are.
   */
  async forUrl(data: Uint8Array, url: URL): Promise<Uint8Array> {
    let filled = Buffer.from(data).toString('latin1')
    for (const [name, { options }] of this.lent) {
      const plain = placeholder(name)
      const escaped = encodeURIComponent(plain)
      if (!filled.includes(plain) && !filled.includes(escaped)) continue
      if (!(options.hosts ?? []).some((pattern) => matchesHost(pattern, url))) continue
      const given = await this.lend(name, () => true, url.hostname)
      filled = filled
        .replaceAll(plain, () => Buffer.from(given).toString('latin1'))
        .replaceAll(escaped, () => encodeURIComponent(given))
    }
    return Buffer.from(filled, 'latin1')
  }

  private async lend(name: string, may: (options: SecretOptions) => boolean, whom: string): Promise<string> {
    const lent = this.lent.get(name)
    if (lent === undefined || this.closed) throw coded('SECRET_NOT_FOUND', `there is no secret ${name}`)
    if (!may(lent.options)) throw coded('SECRET_DENIED', `${whom} may not have the secret ${name}`)
    if (lent.uses >= (lent.options.maxUses ?? Infinity)) {
      const most = lent.options.maxUses
      throw coded('SECRET_LIMIT_EXCEEDED', `the secret ${name} was used ${most} times, its most`)
    }
    lent.uses += 1
    const now = Date.now()
    if (lent.current === undefined || lent.current.until <= now) {
      lent.current = { value: this.ask(name, lent.options), until: now + (lent.options.ttlMs ?? Infinity) }
    }
    const { current } = lent
    try {
      return await current.value
    } catch (error) {
      if (lent.current === current) delete lent.current
      throw error
    }
  }

  private async ask(name: string, options: SecretOptions): Promise<string> {
    let given: unknown = options.value
    if (options.resolve !== undefined) {
      try {
        given = await options.resolve()
      } catch {
        // What the source says may hold the value.
        throw coded('SECRET_SOURCE_UNAVAILABLE', `the source of the secret ${name} failed`)
      }
    }
    if (typeof given !== 'string' || Buffer.byteLength(given) < LEAST_BYTES || given.includes('\0')) {
      const what = `the source of the secret ${name} gave no text of at least ${LEAST_BYTES} bytes`
      throw coded('SECRET_SOURCE_UNAVAILABLE', what)
    }
    this.learn(name, given)
    return given
  }

  private learn(name: string, given: string): void {
    this.forms.add(given, placeholder(name))
  }

  /** One that lends nothing, and knows the values that this one knows, now and later. */
  masking(): Vault {
    return Object.create(this, { lent: { value: new Map() } }) as Vault
  }

  /** Lends nothing any more. */
  close(): void {
    this.closed = true
    this.lent.clear()
  }
}

/** A name, or `*.` and a domain; behind `https://` only over TLS. */
function matchesHost(pattern: string, url: URL): boolean {
  const [, tls, name = ''] = /^(https:\/\/)?(.*)$/s.exec(pattern.toLowerCase())!
  if (tls !== undefined && url.protocol !== 'https:') return false
  const [one, other] = [name, url.hostname.toLowerCase()]
  return one === other || (one.startsWith('*.') && other.endsWith(one.slice(1)) && other.length > one.length - 1)
}

/** The vaults of sessions and of calls that run, by number. */
const sessions = new Map<number, Vault>()
const calls = new Map<number, Vault>()

/** Of snapshots: what the values are in the session that they are of. */
const ofSnapshots = new WeakMap<object, Vault>()
const gone = new FinalizationRegistry<number>(closeSessionVault)

export function setSessionVault(session: object, vault: Vault): void {
  const number = numberOf(session)
  sessions.set(number, vault)
  gone.register(session, number)
}

/**
 * A fork, or a snapshot on the way to one, has the same commands, and what they kept of a value is no more to be seen there. It is lent
 * nothing.
 */
export function keepMasks(from: object, made: object, what: 'session' | 'snapshot'): void {
  const vault = ofSnapshots.get(from) ?? (sessions.size === 0 ? undefined : sessions.get(numberOf(from)))
  if (vault === undefined) return
  if (what === 'snapshot') ofSnapshots.set(made, vault)
  else setSessionVault(made, vault.masking())
}

/** Ends what a session lent. */
export function closeSessionVault(session: number): void {
  sessions.get(session)?.close()
  sessions.delete(session)
}

/** Holds secrets for a call; the number tells the addon's calls apart. */
export function openCallVault(
  options: Record<string, SecretOptions>,
  call = newCallNumber(),
): { call: number; close(): void } {
  const vault = new Vault(options)
  calls.set(call, vault)
  return {
    call,
    close: () => {
      vault.close()
      calls.delete(call)
    },
  }
}

/** What takes the values out of texts about a session's call: those of the session, and those that the call brings. */
export function maskFor(session: number, ofCall: unknown): (text: string) => string {
  const vaults = vaultsOf(session, 0)
  // Not checked yet: a call that is about to be refused is told, too.
  const given = Object.entries((ofCall ?? {}) as Record<string, Partial<SecretOptions> | null>)
  const plain = given.filter(([, one]) => typeof one?.value === 'string' && Buffer.byteLength(one.value) >= LEAST_BYTES)
  if (plain.length > 0) vaults.push(new Vault(Object.fromEntries(plain) as Record<string, SecretOptions>))
  const forms = formsOf(vaults)
  return (text) => masked(forms, text)
}

/** The vaults that a custom command's call has to do with: its own call's first. */
export function vaultsOf(session: number, call: number): Vault[] {
  return [calls.get(call), sessions.get(session)].filter((vault) => vault !== undefined)
}

/** What is masked for vaults: together, since the values of one may overlap those of another. */
export function formsOf(vaults: readonly Vault[]): Forms[] {
  return vaults.map(({ forms }) => forms)
}
