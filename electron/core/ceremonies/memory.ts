/**
 * What this run of the app remembers of ceremonies: what was begun here, and what belongs to a result. All of it is a
 * convenience that a server or a person replaces, so only the latest stays. No credential is in it: a one-time password is held
 * as a result, and goes with that.
 */
import type { CeremonyLook } from '../../../shared/vault/ceremony-changes.ts';
import type { CeremonyStatus } from '../../../shared/vault/ceremony.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { BoundedMap } from './bounded-map.ts';
import { createGivenShares } from './given-shares.ts';
import type { GivenShares } from './given-shares.ts';

/** Ceremonies that may be under way at the same time, on all servers. */
const MOST_BEGUN = 32;
/** One-time results whose credentials have words of their own; those of an older one are numbered. */
const MOST_LABELLED = 128;
/** Ceremonies whose last look says how they ended. */
const MOST_LOOKS = 64;

/** A root generation that was begun here. */
export interface BegunHere {
  /** The one-time result that holds the password; absent where the token is encrypted to a PGP key. */
  readonly answerId?: string;
  /** Whose PGP keys the results are encrypted to, in the order of the shares. */
  readonly owners: readonly string[];
}

export interface CeremonyMemory {
  readonly given: GivenShares;
  /** By where it was begun, and its nonce. */
  readonly begun: Map<string, BegunHere>;
  /** What the credentials of a one-time result are called, in their order. */
  readonly labels: Map<string, readonly CredentialLabel[]>;
  /** The last look at each ceremony under way, by its place and nonce. */
  readonly looks: Map<string, CeremonyLook>;
}

/** One credential of a result, in the words of the prompt that shows it. */
export interface CredentialLabel {
  readonly title: string;
  readonly note: string;
}

/** Remembers nothing yet. */
export function createCeremonyMemory(): CeremonyMemory {
  return {
    given: createGivenShares(),
    begun: new BoundedMap(MOST_BEGUN),
    labels: new BoundedMap(MOST_LABELLED),
    looks: new BoundedMap(MOST_LOOKS),
  };
}

type Place = Pick<At, 'anonymous'>;

/** Remembers what was begun at a place. */
export function noteBegun(
  { begun }: CeremonyMemory,
  { anonymous }: Place,
  nonce: string,
  one: BegunHere,
): void {
  begun.set(keyOf(anonymous.client.options.address, nonce), one);
}

/**
 * What was begun here under a nonce, at this place or at another node of it that a person has confirmed. Anybody can read a
 * server's nonce: another server that says the same one is another one.
 */
export function begunAt(
  { begun }: CeremonyMemory,
  { anonymous }: Place,
  nonce: string,
): BegunHere | undefined {
  const { address, confirmedOrigins } = anonymous.client.options;
  return [address, ...confirmedOrigins].map((one) => begun.get(keyOf(one, nonce))).find(Boolean);
}

/** Remembers a look at what is under way. */
export function noteLook({ looks }: CeremonyMemory, { anonymous }: Place, status: CeremonyStatus): void {
  if (status.nonce !== '') looks.set(keyOf(anonymous.client.options.address, status.nonce), status);
}

/** The last look at the ceremony with a nonce; undefined if it was never seen at this place. */
export function lookWith(
  { looks }: CeremonyMemory,
  { anonymous }: Place,
  nonce: string,
): CeremonyLook | undefined {
  return looks.get(keyOf(anonymous.client.options.address, nonce));
}

function keyOf(address: string, nonce: string): string {
  return `${address} ${nonce}`;
}
