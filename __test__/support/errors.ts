/** Catching what a call throws, to look at it closely. */
import { SandboxError } from 'mem-sandbox'
import { expect } from 'vitest'

/** The `SandboxError` that `call` throws or rejects with. Fails when it does neither, or throws anything else. */
export async function errorOf(call: () => unknown): Promise<SandboxError> {
  let error: unknown
  try {
    await call()
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(SandboxError)
  return error as SandboxError
}

/** The error that a synchronous call throws. Fails when it throws none. */
export function errorThrown(call: () => unknown): SandboxError {
  try {
    call()
  } catch (error) {
    expect(error).toBeInstanceOf(SandboxError)
    return error as SandboxError
  }
  throw new Error('nothing was thrown')
}

/** Asserts that `call` is refused as an invalid argument, with a message that matches each pattern. */
export async function expectInvalidArgument(call: () => unknown, ...messages: Array<string | RegExp>): Promise<void> {
  const error = await errorOf(call)
  expect(error.code).toBe('INVALID_ARGUMENT')
  expect(error.category).toBe('invalid_request')
  expect(error.retryable).toBe(false)
  for (const message of messages) expect(error.message).toMatch(message)
}

/** The code of what a synchronous call throws, or `'no error'`. */
export function codeThrown(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'no error'
}
