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
  /** The same with `streamText`: the parts that it gave. */
  stream(
    turns: AiCall[][],
    options: Record<string, unknown>,
  ): Promise<{ parts: Array<Record<string, unknown>>; prompts: Prompted[] }>
}

type Answering = (options: Prompted) => Promise<unknown>
type Model = (does: { doGenerate: Answering; doStream: Answering }) => unknown

function version(
  major: 5 | 6 | 7,
  ai: { generateText: unknown; streamText: unknown; stepCountIs?: unknown; isStepCount?: unknown },
  model: Model,
): AiVersion {
  const generateText = ai.generateText as (options: object) => Promise<AiRun>
  const streamText = ai.streamText as (options: object) => {
    fullStream: AsyncIterable<Record<string, unknown>>
  }
  const stop = (ai.stepCountIs ?? ai.isStepCount) as (count: number) => unknown
  const usage =
    major === 5
      ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
      : { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const reason = (unified: string) => (major === 5 ? unified : { unified, raw: unified })
  /** Models for a script, and what they were asked. */
  const scripted = (turns: AiCall[][]) => {
    const prompts: Prompted[] = []
    const next = (asked: Prompted) => {
      const turn = turns[prompts.length]
      prompts.push(asked)
      const number = prompts.length
      const calls = (turn ?? []).map(({ toolName, input }, index) => ({
        type: 'tool-call',
        toolCallId: `call-${number}-${index + 1}`,
        toolName,
        input: typeof input === 'string' ? input : JSON.stringify(input),
      }))
      return { calls, finishReason: reason(turn === undefined ? 'stop' : 'tool-calls'), isEnd: turn === undefined }
    }
    const doGenerate = async (asked: Prompted) => {
      const { calls, finishReason, isEnd } = next(asked)
      return { finishReason, usage, warnings: [], content: isEnd ? [{ type: 'text', text: 'done' }] : calls }
    }
    const doStream = async (asked: Prompted) => {
      const { calls, finishReason, isEnd } = next(asked)
      const text = ['text-start', 'text-delta', 'text-end'].map((type) => ({ type, id: '1', delta: 'done' }))
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...(isEnd ? text : calls),
        { type: 'finish', finishReason, usage },
      ]
      return { stream: ReadableStream.from(parts) }
    }
    return { prompts, model: model({ doGenerate, doStream }) }
  }
  const settings = (turns: AiCall[][], options: Record<string, unknown>) => ({
    stopWhen: stop(turns.length + 2),
    ...(options['messages'] === undefined && { prompt: 'go' }),
    ...options,
  })
  return {
    name: `ai ${major}`,
    major,
    async play(turns, options) {
      const { prompts, model: scriptedModel } = scripted(turns)
      return { result: await generateText({ model: scriptedModel, ...settings(turns, options) }), prompts }
    },
    async stream(turns, options) {
      const { prompts, model: scriptedModel } = scripted(turns)
      const { fullStream } = streamText({ model: scriptedModel, ...settings(turns, options) })
      const parts = []
      for await (const part of fullStream) parts.push(part)
      return { parts, prompts }
    },
  }
}

export const versions: AiVersion[] = [
  version(5, ai5, (does) => new ai5Test.MockLanguageModelV2(does as never)),
  version(6, ai6, (does) => new ai6Test.MockLanguageModelV3(does as never)),
  version(7, ai7, (does) => new ai7Test.MockLanguageModelV4(does as never)),
]

/** What the model was told of the calls of the turn before a prompt. */
export function answersIn(prompted: Prompted | undefined): Array<{ type: string; value: unknown }> {
  const message = prompted?.prompt.findLast(({ role }) => role === 'tool')
  return ((message?.content ?? []) as Array<{ output: { type: string; value: unknown } }>).map(({ output }) => output)
}
