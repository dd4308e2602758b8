/** Backends: what is refused before a model is called, and what specs, networks and secrets mean. */
import { describe, expect, it } from 'vitest'
import {
  SandboxSetupError,
  SessionNotFoundError,
  UnsupportedFeatureError,
  allow,
  checkSessionName,
  endSession,
  listSessions,
  memory,
  normalizeSpec,
  specDifferences,
} from '../dist/esm/backend.js'
import { SandboxError } from '../dist/esm/index.js'
import type { NetworkSetting, SandboxSpec } from '../dist/esm/backend.js'
import type { NetworkRequest } from '../index.js'
import { bash, opened } from './support/backend.js'

const refusal = (call: () => unknown): Error & { feature?: string; code?: string } => {
  try {
    call()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}

/** A backend whose requests go to a pure function, and what that function was asked. */
function networked(resolve?: (name: string) => Promise<string[]>) {
  const seen: Array<NetworkRequest & { url: string }> = []
  const fetch = async (url: string, request: NetworkRequest) => {
    seen.push({ ...request, url })
    return new Response(`${request.method} ${new URL(url).host}\n`)
  }
  return { backend: memory({ network: { fetch, ...(resolve && { resolve }) } }), seen }
}

const KEY = { env: 'API_KEY', value: 'value-of-the-key', host: 'api.example.com' }

describe('errors', () => {
  it('are SandboxErrors with a class, a name and a code of their own', () => {
    const missing = new SessionNotFoundError('a')
    expect(missing).toBeInstanceOf(SandboxSetupError)
    expect(missing).toBeInstanceOf(SandboxError)
    expect(missing).toMatchObject({ name: 'SessionNotFoundError', code: 'SESSION_NOT_FOUND', sessionName: 'a' })
    const unsupported = refusal(() => memory().check({ image: 'python:3.12' }))
    expect(unsupported).toBeInstanceOf(UnsupportedFeatureError)
    expect(unsupported).toBeInstanceOf(SandboxSetupError)
    expect(unsupported).toMatchObject({
      name: 'UnsupportedFeatureError',
      code: 'FEATURE_UNSUPPORTED',
      feature: 'image',
    })
  })
})

describe('1.3: what memory() has not is refused by name, before anything is made', () => {
  it.each<[string, SandboxSpec, RegExp]>([
    ['image', { image: 'python:3.12-slim' }, /image/],
    ['interpreter', { interpreter: 'python3' }, /no "python3"; there are: bash, sh/],
    ['packages', { packages: ['numpy>=2'] }, /installed/],
    ['limits.cpus', { limits: { cpus: 2 } }, /ignoreCpus/],
    ['limits.memoryMiB', { limits: { memoryMiB: 100_000 } }, /more than 65536/],
    ['limits.steps', { limits: { steps: Number.MAX_SAFE_INTEGER } }, /more than/],
    ['volumes', { volumes: [{ path: '/cache', name: 'cache' }] }, /shared/],
    ['network', { network: 'public' }, /network\.fetch/],
    ['network', { network: allow(['example.com']) }, /network\.fetch/],
    ['secrets', { secrets: [KEY] }, /network\.fetch/],
  ])('%s', (feature, spec, why) => {
    const error = refusal(() => memory().check(spec))
    expect(error).toBeInstanceOf(UnsupportedFeatureError)
    expect(error).toMatchObject({ feature, message: expect.stringMatching(why) })
  })

  it('what it has is data, and what it says holds', async () => {
    const { supports } = memory()
    expect(supports).toEqual({
      images: false,
      interpreters: ['bash', 'sh', 'bc', 'dc'],
      packages: false,
      network: ['none'],
      secrets: false,
      volumes: false,
      limits: ['memoryMiB', 'workspaceBytes', 'fileBytes', 'outputBytes', 'steps'],
      isolation: 'in-process',
    })
    expect(networked().backend.supports).toMatchObject({ network: ['none', 'public', 'allow'], secrets: true })
    const small = memory({ executor: { commands: ['sh'] } })
    expect([small.supports.interpreters, small.defaults]).toEqual([['sh'], { image: null, interpreter: 'sh' }])
    expect(refusal(() => memory({ executor: { profile: 'seed' } }).check({}))).toMatchObject({ feature: 'interpreter' })
    const backend = memory({ executor: { custom: { python3: { run: () => 'mine\n' } } } })
    expect(() => backend.check({ interpreter: 'python3' })).not.toThrow()
    expect(() => memory({ ignoreCpus: true }).check({ limits: { cpus: 2 } })).not.toThrow()
    const scripts: Record<string, string> = { bash: 'echo $((6*7))', sh: 'echo $((6*7))', bc: '6*7', dc: '6 7*p' }
    for (const interpreter of supports.interpreters) {
      const handle = await opened(memory(), { interpreter }, [{ path: 'script', data: `${scripts[interpreter]}\n` }])
      expect(await bash(handle, `${interpreter} script`)).toMatchObject({ text: '42\n', exitCode: 0 })
      await handle.close('discard')
    }
  })

  it('secrets that are too short to be told from other text', () => {
    const { backend } = networked()
    const error = refusal(() => backend.check({ secrets: [{ ...KEY, value: 'short' }] }))
    expect(error).toMatchObject({ feature: 'secrets[0].value' })
    expect(error.message).not.toMatch(/short/)
  })

  it.each<[string, unknown]>([
    ['spec.limits.cpus', { limits: { cpus: 0 } }],
    ['spec.limits', { limits: { ram: 1 } }],
    ['spec.secrets[0].host', { secrets: [{ ...KEY, host: '10.0.0.0/8' }] }],
    ['spec.secrets[0].host', { secrets: [{ ...KEY, host: 'https://api.example.com' }] }],
    ['spec.secrets[0].env', { secrets: [{ ...KEY, env: 'A-B' }] }],
    ['spec.secrets', { secrets: [KEY, KEY] }],
    ['spec.env.API_KEY', { secrets: [KEY], env: { API_KEY: 'x' } }],
    ['spec.env', { env: { 'A B': 'x' } }],
    ['spec.packages[0]', { packages: ['--index-url=x'] }],
    ['spec.packages[0]', { packages: ['a; rm -rf /'] }],
    ['spec.volumes[0].path', { volumes: [{ path: '/workspace/data', name: 'a' }] }],
    ['spec.volumes[0].name', { volumes: [{ path: '/data', name: '../a' }] }],
    ['spec', { persist: true }],
    ['spec', 'python'],
  ])('what can not be meant: %s', (argument, spec) => {
    const error = refusal(() => networked().backend.check(spec as SandboxSpec))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(argument) })
  })
})

describe('fault 12: specs are equal when they mean the same, in all their parts', () => {
  const normal = (spec: SandboxSpec) => normalizeSpec(spec, memory())
  const differences = (one: SandboxSpec, other: SandboxSpec) => specDifferences(normal(one), normal(other))

  it.each<[SandboxSpec, SandboxSpec]>([
    [{}, { network: 'none' }],
    [{ network: false }, { network: 'none' }],
    [{ network: allow([]) }, {}],
    [{ network: true }, { network: 'public' }],
    [{ network: allow(['b.example', 'A.example']) }, { network: { allow: ['a.example', 'b.example', 'b.example'] } }],
    [{ secrets: [KEY] }, { secrets: [KEY], network: allow(['api.example.com']) }],
    [{}, { interpreter: 'bash', limits: {}, env: {}, secrets: [], packages: [], volumes: [] }],
    [{ env: { A: '1', B: '2' } }, { env: { B: '2', A: '1' } }],
    [{ packages: ['b', 'a'] }, { packages: ['a', 'b', 'a'] }],
    [{ volumes: [{ path: '/a', name: 'a' }] }, { volumes: [{ path: '/a', name: 'a', readOnly: false, create: true }] }],
  ])('%j and %j', (one, other) => {
    expect(differences(one, other)).toEqual([])
  })

  it.each<[string, SandboxSpec, SandboxSpec]>([
    ['image', { image: 'a' }, {}],
    ['interpreter', { interpreter: 'sh' }, {}],
    ['limits', { limits: { steps: 5 } }, {}],
    ['network', { network: 'public' }, {}],
    ['network', { network: allow(['a.example']) }, { network: allow(['b.example']) }],
    [
      'secrets',
      { network: 'public', secrets: [KEY] },
      { network: 'public', secrets: [{ ...KEY, value: 'another value' }] },
    ],
    ['env', { env: { A: '1' } }, { env: { A: '2' } }],
    ['volumes', { volumes: [{ path: '/a', name: 'a' }] }, { volumes: [{ path: '/a', name: 'a', readOnly: true }] }],
  ])('%s differs', (part, one, other) => {
    expect(differences(one, other)).toEqual([part])
  })
})

describe('1.5: the short form of networks', () => {
  it.each<[NetworkSetting | undefined, SandboxSpec, object]>([
    [undefined, {}, { mode: 'none', hosts: [] }],
    [undefined, { secrets: [KEY] }, { mode: 'allow', hosts: ['api.example.com'] }],
    [undefined, { packages: ['a'] }, { mode: 'allow', hosts: [] }],
    ['none', {}, { mode: 'none', hosts: [] }],
    [false, {}, { mode: 'none', hosts: [] }],
    ['public', { secrets: [KEY] }, { mode: 'public', hosts: [] }],
    [true, {}, { mode: 'public', hosts: [] }],
    [allow([]), {}, { mode: 'none', hosts: [] }],
    [allow([]), { secrets: [KEY] }, { mode: 'allow', hosts: ['api.example.com'] }],
    [allow(['b.example']), { secrets: [KEY] }, { mode: 'allow', hosts: ['api.example.com', 'b.example'] }],
  ])('%j with %j', (network, rest, expected) => {
    const spec = network === undefined ? rest : { ...rest, network }
    expect(normalizeSpec(spec, memory()).network).toEqual(expected)
  })

  it.each<[NetworkSetting, SandboxSpec, RegExp]>([
    ['none', { secrets: [KEY] }, /secrets/],
    [false, { packages: ['a'] }, /packages/],
  ])('%j is refused with %j', (network, rest, why) => {
    const error = refusal(() => normalizeSpec({ ...rest, network }, memory()))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(why) })
  })

  it.each([
    ['API.Example.com', 'api.example.com'],
    ['*.example.com', '*.example.com'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['10.1.2.3/32', '10.1.2.3'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['2001:db8:1:2::/32', '2001:db8::/32'],
    ['localhost', 'localhost'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s is %s', (given, normal) => {
    expect(allow([given]).allow).toEqual([normal])
  })

  it.each([
    '*',
    '*.com',
    'a.*.com',
    '*x.example.com',
    'example.com:443',
    '[::1]:80',
    'https://example.com',
    'example.com/path',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '0x7f.1',
    '127.1',
    '256.1.1.1',
    '-a.example',
    'a-.example',
    'a..example',
    'example.com.',
    'a_b.example',
    'bücher.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    'user@example.com',
    'exa mple.com',
    'fe80::1%eth0',
    '',
  ])('%j is refused', (host) => {
    expect(refusal(() => allow([host]))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it.each<[unknown]>([['Public'], ['all'], [1], [null], [['a.example']], [{ hosts: [] }], [{ allow: 'a.example' }]])(
    '%j is no setting',
    (network) => {
      expect(refusal(() => networked().backend.check({ network } as SandboxSpec))).toMatchObject({
        code: 'INVALID_ARGUMENT',
      })
    },
  )

  it('public is every public host on any port, and nothing private, by whatever name', async () => {
    const resolve = async (name: string) => [name === 'inside.example' ? '10.0.0.1' : '93.184.216.34']
    const { backend, seen } = networked(resolve)
    const handle = await opened(backend, { network: 'public' })
    const get = async (url: string) => (await bash(handle, `curl -s -X POST '${url}'`)).text
    expect(await get('https://example.com/')).toBe('POST example.com\n')
    expect(await get('http://example.com:8080/')).toBe('POST example.com:8080\n')
    expect(await get('https://8.8.8.8/')).toBe('POST 8.8.8.8\n')
    for (const url of [
      'http://127.0.0.1/',
      'http://localhost/',
      'http://169.254.169.254/latest',
      'http://metadata.google.internal/',
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://2130706433/',
      'https://inside.example/',
    ]) {
      expect((await bash(handle, `curl -sS '${url}'`)).text).toMatch(/not a public address/)
    }
    expect(seen).toHaveLength(3)
    await handle.close('discard')
  })

  it('allow([...]) is its hosts on any port, and nothing else', async () => {
    const { backend, seen } = networked()
    const network = allow(['api.example.com', '*.docs.example', '10.0.0.0/8', '127.0.0.1', '2001:db8::/32'])
    const handle = await opened(backend, { network })
    for (const url of [
      'https://api.example.com/',
      'http://api.example.com:81/',
      'https://a.b.docs.example/',
      'http://10.9.8.7:8000/',
      'http://127.0.0.1:3000/',
      'http://[2001:db8::5]/',
    ]) {
      expect(await bash(handle, `curl -s '${url}'`)).toMatchObject({ exitCode: 0, text: `GET ${new URL(url).host}\n` })
    }
    const reached = seen.length
    for (const url of [
      'https://docs.example/',
      'https://example.com/',
      'https://api.example.com.evil.example/',
      'http://11.0.0.1/',
      'http://127.0.0.2/',
      'http://[2001:db9::1]/',
      'http://[::ffff:11.0.0.1]/',
      'http://10.0.0.1.evil.example/',
    ]) {
      expect(await bash(handle, `curl -sS '${url}'`)).toMatchObject({
        exitCode: 7,
        text: expect.stringMatching(/do not allow/),
      })
    }
    expect(seen).toHaveLength(reached)
    await handle.close('discard')
  })

  it('none is none: there is no curl', async () => {
    const handle = await opened(networked().backend, { network: 'none' })
    expect(await bash(handle, 'curl https://example.com')).toMatchObject({ exitCode: 127 })
    await handle.close('discard')
  })
})

describe('1.6: secrets', () => {
  it('the sandbox has a placeholder; requests to the one host have the value, over TLS only', async () => {
    const { backend, seen } = networked()
    const handle = await opened(backend, { network: allow(['other.example']), secrets: [KEY] })
    const get = (url: string) => bash(handle, `curl -s -H "Authorization: Bearer $API_KEY" '${url}'`)
    await get('https://api.example.com/')
    await get('https://other.example/')
    await get('http://api.example.com/')
    const sent = seen.map(({ headers }) => new Headers(headers).get('authorization'))
    expect(sent).toEqual(['Bearer value-of-the-key', 'Bearer [REDACTED:API_KEY]', 'Bearer [REDACTED:API_KEY]'])
    const { text } = await bash(handle, 'env; set; cat /proc/self/environ')
    expect(text).toMatch(/API_KEY=\[REDACTED:API_KEY\]/)
    expect(text).not.toContain(KEY.value)
    await handle.close('discard')
  })

  it('fault 19: a secret for the names below a domain goes to those and to no other', async () => {
    const { backend, seen } = networked()
    const handle = await opened(backend, { secrets: [{ ...KEY, host: '*.example.com' }], network: 'public' })
    for (const host of ['a.example.com', 'b.a.example.com', 'example.com', 'aexample.com']) {
      await bash(handle, `curl -s -H "x-key: $API_KEY" https://${host}/`)
    }
    expect(seen.map(({ headers }) => new Headers(headers).get('x-key') === KEY.value)).toEqual([
      true,
      true,
      false,
      false,
    ])
    await handle.close('discard')
  })

  it('each goes to its own host', async () => {
    const { backend, seen } = networked()
    const other = { env: 'OTHER_KEY', value: 'value-of-the-other', host: '2001:db8::1' }
    const handle = await opened(backend, { secrets: [KEY, other] })
    await bash(handle, 'curl -s -H "x: $API_KEY $OTHER_KEY" https://api.example.com/ "https://[2001:db8::1]/"')
    expect(seen.map(({ headers }) => new Headers(headers).get('x'))).toEqual([
      'value-of-the-key [REDACTED:OTHER_KEY]',
      '[REDACTED:API_KEY] value-of-the-other',
    ])
    await handle.close('discard')
  })

  it('what a host echoes is replaced again', async () => {
    const fetch = async (_: string, { headers }: NetworkRequest) => new Response(JSON.stringify(headers))
    const handle = await opened(memory({ network: { fetch } }), { secrets: [KEY] })
    const { text } = await bash(handle, 'curl -s -H "x: $API_KEY" https://api.example.com/ | tee kept; cat kept')
    expect(text).toContain('[REDACTED:API_KEY]')
    expect(text).not.toContain(KEY.value)
    await handle.close('discard')
  })
})

describe('fault 15: names of sessions', () => {
  it.each(['a', 'A1', 'a..b', 'report-2026.01_x', 'x'.repeat(128)])('%s', (name) => {
    expect(checkSessionName(name)).toBe(name)
  })

  it.each<[unknown]>([
    [''],
    ['.a'],
    ['-a'],
    ['_a'],
    ['a b'],
    ['a/b'],
    ['a\\b'],
    ['a\0'],
    ['ä'],
    ['..'],
    ['x'.repeat(129)],
    [1],
    [undefined],
    ['a\n'],
  ])('%j is refused', async (name) => {
    expect(refusal(() => checkSessionName(name))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    const backend = memory()
    const bad = { code: 'INVALID_ARGUMENT' }
    await expect(backend.lock(name as string)).rejects.toMatchObject(bad)
    await expect(backend.state(name as string)).rejects.toMatchObject(bad)
    await expect(backend.remove(name as string)).rejects.toMatchObject(bad)
    await expect(backend.record(name as string, { spec: {} })).rejects.toMatchObject(bad)
    if (name === undefined) return
    await expect(backend.open({}, { name: name as string, mode: 'create', inputs: [] })).rejects.toMatchObject(bad)
  })
})

it('options of memory() that can not be meant are refused', () => {
  for (const options of [
    { network: {} },
    { network: { fetch: () => {}, allow: [] } },
    { network: { fetch: () => {}, maxBytes: 0 } },
    { workspaceRoot: '' },
    { workspaceRoot: new URL('https://a.example') },
    { startTimeoutMs: 0 },
    { base: 1 },
    { disk: 1 },
    { store: {} },
    { executor: { commands: ['nosuch'] } },
  ]) {
    expect(refusal(() => memory(options as never))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  }
})

it('requests that can not be meant are refused', async () => {
  const backend = memory()
  const invalid = { code: 'INVALID_ARGUMENT' }
  for (const request of [
    undefined,
    { mode: 'update', inputs: [] },
    { mode: 'create' },
    { mode: 'create', inputs: [{ path: 'a', data: 'a' }] },
    { mode: 'create', inputs: [], seed: 1 },
    { mode: 'resume', inputs: [] },
    { mode: 'create', inputs: [], signal: {} },
  ]) {
    await expect(backend.open({}, request as never)).rejects.toMatchObject(invalid)
  }
  await expect(backend.record('a', { spec: {}, replace: true } as never)).rejects.toMatchObject(invalid)
  await expect(backend.lock('a', { timeoutMs: 1 } as never)).rejects.toMatchObject(invalid)
  await expect(listSessions({ root: '/tmp' } as never)).rejects.toMatchObject(invalid)
  await expect(endSession('a', { backend: {} } as never)).rejects.toMatchObject(invalid)
  const handle = await opened(backend)
  expect(refusal(() => handle.close('maybe' as never))).toMatchObject(invalid)
  await handle.close('discard')
})
