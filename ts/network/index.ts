/** The commands that a session with a network has. */
import { curl } from './curl.js'
import { HELP } from './curl-table.js'
import { wget, WGET_HELP } from './wget.js'
import type { CustomCommand } from '../declarations.js'
import type { Network } from './options.js'

export { networkOptions } from './options.js'
export type { Network, ReplaceSecrets } from './options.js'

/** `curl` and `wget` over the host's fetch. */
export function networkCommands(network: Network): Record<string, CustomCommand> {
  return {
    curl: { run: (_argv, io) => curl(network, io), usage: HELP },
    wget: { run: (_argv, io) => wget(network, io), usage: WGET_HELP },
  }
}
