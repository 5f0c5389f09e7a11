/**
 * idle-timers: timers of the packaged app that fire in 60 s without user activity, plus 1; against 1. The worse of
 * two places: the connect screen, shown, and a hidden window with a session and the cluster on screen. Async hooks
 * report main's timers, including those set before; Chromium's own trace reports the pages'.
 *
 * Correct: a timer planted in main and one in the page are both reported first.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startDevVault } from '../servers/index.ts';
import { startSession } from './journey.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';

const LOOK_MS = 60_000;
/** Time for work started by the last click to end. */
const SETTLE_MS = 20_000;

/** Timers fired in a minute, plus 1; against 1. */
export async function idleTimers(ours: Program): Promise<Part> {
  const places = [
    { where: 'connect screen', fired: await onConnectScreen(ours) },
    { where: 'hidden', fired: await hidden(ours) },
  ];
  return {
    measured: {
      name: 'idle-timers',
      unit: '',
      ours: Math.max(...places.map(({ fired }) => fired.length)) + 1,
      reference: 1,
      referenceName: '1',
      budget: 1,
      n: places.length,
    },
    notes: places.map(({ where, fired }) => `${where}: ${fired.join('; ') || 'none'}`),
  };
}

async function onConnectScreen(ours: Program): Promise<readonly string[]> {
  const app = await RunningApp.launch(ours, { inspectMain: true });
  try {
    const page = await app.page((url) => url.startsWith('app://strongroom'));
    await page.until('the first field', () => document.querySelector('input') && true, null);
    return await firedIn(app, page);
  } finally {
    await app.close();
  }
}

async function hidden(ours: Program): Promise<readonly string[]> {
  const server = await startDevVault();
  try {
    const { app, page } = await startSession(ours, server, { inspectMain: true });
    try {
      await page.clickOn('nav[aria-label="Sections"] button', 'Cluster');
      await page.until('the verdict', () => document.querySelector('[aria-label="Verdict"]') && true, null);
      await app.runInMain(`(() => {
        const { createRequire } = process.getBuiltinModule('node:module');
        createRequire(process.cwd() + '/')('electron').BrowserWindow.getAllWindows()[0].hide();
      })()`);
      return await firedIn(app, page);
    } finally {
      await app.close();
    }
  } finally {
    await server.stop();
  }
}

async function firedIn(app: RunningApp, page: Page): Promise<readonly string[]> {
  await app.runInMain(`(() => {
    const { createHook, executionAsyncResource } = process.getBuiltinModule('node:async_hooks');
    const fired = (globalThis.benchFired = []);
    createHook({
      before: () => {
        const resource = executionAsyncResource();
        if (resource?.constructor?.name === 'Timeout')
          fired.push('main: ' + String(resource._onTimeout ?? '').replace(/\\s+/g, ' ').slice(0, 100));
      },
    }).enable();
    setTimeout(() => undefined, 50);
  })()`);
  const waits = new Map<number, number>();
  const planted = await tracedTimers(page, SETTLE_MS, waits, () =>
    page.run(() => void setTimeout(() => undefined, 50), null),
  );
  if (planted.length === 0) throw new Error('a planted timer of the page was not told');
  if ((await firedInMain(app)).length === 0) throw new Error('a planted timer of main was not told');
  await app.runInMain('void (globalThis.benchFired.length = 0)');
  const ofPage = await tracedTimers(page, LOOK_MS, waits);
  return [...(await firedInMain(app)), ...ofPage];
}

async function firedInMain(app: RunningApp): Promise<readonly string[]> {
  return (await app.runInMain('globalThis.benchFired')) as readonly string[];
}

/** Timers of the page that fired during the wait; `waits`: the timeout of each timer by its id. */
async function tracedTimers(
  page: Page,
  waitMs: number,
  waits: Map<number, number>,
  act: () => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly string[]> {
  const fired: string[] = [];
  const ended = new Promise<void>((resolve) => {
    page.on('Tracing.dataCollected', ({ value }) => {
      for (const { name, args } of value as readonly TraceEvent[]) {
        const { timerId = 0, timeout = 0 } = args.data ?? {};
        if (name === 'TimerInstall') waits.set(timerId, timeout);
        if (name === 'TimerFire') fired.push(`page: one set for ${String(waits.get(timerId) ?? '?')} ms`);
      }
    });
    page.on('Tracing.tracingComplete', () => {
      resolve();
    });
  });
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  await pause(waitMs);
  await page.send('Tracing.end');
  await ended;
  return fired;
}

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly data?: { readonly timerId?: number; readonly timeout?: number } };
}
