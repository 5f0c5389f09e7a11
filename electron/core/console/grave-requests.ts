/**
 * Which requests of the console are asked about in the trusted view before they are sent, and why. A DELETE always is,
 * and so is every write that is not known to be harmless. The tables hold the words, the most telling first.
 */
import type { ConsoleMethod } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import { engineWrites, lastingDeletions, reasonFor, serverWrites, versionedWrites } from './grave-reasons.ts';
import type { Reason } from './grave-reasons.ts';
import { isHarmlessWrite, isServers, membersOf } from './harmless-writes.ts';

/** What is said about a request; `typed`: its path must be typed, because nothing brings back what it takes away. */
export interface Grave {
  readonly why: string;
  readonly typed: boolean;
}

/** A request as it is sent. */
export interface JudgedRequest {
  readonly method: ConsoleMethod;
  readonly path: string;
  /** One JSON object, with its credentials in it. */
  readonly body?: string | undefined;
}

/**
 * Why a request is asked about; undefined: it is sent at once. `mounts`: those that are known; undefined where none may
 * be asked for (a limited-use token) or they are those of another namespace.
 */
export function graveRequest(
  { method, path, body }: JudgedRequest,
  mounts: readonly Mount[] | undefined,
): Grave | undefined {
  if (method === 'GET' || method === 'LIST') return undefined;
  const bare = path.replace(/^\/+|\/+$/g, '');
  const mount = mounts === undefined ? undefined : mountOf(mounts, bare);
  const below = mount === undefined ? bare : `${bare}/`.slice(mount.path.length).replace(/\/$/, '');
  if (method === 'DELETE') return deletion(bare, mount, below);
  if (isHarmlessWrite({ path: bare, body }, mount, below)) return undefined;
  return isServers(bare) ? said(reasonFor(serverWrites, bare)) : writeBelow(mount, below, body);
}

function deletion(bare: string, mount: Mount | undefined, below: string): Grave {
  const lasting = reasonFor(lastingDeletions, bare);
  if (lasting !== undefined) return said(lasting);
  switch (mount?.engine) {
    case 'kv2':
      if (/^data(?:\/|$)/.test(below))
        return {
          why: 'The current version is deleted; it can be undeleted until it is destroyed.',
          typed: false,
        };
      return {
        why: 'The entry goes with all its versions and metadata. It cannot be brought back.',
        typed: true,
      };
    case 'kv1':
    case 'cubbyhole':
      return {
        why: 'The entry goes. This engine keeps no versions: it cannot be brought back.',
        typed: true,
      };
    case 'other':
      return /^(?:keys|root|issuer|key)(?:\/|$)/.test(below)
        ? {
            why: 'Keys or issuers go for good: what was made with them stays unreadable or untrusted.',
            typed: true,
          }
        : {
            why: 'What is at this path is deleted; the server says nothing about bringing it back.',
            typed: false,
          };
    case undefined:
      return {
        why: 'What is at this path is deleted; the server says nothing about bringing it back.',
        typed: false,
      };
  }
}

function writeBelow(mount: Mount | undefined, below: string, body: string | undefined): Grave {
  switch (mount?.engine) {
    case 'kv2':
      // On a mount or on an entry: a smaller number than there are takes the oldest with the next write.
      return /^(?:config$|metadata\/)/.test(below) && membersOf(body).has('max_versions')
        ? {
            why: 'How many versions are kept changes: those beyond it are destroyed, their values are gone for good.',
            typed: true,
          }
        : said(reasonFor(versionedWrites, below));
    case 'kv1':
    case 'cubbyhole':
      return {
        why: 'A write replaces everything at this path. This engine keeps no versions: what was there is gone.',
        typed: false,
      };
    case 'other':
      return said(reasonFor(engineWrites, below));
    // It may be anything, also one of a namespace that stands at the head of the path.
    case undefined:
      return said(undefined);
  }
}

/** A request that no table knows is asked about, too. */
function said(reason: Reason | undefined): Grave {
  return {
    why:
      reason?.why ??
      'What kind of engine answers here is not known: a write may replace what is there for good.',
    typed: reason?.typed === true,
  };
}
