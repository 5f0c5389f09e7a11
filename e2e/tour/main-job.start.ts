/**
 * The main job in the real app on the sample server, run by `npm start` without a display: each step is announced as
 * it happens, each picture is in its folder as soon as it is taken.
 */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { takePicture } from '../looks/picture.ts';
import { must, seedSample, startDevVault, startRaftCluster, textAt } from '../servers/index.ts';
import type { Reachable } from '../servers/index.ts';
import { launchApp } from '../steps/app.ts';
import type { LaunchedApp } from '../steps/app.ts';
import { openCluster, verdict } from '../steps/cluster-screen.ts';
import { addressField, pressLogIn } from '../steps/connect-form.ts';
import { keyRow, openFolder, savedAs, tree, treeRow } from '../steps/connected.ts';
import { answerRow, openIt, openWrappingTab, paste } from '../steps/wrapping-steps.ts';

/** Environment of a step. `picture` takes the window, with the secure prompt over it if open. */
interface Scene {
  readonly server: Reachable;
  readonly launched: LaunchedApp;
  readonly window: Page;
  readonly picture: (name: string, trusted?: Page) => Promise<void>;
}

interface Step {
  readonly name: string;
  /** Announced before it runs. */
  readonly what: string;
  readonly run: (scene: Scene) => Promise<void>;
}

const steps: readonly Step[] = [
  {
    name: 'Connect',
    what: 'the address in the window, the token in the secure prompt',
    run: async ({ server, launched, window, picture }) => {
      await addressField(window).fill(server.address);
      await window.getByRole('textbox', { name: /^Name\b/ }).fill('Sample server');
      await picture('connect');
      await pressLogIn(window);
      const prompt = await launched.trusted();
      await prompt.getByLabel('Token', { exact: true }).fill(server.rootToken);
      await picture('secure-prompt', prompt);
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'Log in' }).click());
      await tree(window).waitFor();
    },
  },
  {
    name: 'Browse',
    what: 'secret/apps/web/ in the tree of paths',
    run: async ({ window, picture }) => {
      for (const folder of ['secret/', 'apps/', 'web/']) await openFolder(window, folder);
      await treeRow(window, 'database').waitFor();
      await picture('browse');
    },
  },
  {
    name: 'Read',
    what: 'secret/apps/web/database; its values stay masked',
    run: async ({ window, picture }) => {
      await treeRow(window, 'database').dblclick();
      await expect(window.getByText('runbook')).toBeVisible();
      await picture('entry');
    },
  },
  {
    name: 'Reveal',
    what: 'one key, host, and no other',
    run: async ({ window, picture }) => {
      await keyRow(window, 'host').getByRole('button', { name: 'Reveal host' }).click();
      await expect(keyRow(window, 'host')).toContainText('db.internal.example');
      await picture('revealed');
    },
  },
  {
    name: 'Edit and save',
    what: 'another user; the difference is reviewed first',
    run: async ({ window, picture }) => {
      await window.getByRole('button', { name: 'Edit', exact: true }).click();
      await window.getByRole('button', { name: 'Edit user', exact: true }).click();
      await window.getByRole('textbox', { name: 'Value of user' }).fill('web-2');
      await picture('edit');
      await window.getByRole('button', { name: 'Review and save…' }).click();
      await window.getByRole('button', { name: 'Show the change of user' }).click();
      await window.getByRole('group', { name: 'Change of user' }).waitFor();
      await picture('review');
      await window.getByRole('button', { name: 'Save as version 6' }).click();
      await savedAs(window, 6);
      await picture('saved');
    },
  },
  {
    name: 'Look at the token',
    what: 'what it is worth, and how long',
    run: async ({ window, picture }) => {
      await window
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('button', { name: 'Tokens' })
        .click();
      const details = window.getByRole('complementary', { name: 'Details' });
      await expect(details.getByRole('button', { name: /Raw JSON/ })).toBeVisible();
      await picture('token');
    },
  },
  {
    name: 'Unwrap by hand',
    what: 'a wrapping token is checked, then opened once',
    run: async ({ server, launched, window, picture }) => {
      const note = { note: 'Handed over in an envelope.' };
      const answer = await must(server, 'POST', 'sys/wrapping/wrap', note, { 'X-Vault-Wrap-TTL': '1h' });
      await openWrappingTab(launched);
      await paste(launched, textAt(answer, 'wrap_info', 'token'));
      await expect(openIt(window)).toBeVisible();
      await picture('wrapping-token');
      await openIt(window).click();
      await answerRow(window, 'note').waitFor();
      await picture('unwrapped');
    },
  },
  {
    name: 'The cluster',
    what: 'its verdict, nodes and keys',
    run: async ({ window, picture }) => {
      await openCluster(window);
      await expect(verdict(window).getByRole('status')).not.toBeEmpty();
      await expect(window.getByRole('grid', { name: 'Nodes' }).getByRole('row').nth(1)).toBeVisible();
      await picture('cluster');
    },
  },
];

const folder = process.env['STRONGROOM_PICTURES'] ?? 'build/out/main-job';

/** Prints a line for the parent process: subject and text. */
function tell(about: string, words: string): void {
  process.stdout.write(`${about}\t${words}\n`);
}

test('the main job', async () => {
  const cluster = process.env['STRONGROOM_SAMPLE'] === 'cluster';
  const server = await (cluster ? startRaftCluster() : startDevVault());
  await seedSample(server);
  const launched = await launchApp();
  await launched.app.evaluate(({ nativeTheme }) => {
    nativeTheme.themeSource = 'light';
  });
  let taken = 0;
  const picture: Scene['picture'] = async (name, trusted) => {
    taken += 1;
    const file = `${String(taken).padStart(2, '0')}-${name}.png`;
    await takePicture(join(folder, file), launched.window, trusted);
    tell('Picture', file);
  };
  for (const { name, what, run } of steps) {
    tell(name, what);
    await run({ server, launched, window: launched.window, picture });
  }
  await launched.close();
  await server.stop();
});
