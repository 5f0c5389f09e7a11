/** What is known of the tokens on screen beyond what a look-up tells: how to reach them, and what was done to them. */
import type {
  AccessorRow,
  RenewOutcome,
  TokenChoice,
  TokenInspection,
} from '../../../shared/vault/token-work.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { Store } from '../../api/store.ts';
import { perSession } from '../../api/per-session.ts';

/** A token as a screen reads it; its own value is not part of it. */
export type LookedUp = Omit<TokenInspection, 'id' | 'raw'>;

export interface TokenNotes {
  /** Of the token that was renewed or revoked: after another login the session's own is another one. */
  readonly accessor?: string;
  /** Main holds its value. */
  readonly secretRef?: string;
  readonly renewal?: Omit<RenewOutcome, 'token'>;
  /** Revoked from here. `at`: ISO 8601. */
  readonly revoked?: { readonly at: string; readonly warnings: readonly string[] };
}

export interface KnownTokens {
  /** By accessor; the session's own under the empty one, batch tokens, which have none, under a name made up here. */
  readonly notes: Readonly<Record<string, TokenNotes>>;
  /** Tokens looked up by hand, the latest first. */
  readonly looked: readonly AccessorRow[];
  /** The one whose details are on screen; empty: the session's own. */
  readonly chosen: string;
}

/** What is known of the tokens of a session. */
export const tokensOf = perSession(() => new Store<KnownTokens>({ notes: {}, looked: [], chosen: '' }));

/** Adds to what is known of one token; what was done to another one before is forgotten. */
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
 * What a token is known by here whose value main holds: its accessor, the session's own nothing; batch tokens have no
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

/** How main is told which token is meant; undefined where its value is no longer held. */
export function choiceOf(argument: string, note: TokenNotes): TokenChoice | undefined {
  if (argument === '') return { by: 'self' };
  if (note.secretRef !== undefined) return { by: 'secret', secretRef: note.secretRef };
  return isByValue(argument) ? undefined : { by: 'accessor', accessor: argument };
}

/** What the login has told of a session's own token: all that is known where a look-up would cost a use. */
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

/** A look-up brought up to date by what the session has learned of its own token since. */
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
