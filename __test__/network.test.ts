/** The network hook: what its rules let out, which addresses stay closed, its limits, and what it is not without it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Executor, Session } from '../dist/esm/index.js'
import { createTools, systemPrompt } from '../dist/esm/tools.js'
import { ODD_THROWS } from './support/odd-throws.js'
import { startServer } from './support/http-server.js'
import type { TestServer } from './support/http-server.js'
import type { NetworkOptions, NetworkRequest } from '../index.js'

interface Seen extends NetworkRequest {
  url: string
}

type Answer = (url: URL, request: NetworkRequest) => Response | Promise<Response>

const redirect = (to: string, status = 302) => new Response(null, { status, headers: { location: to } })

/** A session with these rules over a pure function, and what that function was asked. */
function networked(allow: NetworkOptions['allow'], answer: Answer = () => new Response('ok\n'), more: object = {}) {
  const seen: Seen[] = []
  const fetch = async (url: string, request: NetworkRequest) => {
    seen.push({ ...request, url })
    return await answer(new URL(url), request)
  }
  const session = new Session({ network: { fetch, allow, ...more } })
  /** Standard output, or the status and the messages. */
  const run = async (line: string) => {
    const { stdout, stderr, exitCode } = await session.execute(line)
    return exitCode === 0 ? stdout : `${exitCode} ${stderr.trimEnd()}`
  }
  return { session, seen, run }
}

const refused = (what: string) => `7 curl: (7) the sandbox's network rules do not allow ${what}`

describe('without a network', () => {
  it('S28, B302: there is none, and no way to one', async () => {
    const session = new Session()
    const run = async (line: string) => (await session.execute(line)).exitCode
    expect(await run('curl http://127.0.0.1')).toBe(127)
    expect(await run('wget http://127.0.0.1')).toBe(127)
    expect(await run('echo > /dev/tcp/127.0.0.1/80')).not.toBe(0)
    expect(await run('getent hosts localhost')).not.toBe(0)
    const { stderr } = await session.execute('curl http://127.0.0.1')
    expect(stderr).toMatch(/curl.*(not available|no network)/i)
  })

  it('it is there only for those that were given it', async () => {
    const network = { fetch: async () => new Response('ok\n'), allow: [{ origin: 'https://a.example' }] }
    const executor = new Executor({ network })
    const session = executor.session()
    expect((await session.execute('curl -s https://a.example; type curl')).stdout).toBe(
      'ok\ncurl is hashed (/usr/bin/curl)\n',
    )
    expect((await session.fork().execute('wget -qO- https://a.example')).stdout).toBe('ok\n')
    expect((await new Session().execute('curl https://a.example')).exitCode).toBe(127)
    expect((await new Executor().session().execute('curl https://a.example')).exitCode).toBe(127)
    const own = new Session({ network, custom: { curl: { run: () => 'mine\n' } } })
    expect((await own.execute('curl; wget -qO- https://a.example')).stdout).toBe('mine\nok\n')
    expect(() => session.executeSync('curl https://a.example')).toThrow(
      expect.objectContaining({ code: 'ASYNC_REQUIRED' }),
    )
  })
})

it('models are told of it where it is', () => {
  const { session } = networked([])
  expect(systemPrompt(session)).toMatch(/reached with curl and wget only/)
  expect(systemPrompt(session)).not.toMatch(/no network|npm, curl/)
  expect(createTools(session).execute.description).toMatch(/curl and wget reach what the host allows/)
  expect(systemPrompt(new Session())).toMatch(/there is no network[\s\S]*npm, curl or/)
  expect(createTools(new Session()).execute.description).toMatch(/There is no network and no host machine/)
})

describe('rules', () => {
  it('compare scheme, host and port exactly', async () => {
    const { run, seen } = networked([{ origin: 'https://api.example.com' }, { origin: 'http://web.example:8080' }])
    expect(await run('curl https://api.example.com/x')).toBe('ok\n')
    expect(await run('curl https://API.example.com:443/x')).toBe('ok\n')
    expect(await run('curl web.example:8080')).toBe('ok\n')
    expect(seen.map(({ url }) => url)).toEqual([
      'https://api.example.com/x',
      'https://api.example.com/x',
      'http://web.example:8080/',
    ])
    for (const url of [
      'http://api.example.com/x',
      'https://api.example.com:444/x',
      'https://api.example.com.evil.example/',
      'https://evil.example/api.example.com',
      'https://xapi.example.com/',
      'https://sub.api.example.com/',
      'https://api.example.com./x',
      'http://web.example/',
    ]) {
      expect(await run(`curl ${url}`)).toBe(refused(`GET ${new URL(url).href}`))
    }
    expect(seen).toHaveLength(3)
    expect(await run('wget https://evil.example')).toMatch(/^4 [\s\S]*network rules do not allow GET https:\/\/evil/)
  })

  it('take a user and a password out of the URL before they compare', async () => {
    const { run, seen } = networked([{ origin: 'https://api.example.com' }])
    expect(await run('curl https://api.example.com@evil.example/')).toBe(refused('GET https://evil.example/'))
    expect(await run('curl "https://evil.example\\@api.example.com/"')).toMatch(/^7 /)
    expect(await run('curl https://user:p%40ss@api.example.com/')).toBe('ok\n')
    expect(seen[0]!.url).toBe('https://api.example.com/')
    expect(new Headers(seen[0]!.headers).get('authorization')).toBe(`Basic ${btoa('user:p@ss')}`)
  })

  it('a wildcard stands for one label or more, and for no address', async () => {
    const { run } = networked([{ origin: 'https://*.example.com' }])
    expect(await run('curl https://a.example.com https://a.b.example.com')).toBe('ok\nok\n')
    for (const url of ['https://example.com/', 'https://aexample.com/', 'https://a.example.com.evil.example/']) {
      expect(await run(`curl ${url}`)).toBe(refused(`GET ${url}`))
    }
  })

  it('* stands for every public host, and for nothing else', async () => {
    const { run } = networked([{ origin: 'https://*' }, { origin: 'http://10.1.2.3' }])
    expect(await run('curl https://a.example https://8.8.8.8 http://10.1.2.3')).toBe('ok\nok\nok\n')
    for (const url of ['http://a.example/', 'https://a.example:8443/'])
      expect(await run(`curl ${url}`)).toBe(refused(`GET ${url}`))
    for (const url of ['https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://10.1.2.3/']) {
      expect(await run(`curl ${url}`)).toBe(`${refused(`GET ${url}`)}: it is not a public address`)
    }
  })

  it.each([
    'ip6-localhost',
    'ip6-loopback',
    'loopback',
    'instance-data',
    'metadata',
    'metadata.google.internal',
    'api',
    'a.internal',
    'a.local',
    'a.localdomain',
    'a.home.arpa',
    'a.intranet',
    'a.lan',
    'a.corp',
    'LOCALHOST.',
    'a.corp.',
    'host.docker.internal',
    'kubernetes.default',
    'kubernetes.default.svc',
    'a.b.svc.cluster.local',
    'a.private',
  ])('%s is no public host, and is reached where a rule names it', async (name) => {
    const closed = networked([{ origin: 'https://*' }, { origin: 'https://*.example.com' }])
    expect(await closed.run(`curl https://${name}/`)).toMatch(/^7 .*it is not a public (name|address)$/)
    expect(closed.seen).toEqual([])
    const moved = networked([{ origin: 'https://a.example' }, { origin: `https://${name}` }], (url) =>
      url.hostname === 'a.example' ? redirect(`https://${name}/`) : new Response('in\n'),
    )
    expect(await moved.run('curl -L https://a.example')).toMatch(/^7 .*it is not a public (name|address)$/)
    expect(await moved.run(`curl https://${name}/`)).toBe('in\n')
  })

  it('a domain of a network of its own is opened by a rule that names it', async () => {
    const { run } = networked([{ origin: 'https://*' }, { origin: 'https://*.b.internal' }])
    expect(await run('curl https://a.b.internal')).toBe('ok\n')
    expect(await run('curl https://b.internal')).toMatch(/^7 .*it is not a public name$/)
    expect(await run('curl https://internal.example https://a.local.example https://locals.example')).toBe(
      'ok\nok\nok\n',
    )
  })

  it('ranges are addresses in the URL, public or not, wherever the rule stands', async () => {
    const ranges = { origin: 'http://*', addresses: ['10.1.0.0/16', '2001:db8::/32', '8.8.8.9/32'], anyPort: true }
    const resolve = async () => ['10.1.0.1']
    const { run } = networked([{ origin: 'http://*' }, ranges], undefined, { resolve })
    for (const host of [
      '10.1.0.0',
      '10.1.255.255:81',
      '8.8.8.9:8080',
      '[2001:db8:ffff::]:1',
      '0xa.0x1.0.1',
      '167837697',
    ]) {
      expect(await run(`curl http://${host}/`)).toBe('ok\n')
    }
    for (const host of ['10.2.0.0', '10.0.255.255', '[fd00::1]', '[::ffff:10.2.0.1]']) {
      expect(await run(`curl http://${host}/`)).toMatch(/^7 .*is not a public address$/)
    }
    expect(await run('curl http://8.8.8.8:81/')).toBe(refused('GET http://8.8.8.8:81/'))
    expect(await run('curl http://inside.example/')).toMatch(/its name stands for 10.1.0.1/)
  })

  it('a redirect from elsewhere does not get into a range that is not public', async () => {
    const allow = [{ origin: 'http://*', addresses: ['10.0.0.0/8'] }, { origin: 'https://a.example' }]
    const { run, seen } = networked(allow, (url) =>
      url.hostname === 'a.example' ? redirect('http://10.0.0.1/') : new Response('in\n'),
    )
    expect(await run('curl -L https://a.example')).toMatch(/^7 .*is not a public address/)
    expect(seen).toHaveLength(1)
    expect(await run('curl http://10.0.0.1')).toBe('in\n')
  })

  it('any port is any port of that host', async () => {
    const { run } = networked([{ origin: 'https://a.example', anyPort: true }])
    expect(await run('curl https://a.example https://a.example:444 https://a.example:1')).toBe('ok\nok\nok\n')
    expect(await run('curl http://a.example:443/')).toBe(refused('GET http://a.example:443/'))
    expect(await run('curl https://b.example:444/')).toBe(refused('GET https://b.example:444/'))
  })

  it('a path is a prefix on the borders of its segments, in every reading', async () => {
    const { run, seen } = networked([{ origin: 'https://h.example', path: '/v1/users' }])
    for (const path of [
      '/v1/users',
      '/v1/users/',
      '/v1/users/7?x=/..',
      '/v1/x/../users/7',
      '/v1/users/a%2Fb',
      '/v1/users/%20',
    ]) {
      expect(await run(`curl -s 'https://h.example${path}'`), path).toBe('ok\n')
    }
    const count = seen.length
    for (const path of [
      '/',
      '/v1',
      '/v1/usersx',
      '/V1/users',
      '/v1/users/../admin',
      '/v1/users/%2e%2e/admin',
      '/v1/users/.%2E/admin',
      '/v1/users/..%2fadmin',
      '/v1/users/%2e%2e%2fadmin',
      '/v1/users/x%2f..%2f..%2fadmin',
      '/v1/users/..%5cadmin',
      '/v1/users/..%252fadmin',
      '/v1/users/%252e%252e%252fadmin',
      '/v1/users/..;/admin',
      '/v1/users/%2e%2e;x=1/admin',
      '/v1/users//..%2f..%2fadmin',
      '/v1/users//x%2f..%2f..%2fadmin',
      '/v1/users/%c0%ae%c0%ae%c0%afadmin',
      '/v1%2fusers',
      '//v1/users',
      '/v1/users\\..\\..\\admin',
    ]) {
      expect(await run(`curl --path-as-is 'https://h.example${path}'`), path).toMatch(/^7 /)
    }
    expect(seen).toHaveLength(count)
  })

  it('methods are GET and HEAD unless named, also when asked for by a header', async () => {
    const { run, seen } = networked([
      { origin: 'https://h.example' },
      { origin: 'https://h.example', path: '/post', methods: ['POST'] },
    ])
    expect(await run('curl -I https://h.example/')).toContain('200')
    expect(await run('curl -d x https://h.example/')).toBe(refused('POST https://h.example/'))
    expect(await run('curl -d x https://h.example/post')).toBe('ok\n')
    expect(await run('curl -X DELETE https://h.example/post')).toBe(refused('DELETE https://h.example/post'))
    expect(await run('curl -H "X-HTTP-Method-Override: DELETE" -d x https://h.example/post')).toMatch(/^7 /)
    expect(await run('curl -H "Host: other.example" https://h.example/')).toMatch(/^7 .*with the Host other.example/)
    expect(await run('curl -H "Host: h.example" https://h.example/')).toBe('ok\n')
    expect(await run('curl -X TRACE https://h.example/')).toMatch(/^7 /)
    expect(seen).toHaveLength(3)
  })

  it('only HTTP can be asked for', async () => {
    const { run } = networked([{ origin: 'https://h.example' }])
    for (const scheme of ['file', 'ftp', 'gopher', 'data']) {
      expect(await run(`curl ${scheme}://h.example/`)).toBe(
        `1 curl: (1) Protocol "${scheme}" not supported or disabled in libcurl`,
      )
    }
    expect(await run('wget -nv ftp://h.example/')).toBe('1 ftp://h.example/: Unsupported scheme ‘ftp’.')
  })
})

describe('redirects', () => {
  it('B302: each hop is checked again, and nothing is followed by fetch itself', async () => {
    const { run, seen } = networked(
      [{ origin: 'https://a.example' }, { origin: 'https://b.example', path: '/in' }],
      (url) => (url.searchParams.has('to') ? redirect(url.searchParams.get('to')!) : new Response('end\n')),
    )
    expect(await run('curl -L "https://a.example/?to=https://b.example/in/x"')).toBe('end\n')
    expect(await run('curl -L "https://a.example/?to=https://b.example/out"')).toBe(
      refused('GET https://b.example/out, where https://a.example redirects to'),
    )
    expect(await run('curl -L "https://a.example/?to=http://a.example/"')).toMatch(/^7 /)
    expect(await run('curl -L "https://a.example/?to=//evil.example/"')).toMatch(/^7 /)
    expect(await run('curl -L "https://a.example/?to=ftp://a.example/"')).toMatch(/^1 /)
    expect(await run('wget -qO- "https://a.example/?to=https://evil.example/"')).toBe('4 ')
    expect(seen.every((request) => request.redirect === 'manual')).toBe(true)
    expect(seen.some(({ url }) => /^http:|^https:\/\/evil/.test(url))).toBe(false)
    const open = networked([{ origin: 'https://a.example' }], async () =>
      Object.defineProperty(new Response('x'), 'redirected', { value: true }),
    )
    expect(await open.run('curl https://a.example')).toMatch(/^7 .*fetch follows redirects itself/)
  })

  it('other origins get neither credentials nor cookies', async () => {
    const { run, seen } = networked([{ origin: 'https://a.example' }, { origin: 'https://b.example' }], (url) =>
      url.host === 'a.example' ? redirect('https://b.example/') : new Response('end\n'),
    )
    const line = 'curl -sL -u u:p -H "X-K: 1" -H "Cookie: a=1" -b c=2 https://a.example'
    expect(await run(line)).toBe('end\n')
    const [first, second] = seen.map(({ headers }) => Object.fromEntries(new Headers(headers)))
    expect(first).toMatchObject({ authorization: expect.stringContaining('Basic'), cookie: 'a=1', 'x-k': '1' })
    expect(second).toMatchObject({ 'x-k': '1' })
    expect(second).not.toHaveProperty('authorization')
    expect(second).not.toHaveProperty('cookie')
    expect(await run(line.replace('-sL', '-s --location-trusted'))).toBe('end\n')
    expect(new Headers(seen[3]!.headers).get('authorization')).toBe(`Basic ${btoa('u:p')}`)
  })

  it('the host bounds how many are followed', async () => {
    const { run, seen } = networked([{ origin: 'https://a.example' }], () => redirect('/again'), { maxRedirects: 3 })
    expect(await run('curl -sSL https://a.example')).toBe('47 curl: (47) Maximum (3) redirects followed')
    expect(seen).toHaveLength(4)
    expect(await run('curl -sSL --max-redirs -1 https://a.example')).toMatch(/^47 /)
    expect(await run('wget -nv https://a.example')).toBe('8 3 redirections exceeded.')
  })
})

describe('addresses that are not public', () => {
  const closed = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.0.1',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[2002:7f00:1::]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2606:4700::5efe:10.0.0.1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost',
    'metadata.google.internal',
  ]

  it('B302: are reached by no redirect, not even where a rule names them', async () => {
    const allow = [{ origin: 'https://a.example' }, ...closed.map((host) => ({ origin: `http://${host}` }))]
    const { run, seen } = networked(allow, (url) =>
      url.host === 'a.example' ? redirect(url.searchParams.get('to')!) : new Response('reached\n'),
    )
    for (const host of closed) {
      expect(await run(`curl -sSL 'https://a.example/?to=http://${host}/'`), host).toMatch(/^7 .*not a public address$/)
    }
    expect(seen.every(({ url }) => url.startsWith('https://a.example/'))).toBe(true)
    for (const host of closed) expect(await run(`curl -g 'http://${host}/'`), host).toBe('reached\n')
  })

  it('public ones are', async () => {
    const open = [
      '8.8.8.8',
      '[2606:4700::1111]',
      '[2002:808:808::]',
      '[64:ff9b::8.8.8.8]',
      'localhost.example',
      '172.32.0.1',
    ]
    const allow = [{ origin: 'https://a.example' }, ...open.map((host) => ({ origin: `http://${host}` }))]
    const { run } = networked(allow, (url) =>
      url.host === 'a.example' ? redirect(url.searchParams.get('to')!) : new Response('reached\n'),
    )
    for (const host of open)
      expect(await run(`curl -sSL 'https://a.example/?to=http://${host}/'`), host).toBe('reached\n')
  })

  it('a name that a rule opens is followed to itself', async () => {
    const { run } = networked([{ origin: 'http://localhost:3000' }], (url) =>
      url.pathname === '/' ? redirect('/in') : new Response('in\n'),
    )
    expect(await run('curl -sL localhost:3000')).toBe('in\n')
    expect(await run('curl -sSL localhost:3001')).toMatch(/^7 /)
  })

  it('B302: names are resolved where the host can, each time, and fetch is told the addresses', async () => {
    const answers: Record<string, string[] | Error> = {
      'good.example': ['93.184.216.34', '2606:4700::1'],
      'mixed.example': ['93.184.216.34', '10.0.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'odd.example': ['0x7f000001'],
      'none.example': [],
      'lost.example': new Error('no such name'),
    }
    const asked: string[] = []
    const resolve = async (hostname: string) => {
      asked.push(hostname)
      const answer = answers[hostname]
      if (answer === undefined || answer instanceof Error) throw answer
      return answer
    }
    const allow = [
      { origin: 'https://*.example' },
      ...Object.keys(answers).map((name) => ({ origin: `https://${name}` })),
    ]
    const { run, seen } = networked(allow.slice(1), () => new Response('ok\n'), { resolve })
    expect(await run('curl https://good.example')).toBe('ok\n')
    expect(seen[0]!.addresses).toEqual(answers['good.example'])
    expect(await run('curl https://mixed.example')).toBe(
      refused('GET https://mixed.example/: its name stands for 10.0.0.1, which is not a public address'),
    )
    expect(await run('curl https://mapped.example')).toMatch(/^7 /)
    expect(await run('curl https://odd.example')).toMatch(/^7 /)
    expect(await run('curl https://none.example')).toBe('6 curl: (6) Could not resolve host: none.example')
    expect(await run('curl https://lost.example')).toBe('6 curl: (6) Could not resolve host: lost.example')
    expect(await run('curl https://elsewhere.example')).toMatch(/^7 /)
    answers['good.example'] = ['127.0.0.1']
    expect(await run('curl https://good.example')).toMatch(/^7 /)
    expect(asked).not.toContain('elsewhere.example')
    expect(seen).toHaveLength(1)
  })
})

describe('limits', () => {
  /** A body that goes on for ever, and whether it was given up. */
  function endless() {
    let cancelled = false
    let sent = 0
    const stream = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1_000
          controller.enqueue(new Uint8Array(1_000).fill(97))
        },
        cancel: () => {
          cancelled = true
        },
      })
    return { stream, state: () => ({ cancelled, sent }) }
  }

  it('a response is counted while it comes', async () => {
    const { stream, state } = endless()
    const { run, session } = networked([{ origin: 'https://h.example' }], () => new Response(stream()), {
      maxBytes: 10_500,
    })
    expect(await run('curl -o out https://h.example')).toBe('63 curl: (63) Maximum file size exceeded')
    expect(session.readFile('out')).toHaveLength(10_500)
    expect(state().cancelled).toBe(true)
    expect(state().sent).toBeLessThan(50_000)
    expect(await run('wget -qO- https://h.example | wc -c')).toBe('10500\n')
    const said = networked(
      [{ origin: 'https://h.example' }],
      () => new Response('x', { headers: { 'content-length': '99999999' } }),
    )
    expect(await said.run('curl https://h.example')).toMatch(/^63 /)
  })

  it('a request, too', async () => {
    const allow = [{ origin: 'https://h.example', methods: ['POST', 'PUT'] }]
    const { run, seen } = networked(allow, () => new Response('ok\n'), { maxBytes: 1_000 })
    expect(await run('head -c 1000 /dev/zero > f; curl -T f https://h.example/')).toBe('ok\n')
    expect(await run('head -c 1001 /dev/zero > f; curl --data-binary @f https://h.example/')).toBe(
      '63 curl: (63) Exceeded the maximum allowed file size (1000)',
    )
    expect(seen).toHaveLength(1)
  })

  it('time is bounded, and what never answers is left behind', async () => {
    const { run, seen } = networked([{ origin: 'https://h.example' }], () => new Promise(() => {}), { timeoutMs: 40 })
    expect(await run('curl https://h.example')).toBe(
      '28 curl: (28) Operation timed out after 40 milliseconds with 0 bytes received',
    )
    expect(seen[0]!.signal.aborted).toBe(true)
    expect(await run('curl -m 60 https://h.example')).toMatch(/^28 .* 40 /)
    expect(await run('curl -m 0.01 https://h.example')).toMatch(/^28 .* 10 /)
    const slow = networked(
      [{ origin: 'https://h.example' }],
      () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(5)) })),
      { timeoutMs: 40 },
    )
    expect(await slow.run('curl -s https://h.example | wc -c')).toBe('5\n')
    expect(await slow.run('curl -sSo f https://h.example')).toMatch(/^28 .*with 5 bytes received$/)
    const stuck = networked([{ origin: 'https://h.example' }], undefined, {
      timeoutMs: 40,
      resolve: () => new Promise(() => {}),
    })
    expect(await stuck.run('curl https://h.example')).toMatch(/^28 /)
  })

  it('the run is stopped in the middle of a transfer', async () => {
    const { session, seen } = networked([{ origin: 'https://h.example' }], () => new Promise(() => {}))
    const result = await session.execute('curl https://h.example', { timeoutMs: 50 })
    expect(result.failure?.code).toBe('TIMEOUT')
    await expect.poll(() => seen[0]!.signal.aborted).toBe(true)
    const { stream, state } = endless()
    const flood = networked([{ origin: 'https://h.example' }], () => new Response(stream()))
    expect((await flood.session.execute('curl -s https://h.example | head -c 5')).stdout).toBe('aaaaa')
    await expect.poll(() => state().cancelled).toBe(true)
  })
})

describe('what leaves', () => {
  it('S28: proxies of the environment mean nothing', async () => {
    const { run, seen } = networked([{ origin: 'https://h.example' }])
    const proxies = 'http_proxy=http://p:1 HTTPS_PROXY=http://p:1 https_proxy=http://p:1 ALL_PROXY=socks5://p:1'
    expect(await run(`export ${proxies}; curl https://h.example; wget -qO- https://h.example`)).toBe('ok\nok\n')
    expect(JSON.stringify(seen)).not.toContain('p:1')
    expect(await run('curl -x http://p:1 https://h.example')).toMatch(/^2 curl: option -x: --proxy is not available/)
  })

  it('options that would promise what is not kept are refused by name', async () => {
    const { run, seen } = networked([{ origin: 'https://h.example' }])
    for (const option of [
      '--resolve a:1:b',
      '--connect-to a:1:b:2',
      '--unix-socket s',
      '--cacert f',
      '--interface eth0',
      '--socks5 p',
      '--digest',
      '--doh-url x',
    ]) {
      expect(await run(`curl ${option} https://h.example`)).toMatch(
        new RegExp(`^2 curl: option ${option.split(' ')[0]}: ${option.split(' ')[0]} is not available in this sandbox`),
      )
    }
    for (const option of ['-r', '--recursive', '-m', '-p', '--ca-certificate=f', '-e x']) {
      expect(await run(`wget ${option} https://h.example`)).toMatch(/^2 wget: option '.*' is not available/)
    }
    expect(seen).toEqual([])
  })

  it("headers of the connection are the host's, and values are bytes", async () => {
    const { run, seen } = networked([{ origin: 'https://h.example', methods: ['POST'] }])
    const headers = ['Connection: x', 'Content-Length: 99', 'Transfer-Encoding: chunked', 'Expect:', 'X-Name: é']
    expect(await run(`curl -d ab ${headers.map((header) => `-H '${header}'`).join(' ')} https://h.example`)).toBe(
      'ok\n',
    )
    expect(seen[0]!.headers.map(([name]) => name.toLowerCase())).toEqual([
      'user-agent',
      'accept',
      'content-type',
      'x-name',
      'accept-encoding',
    ])
    expect(Buffer.from(new Headers(seen[0]!.headers).get('x-name')!, 'latin1').toString()).toBe('é')
    expect(Buffer.from(seen[0]!.body!).toString()).toBe('ab')
    expect(await run(`curl -d x -H $'A: b\\r\\nEvil: 1' https://h.example`)).toMatch(/^2 /)
  })

  it('secrets take the place of their names just before, for their hosts', async () => {
    const seen: Seen[] = []
    const fetch = async (url: string, request: NetworkRequest) => {
      seen.push({ ...request, url })
      const headers = new Headers(request.headers)
      return new Response(Buffer.from(`${headers.get('x-key')} ${headers.get('authorization')}\n`, 'latin1'))
    }
    const allow = ['https://h.example', 'https://other.example'].map((origin) => ({ origin, methods: ['POST'] }))
    const secrets = { KEY: { value: 'välue & 1234', hosts: ['h.example'] } }
    const session = new Session({ network: { fetch, allow }, secrets })
    const options = `-u "me:$KEY" -H "X-Key: $KEY" -d "k=$KEY" --data-urlencode "e=$KEY"`
    const { stdout, stderr } = await session.execute(`curl -sv ${options} https://h.example | tee out`)
    expect(stdout).toMatch(/^\[REDACTED:KEY\] Basic \S*\[REDACTED:KEY\]\S*\n$/)
    expect(stderr).toContain('> X-Key: [REDACTED:KEY]')
    expect(session.readFile('out')).toBe(stdout)
    const headers = new Headers(seen[0]!.headers)
    expect(Buffer.from(headers.get('x-key')!, 'latin1').toString()).toBe('välue & 1234')
    expect(headers.get('authorization')).toBe(`Basic ${Buffer.from('me:välue & 1234').toString('base64')}`)
    expect(Buffer.from(seen[0]!.body!).toString()).toBe('k=välue & 1234&e=v%C3%A4lue%20%26%201234')
    await session.execute(`curl -s ${options} https://other.example`)
    expect(new Headers(seen[1]!.headers).get('x-key')).toBe('[REDACTED:KEY]')
    expect(Buffer.from(seen[1]!.body!).toString()).toBe('k=[REDACTED:KEY]&e=%5BREDACTED%3AKEY%5D')
    const overTls = new Session({
      network: {
        fetch,
        allow: [...allow, { origin: 'http://h.example' }].map((one) => ({ ...one, methods: ['POST'] })),
      },
      secrets: { KEY: { value: 'only over TLS', hosts: ['https://h.example'] } },
    })
    const before = seen.length
    await overTls.execute('for s in https http; do curl -sX POST -H "X-Key: $KEY" $s://h.example; done')
    expect(seen.splice(before).map((one) => new Headers(one.headers).get('x-key'))).toEqual([
      'only over TLS',
      '[REDACTED:KEY]',
    ])
    const lent = new Session({ network: { fetch, allow } })
    await lent.execute('wget -qO- --header "X-Key: $K" --post-data x https://h.example', {
      secrets: { K: { value: 'for this call', hosts: ['*.example'] } },
    })
    expect(new Headers(seen[2]!.headers).get('x-key')).toBe('for this call')
  })

  it('no script keeps the host busy', async () => {
    const { session, run, seen } = networked([{ origin: 'https://h.example' }], undefined, { maxBytes: 1_000_000 })
    const started = performance.now()
    const endless = await session.execute('curl -s "https://x.example/[1-999999999]"', { timeoutMs: 100 })
    expect(endless.failure?.code).toBe('TIMEOUT')
    expect(await run(`curl "https://h.example/${'{a}'.repeat(101)}"`)).toMatch(/^3 curl: \(3\) too many globs/)
    expect(await run(`printf '%01000000d' 0 | tr 0 '\n' > .netrc; curl -n https://h.example`)).toBe('ok\n')
    expect(
      await run(`{ printf '%0900000d' 0 | tr 0 ' '; printf 'x\u2028'; } > c; curl -K c https://h.example`),
    ).toMatch(/^2 /)
    expect(await run(`curl -g "https://h.example/$(printf '%0100000d' 0 | tr 0 '[')"`)).toBe('ok\n')
    expect(await run(`curl "https://h.example/$(printf '%0100000d' 0 | tr 0 ':' | sed 's/^/[/')"`)).toMatch(/^3 /)
    expect(await run('yes | curl -T - https://h.example/')).toMatch(/^63 /)
    expect(
      await run('head -c 600000 /dev/zero > z; curl -d @z --data-binary @z --data-binary @z https://h.example'),
    ).toMatch(/^63 /)
    expect(await run('curl -F a=@z -F b=@z https://h.example')).toMatch(/^63 /)
    expect(
      await run(
        "seq -f '127.0.0.1\tFALSE\t/\tFALSE\t0\tn%g\tv' 20000 > j; curl -b j -c k -s https://h.example; wc -l < k",
      ),
    ).toBe('ok\n20004\n')
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(seen.every(({ url }) => url.startsWith('https://h.example'))).toBe(true)
  })
})

describe('what comes', () => {
  it('failures of fetch have the numbers of curl', async () => {
    const failing = (code: string, message = 'x') =>
      networked([{ origin: 'https://h.example' }], () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
      }).run('curl -sS https://h.example')
    expect(await failing('ENOTFOUND')).toBe('6 curl: (6) Could not resolve host: h.example')
    expect(await failing('ECONNREFUSED')).toBe(
      "7 curl: (7) Failed to connect to h.example port 443 after 0 ms: Couldn't connect to server",
    )
    expect(await failing('UND_ERR_CONNECT_TIMEOUT')).toMatch(/^28 /)
    expect(await failing('ECONNRESET')).toBe('56 curl: (56) Recv failure: Connection reset by peer')
    expect(await failing('UND_ERR_SOCKET')).toBe('52 curl: (52) Empty reply from server')
    expect(await failing('CERT_HAS_EXPIRED', 'certificate has expired')).toBe(
      '60 curl: (60) SSL certificate problem: certificate has expired',
    )
    const odd = networked([{ origin: 'https://h.example' }], () => undefined as never)
    expect(await odd.run('curl https://h.example')).toBe('56 curl: (56) fetch gave no response')
    expect(await failing('SOMETHING', 'said the host')).toBe('56 curl: (56) said the host')
  })

  it('bytes are kept, and a file appears once its content is there', async () => {
    const bytes = new Uint8Array(100_000).map((_, index) => (index * 7_919) % 256)
    const { run, session } = networked([{ origin: 'https://h.example' }], () => new Response(bytes))
    expect(
      await run('curl -s https://h.example/f.bin > a; curl -sO https://h.example/f.bin; cmp a f.bin; wc -c < a'),
    ).toBe('100000\n')
    expect(session.readFile('a', { encoding: 'bytes' })).toEqual(bytes)
    expect(await run('wget -q -t1 https://h.example/f.bin; ls f.bin*; cmp f.bin f.bin.1')).toBe('f.bin\nf.bin.1\n')
  })

  it('policies of paths hold for what is written', async () => {
    const network = { fetch: async () => new Response('x\n'), allow: [{ origin: 'https://h.example' }] }
    const session = new Session({ files: { 'src/a': 'a\n' }, network, policy: { paths: { readOnly: ['src'] } } })
    const result = await session.execute('curl -sSo src/a https://h.example; cat src/a')
    expect(result).toMatchObject({ stdout: 'a\n', stderr: expect.stringContaining('(23)') })
    const denied = new Session({ network, policy: { commands: { deny: ['curl'] } } })
    expect((await denied.execute('curl https://h.example')).exitCode).toBe(126)
  })
})

describe('against a real server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it("Node's own fetch does", async () => {
    const session = new Session({ network: { fetch, allow: [{ origin: server.origin, methods: ['GET', 'POST'] }] } })
    const run = async (line: string) => (await session.execute(line)).stdout
    expect(await run(`curl -s ${server.origin}/x?body=hello | tr a-z A-Z`)).toBe('HELLO')
    expect(await run(`curl -sL '${server.origin}/?status=302&loc=/y' | head -1`)).toBe('GET /y\n')
    expect(await run(`curl -s -d a=b ${server.origin}/ | tail -1`)).toBe('a=b\n')
    const before = server.count()
    expect(await run(`curl -sL '${server.origin}/?status=302&loc=http://localhost:1/' || echo $?`)).toBe('7\n')
    expect(server.count()).toBe(before + 1)
  })
})

it('says what is wrong with its options', () => {
  const fetch = async () => new Response()
  const bad = (network: unknown) => () => new Session({ network } as never)
  expect(bad({})).toThrow(/options.network.fetch must be a function/)
  expect(bad({ fetch })).toThrow(/options.network.allow must be an array of rules/)
  expect(bad({ fetch, allow: {} })).toThrow(/options.network.allow must be an array of rules/)
  expect(bad({ fetch, allow: [], other: 1 })).toThrow(/has no option "other"/)
  expect(bad({ fetch, allow: [], maxBytes: 0 })).toThrow(/options.network.maxBytes/)
  expect(bad({ fetch, allow: [], timeoutMs: 0.5 })).toThrow(/options.network.timeoutMs/)
  expect(bad({ fetch, allow: [], maxRedirects: -1 })).toThrow(/options.network.maxRedirects/)
  expect(bad({ fetch, allow: [], resolve: 1 })).toThrow(/options.network.resolve must be a function/)
  const rule = (one: unknown) => bad({ fetch, allow: [one] })
  expect(rule({})).toThrow(/options.network.allow\[0\].origin/)
  for (const origin of [
    'example.com',
    'ftp://example.com',
    'https://example.com/x',
    'https://example.com/?',
    'https://u@example.com',
    'https://**',
    'https://*x',
    'https://*.com',
    'https://a.*.com',
    'https://*a.example.com',
  ]) {
    expect(rule({ origin }), origin).toThrow(/options.network.allow\[0\].origin must be/)
  }
  for (const path of ['x', '/a/../b', '/a?b', '/%61', '/a#b']) {
    expect(rule({ origin: 'https://h.example', path }), path).toThrow(/options.network.allow\[0\].path must be/)
  }
  for (const methods of ['GET', ['get'], ['*'], [1]]) {
    expect(rule({ origin: 'https://h.example', methods })).toThrow(/options.network.allow\[0\].methods/)
  }
  for (const addresses of ['10.0.0.0/8', ['10.0.0.0'], ['10.0.0.0/33'], ['h.example/8'], [1], ['::/129']]) {
    expect(rule({ origin: 'https://*', addresses })).toThrow(/options.network.allow\[0\].addresses/)
  }
  expect(rule({ origin: 'https://h.example', addresses: ['10.0.0.0/8'] })).toThrow(/addresses must be left out/)
  expect(rule({ origin: 'https://h.example:1', anyPort: true })).toThrow(/anyPort must be false or left out/)
  expect(rule('https://h.example')).toThrow(/options.network.allow\[0\] must be an object/)
  expect(() => new Executor({ network: 1 } as never)).toThrow(/options.network must be an object/)
  const network = { fetch, allow: [] }
  expect(() => new Session({ executor: new Executor(), network })).toThrow(/left out where executor is given/)
  expect(() => new Executor().session({ network } as never)).toThrow(/has no option "network"/)
})

describe('a fetch that fails in odd ways', () => {
  const allow = [{ origin: 'https://a.example' }]

  it('ends the transfer, whatever it throws', async () => {
    for (const [what, made] of Object.entries(ODD_THROWS)) {
      const thrown = networked(allow, () => Promise.reject(made()))
      expect(await thrown.run('curl -s https://a.example; echo $?'), what).toBe('56\n')
      expect(await thrown.run('wget -q -t1 https://a.example; echo $?'), what).toBe('4\n')
      const response = Object.defineProperty(new Response('x'), 'status', {
        get() {
          throw made()
        },
      })
      expect(await networked(allow, () => response).run('curl -s https://a.example; echo $?'), what).toBe('56\n')
    }
  })

  it('is told what is wrong in words of ours', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue('text')
        controller.close()
      },
    })
    const wrong = networked(allow, () => ({ status: 200, statusText: '', headers: new Headers(), body }) as never)
    expect(await wrong.run('curl -sS https://a.example')).toBe(
      '56 curl: (56) fetch gave a body of something else than bytes',
    )
    const bare = networked(allow, () => ({ status: 200 }) as never)
    expect(await bare.run('curl -sS https://a.example')).toBe('56 curl: (56) fetch gave a response without headers')
  })
})
