/**
 * Each question against the request sent after the user's consent, for every call that can ask. A proxy in front of
 * the real server blocks all changes, so that everything can be agreed to.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { unsaidOf } from '../../../e2e/attacks/said-and-sent.ts';
import { newPeople, nobody } from '../../../e2e/attacks/people.ts';
import type { People } from '../../../e2e/attacks/people.ts';
import { startStoppedServer } from '../../../e2e/attacks/stopped-server.ts';
import { at, must, newKvMount, sharedServers, uniqueName, writeEntry } from '../../../e2e/servers/index.ts';
import type { KvMount, RecordedRequest } from '../../../e2e/servers/index.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { isHarmlessAtServer } from '../../core/gates/harmless-writes.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { allCalls } from './index.ts';
import { plainToken, useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();

/** A session at the real server that can change nothing there; the user agrees to every question. */
async function atAStop() {
  const { proxy, stopWrites, made } = await startStoppedServer(dev, stopping);
  const { app, sessionId } = await session(proxy, dev.rootToken, {}, { agrees: true });
  stopWrites();
  return { app, sessionId, made: (name: CallName, input: unknown) => made(app, name, input) };
}

let v1: KvMount;
let v2: KvMount;
const entry = uniqueName('entry');
let people: People;
const quota = uniqueName('quota');
const method = uniqueName('login');
let accessor = '';

beforeAll(async () => {
  [v1, v2] = await Promise.all([newKvMount(dev, 1), newKvMount(dev, 2)]);
  for (const mount of [v1, v2, v2]) await writeEntry(dev, mount, entry, { password: 'kept-value' });
  await must(dev, 'POST', `${v2.path}metadata/${entry}`, { max_versions: 2 });
  people = await newPeople(dev);
  await must(dev, 'POST', `sys/quotas/rate-limit/${quota}`, { rate: 90_000, path: v2.path });
  await must(dev, 'POST', `sys/auth/${method}`, { type: 'userpass', description: 'old' });
  const mounts = await must(dev, 'GET', 'sys/auth');
  accessor = String(at(mounts, 'data', `${method}/`, 'accessor'));
});

/** Inputs beside the good ones: about present and about missing objects. */
function inputsOf(sessionId: string, tuning: object, entries: Readonly<Record<string, string>>) {
  const { alice, mallory, group } = people;
  const group1 = { ...nobody, kind: 'group', name: group.name, groupType: 'internal' } as const;
  const alias = {
    ...nobody,
    kind: 'entity-alias',
    name: 'al',
    canonicalId: alice.id,
    mountAccessor: accessor,
  };
  const roleTo = (body: object) => ({
    sessionId,
    request: { method: 'POST', path: `auth/${method}/users/ops`, json: JSON.stringify(body) },
  });
  const changes = [{ op: 'set', key: 'password', rawJson: '"new"' }];
  const ofMount = { maxVersions: 0, casRequired: false, deleteVersionAfter: '0s' };
  const settings = { ...ofMount, maxVersions: 2, customMetadata: {} };
  const saved = { kind: 'rate-limit', path: '', role: '', inheritable: false, maxLeases: 0 };
  const rates = { rate: 91_000, intervalSeconds: 2, blockSeconds: 3 };
  return {
    'identity.save': [
      { sessionId, draft: { ...nobody, name: alice.name, policies: ['prod'] } },
      { sessionId, draft: { ...nobody, name: uniqueName('new'), policies: ['x'], metadata: { m: 'n' } } },
      { sessionId, id: alice.id, draft: { ...nobody, name: alice.name, disabled: true } },
      { sessionId, id: group.id, draft: { ...group1, memberEntityIds: [alice.id, mallory.id] } },
      { sessionId, draft: { ...group1, memberEntityIds: [mallory.id] } },
      { sessionId, draft: alias },
      { sessionId, id: 'i', draft: alias },
    ],
    'identity.delete': [{ sessionId, kind: 'entity', id: alice.id }],
    'identity.merge': [{ sessionId, from: [mallory.id], into: alice.id }],
    'quota.save': [
      { sessionId, created: true, quota: { ...saved, ...rates, name: quota } },
      {
        sessionId,
        created: false,
        quota: { ...saved, ...rates, name: quota, path: 'sys/', inheritable: true },
      },
      { sessionId, created: true, quota: { ...saved, ...rates, name: uniqueName('q') } },
    ],
    'mount.tune': [
      {
        sessionId,
        kind: 'auth',
        path: `${method}/`,
        before: tuning,
        tuning: { ...tuning, description: 'new', maxTtl: '12m', auditRequestKeys: ['k'], listed: true },
      },
    ],
    'mount.upgrade': [{ sessionId, path: v1.path }],
    'policy.write': [{ sessionId, name: uniqueName('p'), text: 'path "a" {}\n', before: null }],
    'token.revoke': [
      { sessionId, token: { by: 'self' }, orphan: false },
      { sessionId, token: { by: 'accessor', accessor: 'x' }, orphan: false },
    ],
    'lease.revokeMany': [{ sessionId, leaseIds: ['database/creds/app/x', 'database/creds/app/y'] }],
    'token.revokeMany': [{ sessionId, accessors: ['x', 'y', 'z'] }],
    'console.send': [
      roleTo({ token_policies: ['root', 'x'], token_ttl: '1h', note: '' }),
      roleTo({ password: 'typed-in-the-page', list: [], map: {}, deep: { er: [1, 'two', true] } }),
      {
        sessionId,
        request: { method: 'PATCH', path: `${v2.path}metadata/${entry}`, json: '{"max_versions":1}' },
      },
      { sessionId, request: { method: 'DELETE', path: `${v2.path}metadata/${entry}` } },
      {
        sessionId,
        request: { method: 'POST', path: 'sys/quotas/config', json: '{"unknown_setting":false}' },
      },
      { sessionId, request: { method: 'POST', path: 'no/such/mount', json: '{"a":null,"b":1.50}' } },
    ],
    'entry.restore': [{ entryId: entries['v2'] }],
    'entry.saveOver': [{ entryId: entries['v2'], changes, currentVersion: 2 }],
    'entry.patchUnread': [{ sessionId, mount: v2.path, path: entry, changes }],
    'entry.setMetadata': [
      { sessionId, mount: v2.path, path: entry, before: settings, settings: { ...settings, maxVersions: 1 } },
    ],
    'lease.renew': [{ sessionId, leaseId: 'database/creds/app/x', incrementSeconds: 10 }],
    'token.renew': [{ sessionId, token: { by: 'accessor', accessor: 'x' }, incrementSeconds: 10 }],
    'mount.setConfig': [
      {
        sessionId,
        mount: v2.path,
        before: ofMount,
        config: { ...ofMount, maxVersions: 1, deleteVersionAfter: '1h' },
      },
    ],
    'entry.save': [{ entryId: entries['v1'], changes }],
    'entry.destroyVersions': [{ sessionId, mount: v2.path, path: entry, versions: [1] }],
    'entry.deleteEverything': [v1, v2].map((mount) => ({ sessionId, mount: mount.path, path: entry })),
    'ceremony.begin': [
      {
        where: { sessionId },
        options: { ceremony: 'rekey', shares: 5, threshold: 3, pgpKeys: [], verify: true, backup: false },
      },
    ],
    'wrapping.wrap': [
      {
        sessionId,
        ttl: '5m',
        jwt: false,
        what: { kind: 'request', method: 'POST', path: `auth/${method}/users/x`, json: '{"token_type":"x"}' },
      },
    ],
  } as Partial<Record<CallName, readonly object[]>>;
}

describe('the question before a change', () => {
  it('says every leaf of the body and of the path that is sent, or the server holds it already @every-leaf', async () => {
    const stop = await atAStop();
    const { app, sessionId } = stop;
    const { rows } = await app.must('mount.table', { sessionId, kind: 'auth' });
    const tuning = rows.find(({ path }) => path === `${method}/`)?.tuning ?? {};
    const opened = async (mount: KvMount, version?: number) =>
      (
        await app.must('entry.open', {
          sessionId,
          mount: mount.path as never,
          path: entry,
          ...(version === undefined ? {} : { version }),
        })
      ).entryId;
    const entries = { v1: await opened(v1), v2: await opened(v2, 1) };
    app.answers.push({ secret: 'own-id-of-a-token' });
    const { secretRef: idRef } = await app.must('secret.enter', { sessionId, kind: 'token-id' });
    const more = {
      ...inputsOf(sessionId, tuning, entries),
      'token.create': [{ sessionId, options: { ...plainToken, idRef } }],
    };
    const unsaid: string[] = [];
    const wordy: string[] = [];
    /** The gate's own words about a request: all of them must be in a question asked before it. */
    const ownWords = async ({ method, url, body }: RecordedRequest): Promise<readonly string[]> => {
      const request = { method, path: decodeURIComponent(url.slice('/v1/'.length)), json: body };
      const { asked } = await stop.made('console.send', { sessionId, request });
      return asked.flatMap((one) => one.body).filter((text) => !text.startsWith('Not compared'));
    };
    const tried = new Set<CallName>();
    const asking = allCalls.filter(
      ({ name, asks, effect }) =>
        asks !== 'nothing' &&
        asks.includes('confirm') &&
        (effect === 'write' || effect === 'once') &&
        !aboutNoRequest.has(name),
    );
    for (const { name } of asking) {
      const good: Readonly<Record<string, unknown>> = { ...goodInputs[name] };
      const own = {
        ...good,
        ...('sessionId' in good ? { sessionId } : {}),
        ...('where' in good ? { where: { sessionId } } : {}),
      };
      for (const input of [own, ...(more[name] ?? [])]) {
        const { asked, sent } = await stop.made(name, input);
        if (asked.length === 0 || sent.length === 0) continue;
        tried.add(name);
        wordy.push(
          ...asked
            .filter(({ body }) => sentencesOf(body) > 1)
            .map(({ body }) => `${name}: ${body.join(' ')}`),
        );
        const said = new Set(asked.flatMap((one) => one.body));
        for (const request of sent.filter((one) => !isHarmless(one))) {
          const lost = (await ownWords(request)).filter((sentence) => !said.has(sentence));
          unsaid.push(
            ...[...lost, ...(await unsaidOf(dev, request, asked))].map((what) => `${name}: ${what}`),
          );
        }
      }
    }
    expect(unsaid).toEqual([]);
    // Each setting that loses something is said.
    expect(wordy.filter((words) => !words.startsWith('mount.setConfig: '))).toEqual([]);
    // No call drops out of this unseen.
    expect(
      asking
        .map(({ name }) => name)
        .filter((name) => !tried.has(name))
        .sort(),
    ).toEqual([...untried].sort());
  });
});

/** Sentences beside the facts; that something cannot be undone, kept or compared is said apart. */
function sentencesOf(body: readonly string[]): number {
  const apart = /^(?:This cannot be undone|The server keeps no earlier version)\.$/;
  return body
    .filter((text) => !text.startsWith('Not compared'))
    .flatMap((text) => text.split(/(?<=\.) /))
    .filter((text) => !apart.test(text)).length;
}

/** Requests that the gate passes without a question in any case. */
function isHarmless({ url, body }: RecordedRequest): boolean {
  return isHarmlessAtServer(url.replace(/^\/v1\//, ''), body === '' ? undefined : body, true);
}

/** Calls that end the session, or ask about the app, not about a request. */
const aboutNoRequest: ReadonlySet<CallName> = new Set<CallName>([
  ...(['session.logOut', 'session.close', 'answer.adopt', 'sample.start'] as const),
  ...(['updates.check', 'updates.installNow', 'updates.setAtQuit', 'updates.setMode'] as const),
]);

/** Calls that send no request to this server. */
const untried: readonly CallName[] = [
  // They need a sealed server, a ceremony under way, a cluster, or a snapshot: ceremonies, raft and snapshots have
  // tests.
  ...(['ceremony.cancel', 'ceremony.init', 'ceremony.removeBackup', 'ceremony.resetUnseal'] as const),
  ...(['raft.removePeer', 'snapshot.restore'] as const),
  // Their question lists the rows of a plan, and no value: plans have tests.
  ...(['plan.retry', 'plan.run'] as const),
  // The copy is stopped before the old entry goes.
  ...(['entry.rename'] as const),
  // They ask only if another entry would lose a version.
  ...(['entry.create', 'entry.duplicate', 'entry.saveOver'] as const),
  // This server has none: a lease, a token, an approval, a shared wrapping token, a login in parts.
  ...(['lease.revokeMany', 'login.aside', 'token.renew', 'wrapping.approve', 'wrapping.cancel'] as const),
];
