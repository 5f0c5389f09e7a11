/** Names of keys of the entries that were opened lately, so that they can be suggested without asking again. */
import type { Input } from '../../shared/ipc/contract.ts';
import type { EntryView } from '../../shared/vault/entry.ts';
import { perSession } from './per-session.ts';

/** Entries, the latest kept. */
const mostEntries = 50;

const entriesOf = perSession(() => new Map<string, readonly string[]>());

/** Remembers the keys of an entry as it was just read. */
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

/** The keys as they were read last; undefined where it was not. */
export function knownKeys(sessionId: string, mount: string, path: string): readonly string[] | undefined {
  return entriesOf(sessionId).get(placeId(mount, path));
}

function placeId(mount: string, path: string): string {
  return `${mount}\0${path}`;
}
