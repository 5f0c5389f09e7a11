/**
 * initial-js: bytes of JavaScript (uncompressed) that the first screen needs: the preload, and every script of our
 * origin that the page has loaded by the time React has taken over the field that took a character. The page's
 * debugger reports every compiled script, so that none is missed, however it was loaded (static, dynamic, inline).
 *
 * Correct: the field took the character, the page has at least one script, and the bridge of the preload is there.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { typeWhenReady } from './cold-start.ts';
import { PATIENCE_MS } from './page.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { within } from './within.ts';

const ROUNDS = 10;

interface LoadedScript {
  readonly url: string;
  readonly bytes: number;
}

/** Kilobytes of 1,000 bytes, against the constant. */
export async function initialJs(ours: Program): Promise<Part> {
  const preload = await preloadOf(ours);
  let scripts: readonly LoadedScript[] = [];
  // The number of loaded scripts depends on timing: the maximum of all starts counts.
  for (let round = 0; round < ROUNDS; round++) {
    const loaded = [...(await scriptsOfFirstScreen(ours)), preload];
    if (bytesOf(loaded) > bytesOf(scripts)) scripts = loaded;
  }
  return {
    measured: {
      name: 'initial-js',
      unit: 'kB',
      ours: bytesOf(scripts) / 1000,
      reference: 450,
      referenceName: '450 kB',
      budget: 1,
      n: ROUNDS,
    },
    notes: [...scripts]
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ url, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${url}`),
  };
}

function bytesOf(scripts: readonly LoadedScript[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function scriptsOfFirstScreen(program: Program): Promise<LoadedScript[]> {
  const app = await RunningApp.launch(program);
  try {
    const page = await app.page();
    const typed = await within(PATIENCE_MS, 'typing the first character', typeWhenReady(page));
    const bridge = await within(PATIENCE_MS, 'taking over the first screen', page.run(takenOver, null));
    if (typed === '' || !bridge) throw new Error('the first screen is not usable, or has no bridge');

    const compiled = new Map<string, string>();
    page.on('Debugger.scriptParsed', ({ scriptId, url }) => {
      if (typeof url === 'string' && url.startsWith('app:')) compiled.set(scriptId as string, url);
    });
    // Resolves after reporting all existing scripts.
    await page.send('Debugger.enable');
    const scripts: LoadedScript[] = [];
    for (const [scriptId, url] of compiled) {
      const { scriptSource } = (await page.send('Debugger.getScriptSource', { scriptId })) as {
        scriptSource: string;
      };
      scripts.push({ url, bytes: Buffer.byteLength(scriptSource) });
    }
    if (scripts.length === 0) throw new Error('the page has no script of its own origin');
    return scripts;
  } finally {
    await app.close();
  }
}

/** Runs inside the page: waits until React draws it; true if the bridge is there. */
async function takenOver(): Promise<boolean> {
  const { dataset } = document.documentElement;
  while ('still' in dataset) await new Promise(requestAnimationFrame);
  return 'strongroom' in globalThis;
}

async function preloadOf(program: Program): Promise<LoadedScript> {
  const file = join(program.entry ?? '', 'preload.cjs');
  return { url: 'preload.cjs', bytes: (await stat(file)).size };
}
