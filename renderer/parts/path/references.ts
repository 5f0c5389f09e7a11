/** References to entries, for programs. Only a saved connection has a name that they can use. */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { referenceText, type Reference } from '../../../shared/vault/reference.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import type { PathForm } from './path-forms.ts';

/** Name of the connection in references; undefined: it is not saved. */
export function referredConnection({
  name,
  profileId,
}: Pick<SessionView, 'name' | 'profileId'>): string | undefined {
  return profileId === undefined || name === '' || !name.isWellFormed() ? undefined : name;
}

/** The entry as a reference without its key; undefined: none can name it. */
export function referredEntry(
  connection: string | undefined,
  { mount, path }: EntryPlace,
  version?: number,
): Omit<Reference, 'key'> | undefined {
  const whole = mount.path + path;
  if (connection === undefined || !whole.isWellFormed() || path === '' || path.endsWith('/'))
    return undefined;
  return { connection, path: whole, ...(version === undefined ? {} : { version }) };
}

/** The reference of an entry among the forms of its path; empty without one. */
export function referenceForm(
  session: Pick<SessionView, 'name' | 'profileId'>,
  place: EntryPlace,
  version?: number,
): readonly PathForm[] {
  const entry = referredEntry(referredConnection(session), place, version);
  return entry === undefined ? [] : [{ name: 'Reference', text: referenceText(entry) }];
}
