/**
 * `kill -9` of main in the middle of a move or an import: no value is on disk, and after the next login the app offers
 * to go on. It says where each entry stands, and in the end each is in exactly one place, whole.
 */
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { answerFileDialogs, giveToken, pressLogIn, profileRow } from './steps/connect-form.ts';
import { logIn, openMount, tree, treeRow } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { filesHolding } from './traces/files-holding.ts';
import {
  ask,
  at,
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';
import type { KvMount } from './servers/index.ts';

const { dev } = sharedServers();
const name = 'Killed in a move';

/** Requests that main is killed at, and what its row says afterwards. */
const steps = [
  {
    when: 'the first copy is written',
    url: (path: string) => `${path}data/prod/web/api`,
    says: /1 of 3 versions copied and equal; the source still stands/,
    isAll: false,
  },
  {
    when: 'a source with its versions undeleted is read',
    url: (path: string) => `${path}undelete/web/api`,
    says: /deleted versions of the source are undeleted now/,
    isAll: false,
  },
  {
    when: 'a source is removed',
    url: (path: string) => `${path}metadata/web/api`,
    says: /It was moved just before the app ended/,
    isAll: true,
  },
] as const;

async function current(mount: KvMount, path: string): Promise<unknown> {
  const { json } = await ask(dev, 'GET', `${mount.path}data/${path}`);
  return at(json, 'data', 'data') ?? null;
}

async function runs(launched: LaunchedApp, verb: 'Move' | 'Import' = 'Move'): Promise<void> {
  await launched.window.getByRole('button', { name: /^Run \d+ rows?…$/ }).click();
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: new RegExp(`^${verb}`) }).click();
  });
}

async function kill({ app }: LaunchedApp): Promise<void> {
  const main = app.process();
  const ended = once(main, 'exit');
  main.kill('SIGKILL');
  await ended;
}

/** Logs in again to the connection of the app that was killed; resolves to its unfinished plans. */
async function back(launched: LaunchedApp): Promise<Locator> {
  const { window } = launched;
  await profileRow(window, name).click();
  await pressLogIn(window);
  await giveToken(launched, dev.rootToken);
  await tree(window).waitFor();
  return window.getByRole('list', { name: 'Unfinished plans' });
}

for (const { when, url, says, isAll } of steps)
  test(`main is killed when ${when}: the next start goes on from there @plan-killed`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-killed-plan-'));
    const options = { userDataDir: join(folder, 'data'), env: { HOME: folder } };
    const proxy = await startFaultProxy(dev);
    const mount = await newKvMount(dev, 2);
    const secret = uniqueName('CANARY');
    for (const version of ['one', 'two', 'three'])
      await writeEntry(dev, mount, 'web/api', { value: `${secret} ${version}` });
    await must(dev, 'POST', `${mount.path}delete/web/api`, { versions: [2] });
    await writeEntry(dev, mount, 'web/db', { value: secret });
    await writeEntry(dev, mount, 'prod/mail', { user: 'svc' });
    const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
    const target = `/v1/${url(mount.path)}`;
    for (const method of ['POST', 'PUT', 'DELETE'])
      proxy.add({
        method,
        url: new RegExp(`^${target}$`),
        fault: { kind: 'held-answer', until: until.then(() => undefined) },
      });
    let launched = await launchApp(options);
    try {
      await logIn(launched, { address: proxy.address, token: dev.rootToken, name });
      await openMount(launched.window, mount.path);
      await tree(launched.window).focus();
      await launched.window.keyboard.type('web');
      await launched.window.keyboard.press('Control+x');
      await launched.window.keyboard.type('prod');
      await launched.window.keyboard.press('Control+v');
      await runs(launched);
      await expect
        .poll(() =>
          proxy.arrived.filter((line) => /^(?:POST|PUT|DELETE) /.test(line) && line.endsWith(target)),
        )
        .toHaveLength(1);
      // The other entry comes as far as it can, so that one request alone is under way.
      if (isAll) await expect.poll(() => current(mount, 'web/db')).toBeNull();
      await kill(launched);
      release(undefined);
      proxy.heal();
      expect(await readdir(join(options.userDataDir, 'plans'))).toHaveLength(1);
      for (const value of [secret, dev.rootToken]) expect(await filesHolding(folder, value)).toEqual([]);

      await launched.close();
      launched = await launchApp(options);
      const { window } = launched;
      const list = await back(launched);
      await expect(list).toContainText(`Move: ${mount.path}web/api and 1 more`);
      await list.getByRole('button', { name: 'Go on…' }).click();
      await expect(window.getByRole('grid', { name: 'Rows of the plan' })).toContainText(says);
      if (isAll) await expect(window.getByText('No row changes anything.')).toBeVisible();
      else {
        await runs(launched);
        await expect(window.getByRole('status', { name: 'Result' })).toContainText('done');
        await expect(window.getByRole('status', { name: 'Result' })).not.toContainText('failed');
      }
      expect(await current(mount, 'prod/web/api')).toEqual({ value: `${secret} three` });
      expect(await current(mount, 'prod/web/db')).toEqual({ value: secret });
      await must(dev, 'POST', `${mount.path}undelete/prod/web/api`, { versions: [2] });
      const { json } = await ask(dev, 'GET', `${mount.path}data/prod/web/api?version=2`);
      expect(at(json, 'data', 'data')).toEqual({ value: `${secret} two` });
      const left = await ask(dev, 'LIST', `${mount.path}metadata/web/`);
      expect(left.status).toBe(404);
      expect(await readdir(join(options.userDataDir, 'plans'))).toEqual([]);
    } finally {
      release(undefined);
      await launched.close();
      await proxy.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });

test('main is killed in the middle of an import: it goes on from its file, and writes nothing twice @import-killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-killed-import-'));
  const options = { userDataDir: join(folder, 'data'), env: { HOME: folder } };
  const proxy = await startFaultProxy(dev);
  const mount = await newKvMount(dev, 2);
  const secret = uniqueName('CANARY');
  const versions = ['one', 'two', 'three'].map((value) => ({ value: `${secret} ${value}` }));
  const files = await mkdtemp(join(tmpdir(), 'strongroom-import-file-'));
  const path = join(files, 'backup.jsonl');
  const line = (at: string, all: readonly object[]): string =>
    JSON.stringify({
      path: at,
      below: '',
      versions: all.map((data, before) => ({ version: before + 1, data })),
    });
  const head = '{"format":"strongroom-export","version":1}';
  const end = '{"end":"complete","entries":2,"unread":0}';
  await writeFile(path, [head, line('x', versions), line('y', versions.slice(0, 1)), end, ''].join('\n'));
  const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
  const target = `/v1/${mount.path}data/x`;
  const writes = () => proxy.arrived.filter((one) => /^(?:POST|PUT) /.test(one) && one.endsWith(target));
  const fault = { kind: 'held-answer', until: until.then(() => undefined) } as const;
  const passes = { kind: 'delay', until: Promise.resolve() } as const;
  for (const method of ['POST', 'PUT']) {
    proxy.add({ method, url: new RegExp(`^${target}$`), times: 1, fault: passes });
    proxy.add({ method, url: new RegExp(`^${target}$`), fault });
  }
  let launched = await launchApp(options);
  try {
    await logIn(launched, { address: proxy.address, token: dev.rootToken, name });
    await openMount(launched.window, mount.path);
    await answerFileDialogs(launched, [path]);
    await treeRow(launched.window, mount.path).click({ button: 'right' });
    await launched.window.getByRole('menuitem', { name: 'Import…' }).click();
    await launched.window.getByRole('button', { name: 'Choose a file…' }).click();
    await launched.window.getByRole('button', { name: 'Make the plan' }).click();
    await runs(launched, 'Import');
    // The server has two of three versions, and the app knows of one.
    await expect.poll(writes).toHaveLength(2);
    await expect.poll(() => current(mount, 'x')).toEqual(versions[1]);
    await expect.poll(() => current(mount, 'y')).toEqual(versions[0]);
    await kill(launched);
    release(undefined);
    proxy.heal();
    expect(await readdir(join(options.userDataDir, 'plans'))).toHaveLength(1);
    for (const value of [secret, dev.rootToken]) expect(await filesHolding(folder, value)).toEqual([]);

    await launched.close();
    launched = await launchApp(options);
    const list = await back(launched);
    await expect(list).toContainText('asks for “backup.jsonl” again');
    await answerFileDialogs(launched, [path]);
    await list.getByRole('button', { name: 'Go on…' }).click();
    const rows = launched.window.getByRole('grid', { name: 'Rows of the plan' });
    await expect(rows).toContainText('2 of 3 versions written, and equal to the file');
    await expect(rows).toContainText('Done before');
    await runs(launched, 'Import');
    const result = launched.window.getByRole('status', { name: 'Result' });
    await expect(result).toContainText('1 done');
    await expect(result).not.toContainText('failed');
    for (const [entry, all] of [
      ['x', versions],
      ['y', versions.slice(0, 1)],
    ] as const) {
      const { json } = await ask(dev, 'GET', `${mount.path}metadata/${entry}`);
      expect(at(json, 'data', 'current_version')).toBe(all.length);
      expect(await current(mount, entry)).toEqual(all.at(-1));
    }
    expect(await readdir(join(options.userDataDir, 'plans'))).toEqual([]);
  } finally {
    release(undefined);
    await launched.close();
    await proxy.stop();
    for (const one of [folder, files]) await rm(one, { recursive: true, force: true, maxRetries: 5 });
  }
});
