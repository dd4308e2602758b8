/** The commands that a session with a network has. */
import { withSecretsFor } from '../custom.js'
import { curl } from './curl.js'
import { HELP } from './curl-table.js'
import { bytewise } from './text.js'
import { wget, WGET_HELP } from './wget.js'
import type { CommandIo, CustomCommand } from '../declarations.js'
import type { Network } from './options.js'

export { networkOptions } from './options.js'
export type { Network } from './options.js'

/** `curl` and `wget` over the host's fetch. */
export function networkCommands(network: Network): Record<string, CustomCommand> {
  const withSecrets = (io: CommandIo): Network => ({
    ...network,
    replaceSecrets: (data, url) => withSecretsFor(io, data, url),
  })
  return {
    curl: { run: (_argv, io) => curl(withSecrets(io), bytewise(io)), usage: HELP },
    wget: { run: (_argv, io) => wget(withSecrets(io), bytewise(io)), usage: WGET_HELP },
  }
}
