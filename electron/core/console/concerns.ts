/**
 * What a hand-written request is asked about besides what it destroys. A screen asks for these with its own words or needs
 * none, because a person has seen there what will happen; a request that a page has composed shows none of that.
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
  /** Undefined where they are not known. */
  readonly mounts: readonly Mount[] | undefined;
}

/** Why a person must agree, in sentences; undefined: nobody needs to be asked. */
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
