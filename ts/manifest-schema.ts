/** The JSON Schema of manifests. */
import type { AnySchema } from './json-schema.js'

const path: AnySchema = { type: 'string', minLength: 1, pattern: '^[^\\0]+$' }
const shellText: AnySchema = { type: 'string', pattern: '^[^\\0]*$' }
const patterns: AnySchema = { type: 'array', items: shellText }
const mode: AnySchema = {
  type: 'integer',
  minimum: 0,
  maximum: 0o7777,
  default: 0o644,
  description: 'Permission bits. 493 is 0o755: the file can be run.',
}

export const manifestSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The manifest of a sandbox',
  description: 'Everything that a session starts with. Equal manifests give equal sessions.',
  type: 'object',
  required: ['version'],
  additionalProperties: false,
  properties: {
    version: { const: 1 },
    files: {
      description: 'By path, absolute or relative to /workspace. Missing parents are made.',
      type: 'object',
      propertyNames: path,
      additionalProperties: {
        anyOf: [
          { type: 'string', description: 'The text.' },
          {
            type: 'object',
            description: 'Text or bytes: exactly one of text and base64.',
            additionalProperties: false,
            properties: {
              text: { type: 'string' },
              base64: { type: 'string', pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
              mode,
            },
          },
        ],
      },
    },
    folders: { description: 'Folders that are there, also without files.', type: 'array', items: path },
    env: {
      description: 'Variables of the shell, exported.',
      type: 'object',
      propertyNames: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
      additionalProperties: shellText,
    },
    cwd: { ...path, description: 'The working folder; made when it is not there.', default: '/workspace' },
    commands: {
      description: 'The commands that exist.',
      anyOf: [{ const: 'all' }, { type: 'array', items: { ...shellText, minLength: 1 } }],
      default: 'all',
    },
    builtins: {
      description: 'The builtins of the shell that exist.',
      anyOf: [{ const: 'all' }, { type: 'array', items: { ...shellText, minLength: 1 } }],
      default: 'all',
    },
    profile: {
      description: 'What the other options start from.',
      type: 'string',
      enum: ['normal', 'hardened', 'seed'],
      default: 'normal',
    },
    language: {
      description: 'Constructs of the language by name, as in docs/host.md; false switches one off.',
      type: 'object',
      additionalProperties: { type: 'boolean' },
    },
    sedExecute: { description: "sed's e runs text as commands.", type: 'boolean', default: false },
    limits: {
      description: 'By name, as in docs/limits.md.',
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    },
    clock: {
      description: 'The virtual clock, or where it starts: an ISO 8601 time with a zone, or milliseconds since 1970.',
      anyOf: [
        { const: 'virtual' },
        {
          type: 'object',
          required: ['start'],
          additionalProperties: false,
          properties: { start: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
        },
      ],
    },
    seed: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    policy: {
      description: 'Rules, as in docs/host.md. What a host decides by code is not part of a manifest.',
      type: 'object',
      additionalProperties: false,
      properties: {
        commands: {
          type: 'object',
          additionalProperties: false,
          properties: { allow: patterns, deny: patterns },
        },
        paths: {
          type: 'object',
          additionalProperties: false,
          properties: {
            readOnly: patterns,
            writable: patterns,
            hidden: patterns,
            noDelete: patterns,
            maxFileBytes: {
              type: 'object',
              propertyNames: path,
              additionalProperties: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
            },
          },
        },
      },
    },
  },
} as const satisfies AnySchema
