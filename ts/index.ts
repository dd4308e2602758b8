/**
 * The package's main entry: the native classes with their face on.
 *
 * Compiled once, as CommonJS; the ESM entry re-exports that one, so that every class is the same in both.
 */
import { binding } from './native.js'
import { install } from './install.js'
import * as history from './history.js'
import * as manifest from './manifest.js'
import * as replaying from './replay.js'
import * as schema from './manifest-schema.js'
import * as service from './service.js'
import type * as declared from './declarations.js'

const face = install(binding)

export const Session = face.Session as unknown as typeof declared.Session
export type Session = declared.Session
export const Executor = face.Executor as unknown as typeof declared.Executor
export type Executor = declared.Executor
export const Snapshot = face.Snapshot as unknown as typeof declared.Snapshot
export type Snapshot = declared.Snapshot
export const SandboxError = face.SandboxError as unknown as typeof declared.SandboxError
export type SandboxError = declared.SandboxError
export const version: typeof declared.version = face.version

export const SandboxService = service.SandboxService as unknown as typeof declared.SandboxService
export type SandboxService = declared.SandboxService
export const MemoryHistoryStore = history.MemoryHistoryStore as unknown as typeof declared.MemoryHistoryStore
export type MemoryHistoryStore = declared.MemoryHistoryStore
export const replay: typeof declared.replay = replaying.replay
export const manifestSchema: typeof declared.manifestSchema = schema.manifestSchema
export const sessionFromManifest: typeof declared.sessionFromManifest = manifest.sessionFromManifest

export type * from './declarations.js'
