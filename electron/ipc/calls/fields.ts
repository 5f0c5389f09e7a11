/** Pieces that several inputs share. Lengths are maximums in UTF-16 code units. */
import * as z from 'zod/mini';
import type { ConnectionTarget, TlsSettings } from '../../../shared/vault/connection.ts';
import { longestEnvironment, profileColours } from '../../../shared/vault/connection.ts';
import { consoleMethods, mostFavouriteRequests } from '../../../shared/vault/console.ts';
import {
  maxActionUses,
  longestCopyKey,
  longestUsedId,
  maxNamespaces,
} from '../../../shared/vault/workspace-memory.ts';
import type { WorkspaceMemory } from '../../../shared/vault/workspace-memory.ts';
import { displayNameProblem, isDisplayName } from '../../../shared/vault/display-name.ts';
import { mostColumns, mostViews } from '../../../shared/vault/environments.ts';
import type { EnvironmentColumn } from '../../../shared/vault/environments.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { passwordLengths } from '../../../shared/vault/password.ts';
import type { PasswordRecipe } from '../../../shared/vault/password.ts';
import { mostSchemaBytes, mostTemplateFiles } from '../../core/templates/template-files.ts';
import { exactly } from '../same-shape.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { requestLimitBytes } from '../../../shared/vault/request-limit.ts';

const { characters, words } = passwordLengths;

// Main has no content security policy, but a compiled schema would need `eval`.
z.config({ jitless: true });

/** No input at all. */
export const none = z.strictObject({});

/** An id that main has made. */
export const id = z.string().check(z.minLength(1), z.maxLength(64));
export const pathText = z.string().check(z.maxLength(8192));
export const mountPath = z.pipe(
  z.string().check(z.minLength(2), z.maxLength(1024), z.endsWith('/')),
  z.transform((path) => path as MountPath),
);
/** A key of an entry. */
export const keyText = z.string().check(z.maxLength(65_536));
export const versionNumber = z.int().check(z.gte(1), z.lte(1_000_000_000));
export const shortText = z.string().check(z.maxLength(256));
/** A name shown on prompts. */
export const nameText = nameOf(256);

/** A name shown on prompts, of at most this length. */
export function nameOf(longest: number) {
  return z.string().check(z.maxLength(longest), z.refine(isDisplayName, displayNameProblem));
}

export const inSession = { sessionId: id };
export const atPath = { sessionId: id, mount: mountPath, path: pathText };

/** Optional in the sense of `exactOptionalPropertyTypes`: absent, never undefined. */
export function maybe<T extends z.ZodMiniType>(schema: T) {
  return z.exactOptional(schema);
}

/** `https://host:port`. */
export const originText = z.string().check(z.maxLength(2048));
export const filePurpose = z.enum(['ca', 'ca-folder', 'client-certificate', 'client-key']);

export const namespaceText = z.string().check(z.maxLength(1024));

const placeShape = {
  mount: z.strictObject({
    path: mountPath,
    type: shortText,
    engine: z.enum(['kv1', 'kv2', 'cubbyhole', 'other']),
    description: z.string().check(z.maxLength(4096)),
  }),
  path: pathText,
};
/** Remembered work of a connection: places, within bounds that a long life of the app does not outgrow. */
export const memory = exactly<WorkspaceMemory>()(
  z.strictObject({
    tabs: z
      .array(z.strictObject({ ...placeShape, version: maybe(versionNumber), pinned: z.boolean() }))
      .check(z.maxLength(200)),
    activeTab: z.int().check(z.gte(-1), z.lte(200)),
    recents: z
      .array(z.strictObject({ ...placeShape, openedAt: maybe(z.string().check(z.maxLength(32))) }))
      .check(z.maxLength(50)),
    favourites: z
      .array(z.strictObject({ ...placeShape, copyKey: maybe(z.string().check(z.maxLength(longestCopyKey))) }))
      .check(z.maxLength(500)),
    uses: maybe(
      z
        .array(
          z.strictObject({
            id: z.string().check(z.maxLength(longestUsedId)),
            count: z.int().check(z.gte(1), z.lte(1_000_000)),
          }),
        )
        .check(z.maxLength(maxActionUses)),
    ),
    requests: maybe(
      z
        .array(z.strictObject({ method: z.enum(consoleMethods), path: pathText }))
        .check(z.maxLength(mostFavouriteRequests)),
    ),
    namespaces: maybe(z.array(namespaceText).check(z.maxLength(maxNamespaces))),
  }),
);

/** A column of a view of environments. */
export const environmentColumn = exactly<EnvironmentColumn>()(
  z.strictObject({
    connection: z.string().check(z.maxLength(2048)),
    namespace: namespaceText,
    mount: mountPath,
    path: pathText,
  }),
);

/** The views of environments as their file has them. */
export const environmentViews = z
  .array(
    z.strictObject({
      viewId: id,
      name: nameText,
      columns: z.array(environmentColumn).check(z.minLength(1), z.maxLength(mostColumns)),
    }),
  )
  .check(z.maxLength(mostViews));

/** The template files of folders as their file has them. */
export const templateFiles = z
  .array(
    z.strictObject({
      connection: id,
      namespace: namespaceText,
      folder: pathText,
      name: z.string().check(z.maxLength(1024)),
      schema: z.string().check(z.maxLength(mostSchemaBytes)),
    }),
  )
  .check(z.maxLength(mostTemplateFiles));

export const fileHandle = z.strictObject({ fileId: id, name: z.string().check(z.maxLength(1024)) });

const tlsSettings = exactly<TlsSettings>()(
  z.strictObject({
    ca: maybe(fileHandle),
    useSystemStore: z.boolean(),
    clientCertificate: maybe(fileHandle),
    clientKey: maybe(fileHandle),
    serverName: maybe(shortText),
    skipVerify: z.boolean(),
  }),
);

export const targetShape = {
  address: z.string().check(z.maxLength(2048)),
  namespace: namespaceText,
  tls: tlsSettings,
  timeoutMs: z.int().check(z.gte(1000), z.lte(600_000)),
  proxy: z.string().check(z.maxLength(2048)),
  headers: maybe(
    z
      .array(z.strictObject({ name: shortText, valueRef: z.string().check(z.maxLength(64)) }))
      .check(z.maxLength(50)),
  ),
  confirmedOrigins: maybe(z.array(originText).check(z.maxLength(100))),
};

export const target = exactly<ConnectionTarget>()(z.strictObject(targetShape));
export const colour = z.enum(profileColours);
/** Shown in the stripe over the window; empty: none. */
export const environment = nameOf(longestEnvironment);

/** The client's body limit bounds the largest value that can be saved. */
const rawJson = z.string().check(z.minLength(1), z.maxLength(requestLimitBytes));
const change = z.union([
  z.strictObject({ op: z.literal('set'), key: keyText, rawJson }),
  z.strictObject({ op: z.literal('remove'), key: keyText }),
  z.strictObject({
    op: z.literal('set-generated'),
    key: keyText,
    generated: z.strictObject({
      generatedId: id,
      length: z.int().check(z.gte(0), z.lte(1_000_000)),
      bits: z.number().check(z.gte(0), z.lte(1_000_000)),
    }),
  }),
]);

/** Changes to the keys of an entry. */
export const changes = z.array(change).check(z.maxLength(20_000));
/** Recipe for a generated password. */
export const passwordRecipe = exactly<PasswordRecipe>()(
  z.union([
    z.strictObject({
      kind: z.literal('characters'),
      length: z.int().check(z.gte(characters.least), z.lte(characters.most)),
      sets: z.array(z.enum(['lower', 'upper', 'digits', 'symbols'])).check(z.minLength(1), z.maxLength(4)),
    }),
    z.strictObject({
      kind: z.literal('words'),
      count: z.int().check(z.gte(words.least), z.lte(words.most)),
    }),
  ]),
);
/** A place of a selection. */
export const selectedPlace = exactly<SelectedPlace>()(
  z.strictObject({
    ...atPath,
    versions: maybe(z.array(versionNumber).check(z.maxLength(10_000))),
  }),
);
/** Versions of an entry. */
export const versions = z.array(versionNumber).check(z.maxLength(10_000));
/** Vault's notation; the server decides in the end. */
export const durationText = z.string().check(z.maxLength(64));
/** The largest text that the user pastes or a draft holds: an entry of the largest size, as JSON in JSON. */
export const longText = z.string().check(z.maxLength(64 * 1024 * 1024));
