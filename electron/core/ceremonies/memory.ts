/** What this run of the app remembers of ceremonies: what was begun here, and what belongs to a result. */
import { createGivenShares } from './shares.ts';
import type { GivenShares } from './shares.ts';

/** A root generation that was begun here. */
export interface BegunHere {
  /** Decodes the token; absent where the token is encrypted to a PGP key. */
  readonly otp?: string;
  /** The one-time result that holds the password. */
  readonly answerId?: string;
  /** Whose PGP keys the results are encrypted to, in the order of the shares. */
  readonly owners: readonly string[];
}

export interface CeremonyMemory {
  readonly given: GivenShares;
  /** By nonce. */
  readonly begun: Map<string, BegunHere>;
  /** What the credentials of a one-time result are called, in their order. */
  readonly labels: Map<string, readonly CredentialLabel[]>;
}

/** One credential of a result, in the words of the prompt that shows it. */
export interface CredentialLabel {
  readonly title: string;
  readonly note: string;
}

/** Remembers nothing yet. */
export function createCeremonyMemory(): CeremonyMemory {
  return { given: createGivenShares(), begun: new Map(), labels: new Map() };
}
