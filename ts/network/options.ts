/** The `network` option: its checks, and what comes out of them. */
import * as check from '../arguments.js'
import { invalidArgument } from '../errors.js'
import { networkRule } from './rules.js'
import type { Check } from '../arguments.js'
import type { NetworkOptions } from '../declarations.js'
import type { Rule } from './rules.js'

/**
 * Puts secret values in the place of their placeholders, in what is about to leave for this URL: the value of a header,
 * a name or a password, or a body. What is printed and what rules see still has the placeholders.
 */
export type ReplaceSecrets = (data: Uint8Array, url: URL) => Uint8Array | Promise<Uint8Array>

/** A session's access to the network. */
export interface Network {
  fetch: NetworkOptions['fetch']
  resolve?: NetworkOptions['resolve']
  rules: readonly Rule[]
  maxBytes: number
  timeoutMs: number
  maxRedirects: number
  replaceSecrets?: ReplaceSecrets
}

type Checked = Partial<Omit<NetworkOptions, 'allow'>> & { allow?: Rule[] }

const shape = check.options({
  fetch: check.callback,
  allow: check.list(networkRule, 'an array of rules'),
  maxBytes: check.integer(1),
  timeoutMs: check.timerMs,
  resolve: check.callback,
  maxRedirects: check.integer(0, 1_000),
})

/** `{ fetch, allow, maxBytes?, timeoutMs?, resolve?, maxRedirects? }` as a `Network`. */
export const networkOptions: Check = (value, argument): Network => {
  const checked = shape(value, argument) as Checked | undefined
  if (checked?.fetch === undefined) throw invalidArgument(`${argument}.fetch`, 'a function', checked?.fetch)
  if (checked.allow === undefined) throw invalidArgument(`${argument}.allow`, 'an array of rules', undefined)
  return {
    fetch: checked.fetch,
    resolve: checked.resolve,
    rules: checked.allow,
    maxBytes: checked.maxBytes ?? 10 * 1_048_576,
    timeoutMs: checked.timeoutMs ?? 30_000,
    maxRedirects: checked.maxRedirects ?? 20,
  }
}
