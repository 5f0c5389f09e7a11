/**
 * How prompts call a saved connection: its name, colour and environment, told as rows “before → after”. Prompts of a
 * production server must not be dressed as another one, so what a person knows by them changes only by a person's word: of
 * a connection that was used, and of a second one to the same server, which could be opened in the place of the first.
 */
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { TrustChange } from '../../../shared/ipc/trusted-contract.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { isSameServer } from './profiles.ts';

type Look = Pick<ProfileDraft, 'name' | 'colour' | 'environment'>;

/** What a person must agree to before prompts call a connection otherwise. */
export interface LookChange {
  readonly rows: readonly TrustChange[];
  /** Another saved connection to the same server, which prompts call otherwise. */
  readonly beside?: Profile;
}

/** Empty rows: nothing has to be asked. */
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

/** A saved connection that leads to the same server under another name or environment. */
export function connectionBeside(
  profileId: string | undefined,
  after: ProfileDraft,
  saved: readonly Profile[],
): Profile | undefined {
  return saved.find(
    (other) => other.profileId !== profileId && isSameServer(other, after) && rowsOf(other, after).length > 0,
  );
}

/** A saved connection by the words that prompts use. */
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
