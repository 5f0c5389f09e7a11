/**
 * What each call takes, checked before a handler sees it: strict objects (an unknown field is refused), a maximum length
 * for every text. The table is complete by type: a call without a schema does not compile.
 */
import * as z from 'zod/mini';
import type { CallName, Input } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import {
  atPath,
  colour,
  id,
  inSession,
  keyText,
  maybe,
  pathText,
  shortText,
  target,
  targetShape,
  versionNumber,
} from './parts.ts';

const none = z.strictObject({});

/** The largest value of an entry that can be saved at all is bounded by the client's body limit. */
const rawJson = z.string().check(z.minLength(1), z.maxLength(32 * 1024 * 1024));
const change = z.union([
  z.strictObject({ op: z.literal('set'), key: keyText, rawJson }),
  z.strictObject({ op: z.literal('remove'), key: keyText }),
]);

const inputs: { readonly [N in CallName]: z.ZodMiniType<Input<N>> } = {
  'app.info': none,
  'app.noop': none,
  'app.preferences': none,
  'app.setPreferences': z.strictObject({
    theme: maybe(z.enum(['system', 'light', 'dark'])),
    sideBarWidth: maybe(z.number().check(z.gte(0), z.lte(10_000))),
    detailsOpen: maybe(z.boolean()),
    clipboardSeconds: maybe(z.int().check(z.gte(0), z.lte(3600))),
  }),
  'clipboard.copyText': z.strictObject({ text: z.string().check(z.maxLength(1024 * 1024)) }),
  'clipboard.state': none,
  'profile.list': none,
  'profile.save': z.strictObject({ ...targetShape, profileId: maybe(id), name: shortText, colour }),
  'profile.remove': z.strictObject({ profileId: id }),
  'connection.offers': none,
  'connection.check': z.strictObject({ target }),
  'connection.chooseFile': z.strictObject({ purpose: z.enum(['ca', 'client-certificate', 'client-key']) }),
  'session.list': none,
  'session.open': z.strictObject({
    target,
    name: shortText,
    colour,
    profileId: maybe(id),
    offerId: maybe(id),
  }),
  'session.reauthenticate': z.strictObject(inSession),
  'session.refresh': z.strictObject(inSession),
  'session.close': z.strictObject(inSession),
  'secret.copy': z.strictObject({ secretRef: id }),
  'secret.show': z.strictObject({ secretRef: id }),
  'mount.list': z.strictObject(inSession),
  'folder.list': z.strictObject(atPath),
  'path.resolve': z.strictObject({ ...inSession, text: pathText }),
  'entry.open': z.strictObject({ ...atPath, version: maybe(versionNumber) }),
  'entry.close': z.strictObject({ entryId: id }),
  'entry.reveal': z.strictObject({ entryId: id, key: keyText }),
  'entry.copy': z.strictObject({ entryId: id, key: keyText }),
  'entry.raw': z.strictObject({ entryId: id, reveal: z.boolean() }),
  'entry.save': z.strictObject({ entryId: id, changes: z.array(change).check(z.maxLength(20_000)) }),
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
