/** The three majors of `ai` with their mock models: one script of turns, played in each. */
import * as ai5 from 'ai-v5'
import * as ai5Test from 'ai-v5/test'
import * as ai6 from 'ai'
import * as ai6Test from 'ai/test'
import * as ai7 from 'ai-v7'
import * as ai7Test from 'ai-v7/test'

/** A tool call, its input as an object or as the text that a model wrote. */
export interface AiCall {
  toolName: string
  input: unknown
}

/** What a model was asked. */
export interface Prompted {
  tools?: Array<{ name: string; inputSchema: { required: string[]; properties: object } }>
  prompt: Array<{ role: string; content: unknown }>
}

export interface AiRun {
  text: string
  steps: Array<{ toolResults: Array<{ output: unknown }>; content: Array<{ type: string }> }>
  content: Array<{ type: string }>
  response: { messages: unknown[] }
}

export interface AiVersion {
  name: string
  major: 5 | 6 | 7
  /** Runs `generateText` with a model that asks for the calls of each turn, and then says `done`. */
  play(turns: AiCall[][], options: Record<string, unknown>): Promise<{ result: AiRun; prompts: Prompted[] }>
}

type Model = (doGenerate: (options: Prompted) => Promise<unknown>) => unknown

function version(
  major: 5 | 6 | 7,
  ai: { generateText: unknown; stepCountIs?: unknown; isStepCount?: unknown },
  model: Model,
): AiVersion {
  const generateText = ai.generateText as (options: object) => Promise<AiRun>
  const stop = (ai.stepCountIs ?? ai.isStepCount) as (count: number) => unknown
  const usage =
    major === 5
      ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
      : { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const reason = (unified: string) => (major === 5 ? unified : { unified, raw: unified })
  return {
    name: `ai ${major}`,
    major,
    async play(turns, options) {
      const prompts: Prompted[] = []
      const doGenerate = async (asked: Prompted) => {
        const turn = turns[prompts.length]
        prompts.push(asked)
        const number = prompts.length
        const calls = (turn ?? []).map(({ toolName, input }, index) => ({
          type: 'tool-call',
          toolCallId: `call-${number}-${index + 1}`,
          toolName,
          input: typeof input === 'string' ? input : JSON.stringify(input),
        }))
        return {
          finishReason: reason(turn === undefined ? 'stop' : 'tool-calls'),
          usage,
          warnings: [],
          content: turn === undefined ? [{ type: 'text', text: 'done' }] : calls,
        }
      }
      const messages = options['messages'] === undefined ? { prompt: 'go' } : {}
      const result = await generateText({
        model: model(doGenerate),
        stopWhen: stop(turns.length + 2),
        ...messages,
        ...options,
      })
      return { result, prompts }
    },
  }
}

export const versions: AiVersion[] = [
  version(5, ai5, (doGenerate) => new ai5Test.MockLanguageModelV2({ doGenerate: doGenerate as never })),
  version(6, ai6, (doGenerate) => new ai6Test.MockLanguageModelV3({ doGenerate: doGenerate as never })),
  version(7, ai7, (doGenerate) => new ai7Test.MockLanguageModelV4({ doGenerate: doGenerate as never })),
]

/** What the model was told of the calls of the turn before a prompt. */
export function answersIn(prompted: Prompted | undefined): Array<{ type: string; value: unknown }> {
  const message = prompted?.prompt.findLast(({ role }) => role === 'tool')
  return ((message?.content ?? []) as Array<{ output: { type: string; value: unknown } }>).map(({ output }) => output)
}
