/** Key names of recently opened entries, suggested without another request. */
import type { Input } from '../../shared/ipc/contract.ts';
import type { EntryView } from '../../shared/vault/entry.ts';
import { perSession } from './per-session.ts';

/** Number of most recent entries kept. */
const mostEntries = 50;

const entriesOf = perSession(() => new Map<string, readonly string[]>());

/** Remembers the keys of a just-read entry. */
export function noteKeys(
  { sessionId, mount, path }: Input<'entry.open'>,
  { keys }: Pick<EntryView, 'keys'>,
): void {
  const entries = entriesOf(sessionId);
  const place = placeId(mount, path);
  entries.delete(place);
  entries.set(
    place,
    keys.map(({ key }) => key),
  );
  const [oldest] = entries.keys();
  if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest);
}

/** Keys from the last read of an entry; undefined if it was not read. */
export function knownKeys(sessionId: string, mount: string, path: string): readonly string[] | undefined {
  return entriesOf(sessionId).get(placeId(mount, path));
}

function placeId(mount: string, path: string): string {
  return `${mount}\0${path}`;
}
