/**
 * Objects that a change affects, empties, re-enables, replaces or switches off: the question names them from the
 * server's data, regardless of the page's form.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { newIdentity, newPeople, nobody } from '../../../e2e/attacks/people.ts';
import type { People } from '../../../e2e/attacks/people.ts';
import { textsOf } from '../../../e2e/attacks/said-and-sent.ts';
import { startStoppedServer } from '../../../e2e/attacks/stopped-server.ts';
import { at, must, newKvMount, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();

/** A session at the real server that can change nothing there; the user agrees to every question. */
async function atAStop() {
  const { proxy, stopWrites, made } = await startStoppedServer(dev, stopping);
  const { app, sessionId } = await session(proxy, dev.rootToken, {}, { agrees: true });
  stopWrites();
  return { app, sessionId, made: (name: CallName, input: unknown) => made(app, name, input) };
}

let people: People;
const quota = uniqueName('quota');

beforeAll(async () => {
  people = await newPeople(dev);
  const { path } = await newKvMount(dev, 2);
  await must(dev, 'POST', `sys/quotas/rate-limit/${quota}`, { rate: 90_000, path });
});

describe('the question before a change', () => {
  it('names whom it changes by ID and by the name on the server @attack-2a', async () => {
    const stop = await atAStop();
    const name = people.alice.name.replace('a', 'а');
    const { asked } = await stop.made('identity.save', {
      sessionId: stop.sessionId,
      id: people.mallory.id,
      draft: { ...nobody, name, policies: ['prod-admin'], metadata: { team: 'a' } },
    });
    expect(asked[0]).toMatchObject({
      title: 'Change this entity?',
      facts: expect.arrayContaining([
        { name: 'Name on the server', value: people.mallory.name },
        { name: 'ID', value: people.mallory.id },
        { name: 'Request', value: `POST /v1/identity/entity/id/${people.mallory.id}` },
      ]) as unknown,
      fields: [
        {
          name: 'name',
          lines: [
            { kind: 'removed', text: people.mallory.name },
            { kind: 'added', text: name },
          ],
        },
        {
          name: 'policies',
          lines: [
            { kind: 'removed', text: 'app' },
            { kind: 'added', text: 'prod-admin' },
          ],
        },
      ],
    });
  });

  it('says which members and metadata go @attack-2b', async () => {
    const stop = await atAStop();
    const { asked } = await stop.made('identity.save', {
      sessionId: stop.sessionId,
      id: people.group.id,
      draft: { ...nobody, kind: 'group', groupType: 'internal', name: people.group.name, policies: ['app'] },
    });
    expect(asked[0]?.fields).toEqual([
      { name: 'metadata / team', lines: [{ kind: 'removed', text: 'a' }] },
      {
        name: 'member_entity_ids',
        lines: [
          { kind: 'removed', text: people.alice.id },
          { kind: 'added', text: '[]' },
        ],
      },
    ]);
  });

  it('hides no value of a page by the name that the page gives it @attack-2b', async () => {
    const stop = await atAStop();
    const { asked } = await stop.made('identity.save', {
      sessionId: stop.sessionId,
      id: people.alice.id,
      draft: {
        ...nobody,
        name: people.alice.name,
        policies: ['app'],
        metadata: { team: 'a', api_token: 'hid-den' },
      },
    });
    expect(asked[0]?.fields).toEqual([
      { name: 'metadata / api_token', lines: [{ kind: 'added', text: 'hid-den' }] },
    ]);
  });

  it('says that a disabled entity comes back to life @attack-2c', async () => {
    const { id, name } = await newIdentity(dev, 'entity', { disabled: true });
    const stop = await atAStop();
    const { asked } = await stop.made('identity.save', {
      sessionId: stop.sessionId,
      id,
      draft: { ...nobody, name },
    });
    expect(asked[0]?.fields).toContainEqual({
      name: 'disabled',
      lines: [
        { kind: 'removed', text: 'true' },
        { kind: 'added', text: 'false' },
      ],
    });
  });

  it('calls it replacing where something of this name is there @attack-2d', async () => {
    const stop = await atAStop();
    const { sessionId } = stop;
    const draft = { ...nobody, name: people.alice.name, policies: ['prod-admin'] };
    const entity = await stop.made('identity.save', { sessionId, draft });
    expect(entity.asked[0]).toMatchObject({
      title: 'Replace this entity?',
      action: 'Replace',
      facts: expect.arrayContaining([{ name: 'ID', value: people.alice.id }]) as unknown,
    });
    const fresh = await stop.made('identity.save', {
      sessionId,
      draft: { ...draft, name: uniqueName('n') },
    });
    expect(fresh.asked[0]).toMatchObject({ title: 'Create this entity?' });
    const saved = {
      kind: 'rate-limit',
      name: quota,
      path: '',
      role: '',
      inheritable: false,
      maxLeases: 0,
      rate: 1,
      intervalSeconds: 1,
      blockSeconds: 0,
    };
    const limit = await stop.made('quota.save', { sessionId, created: true, quota: saved });
    expect(limit.asked[0]).toMatchObject({ title: 'Replace this quota?' });
    expect(limit.asked[0]?.fields).toContainEqual({
      name: 'rate',
      lines: [
        { kind: 'removed', text: '90000' },
        { kind: 'added', text: '1' },
      ],
    });
  });

  it('says that audit logging and response headers are switched off @attack-2e', async () => {
    await must(dev, 'POST', 'sys/quotas/config', {
      enable_rate_limit_audit_logging: true,
      enable_rate_limit_response_headers: true,
    });
    try {
      const stop = await atAStop();
      const { asked } = await stop.made('quota.saveSettings', {
        sessionId: stop.sessionId,
        settings: { auditLogging: false, responseHeaders: false, exemptPaths: [] },
      });
      const off = [
        { kind: 'removed', text: 'true' },
        { kind: 'added', text: 'false' },
      ];
      expect(asked[0]?.fields).toEqual(
        expect.arrayContaining([
          { name: 'enable_rate_limit_audit_logging', lines: off },
          { name: 'enable_rate_limit_response_headers', lines: off },
        ]),
      );
    } finally {
      await must(dev, 'POST', 'sys/quotas/config', {
        enable_rate_limit_audit_logging: false,
        enable_rate_limit_response_headers: false,
      });
    }
  });

  it('says plainly that nothing could be compared, and shows the whole body', async () => {
    const { token } = await must(dev, 'POST', 'auth/token/create', { num_uses: 20 }).then((made) => ({
      token: String(at(made, 'auth', 'client_token')),
    }));
    const { app, sessionId } = await session(dev, token);
    await app.refused('identity.save', {
      sessionId,
      id: people.alice.id,
      draft: { ...nobody, name: people.alice.name },
    });
    const asked = app.asked.filter((one) => one.kind === 'confirm').at(-1);
    expect(asked === undefined ? '' : textsOf(asked).join('\n')).toContain('Not compared with the server');
    expect(asked?.fields?.map(({ name }) => name)).toEqual(['name', 'policies', 'metadata', 'disabled']);
  });
});
