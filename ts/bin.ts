#!/usr/bin/env node
/** The program `mem-sandbox`. */
import { main } from './cli.js'

// Not process.exit(): what is still on its way to a pipe would be lost.
process.exitCode = await main(process.argv.slice(2), process)
