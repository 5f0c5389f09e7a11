/**
 * Answers the calls of the first screen before the backend is loaded, which takes longer than the rest of a start.
 * Each of these calls takes no input, has no subject, only reads, and is answered while locked as well
 * (`first-answers.test.ts` holds their rows to that); its result passes the leaving gate like any other.
 *
 * Opens no file. If opening one would do more than read (a connections file that is torn, of a newer version or of an
 * older shape), the call waits for the backend.
 */
import { join } from 'node:path';
import type { CallName, Output } from '../../shared/ipc/contract.ts';
import { credentialsOfEnvironment } from '../core/credentials/client-credentials.ts';
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import type { Platform } from '../core/platform.ts';
import { parseProfilesFile } from '../core/profiles/profiles-file.ts';
import { peekJsonFile } from '../disk/json-file.ts';

/** Calls that can be answered early. */
export const firstCalls = [
  'app.info',
  'app.preferences',
  'lock.state',
  'session.list',
  'profile.list',
] as const satisfies readonly CallName[];

type FirstCall = (typeof firstCalls)[number];

/** Result of a call; undefined if it has to wait. */
export type FirstAnswers = (name: string) => unknown;

/** Makes the answers of a start; `known` first takes the credentials of the environment, so that none can leave. */
export function makeFirstAnswers(
  { app, preferences, environment }: Pick<Platform, 'app' | 'preferences' | 'environment'>,
  known: Pick<KnownCredentials, 'keep'>,
): FirstAnswers {
  known.keep(credentialsOfEnvironment(environment));
  const answers: { readonly [N in FirstCall]: () => Output<N> | undefined } = {
    'app.info': () => {
      const { version, electronVersion, testElectron, packaged, platform, connectTo } = app;
      const known = { version, electronVersion, testElectron, packaged, platform };
      return { ...known, connectTo: connectTo() };
    },
    'app.preferences': () => preferences.get(),
    // No session is open yet that could be locked.
    'lock.state': () => ({ locked: false, since: '', drafts: 0, oneTimeResults: 0 }),
    'session.list': () => [],
    'profile.list': () =>
      peekJsonFile({
        path: join(app.dataFolder, 'profiles.json'),
        version: 1,
        initial: { profiles: [], files: {} },
        parse: plainProfiles,
      })?.profiles,
  };
  return (name) => (isFirst(name) ? answers[name]() : undefined);
}

function isFirst(name: string): name is FirstCall {
  return (firstCalls as readonly string[]).includes(name);
}

/** Profiles of a file; undefined if one of its values must be moved elsewhere first. */
function plainProfiles(data: unknown): ReturnType<typeof parseProfilesFile> {
  const moved: unknown[] = [];
  const parsed = parseProfilesFile(data, (...value) => {
    moved.push(value);
    return '';
  });
  return moved.length > 0 ? undefined : parsed;
}
