import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['__test__/**/*.test.ts'],
    // Each file gets its own process: the addon is loaded in it as an application would load it.
    pool: 'forks',
    testTimeout: 30_000,
    // The built package is loaded by Node itself, not transformed: what is tested is what users get.
    server: { deps: { external: [/\/dist\//] } },
  },
})
