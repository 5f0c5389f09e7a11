/** Deletes, undeletes and destroys versions, or removes entries with all of them. The server confirms none of it. */
import type { VersionFacts } from '../../../shared/vault/entry.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import {
  deleteVersionsKv2,
  destroyVersionsKv2,
  undeleteVersionsKv2,
} from '../../vault/api/kv-v2-versions.ts';
import { kv1Deletion } from '../../vault/api/kv-v1.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { differs } from './conflicts.ts';
import type { ActionKind } from './action.ts';
import { notesOf, sourceOf } from './plans.ts';
import { removeSeen, stoodAs } from './removal.ts';
import { readAfter } from './requests.ts';
import { inOrder, stateOf } from './transfer.ts';
import type { VersionState } from './write-versions.ts';

type OfVersions = Extract<PlanAction, { readonly kind: 'delete' | 'undelete' | 'destroy' | 'remove' }>;

interface Way {
  readonly family: 'delete' | 'undelete' | 'destroy';
  /** States of versions that it changes. */
  readonly from: readonly VersionState[];
  /** The state afterwards. */
  readonly to: VersionState;
  readonly send: (
    caller: Caller,
    mount: MountPath,
    path: string,
    versions: readonly number[],
  ) => Promise<void>;
  readonly nothing: string;
}

const ways: Readonly<Record<'delete' | 'undelete' | 'destroy', Way>> = {
  delete: {
    family: 'delete',
    from: ['living'],
    to: 'deleted',
    send: deleteVersionsKv2,
    nothing: 'It is deleted or destroyed already.',
  },
  undelete: {
    family: 'undelete',
    from: ['deleted'],
    to: 'living',
    send: undeleteVersionsKv2,
    nothing: 'No such version is deleted.',
  },
  destroy: {
    family: 'destroy',
    from: ['living', 'deleted'],
    to: 'destroyed',
    send: destroyVersionsKv2,
    nothing: 'No such version is left.',
  },
};

/** Versions that an action is about if the person has chosen none. */
function versionsOf(action: OfVersions, all: readonly VersionFacts[], chosen: readonly number[] | undefined) {
  if (action.kind === 'destroy' && action.which === 'all') return all;
  if (action.kind === 'destroy' && action.which === 'deleted')
    return all.filter((one) => stateOf(one) === 'deleted');
  if (action.kind === 'destroy' && chosen === undefined) return [];
  return chosen === undefined ? all.slice(-1) : all.filter(({ version }) => chosen.includes(version));
}

/** Deletes, undeletes, destroys, removes. */
export const ofVersions: ActionKind<OfVersions> = {
  needs: ({ kind }, row) => {
    const spot = sourceOf(row);
    if (spot.mount.engine !== 'kv2') return [{ spot, family: 'data', any: ['delete'] }];
    const read = { spot, family: 'metadata', any: ['read'] } as const;
    return kind === 'remove'
      ? [read, { spot, family: 'metadata', any: ['delete'] }]
      : [read, { spot, family: kind, any: ['update'] }];
  },
  judge: async (action, row, requests) => {
    const spot = sourceOf(row);
    const { kind } = action;
    if (spot.mount.engine !== 'kv2') {
      if (kind === 'undelete') return { effect: 'nothing', reason: 'This engine keeps no versions.' };
      const now = await requests.current(spot);
      if (now.state === 'absent') return { effect: 'nothing', reason: 'It is gone.' };
      return {
        effect: kind === 'delete' ? 'delete' : 'remove',
        ...stoodAs(now, spot, requests),
        ...notesOf(['no-undo']),
      };
    }
    const facts = await requests.metadata(spot);
    if (facts === undefined) return { effect: 'nothing', reason: 'It is gone.' };
    const all = inOrder(facts);
    const seen = facts.currentVersion;
    if (kind === 'remove')
      return { effect: 'remove', seen, versions: all.map(({ version }) => version), ...notesOf(['no-undo']) };
    const { from, nothing } = ways[kind];
    const versions = versionsOf(action, all, row.versions)
      .filter((one) => from.includes(stateOf(one)))
      .map(({ version }) => version);
    if (versions.length === 0) return { effect: 'nothing', seen, reason: nothing };
    return { effect: kind, seen, versions, ...notesOf([kind === 'destroy' && 'no-undo']) };
  },
  sends: ({ kind }, row) => {
    const { session, mount, path } = sourceOf(row);
    if (mount.engine !== 'kv2') return [{ session, ...kv1Deletion(mount.path, path), times: 1 }];
    return kind === 'remove'
      ? [{ session, method: 'DELETE', path: `${mount.path}metadata/${path}`, times: 1 }]
      : [{ session, method: 'POST', path: `${mount.path}${kind}/${path}`, times: 1 }];
  },
  run: async ({ kind }, row, requests) => {
    const spot = sourceOf(row);
    const { session, mount, path } = spot;
    if (kind === 'remove' || mount.engine !== 'kv2')
      return (await removeSeen(spot, row, requests)) === 'removed'
        ? { outcome: 'done' }
        : { outcome: 'skipped', reason: 'It is gone already.' };
    const facts = await requests.metadata(spot);
    const { from, to, send } = ways[kind];
    const versions = (row.versions ?? []).filter((version) =>
      facts?.versions.some((one) => one.version === version && from.includes(stateOf(one))),
    );
    if (versions.length === 0) return { outcome: 'skipped', reason: ways[kind].nothing };
    await requests.send(session, (caller) => send(caller, mount.path, path, versions));
    const after = await readAfter(requests.metadata(spot));
    const isTo = (version: number): boolean =>
      after?.versions.some((one) => one.version === version && stateOf(one) === to) === true;
    if (!versions.every(isTo)) throw differs(spot);
    return { outcome: 'done', made: after?.currentVersion ?? 0, changed: versions };
  },
  reverse: ({ kind }, row) => {
    const keepsVersions = sourceOf(row).mount.engine === 'kv2';
    if (keepsVersions && (kind === 'delete' || kind === 'undelete'))
      return { kind: 'versions', to: kind === 'delete' ? 'undelete' : 'delete' };
    return { kind: 'none', reason: 'Its values are gone permanently.' };
  },
};
