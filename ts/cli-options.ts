/** The command line's options, read as bash reads its own: before the first operand, `--` ends them. */

export type CommandLine =
  | { problem: string }
  | { action: 'help' }
  | { action: 'version' }
  | (Common & { action: 'prompt'; interactive: boolean | 'auto' })
  | (Common & { action: 'command' | 'script'; subject: string; args: string[] })

export interface Common {
  json: boolean
  errexit: boolean
  /** A folder of this machine of which the sandbox starts on a copy. */
  root: string | undefined
}

export function parseOptions(args: string[]): CommandLine {
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
