/** Sets settings and custom metadata of entries. Neither is a secret, so the plan says what is there already. */
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { isSame, isSameMap } from '../../core/entries/settings.ts';
import { writeMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { differs } from './conflicts.ts';
import type { ActionKind } from './action.ts';
import { notesOf, sourceOf } from './plans.ts';
import { settingsOf } from './transfer.ts';
import { readAfter } from './requests.ts';

type OfSettings = Extract<PlanAction, { readonly kind: 'set-settings' | 'set-metadata' }>;

/** The settings that an action sets, whole; undefined if nothing would change. */
function wanted(action: OfSettings, now: EntryMetadata): Partial<MetadataSettings> | undefined {
  if (action.kind === 'set-settings') {
    const { deleteVersionAfter: after, ...others } = action.settings;
    // The server writes a duration in its own way: 24h comes back as 24h0m0s.
    const isOther = after !== undefined && parseDuration(after) !== parseDuration(now.deleteVersionAfter);
    return isSame(now, { ...now, ...others }) && !isOther ? undefined : action.settings;
  }
  const left = Object.entries(now.customMetadata).filter(([key]) => !action.remove.includes(key));
  const customMetadata = Object.fromEntries([...left, ...Object.entries(action.set)]);
  return isSameMap(now.customMetadata, customMetadata) ? undefined : { customMetadata };
}

/** Settings and custom metadata. */
export const ofSettings: ActionKind<OfSettings> = {
  needs: (_action, row) => {
    const spot = sourceOf(row);
    if (spot.mount.engine !== 'kv2') return [];
    return [
      { spot, family: 'metadata', any: ['read'] },
      { spot, family: 'metadata', any: ['update'] },
    ];
  },
  judge: async (action, row, requests) => {
    const spot = sourceOf(row);
    if (spot.mount.engine !== 'kv2') return { effect: 'nothing', reason: 'This engine keeps no metadata.' };
    const now = await requests.metadata(spot);
    if (now === undefined) return { effect: 'nothing', reason: 'It is gone.' };
    const seen = now.currentVersion;
    const next = wanted(action, now);
    if (next === undefined) return { effect: 'identical', seen };
    const { maxVersions = 0 } = next;
    const loses = maxVersions > 0 && maxVersions < now.versions.length;
    return { effect: loses ? 'would-lose' : 'change', seen, ...notesOf([loses && 'oldest-versions']) };
  },
  sends: (_action, row) => {
    const { session, mount, path } = sourceOf(row);
    return [{ session, method: 'POST', path: `${mount.path}metadata/${path}`, times: 1 }];
  },
  run: async (action, row, requests) => {
    const spot = sourceOf(row);
    const now = await requests.metadata(spot);
    const next = now === undefined ? undefined : wanted(action, now);
    if (next === undefined) return { outcome: 'skipped', reason: 'There is nothing to change by now.' };
    await requests.send(spot.session, (caller) => writeMetadataKv2(caller, spot.mount.path, spot.path, next));
    const after = await readAfter(requests.metadata(spot));
    if (after === undefined || wanted(action, after) !== undefined) throw differs(spot);
    return {
      outcome: 'done',
      made: after.currentVersion,
      ...(now === undefined ? {} : { settings: settingsOf(now), left: settingsOf(after) }),
    };
  },
  reverse: () => ({ kind: 'settings' }),
};
