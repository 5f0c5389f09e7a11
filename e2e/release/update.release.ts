/**
 * From 0.1.0 to 0.2.0 with real packages: the deb of this commit as two versions that differ only in their version
 * data. The first is installed by dpkg into a root of its own and started by an ordinary user, the second is on a
 * feed over https. The app finds, verifies and downloads it automatically, and hands it to the system when its window
 * closes. `pkexec`, which would ask for an administrator's password, is a stand-in: a helper running as root executes
 * its command. The user's consent in the secure prompt is preset in their settings (`updates.e2e` gives it by hand).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import asar from '@electron/asar';
import { expect, test } from '@playwright/test';
import { describeReleases, publicKeyOf, signatureOf } from '../../build/setup/update-feed.mjs';
import { dpkg, install, type Installed } from '../../build/testing/installed.mjs';
import { releaseKey } from '../servers/feed-updates.ts';
import { startFeedServer, type FeedServer } from '../servers/feed.ts';
import { keysOf } from './keys.ts';
import { newPerson, type Person } from './person.ts';

// The app looks for a new version a minute after its start.
test.setTimeout(300_000);
const NOBODY = 65_534;
const PATIENCE = { timeout: 180_000, intervals: [100] };

const deb = process.env['STRONGROOM_DEB'] ?? '';

let feed: FeedServer;
let person: Person;
let app: Installed & { readonly remove: () => Promise<void> };
let work = '';
let before: string | undefined;

/** The same package as another version that trusts the test key; returns its name in `work`. */
async function debOf(version: string): Promise<string> {
  const unpacked = join(work, 'unpacked');
  execFileSync('dpkg-deb', ['--raw-extract', deb, unpacked]);
  execFileSync('sed', ['-i', `s/^Version: .*/Version: ${version}/`, join(unpacked, 'DEBIAN', 'control')]);
  const archive = join(unpacked, 'opt', 'Strongroom', 'resources', 'app.asar');
  const app = join(work, 'app');
  asar.extractAll(archive, app);
  const file = join(app, 'package.json');
  const facts = JSON.parse(readFileSync(file, 'utf8')) as { readonly strongroom?: object };
  const updates = { feed: 'https://updates.invalid/strongroom/', keys: [publicKeyOf(releaseKey)] };
  writeFileSync(file, JSON.stringify({ ...facts, version, strongroom: { ...facts.strongroom, updates } }));
  await asar.createPackage(app, archive);
  const name = `strongroom_${version}_amd64.deb`;
  execFileSync('dpkg-deb', ['-Znone', '--build', unpacked, join(work, name)]);
  for (const folder of [unpacked, app]) rmSync(folder, { recursive: true });
  return name;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  work = mkdtempSync(join(tmpdir(), 'strongroom-update-'));
  chmodSync(work, 0o755);
  const [old, next] = [await debOf('0.1.0'), await debOf('0.2.0')];
  feed = await startFeedServer();
  const release = { version: '0.2.0', released: '2026-11-01T10:00:00Z', notes: 'Faster.' };
  for (const { name, text } of describeReleases(work, [next], release)) {
    feed.files.set(`/feed/${name}`, text);
    feed.files.set(`/feed/${name}.sig`, signatureOf(text, releaseKey));
  }
  feed.files.set(`/feed/${next}`, readFileSync(join(work, next)));
  app = await install({ folder: '', deb: join(work, old) });
  // As in `install`; the package's other dependencies are present.
  writeFileSync(join(app.root, 'etc', 'dpkg', 'dpkg.cfg.d', 'strongroom'), 'ignore-depends=xdg-utils\n');
  before = process.env['STRONGROOM_INSTALLED'];
  process.env['STRONGROOM_INSTALLED'] = JSON.stringify(app);
  person = await newPerson();
});
test.afterAll(async () => {
  await person.leave();
  await app.remove();
  await feed.stop();
  if (before === undefined) Reflect.deleteProperty(process.env, 'STRONGROOM_INSTALLED');
  else process.env['STRONGROOM_INSTALLED'] = before;
  rmSync(work, { recursive: true, force: true });
});

/** A `pkexec` that hands its command over, and waits for the exit status. */
function standInForPkexec(): {
  readonly path: string;
  readonly asked: () => readonly string[] | undefined;
  readonly carryOut: () => void;
} {
  const path = join(work, 'bin');
  const handed = join(work, 'handed');
  mkdirSync(path);
  mkdirSync(handed);
  chownSync(handed, NOBODY, NOBODY);
  const script = `#!/bin/sh\nshift\nprintf '%s\\0' "$@" > ${handed}/part\nmv ${handed}/part ${handed}/asked\nwhile [ ! -e ${handed}/status ]; do sleep 0.1; done\nexit "$(cat ${handed}/status)"\n`;
  writeFileSync(join(path, 'pkexec'), script, { mode: 0o755 });
  const asked = (): readonly string[] | undefined =>
    existsSync(join(handed, 'asked'))
      ? readFileSync(join(handed, 'asked'), 'utf8').split('\0').slice(0, -1)
      : undefined;
  return {
    path,
    asked,
    carryOut: () => {
      const [command = '', ...args] = [...app.enter, ...(asked() ?? [])];
      const { status } = spawnSync(command, args, { env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' } });
      writeFileSync(join(handed, 'part-status'), String(status));
      renameSync(join(handed, 'part-status'), join(handed, 'status'));
    },
  };
}

const installedVersion = (): string =>
  dpkg(app, '--status', 'strongroom').match(/^Version: (.*)$/m)?.[1] ?? '';

test('@deb the app updates itself from one package to the next, and keeps what was set @update', async () => {
  expect(app.byDpkg).toBe(true);
  expect(installedVersion()).toBe('0.1.0');
  const settings = join(person.home, '.config', 'strongroom');
  mkdirSync(settings, { recursive: true });
  const address = `${feed.origin}/feed/`;
  const chosen = { mode: 'automatic', feed: address, confirmed: address, checkedAt: '', newest: '' };
  writeFileSync(join(settings, 'updates.json'), JSON.stringify({ version: 1, data: chosen }));
  writeFileSync(
    join(settings, 'preferences.json'),
    JSON.stringify({ version: 1, data: { theme: 'dark', clipboardSeconds: 20 } }),
  );
  for (const path of [
    join(person.home, '.config'),
    settings,
    ...readdirSync(settings).map((name) => join(settings, name)),
  ])
    chownSync(path, NOBODY, NOBODY);
  writeFileSync(join(work, 'ca.pem'), feed.ca, { mode: 0o644 });
  const pkexec = standInForPkexec();
  const logFile = join(settings, 'strongroom.log');
  // Its first lines are buffered for a second.
  const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');

  const started = person.start(['--ready-line'], {
    env: { SSL_CERT_FILE: join(work, 'ca.pem'), PATH: `${pkexec.path}:${process.env['PATH'] ?? ''}` },
  });
  await started.ready();
  await expect.poll(log, PATIENCE).toContain('updates: 0.2.0 ready');
  expect(pkexec.asked()).toBeUndefined();
  expect(installedVersion()).toBe('0.1.0');

  keysOf(person, 'Strongroom').press('ctrl+q');
  await expect.poll(pkexec.asked, PATIENCE).toBeDefined();
  expect(pkexec.asked()).toMatchObject([
    '/bin/bash',
    '-c',
    expect.stringMatching(/^dpkg -i \S+\/update\/package\/pending\/strongroom_0\.2\.0_amd64\S*\.deb$/),
  ]);
  pkexec.carryOut();
  expect(await started.ended()).toBe(0);
  expect(log()).toContain('updates: 0.2.0 installed');
  expect(installedVersion()).toBe('0.2.0');

  const again = person.start(['--ready-line'], { env: { SSL_CERT_FILE: join(work, 'ca.pem') } });
  await again.ready();
  await expect.poll(() => existsSync(join(settings, 'update')), PATIENCE).toBe(false);
  await again.quit();
  expect(log()).toMatch(/started, version 0\.2\.0/);
  const storedMember = (name: string): unknown =>
    (JSON.parse(readFileSync(join(settings, name), 'utf8')) as { data: unknown }).data;
  expect(storedMember('preferences.json')).toMatchObject({ theme: 'dark', clipboardSeconds: 20 });
  expect(storedMember('updates.json')).toMatchObject({ mode: 'automatic', feed: address, newest: '0.2.0' });
  expect(storedMember('updates.json')).not.toHaveProperty('failed');
});
