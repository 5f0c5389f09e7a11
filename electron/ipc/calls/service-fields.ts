/** Pieces of the inputs about logins, tokens, wrapping, the system and the request console. */
import * as z from 'zod/mini';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import { consoleMethods } from '../../../shared/vault/console.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { loginTypes } from '../../../shared/vault/login.ts';
import type { TokenChoice, TokenOptions } from '../../../shared/vault/token-work.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { longestRecipient } from '../../../shared/vault/wrapping.ts';
import type { WrapWhat } from '../../../shared/vault/wrapping.ts';
import type { Asks } from '../call.ts';
import { exactly } from '../same-shape.ts';
import {
  durationText,
  id,
  maybe,
  nameOf,
  nameText,
  namespaceText,
  pathText,
  shortText,
  target,
} from './fields.ts';
import { requestLimitBytes } from '../../../shared/vault/request-limit.ts';

/** The client's largest body. */
const bodyText = z.string().check(z.maxLength(requestLimitBytes));
export const accessor = z.string().check(z.minLength(1), z.maxLength(1024));
export const wrapTtl = durationText;
export const recipient = nameOf(longestRecipient);
export const namespace = namespaceText;
export const pointer = z.string().check(z.maxLength(65_536));

export const where = exactly<Where>()(
  z.union([z.strictObject({ sessionId: id }), z.strictObject({ target, name: nameText })]),
);

/** A mount below `auth/`; the client refuses invalid ones. */
export const login = exactly<LoginOptions>()(
  z.strictObject({
    type: z.enum(loginTypes),
    mount: z.string().check(z.maxLength(1024)),
    namespace: maybe(namespaceText),
    fields: z.record(z.string().check(z.maxLength(256)), z.string().check(z.maxLength(65_536))),
    secretFields: maybe(z.array(shortText).check(z.maxLength(50))),
  }),
);

export const tokenChoice = exactly<TokenChoice>()(
  z.union([
    z.strictObject({ by: z.literal('self') }),
    z.strictObject({ by: z.literal('accessor'), accessor }),
    z.strictObject({ by: z.literal('secret'), secretRef: id }),
  ]),
);

/** Range of a duration at the server: 64 bits of nanoseconds. */
export const incrementSeconds = z.int().check(z.gte(-2_147_483_648), z.lte(9_223_372_036));

export const tokenOptions = exactly<TokenOptions>()(
  z.strictObject({
    parent: z.enum(['mine', 'none', 'role']),
    role: shortText,
    // A token of 2,000 policies is a test of the server, not a typing error.
    policies: z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(5000)),
    noDefaultPolicy: z.boolean(),
    type: z.enum(['default', 'service', 'batch']),
    ttl: durationText,
    explicitMaxTtl: durationText,
    period: durationText,
    numUses: z.int().check(z.gte(0), z.lte(2_147_483_647)),
    renewable: z.boolean(),
    displayName: shortText,
    entityAlias: shortText,
    meta: z.record(z.string().check(z.maxLength(1024)), z.string().check(z.maxLength(8192))),
    idRef: maybe(id),
    wrapTtl: durationText,
  }),
);

export const wrapWhat = exactly<WrapWhat>()(
  z.union([
    z.strictObject({ kind: z.literal('data'), json: bodyText }),
    z.strictObject({
      kind: z.literal('file'),
      fileId: id,
      key: z.string().check(z.minLength(1), z.maxLength(65_536)),
      as: z.enum(['auto', 'base64']),
    }),
    z.strictObject({
      kind: z.literal('request'),
      method: z.enum(['GET', 'LIST', 'POST']),
      path: pathText,
      json: maybe(bodyText),
    }),
    z.strictObject({ kind: z.literal('token-lookup'), token: tokenChoice }),
    z.strictObject({
      kind: z.literal('token-renewal'),
      token: tokenChoice,
      incrementSeconds: maybe(incrementSeconds),
    }),
  ]),
);

export const consoleRequest = exactly<ConsoleRequest>()(
  z.strictObject({
    method: z.enum(consoleMethods),
    path: pathText,
    json: maybe(bodyText),
    secrets: maybe(z.array(z.strictObject({ pointer, secretRef: id })).check(z.maxLength(200))),
    wrapTtl: maybe(durationText),
    wrapJwt: maybe(z.boolean()),
    namespace: maybe(namespaceText),
    withoutToken: maybe(z.boolean()),
    tokenRef: maybe(id),
  }),
);

export const secretKind = z.enum([
  'client-token',
  'wrapping-token',
  'token-id',
  'secret-id',
  'key-share',
  'root-token',
  'otp',
  'private-key',
  'password',
  'other',
]);

/** Prompts that a login by any method can open. */
export const loginPrompts = [
  'enter-token',
  'confirm-token',
  'confirm-trust',
  'confirm',
  'enter-passphrase',
  'enter-fields',
  'wait',
] as const satisfies Asks;

/**
 * Key of a saved connection's click: it pays for the login, and for its removal if that fails (`GestureGate.leave`).
 */
export function useOf(profileId: string): string {
  return `use ${profileId}`;
}
