/**
 * Undoes a plan that ran, as a plan of its own: each row knows from its run which version it left and what was there
 * before. A row goes back only if its entry is still as it was left. Earlier values are read from the server.
 */
import { isSame, isSameMap } from '../../core/entries/settings.ts';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { writeMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { deleteVersionsKv2, undeleteVersionsKv2 } from '../../vault/api/kv-v2-versions.ts';
import { kv1Deletion } from '../../vault/api/kv-v1.ts';
import { changed, differs } from './conflicts.ts';
import type { ActionKind, Need, Sent } from './action.ts';
import { notesOf, sourceOf, targetOf } from './plans.ts';
import type { EarlierSettings, Judged, Ran, Spot, Steps, StoredRow, Undo, UndoAction } from './plans.ts';
import { removeSeen } from './removal.ts';
import { readAfter } from './requests.ts';
import type { Requests } from './requests.ts';
import { ofSettings } from './settings.ts';
import { copy, moving, settingsOf, stateOf, transfer } from './transfer.ts';
import { ofVersions } from './versions.ts';

/** Moves as a rename does: with all versions and metadata, never over another entry. */
export const wayBack = { kind: 'rename', of: 'name', pattern: { kind: 'prefix', text: '' } } as const;

const undoOf = ({ undo }: StoredRow): Undo =>
  undo ?? { way: { kind: 'none', reason: 'It cannot be undone.' }, made: 0, over: 0, seen: 0 };

/** Undoes a row by its way back. */
export const undoing: ActionKind<UndoAction> = {
  needs: (_action, row) => {
    const { way, over } = undoOf(row);
    switch (way.kind) {
      case 'none':
        return [];
      case 'back':
        return transfer.needs(wayBack, row);
      case 'versions':
        return ofVersions.needs({ kind: way.to }, row);
      case 'settings':
        return ofSettings.needs({ kind: 'set-settings', settings: {} }, row);
      case 'undelete':
        return [{ spot: targetOf(row), family: 'undelete', any: ['update'] }, ...takingNeeds(row, over)];
      case 'take-away':
        return takingNeeds(row, over);
    }
  },
  judge,
  sends: (_action, row) => {
    const { way, over } = undoOf(row);
    switch (way.kind) {
      case 'none':
        return [];
      case 'back':
        return [...transfer.sends(wayBack, row), ...takingSends(row, over)];
      case 'versions':
        return ofVersions.sends({ kind: way.to }, row);
      case 'settings':
        return [sent(sourceOf(row), 'metadata')];
      case 'undelete':
        return [sent(targetOf(row), 'undelete'), ...takingSends(row, over)];
      case 'take-away':
        return takingSends(row, over);
    }
  },
  run: async (_action, row, requests, steps) => {
    const { way, made } = undoOf(row);
    switch (way.kind) {
      case 'none':
        return { outcome: 'skipped', reason: way.reason };
      case 'back': {
        if (row.from.mount.engine === 'kv2') await mustBeAsLeft(row, made, requests);
        return { outcome: 'done', ...(await copy(wayBack, row, requests, steps)) };
      }
      case 'versions':
        return ofVersions.run({ kind: way.to }, row, requests, steps);
      case 'settings':
        return restoreSettings(row, requests);
      case 'undelete':
        await undeleteSource(row, requests);
        await takeAway(row, requests, steps);
        return { outcome: 'done' };
      case 'take-away':
        await takeAway(row, requests, steps);
        return { outcome: 'done' };
    }
  },
  finishes: (row) => undoOf(row).way.kind === 'back',
  finish: async (_action, row, made, requests, steps) => {
    const { over } = undoOf(row);
    const [from, to] = [sourceOf(row), targetOf(row)];
    if (over === 0 && (to.mount.engine === 'kv2' || from.mount.engine !== 'kv2'))
      return moving.finish?.(wayBack, row, made, requests, steps);
    const [left, back] = [await requests.read(from), await requests.read(to)];
    if (requests.digest(to, left.members) !== requests.digest(to, back.members)) throw differs(to);
    return takeAway(row, requests, steps);
  },
};

async function judge({ of }: UndoAction, row: StoredRow, requests: Requests): Promise<Judged> {
  const { way, made, over } = undoOf(row);
  const from = sourceOf(row);
  switch (way.kind) {
    case 'none':
      return { effect: 'conflict', reason: way.reason };
    case 'versions':
      return ofVersions.judge({ kind: way.to }, row, requests);
    case 'settings':
      return judgeSettings(row, of.kind === 'set-metadata', requests);
    case 'back': {
      if (from.mount.engine === 'kv2' && (await requests.metadata(from))?.currentVersion !== made)
        return hasChanged;
      const judged = await moving.judge(wayBack, row, requests);
      if (judged.effect !== 'create' || over === 0) return judged;
      const own = judged.versions?.filter((version) => version > over) ?? [];
      return { ...judged, versions: own };
    }
    case 'undelete': {
      const there = await requests.metadata(targetOf(row));
      const source = there?.versions.find(({ version }) => version === undoOf(row).seen);
      if (source === undefined || source.destroyed)
        return { effect: 'conflict', reason: 'The version at the source is gone permanently.' };
      return judgeTaking(row, requests);
    }
    case 'take-away':
      return judgeTaking(row, requests);
  }
}

/** A run that a crash has ended has left some facts in memory only. */
function lost(what: string): Judged {
  return { effect: 'conflict', reason: `${what} gone with the app that ran. It stays as it is.` };
}

const hasChanged: Judged = { effect: 'conflict', reason: 'It has changed since. It stays as it is.' };

/** Judges taking away what was written: the entry goes, or the version before comes back. */
async function judgeTaking(row: StoredRow, requests: Requests): Promise<Judged> {
  const { made, over, digest, settings } = undoOf(row);
  const spot = sourceOf(row);
  if (spot.mount.engine !== 'kv2') {
    const now = await requests.current(spot);
    if (now.state === 'absent') return { effect: 'nothing', reason: 'It is gone.' };
    if (digest === undefined) return lost('What was written there is');
    if (now.state !== 'living' || requests.digest(spot, now.read.content.members) !== digest)
      return hasChanged;
    return { effect: 'remove', ...notesOf(['no-undo']) };
  }
  const facts = await requests.metadata(spot);
  if (facts === undefined) return { effect: 'nothing', reason: 'It is gone.' };
  if (facts.currentVersion !== made) return hasChanged;
  const seen = made;
  if (over === 0) return { effect: 'remove', seen, ...notesOf(['no-undo']) };
  const before = stateBefore(facts, over);
  if (before === undefined)
    return { effect: 'conflict', seen, reason: `Version ${String(over)}, which was before it, is gone.` };
  const left =
    settings === undefined || settings.customMetadata !== undefined
      ? {}
      : { reason: 'Its earlier custom metadata is gone with the app that ran.' };
  return before === 'deleted'
    ? { effect: 'delete', seen, versions: versionsAfter(over, made), ...left }
    : { effect: 'change', seen, ...left };
}

/** State of the version that was replaced; undefined: its values are gone. */
function stateBefore(facts: EntryMetadata, over: number): 'living' | 'deleted' | undefined {
  const found = facts.versions.find(({ version }) => version === over);
  const state = found === undefined ? 'destroyed' : stateOf(found);
  return state === 'destroyed' ? undefined : state;
}

function versionsAfter(over: number, made: number): readonly number[] {
  return Array.from({ length: made - over }, (_none, at) => over + 1 + at);
}

function takingNeeds(row: StoredRow, over: number): readonly Need[] {
  const spot = sourceOf(row);
  if (spot.mount.engine !== 'kv2')
    return [
      { spot, family: 'data', any: ['read'] },
      { spot, family: 'data', any: ['delete'] },
    ];
  const reads = { spot, family: 'metadata', any: ['read'] } as const;
  return over === 0
    ? [reads, { spot, family: 'metadata', any: ['delete'] }]
    : [reads, { spot, family: 'data', any: ['read'] }, { spot, family: 'data', any: ['update'] }];
}

function takingSends(row: StoredRow, over: number): readonly Sent[] {
  const spot = sourceOf(row);
  const { session, mount, path } = spot;
  if (mount.engine !== 'kv2') return [{ session, ...kv1Deletion(mount.path, path), times: 1 }];
  if (over === 0) return [{ session, method: 'DELETE', path: `${mount.path}metadata/${path}`, times: 1 }];
  return [sent(spot, 'data'), sent(spot, 'delete'), sent(spot, 'metadata')];
}

function sent({ session, mount, path }: Spot, family: string): Sent {
  return { session, method: 'POST', path: `${mount.path}${family}/${path}`, times: 1 };
}

async function mustBeAsLeft(row: StoredRow, made: number, requests: Requests): Promise<EntryMetadata> {
  const facts = await requests.metadata(sourceOf(row));
  if (facts?.currentVersion !== made) throw changed(sourceOf(row));
  return facts;
}

/** Takes away what a row wrote, if nobody has written since. */
async function takeAway(row: StoredRow, requests: Requests, steps: Steps): Promise<void> {
  const { made, over, digest, settings } = undoOf(row);
  const spot = sourceOf(row);
  const { session, mount, path } = spot;
  if (over === 0 || mount.engine !== 'kv2') {
    const removed = await removeSeen(spot, { seen: made, stood: digest }, requests, () =>
      steps.note({ removing: true }),
    );
    if (removed === 'gone' && steps.before.removing !== true) throw changed(spot);
    return;
  }
  const now = await requests.metadata(spot);
  const isWritten = steps.before.begun === true && now?.currentVersion === made + 1;
  if (now === undefined || (now.currentVersion !== made && !isWritten)) throw changed(spot);
  await steps.note({ begun: true });
  const before = stateBefore(now, over);
  if (before === undefined) throw changed(spot);
  if (before === 'deleted')
    await requests.send(session, (caller) =>
      deleteVersionsKv2(caller, mount.path, path, versionsAfter(over, made)),
    );
  else {
    const { members } = await requests.read(spot, over);
    if (!isWritten) await requests.write(spot, members, made);
    const back = await readAfter(requests.read(spot));
    if (requests.digest(spot, back.members) !== requests.digest(spot, members)) throw differs(spot);
  }
  if (settings !== undefined && !isSameSettings(settings, now))
    await requests.send(session, (caller) => writeMetadataKv2(caller, mount.path, path, settings));
}

/** Undeletes the source of a move, and compares it with the copy that goes. */
async function undeleteSource(row: StoredRow, requests: Requests): Promise<void> {
  const { seen } = undoOf(row);
  const [from, to] = [sourceOf(row), targetOf(row)];
  await requests.send(to.session, (caller) => undeleteVersionsKv2(caller, to.mount.path, to.path, [seen]));
  const [copied, source] = [await requests.read(from), await requests.read(to, seen)];
  if (requests.digest(to, copied.members) !== requests.digest(to, source.members)) throw differs(to);
}

function isSameSettings(earlier: EarlierSettings, now: MetadataSettings): boolean {
  const { customMetadata } = earlier;
  return (
    isSame(earlier, now) && (customMetadata === undefined || isSameMap(customMetadata, now.customMetadata))
  );
}

async function judgeSettings(row: StoredRow, isMetadata: boolean, requests: Requests): Promise<Judged> {
  const { settings, left } = undoOf(row);
  if (isMetadata && settings?.customMetadata === undefined) return lost('Its earlier custom metadata is');
  const now = await requests.metadata(sourceOf(row));
  if (now === undefined) return { effect: 'nothing', reason: 'It is gone.' };
  const seen = now.currentVersion;
  if (settings !== undefined && isSameSettings(settings, now)) return { effect: 'identical', seen };
  if (settings === undefined || left === undefined || !isSameSettings(left, now))
    return { effect: 'conflict', seen, reason: 'Its settings have changed since. They stay as they are.' };
  return { effect: 'change', seen };
}

async function restoreSettings(row: StoredRow, requests: Requests): Promise<Ran> {
  const spot = sourceOf(row);
  const { session, mount, path } = spot;
  const { settings, left } = undoOf(row);
  const now = await requests.metadata(spot);
  if (now === undefined || settings === undefined || left === undefined || !isSameSettings(left, now))
    throw changed(spot);
  await requests.send(session, (caller) => writeMetadataKv2(caller, mount.path, path, settings));
  const after = await readAfter(requests.metadata(spot));
  if (after === undefined || !isSameSettings(settings, settingsOf(after))) throw differs(spot);
  return { outcome: 'done', made: after.currentVersion };
}
