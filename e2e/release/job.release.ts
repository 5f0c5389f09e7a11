/**
 * The main job in the release flavour, without a debugger: by system-level key events, judged by the server and by
 * the clipboard of other programs.
 */
import { expect, test } from '@playwright/test';
import { processName } from '../traces/process-memory.ts';
import { must } from '../servers/index.ts';
import { startAudited, type Audited } from './audited.ts';
import { keysOf, type Keys } from './keys.ts';
import { newPerson, type Person, type Started } from './person.ts';

const VALUE = 'correct horse battery';

let audited: Audited;
let person: Person;
test.beforeAll(async () => {
  audited = await startAudited();
  await must(audited.server, 'PUT', 'secret/data/apps/database', {
    data: { password: VALUE, user: 'alice' },
  });
});
test.afterAll(() => audited.stop());
test.beforeEach(async () => void (person = await newPerson()));
test.afterEach(() => person.leave());

const pages = (started: Started): number =>
  started.processes().filter((pid) => processName(pid) === 'renderer').length;
const asked = (request: string): boolean => audited.requests().includes(request);

/** Repeats `act` until `isSo`: a prompt ignores keys until it is armed, which is invisible from outside. */
async function until(what: string, isSo: () => boolean, act: () => void): Promise<void> {
  await expect(async () => {
    act();
    await expect.poll(isSo, { timeout: 3_000, intervals: [50] }).toBe(true);
  }, what).toPass({ timeout: 45_000, intervals: [0] });
}

/** From the empty connect screen to the prompt for the token. */
async function connect(keys: Keys, started: Started): Promise<void> {
  keys.type(audited.server.address);
  keys.press('Return');
  await expect.poll(() => pages(started), 'the prompt is a process of its own').toBe(2);
}

test('connect, log in, go to an entry and copy its password', async () => {
  const started = person.start(['--ready-line']);
  await started.ready();
  const keys = keysOf(person, 'Strongroom');
  await connect(keys, started);
  await until(
    'logged in',
    () => asked('read auth/token/lookup-self'),
    () => {
      // A prompt that took the token is gone, even with a slow server: the window behind it would get the keys.
      if (pages(started) === 1) return;
      keys.press('ctrl+a');
      keys.type(audited.server.rootToken);
      keys.press('Return');
    },
  );
  await expect.poll(() => pages(started), 'the prompt is gone').toBe(1);
  expect(asked('read secret/data/apps/database')).toBe(false);
  await until(
    'the value is on the clipboard',
    () => keys.clipboard() === VALUE,
    () => {
      keys.press('ctrl+p', 'ctrl+a');
      keys.type('secret/apps/database#password');
      keys.press('Return');
    },
  );
  expect(asked('read secret/data/apps/database'), 'the server has given it').toBe(true);
  // Window titles contain no names of open entries.
  expect(keys.titles().filter((title) => title !== '' && title !== 'Strongroom')).toEqual([]);
  expect(started.output()).not.toContain(VALUE);
  expect(started.output()).not.toContain(audited.server.rootToken);
  await started.quit();
  expect(keys.clipboard(), 'cleared by the quit').not.toBe(VALUE);
});

test('no key opens the developer tools @no-key-for-tools', async () => {
  const started = person.start(['--ready-line']);
  await started.ready();
  const keys = keysOf(person, 'Strongroom');
  const before = keys.titles();
  keys.press('ctrl+shift+i', 'ctrl+shift+j', 'ctrl+shift+c', 'F12', 'ctrl+r', 'ctrl+shift+r', 'alt+shift+i');
  // Keys arrive in order: once these have opened their prompt, the earlier ones have taken effect.
  await connect(keys, started);
  expect(pages(started), 'the page and its prompt, and no tools').toBe(2);
  expect(keys.titles()).toEqual(before);
  expect(started.output()).not.toMatch(/devtools/i);
  await started.quit();
});
