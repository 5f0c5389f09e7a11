/**
 * Every call about an object that a page must not name: of a session that was closed or is locked, or of another
 * session than the rest of the input. Each place of each input is tried by itself, with everything else as it should
 * be.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { inputWith, makeThings, placesOf } from '../../../e2e/attacks/things.ts';
import type { ThingPlace, Things } from '../../../e2e/attacks/things.ts';
import { newKvMount, sharedServers, startRecordingProxy } from '../../../e2e/servers/index.ts';
import type { KvMount, RecordingProxy } from '../../../e2e/servers/index.ts';
import { sampled } from '../../../e2e/traces/sampled.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { allCalls } from './index.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp, stopping } = useTestApps();
let mount: KvMount;

beforeAll(async () => {
  mount = await newKvMount(server, 2);
});

/** Releasing a missing object is not a failure. */
const letsGo: ReadonlySet<CallName> = new Set([
  'entry.close',
  'answer.dismiss',
  'secret.dismiss',
  'plan.drop',
  'import.drop',
  'comparison.drop',
]);

/** Calls that unlock a session, or end one. */
const outOfLock = 'a session, locked or not';

interface Case {
  readonly name: CallName;
  readonly place: ThingPlace;
}

const cases: readonly Case[] = allCalls.flatMap(({ name }) =>
  placesOf(name)
    // A copied command has a placeholder for each credential: none is looked up.
    .filter(({ keys }) => name !== 'console.copyAs' || keys.length === 1)
    .map((place) => ({ name, place })),
);

const titleOf = ({ name, place }: Case): string => `${name} ${place.keys.join('.')}`;

/** An app with its own session, and another one behind a proxy that records its requests. */
async function twoSessions(ends: boolean) {
  const proxy = stopping(await startRecordingProxy(server));
  const app = newApp();
  const others = await makeThings(app, { address: proxy.address, server, mount, ends });
  const own = await makeThings(app, { address: server.address, server, mount });
  return { app, proxy, own, others };
}

/** Outcome of each case, and those that leaked, asked or sent something. */
async function outcomes(
  { app, proxy, own, others }: { app: TestApp; proxy: RecordingProxy; own: Things; others: Things },
  tried: readonly Case[],
) {
  const found: Record<string, string> = {};
  const wrong: string[] = [];
  app.answers.length = 0;
  app.clipboard.text = '';
  for (const one of tried) {
    const before = { asked: app.asked.length, sent: proxy.requests.length, crossed: app.crossed().length };
    const result = await app.begin(one.name, inputWith(one.name, own, one.place, others)).result;
    found[titleOf(one)] = result.ok ? 'ok' : result.error.kind;
    const told = JSON.stringify(result) + app.crossed().slice(before.crossed) + app.clipboard.text;
    if (told.includes(others.canary)) wrong.push(`${titleOf(one)}: gives it away`);
    if (proxy.requests.length > before.sent) wrong.push(`${titleOf(one)}: sends something there`);
    if (app.asked.length > before.asked) wrong.push(`${titleOf(one)}: asks`);
  }
  return { found, wrong };
}

const all = (tried: readonly Case[], kindOf: (one: Case) => string) =>
  Object.fromEntries(tried.map((one) => [titleOf(one), kindOf(one)]));

function count(tag: string, tried: readonly Case[]): void {
  sampled({
    tag,
    what: 'places where calls name a session, an entry, a response …',
    ran: tried.length,
    of: tried.length,
  });
}

describe('every call', () => {
  it('refuses what belongs to a closed session, and gives nothing of it away @closed-things', async () => {
    const two = await twoSessions(true);
    two.app.answers.push('');
    await two.app.must('session.close', { sessionId: two.others.sessionId });
    two.app.answers.length = 0;
    two.proxy.clear();
    const { found, wrong } = await outcomes(two, cases);
    expect(found).toEqual(all(cases, ({ name }) => (letsGo.has(name) ? 'ok' : 'invalid-input')));
    expect(wrong).toEqual([]);
    count('closed-things', cases);
  });

  it('refuses what belongs to a session that is still locked in an unlocked app @locked-things', async () => {
    const two = await twoSessions(false);
    await two.app.must('lock.now', {});
    two.app.answers.push(server.rootToken);
    await two.app.must('session.reauthenticate', { sessionId: two.own.sessionId });
    two.proxy.clear();
    const tried = cases.filter(({ name }) => rowOf(name).about !== outOfLock);
    const { found, wrong } = await outcomes(two, tried);
    // A nested credential, or the id of a discarded edit, is refused as foreign before the lock is checked.
    const isForeign = ({ place: { name, keys } }: Case): boolean => keys.length > 1 && name === 'secretRef';
    expect(found).toEqual(
      all(tried, (one) => (isForeign(one) || one.place.name === 'draftId' ? 'invalid-input' : 'locked')),
    );
    expect(wrong).toEqual([]);
    count('locked-things', tried);
  });

  it('refuses what belongs to another session than the rest of what it names @foreign-things', async () => {
    const two = await twoSessions(false);
    const tried = cases.filter((one) => isBound(one) && !(titleOf(one) in acrossSessions));
    two.proxy.clear();
    const { found, wrong } = await outcomes(two, tried);
    expect(found).toEqual(all(tried, () => 'invalid-input'));
    expect(wrong).toEqual([]);
    count('foreign-things', tried);
  });

  it('is refused in a locked app, about whatever there is, but for what leads out of the lock @locked', async () => {
    const two = await twoSessions(false);
    await two.app.must('lock.now', {});
    two.proxy.clear();
    const refused = allCalls.filter(({ whenLocked }) => whenLocked === 'refused').map(({ name }) => name);
    for (const name of refused) {
      const asked = two.app.asked.length;
      const crossed = two.app.crossed().length;
      const result = await two.app.begin(name, inputWith(name, two.others)).result;
      expect([name, result]).toMatchObject([name, { ok: false, error: { kind: 'locked' } }]);
      expect(two.app.crossed().slice(crossed)).not.toContain(two.others.canary);
      expect([name, two.app.asked.length]).toEqual([name, asked]);
    }
    expect(two.proxy.requests).toEqual([]);
  });
});

describe('the rows', () => {
  it('that are answered in a locked app are those that lead out of the lock, protect, or say what is no secret', () => {
    const answered = allCalls.filter(({ whenLocked }) => whenLocked === 'answered').map(({ name }) => name);
    expect(answered.sort()).toEqual([...answeredWhenLocked].sort());
  });
});

describe('the places', () => {
  it('are all members that name something which main keeps for a session', () => {
    const text = JSON.stringify(Object.values(goodInputs));
    const ids = new Set(Array.from(text.matchAll(/"(\w+(?:Id|Ref))":/g), ([, name = '']) => name));
    const known = new Set<string>([...cases.map(({ place }) => place.name), ...Object.keys(ofNoSession)]);
    expect([...ids].filter((name) => !known.has(name))).toEqual([]);
  });
});

function rowOf(name: CallName) {
  const row = allCalls.find((one) => one.name === name);
  if (row === undefined) throw new Error(`There is no call ${name}.`);
  return row;
}

const answeredWhenLocked: readonly CallName[] = [
  ...([
    'app.info',
    'app.noop',
    'app.preferences',
    'app.setPreferences',
    'app.problems',
    'app.about',
  ] as const),
  ...([
    'app.unkept',
    'app.writeUnkept',
    'app.tray',
    'app.quickAccess',
    'app.showGuide',
    'clipboard.state',
  ] as const),
  ...(['profile.list', 'keychain.state', 'lock.state', 'lock.now', 'session.list', 'sample.find'] as const),
  ...(['session.reauthenticate', 'session.unlockAll', 'session.close'] as const),
  ...(['board.health', 'board.fullScreen', 'job.cancel'] as const),
];

/** True if an id besides the session's could belong to another session. */
function isBound({ name, place }: Case): boolean {
  return place.name !== 'sessionId' && placesOf(name).length > 1;
}

/** Calls made for two sessions. */
const acrossSessions: Readonly<Record<string, string>> = {
  'entry.duplicate entryId':
    'A copy goes to another server: its values are sent where a person has opened it.',
  'plan.make places.0.sessionId': 'A plan can be about several sessions.',
  'comparison.start left.sessionId': 'Folders of two servers are compared in main.',
  'comparison.start right.sessionId': 'Folders of two servers are compared in main.',
  'entry.compare leftEntryId': 'Entries of two servers are compared in main.',
  'entry.compare rightEntryId': 'Entries of two servers are compared in main.',
};

/** Ids that do not belong to a session. */
const ofNoSession: Readonly<Record<string, string>> = {
  profileId: 'A saved connection.',
  fileId: 'A file that a person chose.',
  viewId: 'A saved view of environments.',
  watchId: 'The page’s own name for what it watches.',
  jobId: 'A job that the page began; with it the page can end it, or have its file shown.',
  unfinishedId: 'A plan of an earlier run, offered to the connections that it names.',
  migrationId: 'The server’s.',
  leaseId: 'The server’s.',
  nodeId: 'The server’s.',
  canonicalId: 'The server’s.',
};
