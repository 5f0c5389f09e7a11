/**
 * The main job in the release flavour, without a debugger: by system-level key events, judged by the server and by
 * the clipboard of other programs.
 */
import { expect, test } from '@playwright/test';
import { must } from '../servers/index.ts';
import { startAudited, type Audited } from './audited.ts';
import { keysOf } from './keys.ts';
import { connect, logInByKeys, pages, until } from './logged-in.ts';
import { newPerson, type Person } from './person.ts';

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

const asked = (request: string): boolean => audited.requests().includes(request);

test('connect, log in, go to an entry and copy its password', async () => {
  const started = person.start(['--ready-line']);
  await started.ready();
  const keys = await logInByKeys(person, started, audited);
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
  await connect(keys, started, audited);
  expect(pages(started), 'the page and its prompt, and no tools').toBe(2);
  expect(keys.titles()).toEqual(before);
  expect(started.output()).not.toMatch(/devtools/i);
  await started.quit();
});
