/** Updates from an honest feed: their questions, requests and installations. */
import { afterEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import {
  description,
  openTestUpdates,
  packageBytes,
  packageName,
  releaseOf,
} from '../../../e2e/servers/feed-updates.ts';
import type { TestUpdates, TestUpdatesOptions } from '../../../e2e/servers/feed-updates.ts';

const all: TestUpdates[] = [];
afterEach(async () => {
  await Promise.all(all.splice(0).map((one) => one.end()));
});

async function opened(options: TestUpdatesOptions = {}): Promise<TestUpdates> {
  const updates = await openTestUpdates(options);
  all.push(updates);
  updates.publish();
  return updates;
}

const refusedWith = (kind: string) =>
  expect.objectContaining({ error: expect.objectContaining({ kind }) as unknown }) as unknown;
const soon = { firstMs: 1, everyMs: 60_000, againMs: 60_000 };
const told = (updates: TestUpdates, kind: string): Promise<unknown> =>
  expect.poll(() => updates.told.at(-1)?.stage.kind).toBe(kind);

describe('nobody is contacted', () => {
  it.each([
    ['before the person has chosen', {}],
    ['where they have switched it off', { kept: { mode: 'off' } }],
    [
      'where this address was not confirmed',
      { kept: { mode: 'automatic', confirmed: 'https://updates.example.com/' } },
    ],
  ] as const)('%s', async (_when, options) => {
    const updates = await opened({ ...options, scheduleTimes: soon });
    // A second, confirmed schedule fires after the first would have.
    const other = await opened({ scheduleTimes: soon });
    await other.setMode('ask');
    await told(other, 'found');
    expect(updates.feed.asked).toEqual([]);
    expect(updates.asked).toEqual([]);
  });

  it('where the person says no', async () => {
    const updates = await opened();
    updates.person.agrees = false;
    for (const act of [
      () => updates.setMode('ask'),
      () => updates.setMode('automatic'),
      () => updates.check(),
      () => updates.setFeed('https://127.0.0.1:1/'),
    ])
      await expect(act()).rejects.toEqual(refusedWith('cancelled'));
    expect(updates.asked.map(({ kind }) => kind)).toEqual([
      ...Array<string>(3).fill('confirm'),
      'confirm-trust',
    ]);
    expect(updates.feed.asked).toEqual([]);
    expect(updates.record()).toMatchObject({ feed: '', confirmed: '' });
    expect(await updates.state()).not.toHaveProperty('mode');
  });

  it.each([
    [
      'the package manager updates it',
      { packaging: { way: 'package-manager', why: 'The package manager does it.' } },
    ],
    ['this build has no key', { keys: [] }],
  ] as const)('where %s', async (_why, options) => {
    const updates = await opened({ record: { mode: 'automatic' }, scheduleTimes: soon, ...options });
    const state = await updates.state();
    expect(state.way).not.toBe('itself');
    expect(state.why).not.toBe('');
    for (const act of [
      () => updates.check(),
      () => updates.setMode('ask'),
      () => updates.setFeed('https://127.0.0.1:1/'),
    ])
      await expect(act()).rejects.toEqual(refusedWith('not-offered'));
    expect(updates.asked).toEqual([]);
    expect(updates.feed.asked).toEqual([]);
  });

  it('while the app is locked', async () => {
    const updates = await opened({ scheduleTimes: { ...soon, againMs: 1 } });
    updates.waiting.locked = true;
    await updates.setMode('ask');
    const other = await opened({ scheduleTimes: soon });
    await other.setMode('ask');
    await told(other, 'found');
    expect(updates.feed.asked).toEqual([]);
    updates.waiting.locked = false;
    await told(updates, 'found');
  });
});

describe('a copy that is replaced by hand', () => {
  const packaging = {
    way: 'by-hand',
    kind: 'dmg',
    why: 'On macOS, new versions are installed by hand.',
  } as const;

  it('is told of a new version, and takes no step further', async () => {
    const updates = await opened({ packaging, scheduleTimes: soon });
    updates.publish(releaseOf({}, { kind: 'dmg' }));
    expect(await updates.setMode('ask')).toMatchObject({ way: 'by-hand', looks: true, why: packaging.why });
    await told(updates, 'found');
    for (const act of [() => updates.download(), () => updates.setMode('automatic')])
      await expect(act()).rejects.toEqual(refusedWith('not-offered'));
    expect(await updates.state()).toMatchObject({ mode: 'ask', stage: { kind: 'found' } });
    expect(updates.feed.asked).toEqual([`${description}.sig`, description]);
  });

  it('downloads nothing where its settings say automatic', async () => {
    const updates = await opened({ packaging });
    updates.publish(releaseOf({}, { kind: 'dmg' }));
    await updates.setMode('ask');
    const record = { ...updates.record(), mode: 'automatic' } as const;
    const again = await opened({
      packaging,
      record,
      feed: updates.feed.origin,
      scheduleTimes: soon,
      ca: updates.feed.ca,
    });
    await told(again, 'found');
    expect((await again.state()).stage.kind).toBe('found');
    expect(updates.feed.asked).not.toContain(`/feed/${packageName}`);
  });
});

/** Begins a download that does not end by itself; the returned function awaits its cancellation. */
async function beginEndless({ feed, download }: Awaited<ReturnType<typeof opened>>) {
  feed.files.set(`/feed/${packageName}`, (_request, response) => response.writeHead(200).write('p'));
  const ended = expect(download()).rejects.toEqual(refusedWith('cancelled'));
  await expect.poll(() => feed.asked).toContain(`/feed/${packageName}`);
  return () => ended;
}

describe('switched off', () => {
  it('ends what is under way: nobody is contacted any more', async () => {
    const updates = await opened();
    await updates.setMode('ask');
    await updates.check();
    const ended = await beginEndless(updates);
    expect(await updates.setMode('off')).toMatchObject({ mode: 'off', stage: { kind: 'found' } });
    await ended();
  });
});

describe('the address', () => {
  it.each([
    ['http://127.0.0.1/feed/', /https:\/\/ only/],
    ['ftp://127.0.0.1/', /not an https/],
    ['updates', /not an https/],
    ['https://ada:secret@127.0.0.1/', /user name or password/],
    ['https://127.0.0.1/?a=b', /no “\?”/],
    ['https://updates.example.com/', /on this machine only/],
  ])('%s is refused without a question', async (address, says) => {
    const updates = await opened();
    const failure: unknown = await updates.setFeed(address).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppFailure);
    expect((failure as AppFailure).message).toMatch(says);
    expect(updates.asked).toEqual([]);
  });

  it('is another one only after a yes, which shows both @another-address', async () => {
    const updates = await opened();
    const other = await opened();
    await updates.setMode('ask');
    const state = await updates.setFeed(`${other.feed.origin}/feed`);
    expect(state.feed).toBe(`${other.feed.origin}/feed/`);
    expect(updates.asked.at(-1)).toMatchObject({
      kind: 'confirm-trust',
      changes: [
        { what: 'Address', before: `${updates.feed.origin}/feed/`, after: `${other.feed.origin}/feed/` },
        { what: 'Certificate' },
        { what: 'Checked', after: 'once a day' },
        { what: 'Accepted' },
      ],
    });
    expect((await updates.setFeed('')).feed).toBe(`${updates.feed.origin}/feed/`);
  });

  it('that is left while a version comes from it takes that version along', async () => {
    const updates = await opened();
    const other = await opened();
    await updates.check();
    const ended = await beginEndless(updates);
    expect((await updates.setFeed(`${other.feed.origin}/feed`)).stage).toEqual({ kind: 'idle' });
    await ended();
    expect((await updates.state()).stage).toEqual({ kind: 'idle' });
    expect(updates.told.at(-1)?.stage).toEqual({ kind: 'idle' });
  });
});

describe('an update', () => {
  it('is found, downloaded when asked for, and installed at quit when agreed to', async () => {
    const updates = await opened({ scheduleTimes: soon });
    await updates.setMode('ask');
    expect(updates.asked).toMatchObject([
      { kind: 'confirm', title: 'Look for new versions at this address?' },
    ]);
    await told(updates, 'found');
    expect(updates.feed.asked).toEqual([`${description}.sig`, description]);
    const { stage } = await updates.download();
    expect(stage).toMatchObject({
      kind: 'ready',
      atQuit: false,
      update: { version: '0.2.0', notes: 'Faster.' },
    });
    updates.installAgreed();
    expect(updates.installed).toEqual([]);

    updates.person.agrees = false;
    await expect(updates.setAtQuit(true)).rejects.toEqual(refusedWith('cancelled'));
    updates.installAgreed();
    expect(updates.installed).toEqual([]);
    updates.person.agrees = true;
    await updates.setAtQuit(true);
    updates.installAgreed();
    expect(updates.installed).toEqual([{ version: '0.2.0', restart: false, bytes: packageBytes }]);
    expect(updates.system.quits).toBe(0);
  });

  it('is downloaded without a word in automatic mode, and installed at quit without a restart', async () => {
    const updates = await opened({ scheduleTimes: soon });
    await updates.setMode('automatic');
    await told(updates, 'ready');
    expect(updates.asked).toHaveLength(1);
    updates.installAgreed();
    expect(updates.installed).toMatchObject([{ restart: false }]);
  });

  it('is downloaded in automatic mode also when a person has looked for it', async () => {
    const updates = await opened();
    await updates.setMode('automatic');
    expect(await updates.check()).toMatchObject({ stage: { kind: 'ready', atQuit: true } });
  });

  it('is asked about again where more than looking is wanted', async () => {
    const updates = await opened();
    await updates.setMode('off');
    expect(updates.asked).toHaveLength(0);
    await updates.setMode('ask');
    await updates.setMode('automatic');
    await updates.setMode('automatic');
    expect(updates.asked).toHaveLength(2);
  });

  it('that a person has chosen is not taken away by a page: less is asked about, too @kept-on', async () => {
    const updates = await opened({ scheduleTimes: soon });
    await updates.setMode('automatic');
    await told(updates, 'ready');
    updates.person.agrees = false;
    const before = updates.asked.length;
    for (const act of [
      () => updates.setMode('ask'),
      () => updates.setMode('off'),
      () => updates.setAtQuit(false),
    ])
      await expect(act()).rejects.toEqual(refusedWith('cancelled'));
    expect(updates.asked.slice(before)).toMatchObject([
      { kind: 'confirm', title: 'No longer update automatically?' },
      { kind: 'confirm', title: 'Stop looking for new versions?' },
      { kind: 'confirm', title: 'Leave this version out when you quit?' },
    ]);
    expect(await updates.state()).toMatchObject({ mode: 'automatic', stage: { atQuit: true } });
    updates.person.agrees = true;
    await updates.setAtQuit(false);
    await updates.setMode('off');
    expect(await updates.state()).toMatchObject({ mode: 'off', stage: { atQuit: false } });
    updates.installAgreed();
    expect(updates.installed).toEqual([]);
  });

  it('waits for what would be lost @waits', async () => {
    const updates = await opened();
    await updates.check();
    await updates.download();
    updates.waiting.losses = { paths: ['kv/a'], drafts: 1, oneTimeResults: 2 };
    const failure: unknown = await updates.installNow().catch((error: unknown) => error);
    expect((failure as AppFailure).message).toBe(
      'Not now: 1 unsaved edit and 2 one-time results would be lost.',
    );
    expect(updates.system.quits).toBe(0);
    updates.waiting.losses = { paths: [], drafts: 0, oneTimeResults: 0 };
    await updates.installNow();
    expect(updates.asked.at(-1)).toMatchObject({
      kind: 'confirm',
      title: 'Quit and install this version now?',
    });
    expect(updates.system.quits).toBe(1);
    updates.installAgreed();
    expect(updates.installed).toMatchObject([{ restart: true }]);
  });

  it('is not installed where the person stays, or somebody else ends the app', async () => {
    const updates = await opened();
    await updates.check();
    await updates.download();
    await updates.installNow();
    updates.stayed();
    updates.installAgreed();
    await updates.setAtQuit(true);
    updates.leaveAsIs();
    updates.installAgreed();
    expect(updates.installed).toEqual([]);
  });

  it('that could not be installed is named at the next start, until it is', async () => {
    const updates = await opened();
    await updates.check();
    await updates.download();
    await updates.setAtQuit(true);
    updates.system.fails = 'the system did not install it';
    updates.installAgreed();
    const next = await opened({ record: updates.record() });
    expect((await next.state()).problem?.message).toBe(
      'Version 0.2.0 was not installed: the system did not install it.',
    );
    const after = await opened({ record: updates.record(), version: '0.2.0' });
    expect(await after.state()).not.toHaveProperty('problem');
    expect(after.record()).not.toHaveProperty('failed');
  });

  it('that is ready stays so when it is looked for again, and gives way to a newer one', async () => {
    const updates = await opened();
    await updates.check();
    await updates.download();
    await updates.setAtQuit(true);
    expect((await updates.check()).stage).toMatchObject({ kind: 'ready', atQuit: true });
    updates.publish(releaseOf({ version: '0.3.0' }, { name: packageName, sha512: `${'A'.repeat(86)}==` }));
    expect((await updates.check()).stage).toMatchObject({ kind: 'found', update: { version: '0.3.0' } });
    expect(updates.downloads()).toEqual([]);
    updates.installAgreed();
    expect(updates.installed).toEqual([]);
  });
});
