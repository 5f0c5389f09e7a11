/**
 * accessors-1000: from the click on "List all tokens" to the complete table of 1,000 tokens painted.
 *
 * Each round is a fresh app with a fresh session, as in open-50k. The reference is a fresh process of the same
 * Electron as Node: bare undici, the same list and look-ups, each answer parsed, at its best parallelism on this
 * machine, determined first. It shows nothing, so it is given the two frames that the probe waits for in ours; the
 * difference is the client's checks, the bridge and the table.
 *
 * Correct: the table reports 1,000 rows and no failures; the same job, run once more, sends the page every accessor
 * of the server once, each with its token's own name; the reference has the same names.
 */
import { newToken, startDevVault, type Reachable } from '../servers/index.ts';
import type { AccessorsAnswer, AccessorsTask } from './accessors-reference.ts';
import { interleave } from './interleave.ts';
import { startSession } from './journey.ts';
import { bestParallelism } from './parallelism.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { quietMoment } from './quiet.ts';
import { runReference } from './reference-process.ts';
import type { Program } from './running-app.ts';
import { median, spread, TWO_FRAMES_MS } from './statistics.ts';

const TOKENS = 1_000;
const ROUNDS = 12;

/** Milliseconds until the table is complete; against bare undici. */
export async function accessors(ours: Program): Promise<Part> {
  const server = await startDevVault();
  try {
    const names = await fill(server);
    const best = await bestParallelism((parallel) => bareOnce(ours.electron, server, parallel, names));
    const pairs = await interleave(
      ROUNDS,
      1,
      () => tableOnce(ours, server, names),
      () => bareOnce(ours.electron, server, best, names),
    );
    return {
      measured: {
        name: 'accessors-1000',
        unit: 'ms',
        ours: median(pairs.ours),
        reference: median(pairs.reference) + TWO_FRAMES_MS,
        referenceName: `bare undici, the same look-ups, ${String(best)} at a time, and two frames`,
        budget: 1.15,
        n: pairs.ours.length,
      },
      notes: [`ours ${spread(pairs.ours)}; bare ${spread(pairs.reference)}`],
    };
  } finally {
    await server.stop();
  }
}

/** Display names by accessor: the root token, and others up to 1,000. */
async function fill(server: Reachable): Promise<Readonly<Record<string, string>>> {
  const names: Record<string, string> = {};
  console.log(`    making ${String(TOKENS)} tokens …`);
  for (let at = 1; at < TOKENS; at++) {
    const name = `bench-${String(at)}`;
    const { accessor } = await newToken(server, { display_name: name, policies: ['default'] });
    names[accessor] = `token-${name}`;
  }
  return names;
}

async function bareOnce(
  electron: string,
  server: Reachable,
  parallel: number,
  names: Readonly<Record<string, string>>,
): Promise<number> {
  const task: AccessorsTask = { address: server.address, token: server.rootToken, parallel };
  const found = await runReference<AccessorsTask, AccessorsAnswer>(electron, 'accessors-reference.ts', task);
  compare('the reference', Object.entries(found.names), names);
  return found.elapsedMs;
}

/** Milliseconds from click to paint in a fresh app. */
async function tableOnce(
  program: Program,
  server: Reachable,
  names: Readonly<Record<string, string>>,
): Promise<number> {
  const { app, page } = await startSession(program, server);
  try {
    await page.clickOn('nav button', 'Tokens');
    await page.until(
      'the button',
      () =>
        [...document.querySelectorAll('button')].some((one) => one.textContent === 'List all tokens') || null,
      null,
    );
    // A user looks before pressing: requests that opening the screen has started are not measured.
    await quietMoment();
    await page.run(watch, { total: TOKENS.toLocaleString('en') });
    await page.clickOn('button', 'List all tokens');
    const elapsedMs = await page.run(
      () => (globalThis as { benchTable?: Promise<number> }).benchTable ?? NaN,
      null,
    );
    compare('the page', await toldRows(page), names);
    return elapsedMs;
  } finally {
    await app.close();
  }
}

function compare(
  whose: string,
  rows: readonly (readonly [accessor: string, name: string])[],
  names: Readonly<Record<string, string>>,
): void {
  const found = new Map(rows);
  if (rows.length !== TOKENS || found.size !== TOKENS)
    throw new Error(`${whose} has ${String(found.size)} accessors in ${String(rows.length)} rows`);
  for (const [accessor, name] of Object.entries(names)) {
    if (found.get(accessor) !== name)
      throw new Error(`${whose} calls the token of ${accessor} ${found.get(accessor) ?? 'nothing'}`);
  }
}

/** Runs the same job once more, untimed, to read its events: listening during the measurement would cost time. */
function toldRows(page: Page): Promise<readonly (readonly [accessor: string, name: string])[]> {
  return page.run(async () => {
    interface Batch {
      readonly jobId: string;
      readonly rows: readonly {
        readonly accessor: string;
        readonly token?: { readonly displayName: string };
      }[];
    }
    const { call, on } = window.strongroom;
    const rows: [string, string][] = [];
    const ended = new Promise<void>((resolve) => {
      on((name, heard) => {
        if (name === 'job.ended') resolve();
        if (name !== 'token.accessorsFound') return;
        const batch = JSON.parse((heard as { readonly json: string }).json) as Batch;
        for (const { accessor, token } of batch.rows) rows.push([accessor, token?.displayName ?? '']);
      });
    });
    // The page's own ids count up from 1.
    const sessions = await call('session.list', {}, 2_000_000_000);
    const [session] = 'value' in sessions ? sessions.value : [];
    await call('token.accessors', { sessionId: session?.sessionId ?? '' }, 2_000_000_001);
    await ended;
    return rows;
  }, null);
}

/**
 * Runs inside the page, passed as text. Leaves a promise of the milliseconds from the next click to the painted
 * table.
 */
function watch({ total }: { readonly total: string }): void {
  const world = globalThis as { benchTable?: Promise<number> };
  world.benchTable = new Promise((resolve, reject) => {
    let clickedAt = 0;
    const isComplete = (): boolean =>
      document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') ===
        String(Number(total.replaceAll(',', '')) + 1) &&
      [...document.querySelectorAll('[role="status"]')].some((status) =>
        new RegExp(`^${total} tokens *read`).test(status.textContent),
      );
    const look = (): void => {
      if (clickedAt === 0 || !isComplete()) return;
      stop();
      requestAnimationFrame(() => {
        requestAnimationFrame(() => {
          resolve(performance.now() - clickedAt);
        });
      });
    };
    const clicked = (event: Event): void => {
      clickedAt = event.timeStamp;
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      stop();
      const said = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
      reject(new Error(`the table was not complete in 60 s; it says ${said.join(' | ')}`));
    }, 60_000);
    const stop = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('click', clicked, true);
    };
    addEventListener('click', clicked, true);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    });
  });
}
