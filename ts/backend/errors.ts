/** The errors of sandboxes that could not be made. */
import { CODES } from '../codes.js'
import { SandboxError } from '../errors.js'

function named(error: { prototype: SandboxError }, name: string): void {
  // On the prototype, as in Node's own errors.
  Object.defineProperty(error.prototype, 'name', { value: name, writable: true, configurable: true })
}

/** A sandbox could not be started or made ready. Not for the model: it ends the run. */
export class SandboxSetupError extends SandboxError {
  constructor(message: string, options: { code?: keyof typeof CODES; details?: object; cause?: unknown } = {}) {
    const { code = 'SANDBOX_SETUP_FAILED', details, cause } = options
    const facts = { code, category: CODES[code], message, ...(details && { details: { ...details } }) }
    super(facts, cause === undefined ? undefined : { cause })
  }
}
named(SandboxSetupError, 'SandboxSetupError')

/** There is no session of this name to go on with. */
export class SessionNotFoundError extends SandboxSetupError {
  readonly sessionName: string

  constructor(sessionName: string) {
    super(`there is no session ${JSON.stringify(sessionName)}: start it without resuming, or with 'resume-or-create'`, {
      code: 'SESSION_NOT_FOUND',
      details: { session: sessionName },
    })
    this.sessionName = sessionName
  }
}
named(SessionNotFoundError, 'SessionNotFoundError')

/** A spec asks for what a backend can't do. `feature` names it as the spec does: `image`, `packages`, `limits.cpus` … */
export class UnsupportedFeatureError extends SandboxSetupError {
  readonly feature: string
  readonly backend: string

  constructor(feature: string, backend: string, why: string) {
    super(`the backend '${backend}' does not support ${feature}: ${why}`, {
      code: 'FEATURE_UNSUPPORTED',
      details: { feature, backend },
    })
    this.feature = feature
    this.backend = backend
  }
}
named(UnsupportedFeatureError, 'UnsupportedFeatureError')
