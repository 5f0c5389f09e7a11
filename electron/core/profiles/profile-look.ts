/**
 * A saved connection's look in prompts: its name, colour and environment, listed as rows “before → after”. Prompts of
 * a production server must not look like another one's, so these change only with the user's consent: for a
 * connection that was used, and for a second one to the same server, which could be opened in place of the first.
 */
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { TrustChange } from '../../../shared/ipc/trusted-contract.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { isSameServer } from './profiles.ts';

type Look = Pick<ProfileDraft, 'name' | 'colour' | 'environment'>;

/** Changes of the look that need the user's consent. */
export interface LookChange {
  readonly rows: readonly TrustChange[];
  /** Another saved connection to the same server, with another look. */
  readonly beside?: Profile;
}

/** Compares the looks; empty rows need no question. */
export function lookChange(
  before: Profile | undefined,
  after: ProfileDraft,
  saved: readonly Profile[],
): LookChange {
  const beside = connectionBeside(before?.profileId, after, saved);
  const isUsed = before !== undefined && before.lastUsed !== '';
  if (!isUsed && beside === undefined) return { rows: [] };
  return { rows: rowsOf(before, after), ...(beside === undefined ? {} : { beside }) };
}

/** A saved connection to the same server with another name or environment. */
export function connectionBeside(
  profileId: string | undefined,
  after: ProfileDraft,
  saved: readonly Profile[],
): Profile | undefined {
  return saved.find(
    (other) => other.profileId !== profileId && isSameServer(other, after) && rowsOf(other, after).length > 0,
  );
}

/** A saved connection in the words of prompts. */
export function lookInWords({ name, environment = '' }: Look): string {
  return environment === '' ? `“${name}”` : `“${name}” (${environment})`;
}

function rowsOf(before: Look | undefined, after: Look): readonly TrustChange[] {
  const row = (what: string, old: string | undefined, now: string): readonly TrustChange[] => {
    if (old === now || (old === undefined && now === '')) return [];
    return [{ what, before: old === undefined ? '' : old || 'none', after: now || 'none' }];
  };
  return [
    ...row('Name', before?.name, after.name),
    ...row('Colour', before?.colour, after.colour),
    ...row(
      'Environment',
      before === undefined ? undefined : (before.environment ?? ''),
      after.environment ?? '',
    ),
  ];
}
