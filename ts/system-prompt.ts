/** The text that tells a model where it is: which language, which commands, which patch format. */
import { checkedSets } from './tools/set-names.js'
import { openSession } from './tools/source.js'
import type { Session } from './declarations.js'
import type { ToolSetName } from './tools/set-names.js'
import type { SessionSource } from './tools/source.js'

/** Where the sandbox lists its commands, as on any machine. */
const COMMAND_FOLDER = '/usr/bin'

/** Whether the session's host gave it a way to the network: its commands are there then. */
export function hasNetwork(session: Session): boolean {
  try {
    return session.stat(`${COMMAND_FOLDER}/curl`).kind === 'file'
  } catch {
    return false
  }
}

/** The constructs of the language that the session does not have, by name. */
export function switchedOff(session: Session): string[] {
  // A stand-in for a session may say nothing of it.
  const off = Object.entries(session.language ?? {}).filter(([, on]) => !on)
  return off.map(([name]) => name)
}

/** What a model has to know of the language. */
function languageOf(session: Session): string {
  const off = switchedOff(session)
  const whole =
    'The language is bash 5.2: quoting, variables, pipes, redirections, here-documents, globs, command substitution, loops, functions.'
  if (off.length === 0) return whole
  const refused = 'A script that uses any of it is refused whole, exit code 2, and nothing of it runs.'
  if (off.length < Object.keys(session.language).length) {
    const words = off.map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    return `The language is bash 5.2 without ${words.join(', ')}. ${refused}`
  }
  return `The language is a small part of bash: words, '…' and "…", $NAME and \${NAME}, command lines joined by ; and &&, pipelines, and > and >> to a file. Quote * ? [ ] { } ~ where they are meant as they stand. Everything else of bash is not there. ${refused}`
}

/** What a prompt speaks of. */
export interface SystemPromptOptions {
  /** The ready sets whose tools the model has. Default: `['core']`. */
  sets?: readonly ToolSetName[]
}

/**
 * A text for the system prompt (an agent's instructions) that goes with the tools of `session`.
 *
 * It names the commands that this session really has. About 2 KB; made once, before the first turn. A session that is
 * opened later is opened for it, and the text comes as a promise.
 *
 * Errors: `INVALID_ARGUMENT` for what is no set.
 */
export function systemPrompt(session: Session, options?: SystemPromptOptions): string
export function systemPrompt(session: () => Session | Promise<Session>, options?: SystemPromptOptions): Promise<string>
export function systemPrompt(session: SessionSource, options?: SystemPromptOptions): string | Promise<string>
export function systemPrompt(session: SessionSource, options: SystemPromptOptions = {}): string | Promise<string> {
  const sets = checkedSets(options.sets, 'options.sets')
  if (typeof session !== 'function') return promptFor(session, sets)
  return openSession(session).then((opened) => promptFor(opened, sets))
}

/** Where the session is and what it can reach. */
export function surroundings(session: Session): string {
  const reach = hasNetwork(session)
    ? 'The network is reached with curl and wget only, as far as the rules of the host allow.'
    : 'Nothing there reaches a real machine, and there is no network.'
  return `a file system and a shell that exist in memory only. Your files are in ${session.cwd}. ${reach}`
}

function promptFor(session: Session, sets: readonly ToolSetName[]): string {
  const hasShell = sets.includes('core') || sets.includes('shell')
  const parts = [
    `You have a sandbox: ${surroundings(session)}`,
    hasShell && shellPart(session),
    sets.includes('core') && CORE_FILES,
    sets.includes('files') && filesPart(hasShell),
    sets.includes('editor') && EDITOR,
    sets.includes('memory') && MEMORY,
    sets.includes('core') && PATCHES,
    ANSWERS,
  ]
  return parts.filter((part) => part !== false).join('\n\n')
}

function shellPart(session: Session): string {
  const commands = session.list(COMMAND_FOLDER).map((entry) => entry.name)
  const network = hasNetwork(session)
  const { builtins } = session
  const ownBuiltins =
    builtins.length > 40
      ? "and bash's builtins"
      : `and the builtins ${builtins.filter((name) => !commands.includes(name)).join(' ')}`
  return `Shell (tool execute). ${languageOf(session)} Data is bytes, the locale is C.UTF-8, standard input is empty. The working directory, variables and functions stay from call to call. Time is virtual: sleep costs nothing. What is not supported says so and fails; it never pretends.
Commands: ${commands.join(' ')}
${ownBuiltins}. There is no git, python, node, npm${network ? '' : ', curl'} or package manager, and nothing can be installed.`
}

const CORE_FILES =
  'Files. read_file shows text with its content_hash. write_file replaces or creates a whole file. apply_patch changes parts of files; prefer it for edits. Read a file before you patch it, and pass its content_hash, so that an edit never lands on something that changed in between.'

function filesPart(hasShell: boolean): string {
  const rather = hasShell ? ' Use these rather than cat, sed -i, find and grep in the shell.' : ''
  return `Files (tools Read, Write, Edit, Glob, Grep). Glob finds files by patterns of their paths, Grep by what is in them. Read shows lines behind their numbers. Edit replaces a text that must be in the file exactly once, or everywhere with replace_all; read the file first, and give old_string as the file has it, without line numbers. Write makes a new file, or replaces a whole one.${rather}`
}

const EDITOR =
  'Editor (tool str_replace_based_edit_tool). view shows a file with line numbers or a folder, create writes a whole file, str_replace replaces a text that must be in the file exactly once, insert puts lines after a line, undo_edit takes back the last change of a file.'

const MEMORY =
  'Memory (tool memory). Files below /memories are your notes from earlier work. Look at /memories before you begin, and write down there what will be needed later.'

const PATCHES = `Patches (tool apply_patch). Either form works, any number of files in one patch, all or nothing:
--- a/demo/app.conf
+++ b/demo/app.conf
@@ -1,2 +1,2 @@
 name=demo
-cache=false
+cache=true
or
*** Begin Patch
*** Update File: demo/app.conf
@@
 name=demo
-cache=false
+cache=true
*** End Patch
Lines start with a space (context), - (removed) or + (added). Context must match the file exactly. /dev/null on one side, or *** Add File: and *** Delete File:, creates and deletes; *** Move to: renames.`

const ANSWERS =
  'Every tool answers with JSON: {"ok":true,"result":…} or {"ok":false,"error":…}. An error with "correctable":true can be mended by another input; with "retryable":true the same call may work later.'
