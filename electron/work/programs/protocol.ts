/**
 * The language between launcher and app: frames of JSON over the socket. One request and one answer per connection,
 * except for `mount` and `mcp`.
 */
import * as z from 'zod/mini';
import type { ProgramCode } from '../../../shared/vault/programs.ts';

export const protocolVersion = 1;

/** Most references of one request. */
export const mostReferences = 1000;

const text = z.string().check(z.maxLength(65_536));
const path = z.string().check(z.minLength(1), z.maxLength(4096), z.startsWith('/'));
const protocol = { protocol: z.literal(protocolVersion) };
const references = z
  .array(z.strictObject({ name: text, reference: text }))
  .check(z.maxLength(mostReferences));

/** Requests by their command. */
export const programRequest = z.discriminatedUnion('command', [
  z.strictObject({
    ...protocol,
    command: z.literal('run'),
    /** As found in PATH, not resolved. */
    program: path,
    argv: z.array(text).check(z.minLength(1), z.maxLength(10_000)),
    references,
    /** The launcher stays as the parent of the program. */
    stays: z.boolean(),
  }),
  z.strictObject({
    ...protocol,
    command: z.literal('read'),
    references: references.check(z.minLength(1)),
    to: z.enum(['pipe', 'file', 'terminal']),
    file: z.exactOptional(path),
  }),
  z.strictObject({ ...protocol, command: z.literal('inject'), references, template: path, file: path }),
  z.strictObject({
    ...protocol,
    command: z.literal('mount'),
    file: path,
    references,
    template: z.exactOptional(path),
  }),
  z.strictObject({
    ...protocol,
    command: z.literal('ls'),
    /** Empty: the open connections. */
    reference: text,
    /** Answers `denied` where a question would be needed; for completion in a shell. */
    quiet: z.exactOptional(z.boolean()),
  }),
  z.strictObject({ ...protocol, command: z.literal('env'), reference: text }),
  z.strictObject({ ...protocol, command: z.literal('status') }),
  z.strictObject({ ...protocol, command: z.literal('mcp') }),
]);

export type ProgramRequest = z.output<typeof programRequest>;

/** A reference that a program asks for, under the name that the value gets. */
export interface NamedReference {
  readonly name: string;
  readonly reference: string;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface ProgramError {
  readonly code: ProgramCode;
  /** Two sentences: the event, and the way on. */
  readonly message: string;
  readonly advice: string;
}

/** Values for the launcher; `leases`: it keeps the connection open until the program has ended. */
export interface GivenValues {
  readonly values: readonly NamedValue[];
  readonly leases: boolean;
}

export interface ConnectionState {
  readonly name: string;
  readonly state: 'open' | 'closed';
}

export type ProgramAnswer =
  | { readonly ok: GivenValues }
  | { readonly ok: { readonly names: readonly string[] } }
  | { readonly ok: { readonly lines: readonly string[] } }
  | {
      readonly ok: {
        readonly version: string;
        readonly locked: boolean;
        readonly connections: readonly ConnectionState[];
      };
    }
  | { readonly ok: Readonly<Record<string, never>> }
  | { readonly error: ProgramError };
