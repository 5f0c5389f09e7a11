/** Complete list of the files that the app writes; any other file fails the test. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newPerson, type Person } from './person.ts';

let person: Person;
test.beforeEach(async () => void (person = await newPerson()));
test.afterEach(() => person.leave());

const DATA = 'home/.config/strongroom/';

/** Everything that a first start is allowed to leave permanently, with its reason. */
const left: Readonly<Record<string, string>> = {
  'home/.config/': 'the place of settings',
  [DATA]: 'ours',
  [`${DATA}strongroom.log`]: 'events, without values or tokens',
  [`${DATA}window.json`]: 'size and place of the window',
};

/** Additional files while it runs. */
const whileRunning: Readonly<Record<string, string>> = {
  [`${DATA}SingletonCookie`]: 'so that a second start finds the first',
  [`${DATA}SingletonLock`]: 'so that a second start finds the first',
  [`${DATA}SingletonSocket`]: 'so that a second start finds the first',
  'tmp/scoped_dir/': 'the socket of a second start',
  'tmp/scoped_dir/SingletonCookie': 'the socket of a second start',
  'tmp/scoped_dir/SingletonSocket': 'the socket of a second start',
};

/** Settings of GTK, for every program of the session; in the session's own folder, which is in memory. */
const ofTheDesktop =
  /^run\/dconf\/|^home\/\.cache\/(?:dconf|mesa_shader_cache|nvidia|fontconfig)\b|^home\/\.cache\/$/;

function written(): readonly string[] {
  return person
    .files()
    .filter((path) => !ofTheDesktop.test(path))
    .map((path) => path.replace(/^tmp\/scoped_dir\w+/, 'tmp/scoped_dir'));
}

test('a first start writes what is on the list, and nothing else @listed-files', async () => {
  const started = person.start(['--ready-line']);
  await started.ready();
  const allowed = Object.keys({ ...left, ...whileRunning });
  expect(written().filter((path) => !allowed.includes(path))).toEqual([]);
  // Includes files that Chromium writes after some seconds: by its end it has written or dropped them.
  await started.quit();
  expect(written()).toEqual(Object.keys(left).sort());

  const again = person.start(['--ready-line']);
  await again.ready();
  await again.quit();
  expect(written()).toEqual(Object.keys(left).sort());
});

/** Folders of one app's own Chromium session, in memory. */
const inMemory = (pid: number): readonly string[] =>
  readdirSync('/dev/shm').filter((name) => name.startsWith(`strongroom-session-${pid}-`));

test('Chromium’s own session is in memory, and goes with the app or with the next start', async () => {
  const started = person.start(['--ready-line']);
  await started.ready();
  expect(inMemory(started.pid)).toHaveLength(1);
  await started.quit();
  expect(inMemory(started.pid)).toEqual([]);

  // The folder of a killed app can go at any time: each start removes it, also that of another test.
  const killed = person.start(['--ready-line']);
  await killed.ready();
  expect(inMemory(killed.pid)).toHaveLength(1);
  await killed.kill();
  const next = person.start(['--ready-line']);
  await next.ready();
  expect(inMemory(killed.pid)).toEqual([]);
  await next.quit();
});

test('its folder and files are for its user alone', async () => {
  const started = person.start(['--ready-line']);
  await started.ready();
  await started.quit();
  const own = person.files().filter((path) => path.startsWith(DATA));
  expect(own.length).toBeGreaterThan(2);
  for (const path of own)
    expect.soft((statSync(join(dirname(person.home), path)).mode & 0o077).toString(8), path).toBe('0');
});

test('says nothing on the terminal but what it was asked for', async () => {
  const started = person.start(['--ready-line']);
  await started.ready();
  await started.quit();
  // Output of GTK, the desktop's bus and a graphics process told to end at once is ignored; ours and Chromium's
  // caches must be silent.
  const lines = started.output().split('\n');
  expect(lines.filter((line) => line !== '' && !/dbus|Gtk|GLib|dconf|ERROR:gpu\//.test(line))).toEqual([
    'STRONGROOM_READY',
  ]);
  const log = readFileSync(join(dirname(person.home), `${DATA}strongroom.log`), 'utf8');
  expect(log).toMatch(/ quit\n$/);
});
