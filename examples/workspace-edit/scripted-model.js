// The model of the example's default run: it plays a good editor's turns through the real runner. Only what a model
// would learn from the tools' answers (the content hash) is taken from them.
import { ScriptedModel, assistantMessage, functionCall, modelResponder } from '@openai/agents/testing'

/** @import { RecordedModelCall } from '@openai/agents/testing' */

const PATCH = `--- a/demo/report.txt
+++ b/demo/report.txt
@@ -1 +1 @@
-status=pending
+status=complete
`

/** A fresh script: each run consumes one. */
export function scriptedModel() {
  return new ScriptedModel([
    [
      functionCall(
        'write_file',
        {
          path: 'demo/report.txt',
          content: 'status=pending\n',
          write_condition: 'path_must_not_exist',
          expected_hash: null,
          create_parents: true,
        },
        { callId: 'call-1' },
      ),
    ],
    [readReport('call-2')],
    modelResponder((call) => [
      functionCall(
        'apply_patch',
        {
          patch: PATCH,
          expected_hashes: [{ path: 'demo/report.txt', content_hash: lastResult(call).content_hash }],
        },
        { callId: 'call-3' },
      ),
    ]),
    [readReport('call-4')],
    modelResponder((call) => [
      assistantMessage(`demo/report.txt now holds ${JSON.stringify(lastResult(call).content)}.`),
    ]),
  ])
}

/** @param {string} callId */
function readReport(callId) {
  return functionCall('read_file', { path: 'demo/report.txt', start_line: null, end_line: null }, { callId })
}

/**
 * The `result` of the last tool answer that the model was given.
 *
 * @param {RecordedModelCall} call
 * @returns {{ content_hash: string, content: string }}
 */
function lastResult(call) {
  const { input } = call.request
  const last = typeof input === 'string' ? undefined : input.findLast((item) => item.type === 'function_call_result')
  const output = last?.output
  const text = typeof output === 'string' ? output : output && 'text' in output ? output.text : undefined
  const answer = JSON.parse(text ?? 'null')
  if (!answer?.ok) throw new Error(`the script expects every tool to succeed, but got ${text}`)
  return answer.result
}
