/** Manifests: one document, the same session each time; what is wrong with one is said by name. */
import { SandboxService, manifestSchema, sessionFromManifest } from 'mem-sandbox'
import { describe, expect, test } from 'vitest'
import { errorOf } from './support/errors.js'
import type { SandboxManifest } from 'mem-sandbox'

const manifest: SandboxManifest = {
  version: 1,
  files: {
    'src/a.txt': 'text\n',
    '/workspace/run.sh': { text: '#!/bin/bash\necho "run $1"\n', mode: 0o755 },
    bin: { base64: '/wCA' },
    'ünï/😀': '',
  },
  folders: ['empty/deep', 'src'],
  env: { NAME: 'value' },
  cwd: 'src',
  commands: ['bash', 'cat', 'ls', 'od', 'date', 'mktemp'],
  limits: { steps: 100_000 },
  clock: { start: '2030-01-01T00:00:00Z' },
  seed: 7,
  policy: { paths: { readOnly: ['src'] } },
}
const script =
  'pwd; ../run.sh 1; cat a.txt; ls -lR ..; od -An -tx1 ../bin; echo $NAME $RANDOM; mktemp -u; date; echo > b'

test('B265: the same manifest gives the same hash and the same outputs, whatever the order of its keys', async () => {
  const reversed = JSON.parse(
    JSON.stringify({
      ...Object.fromEntries(Object.entries(manifest).toReversed()),
      files: Object.fromEntries(Object.entries(manifest.files!).toReversed()),
      folders: manifest.folders!.toReversed(),
    }),
  ) as SandboxManifest
  const service = new SandboxService()
  const sessions = [
    sessionFromManifest(manifest),
    sessionFromManifest(reversed),
    service.get(await service.create({ manifest })),
  ]
  const results = await Promise.all(sessions.map((session) => session.execute(script)))
  const [first] = results
  expect(first!.stdout).toContain('run 1\ntext\n')
  expect(first!.stdout).toContain('Tue Jan  1 00:00:00 UTC 2030')
  expect(first!.stderr).toBe('bash: line 1: b: Permission denied\n')
  expect(first!.stdout).toContain(' ff 00 80\n')
  for (const result of results) {
    expect(result.stdout).toBe(first!.stdout)
    expect(result.usage.steps).toBe(first!.usage.steps)
  }
  expect(new Set(sessions.map((session) => session.contentHash)).size).toBe(1)
  expect((await sessions[0]!.execute('grep x')).exitCode).toBe(127)
  expect(sessions[0]!.limits.steps).toBe(100_000)
})

test('custom commands and sinks come besides', async () => {
  const service = new SandboxService()
  const kinds: string[] = []
  const handle = await service.create({
    manifest: { version: 1 },
    custom: { hello: { run: () => 'hello\n' } },
    onEvent: ({ kind }) => kinds.push(kind),
  })
  expect((await service.get(handle).execute('hello')).stdout).toBe('hello\n')
  expect(kinds).toEqual(['sandbox.created', 'operation.started', 'operation.completed'])
  const error = await errorOf(() => service.create({ manifest: { version: 1 }, files: {} } as never))
  expect(error.code).toBe('INVALID_SANDBOX_REQUEST')
})

describe('refused', () => {
  const problems = async (document: object) => {
    const error = await errorOf(() => sessionFromManifest(document as never))
    expect(error.code).toBe('INVALID_SANDBOX_REQUEST')
    return (error.details!['problems'] as Array<{ path: string; message: string }>).map(
      ({ path, message }) => `${path} ${message}`,
    )
  }

  test.each<[object, string]>([
    [{}, '/version is missing'],
    [{ version: 2 }, '/version must be 1, not 2'],
    [{ version: 1, file: {} }, '/file is not known; known are: version, files,'],
    [{ version: 1, files: { a: 7 } }, '/files/a must be a string or an object, not 7'],
    [{ version: 1, files: { a: { txt: '' } } }, '/files/a/txt is not known; known are: text, base64, mode'],
    [{ version: 1, files: { a: {} } }, '/files/a must have exactly one of text and base64'],
    [{ version: 1, files: { a: { text: '', base64: '' } } }, '/files/a must have exactly one of text and base64'],
    [{ version: 1, files: { a: { base64: 'x' } } }, '/files/a/base64 must match'],
    [{ version: 1, files: { a: { text: '', mode: 99999 } } }, '/files/a/mode must be from 0 to 4095, not 99999'],
    [{ version: 1, files: { a: '1', './a': '2' } }, '/files/.~1a is the same file as "a"'],
    [{ version: 1, files: { a: '1', 'a/b': '2' } }, '/files/a~1b needs a folder where /workspace/a is a file'],
    [{ version: 1, files: { 'a/': '1' } }, '/files/a~1 must name a file'],
    [{ version: 1, files: { '': '1' } }, '/files/ has a name that must not be empty'],
    [{ version: 1, files: { a: '1' }, folders: ['a'] }, '/folders/0 is a file'],
    [{ version: 1, files: { a: '\ud800' } }, '/files/a must be text without lone surrogates'],
    [{ version: 1, env: { '1A': 'x' } }, '/env/1A has a name that must match'],
    [{ version: 1, env: { A: 'x\0' } }, '/env/A must match'],
    [{ version: 1, limits: { steps: 0 } }, '/limits/steps must be from 1 to'],
    [{ version: 1, clock: 'real' }, '/clock must be "virtual" or an object, not "real"'],
    [{ version: 1, policy: { decide: true } }, '/policy/decide is not known'],
    [{ version: 1, seed: -1 }, '/seed must be from 0 to'],
    [{ version: 1, limits: { stepss: 5 } }, ' cannot be made: options.limits has no option "stepss"'],
    [{ version: 1, limits: { fileBytes: 1 }, files: { a: 'xx' } }, ' cannot be made: '],
  ])('%j', async (document, problem) => {
    expect((await problems(document)).some((one) => one.startsWith(problem))).toBe(true)
  })

  test('every problem is named', async () => {
    expect(await problems({ version: 1, seed: 'x', cwd: 7, env: [] })).toHaveLength(3)
  })
})

test('the schema says of each property what it is', () => {
  expect(JSON.parse(JSON.stringify(manifestSchema))).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['version'],
    additionalProperties: false,
  })
})
