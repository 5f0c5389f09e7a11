/**
 * Writes the values of an entry, and explains refusals. KV v2 always writes against a version (check-and-set). If the
 * token may not replace but may patch, only the difference is sent, if a patch can express it.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { utf8Length } from '../../../shared/vault/entry-facts.ts';
import { composeObject } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { SaveOutcome } from '../../../shared/vault/entry.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { capabilitiesSelf } from '../../vault/api/capabilities.ts';
import { writeKv1 } from '../../vault/api/kv-v1.ts';
import { patchKv2, VersionGone, writeKv2 } from '../../vault/api/kv-v2.ts';
import type { Written } from '../../vault/api/kv-v2.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';
import { makeMergePatch } from './merge-patch.ts';
import type { Session } from '../session/session.ts';

/** Values to write, and the base of a patch. */
export interface VersionOptions {
  readonly next: readonly Member[];
  /** The version to replace; 0: the entry must not exist. */
  readonly cas: number;
  /** The values of version `cas`, if known: without them, patching is impossible. */
  readonly base?: readonly Member[];
}

export type VersionWritten = Written & { readonly method: NonNullable<SaveOutcome['method']> };

/**
 * Writes a new version on KV v2. Rejects with `conflict` if `cas` is no longer current, and with `outcome-unknown` if
 * the write's result is unknown; after any other rejection nothing was written.
 */
export async function putVersion(
  session: Session,
  place: KnownPlace,
  { next, cas, base }: VersionOptions,
  signal?: AbortSignal,
): Promise<VersionWritten> {
  const data = composeObject(next);
  try {
    const written = await session.run(
      (caller) => writeKv2(caller, place.mount.path, place.path, data, cas),
      signal,
    );
    return { ...written, method: 'replace' };
  } catch (failure) {
    const refused = clearer(failure, utf8Length(data));
    if (refused.error.kind !== 'forbidden' || base === undefined || cas === 0) throw refused;
    return patchVersion(session, place, { next, cas, base }, refused, signal);
  }
}

async function patchVersion(
  session: Session,
  place: KnownPlace,
  { next, cas, base }: Required<VersionOptions>,
  refused: AppFailure,
  signal?: AbortSignal,
): Promise<VersionWritten> {
  if (!(await mayPatch(session, place, signal))) throw refused;
  const made = makeMergePatch(base, next, 'float64');
  if (!made.ok) {
    throw new AppFailure({
      ...refused.error,
      message: `This token may patch “${fullPath(place)}” but not replace it. A patch cannot set “${made.key}” to null: there, null means “remove”. Nothing was saved.`,
      hint: `Save without that change, or ask for a policy with “update” on “${place.mount.path}data/${place.path}”.`,
    });
  }
  const written = await sendPatch(session, place, made.patch, cas, signal);
  return { ...written, method: 'patch' };
}

/** Sends a merge patch (cas undefined: to the current version). Rejects as `putVersion` does. */
export async function sendPatch(
  session: Session,
  place: KnownPlace,
  patch: string,
  cas: number | undefined,
  signal?: AbortSignal,
): Promise<Written> {
  try {
    return await session.run((caller) => patchKv2(caller, place.mount.path, place.path, patch, cas), signal);
  } catch (failure) {
    throw clearer(failure, utf8Length(patch));
  }
}

async function mayPatch(session: Session, place: KnownPlace, signal?: AbortSignal): Promise<boolean> {
  const path = `${place.mount.path}data/${place.path}`;
  const found = await session.run((caller) => capabilitiesSelf(caller, [path]), signal);
  const capabilities = found.get(path);
  return capabilities?.has('patch') === true && !capabilities.has('deny');
}

/** Replaces an entry of KV v1 or cubbyhole. Rejects as `putVersion` does, but never with `conflict`. */
export async function putWhole(
  session: Session,
  { mount, path }: KnownPlace,
  next: readonly Member[],
  signal?: AbortSignal,
): Promise<VaultAnswer> {
  const data = composeObject(next);
  try {
    return await session.run((caller) => writeKv1(caller, mount.path, path, data), signal);
  } catch (failure) {
    throw clearer(failure, utf8Length(data));
  }
}

/**
 * Explains the refusal of a write: sizes that storage, server or proxy do not accept, and responses that are not the
 * server's own, after which the result of the write is unknown.
 */
export function clearer(failure: unknown, sentBytes: number): AppFailure {
  if (!(failure instanceof AppFailure)) throw failure;
  if (failure instanceof VersionGone) return failure;
  const { error } = failure;
  const better = ofProxy(error, sentBytes) ?? ofServer(error, sentBytes);
  return better === undefined ? failure : new AppFailure(better);
}

function ofProxy(error: AppError, sentBytes: number): AppError | undefined {
  if (error.kind !== 'bad-answer') return undefined;
  if (error.status === 413) {
    return {
      ...error,
      kind: 'too-large',
      limitBytes: sentBytes,
      message: `A proxy or similar in front of the server refused this size (${sentBytes} bytes). Nothing was saved.`,
      hint: 'Make the entry smaller, or ask for a higher limit of the proxy.',
    };
  }
  return {
    ...error,
    kind: 'outcome-unknown',
    message: `${error.message} Unknown whether the server has made the change.`,
    hint: 'Check the current version before you retry.',
  };
}

/** The servers' own limits: Vault's with status 500, OpenBao's with 400. */
const limits: readonly (readonly [said: RegExp, message: string, limitBytes?: number])[] = [
  [/string value exceeds allowed length/i, 'One text is longer than this server takes', 1024 * 1024],
  [/object exceeds allowed entry count/i, 'There are more keys in one object than this server takes'],
  [/array exceeds allowed element count/i, 'A list has more elements than this server takes'],
  [/exceeds allowed nesting depth/i, 'A value is nested deeper than this server takes'],
  [
    /exceeded maximum number of strings/i,
    'Keys and values together are more than this server takes in one request',
  ],
  [/exceeded maximum estimated memory/i, 'The request takes more memory than this server allows for one'],
  [/duplicate key '/i, 'A value has the same key twice in one object'],
  [/invalid number syntax/i, 'A number is beyond what this server takes'],
];

/** Names of the storage limit in the errors of raft, Consul and OpenBao. */
const storageLimit = /max:? (\d+) bytes|is (\d+), got|exceeds (\d+) byte limit/;

function ofServer(error: AppError, sentBytes: number): AppError | undefined {
  const said = (error.serverErrors ?? []).join('; ');
  if (/value being too large/i.test(said)) {
    const [, ...told] = storageLimit.exec(said) ?? [];
    const limit = told.join('');
    return {
      ...error,
      kind: 'too-large',
      limitBytes: limit === '' ? sentBytes : Number(limit),
      message: `The entry is larger than the server’s storage takes${limit === '' ? '' : ` (${limit} bytes)`}. Nothing was saved.`,
      hint: 'Make it smaller, or split it. The server stores <, > and & as six bytes each.',
    };
  }
  for (const [pattern, message, limitBytes] of limits) {
    if (!pattern.test(said)) continue;
    const facts = { ...error, message: `${message}. Nothing was saved.`, hint: `The server says: ${said}` };
    return limitBytes === undefined
      ? { ...facts, kind: 'invalid-request' }
      : { ...facts, kind: 'too-large', limitBytes };
  }
  return undefined;
}
