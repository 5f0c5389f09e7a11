/**
 * Memory of ceremonies in this run of the app: those begun here, and labels of results. All of it is a convenience
 * that a server or the user can replace, so only the latest entries stay. It holds no credential: a one-time password
 * is held as a result, and goes with that.
 */
import type { CeremonyLook } from '../../../shared/vault/ceremony-changes.ts';
import type { CeremonyStatus } from '../../../shared/vault/ceremony.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { BoundedMap } from './bounded-map.ts';
import { createGivenShares } from './given-shares.ts';
import type { GivenShares } from './given-shares.ts';

/** Limit of ceremonies under way at the same time, on all servers. */
const MOST_BEGUN = 32;
/** Limit of one-time results with labelled credentials; those of an older one are numbered. */
const MOST_LABELLED = 128;
/** Limit of ceremonies whose last status is kept, to tell how they ended. */
const MOST_LOOKS = 64;

/** Root generation or rekey that was begun here. */
export interface BegunHere {
  /** One-time result that holds the password; absent if the token is encrypted to a PGP key. */
  readonly answerId?: string;
  /** Owners of the PGP keys that the results are encrypted to, in the order of the shares. */
  readonly owners: readonly string[];
}

export interface CeremonyMemory {
  readonly given: GivenShares;
  /** Keyed by address and nonce. */
  readonly begun: Map<string, BegunHere>;
  /** Labels of a one-time result's credentials, in order. */
  readonly labels: Map<string, readonly CredentialLabel[]>;
  /** Last status of each ceremony under way, by address and nonce. */
  readonly looks: Map<string, CeremonyLook>;
}

/** Label of one credential in the prompt that shows it. */
export interface CredentialLabel {
  readonly title: string;
  readonly note: string;
}

/** Makes an empty memory. */
export function createCeremonyMemory(): CeremonyMemory {
  return {
    given: createGivenShares(),
    begun: new BoundedMap(MOST_BEGUN),
    labels: new BoundedMap(MOST_LABELLED),
    looks: new BoundedMap(MOST_LOOKS),
  };
}

type Place = Pick<At, 'anonymous'>;

/** Records a ceremony that was begun at a place. */
export function noteBegun(
  { begun }: CeremonyMemory,
  { anonymous }: Place,
  nonce: string,
  one: BegunHere,
): void {
  begun.set(keyOf(anonymous.client.options.address, nonce), one);
}

/**
 * Returns the ceremony begun here under a nonce, at this place or at another confirmed node of it. Any client can
 * read a server's nonce: the same one from another server is another ceremony.
 */
export function begunAt(
  { begun }: CeremonyMemory,
  { anonymous }: Place,
  nonce: string,
): BegunHere | undefined {
  return atAnyNode(begun, anonymous, nonce);
}

/** Records the status of a ceremony under way. */
export function noteLook({ looks }: CeremonyMemory, { anonymous }: Place, status: CeremonyStatus): void {
  if (status.nonce !== '') looks.set(keyOf(anonymous.client.options.address, status.nonce), status);
}

/** Returns the last status of the ceremony with a nonce; undefined if no node of this place has shown it. */
export function lookWith(
  { looks }: CeremonyMemory,
  { anonymous }: Place,
  nonce: string,
): CeremonyLook | undefined {
  return atAnyNode(looks, anonymous, nonce);
}

/** Value stored for the address of a place, else for another confirmed node of it. */
function atAnyNode<T>(
  stored: ReadonlyMap<string, T>,
  { client }: Place['anonymous'],
  nonce: string,
): T | undefined {
  const { address, confirmedOrigins } = client.options;
  return [address, ...confirmedOrigins]
    .map((one) => stored.get(keyOf(one, nonce)))
    .find((value) => value !== undefined);
}

function keyOf(address: string, nonce: string): string {
  return `${address} ${nonce}`;
}
