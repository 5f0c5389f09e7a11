/**
 * Every way of a value out of main, by its content and not by the name of the call: to the page, to the clipboard,
 * into a file. Each row of the table that can be about an entry, an answer, a credential or a text is called about
 * the session's own token, with every question of main declined.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { must, newKvMount, newToken, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { allCalls } from './index.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { session } = useTestApps();
let mount: KvMount;

beforeAll(async () => {
  mount = await newKvMount(server, 2);
});

/** Subjects of a call that can let a value out. */
const subjects = ['entryId', 'leftEntryId', 'answerId', 'secretRef', 'text'];
const carriers = allCalls.filter(({ name }) => subjects.some((one) => one in goodInputs[name]));

/** The page's own text goes back to it unchanged. */
const own = new Set(['entry.parseKeys', 'draft.put']);

it.each(carriers.map(({ name }) => name))(
  'a token in use leaves by no %s that nobody agreed to @ways-out',
  async (name) => {
    const { token } = await newToken(server, { policies: ['root'] });
    const path = uniqueName('entry');
    await must(server, 'POST', `${mount.path}data/${path}`, { data: { held: token } });
    const { app, sessionId } = await session(server, token);
    const { entryId } = await app.must('entry.open', { sessionId, mount: mount.path as never, path });
    const { answerId } = await app.must('console.send', {
      sessionId,
      request: { method: 'GET', path: `${mount.path}data/${path}` },
    });
    const [opened] = await app.must('session.list', {});
    const secretRef = opened?.token.id.secretRef ?? '';
    const here: Readonly<Record<string, unknown>> = {
      sessionId,
      where: { sessionId },
      entryId,
      leftEntryId: entryId,
      rightEntryId: entryId,
      answerId,
      secretRef,
      mount: mount.path,
      path,
      key: 'held',
      keys: ['held'],
      pointer: '/data/data/held',
      reveal: true,
      as: 'text',
      text: `a ${token}`,
    };
    const input = Object.fromEntries(
      Object.entries(goodInputs[name]).map(([member, value]: [string, unknown]) => [
        member,
        here[member] ?? value,
      ]),
    );
    app.clipboard.text = 'what was there';
    const file = join(app.dataFolder, 'chosen');
    app.files.push(file);
    const before = app.crossed().length;
    await app.begin(name, input).result.then((result) => {
      if (!own.has(name)) expect(JSON.stringify(result)).not.toContain(token);
    });
    expect(app.crossed().slice(before)).not.toContain(token);
    expect(app.clipboard.text).toBe('what was there');
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').not.toContain(token);
  },
);

it('meets the ways that there are @ways-out', () => {
  for (const name of [
    'entry.reveal',
    'entry.copy',
    'entry.copyAs',
    'entry.valueToFile',
    'answer.copy',
    'secret.copy',
  ])
    expect(carriers.map((row) => row.name)).toContain(name);
});
