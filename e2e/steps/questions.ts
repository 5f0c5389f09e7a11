/**
 * An ordinary working day and every prompt on it. Beyond a login there are few: a new address, a destructive action,
 * and a credential that leaves main.
 */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { LaunchedApp } from './app.ts';
import { addressField, checkNew, giveToken, pressLogIn, checkStep } from './connect-form.ts';
import { goTo, keyRow, lockByKeys, logOut, openMount, savedAs, tree, treeRow } from './connected.ts';
import { openConsole, send } from './console-screen.ts';
import { newKvMount, newToken, uniqueName, writeEntry } from '../servers/index.ts';
import type { KvMount, Reachable } from '../servers/index.ts';
import {
  agreeToCopy,
  answerRow,
  onClipboard,
  openIt,
  openWrappingTab,
  paste,
  putOnClipboard,
} from './wrapping-steps.ts';

/** Prompts of each job: kind and title. */
export type Questions = Readonly<Record<string, readonly string[]>>;

/** The complete list: an additional or different prompt changes how people work. */
export const questionsOfADay: Questions = {
  'check a connection to a new server': ['confirm-trust: Contact this server?'],
  'log in': ['enter-token: Log in with a token'],
  'open an entry, reveal and copy a value': [],
  'save it nine times': [],
  'save it a tenth time within the hour: its first version is pushed out': [
    'confirm: Let an older version go?',
  ],
  'create an entry': [],
  'rename it': [],
  'delete it and take that back': [],
  'destroy a version': ['confirm: Destroy this version?'],
  'copy my token': ['confirm: Copy this credential?'],
  'renew it': [],
  'read by the console': [],
  'wrap a text and copy its token': ['confirm: Copy this credential?'],
  'open a wrapping token from the clipboard': ['confirm-token: Check this wrapping token?'],
  'lock and log in again': ['enter-token: Log in with a token'],
  'log out': ['confirm: Log out?'],
  'log in to a server known by now': ['enter-token: Log in with a token'],
};

/** Things of the day that its jobs work with. */
interface WorkingDay {
  readonly app: LaunchedApp;
  readonly window: Page;
  readonly server: Reachable;
  readonly mount: KvMount;
  readonly token: string;
  /** Path that an entry is renamed to. */
  readonly moved: string;
}

/** Does every job on a server new to the app, and returns the prompts of each. */
export async function workADay(launched: LaunchedApp, server: Reachable): Promise<Questions> {
  const asked: Record<string, readonly string[]> = {};
  const counter = await countQuestions(launched);
  const app = counter.launched;
  const mount = await newKvMount(server, 2);
  const { token } = await newToken(server, { policies: ['root'], ttl: '1h' });
  await writeEntry(server, mount, 'payments', { user: 'svc-payments', note: 'first' });
  const day = { app, window: app.window, server, mount, token, moved: uniqueName('moved') };
  for (const [job, work] of Object.entries(jobs)) {
    await work(day);
    asked[job] = await counter.taken();
  }
  return asked;
}

/** Jobs of the day, in their order: each begins in the state that the one before has left. */
const jobs: Readonly<Record<string, (day: WorkingDay) => Promise<void>>> = {
  'check a connection to a new server': async ({ app, window, server }) => {
    await addressField(window).fill(server.address);
    await checkNew(app);
    await expect(checkStep(window, 'State')).toContainText('passed');
  },
  'log in': async ({ app, window, token }) => {
    await pressLogIn(window);
    await giveToken(app, token);
    await tree(window).waitFor();
  },
  'open an entry, reveal and copy a value': async ({ app, window, mount }) => {
    await goTo(window, `${mount.path}payments`);
    await keyRow(window, 'user').getByRole('button', { name: 'Reveal user' }).click();
    await expect(keyRow(window, 'user')).toContainText('svc-payments');
    await keyRow(window, 'note').getByRole('button', { name: 'Copy note' }).click();
    await expect.poll(() => onClipboard(app)).toBe('first');
  },
  'save it nine times': async ({ window }) => {
    for (let version = 2; version <= 10; version++) {
      await saveOnce(window, version);
      await savedAs(window, version);
    }
  },
  'save it a tenth time within the hour: its first version is pushed out': async ({ app, window }) => {
    await saveOnce(window, 11);
    await app.answer((trusted) => trusted.getByRole('button', { name: /^Save/ }).click());
    await savedAs(window, 11);
  },
  'create an entry': async ({ window, mount }) => {
    await openMount(window, mount.path);
    await treeRow(window, mount.path).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'New entry…' }).click();
    await window.getByRole('dialog').getByRole('textbox', { name: 'Path' }).fill('orders');
    await window.getByRole('dialog').getByRole('button', { name: 'Add keys' }).click();
    await window.getByRole('button', { name: 'Add a key' }).click();
    await window.getByRole('textbox', { name: 'Name of the new key' }).fill('user');
    await window.getByRole('textbox', { name: 'Value of user' }).fill('svc-orders');
    await window.getByRole('button', { name: 'Review and save…' }).click();
    await window.getByRole('button', { name: /^(?:Create|Save as version 1)/ }).click();
    await expect(window.getByText('version 1 · current')).toBeVisible();
  },
  'rename it': async ({ window, mount, moved }) => {
    await pickFromMore(window, 'Rename or move…');
    await window.getByRole('dialog').getByRole('textbox', { name: 'Path' }).fill(moved);
    await window.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(
      window.getByText(`Renamed ${mount.path}orders to ${mount.path}${moved}.`).last(),
    ).toBeVisible();
  },
  'delete it and take that back': async ({ window, moved }) => {
    await expect(window.getByRole('heading', { level: 2, name: moved, exact: true })).toBeVisible();
    await pickFromMore(window, 'Delete version 1…');
    await window.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await window.getByRole('button', { name: 'Undelete version 1' }).click();
    await expect(window.getByText('version 1 · current')).toBeVisible();
  },
  'destroy a version': async ({ app, window, mount, moved }) => {
    await window.getByRole('button', { name: 'Actions for version 1', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Select versions…' }).click();
    await window.getByRole('button', { name: 'Destroy 1…' }).click();
    await app.answer(async (trusted) => {
      await trusted.getByRole('textbox').fill(mount.path + moved);
      await trusted.getByRole('textbox').press('Enter');
    });
    await expect(window.getByText(`Destroyed version 1 of ${mount.path}${moved}.`).last()).toBeVisible();
  },
  'copy my token': async ({ app, window, token }) => {
    const card = window.getByRole('dialog', { name: 'Token' });
    await window.getByRole('contentinfo', { name: 'Status' }).getByRole('button').last().click();
    await card.getByRole('button', { name: 'Copy token' }).click();
    await agreeToCopy(app);
    await expect.poll(() => onClipboard(app)).toBe(token);
    await window.keyboard.press('Escape');
  },
  'renew it': async ({ window }) => {
    await window
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Tokens' })
      .click();
    await window.getByRole('button', { name: 'Renew…' }).click();
    await window.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(window.getByRole('region', { name: 'Last renewal' })).toBeVisible();
  },
  'read by the console': async ({ app, window }) => {
    await openConsole(window);
    await send(app, { path: 'sys/leader' });
  },
  'wrap a text and copy its token': async ({ app, window }) => {
    await openWrappingTab(app);
    await window.getByRole('button', { name: 'Wrap and share' }).click();
    await window.getByRole('textbox', { name: 'Text' }).fill('for a colleague');
    await window.getByRole('button', { name: 'Wrap', exact: true }).click();
    // The copy of my token is cleared after 30 s: on a slow machine its absence does not mean that the other is there.
    const before = uniqueName('of-another-program');
    await putOnClipboard(app, before);
    await window.getByRole('button', { name: 'Copy wrapping token' }).click();
    await agreeToCopy(app);
    await expect.poll(() => onClipboard(app)).not.toBe(before);
  },
  'open a wrapping token from the clipboard': async ({ app, window }) => {
    const wrapped = await onClipboard(app);
    await window.getByRole('button', { name: 'Unwrap a token' }).click();
    await paste(app, wrapped);
    await openIt(window).click();
    await answerRow(window, 'text').getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(() => onClipboard(app)).toBe('for a colleague');
    await window.getByRole('button', { name: 'Discard', exact: true }).click();
  },
  'lock and log in again': async ({ app, window, token }) => {
    await lockByKeys(window);
    await window.getByRole('button', { name: /^Unlock…/ }).click();
    await giveToken(app, token);
    await expect(window.getByRole('tab').first()).toBeVisible();
  },
  'log out': async ({ app, window }) => {
    await window.getByRole('button', { name: 'Session', exact: true }).click();
    await logOut(app);
    await addressField(window).waitFor();
  },
  'log in to a server known by now': async ({ app, window, server, token }) => {
    await addressField(window).fill(server.address);
    await pressLogIn(window);
    await giveToken(app, token);
    await tree(window).waitFor();
  },
};

/** Changes a value and saves it. */
async function saveOnce(window: Page, version: number): Promise<void> {
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit note', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of note' }).fill(`version ${String(version)}`);
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('button', { name: `Save as version ${String(version)}`, exact: true }).click();
}

async function pickFromMore(window: Page, item: string): Promise<void> {
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: item }).click();
}

/** The app, with answered prompts recorded; `taken` returns those since last time, and fails if one is unanswered. */
async function countQuestions(
  launched: LaunchedApp,
): Promise<{ readonly launched: LaunchedApp; readonly taken: () => Promise<readonly string[]> }> {
  await launched.app.evaluate(({ app: electron }) => {
    Reflect.set(globalThis, 'promptsOpened', 0);
    electron.on('web-contents-created', (_event, contents) => {
      contents.on('did-navigate', (_navigated, url) => {
        if (url.startsWith('app://trusted/'))
          Reflect.set(globalThis, 'promptsOpened', Number(Reflect.get(globalThis, 'promptsOpened')) + 1);
      });
    });
  });
  let noted: string[] = [];
  let answered = 0;
  return {
    launched: {
      ...launched,
      answer: (act) =>
        launched.answer(async (trusted) => {
          noted.push(await questionOf(trusted));
          answered++;
          await act(trusted);
        }),
    },
    taken: async () => {
      const opened = await launched.app.evaluate(() => Number(Reflect.get(globalThis, 'promptsOpened')));
      expect(opened, `prompts, of which were expected: ${noted.join(', ')}`).toBe(answered);
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}

async function questionOf(trusted: Page): Promise<string> {
  const kind = await trusted.evaluate(async () => {
    const page = globalThis as unknown as {
      trusted: { request: () => Promise<{ request: TrustedRequest } | null> };
    };
    return (await page.trusted.request())?.request.kind;
  });
  return `${kind ?? ''}: ${(await trusted.getByRole('heading', { level: 1 }).textContent()) ?? ''}`;
}
