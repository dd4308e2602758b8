/** What host code may throw besides errors: without a text, or with one that throws when it is asked for. */

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

export const ODD_THROWS: Readonly<Record<string, () => unknown>> = {
  'an error whose message is a number': () => Object.assign(new Error('a'), { message: 5 }),
  'an error whose message is a symbol': () => Object.assign(new Error('a'), { message: Symbol('s') }),
  'an object without a prototype': () => Object.create(null) as unknown,
  'an object whose toString throws': () => ({
    toString() {
      throw 1
    },
  }),
  'an error whose message throws': () =>
    Object.defineProperty(new Error('a'), 'message', {
      get() {
        throw new Error('b')
      },
    }),
  'a revoked proxy': revoked,
  nothing: () => undefined,
  'a symbol': () => Symbol('s'),
}
