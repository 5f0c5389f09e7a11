/**
 * What the first screen asks, answered before the code behind the bridge is loaded: loading it takes longer than everything
 * else of a start. Each of these calls takes no input, is about nothing, only reads, and is answered by a locked app as
 * well (`first-answers.test.ts` holds their rows to that); and its answer passes the gate on the way out as any other.
 *
 * Nothing is opened here. Where opening would have more to do than to read (a file of connections that is torn, of a newer
 * version or of an older shape) there is no answer, and the call waits for what stands behind the bridge.
 */
import { join } from 'node:path';
import type { CallName, Output } from '../shared/ipc/contract.ts';
import { credentialsOfEnvironment } from './core/credentials/client-credentials.ts';
import type { KnownCredentials } from './core/credentials/known-credentials.ts';
import type { Platform } from './core/platform.ts';
import { parseProfilesFile } from './core/profiles/profiles-file.ts';
import { peekJsonFile } from './disk/json-file.ts';

/** The calls that can be answered so. */
export const firstCalls = [
  'app.info',
  'app.preferences',
  'lock.state',
  'session.list',
  'profile.list',
] as const satisfies readonly CallName[];

type FirstCall = (typeof firstCalls)[number];

/** What a call is answered; undefined where it has to wait. */
export type FirstAnswers = (name: CallName) => unknown;

/** Makes the answers of a start; `known` hears of the credentials in the environment first, as none may leave. */
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
    // Nothing is open yet that could be locked.
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

function isFirst(name: CallName): name is FirstCall {
  return (firstCalls as readonly CallName[]).includes(name);
}

/** The profiles of a file, unless something in it is to be moved elsewhere first. */
function plainProfiles(data: unknown): ReturnType<typeof parseProfilesFile> {
  const moved: unknown[] = [];
  const parsed = parseProfilesFile(data, (...value) => {
    moved.push(value);
    return '';
  });
  return moved.length > 0 ? undefined : parsed;
}
