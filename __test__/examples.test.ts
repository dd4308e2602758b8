/** Every example, as its one command runs it: offline under both SDKs, and with a "live" model that a server here plays. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, runNode } from './support/programs.js'

const main = join(root, 'examples/main.js')
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(AZURE_)?OPENAI_/.test(name)),
) as NodeJS.ProcessEnv
const run = (args: string[], options: { env?: NodeJS.ProcessEnv; stdin?: string } = {}) =>
  runNode([main, ...args], { env, ...options })

/** The agents of each scenario, and how many checks the host makes. */
const SCENARIOS: Record<string, { agents: string[]; checks: number }> = {
  'workspace-edit': { agents: ['Editor'], checks: 2 },
  'document-review': { agents: ['Editor', 'Reviewer'], checks: 1 },
  'config-migration': { agents: ['Migrator'], checks: 2 },
  'multi-agent-handoff': { agents: ['Planner', 'Implementer', 'Reviewer'], checks: 1 },
  'incident-triage': { agents: ['Triage'], checks: 1 },
  'data-pipeline': { agents: ['Analyst'], checks: 1 },
  'policy-recovery': { agents: ['Clerk'], checks: 2 },
  'quota-recovery': { agents: ['Writer'], checks: 1 },
  'snapshot-branching': { agents: ['Starter', 'Plain', 'Numeric'], checks: 2 },
  'independent-reviewers': { agents: ['Style', 'Behaviour'], checks: 2 },
  'pause-continue': { agents: ['Before', 'After'], checks: 2 },
  'best-of-n': { agents: ['Candidate 1', 'Candidate 2', 'Candidate 3'], checks: 3 },
}

test('--list-scenarios names them all', async () => {
  const { status, stdout } = await run(['--list-scenarios'])
  expect(status).toBe(0)
  expect(stdout.match(/^\S+/gm)).toEqual(Object.keys(SCENARIOS))
})

test('each passes under both SDKs, with the same calls, answers and checks', async () => {
  const outputs = await Promise.all(
    ['scripted', 'ai-sdk'].map(async (provider) => {
      const { status, stdout, stderr } = await run(['--scenario', 'all', '--provider', provider])
      expect(stderr).toBe('')
      expect(status).toBe(0)
      const parts = stdout.split(/^scenario +(.*)$/m).slice(1)
      return new Map(parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1]!] as const] : [])))
    }),
  )
  expect([...outputs[0]!.keys()]).toEqual(Object.keys(SCENARIOS))
  for (const [scenario, { agents, checks }] of Object.entries(SCENARIOS)) {
    const [underAgents, underAiSdk] = outputs.map((output) => output.get(scenario)!)
    const told = underAgents!.match(/^agent +(.*)$/gm)!.map((line) => line.replace(/^agent +/, ''))
    // Agents that run at the same time are told in the order in which they end.
    expect(scenario === 'best-of-n' ? told.toSorted() : told).toEqual(agents)
    expect(underAgents!.match(/^host checks .*: ok$/gm)).toHaveLength(checks)
    expect(lines(underAiSdk!)).toEqual(lines(underAgents!))
  }
}, 90_000)

/** The lines of an output; the two SDKs tell the calls and answers of one turn in another order. */
function lines(output: string): string[] {
  return output
    .replaceAll(/"duration_ms":[\d.]+/g, '')
    .split('\n')
    .toSorted()
}

test('files-in-out: a CSV becomes a report, plain, streamed, and in two turns of a session', async () => {
  const { status, stdout, stderr } = await runNode([join(root, 'examples/files-in-out/main.js')], { env })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout.match(/^host checks .*$/gm)).toEqual(
    [
      'the report is exact, and nothing else changed',
      'the report is exact',
      'the first turn writes the report',
      'the second brings it up to date, from the files of both',
      'the session is there until it is ended',
    ].map((check) => `host checks   ${check}: ok`),
  )
  expect(stdout).toContain('| north | 3 | 60.25 |')
})

describe('npm start', () => {
  test('shows each request, each answer and the host’s checks', async () => {
    const { status, stdout, stderr } = await runNode([join(root, 'scripts/start.mjs')], { env })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^model: scripted \(set OPENAI_API_KEY and OPENAI_MODEL for a live one\)\n/)
    expect(stdout.match(/^model asks +\S+/gm)!.map((line) => line.split(/ +/)[2])).toEqual([
      'write_file',
      'read_file',
      'apply_patch',
      'read_file',
    ])
    expect(stdout.match(/^tool answers +\{"ok":true/gm)).toHaveLength(4)
    expect(stdout).toContain('demo/report.txt holds "status=complete\\n" and is the only file: ok')
    expect(stdout).toContain('refused (STALE_CONTENT) and changes nothing: ok')
  })

  test('--inspect opens the prompt on the same live session, which has none of the host’s variables', async () => {
    const { status, stdout } = await run(['--inspect'], {
      env: { ...env, OPENAI_API_KEY: 'sk-not-for-the-sandbox', AZURE_OPENAI_API_KEY: 'nor-this' },
      stdin: 'cat demo/report.txt\nenv | grep -c OPENAI\nexit 4\n',
    })
    expect(status).toBe(4)
    expect(stdout.endsWith('leave with exit.\nstatus=complete\n0\n')).toBe(true)
    expect(stdout).not.toContain('sk-not-for-the-sandbox')
  })

  test('--inspect of a scenario with forks shows the merged one', async () => {
    const { status, stdout } = await run(['--scenario', 'best-of-n', '--inspect'], {
      stdin: '. ./slug.sh; slug " A -- b "; cat notes.txt\n',
    })
    expect(status).toBe(0)
    expect(stdout.endsWith('leave with exit.\na-b\nfinal\n')).toBe(true)
  })
})

describe('live models', () => {
  test.each([
    [['--provider', 'openai'], {}, 'OPENAI_API_KEY and OPENAI_MODEL'],
    [['--provider', 'openai'], { OPENAI_API_KEY: 'k' }, 'OPENAI_MODEL'],
    [
      ['--provider', 'azure-openai'],
      { AZURE_OPENAI_ENDPOINT: 'http://127.0.0.1:1', AZURE_OPENAI_API_VERSION: 'v1' },
      'AZURE_OPENAI_API_KEY and AZURE_OPENAI_DEPLOYMENT',
    ],
  ])('%j names what is missing, before any request', async (args, set, missing) => {
    const { status, stdout, stderr } = await run(args, { env: { ...env, ...set } as NodeJS.ProcessEnv })
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(`needs ${missing} to be set`)
  })

  const variables = (origin: string) => ({
    openai: { OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: 'key-1', OPENAI_MODEL: 'gpt-test' },
    'azure-openai': {
      AZURE_OPENAI_ENDPOINT: origin,
      AZURE_OPENAI_API_KEY: 'key-1',
      AZURE_OPENAI_API_VERSION: '2026-01-01',
      AZURE_OPENAI_DEPLOYMENT: 'gpt-test',
    },
  })

  test.each(['openai', 'azure-openai'] as const)(
    '%s does the work, and its variables stay outside',
    async (provider) => {
      const server = await responsesServer([
        {
          name: 'execute',
          arguments: {
            command: 'env; mkdir -p out; sort data/events.txt | uniq -c | sort -k1,1nr -k2 > out/counts.txt',
          },
        },
        'Counted.',
      ])
      const set = variables(server.origin)[provider]
      const args = ['--scenario', 'data-pipeline', '--provider', provider]
      const { status, stdout, stderr } = await run(args, { env: { ...env, ...set } })
      server.close()
      expect(stderr).toBe('')
      expect(status).toBe(0)
      expect(stdout).toContain('host checks   the counts are exact: ok')
      expect(server.requests).toHaveLength(2)
      for (const { url, headers, body } of server.requests) {
        expect(url).toBe(provider === 'openai' ? '/v1/responses' : '/openai/responses?api-version=2026-01-01')
        expect(provider === 'openai' ? headers['authorization'] : headers['api-key']).toMatch(/^(Bearer )?key-1$/)
        expect(body['model']).toBe('gpt-test')
        expect(JSON.stringify(body)).not.toContain('key-1')
      }
      expect(stdout).toContain('HOME=')
      expect(stdout).not.toMatch(/key-1|OPENAI_/)
    },
  )

  test('a model that does not do it fails the check of the host', async () => {
    const server = await responsesServer(['I have counted everything, promise.'])
    const { status, stderr } = await run(['--scenario', 'data-pipeline', '--provider', 'openai'], {
      env: { ...env, ...variables(server.origin).openai },
    })
    server.close()
    expect(status).toBe(1)
    expect(stderr).toMatch(/^host checks {3}the counts are exact: FAILED\nno other files may be there/)
  })

  test('what the API refuses is one line', async () => {
    const server = await responsesServer([])
    const { status, stderr } = await run(['--provider', 'openai'], {
      env: { ...env, ...variables(server.origin).openai },
    })
    server.close()
    expect(status).toBe(1)
    expect(stderr).toBe('400 the script is at its end\n')
  })
})

test.each([
  [['--scenario', 'nope'], 'there is no scenario nope'],
  [['--provider', 'nope'], 'there is no provider nope; accepted are: scripted, openai, azure-openai, ai-sdk'],
  [['--scenario', 'all', '--inspect'], '--inspect is for one scenario'],
  [['--nope'], "Unknown option '--nope'"],
])('%j is a usage error', async (args, message) => {
  const { status, stderr } = await run(args)
  expect(status).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).toContain('usage: main.js')
})

/** A Responses API that gives these answers: a call, or a text. */
async function responsesServer(answers: Array<string | { name: string; arguments: object }>) {
  const requests: Array<{ url: string; headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown> }> = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      requests.push({ url: request.url!, headers: request.headers, body: JSON.parse(text) as Record<string, unknown> })
      const answer = answers[requests.length - 1]
      response.setHeader('Content-Type', 'application/json')
      if (answer === undefined) response.statusCode = 400
      response.end(JSON.stringify(answer === undefined ? refusal : completed(answer, requests.length)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${port}`, requests, close }
}

const refusal = { error: { message: 'the script is at its end', type: 'invalid_request_error' } }

function completed(answer: string | { name: string; arguments: object }, number: number) {
  const output =
    typeof answer === 'string'
      ? {
          type: 'message',
          id: `msg_${number}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: answer, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${number}`,
          call_id: `call_${number}`,
          status: 'completed',
          name: answer.name,
          arguments: JSON.stringify(answer.arguments),
        }
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: 0,
    model: 'gpt-test',
    status: 'completed',
    output: [output],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: {}, output_tokens_details: {} },
  }
}
