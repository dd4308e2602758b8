/** What the declarations promise to a CommonJS application. Compiled, never run. */
import face = require('mem-sandbox')
import tools = require('mem-sandbox/tools')
import agents = require('mem-sandbox/openai-agents')
import { Agent } from '@openai/agents'
import ai = require('mem-sandbox/ai-sdk')
import mcp = require('mem-sandbox/mcp')
import deepagents = require('mem-sandbox/deepagents')
import backends = require('mem-sandbox/backend')

export function uses(): unknown {
  const session: face.Session = new face.Session({ env: { A: '1' } })
  const bytes: Uint8Array = session.readFile('b', { encoding: 'bytes' })
  const error = new face.SandboxError({ code: 'X', category: 'internal', message: 'x' })
  return [
    bytes,
    error.code,
    tools.createTools(session).read_file.name,
    agents.createTools(session),
    new agents.MemSandboxClient().create(),
    agents.run(new Agent({ name: 'a', tools: agents.defineSandbox().tools() }), 'go', {
      workspace: { inputFiles: ['a'] },
    }),
    agents
      .run(new Agent({ name: 'a', tools: [agents.sandboxExec()] }), 'go', { stream: true })
      .then((r) => r.completed),
    agents.endSession('s', { backend: agents.memory() }),
    ai.createTools(session).execute,
    mcp.serveStdio({ session, tools: { timeoutSeconds: 5 } }),
    deepagents.createBackend(session).execute('true'),
    backends.memory({ base: session.snapshot() }).open({ network: backends.allow([]) }, { mode: 'create', inputs: [] }),
    session.fs.promises.readFile('a', 'utf8'),
  ]
}
