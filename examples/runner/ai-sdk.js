// A task under the AI SDK, with its mock model.
import { generateText, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { createTools, systemPrompt } from 'mem-sandbox/ai-sdk'
import { MOST_TURNS, Script } from './script.js'

/** @import { Task } from './providers.js' */
/** @import { Report } from './report.js' */
/** @import { Step } from './script.js' */

/**
 * @param {Task} task @param {Report} report
 * @returns {Promise<string>} what the model says at the end
 */
export async function runWithAiSdk({ session, name, task, script }, report) {
  const result = await generateText({
    model: scriptedModel(script),
    system: `${systemPrompt(session)}\n\nUse the tools; do exactly what is asked and nothing more.`,
    prompt: task,
    tools: createTools(session),
    stopWhen: stepCountIs(MOST_TURNS),
  })
  report.begins(name)
  for (const { toolCalls, toolResults } of result.steps) {
    for (const { toolName, input } of toolCalls) report.asks(toolName, JSON.stringify(input))
    for (const { output } of toolResults) report.answers(JSON.stringify(output))
  }
  report.says(result.text)
  return result.text
}

/** @param {Step[]} steps */
function scriptedModel(steps) {
  const script = new Script(steps)
  let calls = 0
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1)
      const results = last?.role === 'tool' ? last.content : []
      const texts = results.flatMap((part) =>
        part.type === 'tool-result' && 'value' in part.output ? [JSON.stringify(part.output.value)] : [],
      )
      const next = script.next(texts)
      const done = 'text' in next
      return {
        content: done
          ? [{ type: 'text', text: next.text }]
          : next.calls.map(({ name, input }) => ({
              type: 'tool-call',
              toolCallId: `call-${(calls += 1)}`,
              toolName: name,
              input: JSON.stringify(input),
            })),
        finishReason: { unified: done ? 'stop' : 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 0, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 0, text: undefined, reasoning: undefined },
        },
        warnings: [],
      }
    },
  })
}
