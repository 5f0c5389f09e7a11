/**
 * Wrong types in every field that the app reads. Each call is made once against the real server, whose answers are
 * recorded; then it is repeated while one place of one of these answers has another value. It must still end in an
 * answer or an error in words, and its answer must keep the types that a page relies on: a text stays a text.
 *
 * STRONGROOM_WRONG_TYPES=all tries every kind at every place. Without it every answer is tried without a body, and
 * every third place with one kind, chosen by the seed: STRONGROOM_SEED tries the same again.
 */
import { expect, it } from 'vitest';
import { sampled } from '../../../e2e/traces/sampled.ts';
import fc from 'fast-check';
import { answer, asSent, bodyOf, forward, jsonAnswer, listen } from '../../../e2e/servers/forwarding.ts';
import type { ForwardedReply } from '../../../e2e/servers/forwarding.ts';
import { must, seedSample, startDevVault, textAt, wrappedData } from '../../../e2e/servers/index.ts';
import type { VaultServer } from '../../../e2e/servers/index.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { Row } from '../call.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { allCalls } from './index.ts';
import { openOptions, targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, stopping } = useTestApps();
const seed = Number(process.env['STRONGROOM_SEED'] ?? Date.now() % 0x7f_ff_ff_ff);
/** One in so many places is tried. */
const EVERY = 3;
const tryAll = process.env['STRONGROOM_WRONG_TYPES'] === 'all';

/** Replacements for a place's value, by kind; `absent` removes it. */
const absent = Symbol('absent');
const instead: readonly unknown[] = [
  ...[
    absent,
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'text',
    '\u202e\0',
    'x'.repeat(100_000),
    [],
    [null],
    [[1]],
    ['a', 1],
  ],
  ...[{}, { a: {} }, { length: -1, toString: 1 }, JSON.parse('{"__proto__":{"x":1}}') as unknown],
];

/** A place in a JSON value: the names that lead to it. */
type Place = readonly (string | number)[];

/** Place of the changed answer, and its new value. */
interface Wrong {
  readonly key: string;
  readonly place: Place;
  readonly value: unknown;
}

/** Requests that would end the scene: answered as if done. */
const fatal =
  /^(?:PUT|POST|DELETE) \/v1\/(?:sys\/(?:seal|step-down|mounts\/secret|auth\/userpass)|auth\/token\/revoke)\b/;
/** These calls return the server's own values: a page takes anything there. */
const anything: ReadonlySet<CallName> = new Set([
  'entry.raw',
  'answer.raw',
  'answer.view',
  'answer.reveal',
  'answer.revealAll',
]);

/** Replays the real server's answers, with one place of one of them changed. */
async function startChangingProxy(server: VaultServer) {
  const answers = new Map<string, ForwardedReply>();
  let wrong: Wrong | undefined;
  let asked = new Set<string>();
  const listening = await listen((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const key = `${request.method ?? ''} ${request.url ?? ''}`;
      asked.add(key);
      const known = answers.get(key);
      const real = fatal.test(key)
        ? jsonAnswer(200, { data: {} })
        : known !== undefined && wrong !== undefined
          ? known
          : await forward(server, { ...asSent(request), body });
      answers.set(key, known ?? real);
      answer(response, wrong?.key === key ? changed(real, wrong) : real);
    })().catch(() => response.destroy());
  });
  return {
    ...listening,
    /** Requests since the last time, with the places of each answer. */
    taken: (): readonly (readonly [key: string, places: readonly Place[]])[] => {
      const keys = [...asked];
      asked = new Set();
      return keys.map((key) => [key, placesOf(parsed(answers.get(key)))]);
    },
    change: (now: Wrong | undefined) => void (wrong = now),
  };
}

function parsed(reply: ForwardedReply | undefined): unknown {
  try {
    return JSON.parse(reply?.body.toString('utf8') ?? '') as unknown;
  } catch {
    return undefined;
  }
}

function changed(reply: ForwardedReply, { place, value }: Wrong): ForwardedReply {
  const body = put(parsed(reply), place, value);
  return { ...reply, body: Buffer.from(body === absent ? '' : JSON.stringify(body)) };
}

/** A value with one place of it changed. */
function put(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole))
    return (whole as readonly unknown[]).map((item, at) => (at === name ? put(item, rest, value) : item));
  if (typeof whole !== 'object' || whole === null) return whole;
  const members = Object.entries(whole as Readonly<Record<string, unknown>>).map(([key, item]) => [
    key,
    key === name ? put(item, rest, value) : item,
  ]);
  return Object.fromEntries(members.filter(([, item]) => item !== absent)) as unknown;
}

/** So many members of a list, or of an object that is a list by name, stand for the rest. */
const ALIKE = 2;
const MOST_NAMES = 40;

/** Every place of a value, the whole first. */
function placesOf(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  if (Array.isArray(value))
    return [at, ...value.slice(0, ALIKE).flatMap((item, index) => placesOf(item, [...at, index]))];
  const members = Object.entries(value);
  const some = isByName(members) ? members.slice(0, ALIKE) : members.slice(0, MOST_NAMES);
  return [at, ...some.flatMap(([name, item]) => placesOf(item, [...at, name]))];
}

/** True if all members are objects with the same names: mounts, versions, keys. */
function isByName(members: readonly (readonly [string, unknown])[]): boolean {
  const shapes = members.map(([, item]) =>
    typeof item === 'object' && item !== null ? Object.keys(item).sort().join() : typeof item,
  );
  return members.length > ALIKE && (shapes[0] ?? '').includes(',') && new Set(shapes).size <= 2;
}

/** Places of an answer whose kind of value has changed; absent and null do not count. */
function strangers(before: unknown, now: unknown, at = ''): readonly string[] {
  if (before === null || before === undefined || now === null || now === undefined) return [];
  if (kindOf(before) !== kindOf(now)) return [`${at}: ${kindOf(before)} became ${kindOf(now)}`];
  if (Array.isArray(before) && Array.isArray(now))
    return now.slice(0, 3).flatMap((item: unknown) => strangers(before[0], item, `${at}[]`));
  if (typeof before !== 'object' || typeof now !== 'object') return [];
  const old = before as Readonly<Record<string, unknown>>;
  // A tag tells which of several shapes it has.
  if (['kind', 'state', 'type'].some((tag) => old[tag] !== (now as typeof old)[tag])) return [];
  return Object.entries(now).flatMap(([name, item]) => strangers(old[name], item, `${at}.${name}`));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Objects for the calls, so that the server has an answer to each. */
async function scene() {
  const server = stopping(await startDevVault());
  const proxy = stopping(await startChangingProxy(server));
  await seedSample(server);
  await must(server, 'PUT', 'sys/audit/file', { type: 'file', options: { file_path: 'discard' } });
  await must(server, 'POST', 'sys/quotas/rate-limit/all', { rate: 10_000 });
  await must(server, 'PUT', 'sys/policies/acl/app', {
    policy: 'path "secret/*" { capabilities = ["read"] }',
  });
  const entity = await must(server, 'POST', 'identity/entity', { name: 'alice', policies: ['default'] });
  const login = await must(server, 'POST', 'auth/userpass/login/ada', { password: 'sample' });
  return {
    server,
    proxy,
    entityId: textAt(entity, 'data', 'id'),
    accessor: textAt(login, 'auth', 'accessor'),
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** An app with a session and one of everything that a call can be about. */
async function newWorkplace({ server, proxy, entityId, accessor }: Scene) {
  const app = newApp({ agrees: true });
  // An earlier call can have deleted it.
  await must(server, 'POST', 'secret/data/a/b', { data: { k: 'v', l: '2', LONG: 'x' } });
  const sessionId = await app.login(proxy.address, server.rootToken, { timeoutMs: 5_000 });
  const { entryId } = await app.must('entry.open', { sessionId, mount: 'secret/' as never, path: 'a/b' });
  const { token } = await wrappedData({ a: 1 }, server);
  app.answers.push({ token });
  const taken = await app.call('wrapping.take', { where: { sessionId }, from: 'typed' });
  const sent = await app.must('console.send', { sessionId, request: { method: 'GET', path: 'sys/mounts' } });
  app.answers.length = 0;
  const ids: Readonly<Record<string, unknown>> = {
    sessionId,
    entryId,
    leftEntryId: entryId,
    rightEntryId: entryId,
    answerId: sent.answerId,
    secretRef: taken.ok ? taken.value.secretRef : 'none',
    where: { sessionId },
    accessor,
    id: entityId,
    accessors: [accessor],
    target: targetAt(proxy.address),
  };
  return { app, sessionId, ids, server, proxy };
}
type Workplace = Awaited<ReturnType<typeof newWorkplace>>;

/** Inputs that differ from the good ones by more than ids. */
const special: Readonly<Partial<Record<CallName, object>>> = {
  'folder.list': { path: '' },
  'entry.open': { path: 'a/b', version: 1 },
  'entry.save': { changes: [{ op: 'set', key: 'k', rawJson: '"w"' }] },
  'entry.checkSave': { changes: [{ op: 'set', key: 'k', rawJson: '"w"' }] },
  'token.inspect': { token: { by: 'self' } },
  'console.path': { path: 'pki' },
  'identity.list': { kind: 'entity' },
  'identity.read': { kind: 'entity' },
  'identity.find': { by: 'name', text: 'alice' },
  'quota.list': { kind: 'rate-limit' },
  'lease.list': { prefix: 'auth/token/' },
  'lease.read': { leaseId: 'auth/userpass/login/ada' },
  'policy.read': { name: 'default' },
  'console.send': { request: { method: 'GET', path: 'secret/data/a/b' } },
};

function inputFor({ name }: Row, { ids, proxy }: Workplace): object {
  if (name === 'session.open') return openOptions(proxy.address);
  const good: object = { ...goodInputs[name], ...special[name] };
  return Object.fromEntries(
    Object.entries(good).map(([field, value]) => [field, field in ids ? ids[field] : (value as unknown)]),
  );
}

/** Makes one call as a user who agrees and types the token on request. */
async function made(row: Row, place: Workplace) {
  const { app, server } = place;
  app.answers.length = 0;
  if (row.asks !== 'nothing' && row.asks.some((kind) => kind === 'enter-token'))
    app.answers.push(server.rootToken);
  return app.begin(row.name, inputFor(row, place)).result;
}

/**
 * Calls that ask no server, end the session that the others need, limit the calls behind them, or wait for the user.
 */
const left: ReadonlySet<CallName> = new Set([
  ...([
    'session.close',
    'session.logOut',
    'lock.now',
    'cluster.watch',
    'quota.save',
    'snapshot.save',
    'snapshot.restore',
  ] as const),
]);

it(
  `wrong types in every field of every answer end in an answer or in words (seed ${String(seed)}) @wrong-types`,
  { timeout: tryAll ? 3_600_000 : 300_000 },
  async () => {
    const here = await scene();
    const found: string[] = [];
    const counts = { calls: 0, answers: 0, places: 0, tries: 0, refused: 0, different: 0 };
    const random = fc.sample(fc.nat(1_000_000), { numRuns: 10_000, seed });
    /** Each place of an answer once, by the first call that reads it; later calls try only the places they add. */
    const done = new Set<string>();
    for (const row of allCalls.filter(({ name }) => !left.has(name))) {
      here.proxy.change(undefined);
      const place = await newWorkplace(here);
      here.proxy.taken();
      const plain = await made(row, place);
      const asked = here.proxy.taken();
      if (asked.length > 0) counts.calls++;
      counts.answers += asked.length;
      for (const [key, places] of asked)
        for (const at of places) {
          const name = `${row.name} ${key.replace(/[0-9a-f-]{16,}/g, '*')} ${at.join('.')}`;
          if (done.has(name)) continue;
          done.add(name);
          counts.places++;
          const start = random[counts.places % random.length] ?? 0;
          const isTried = (counts.places + seed) % EVERY === 0;
          const some = [
            ...(at.length === 0 ? [absent] : []),
            ...(isTried ? [instead[start % instead.length]] : []),
          ];
          const values = tryAll ? instead : some;
          for (const value of values) {
            counts.tries++;
            here.proxy.change({ key, place: at, value });
            const now = await made(row, place);
            const what = `${name} = ${value === absent ? 'absent' : JSON.stringify(value).slice(0, 40)}`;
            if (!now.ok) counts.refused++;
            else if (JSON.stringify(now) !== JSON.stringify(plain)) counts.different++;
            if (!now.ok && now.error.kind === 'internal') found.push(`${what}: ${now.error.message}`);
            else if (now.ok && plain.ok && !anything.has(row.name))
              found.push(...strangers(plain.value, now.value, row.name).map((each) => `${what}: ${each}`));
          }
        }
      here.proxy.change(undefined);
      await expectAlive(place.app, found);
      await place.app.end();
    }
    process.stdout.write(`wrong types: ${JSON.stringify(counts)}\n`);
    // The whole is every kind at every place, and no body at all.
    const of = counts.places * instead.length;
    sampled({ tag: 'wrong-types', what: 'wrong values', ran: counts.tries, of, seed });
    expect([...new Set(found)]).toEqual([]);
    expect(counts.calls).toBeGreaterThan(80);
    expect(counts.refused + counts.different).toBeGreaterThan(counts.tries / 10);
  },
);

/** The app goes on after any answer: its calls are answered, and none failed inside. */
async function expectAlive(app: TestApp, found: string[]): Promise<void> {
  await app.must('session.list', {});
  for (const line of app
    .crossed()
    .split('\n')
    .filter((each) => each.includes('failed inside')))
    found.push(line.slice(0, 400));
}
