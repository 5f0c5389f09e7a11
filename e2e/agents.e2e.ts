/** A coding agent asks, in the real app by the real launcher: what a person reads, and what the agent gets. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { referenceText } from '../shared/vault/reference.ts';
import { findings } from './looks/axe-findings.ts';
import { inEveryLook } from './looks/every-look.ts';
import { newKvMount, sharedServers, writeEntry, type KvMount } from './servers/index.ts';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { logIn } from './steps/connected.ts';
import { launcher } from './steps/programs.ts';
import { readToEnd } from './steps/prompt-steps.ts';

const { dev } = sharedServers();
const canary = 'aGnt-canary.8f+31/x';

let runtime: string;
let mount: KvMount;
let launched: LaunchedApp;
let client: Client;
let got: string[];

test.beforeEach(async () => {
  runtime = mkdtempSync(join(tmpdir(), 'sr-'));
  mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'apps/web/database', { user: 'web', password: canary });
  launched = await launchApp({ env: { XDG_RUNTIME_DIR: runtime }, preferences: { programs: true } });
  await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'Payments' });
  const env = { XDG_RUNTIME_DIR: runtime, PATH: process.env['PATH'] ?? '', HOME: runtime };
  const transport = new StdioClientTransport({ command: launcher, args: ['mcp'], env });
  client = new Client({ name: 'claude-code', version: '2.1.0' });
  got = [];
  await client.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    got.push(JSON.stringify(message));
    onmessage?.(message);
  };
});
test.afterEach(async () => {
  await client.close();
  await launched.close();
  rmSync(runtime, { recursive: true, force: true });
});

const reference = (path: string, key?: string): string =>
  referenceText({ connection: 'Payments', path: mount.path + path, ...(key === undefined ? {} : { key }) });

const call = (name: string, input: Readonly<Record<string, unknown>>): Promise<string> =>
  client.callTool({ name, arguments: input }).then((answer) => JSON.stringify(answer));

const migrate = {
  program: '/bin/sh',
  arguments: [
    '-c',
    'printf "%s\\n" "migrating with $DATABASE_PASSWORD"; printf %s "$DATABASE_PASSWORD" | base64',
  ],
  folder: '/usr/share',
  reason: 'Run the pending database migrations.',
};

/** Checks a prompt by axe in every look. */
async function judged(prompt: Page): Promise<void> {
  await inEveryLook(launched, [prompt], async (look) => {
    expect(await findings(prompt, { coloursOnly: look !== 'light' })).toEqual([]);
  });
}

test('an agent sees names after a yes that says so, and runs a program with a value that it never sees @agent-prompt', async () => {
  const listed = call('list_entries', { folder: reference('apps/web/') });
  const names = await launched.trusted();
  await expect(names.getByRole('heading', { name: 'Show names to a coding agent?' })).toBeVisible();
  await expect(names.getByText('claude-code 2.1.0')).toBeVisible();
  await judged(names);
  await launched.answer(async (prompt) => {
    await readToEnd(prompt);
    await prompt.getByRole('button', { name: 'Show names' }).click();
  });
  expect(await listed).toContain('database');

  const ran = call('run', {
    ...migrate,
    references: { DATABASE_PASSWORD: reference('apps/web/database', 'password') },
  });
  const prompt = await launched.trusted();
  for (const text of [/coding agent/, 'claude-code 2.1.0', migrate.reason, '/usr/share', /migrating with/])
    await expect(prompt.getByText(text).first()).toBeVisible();
  await expect(
    prompt.getByText(`DATABASE_PASSWORD=${reference('apps/web/database', 'password')}`),
  ).toBeVisible();
  await judged(prompt);
  await launched.answer(async (page) => {
    await readToEnd(page);
    await page.getByRole('button', { name: 'Give' }).click();
  });
  const answer = await ran;
  expect(answer).toContain('migrating with •••');
  const encoded = Buffer.from(canary).toString('base64');
  expect(got.join('\n')).not.toContain(canary);
  expect(got.join('\n')).not.toContain(encoded.slice(0, 12));
});

test('10,000 calls of an agent are answered, most as too many, and the window works on', async () => {
  const outcomes = { done: 0, busy: 0 };
  const round = async (): Promise<void> => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => call('list_connections', {})));
    for (const answer of answers) outcomes[answer.includes('"isError":false') ? 'done' : 'busy']++;
  };
  const calling = (async () => {
    for (let rounds = 0; rounds < 2_500; rounds++) await round();
  })();
  const { window } = launched;
  await window.keyboard.press('Control+k');
  await expect(window.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await window.keyboard.press('Escape');
  await calling;
  expect(outcomes.done + outcomes.busy).toBe(10_000);
  expect(outcomes.done).toBeGreaterThanOrEqual(1_000);
  expect(outcomes.busy).toBeGreaterThan(0);
});
