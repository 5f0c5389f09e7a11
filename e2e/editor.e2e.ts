/**
 * The editor: the difference before a save, merging by key, JSON as a whole, and values that must survive unchanged.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { answerFileDialogs, answerSaveDialogs } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, savedAs } from './steps/connected.ts';
import {
  ask,
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
const v2 = await newKvMount(dev, 2);
const v1 = await newKvMount(dev, 1);
const recording = await startRecordingProxy(dev);
const faults = await startFaultProxy(recording);
let launched: LaunchedApp;

test.beforeAll(async () => {
  launched = await launchConnected({ address: faults.address, token: dev.rootToken });
});
test.afterAll(async () => {
  await launched.close();
  await faults.stop();
  await recording.stop();
});

/** A fresh entry opened in the editor. */
async function edit(data: string, mount = v2): Promise<{ window: Page; path: string }> {
  const path = uniqueName('entry');
  await writeEntry(dev, mount, path, data);
  const { window } = launched;
  await goTo(window, mount.path + path);
  await expect(window.getByRole('heading', { level: 2, name: path, exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  return { window, path };
}

/** JSON text of the server's current values, keys in its order. */
async function onServer(path: string, mount = v2): Promise<string> {
  const answer = await ask(dev, 'GET', `${mount.path}${mount.version === 2 ? 'data/' : ''}${path}`);
  const values = mount.version === 2 ? at(answer.json, 'data', 'data') : at(answer.json, 'data');
  return JSON.stringify(values);
}

async function change(window: Page, key: string, value: string): Promise<void> {
  await window.getByRole('button', { name: `Edit ${key}`, exact: true }).click();
  await window.getByRole('textbox', { name: `Value of ${key}` }).fill(value);
}

async function review(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Review and save…' }).click();
}

async function press(window: Page, name: string | RegExp): Promise<void> {
  await window.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
}

test('the difference is on screen before anything is sent, and reveals one key at a time', async () => {
  const { window, path } = await edit(
    JSON.stringify({ cert: 'line 1\nline 2\nline 3', user: 'old', gone: 'x' }),
  );
  await change(window, 'cert', 'line 1\nline TWO\nline 3');
  await change(window, 'user', 'new ');
  await press(window, 'Remove gone');
  await review(window);
  await expect(window.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    /cert.*changed/,
    /user.*ends with a space.*changed/,
    /gone.*removed/,
  ]);
  await press(window, 'Show the change of cert');
  const cert = window.getByRole('group', { name: 'Change of cert' });
  await expect(cert.getByRole('row')).toHaveText([/line 1/, /removedline 2/, /addedline TWO/, /line 3/]);
  await press(window, 'Show the change of user');
  await expect(cert).toHaveCount(0);
  await expect(window.getByRole('group', { name: 'Change of user' }).getByRole('img')).toHaveAccessibleName(
    'space',
  );
  // Reads beside the editor can still be pending.
  const written = recording.requests.filter(({ method, url }) => method !== 'GET' && url.includes(path));
  expect(written).toEqual([]);
  await window.keyboard.press('Control+Enter');
  await savedAs(window, 2);
  expect(await onServer(path)).toBe('{"cert":"line 1\\nline TWO\\nline 3","user":"new "}');
});

test('a conflict is merged by key: what does not clash by itself, what clashes by choice', async () => {
  const { window, path } = await edit('{"both":"0","mine":"0","same":"0","theirs":"0","gone":"0"}');
  await change(window, 'both', 'mine');
  await change(window, 'mine', '1');
  await change(window, 'same', '1');
  await writeEntry(dev, v2, path, '{"both":"theirs","mine":"0","same":"1","theirs":"1","new":"1"}');
  await review(window);
  await press(window, 'Save as version 2');
  await expect(
    window.getByText(
      /Theirs removes 1 key you kept\. .* 1 key of yours, 2 keys of theirs, 1 key changed the same way/,
    ),
  ).toBeVisible();
  const goOn = window.getByRole('button', { name: 'Continue', exact: true });
  await expect(goOn).toBeDisabled();
  await press(window, 'Show the values of both');
  await press(window, 'Before (version 1) → theirs (version 2)');
  await expect(window.getByRole('group', { name: 'Difference in both' }).getByRole('row')).toHaveText([
    /removed0/,
    /addedtheirs/,
  ]);
  await window.getByRole('radio', { name: 'Yours' }).check();
  await goOn.click();
  await expect(window.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(2);
  await press(window, 'Save as version 3');
  await savedAs(window, 3);
  expect(await onServer(path)).toBe('{"both":"mine","mine":"1","new":"1","same":"1","theirs":"1"}');
});

test('an entry that was deleted meanwhile is saved over on a word only', async () => {
  const { window, path } = await edit('{"a":"1","b":"2"}');
  await change(window, 'a', 'mine');
  await must(dev, 'DELETE', `${v2.path}data/${path}`);
  await review(window);
  await press(window, 'Save as version 2');
  await expect(window.getByRole('heading', { name: 'The entry is gone' })).toBeVisible();
  await press(window, 'Keep the draft');
  await expect(window.getByRole('textbox', { name: 'Value of a' })).toHaveValue('mine');
  await must(dev, 'DELETE', `${v2.path}metadata/${path}`);
  await review(window);
  await press(window, 'Save as version 2');
  await press(window, 'Create it again');
  await savedAs(window, 1);
  expect(await onServer(path)).toBe('{"a":"mine","b":"2"}');
});

test('a save whose answer was lost is looked up, and never sent twice', async () => {
  const { window, path } = await edit('{"a":"1"}');
  await change(window, 'a', 'mine');
  faults.add({ method: 'POST', url: new RegExp(`/data/${path}$`), times: 1, fault: { kind: 'lost-answer' } });
  recording.clear();
  await review(window);
  await press(window, 'Save as version 2');
  await expect(window.getByText('Save not confirmed')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Save as version 2' })).toBeDisabled();
  await press(window, 'Check now');
  await savedAs(window, 2);
  expect(recording.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(await onServer(path)).toBe('{"a":"mine"}');
});

test('the whole entry as JSON: tokens stay, a doubled key is refused with its line, saving sends what changed', async () => {
  const { window, path } = await edit(
    '{"10":"ten","2":"two","__proto__":"p","big":9223372036854775807,"user":"old"}',
    v1,
  );
  await press(window, /^Edit as JSON/);
  const text = window.getByRole('textbox', { name: `${path} as JSON` });
  await expect(text).toContainText('9223372036854775807');
  await text.press('Control+End');
  await text.press('ArrowUp');
  await text.press('End');
  await window.keyboard.type(',\n"user": 1');
  await expect(window.getByText('Duplicate key.')).toBeVisible();
  await expect(window.getByRole('button', { name: /^Line 7/ })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Review and save…' })).toBeDisabled();
  // Typing and the line break are separate undo steps.
  for (let step = 0; step < 4; step++) await text.press('Control+z');
  await expect(window.getByText('All values are shown.', { exact: false })).toBeVisible();
  // Search and replace in the text, by keyboard.
  await text.press('Control+f');
  await window.keyboard.type('"old"');
  await window.getByRole('textbox', { name: 'Replace' }).fill('"new"');
  await window.getByRole('button', { name: 'replace all' }).click();
  await window.keyboard.press('Escape');
  await press(window, 'Back to keys');
  await expect(window.getByRole('textbox', { name: 'Value of user' })).toHaveValue('new');
  await press(window, /^Edit as JSON/);
  await expect(text).toContainText('"new"');
  await review(window);
  await expect(window.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([/user/]);
  await press(window, 'Save');
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Replace it' }).click());
  await savedAs(window);
  const answer = await ask(dev, 'GET', v1.path + path);
  expect(answer.text).toContain(
    '"10":"ten","2":"two","__proto__":"p","big":9223372036854775807,"user":"new"',
  );
});

test('what is copied from a text goes through main, and the browser keeps nothing', async () => {
  const secret = `secret-${randomBytes(6).toString('hex')}`;
  const { window } = await edit(JSON.stringify({ user: secret }));
  const clipboard = (): Promise<string> => launched.app.evaluate(({ clipboard: board }) => board.readText());
  for (const open of ['keys', 'json']) {
    await launched.app.evaluate(({ clipboard: board }) => {
      board.clear();
    });
    if (open === 'keys') {
      await press(window, 'Edit user');
      await window.getByRole('textbox', { name: 'Value of user' }).press('Control+a');
    } else {
      await press(window, /^Edit as JSON/);
      await window.getByRole('textbox', { name: /as JSON$/ }).press('Control+a');
    }
    await window.keyboard.press('Control+c');
    await expect.poll(clipboard).toContain(secret);
    // Main counts down for its own copies; the browser's own copy would never be cleared.
    await expect(window.getByText(/Clipboard is cleared in/)).toBeVisible();
  }
});

test('carriage returns and what nobody sees survive an edit, and are shown', async () => {
  const { window, path } = await edit(JSON.stringify({ note: ' one\r\ntwo\u200b\r\n', other: 'x' }));
  await press(window, 'Edit note');
  const marks = window.getByRole('list', { name: 'Easily overlooked' });
  await expect(marks.getByRole('listitem').first()).toHaveText(/space at the start/);
  await expect(marks).toContainText('zero-width space U+200B');
  await window.getByRole('textbox', { name: 'Value of note' }).press('Control+End');
  await window.keyboard.type('end');
  await review(window);
  await press(window, 'Save as version 2');
  await savedAs(window, 2);
  expect(await onServer(path)).toBe(JSON.stringify({ note: ' one\r\ntwo\u200b\r\nend', other: 'x' }));
  // The view from before the save would be replaced, and the revealed value with it.
  await expect(window.getByText('version 2 · current')).toBeVisible();
  await press(window, 'Reveal note');
  await expect(keyRow(window, 'note').getByRole('img', { name: /zero-width space/ })).toBeVisible();
});

test('keys come from pasted text', async () => {
  const { window, path } = await edit('{"DB_HOST":"old","keep":"k"}');
  await press(window, 'Paste keys…');
  const dialog = window.getByRole('dialog', { name: 'Paste keys' });
  await dialog.getByRole('textbox').fill('# database\nexport DB_HOST=db.example\nDB_PASSWORD="a b#c"\n');
  await expect(dialog.getByText('.env: 1 replaced, 1 new')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 keys' }).click();
  await review(window);
  await press(window, 'Save as version 2');
  await savedAs(window, 2);
  expect(await onServer(path)).toBe('{"DB_HOST":"db.example","DB_PASSWORD":"a b#c","keep":"k"}');
});

test('a value comes from a file and goes to a file without being shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-values-'));
  try {
    const [binary, out] = [join(folder, 'key.bin'), join(folder, 'out.bin')];
    const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);
    await writeFile(binary, bytes);
    const { window, path } = await edit('{"key":"old"}');
    await answerFileDialogs(launched, [binary]);
    await press(window, 'More for key');
    await window.getByRole('menuitem', { name: 'From a file…' }).click();
    await expect(window.getByRole('main').getByText(/Read key\.bin \(6 B, as base64\)/)).toBeVisible();
    await review(window);
    await press(window, 'Save as version 2');
    await savedAs(window, 2);
    expect(await onServer(path)).toBe(JSON.stringify({ key: bytes.toString('base64') }));
    await answerSaveDialogs(launched, [out]);
    await expect(window.getByText('version 2 · current')).toBeVisible();
    await keyRow(window, 'key').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Decoded from base64 to a file…' }).click();
    await expect(window.getByRole('main').getByText(/Wrote key to out\.bin/)).toBeVisible();
    expect(await readFile(out)).toEqual(bytes);
    await expect(keyRow(window, 'key').getByRole('img', { name: 'hidden' })).toBeVisible();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a token that may only patch changes keys by name, and says so', async () => {
  const path = uniqueName('patched');
  await writeEntry(dev, v2, path, '{"a":"1","b":"2","c":"3"}');
  const policy = await newPolicy(dev, `path "${v2.path}data/*" { capabilities = ["patch"] }`);
  const { token } = await newToken(dev, { policies: [policy] });
  const patcher = await launchConnected({ address: dev.address, token });
  try {
    const { window } = patcher;
    await goTo(window, v2.path + path);
    await press(window, 'Change keys without reading');
    await press(window, 'Name a key');
    await window.getByRole('textbox', { name: 'Name of the new key' }).fill('a');
    await window.getByRole('textbox', { name: 'Value of a' }).fill('new');
    await press(window, 'Name a key');
    await window.getByRole('textbox', { name: 'Name of the new key' }).nth(1).fill('b');
    await window.getByRole('button', { name: 'Remove', exact: true }).nth(1).click();
    await review(window);
    await expect(window.getByText(/Only these keys are sent \(PATCH\)/)).toBeVisible();
    await press(window, 'Send these changes');
    await expect(window.getByRole('main').getByText('Changes sent; now at version 2.')).toBeVisible();
    expect(await onServer(path)).toBe('{"a":"new","c":"3"}');
  } finally {
    await patcher.close();
  }
});

test('a token that may read and patch, and not replace, saves by patching', async () => {
  const path = uniqueName('patched');
  await writeEntry(dev, v2, path, '{"a":"1","b":"2"}');
  const policy = await newPolicy(dev, `path "${v2.path}data/*" { capabilities = ["read", "patch"] }`);
  const { token } = await newToken(dev, { policies: [policy] });
  const patcher = await launchConnected({ address: dev.address, token });
  try {
    const { window } = patcher;
    await goTo(window, v2.path + path);
    await press(window, 'Edit');
    await change(window, 'a', 'new');
    await review(window);
    await press(window, 'Save as version 2');
    await expect(window.getByText(/Only the changed keys were sent \(PATCH\)/)).toBeVisible();
    expect(await onServer(path)).toBe('{"a":"new","b":"2"}');
  } finally {
    await patcher.close();
  }
});

test('an edit is on screen again after the page was replaced, over the version it was made over', async () => {
  const { window, path } = await edit('{"a":"1","b":"2"}');
  await change(window, 'a', 'half typed');
  // Drafts are mirrored shortly after the last letter.
  await expect
    .poll(() =>
      window.evaluate(async () => {
        const { call } = globalThis.window.strongroom;
        const sessions = await call('session.list', {}, 1_000_001);
        const sessionId = ('value' in sessions && sessions.value[0]?.sessionId) || '';
        return JSON.stringify(await call('draft.list', { sessionId }, 1_000_002));
      }),
    )
    .toContain('half typed');
  await writeEntry(dev, v2, path, '{"a":"theirs","b":"2"}');
  await window.reload();
  await expect(window.getByRole('textbox', { name: 'Value of a' })).toHaveValue('half typed');
  await expect(window.getByText(/^version 1\b/)).toBeVisible();
  await review(window);
  await press(window, 'Save as version 2');
  await window.getByRole('radio', { name: 'Theirs' }).check();
  await press(window, 'Continue');
  await expect(window.getByRole('main').getByText('Nothing left to save.')).toBeVisible();
  expect(await onServer(path)).toBe('{"a":"theirs","b":"2"}');
});

test('axe finds nothing serious in the editor, in either theme', async () => {
  test.slow();
  const { window, path } = await edit('{"certificate":"a\\nb\\nc","user":" old","limits":{"a":1}}');
  const found: string[] = [];
  const look = async (where: string): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) {
      await launched.app.evaluate(({ nativeTheme }, source) => {
        nativeTheme.themeSource = source;
      }, theme);
      await window.waitForFunction(
        (dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark,
        theme === 'dark',
      );
      found.push(...(await findings(window)).map((finding) => `${where}, ${theme}: ${finding}`));
    }
  };
  await change(window, 'certificate', 'a\nB \nc');
  await press(window, 'Edit user');
  await press(window, 'Remove limits');
  await press(window, 'Add a key');
  await window.getByRole('textbox', { name: 'Name of the new key' }).fill('user');
  await look('keys');
  // The added row is the second one with this Remove button.
  await window.getByRole('button', { name: 'Remove user', exact: true }).last().click();
  await press(window, 'Paste keys…');
  await window.getByRole('dialog').getByRole('textbox').fill('user=x\nnew=" y"');
  await expect(window.getByText('.env: 1 replaced, 1 new')).toBeVisible();
  await look('pasting');
  await window.keyboard.press('Escape');
  await press(window, /^Edit as JSON/);
  await window.getByRole('textbox', { name: `${path} as JSON` }).press('Control+f');
  await look('JSON');
  await press(window, 'Back to keys');
  await review(window);
  await press(window, 'Show the change of certificate');
  await expect(window.getByRole('group', { name: 'Change of certificate' })).toBeVisible();
  await look('difference');
  await writeEntry(dev, v2, path, '{"certificate":"x","user":" old","more":"1"}');
  await press(window, /^Save as version/);
  await press(window, 'Show the values of certificate');
  await expect(window.getByRole('group', { name: 'Difference in certificate' })).toBeVisible();
  await look('merge');
  expect(found).toEqual([]);
});
