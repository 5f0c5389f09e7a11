/**
 * What each call takes, checked before a handler sees it: strict objects (an unknown field is refused), a maximum length
 * for every text. The table is complete by type: a call without a schema does not compile.
 */
import * as z from 'zod/mini';
import type { CallName, Input } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import { systemCards } from '../../../shared/vault/system.ts';
import {
  atPath,
  colour,
  fileHandle,
  filePurpose,
  id,
  inSession,
  keyText,
  maybe,
  memory,
  mountPath,
  originText,
  pathText,
  shortText,
  target,
  targetShape,
  versionNumber,
} from './fields.ts';
import {
  accessor,
  consoleRequest,
  login,
  namespace,
  pointer,
  secretKind,
  tokenChoice,
  tokenWish,
  where,
  wrapTtl,
  wrapWhat,
} from './service-fields.ts';

const none = z.strictObject({});

/** The largest value of an entry that can be saved at all is bounded by the client's body limit. */
const rawJson = z.string().check(z.minLength(1), z.maxLength(32 * 1024 * 1024));
const change = z.union([
  z.strictObject({ op: z.literal('set'), key: keyText, rawJson }),
  z.strictObject({ op: z.literal('remove'), key: keyText }),
]);

const changes = z.array(change).check(z.maxLength(20_000));
const versions = z.array(versionNumber).check(z.maxLength(10_000));

/** As Vault writes durations; the server has the last word. */
const durationText = z.string().check(z.maxLength(64));
const mountConfig = z.strictObject({
  maxVersions: z.int().check(z.gte(0), z.lte(1_000_000_000)),
  casRequired: z.boolean(),
  deleteVersionAfter: durationText,
});
const metadataSettings = z.strictObject({
  maxVersions: z.int().check(z.gte(0), z.lte(1_000_000_000)),
  casRequired: z.boolean(),
  deleteVersionAfter: durationText,
  // Vault takes 64 pairs of 128 and 512 bytes; more is refused by it, in its words.
  customMetadata: z.record(z.string().check(z.maxLength(1024)), z.string().check(z.maxLength(8192))),
});

/** The largest text that a person pastes or a draft holds: an entry of the largest size, as JSON in JSON. */
const longText = z.string().check(z.maxLength(64 * 1024 * 1024));

const inputs: { readonly [N in CallName]: z.ZodMiniType<Input<N>> } = {
  'app.info': none,
  'app.noop': none,
  'app.preferences': none,
  'app.setPreferences': z.strictObject({
    theme: maybe(z.enum(['system', 'light', 'dark'])),
    sideBarWidth: maybe(z.number().check(z.gte(0), z.lte(10_000))),
    detailsOpen: maybe(z.boolean()),
    clipboardSeconds: maybe(z.int().check(z.gte(0), z.lte(3600))),
    autoLockMinutes: maybe(z.int().check(z.gte(0), z.lte(1440))),
    lockWithSystem: maybe(z.boolean()),
  }),
  'app.problems': none,
  'clipboard.copySecretText': z.strictObject({ text: longText }),
  'clipboard.copyText': z.strictObject({ text: z.string().check(z.maxLength(1024 * 1024)) }),
  'clipboard.state': none,
  'profile.list': none,
  'profile.save': z.strictObject({
    ...targetShape,
    profileId: maybe(id),
    name: shortText,
    colour,
    login: maybe(login),
  }),
  'profile.remove': z.strictObject({ profileId: id }),
  'profile.export': z.strictObject({ profileIds: z.array(id).check(z.minLength(1), z.maxLength(1000)) }),
  'profile.import': none,
  'profile.confirmOrigin': z.strictObject({ ...inSession, origin: originText }),
  'connection.offers': none,
  'connection.check': z.strictObject({ target }),
  'connection.chooseFile': z.strictObject({ purpose: filePurpose }),
  'connection.describeFile': z.strictObject({ file: fileHandle, purpose: filePurpose }),
  'connection.environmentProxy': z.strictObject({ address: z.string().check(z.maxLength(2048)) }),
  'lock.state': none,
  'lock.now': none,
  'keychain.state': none,
  'keychain.keep': z.strictObject({ ...inSession, keep: z.boolean() }),
  'workspace.load': z.strictObject(inSession),
  'workspace.save': z.strictObject({ ...inSession, memory }),
  'draft.list': z.strictObject(inSession),
  'draft.put': z.strictObject({ ...atPath, entryId: maybe(id), text: longText }),
  'draft.drop': z.strictObject(atPath),
  'session.list': none,
  'session.open': z.strictObject({
    target,
    name: shortText,
    colour,
    profileId: maybe(id),
    offerId: maybe(id),
    fromKeychain: maybe(z.boolean()),
    login: maybe(login),
  }),
  'session.reauthenticate': z.strictObject({
    ...inSession,
    fromKeychain: maybe(z.boolean()),
    login: maybe(login),
  }),
  'session.refresh': z.strictObject(inSession),
  'session.close': z.strictObject({ ...inSession, revoke: maybe(z.boolean()) }),
  'login.methods': z.strictObject({ where, namespace: maybe(namespace) }),
  'login.aside': z.strictObject({ ...inSession, login, wrapTtl: maybe(wrapTtl) }),
  'secret.copy': z.strictObject({ secretRef: id }),
  'secret.show': z.strictObject({ secretRef: id }),
  'secret.enter': z.strictObject({
    sessionId: maybe(id),
    kind: secretKind,
    title: shortText,
    label: shortText,
  }),
  'secret.dismiss': z.strictObject({ secretRef: id }),
  'answer.list': none,
  'answer.view': z.strictObject({ answerId: id }),
  'answer.reveal': z.strictObject({ answerId: id, pointer }),
  'answer.copy': z.strictObject({ answerId: id, pointer }),
  'answer.raw': z.strictObject({ answerId: id, reveal: z.boolean() }),
  'answer.toFile': z.strictObject({ answerId: id }),
  'answer.dismiss': z.strictObject({ answerId: id }),
  'answer.adopt': z.strictObject({
    answerId: id,
    how: z.enum(['replace', 'beside']),
    name: maybe(shortText),
    colour: maybe(colour),
  }),
  'token.inspect': z.strictObject({ ...inSession, token: tokenChoice }),
  'token.renew': z.strictObject({
    ...inSession,
    token: tokenChoice,
    incrementSeconds: maybe(z.int().check(z.gte(-2_147_483_648), z.lte(9_223_372_036))),
  }),
  'token.autoRenew': z.strictObject({ ...inSession, on: z.boolean() }),
  'token.revoke': z.strictObject({ ...inSession, token: tokenChoice, orphan: z.boolean() }),
  'token.create': z.strictObject({ ...inSession, wish: tokenWish }),
  'token.roles': z.strictObject(inSession),
  'token.accessors': z.strictObject(inSession),
  'token.revokeMany': z.strictObject({
    ...inSession,
    accessors: z.array(accessor).check(z.minLength(1), z.maxLength(100_000)),
  }),
  'refusal.explain': z.strictObject({
    ...inSession,
    path: pathText,
    method: maybe(shortText),
    capability: maybe(shortText),
  }),
  'wrapping.take': z.strictObject({ where, from: z.enum(['clipboard', 'typed']) }),
  'wrapping.lookup': z.strictObject({ where, secretRef: id }),
  'wrapping.unwrap': z.strictObject({ where, secretRef: id, form: z.enum(['header', 'body']) }),
  'wrapping.wrap': z.strictObject({ ...inSession, what: wrapWhat, ttl: wrapTtl, jwt: z.boolean() }),
  'wrapping.chooseFile': none,
  'wrapping.rewrap': z.strictObject({ where, secretRef: id }),
  'wrapping.shared': z.strictObject(inSession),
  'wrapping.cancel': z.strictObject({ ...inSession, accessor }),
  'system.look': z.strictObject({ where, card: z.enum(systemCards) }),
  'system.unseal': z.strictObject({ where }),
  'system.resetUnseal': z.strictObject({ where }),
  'policy.list': z.strictObject(inSession),
  'policy.read': z.strictObject({ ...inSession, name: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  'console.send': z.strictObject({ ...inSession, request: consoleRequest }),
  'console.catalogue': z.strictObject(inSession),
  'console.path': z.strictObject({ ...inSession, path: pathText }),
  'console.help': z.strictObject({ ...inSession, path: pathText }),
  'console.copyAs': z.strictObject({
    ...inSession,
    request: consoleRequest,
    form: z.enum(['curl', 'vault', 'hvac']),
  }),
  'console.history': z.strictObject(inSession),
  'mount.list': z.strictObject(inSession),
  'mount.config': z.strictObject({ ...inSession, mount: mountPath }),
  'mount.setConfig': z.strictObject({
    ...inSession,
    mount: mountPath,
    before: mountConfig,
    config: mountConfig,
  }),
  'folder.list': z.strictObject(atPath),
  'path.resolve': z.strictObject({ ...inSession, text: pathText }),
  'entry.open': z.strictObject({ ...atPath, version: maybe(versionNumber) }),
  'entry.close': z.strictObject({ entryId: id }),
  'entry.reveal': z.strictObject({ entryId: id, key: keyText }),
  'entry.copy': z.strictObject({ entryId: id, key: keyText }),
  'entry.raw': z.strictObject({ entryId: id, reveal: z.boolean() }),
  'entry.save': z.strictObject({ entryId: id, changes }),
  'entry.view': z.strictObject({ entryId: id }),
  'entry.revealAll': z.strictObject({ entryId: id }),
  'entry.merge': z.strictObject({ entryId: id, changes }),
  'entry.checkSave': z.strictObject({ entryId: id, changes }),
  'entry.saveOver': z.strictObject({
    entryId: id,
    changes,
    currentVersion: z.int().check(z.gte(0), z.lte(1_000_000_000)),
  }),
  'entry.create': z.strictObject({ ...atPath, changes, overVersion: maybe(versionNumber) }),
  'entry.patchUnread': z.strictObject({ ...atPath, changes }),
  'entry.duplicate': z.strictObject({ ...atPath, entryId: id, withCustomMetadata: z.boolean() }),
  'entry.rename': z.strictObject({ entryId: id, mount: mountPath, path: pathText }),
  'entry.deleteVersions': z.strictObject({ ...atPath, versions }),
  'entry.undelete': z.strictObject({ ...atPath, versions }),
  'entry.destroyVersions': z.strictObject({ ...atPath, versions }),
  'entry.deleteEverything': z.strictObject(atPath),
  'entry.compare': z.strictObject({ leftEntryId: id, rightEntryId: id }),
  'entry.restore': z.strictObject({ entryId: id }),
  'entry.setMetadata': z.strictObject({ ...atPath, before: metadataSettings, settings: metadataSettings }),
  'entry.limits': z.strictObject({ ...inSession, mount: mountPath }),
  'entry.valueFromFile': z.strictObject({ as: z.enum(['auto', 'base64']) }),
  'entry.valueToFile': z.strictObject({
    entryId: id,
    key: keyText,
    as: z.enum(['text', 'decoded-base64']),
  }),
  'entry.parseKeys': z.strictObject({ text: longText, format: z.enum(['auto', 'env', 'json', 'yaml']) }),
  'entry.metadata': z.strictObject(atPath),
  'entry.rights': z.strictObject(atPath),
  'search.start': z.strictObject({ ...atPath, text: shortText }),
  'job.cancel': z.strictObject({ jobId: id }),
};

type Schemas = { readonly [N in CallName]: (input: unknown) => Result<Input<N>> };

/** Checks an input and takes it over, by call name. The error is `invalid-input` and names the field. */
export const schemas: Schemas = Object.fromEntries(
  Object.entries(inputs).map(([name, schema]) => [name, (input: unknown) => parse(name, schema, input)]),
) as unknown as Schemas;

function parse(name: string, schema: z.ZodMiniType, input: unknown): Result<unknown> {
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  // Only names of fields are told, never what was in them.
  const field = [...(issue?.path ?? []).map(String), ...unknownKeys.slice(0, 1)].join('.').slice(0, 200);
  const where = field === '' ? '' : ` at “${field}”`;
  const why = unknownKeys.length > 0 ? 'it has a field that this call does not take' : reason(issue?.code);
  return fail({
    kind: 'invalid-input',
    message: `The call ${name} was refused: ${why}${where}.`,
    ...(field === '' ? {} : { field }),
  });
}

function reason(code: string | undefined): string {
  switch (code) {
    case 'too_big':
      return 'something is too long or too large';
    case 'too_small':
      return 'something is too short or too small';
    default:
      return 'something is missing or not of the right kind';
  }
}
