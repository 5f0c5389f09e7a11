/**
 * Reasons to confirm a hand-written request besides the data it destroys. A screen asks with its own words or not at
 * all, because the user has seen there what it does; a request composed by a page shows none of that.
 */
import type { ConsoleMethod } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import { whyAskedAbout } from './carried-credentials.ts';
import type { Carried } from './carried-credentials.ts';

export interface HandWritten {
  readonly method: ConsoleMethod;
  readonly path: string;
  /** One JSON object. */
  readonly body?: string | undefined;
  readonly carried: readonly Carried[];
  /** Undefined if not known. */
  readonly mounts: readonly Mount[] | undefined;
}

/** Reasons for a confirmation, in sentences; undefined if it needs none. */
export function concernsOf(request: HandWritten): readonly string[] | undefined {
  const concerns = [unlikeScreens(request), whyAskedAbout(request)].filter((why) => why !== undefined);
  return concerns.length === 0 ? undefined : concerns;
}

function unlikeScreens({ method, path, mounts = [] }: HandWritten): string | undefined {
  if (method === 'GET' || method === 'LIST') return undefined;
  const bare = path.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (bare === 'sys/unseal') return 'A key share is given to the server.';
  const mount = mountOf(mounts, bare);
  if (mount?.engine !== 'kv2') return undefined;
  const below = bare.slice(mount.path.length);
  if (method === 'DELETE' && /^data(?:\/|$)/.test(below))
    return 'The current version is deleted; it can be undeleted until it is destroyed.';
  if (method !== 'DELETE' && /^delete\//.test(below))
    return 'Versions are deleted; they can be undeleted until they are destroyed.';
  return undefined;
}
