/** `docs/migration.md` names every error code and feature of the Python package, and says only what is so. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Executor, Session } from '../dist/esm/index.js'
import { CODES } from '../dist/cjs/codes.js'
import { codeThrown } from './support/errors.js'
import { root } from './support/programs.js'

const document = readFileSync(join(root, 'docs/migration.md'), 'utf8')
const errors = readFileSync(join(root, 'docs/errors.md'), 'utf8')

/** The Python package's codes, area by area. */
const PYTHON = `
  invalid_request not_found conflict quota_exceeded policy_denied operation_timeout operation_cancelled unsupported_operation
  internal_error
  invalid_path path_outside_workspace not_a_file not_a_directory root_modification same_path destination_within_source
  file_encoding_error invalid_range invalid_patch snapshot_corrupt prepared_restore_invalid path_not_found
  path_already_exists directory_not_empty stale_content patch_context_mismatch restore_candidate_mismatch
  file_size_limit_exceeded workspace_size_limit_exceeded node_limit_exceeded read_limit_exceeded snapshot_too_large
  snapshot_incompatible unsupported_node_type
  command_empty command_too_long command_syntax_invalid command_syntax_unsupported command_timeout command_cancelled
  command_internal_failure
  command_not_found invalid_argument no_match workspace_failure pipeline_limit_exceeded redirection_failure
  protected_value_rejected
  session_request_invalid session_start_invalid session_not_running session_workspace_changed session_closing
  session_closed session_policy_denied session_operation_timeout session_close_timeout session_operation_cancelled
  session_failed session_event_delivery_failed session_snapshot_restore_failed session_cleanup_failed
  snapshot_identifier_conflict snapshot_not_found snapshot_store_full snapshot_save_failed snapshot_load_failed
  snapshot_restore_failed
  event_payload_rejected event_invalid event_buffer_limit_exceeded event_sink_closed event_delivery_failed
  secret_reference_invalid secret_denied secret_not_found secret_expired secret_lease_limit_exceeded secret_lease_closed
  secret_source_unavailable secret_source_value_invalid secret_lease_cleanup_failed
  invalid_sandbox_request sandbox_not_found sandbox_identifier_conflict sandbox_service_closed sandbox_startup_failed
  sandbox_resume_failed sandbox_delete_failed session_factory_failed session_factory_cleanup_failed
`
  .trim()
  .split(/\s+/)

describe('the table of errors', () => {
  const rows = [...document.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, code, text]) => [code!, text!] as const)
  it.each(PYTHON)('has %s', (code) => {
    const row = rows.filter(([name]) => name === code)
    expect(row).toHaveLength(1)
  })

  it('has no other, and names only codes that there are', () => {
    expect(rows.map(([code]) => code)).toEqual(PYTHON)
    const known = new Set([...errors.matchAll(/^\| (?:[a-z]+ \| )?`([A-Z_]+)`/gm)].map(([, code]) => code!))
    for (const code of Object.keys(CODES)) known.add(code)
    for (const [, text] of rows) {
      for (const [, code] of text.matchAll(/`([A-Z][A-Z_]+)`/g)) expect(known, code).toContain(code)
    }
  })
})

describe('what it says is so', () => {
  const session = () => new Session({ files: { f: 'f\n', 'd/g': 'g\n' } })
  const THROWN: Array<[string, (one: Session) => unknown]> = [
    ['INVALID_ARGUMENT', (one) => one.readFile('a\0b')],
    ['ENAMETOOLONG', (one) => one.writeFile('x'.repeat(256), '')],
    ['EISDIR', (one) => one.readFile('d')],
    ['ENOTDIR', (one) => one.list('f')],
    ['EBUSY', (one) => one.remove('/workspace', { recursive: true })],
    ['EINVAL', (one) => one.move('d', 'd/e')],
    ['ENOENT', (one) => one.readFile('no')],
    ['EEXIST', (one) => one.writeFile('f', '', { ifAbsent: true })],
    ['ENOTEMPTY', (one) => one.remove('d')],
    ['STALE_CONTENT', (one) => one.writeFile('f', '', { ifHash: '0'.repeat(64) })],
    ['ENOENT', (one) => one.writeFile('no', '', { ifHash: '0'.repeat(64) })],
    ['INVALID_RANGE', (one) => one.readFile('f', { startLine: 9 })],
    ['INVALID_PATCH', (one) => one.applyPatch('no patch')],
    ['PATH_NOT_FOUND', (one) => one.applyPatch('--- a/no\n+++ b/no\n@@ -1 +1 @@\n-a\n+b\n')],
    ['PATCH_CONTEXT_MISMATCH', (one) => one.applyPatch('--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n')],
    ['ARCHIVE_CORRUPT', (one) => one.importArchive(new Uint8Array(700))],
    ['SESSION_WORKSPACE_CHANGED', (one) => one.restore(one.snapshot(), { ifRevision: 99 })],
    ['SESSION_CLOSED', (one) => (one.close(), one.readFile('f'))],
  ]
  it.each(THROWN)('%s', (code, act) => {
    expect(codeThrown(() => act(session()))).toBe(code)
  })

  it('quotas', () => {
    const executor = new Executor({ profile: 'seed' })
    const one = executor.session()
    expect(codeThrown(() => one.writeFile('big', new Uint8Array((4 << 20) + 1)))).toBe('EFBIG')
    for (let at = 0; at < 4; at += 1) one.writeFile(`b${at}`, new Uint8Array(4 << 20).subarray(at === 3 ? 1000 : 0))
    expect(codeThrown(() => one.writeFile('more', new Uint8Array(2000)))).toBe('ENOSPC')
    expect(executor.limits.nodes).toBe(10_000)
  })

  it('commands', async () => {
    const seed = new Executor({ profile: 'seed' }).session({ files: { f: 'f\n' } })
    expect(await seed.execute('')).toMatchObject({ exitCode: 0, failure: null })
    expect(await seed.execute('echo "')).toMatchObject({ exitCode: 2, failure: null })
    expect((await seed.execute('echo a # b'.padEnd((32 << 10) + 1))).failure).toMatchObject({ limit: 'scriptBytes' })
    expect((await seed.execute('a || b')).failure?.code).toBe('COMMAND_SYNTAX_UNSUPPORTED')
    expect(await seed.execute('grep none f')).toMatchObject({ exitCode: 1, stderr: '' })
    expect(await seed.execute('nope')).toMatchObject({ exitCode: 127 })
    expect(await seed.execute('echo x > no/such')).toMatchObject({ exitCode: 1 })
    expect(await seed.execute('grep none f | wc -l')).toMatchObject({ exitCode: 0, stdout: '0\n' })
    const narrow = new Session({ limits: { pipeBytes: 100 } })
    expect((await narrow.execute('seq 1000 | wc -l')).failure).toMatchObject({ limit: 'pipeBytes' })
  })
})

it('every feature of the Python package has a row', () => {
  const features = `in-memory tree;paths;atomic mutation;content hash;preconditions;text range read;binary read and write;
    unified-diff patch;command language;workspace and session snapshots;snapshot store;portable archive;fork;session;service;
    events;policy;secrets;OpenAI Agents adapter`
  for (const feature of features.split(/;\s*/)) expect(document).toMatch(new RegExp(`^\\| ${feature} \\|`, 'm'))
})
