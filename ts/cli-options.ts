/** The command line's options, read as bash reads its own: before the first operand, `--` ends them. */

import { TOOL_SETS } from './tools.js'
import type { ToolSetName } from './tools.js'

export type CommandLine =
  | { problem: string }
  | { action: 'help'; about?: 'mcp' }
  | { action: 'version' }
  | McpCommand
  | (Common & { action: 'prompt'; interactive: boolean | 'auto' })
  | (Common & { action: 'command' | 'script'; subject: string; args: string[] })

/** `mem-sandbox mcp`. */
export interface McpCommand {
  action: 'mcp'
  /** The ready sets whose tools are offered. */
  sets: ToolSetName[] | undefined
  /** Paths of this machine. */
  root: string | undefined
  load: string | undefined
  save: string | undefined
}

export interface Common {
  json: boolean
  errexit: boolean
  /** A folder of this machine of which the sandbox starts on a copy. */
  root: string | undefined
}

export function parseOptions(args: string[]): CommandLine {
  // A script of that name is ./mcp.
  if (args[0] === 'mcp') return parseMcpOptions(args.slice(1))
  let json = false
  let root: string | undefined
  let errexit = false
  let command = false
  let interactive: boolean | 'auto' = 'auto'
  const operands = [...args]
  for (let word = operands[0]; word !== undefined; word = operands[0]) {
    if (word === '--') {
      operands.shift()
      break
    }
    if (word === '-' || !word.startsWith('-')) break
    operands.shift()
    if (word.startsWith('--')) {
      if (word === '--help') return { action: 'help' }
      if (word === '--version') return { action: 'version' }
      if (word === '--root' || word.startsWith('--root=')) {
        root = word.startsWith('--root=') ? word.slice('--root='.length) : operands.shift()
        if (root === undefined || root === '') return { problem: '--root needs a folder' }
        continue
      }
      if (word !== '--json') return { problem: `unknown option ${word}` }
      json = true
      continue
    }
    for (const letter of word.slice(1)) {
      if (letter === 'c') command = true
      else if (letter === 'e') errexit = true
      else if (letter === 'i') interactive = true
      else if (letter === 'h') return { action: 'help' }
      else return { problem: `unknown option -${letter}` }
    }
  }
  const [subject, ...rest] = operands
  if (command) {
    if (subject === undefined) return { problem: '-c needs a command' }
    return { action: 'command', subject, args: rest, json, errexit, root }
  }
  if (subject !== undefined && subject !== '-') return { action: 'script', subject, args: rest, json, errexit, root }
  if (rest.length > 0) return { problem: `arguments need a script: ${rest.join(' ')}` }
  return { action: 'prompt', interactive: subject === '-' ? false : interactive, json, errexit, root }
}

function parseMcpOptions(args: string[]): CommandLine {
  const values = new Map<string, string>()
  const words = [...args]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--help' || word === '-h') return { action: 'help', about: 'mcp' }
    const [, name, attached] = /^--(root|load|save|tools)(?:=(.*))?$/s.exec(word) ?? []
    if (name === undefined)
      return { problem: `unknown ${word.startsWith('-') ? 'option' : 'argument'} of mcp: ${word}` }
    const value = attached ?? words.shift()
    if (value === undefined || value === '') {
      const what = name === 'root' ? 'a folder' : name === 'tools' ? `sets of tools: ${TOOL_SETS.join(', ')}` : 'a file'
      return { problem: `--${name} needs ${what}` }
    }
    values.set(name, value)
  }
  const [root, load, save] = ['root', 'load', 'save'].map((name) => values.get(name))
  if (root !== undefined && load !== undefined) return { problem: '--root and --load exclude each other' }
  const sets = values.get('tools')?.split(',')
  const unknown = sets?.find((name) => !TOOL_SETS.includes(name as ToolSetName))
  if (unknown !== undefined)
    return { problem: `--tools: there is no set ${unknown}; there are ${TOOL_SETS.join(', ')}` }
  return { action: 'mcp', sets: sets as ToolSetName[] | undefined, root, load, save }
}
