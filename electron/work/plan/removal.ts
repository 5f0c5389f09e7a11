/**
 * Removes what a plan has seen. No server compares anything before a removal, so each is preceded by a look: what is
 * not as the plan has seen it stays.
 */
import type { Current } from '../../core/entries/current.ts';
import { deleteKv1 } from '../../vault/api/kv-v1.ts';
import { deleteMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { deleteVersionsKv2 } from '../../vault/api/kv-v2-versions.ts';
import { changed } from './conflicts.ts';
import type { Judged, Spot } from './plans.ts';
import type { Requests } from './requests.ts';

/** Facts of an entry that a plan has seen. */
export interface SeenEntry {
  /** Its current version; an engine without versions has none. */
  readonly seen?: number | undefined;
  /** Digest of its values, for such an engine; none where the token may not read them. */
  readonly stood?: string | undefined;
  /** Only these versions go, and can be undeleted; absent: the whole entry for good. */
  readonly only?: readonly number[] | undefined;
}

/** Digest of the values that stand in an engine without versions; none where the token may not read them. */
export function stoodAs(now: Current, spot: Spot, requests: Requests): Pick<Judged, 'stood'> {
  return now.state === 'living' ? { stood: requests.digest(spot, now.read.content.members) } : {};
}

/**
 * Removes an entry as the plan has seen it; `note` notes that step before it is made. Resolves to `gone` if there is no
 * such entry. Rejects with `conflict` if it has changed.
 */
export async function removeSeen(
  spot: Spot,
  { seen, stood, only }: SeenEntry,
  requests: Requests,
  note: () => Promise<void> = () => Promise.resolve(),
): Promise<'removed' | 'gone'> {
  const { session, mount, path } = spot;
  if (mount.engine !== 'kv2') {
    const now = await requests.current(spot);
    if (now.state === 'absent') return 'gone';
    if (stoodAs(now, spot, requests).stood !== stood) throw changed(spot);
    await note();
    await requests.send(session, (caller) => deleteKv1(caller, mount.path, path));
    return 'removed';
  }
  const facts = await requests.metadata(spot);
  if (facts === undefined) return 'gone';
  if (facts.currentVersion !== seen) throw changed(spot);
  await note();
  await requests.send(session, (caller) =>
    only === undefined
      ? deleteMetadataKv2(caller, mount.path, path)
      : deleteVersionsKv2(caller, mount.path, path, only),
  );
  return 'removed';
}
