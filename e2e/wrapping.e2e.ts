/**
 * Wrapping by hand: a user gets a token by chat and opens it, without a login and within a session; and shares one.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { agreeTo } from './steps/ceremony-steps.ts';
import { answerFileDialogs, answerSaveDialogs, giveToken } from './steps/connect-form.ts';
import { launchConnected, lockByKeys, tree } from './steps/connected.ts';
import { inPage, killPage } from './steps/renderer-process.ts';
import {
  ask,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  textAt,
} from './servers/index.ts';
import {
  answerRow,
  onClipboard,
  openIt,
  openWrappingTab,
  paste,
  putOnClipboard,
  openWrapping,
  wrappedEntry,
  wrappedLogin,
  agreeToCopy,
} from './steps/wrapping-steps.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);
const secret = { runbook: 'canary-wrapped-value', user: 'alice', password: 'canary-wrapped-password' };
const used = 'It was unwrapped or revoked';

// Each test has its own app, and this file is the last and longest: both workers share it.
test.describe.configure({ mode: 'parallel' });

/** Launches the app, passes it to the test, and closes it in any case. */
async function withApp(
  use: (launched: LaunchedApp) => Promise<void>,
  launching: Promise<LaunchedApp> = launchApp(),
): Promise<void> {
  const launched = await launching;
  try {
    await use(launched);
  } finally {
    await launched.close();
  }
}

function withSession(use: (launched: LaunchedApp) => Promise<void>, address = dev.address): Promise<void> {
  return withApp(use, launchConnected({ address, token: dev.rootToken, name: 'Sender' }));
}

test('without a login: pasted, looked up, held against what was told, opened, copied, dismissed', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    const token = await wrappedEntry(dev, mount, secret);
    await openWrapping(launched, dev.address);
    await paste(launched, `  ${token}\n`);
    await expect(window.getByText(`${mount.path}data/payments/db`)).toBeVisible();
    await expect(window.getByText(/^[45] min left$/)).toBeVisible();

    await window.getByRole('button', { name: 'Verify sender' }).click();
    const told = window.getByRole('textbox', { name: /Creation path from the sender/ });
    await told.fill('auth/approle');
    await expect(window.getByText('Created at another path.')).toBeVisible();
    await expect(window.getByRole('button', { name: 'Unwrap anyway' })).toBeVisible();
    await told.fill(`${mount.path}payments/db`);
    await expect(window.getByText('matches')).toBeVisible();
    expect(await findings(window)).toEqual([]);

    await openIt(window).click();
    await expect(window.getByRole('heading', { name: 'Unwrapped' })).toBeVisible();
    expect(await window.content()).not.toContain(secret.runbook);
    await answerRow(window, 'runbook').getByRole('button', { name: 'Reveal runbook' }).click();
    await expect(answerRow(window, 'runbook')).toContainText(secret.runbook);
    await answerRow(window, 'user').getByRole('button', { name: 'Copy user' }).click();
    await expect(window.getByText(/Copied user without showing it/)).toBeVisible();
    expect(await onClipboard(launched)).toBe('alice');
    // A password is a credential: it is copied, or read in the trusted view.
    await answerRow(window, 'password')
      .getByRole('button', { name: /^Show password/ })
      .click();
    await launched.answer(async (trusted) => {
      await expect(trusted.getByText(secret.password)).toBeVisible();
      await trusted.getByRole('button', { name: 'Done' }).click();
    });
    expect(await findings(window)).toEqual([]);

    await window.getByRole('button', { name: 'Discard' }).click();
    await expect(window.getByText('No token yet')).toBeVisible();
    // Opened already: the user who did so here is told, without suspicion of others.
    await paste(launched, token);
    await expect(window.getByRole('alert')).toContainText(
      /You unwrapped it here at .*, and the response arrived\./,
    );
    await expect(window.getByRole('alert')).not.toContainText('report it');
    await expect(openIt(window)).toBeHidden();
    expect(await findings(window)).toEqual([]);
    await window.getByRole('button', { name: 'Back' }).click();
    await expect(window.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  });
});

test('by keyboard alone, from wherever one is: three presses open a token', async () => {
  await withSession(async (launched) => {
    const { window } = launched;
    await putOnClipboard(launched, await wrappedEntry(dev, mount, secret));
    const steps: string[] = [];
    const press = async (page: Page, key: string): Promise<void> => {
      steps.push(key);
      await page.keyboard.press(key);
    };
    await press(window, 'Control+Shift+O');
    await launched.answer((trusted) => press(trusted, 'Enter'));
    await expect(openIt(window)).toBeFocused();
    await press(window, 'Enter');
    await expect(answerRow(window, 'runbook')).toBeVisible();
    expect(steps).toHaveLength(3);

    // On the screen itself Ctrl+V takes the token; in a field it pastes as usual.
    await window.getByRole('button', { name: 'Discard' }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Discard' }).click());
    await putOnClipboard(launched, await wrappedEntry(dev, mount, secret));
    await press(window, 'Control+V');
    await launched.answer((trusted) => press(trusted, 'Enter'));
    await expect(openIt(window)).toBeFocused();
  });
});

test('what is no wrapping token is refused in words, and a typed one is taken', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    await openWrapping(launched, dev.address);
    await putOnClipboard(launched, 'two words and\nmore');
    await window.getByRole('button', { name: 'Paste' }).click();
    await expect(window.getByRole('alert')).toContainText('The clipboard has no wrapping token.');
    const token = await wrappedEntry(dev, mount, secret, '5m', { 'X-Vault-Wrap-Format': 'jwt' });
    await window.getByRole('button', { name: 'Type…' }).click();
    await launched.answer(async (trusted) => {
      await trusted.getByRole('textbox', { name: 'Wrapping token' }).fill(token);
      await trusted.getByRole('button', { name: 'Check token' }).click();
    });
    await expect(window.getByText('JWT')).toBeVisible();
    await expect(window.getByText(`${token.length.toLocaleString('en-GB')} characters, typed`)).toBeVisible();
    await openIt(window).click();
    await expect(answerRow(window, 'runbook')).toBeVisible();
  });
});

test('in a session: with its own token, or as the request’s own; used twice is said so', async () => {
  await withSession(async (launched) => {
    const { window } = launched;
    await openWrappingTab(launched);
    for (const form of ['body', 'header'] as const) {
      const token = await wrappedEntry(dev, mount, secret);
      await paste(launched, token);
      if (form === 'header') {
        await window.getByRole('button', { name: /^Advanced/ }).click();
        await window.getByRole('radio', { name: 'Without your token' }).click();
      }
      await expect(openIt(window)).toBeVisible();
      // Another client is faster the second time.
      if (form === 'header') await must(dev, 'POST', 'sys/wrapping/unwrap', { token });
      await openIt(window).click();
      if (form === 'header') {
        await expect(window.getByText('It was not unwrapped')).toBeVisible();
        await expect(window.getByRole('alert').filter({ hasText: used })).toBeVisible();
      } else {
        await expect(answerRow(window, 'runbook')).toBeVisible();
        await window.getByRole('button', { name: 'Unwrap another' }).click();
        await expect(window.getByRole('button', { name: '1 one-time result', exact: true })).toBeVisible();
      }
    }
  });
});

test('a token that may not unwrap does without', async () => {
  const policy = await newPolicy(dev, 'path "sys/wrapping/unwrap" { capabilities = ["deny"] }');
  const { token: own } = await newToken(dev, { policies: [policy] });
  await withApp(
    async (launched) => {
      const { window } = launched;
      await openWrappingTab(launched);
      await paste(launched, await wrappedEntry(dev, mount, secret));
      await openIt(window).click();
      await window.getByRole('button', { name: 'Unwrap without your token' }).click();
      await expect(answerRow(window, 'runbook')).toBeVisible();
    },
    launchConnected({ address: dev.address, token: own }),
  );
});

test('a wrapped client token is opened as a session, or takes the place of one', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    await openWrapping(launched, dev.address);
    await paste(launched, await wrappedLogin(dev, 'courier'));
    await openIt(window).click();
    await expect(window.getByRole('group', { name: 'Client token' })).toContainText('default');
    await window.getByRole('button', { name: 'Open as new session…' }).click();
    await window.getByRole('textbox', { name: 'Name' }).fill('From a courier');
    await agreeTo(launched, 'Open', 'Open session');
    await tree(window).waitFor();
    await expect(window.getByRole('banner').or(window.getByText('From a courier')).first()).toBeVisible();
    // The one-time result is kept until discarded, also outside the tab of its origin.
    await window.getByRole('button', { name: '1 one-time result', exact: true }).click();
    const oneTimeResults = window.getByRole('dialog', { name: 'One-time results' });
    await expect(oneTimeResults.getByRole('group', { name: 'Client token' })).toBeVisible();
    await oneTimeResults.getByRole('button', { name: 'Discard' }).click();
    // A session drops its token: the user has not copied it yet.
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Discard' }).click());
    await expect(oneTimeResults).toContainText('None.');
    await oneTimeResults.getByRole('button', { name: 'Close' }).click();

    await openWrappingTab(launched);
    await paste(launched, await wrappedLogin(dev, 'second-courier'));
    await openIt(window).click();
    await window.getByRole('button', { name: 'Switch this session to it' }).click();
    // The prompt shows both tokens with the server's facts.
    await launched.answer(async (trusted) => {
      const prompt = trusted.getByRole('dialog', { name: 'Switch this session to another token?' });
      await expect(prompt).toContainText('token-courier');
      await expect(prompt).toContainText('token-second-courier');
      await prompt.getByRole('button', { name: 'Switch', exact: true }).click();
    });
    await expect(window.getByText('From a courier now uses this token.')).toBeVisible();
    await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('second-courier');
  });
});

test('a lock while it is being opened loses nothing', async () => {
  const proxy = await startFaultProxy(dev);
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  try {
    await withSession(async (launched) => {
      const { window } = launched;
      await openWrappingTab(launched);
      await paste(launched, await wrappedEntry(dev, mount, secret));
      proxy.add({ fault: { kind: 'held-answer', until }, url: /sys\/wrapping\/unwrap/, times: 1 });
      await openIt(window).click();
      await expect.poll(() => proxy.arrived.filter((one) => one.includes('wrapping/unwrap'))).toHaveLength(1);
      await lockByKeys(window);
      release();
      expect(await window.content()).not.toContain('Unwrapped');
      await window.getByRole('button', { name: 'Unlock… Sender' }).click();
      await giveToken(launched, dev.rootToken);
      await window.getByRole('button', { name: '1 one-time result', exact: true }).click();
      const oneTimeResults = window.getByRole('dialog', { name: 'One-time results' });
      await oneTimeResults.getByRole('button', { name: 'Reveal runbook' }).click();
      await expect(oneTimeResults.getByText(secret.runbook)).toBeVisible();
      expect(await findings(window)).toEqual([]);
      expect(proxy.arrived.filter((one) => one.includes('wrapping/unwrap'))).toHaveLength(1);
    }, proxy.address);
  } finally {
    release();
    await proxy.stop();
  }
});

test('a lost answer is told as such, and what can still be learned is', async () => {
  const proxy = await startFaultProxy(dev);
  try {
    await withApp(async (launched) => {
      const { window } = launched;
      await openWrapping(launched, proxy.address);
      await paste(launched, await wrappedEntry(dev, mount, secret));
      proxy.add({ fault: { kind: 'lost-answer' }, url: /sys\/wrapping\/unwrap/, times: 1 });
      await openIt(window).click();
      await expect(window.getByText('Unknown whether it was unwrapped')).toBeVisible();
      await window.getByRole('button', { name: 'Check again', exact: true }).click();
      await expect(window.getByText('The token is gone.')).toBeVisible();
      expect(proxy.arrived.filter((one) => one.includes('wrapping/unwrap'))).toHaveLength(1);
    });
  } finally {
    await proxy.stop();
  }
});

test('the page is killed: the answer is held, and shown by the next page', async () => {
  await withSession(async (launched) => {
    const { window } = launched;
    await openWrappingTab(launched);
    await paste(launched, await wrappedEntry(dev, mount, secret));
    await openIt(window).click();
    await expect(answerRow(window, 'runbook')).toBeVisible();
    await killPage(launched);
    const press = (name: string): string =>
      `[...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === ${JSON.stringify(name)})?.click()`;
    const text = 'document.body.innerText';
    await expect.poll(() => inPage(launched, text)).toContain('1 one-time result');
    await inPage(launched, press('1 one-time result'));
    await expect.poll(() => inPage(launched, text)).toContain('Unwrapped');
    await inPage(launched, press('Reveal runbook'));
    await expect.poll(() => inPage(launched, text)).toContain(secret.runbook);
  });
});

test('a text is shared: the receiver opens it; another is cancelled, and one is rewrapped', async () => {
  await withSession(async (launched) => {
    const { window } = launched;
    await openWrappingTab(launched);
    await window.getByRole('button', { name: 'Wrap and share' }).click();
    const text = window.getByRole('textbox', { name: 'Text' });
    await text.fill('line one\n"two"');
    await window.getByRole('button', { name: '5m', exact: true }).click();
    expect(await findings(window)).toEqual([]);
    await window.getByRole('button', { name: 'Wrap', exact: true }).click();
    const shared = await copyToken(launched);
    expect(await findings(window)).toEqual([]);
    const opened = await unwrap(shared);
    expect(textAt(opened.json, 'data', 'text')).toBe('line one\n"two"');
    await window.getByRole('button', { name: 'Copy message for recipient' }).click();
    await expect.poll(() => onClipboard(launched)).toContain('creation path: sys/wrapping/wrap');
    expect(await onClipboard(launched)).not.toMatch(/hvs\./);

    // Another one, revoked before it is opened.
    await window.getByRole('button', { name: 'Wrap something else' }).click();
    await text.fill('regretted');
    await window.getByRole('button', { name: 'Wrap', exact: true }).click();
    const regretted = await copyToken(launched, shared);
    await window.getByRole('button', { name: 'Revoke…', exact: true }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Revoke' }).click());
    await expect(window.getByText(/Revoked: this token can no longer be unwrapped/)).toBeVisible();
    expect((await unwrap(regretted)).status).toBe(400);
    // The list leaves out what is open above it.
    const list = window.getByRole('region', { name: 'Wrapped' });
    await window.getByRole('button', { name: 'Wrap something else' }).click();
    await expect(list.getByText('revoked', { exact: true })).toBeVisible();

    // And a rewrapped one: only the new token opens it.
    await text.fill('twice wrapped');
    await window.getByRole('button', { name: 'Wrap', exact: true }).click();
    const first = await copyToken(launched, regretted);
    await window.getByRole('button', { name: 'Rewrap', exact: true }).click();
    await expect(window.getByRole('heading', { name: 'Rewrapped' })).toBeVisible();
    const rewrapped = await copyToken(launched, first);
    expect((await unwrap(first)).status).toBe(400);
    expect(textAt((await unwrap(rewrapped)).json, 'data', 'text')).toBe('twice wrapped');
    await expect(list.getByText('rewrapped', { exact: true })).toBeVisible();
  });
});

test('JSON, a file and the answer of a request are shared; an answer is written to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-wrap-'));
  try {
    await withSession(async (launched) => {
      const { window } = launched;
      await writeFile(join(folder, 'key.pem'), 'not really a key\n');
      await openWrappingTab(launched);
      await window.getByRole('button', { name: 'Wrap and share' }).click();

      await window.getByRole('button', { name: 'JSON', exact: true }).click();
      const editor = window.getByRole('textbox', { name: 'A JSON object' });
      await editor.fill('{"n": 9007199254740993');
      await expect(window.getByText(/line 1, column/)).toBeVisible();
      await editor.fill('{"n": 9007199254740993}');
      await window.getByRole('button', { name: 'Wrap', exact: true }).click();
      const asJson = await copyToken(launched);
      expect((await unwrap(asJson)).text).toContain('9007199254740993');

      await window.getByRole('button', { name: 'Wrap something else' }).click();
      await window.getByRole('button', { name: 'File', exact: true }).click();
      await answerFileDialogs(launched, [join(folder, 'key.pem')]);
      await window.getByRole('button', { name: 'Choose a file…' }).click();
      await expect(window.getByText('key.pem')).toBeVisible();
      await window.getByRole('button', { name: 'Wrap', exact: true }).click();
      expect((await unwrap(await copyToken(launched, asJson))).status).toBe(200);

      await window.getByRole('button', { name: 'Wrap something else' }).click();
      await window.getByRole('button', { name: 'API response' }).click();
      await window.getByRole('textbox', { name: 'API path' }).fill('auth/token/lookup-self');
      await window.getByRole('button', { name: 'Advanced' }).click();
      await window.getByRole('checkbox', { name: 'As a JWT' }).click();
      await window.getByRole('button', { name: 'Wrap', exact: true }).click();
      await expect(window.getByRole('group', { name: 'Wrapping token' })).toContainText('JWT');

      await answerSaveDialogs(launched, [join(folder, 'answer.json')]);
      await window.getByRole('button', { name: 'Details', exact: true }).click();
      await window.getByRole('button', { name: 'Save…' }).click();
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'Choose a file' }).click());
      await expect(window.getByText(/Saved as answer.json/)).toBeVisible();
      expect(await readFile(join(folder, 'answer.json'), 'utf8')).toContain('wrap_info');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Copies the wrapping token on screen; `before` is a token that can still be on the clipboard. */
async function copyToken(launched: LaunchedApp, before = ''): Promise<string> {
  await launched.window.getByRole('button', { name: 'Copy wrapping token' }).click();
  await agreeToCopy(launched);
  let copied = '';
  await expect
    .poll(async () => {
      copied = await onClipboard(launched);
      return /^(hv)?s\./.test(copied) && copied !== before;
    })
    .toBe(true);
  return copied;
}

/** Opens a wrapping token as its recipient does. */
function unwrap(token: string): ReturnType<typeof ask> {
  return ask({ address: dev.address }, 'POST', 'sys/wrapping/unwrap', undefined, { 'X-Vault-Token': token });
}
