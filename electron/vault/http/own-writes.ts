/**
 * Reads our own writes. In a cluster whose standbys answer by themselves, one can be a moment behind its leader. Such
 * servers name the state of their storage after a request (OpenBao 2.7, Vault Enterprise); a request that carries it is
 * handed to the leader by a standby that has not come so far (https://openbao.org/docs/next/concepts/consistency).
 */
import type { RawAnswer } from './attempt.ts';
import { header } from './answer.ts';
import type { VaultRequest } from './types.ts';

export interface OwnWrites {
  /** Headers that a request needs to find what was written before it; none before the first write. */
  readonly headersFor: (request: Pick<VaultRequest, 'path'>) => Readonly<Record<string, string>>;
  /** Takes the state after a change from its answer. */
  readonly learn: (request: Pick<VaultRequest, 'method' | 'safe'>, answer: RawAnswer) => void;
}

/** State of a storage. `place`: its position in the cluster's log; absent if only the server can compare it. */
interface StorageState {
  readonly text: string;
  readonly place?: { readonly cluster: string; readonly value: bigint };
}

/** Below `sys/`, what all nodes share; the rest is about the node that is asked. */
const shared = /^(?!sys\/)|^sys\/(?:policies|policy|mounts|auth|namespaces|quotas)(?:\/|$)/;

const INDEX = 'x-vault-index';

/** Makes it for one client. */
export function createOwnWrites(): OwnWrites {
  let newest: StorageState | undefined;
  return {
    headersFor: ({ path }) =>
      newest === undefined || !shared.test(path)
        ? {}
        : { [INDEX]: newest.text, 'x-vault-inconsistent': 'forward-active-node' },
    learn: ({ method, safe }, answer) => {
      const text = header(answer, INDEX) ?? '';
      // A read, also by POST, tells how far its standby has come, which can be less.
      if (method === 'GET' || safe === true || !/^[\x21-\x7e]{1,512}$/.test(text)) return;
      const state: StorageState = { text, ...placeIn(text) };
      // Answers overtake each other.
      if (newest === undefined || !isBehind(state, newest)) newest = state;
    },
  };
}

function isBehind({ place }: StorageState, { place: other }: StorageState): boolean {
  return (
    place !== undefined && other !== undefined && place.cluster === other.cluster && place.value < other.value
  );
}

/** OpenBao's is base64 of `{"cluster","value"}`; the value is a decimal with integrated storage. */
function placeIn(text: string): Pick<StorageState, 'place'> {
  try {
    const found: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof found !== 'object' || found === null || !('cluster' in found) || !('value' in found))
      return {};
    const { cluster, value } = found;
    if (typeof cluster !== 'string' || typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return {};
    return { place: { cluster, value: BigInt(value) } };
  } catch {
    // Another product's index, which only its server can read.
    return {};
  }
}
