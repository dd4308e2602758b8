/**
 * The error codes that only TypeScript has, with their categories. `docs/errors.md` lists them, and a test holds the two
 * together; the codes of the core are in `src/session/error.rs`.
 */
import { SandboxError } from './errors.js'
import type { ErrorCategory } from './declarations.js'

export const CODES = {
  EVENT_DELIVERY_FAILED: 'internal',
  FEATURE_UNSUPPORTED: 'unsupported',
  HISTORY_CLOSED: 'conflict',
  INVALID_SANDBOX_REQUEST: 'invalid_request',
  INVALID_TOOL_INPUT: 'invalid_request',
  JOURNAL_INVALID: 'invalid_request',
  SANDBOX_CLOSED: 'conflict',
  SANDBOX_CLOSING: 'conflict',
  SANDBOX_DELETE_FAILED: 'internal',
  SANDBOX_FROZEN: 'conflict',
  SANDBOX_IDENTIFIER_CONFLICT: 'conflict',
  SANDBOX_NOT_FOUND: 'not_found',
  SANDBOX_QUOTA_EXCEEDED: 'quota_exceeded',
  SANDBOX_RESUME_FAILED: 'internal',
  SANDBOX_SERVICE_CLOSED: 'conflict',
  SANDBOX_SETUP_FAILED: 'internal',
  SANDBOX_STARTUP_FAILED: 'internal',
  SANDBOX_SUSPENDED: 'conflict',
  SANDBOX_SUSPEND_FAILED: 'internal',
  SECRET_DENIED: 'policy_denied',
  SECRET_LIMIT_EXCEEDED: 'quota_exceeded',
  SECRET_NOT_FOUND: 'not_found',
  SECRET_SOURCE_UNAVAILABLE: 'internal',
  SESSION_NOT_FOUND: 'not_found',
  TOOL_UNSUPPORTED: 'unsupported',
} as const satisfies Record<string, ErrorCategory>

/** Those where the same call may succeed later. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'SANDBOX_DELETE_FAILED',
  'SANDBOX_RESUME_FAILED',
  'SANDBOX_SUSPEND_FAILED',
])

/** An error with one of these codes. */
export function coded(
  code: keyof typeof CODES,
  message: string,
  details?: Record<string, unknown>,
  cause?: unknown,
): SandboxError {
  const facts = { code, category: CODES[code], message, retryable: RETRYABLE.has(code), ...(details && { details }) }
  return new SandboxError(facts, cause === undefined ? undefined : { cause })
}
