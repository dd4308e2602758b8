import { Session } from 'mem-sandbox'
import { createTools } from 'mem-sandbox/tools'
import { createTools as agentTools } from 'mem-sandbox/openai-agents'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
test('x', () => {
  const required = createRequire(import.meta.url)('mem-sandbox')
  expect(required.Session).toBe(Session)
  expect(Object.keys(createTools(new Session()))).toHaveLength(4)
  expect(agentTools(new Session())).toHaveLength(4)
})
