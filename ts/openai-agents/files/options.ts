/** What a run can be told about its workspace, and the checks of it. */
import * as check from '../../arguments.js'
import { invalidArgument } from '../../errors.js'
import { checkSessionName } from '../../backend.js'
import { Sandbox } from './sandbox.js'
import type { FileOutput, Input } from '../../backend.js'

/** How the workspace of a named session begins. */
export type Seed = 'replace' | 'resume' | 'resume-or-create' | 'update'

/** The files of one run: what goes in, what comes out, and what is kept. */
export interface WorkspaceOptions {
  /**
   * Files that a new workspace begins with: `{ path, data, mode? }`, the path of a file of the host, or a `file:` URL. Names
   * are checked and files of the host are looked for before the model is asked; their bytes are read when the sandbox starts.
   */
  inputFiles?: readonly Input[]
  /**
   * Called for each file that is new, renamed or has another content than at the beginning, in the order of the paths, one
   * after another. What is waited for may take `timeouts.callbackMs`.
   */
  onFileOutput?: (file: FileOutput) => void | Promise<void>
  /** Called once before the outputs, with everything below `/workspace`: sorted absolute paths. Not where no sandbox was started. */
  onWorkspaceSnapshot?: (paths: string[]) => void | Promise<void>
  /** The name of a session, whose files are kept from run to run. Runs of one name wait for each other. */
  session?: string
  /**
   * How a session begins. `'resume-or-create'` (default): as it was left; where there is none, with the inputs. `'resume'`:
   * as it was left; where there is none, the run is refused with `SessionNotFoundError`. `'replace'`: with the inputs; what
   * was there stays until the sandbox in its place has started. `'update'`: as it was left, with the inputs written over it.
   */
  seed?: Seed
  /** When files are handed over: after runs that succeeded, or after all that ended. Default `'success'`. */
  emit?: 'success' | 'always'
  /** Tell `onFileOutput` of files that are gone, too (`change: 'deleted'`). Default false; the report has them in any case. */
  reportDeletions?: boolean
  /** The sandbox of the run, where no tool of it can be seen from the agent, such as behind `asTool()`. Must agree with those that can. */
  sandbox?: Sandbox
  /** Real milliseconds for what could otherwise last for ever. */
  timeouts?: WorkspaceTimeouts
}

export interface WorkspaceTimeouts {
  /** Starting the sandbox. Default 120,000. */
  bootMs?: number
  /** Each step at the end: stopping what runs, freezing, reading, keeping. Default 30,000. */
  stepMs?: number
  /** Each call of a callback. Default 60,000. */
  callbackMs?: number
}

/** The same, checked, with its defaults. */
export type CheckedWorkspace = Omit<WorkspaceOptions, 'timeouts' | 'emit' | 'inputFiles'> & {
  inputFiles: readonly Input[]
  emit: 'success' | 'always'
  timeouts: Required<WorkspaceTimeouts>
}

const DEFAULT_TIMEOUTS: Required<WorkspaceTimeouts> = { bootMs: 120_000, stepMs: 30_000, callbackMs: 60_000 }

const shape = check.options(
  {
    // Looked at one by one by `prepareInputs`.
    inputFiles: check.list((value) => value, 'an array of files'),
    onFileOutput: check.callback,
    onWorkspaceSnapshot: check.callback,
    session: checkSessionName,
    seed: check.oneOf('replace', 'resume', 'resume-or-create', 'update'),
    emit: check.oneOf('success', 'always'),
    reportDeletions: check.boolean,
    sandbox: check.instance(Sandbox, 'a Sandbox'),
    timeouts: check.options({ bootMs: check.timerMs, stepMs: check.timerMs, callbackMs: check.timerMs }),
  },
  ({ session, seed, inputFiles }, argument) => {
    if (session === undefined && seed !== undefined && seed !== 'replace') {
      throw invalidArgument(`${argument}.seed`, "'replace' or left out where there is no session", seed)
    }
    if (seed === 'resume' && Array.isArray(inputFiles) && inputFiles.length > 0) {
      throw invalidArgument(`${argument}.seed`, "'update' to write inputFiles over a session that is resumed", seed)
    }
  },
)

/** Errors: `INVALID_ARGUMENT`. */
export function checkWorkspace(options: WorkspaceOptions | undefined): CheckedWorkspace {
  const checked = (shape(options, 'options.workspace') ?? {}) as WorkspaceOptions
  const { timeouts, emit = 'success', inputFiles = [], ...rest } = checked
  return { ...rest, inputFiles, emit, timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts } }
}
