/** A policy that asks stops calls of `ai` 6 and 7 for approval, and what is approved is exactly what was asked. */
import { Session } from 'mem-sandbox'
import { aiTool, approvalsFor, createTools, pendingApprovals, restoreApprovals } from 'mem-sandbox/ai-sdk'
import type { AiCall } from 'mem-sandbox/ai-sdk'
import { executeTool } from 'mem-sandbox/tools'
import { describe, expect, test } from 'vitest'
import { answersIn, versions } from './support/ai-versions.js'
import type { AiCall as Call, AiRun, AiVersion } from './support/ai-versions.js'

const asking = (names: string[] = ['mv'], files: Record<string, string> = { a: '1\n', c: '2\n' }) =>
  new Session({ files, policy: { decide: ({ name }) => (names.includes(name) ? 'ask' : 'allow') } })
const execute = (command: string): Call => ({ toolName: 'execute', input: { command } })
const names = (session: Session) => session.list('/workspace').map((entry) => entry.name)

interface Request {
  type: string
  approvalId: string
  toolCall: AiCall
}
const requests = (run: AiRun) =>
  run.content.filter(({ type }) => type === 'tool-approval-request') as unknown as Request[]

/** The messages that go on from a stopped run. */
function answered(run: AiRun, approved: boolean | boolean[]): unknown[] {
  const content = requests(run).map(({ approvalId }, index) => ({
    type: 'tool-approval-response',
    approvalId,
    approved: Array.isArray(approved) ? approved[index]! : approved,
    reason: 'said so',
  }))
  return [{ role: 'user', content: 'go' }, ...run.response.messages, { role: 'tool', content }]
}

type Value = { ok: boolean; result: Record<string, unknown> }
/** What the model was told of the calls of the turn before. */
const values = (prompted: Parameters<typeof answersIn>[0]) => answersIn(prompted).map(({ value }) => value as Value)

async function goOn({ play }: AiVersion, messages: unknown[], tools: object, turns: Call[][] = []) {
  return await play(turns, { tools, messages })
}

describe.each(versions.filter(({ major }) => major > 5))('$name', (version) => {
  const { play, stream } = version

  test('a command that the policy asks about waits, and approval lets it run', async () => {
    const session = asking()
    const tools = createTools(session)
    const { result } = await play([[execute('for f in a; do mv $f b; done; ls')]], { tools })
    expect(requests(result)).toHaveLength(1)
    expect(approvalsFor(session, requests(result)[0]!.toolCall)).toMatchObject([
      { argv: ['mv', 'a', 'b'], stateHash: session.contentHash },
    ])
    expect(names(session)).toEqual(['a', 'c'])
    const { prompts } = await goOn(version, answered(result, true), tools)
    expect(values(prompts[0])).toMatchObject([{ ok: true, result: { exit_code: 0, stdout: 'b\nc\n' } }])
    expect(pendingApprovals(session)).toEqual({})
  })

  test('what is denied does not run, and the model hears of it', async () => {
    const session = asking()
    const tools = createTools(session)
    const { result } = await play([[execute('mv a b')]], { tools })
    const { prompts } = await goOn(version, answered(result, false), tools)
    expect(JSON.stringify(prompts[0])).toContain('said so')
    expect(names(session)).toEqual(['a', 'c'])
  })

  test('an approval does not hold for other files than it was asked about', async () => {
    const session = asking()
    session.writeFile('list', 'a\n')
    const tools = createTools(session)
    const { result } = await play([[execute('mv $(cat list) b')]], { tools })
    session.writeFile('list', 'c\n')
    const { prompts } = await goOn(version, answered(result, true), tools)
    expect(values(prompts[0])).toMatchObject([
      { result: { failure_code: 'APPROVAL_REQUIRED', approval_required: { argv: ['mv', 'c', 'b'] } } },
    ])
    expect(names(session)).toEqual(['a', 'c', 'list'])
  })

  test('an equal call is asked about anew', async () => {
    const session = asking()
    const tools = createTools(session)
    const turns = () => [[execute('mv a b')]]
    const first = await play(turns(), { tools })
    await goOn(version, answered(first.result, true), tools)
    await session.execute('echo 1 > a; rm b')
    const second = await play(turns(), { tools })
    expect(requests(second.result)).toHaveLength(1)
    expect(names(session)).toEqual(['a', 'c'])
  })

  test('calls of one turn are asked about as they will run: one after another', async () => {
    const session = asking(['mv', 'rm'])
    const tools = createTools(session)
    const { result } = await play([[execute('mv a b'), execute('rm b'), execute('mv c d')]], { tools })
    expect(requests(result).map(({ toolCall }) => approvalsFor(session, toolCall)[0]!.argv.join(' '))).toEqual([
      'mv a b',
      'rm b',
      'mv c d',
    ])
    const { prompts } = await goOn(version, answered(result, true), tools)
    expect(values(prompts[0]).map(({ result: ran }) => ran['exit_code'])).toEqual([0, 0, 0])
    expect(names(session)).toEqual(['d'])
  })

  test('a streamed run waits as well', async () => {
    const session = asking()
    const { parts } = await stream([[execute('mv a b')]], { tools: createTools(session) })
    expect(parts.filter(({ type }) => type === 'tool-approval-request')).toHaveLength(1)
    expect(names(session)).toEqual(['a', 'c'])
  })

  test('no command of the host is called before it is known that nobody is asked', async () => {
    let calls = 0
    const session = new Session({
      files: { a: '1\n' },
      custom: { fetch: { run: async () => `b${(calls += 1)}\n` } },
      policy: { decide: ({ name }) => (name === 'mv' ? 'ask' : 'allow') },
    })
    const tools = createTools(session)
    // What is asked behind it is told to the model, and waits when the model asks again.
    const { result, prompts } = await play([[execute('mv a $(fetch)')], [execute('mv a $(fetch)')]], { tools })
    expect(values(prompts[1])[0]!.result['approval_required']).toMatchObject({ argv: ['mv', 'a', 'b1'] })
    expect(requests(result)).toHaveLength(1)
    await goOn(version, answered(result, true), tools)
    expect([names(session), calls]).toEqual([['b1'], 1])
  })

  test('another process goes on with what was asked, and not with what it would ask', async () => {
    const session = asking()
    session.writeFile('list', 'a\n')
    const { result } = await play([[execute('mv $(cat list) b')]], { tools: createTools(session) })
    const kept = JSON.parse(JSON.stringify({ messages: answered(result, true), pending: pendingApprovals(session) }))
    const files = { a: '1\n', c: '2\n', list: 'a\n' }

    const unaware = asking(['mv'], files)
    const { prompts } = await goOn(version, kept.messages, createTools(unaware))
    expect(values(prompts[0])[0]!.result['failure_code']).toBe('APPROVAL_REQUIRED')
    expect(names(unaware)).toEqual(['a', 'c', 'list'])

    const aware = asking(['mv'], files)
    restoreApprovals(aware, kept.pending)
    await goOn(version, kept.messages, createTools(aware))
    expect(names(aware)).toEqual(['b', 'c', 'list'])
  })

  test('a session that is opened later, and a single tool, ask as well', async () => {
    const session = asking()
    const tools = { execute: aiTool(executeTool(async () => session)) }
    const { result } = await play([[execute('mv a b')]], { tools })
    expect(requests(result)).toHaveLength(1)
  })

  test('calls keep their order, whether or not the policy may ask about them', async () => {
    for (const source of [asking(), async () => asking()]) {
      const read = { toolName: 'read_file', input: { path: 'f' } }
      const turn = [execute('echo 1 > f'), read, execute('echo 2 > f'), read]
      const { prompts } = await play([turn], { tools: createTools(source as never) })
      expect(values(prompts[1]).map(({ result }) => result?.['content'])).toEqual([undefined, '1', undefined, '2'])
    }
  })

  test('a search that the policy asks about is approved as any other', async () => {
    const session = asking(['rg'])
    const tools = createTools(session, { sets: ['files', 'shell'] })
    const { result } = await play([[{ toolName: 'Grep', input: { pattern: '1' } }]], { tools })
    expect(approvalsFor(session, requests(result)[0]!.toolCall)[0]!.argv[0]).toBe('rg')
    const { prompts } = await goOn(version, answered(result, true), tools)
    expect(values(prompts[0])).toMatchObject([{ ok: true, result: { text: 'Found 1 file\n/workspace/a' } }])
  })

  test('without policyApprovals the model is told', async () => {
    const session = asking()
    const tools = createTools(session, { policyApprovals: false })
    const { result, prompts } = await play([[execute('mv a b')]], { tools })
    expect(requests(result)).toEqual([])
    expect(values(prompts[1])[0]!.result).toMatchObject({ exit_code: 126, failure_code: 'APPROVAL_REQUIRED' })
  })

  test('what the policy does not ask about runs at once, and tools that nobody asks about have no question', async () => {
    const session = asking()
    const tools = createTools(session)
    expect(tools.read_file.needsApproval).toBeUndefined()
    expect(createTools(new Session()).execute.needsApproval).toBeUndefined()
    const { result, prompts } = await play([[execute('echo hi')]], { tools })
    expect(requests(result)).toEqual([])
    expect(values(prompts[1])[0]!.result['stdout']).toBe('hi\n')
  })
})

describe.each(versions.filter(({ major }) => major === 5))('$name, which has no approvals', ({ play }) => {
  test('tells the model, and takes nothing for approved, however often it is asked', async () => {
    const session = asking()
    const turns = [[execute('mv a b')], [execute('mv a b')], [execute('mv a b')]]
    const { prompts } = await play(turns, { tools: createTools(session) })
    for (const prompted of prompts.slice(1)) {
      expect(values(prompted)[0]!.result).toMatchObject({ exit_code: 126, failure_code: 'APPROVAL_REQUIRED' })
    }
    expect(names(session)).toEqual(['a', 'c'])
  })
})
