/**
 * A page in other hands and the work on many entries: what one key press is worth, what a plan does that was agreed to,
 * what a search tells, and what an export needs.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ExportOptions } from '../shared/vault/export.ts';
import { namesOnly } from '../shared/vault/search.ts';
import { takeOver } from './attacks/broken-page.ts';
import type { BrokenPage } from './attacks/broken-page.ts';
import { personAt } from './attacks/person-at-work.ts';
import type { LaunchedApp } from './steps/app.ts';
import { callByHand, callInPage, nextEvent } from './steps/bridge-calls.ts';
import { answerSaveDialogs } from './steps/connect-form.ts';
import { launchConnected } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import {
  ask,
  at,
  newKvMount,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';
import type { KvMount, RecordingProxy } from './servers/index.ts';

const { dev } = sharedServers();
const value = uniqueName('value');
const asksForGesture = 'Allow this without a key press or click?';

let proxy: RecordingProxy;
let mount: KvMount;
let launched: LaunchedApp;
let page: BrokenPage;
let sessionId = '';

test.beforeEach(async () => {
  mount = await newKvMount(dev, 2);
  for (const name of ['a/one', 'a/two', 'b/three']) await writeEntry(dev, mount, name, { key: value });
  proxy = await startRecordingProxy(dev);
  // After a refusal the page's prompts stay away for a while, as for a person.
  launched = await launchConnected(
    { address: proxy.address, token: dev.rootToken },
    { env: { STRONGROOM_QUIET_MS: '' } },
  );
  const sessions = await callInPage(launched.window, 'session.list', {});
  [{ sessionId }] = sessions.value as [{ sessionId: string }];
  page = takeOver(launched.window);
});
test.afterEach(async () => {
  await launched.close();
  await proxy.stop();
});

const place = (path = '') => ({ sessionId, mount: mount.path, path });

/** Requests about the entries since `from`, as method and path. */
const sent = (from = 0): readonly string[] =>
  proxy.requests
    .slice(from)
    .flatMap(({ method, url }) => (url.includes(mount.path) ? [`${method} ${url}`] : []));

async function declineGesture(): Promise<void> {
  await launched.answer(async (prompt) => {
    await expect(prompt.getByRole('dialog')).toContainText(asksForGesture);
    await prompt.getByRole('button', { name: 'Cancel' }).click();
  });
}

/** Everything that the page has heard once none of its calls is under way; prompts that still come are closed. */
async function heardInTheEnd(): Promise<string> {
  const person = personAt(launched);
  await expect
    .poll(async () => {
      await person.attend(undefined);
      return page.pending();
    })
    .toBe(0);
  return page.heard();
}

const versionsOf = async (path: string): Promise<readonly string[]> => {
  const { json } = await ask(dev, 'GET', `${mount.path}metadata/${path}`);
  const versions = at(json, 'data', 'versions') as Readonly<
    Record<string, { readonly deletion_time: string }>
  >;
  return Object.values(versions).map((one) => (one.deletion_time === '' ? 'living' : 'deleted'));
};

test('one key press is worth one search for names, however many are started @one-search-a-gesture', async () => {
  const search = { sessionId, places: [place()], ...namesOnly, text: 'one' };
  await launched.window.keyboard.press('Pause');
  await page.begin(Array.from({ length: 12 }, () => ['search.start', search] as const));
  await declineGesture();
  const heard = await heardInTheEnd();
  expect(heard.match(/"ok":true/g)).toHaveLength(1);
  expect(heard.match(/"ok":false/g)).toHaveLength(11);
  // One walk: each folder once.
  await expect.poll(() => sent().length).toBeGreaterThanOrEqual(3);
  expect(new Set(sent()).size).toBe(sent().length);
});

test('a search of values takes its text from the prompt alone, and tells places only @no-letter-by-letter', async () => {
  const search = { sessionId, places: [place()], ...namesOnly, text: '' };
  // The page cannot name the text.
  expect(await callByHand(launched.window, 'search.startValues', { ...search, needle: value })).toMatchObject(
    {
      ok: false,
      error: { kind: 'invalid-input' },
    },
  );
  const from = proxy.requests.length;
  // Terms that a page chooses look at names and keys, and read no value.
  await callByHand(launched.window, 'search.start', { ...search, text: value, keys: true, metadata: true });
  await expect.poll(() => sent(from).filter((one) => one.includes('/subkeys/')).length).toBe(3);
  expect(sent(from).filter((one) => one.includes('/data/'))).toEqual([]);

  await launched.window.keyboard.press('Pause');
  await page.begin([['search.startValues', search]]);
  await launched.answer(async (prompt) => {
    await prompt.getByRole('textbox', { name: 'Text to find' }).fill(value.slice(0, 7));
    await prompt.getByRole('button', { name: 'Read and search' }).click();
  });
  await expect.poll(() => sent(from).filter((one) => one.includes('/data/')).length).toBe(3);
  const heard = await heardInTheEnd();
  expect(heard).toContain('"ok":true');
  expect(heard).not.toContain(value.slice(0, 7));
});

test('a plan that waits for its yes cannot be altered: what was read is what is run @plan-as-agreed', async () => {
  const judged = nextEvent(launched.window, 'job.ended');
  const made = await callByHand(launched.window, 'plan.make', {
    sessionId,
    places: [place()],
    action: { kind: 'delete' },
  });
  const { planId } = made.value as { readonly planId: string };
  await judged;
  let read = '';
  await launched.window.keyboard.press('Pause');
  await page.begin([['plan.run', { planId, leftOut: [1, 2] }]]);
  await launched.answer(async (prompt) => {
    const dialog = prompt.getByRole('dialog');
    await expect(dialog).toContainText('Delete 1 entry?');
    read = /[ab]\/(?:one|two|three)/.exec(await dialog.innerText())?.[0] ?? '';
    await page.begin([
      ['plan.run', { planId, leftOut: [] }],
      ['plan.run', { planId, leftOut: [], include: [0, 1, 2] }],
      ['plan.retry', { planId }],
      ['plan.pause', { planId, paused: false }],
      ['plan.make', { sessionId, places: [place()], action: { kind: 'remove' } }],
      ['plan.drop', { planId }],
    ]);
    await expect(dialog).toContainText('Delete 1 entry?');
    await readToEnd(prompt);
    await prompt.getByRole('button', { name: 'Delete' }).click();
  });
  await heardInTheEnd();
  const changing = () => sent().filter((one) => !one.startsWith('GET'));
  await expect.poll(() => changing().length).toBe(1);
  expect(changing()).toEqual([`POST /v1/${mount.path}delete/${read}`]);
  for (const path of ['a/one', 'a/two', 'b/three'])
    expect(await versionsOf(path)).toEqual([path === read ? 'deleted' : 'living']);
});

test('an export needs a key press, the dialog and the prompt; the page names no file @export-by-hand', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-export-'));
  const options: ExportOptions = {
    format: 'json',
    versions: 'latest',
    metadata: false,
    values: true,
    keys: { which: 'all', names: [] },
    protection: { kind: 'none' },
  };
  const order = { sessionId, places: [place()], options };
  await answerSaveDialogs(launched, [join(folder, 'export.json')]);
  const from = proxy.requests.length;
  expect(
    await callByHand(launched.window, 'export.start', { ...order, path: join(folder, 'own') }),
  ).toMatchObject({
    ok: false,
    error: { kind: 'invalid-input' },
  });
  await launched.window.keyboard.press('Pause');
  await page.begin([['export.start', order]]);
  await launched.answer(async (prompt) => {
    await expect(prompt.getByRole('dialog')).toContainText('Export without encryption?');
    await prompt.getByRole('button', { name: 'Cancel' }).click();
  });
  expect(await heardInTheEnd()).toContain('"kind":"cancelled"');
  expect([readdirSync(folder), sent(from)]).toEqual([[], []]);
  rmSync(folder, { recursive: true });
});
