/** Facts about the tokens on screen that a look-up does not have: the way to address them, and changes made here. */
import type {
  AccessorRow,
  RenewOutcome,
  TokenChoice,
  TokenInspection,
} from '../../../shared/vault/token-work.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { Store } from '../../api/store.ts';
import { perSession } from '../../api/per-session.ts';

/** A token as a screen reads it, without its value. */
export type LookedUp = Omit<TokenInspection, 'id' | 'raw'>;

export interface TokenNotes {
  /** Of the token that was renewed or revoked: another login replaces the session's own. */
  readonly accessor?: string;
  /** Main holds its value. */
  readonly secretRef?: string;
  readonly renewal?: Omit<RenewOutcome, 'token'>;
  /** Revoked from here. `at`: ISO 8601. */
  readonly revoked?: { readonly at: string; readonly warnings: readonly string[] };
}

export interface KnownTokens {
  /** Notes by accessor; the session's own under the empty key, batch tokens, which lack one, under a made-up key. */
  readonly notes: Readonly<Record<string, TokenNotes>>;
  /** Tokens looked up by hand, the latest first. */
  readonly looked: readonly AccessorRow[];
  /** The token in the drawer; empty: the session's own. */
  readonly chosen: string;
}

/** Notes on the tokens of a session. */
export const tokensOf = perSession(() => new Store<KnownTokens>({ notes: {}, looked: [], chosen: '' }));

/** Adds to the notes on one token; notes on another token under the same key are dropped. */
export function noteToken(tokens: Store<KnownTokens>, argument: string, note: Partial<TokenNotes>): void {
  const { notes } = tokens.snapshot();
  const known = notes[argument];
  const another =
    note.accessor !== undefined && known?.accessor !== undefined && note.accessor !== known.accessor;
  tokens.change({ notes: { ...notes, [argument]: another ? note : { ...known, ...note } } });
}

/** Keeps a row of the table for a token that was looked up by hand. */
export function noteLooked(tokens: Store<KnownTokens>, row: AccessorRow): void {
  const others = tokens.snapshot().looked.filter(({ accessor }) => accessor !== row.accessor);
  tokens.change({ looked: [row, ...others] });
}

/**
 * The key of a token whose value main holds: its accessor, or empty for the session's own; batch tokens have no
 * accessor and are numbered.
 */
export function argumentFor(
  tokens: Store<KnownTokens>,
  accessor: string,
  own: string,
  secretRef: string,
): string {
  if (accessor !== '') return accessor === own ? '' : accessor;
  const { notes } = tokens.snapshot();
  const known = Object.entries(notes).find(([, note]) => note.secretRef === secretRef);
  if (known !== undefined) return known[0];
  let number = 1;
  while (notes[byValue(number)] !== undefined) number++;
  return byValue(number);
}

/** True for a token that has no accessor. */
export function isByValue(argument: string): boolean {
  return /^by value \d+$/.test(argument);
}

/** The form that tells main which token to use; undefined if its value is no longer held. */
export function choiceOf(argument: string, note: TokenNotes): TokenChoice | undefined {
  if (argument === '') return { by: 'self' };
  if (note.secretRef !== undefined) return { by: 'secret', secretRef: note.secretRef };
  return isByValue(argument) ? undefined : { by: 'accessor', accessor: argument };
}

/** The login's facts about a session's own token: all that is known if a look-up would cost a use. */
export function toldAtLogin(facts: TokenFacts): LookedUp {
  return {
    ...shared(facts),
    issueTime: '',
    lastRenewal: '',
    namespacePath: '',
    role: '',
    boundCidrs: [],
    externalNamespacePolicies: {},
  };
}

/** A look-up updated by newer facts of the session about its own token. */
export function upToDate(looked: LookedUp, facts: TokenFacts): LookedUp {
  const newer = facts.accessor === looked.accessor && facts.lookedUpAt > looked.lookedUpAt;
  return newer ? { ...looked, ...shared(facts) } : looked;
}

function shared({ id: _id, ...facts }: TokenFacts): Omit<TokenFacts, 'id'> {
  return facts;
}

function byValue(number: number): string {
  return `by value ${String(number)}`;
}
