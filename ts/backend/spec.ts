/** Specs in one form: checked, with defaults, so that two that mean the same are equal. */
import { isDeepStrictEqual } from 'node:util'
import * as check from '../arguments.js'
import { invalidArgument } from '../errors.js'
import { normalNetwork, secretHost } from './network.js'
import { checkSessionName } from './names.js'
import { WORKSPACE } from './types.js'
import type { Check } from '../arguments.js'
import type { NormalSpec, SandboxBackend, SandboxLimits, SandboxSecret, SandboxSpec, SandboxVolume } from './types.js'

export const LIMITS = [
  'cpus',
  'memoryMiB',
  'workspaceBytes',
  'fileBytes',
  'outputBytes',
  'steps',
] as const satisfies Array<keyof SandboxLimits>

/** One word of a command line: not empty, and no option. */
const word: Check = (value, argument) => {
  check.shellText(value, argument)
  if (!/^[^\s-]\S*$/.test(value as string))
    throw invalidArgument(argument, 'one word that does not begin with -', value)
  return value
}

const variable: Check = (value, argument) => {
  if (typeof value !== 'string' || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) {
    throw invalidArgument(argument, 'the name of a shell variable', value)
  }
  return value
}

/** Not shown in messages: it is a secret. */
const secretValue: Check = (value, argument) => {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed() || /[\0\r\n]/.test(value)) {
    throw invalidArgument(argument, 'a string of one line, not empty', typeof value === 'string' ? '…' : value)
  }
  return value
}

function required(...keys: string[]) {
  return (value: Record<string, unknown>, argument: string): void => {
    for (const key of keys) {
      if (value[key] === undefined) throw invalidArgument(`${argument}.${key}`, 'given', undefined)
    }
  }
}

const secret = check.options({ env: variable, value: secretValue, host: secretHost }, required('env', 'value', 'host'))

const mountPoint: Check = (value, argument) => {
  check.path(value, argument)
  const path = value as string
  const normal = /^(\/[^/]+)+$/.test(path) && !path.split('/').some((part) => part === '.' || part === '..')
  if (!normal || path === WORKSPACE || path.startsWith(`${WORKSPACE}/`)) {
    throw invalidArgument(argument, `a normal absolute path outside of ${WORKSPACE}`, value)
  }
  return value
}

const volume = check.options(
  { path: mountPoint, name: checkSessionName, readOnly: check.boolean, create: check.boolean },
  required('path', 'name'),
)

const shape = check.options({
  image: word,
  interpreter: word,
  limits: check.options(Object.fromEntries(LIMITS.map((name) => [name, check.integer(1)]))),
  network: (value) => value,
  secrets: check.list(secret, 'an array of secrets'),
  env: check.environment,
  packages: check.list(word, 'an array of names of packages'),
  volumes: check.list(volume, 'an array of volumes'),
})

function byKey<Item, Key extends keyof Item>(items: readonly Item[], key: Key, argument: string): Item[] {
  const seen = new Set<unknown>()
  for (const item of items) {
    if (seen.has(item[key]))
      throw invalidArgument(argument, `a list in which each ${String(key)} stands once`, item[key])
    seen.add(item[key])
  }
  return items.toSorted((a, b) => (a[key] < b[key] ? -1 : 1))
}

/**
 * A spec in its one form.
 *
 * Errors: `INVALID_ARGUMENT` for what can't be meant. What the backend can't do is `backend.check`'s to refuse.
 */
export function normalizeSpec(spec: SandboxSpec, { defaults }: Pick<SandboxBackend, 'defaults'>): NormalSpec {
  const checked = (shape(spec, 'spec') ?? {}) as SandboxSpec
  const secrets = byKey(checked.secrets ?? [], 'env', 'spec.secrets')
  const env = checked.env ?? {}
  const twice = secrets.find(({ env: name }) => Object.hasOwn(env, name))
  if (twice !== undefined) throw invalidArgument(`spec.env.${twice.env}`, 'left out, since a secret has that name', '…')
  const volumes = (checked.volumes ?? []).map((one): Required<SandboxVolume> => ({
    ...one,
    readOnly: one.readOnly ?? false,
    create: one.create ?? true,
  }))
  const packages = [...new Set(checked.packages ?? [])].toSorted()
  const hosts = secrets.map(({ host }) => host)
  return {
    image: checked.image ?? defaults.image,
    interpreter: checked.interpreter ?? defaults.interpreter,
    limits: Object.fromEntries(LIMITS.map((name) => [name, checked.limits?.[name] ?? null])) as NormalSpec['limits'],
    network: normalNetwork(checked.network, hosts, packages.length > 0, 'spec.network'),
    secrets: secrets.map((one): SandboxSecret => ({ env: one.env, value: one.value, host: one.host })),
    env: Object.fromEntries(Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    packages,
    volumes: byKey(volumes, 'path', 'spec.volumes'),
  }
}

/** The names of the parts in which two specs differ, such as `network`; none where they mean the same. */
export function specDifferences(one: NormalSpec, other: NormalSpec): string[] {
  const keys = Object.keys(one) as Array<keyof NormalSpec>
  return keys.filter((key) => !isDeepStrictEqual(one[key], other[key]))
}
