/** A program asks, in the real app by the real launcher: the question a person reads, the choices, and the end. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { referenceText } from '../shared/vault/reference.ts';
import { findings } from './looks/axe-findings.ts';
import { inEveryLook } from './looks/every-look.ts';
import { newKvMount, sharedServers, writeEntry, type KvMount } from './servers/index.ts';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { logIn } from './steps/connected.ts';
import { launcher } from './steps/programs.ts';
import { readToEnd } from './steps/prompt-steps.ts';

const { dev } = sharedServers();
const canary = 'pRogram-canary.51';

let runtime: string;
let mount: KvMount;
let launched: LaunchedApp;

test.beforeEach(async () => {
  runtime = mkdtempSync(join(tmpdir(), 'sr-'));
  mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'apps/web/database', { user: 'web', password: canary });
  launched = await launchApp({ env: { XDG_RUNTIME_DIR: runtime }, preferences: { programs: true } });
  await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'Payments' });
});
test.afterEach(async () => {
  await launched.close();
  rmSync(runtime, { recursive: true, force: true });
});

/** Runs a script that prints the value; resolves to its exit code and output. */
function runScript(): Promise<readonly [number | null, string]> {
  const script = join(runtime, 'migrate.sh');
  writeFileSync(script, 'echo "with $PASSWORD"\n');
  const key = { connection: 'Payments', path: `${mount.path}apps/web/database`, key: 'password' };
  const child = spawn(launcher, ['run', '--no-mask', '--', '/bin/sh', script, '--all'], {
    cwd: runtime,
    env: { XDG_RUNTIME_DIR: runtime, PATH: '/usr/bin:/bin', PASSWORD: referenceText(key) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  return new Promise((resolve) => child.once('close', (code) => resolve([code, out])));
}

test('a program asks in the secure prompt, and a yes for a while counts for the same command @program-prompt', async () => {
  const ran = runScript();
  const prompt = await launched.trusted();
  await expect(prompt.getByRole('heading', { name: 'Give 1 key to a program?' })).toBeVisible();
  for (const text of [join(runtime, 'migrate.sh'), '--all', 'Payments', '#password', 'Started by'])
    await expect(prompt.getByText(text).first()).toBeVisible();
  await expect(prompt.getByRole('radio', { name: 'Once' })).toBeChecked();
  await expect(prompt.getByText(canary)).toHaveCount(0);
  await inEveryLook(launched, [prompt], async (look) => {
    expect(await findings(prompt, { coloursOnly: look !== 'light' })).toEqual([]);
    await prompt.screenshot({ path: `build/out/program-prompt-${look}.png` });
  });
  await launched.answer(async (page) => {
    await page.getByRole('radio', { name: 'For 15 minutes' }).check();
    await readToEnd(page);
    await page.getByRole('button', { name: 'Give' }).click();
  });
  expect(await ran).toEqual([0, `with ${canary}\n`]);
  // The same again comes without a question.
  expect(await runScript()).toEqual([0, `with ${canary}\n`]);
});

test('a no starts nothing', async () => {
  const ran = runScript();
  await launched.answer((page) => page.getByRole('button', { name: 'Cancel' }).click());
  expect(await ran).toEqual([81, '']);
});
