/**
 * One of each thing that call ids name, created in a session, so that every call can be tried on a closed, locked or
 * foreign one. A call's good input tells which ids it takes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueName, wrappedData, writeEntry } from '../servers/index.ts';
import type { KvMount, Reachable } from '../servers/index.ts';
import type { CallName } from '../../shared/ipc/contract.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { isRecord } from '../../shared/vault/is-record.ts';
import { goodInputs } from '../../electron/ipc/calls/good-inputs.fixture.ts';
import type { TestApp } from '../../electron/ipc/calls/services.fixture.ts';

/** Input members by which a page names something that main keeps for one session. */
export const thingNames = [
  ...([
    'sessionId',
    'entryId',
    'leftEntryId',
    'rightEntryId',
    'answerId',
    'secretRef',
    'draftId',
    'planId',
    'importId',
    'comparisonId',
  ] as const),
] as const;

export type ThingName = (typeof thingNames)[number];

/** Ids by name, and `canary`: the text that all of them contain. */
export type Things = Readonly<Record<ThingName | 'canary', string>>;

/**
 * Opens a session and creates one of each. These outlive a lock: an entry with an unsaved edit, a one-time result and
 * its credential. With `ends`, a repeatable response and the token instead, which end with the session.
 */
export async function makeThings(
  app: TestApp,
  { address, server, mount, ends = false }: ThingsAt,
): Promise<Things> {
  const canary = uniqueName('CANARY');
  const path = uniqueName('thing');
  await writeEntry(server, mount, path, { note: canary });
  const sessionId = await app.login(address, server.rootToken);
  const at = { sessionId, mount: mount.path as MountPath };
  const { entryId } = await app.must('entry.open', { ...at, path });
  await app.must('draft.put', { ...at, path, entryId, text: canary });
  const dropped = { ...at, path: uniqueName('dropped') };
  await app.must('draft.put', { ...dropped, text: canary });
  await app.must('draft.drop', dropped);
  const draftId = (await app.must('draft.dropped', { sessionId }))[0]?.draftId ?? '';
  const { planId } = await app.must('plan.make', {
    sessionId,
    places: [{ ...at, path }],
    action: { kind: 'delete' },
  });
  const { importId } = await importedFile(app, sessionId, canary);
  const { comparisonId } = await app.must('comparison.start', {
    sessionId,
    left: { ...at, path: `${path}-a/` },
    right: { ...at, path: `${path}-b/` },
  });
  const own = (await app.must('session.list', {})).find((one) => one.sessionId === sessionId);
  const answer = ends
    ? await app.must('console.send', {
        sessionId,
        request: { method: 'GET', path: `${mount.path}data/${path}` },
      })
    : await unwrapped(app, sessionId, { note: canary, client_token: `hvs.${canary}` }, server);
  const inside = answer.rows.flatMap(({ credential }) => credential ?? [])[0]?.secretRef;
  return {
    sessionId,
    entryId,
    leftEntryId: entryId,
    rightEntryId: entryId,
    answerId: answer.answerId,
    draftId,
    planId,
    importId,
    comparisonId,
    canary,
    secretRef: inside ?? own?.token.id.secretRef ?? '',
  };
}

interface ThingsAt {
  /** Address that the session connects to: the server, or a proxy in front of it. */
  readonly address: string;
  readonly server: Reachable & { readonly rootToken: string };
  readonly mount: KvMount;
  readonly ends?: boolean;
}

/** Reads a file that has the canary as a value. */
async function importedFile(app: TestApp, sessionId: string, canary: string) {
  const folder = mkdtempSync(join(tmpdir(), 'thing-'));
  const file = join(folder, 'thing.json');
  writeFileSync(file, JSON.stringify({ thing: { note: canary } }));
  app.files.push(file);
  const read = await app.must('import.choose', { sessionId });
  rmSync(folder, { recursive: true });
  return read;
}

async function unwrapped(app: TestApp, sessionId: string, data: object, server: Reachable) {
  app.clipboard.text = (await wrappedData(data, server)).token;
  app.answers.push('');
  const where = { sessionId };
  const { secretRef } = await app.must('wrapping.take', { where, from: 'clipboard' });
  app.answers.length = 0;
  return app.must('wrapping.unwrap', { where, secretRef, form: 'body' });
}

/** A place in an input that names a thing. */
export interface ThingPlace {
  readonly name: ThingName;
  /** Keys from the top of the input. */
  readonly keys: readonly string[];
}

/** Every place in a call's input that names a thing. */
export function placesOf(name: CallName): readonly ThingPlace[] {
  return placesIn(withWhere(name), []);
}

function placesIn(value: unknown, keys: readonly string[]): readonly ThingPlace[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => placesIn(one, [...keys, String(index)]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const name = thingNames.find((one) => one === key);
    return name === undefined ? placesIn(below, [...keys, key]) : [{ name, keys: [...keys, key] }];
  });
}

/** Input of a call with these things in it; `place` takes its id from `others`. */
export function inputWith(name: CallName, things: Things, place?: ThingPlace, others?: Things): object {
  const put = (value: unknown, keys: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => put(one, [...keys, String(index)]));
    if (!isRecord(value)) return value;
    const members = Object.entries(value).map(([key, below]) => {
      const thing = thingNames.find((one) => one === key);
      if (thing === undefined) return [key, put(below, [...keys, key])] as const;
      const isThere = place?.keys.join(' ') === [...keys, key].join(' ');
      return [key, (isThere ? (others ?? things) : things)[thing]] as const;
    });
    return Object.fromEntries(members);
  };
  return put(withWhere(name), []) as object;
}

/** A good input; a `where` in it names a session. */
function withWhere(name: CallName): object {
  const input = goodInputs[name];
  return 'where' in input ? { ...input, where: { sessionId: 's' } } : input;
}
