/**
 * soak-heap: heap of main and the page of the packaged app after 20 rounds of everyday work, against after the first;
 * garbage collection is forced. A round: an entry opened in a tab, edited, saved and its tab closed; 1,000 operations
 * of the bridge (list a folder, open an entry, reveal a value, close it); locked and unlocked; logged out and in
 * again. The first round absorbs all loading and compiling; no page data survives it, as the page ends with each
 * lock.
 *
 * Correct: each operation succeeded, each value was as written, the server has a version of each save; afterwards
 * main has no more sockets, files or other handles than half-way: one-time handles (two of 86 after the first round)
 * are not a leak.
 */
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Crossing } from '../../shared/ipc/contract.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { at as fieldAt, must, startDevVault, type Reachable } from '../servers/index.ts';
import { heapOf, inWords, totalMiB, type HeapNow } from './heap-now.ts';
import { answerPrompt, giveToken, showRow, startSession, untilMounts } from './journey.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program, RunningApp } from './running-app.ts';

const ENTRIES = 50;
/** Operations in one run of the bridge, and runs per round. */
const RUN = 4 * ENTRIES;
const RUNS = 5;
const ROUNDS = 20;
/** Longer than the keep-alive of an idle connection. */
const QUIET_MS = 10_000;

/** MiB in use in main and in the page; against after the first round. */
export async function soakHeap(ours: Program): Promise<Part> {
  const server = await startDevVault();
  try {
    for (let at = 0; at < ENTRIES; at++)
      await must(server, 'POST', `secret/data/soak/${String(at)}`, { data: { value: valueOf(at) } });
    // A save that pushes out an old version would open a prompt.
    await must(server, 'POST', 'secret/metadata/tab', { max_versions: 2 * ROUNDS });
    await must(server, 'POST', 'secret/data/tab', { data: { value: '' } });
    return await soak(ours, server);
  } finally {
    await server.stop();
  }
}

function valueOf(at: number): string {
  return `soaked ${String(at)}`;
}

async function soak(ours: Program, server: Reachable): Promise<Part> {
  const { app, page } = await startSession(ours, server, { inspectMain: true });
  try {
    const seen: { readonly heap: HeapNow; readonly open: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await saveInTab(page, round);
      await operate(page);
      await lockAndUnlock(app, page, server);
      await logOutAndIn(app, page, server);
      if (round === 1 || round === ROUNDS / 2 || round === ROUNDS)
        seen.push({ heap: await heapOf(app), open: (await handlesOf(app)).length });
    }
    const versions = await must(server, 'GET', 'secret/metadata/tab');
    if (fieldAt(versions, 'data', 'current_version') !== ROUNDS + 1) throw new Error('a save is not there');
    const [first, middle, last] = seen;
    if (first === undefined || middle === undefined || last === undefined || last.open > middle.open)
      throw new Error(`left open: ${seen.map(({ open }) => open).join(', ')}`);
    return {
      measured: {
        name: 'soak-heap',
        unit: 'MiB',
        ours: totalMiB(last.heap),
        reference: totalMiB(first.heap),
        referenceName: 'after the first round',
        budget: 1.05,
        n: 1,
      },
      notes: seen.map(({ heap, open }) => `${inWords(heap)}; files and sockets ${String(open)}`),
    };
  } finally {
    await app.close();
  }
}

/** Opens an entry in a permanent tab, changes its value, saves and closes the tab. */
async function saveInTab(page: Page, round: number): Promise<void> {
  await page.clickOn(await showRow(page, 'secret/', 'secret/tab'));
  await page.press('Enter');
  await page.clickOn('button', 'Edit');
  await page.clickOn('button', 'Edit value');
  const field = '[role="textbox"][aria-label="Value of value"], textarea[aria-label="Value of value"]';
  await page.clickOn(field);
  await page.insert('x');
  await page.clickOn('button', 'Review and save…');
  const version = String(round + 1);
  await page.clickOn('button', `Save as version ${version}`);
  await untilText(page, `Saved as version ${version}.`);
  await page.press('w', { control: true });
  await page.until('no tab', () => document.querySelector('[role="tabpanel"]') === null || null, null);
}

async function lockAndUnlock(app: RunningApp, page: Page, server: Reachable): Promise<void> {
  // The page ends with its process, perhaps before it acknowledges the keys.
  page.press('L', { control: true, shift: true }).catch(() => undefined);
  await untilText(page, 'Strongroom is locked');
  await page.clickOn('button', 'Unlock…', true);
  await giveToken(app, server.rootToken);
  await untilMounts(page);
}

async function logOutAndIn(app: RunningApp, page: Page, server: Reachable): Promise<void> {
  await page.press('k', { control: true });
  await page.until('the palette', () => document.querySelector('[role="dialog"] input:focus') && true, null);
  await page.insert('Log out');
  await page.clickOn('[role="option"]', 'Log out', true);
  await answerPrompt(app, (prompt) => prompt.clickOn('button', 'Log out', true));
  await page.until('no tree', () => document.querySelector('[role="treeitem"]') === null || null, null);
  await page.clickOn('input[type="text"], input:not([type])');
  await page.press('a', { control: true });
  await page.insert(server.address);
  await page.clickOn('button', 'Connect');
  await giveToken(app, server.rootToken);
  await untilMounts(page);
}

async function untilText(page: Page, text: string): Promise<void> {
  // A new page has no body yet.
  const isThere = (wanted: string): true | null =>
    document.querySelector('body')?.innerText.includes(wanted) === true || null;
  await page.until(text, isThere, text);
}

/** Open handles of main, after idle ones have closed. */
async function handlesOf(app: RunningApp): Promise<readonly string[]> {
  await pause(QUIET_MS);
  const folder = `/proc/${String(await app.runInMain('process.pid'))}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => undefined)),
  );
  return links.filter((link) => link !== undefined);
}

let callId = 1_700_000_000;

async function operate(page: Page): Promise<void> {
  for (let run = 0; run < RUNS; run++) {
    await page.run(
      async ({ entries, callId }) => {
        const { call } = window.strongroom;
        let id = callId;
        const value = async <T>(answer: Promise<Crossing<T>>): Promise<T> => {
          const answered = await answer;
          if (!answered.ok) throw new Error(JSON.stringify(answered.error));
          // Large values cross as one JSON text.
          return 'json' in answered ? (JSON.parse(answered.json) as T) : answered.value;
        };
        const [session] = await value(call('session.list', {}, id++));
        const sessionId = session?.sessionId ?? '';
        for (let at = 0; at < entries; at++) {
          const place = { sessionId, mount: 'secret/' as MountPath };
          await value(call('folder.list', { ...place, path: 'soak/' }, id++));
          const { entryId } = await value(call('entry.open', { ...place, path: `soak/${String(at)}` }, id++));
          const { rawJson } = await value(call('entry.reveal', { entryId, key: 'value' }, id++));
          if (rawJson !== `"soaked ${String(at)}"`) throw new Error(`a value was ${rawJson}`);
          await value(call('entry.close', { entryId }, id++));
        }
      },
      { entries: ENTRIES, callId },
    );
    callId += RUN + 1;
  }
}
