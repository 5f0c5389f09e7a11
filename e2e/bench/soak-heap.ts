/**
 * soak-heap: what main and the page hold after 20,000 operations (list a folder, open an entry, reveal a value, close it)
 * against before; garbage collected by force. "Before" is after as many operations as V8 compiles what runs often in.
 *
 * Correct: each operation succeeded, each value was the one written; afterwards main has no more sockets, files or other
 * handles than before.
 */
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { must, startDevVault, type Reachable } from '../servers/index.ts';
import { heapOf, inWords, totalMiB } from './heap-now.ts';
import { startSession } from './journey.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program, RunningApp } from './running-app.ts';

const ENTRIES = 50;
/** Operations of one round, and how many rounds. */
const ROUND = 4 * ENTRIES;
const WARM_UP = 10_000;
const OPERATIONS = 20_000;
/** Longer than an idle connection is kept. */
const QUIET_MS = 10_000;

/** MiB in use in main and in the page; against before. */
export async function soakHeap(ours: Program): Promise<Part> {
  const server = await startDevVault();
  try {
    for (let at = 0; at < ENTRIES; at++)
      await must(server, 'POST', `secret/data/soak/${String(at)}`, { data: { value: valueOf(at) } });
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
    await operate(page, WARM_UP);
    const [before, open] = [await heapOf(app), await handlesOf(app)];
    await operate(page, OPERATIONS);
    const [after, left] = [await heapOf(app), await handlesOf(app)];
    if (left.length > open.length)
      throw new Error(`left open: ${left.join(', ')}; before: ${open.join(', ')}`);
    return {
      measured: {
        name: 'soak-heap',
        unit: 'MiB',
        ours: totalMiB(after),
        reference: totalMiB(before),
        referenceName: 'before',
        budget: 1.05,
        n: 1,
      },
      notes: [
        `before ${inWords(before)}; after ${inWords(after)}`,
        `files and sockets ${String(open.length)} before, ${String(left.length)} after`,
      ],
    };
  } finally {
    await app.close();
  }
}

/** What main has open beside what ends by itself when nothing is asked. */
async function handlesOf(app: RunningApp): Promise<readonly string[]> {
  await pause(QUIET_MS);
  const folder = `/proc/${String(app.pid)}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => undefined)),
  );
  return links.filter((link) => link !== undefined);
}

let callId = 1_700_000_000;

async function operate(page: Page, operations: number): Promise<void> {
  for (let done = 0; done < operations; done += ROUND) {
    await page.run(
      async ({ entries, callId }) => {
        const { strongroom } = globalThis as unknown as BridgeOfSoak;
        let id = callId;
        const value = async <T>(answer: Promise<Answered<T>>): Promise<T> => {
          const answered = await answer;
          if (!answered.ok) throw new Error(JSON.stringify(answered.error));
          // What is large crosses as one text.
          return 'json' in answered ? (JSON.parse(answered.json) as T) : answered.value;
        };
        const [session] = await value(strongroom.session.list({}, id++));
        const sessionId = session?.sessionId ?? '';
        for (let at = 0; at < entries; at++) {
          const place = { sessionId, mount: 'secret/' };
          await value(strongroom.folder.list({ ...place, path: 'soak/' }, id++));
          const { entryId } = await value(
            strongroom.entry.open({ ...place, path: `soak/${String(at)}` }, id++),
          );
          const { rawJson } = await value(strongroom.entry.reveal({ entryId, key: 'value' }, id++));
          if (rawJson !== `"soaked ${String(at)}"`) throw new Error(`a value was ${rawJson}`);
          await value(strongroom.entry.close({ entryId }, id++));
        }
      },
      { entries: ENTRIES, callId },
    );
    callId += ROUND + 1;
  }
}

type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly error: unknown };
type Called<T> = (input: object, id: number) => Promise<Answered<T>>;

interface BridgeOfSoak {
  readonly strongroom: {
    readonly session: { readonly list: Called<readonly { readonly sessionId: string }[]> };
    readonly folder: { readonly list: Called<unknown> };
    readonly entry: {
      readonly open: Called<{ readonly entryId: string }>;
      readonly reveal: Called<{ readonly rawJson: string }>;
      readonly close: Called<unknown>;
    };
  };
}
