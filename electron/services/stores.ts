/** The app's files on disk, opened once per run; one file per store. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createFileStore } from '../core/connection/files.ts';
import { createEnvironmentViews } from '../core/profiles/environment-views.ts';
import type { EnvironmentViews, EnvironmentViewsFile } from '../core/profiles/environment-views.ts';
import { createHeaderValues } from '../core/profiles/header-values.ts';
import { parseHeaderValuesFile } from '../core/profiles/sealed-headers.ts';
import type { HeaderValues } from '../core/profiles/header-values.ts';
import { createKeychainTokens, parseKeychainFile } from '../core/profiles/keychain-tokens.ts';
import { noProfiles, parseProfilesFile } from '../core/profiles/profiles-file.ts';
import { createProfiles } from '../core/profiles/profiles.ts';
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import { createWorkspaces, parseWorkspacesFile } from '../core/profiles/workspaces.ts';
import { withStorableRequests } from '../core/console/storable-path.ts';
import type { FileStore } from '../core/connection/files.ts';
import type { GuardedPlatform } from './guarded-platform.ts';
import { createUnwrapJournal, parseUnwrapJournal } from '../core/gates/unwrap-journal.ts';
import type { UnwrapJournal } from '../core/gates/unwrap-journal.ts';
import type { KeychainTokens } from '../core/profiles/keychain-tokens.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Workspaces } from '../core/profiles/workspaces.ts';
import { createServersSeen, parseServersSeen } from '../core/gates/servers-seen.ts';
import type { ServersSeenStore } from '../core/gates/servers-seen.ts';
import { createTemplateFiles } from '../core/templates/template-files.ts';
import type { TemplateFiles, TemplatesFile } from '../core/templates/template-files.ts';
import { noUpdates, parseUpdateRecord } from '../core/updates/record.ts';
import type { UpdateRecord } from '../core/updates/record.ts';
import { openJournalFiles } from '../disk/journal-files.ts';
import type { JournalFiles } from '../disk/journal-files.ts';
import type { JsonFile, JsonFileOptions } from '../disk/json-file.ts';
import {
  environmentViews as environmentViewsOf,
  memory,
  templateFiles as templatesOf,
} from '../ipc/calls/fields.ts';

/** Stores that the core works with. */
export interface Stores {
  readonly files: FileStore;
  readonly workspaces: Workspaces;
  readonly environmentViews: EnvironmentViews;
  readonly templateFiles: TemplateFiles;
  readonly headerValues: HeaderValues;
  readonly profiles: Profiles;
  readonly keychainTokens: KeychainTokens;
  readonly unwraps: UnwrapJournal;
  readonly seen: ServersSeenStore;
  readonly updatesFile: JsonFile<UpdateRecord>;
  readonly planJournals: JournalFiles;
}

/** Opens them; unreadable files are reported. */
export function openStores(platform: GuardedPlatform, known: KnownCredentials): Stores {
  const open = <T>(
    name: string,
    options: Pick<JsonFileOptions<T>, 'holds' | 'parse' | 'initial'> & { readonly sealed?: boolean },
  ): JsonFile<T> =>
    platform.ownFiles.open({ path: join(platform.app.dataFolder, name), version: 1, ...options });
  const files = createFileStore();
  const workspaces = createWorkspaces(
    open('workspaces.json', {
      holds: 'Tabs, recent entries and favourites',
      initial: {},
      parse: (data) => parseWorkspacesFile(data, (value) => dataOf(memory, value)),
    }),
    (told) => withStorableRequests(told, known.index),
  );
  const environmentViews = createEnvironmentViews(
    open<EnvironmentViewsFile>('environments.json', {
      holds: 'The views of environments',
      initial: [],
      parse: (data) => dataOf(environmentViewsOf, data),
    }),
  );
  const templateFiles = createTemplateFiles(
    open<TemplatesFile>('templates.json', {
      holds: 'The template files of folders',
      initial: [],
      parse: (data) => dataOf(templatesOf, data),
    }),
  );
  const headerValues = createHeaderValues({
    known,
    keychain: platform.keychain,
    ask: platform.ask,
    file: open('header-values.json', {
      holds: 'The values of extra headers',
      sealed: true,
      initial: {},
      parse: parseHeaderValuesFile,
    }),
    profiles: () => profiles.list(),
  });
  const takenOver: string[] = [];
  const profilesFile = open('profiles.json', {
    holds: 'The saved connections',
    initial: noProfiles,
    parse: (data) =>
      parseProfilesFile(data, (header) => {
        takenOver.push(header.name);
        return headerValues.takeOver(header);
      }),
  });
  const profiles = createProfiles(profilesFile, files, (profileId, what) => {
    keychainTokens.forget(profileId);
    if (what !== 'removed') return;
    workspaces.removeProfile(profileId);
    environmentViews.removeProfile(profileId);
    templateFiles.removeProfile(profileId);
    void headerValues.settle();
  });
  if (takenOver.length > 0) {
    profilesFile.save(profilesFile.value());
    platform.report(
      'The values of extra headers were moved out of profiles.json, where they stood unencrypted. The keychain keeps them now; without one, Strongroom asks for them after each start. A token that was kept for such a connection is asked for once more.',
    );
    void headerValues.settle();
  }
  const stored = createKeychainTokens(
    open('keychain.json', {
      holds: 'The tokens kept for unlocking',
      sealed: true,
      initial: {},
      parse: parseKeychainFile,
    }),
    platform.keychain,
    (profileId) => profiles.find(profileId) !== undefined,
  );
  const keychainTokens: typeof stored = {
    ...stored,
    take: async (profileId, binding, agreement) => {
      const token = await stored.take(profileId, binding, agreement);
      known.note(token);
      return token;
    },
  };
  const unwraps = createUnwrapJournal(
    open('unwraps.json', {
      holds: 'Salted digests of the wrapping tokens unwrapped here',
      initial: [],
      parse: parseUnwrapJournal,
    }),
  );
  const seen = createServersSeen(
    open('servers-seen.json', {
      holds: 'The cluster and certificate last seen at each address',
      initial: [],
      parse: parseServersSeen,
    }),
  );
  const updatesFile = open('updates.json', {
    holds: 'The update settings',
    initial: noUpdates,
    parse: parseUpdateRecord,
  });
  return {
    files,
    workspaces,
    environmentViews,
    templateFiles,
    headerValues,
    profiles,
    keychainTokens,
    unwraps,
    seen,
    updatesFile,
    planJournals: openJournalFiles(join(platform.app.dataFolder, 'plans'), 'The journal of the run'),
  };
}

/** The data as a schema has it; undefined if it differs. */
function dataOf<T extends z.ZodMiniType>(schema: T, data: unknown): z.output<T> | undefined {
  const parsed = z.safeParse(schema, data);
  return parsed.success ? parsed.data : undefined;
}
