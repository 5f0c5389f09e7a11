/**
 * Update facts of a build: the place of new versions, and the public keys that sign them. All of it stands in the
 * package.json inside app.asar, put there when the package was made (`build/setup/update-facts.mjs`); a build from
 * source has none. An unpackaged app takes them from the environment, for tests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Packaging, UpdatePlatform } from '../core/platform.ts';

type Built = UpdatePlatform['built'];

/** Reads them. */
export function builtUpdates(
  appFolder: string,
  packaged: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Built {
  if (packaged) return factsIn(readText(join(appFolder, 'package.json')));
  const {
    STRONGROOM_UPDATE_FEED: feed = '',
    STRONGROOM_UPDATE_KEYS: keys = '',
    STRONGROOM_UPDATE_HOSTS: hosts = '',
  } = environment;
  const listed = (text: string): readonly string[] => text.split(',').filter((each) => each !== '');
  return { feed, keys: listed(keys), hosts: listed(hosts) };
}

/** Package kind that an unpackaged app assumes in a test. */
export function packagingOfTest(
  packaged: boolean,
  { STRONGROOM_UPDATE_PACKAGE: kind = '' }: Readonly<Record<string, string | undefined>>,
): Packaging | undefined {
  return packaged || kind === '' ? undefined : { way: 'itself', kind };
}

/** Update facts of a package.json; empty if it has none. */
export function factsIn(text: string): Built {
  const none = { feed: '', keys: [], hosts: [] };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // A copy that was unpacked and changed does not update itself.
    return none;
  }
  const { strongroom } = (typeof data === 'object' && data !== null ? data : {}) as {
    readonly strongroom?: unknown;
  };
  const { updates } = (typeof strongroom === 'object' && strongroom !== null ? strongroom : {}) as {
    readonly updates?: unknown;
  };
  const { feed, keys, hosts } = (typeof updates === 'object' && updates !== null ? updates : {}) as {
    readonly feed?: unknown;
    readonly keys?: unknown;
    readonly hosts?: unknown;
  };
  const texts = (list: unknown): readonly string[] =>
    Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : [];
  return {
    feed: typeof feed === 'string' ? feed : '',
    keys: texts(keys),
    hosts: texts(hosts),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // An app without a readable package.json has no update facts.
    return '';
  }
}
