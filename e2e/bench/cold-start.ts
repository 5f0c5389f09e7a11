/**
 * cold-start: from spawning Electron to a typed character painted in the address field, with the saved connections
 * listed beside it. The reference is a bare window with one line and one field.
 *
 * Both sides are spawned the same way (fresh profile and home folder, page cache warm from an uncounted first round)
 * and watched by the same means: the bench attaches to the first page as soon as it exists and injects a probe. The
 * probe reports the first editable field once the connections are there; the bench responds with one real key stroke;
 * the browser's own `first-input` timing tells when the frame after that stroke was on screen, and the probe then
 * reports the field's value. (Animation frames are unsuitable: while the GPU process is starting they run ahead of
 * the screen.) The bench's own clock measures from spawn to that report, so that both ends share one clock; the few
 * milliseconds of transfer are the same on both sides.
 *
 * Correct: the value is exactly the typed character, and the names of all saved connections are on screen by then.
 */
import { interleave } from './interleave.ts';
import { PATIENCE_MS, type Page } from './page.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program, type RunOptions } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { within } from './within.ts';

const ROUNDS = 16;
const TYPED = 'v';

/** Names of the saved connections, stored in the app's format. */
const SAVED = ['Development', 'Payments, production', 'Staging'];
const savedConnections = {
  'profiles.json': JSON.stringify({
    version: 1,
    data: {
      files: {},
      profiles: SAVED.map((name, at) => ({
        profileId: `bench-${String(at)}`,
        name,
        colour: 'teal',
        lastUsed: '',
        timeoutMs: 30_000,
        address: `https://vault-${String(at)}.example:8200`,
        namespace: '',
        proxy: 'direct',
        tls: { useSystemStore: true, skipVerify: false },
      })),
    },
  }),
};

/** Milliseconds; ours against the bare window. */
export async function coldStart(ours: Program, bare: Program): Promise<Part> {
  const times = await interleave(
    ROUNDS,
    1,
    () => startUntilTyped(ours, true),
    () => startUntilTyped(bare, false),
  );
  return {
    measured: {
      name: 'cold-start',
      unit: 'ms',
      ours: median(times.ours),
      reference: median(times.reference),
      referenceName: 'this Electron with one line and one input',
      budget: 1.15,
      n: times.ours.length,
    },
    notes: [`ours ${spread(times.ours)}; bare ${spread(times.reference)}`],
  };
}

/**
 * Starts it once and returns the milliseconds from spawn to the painted character; with `listed`, the saved
 * connections are on screen by then.
 */
export async function startUntilTyped(
  program: Program,
  listed: boolean,
  options: RunOptions = {},
): Promise<number> {
  const app = await RunningApp.launch(program, { data: savedConnections, ...options });
  try {
    const page = await app.page();
    const typed = await within(
      PATIENCE_MS,
      'typing the first character',
      typeWhenReady(page, listed ? SAVED : []),
    );
    const elapsedMs = performance.now() - app.spawnedAt;
    if (typed !== TYPED)
      throw new Error(`the first field holds ${JSON.stringify(typed)} after typing ${TYPED}`);
    return elapsedMs;
  } finally {
    await app.close();
  }
}

/**
 * Injects the probe, types when it reports a field and all of `listed`, and returns the field's value once painted.
 */
export function typeWhenReady(page: Page, listed: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    page.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== 'benchReport') return;
      const report = JSON.parse(payload as string) as { field: true } | { painted: string };
      if ('painted' in report) resolve(report.painted);
      else page.press(TYPED).catch(reject);
    });
    const source = `(${String(probe)})(${JSON.stringify(listed)})`;
    Promise.all([
      page.send('Runtime.enable'),
      page.send('Page.enable'),
      page.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      page.send('Runtime.addBinding', { name: 'benchReport' }),
      // Covers both the next document and an existing one (between two documents the script has no context to run
      // in); the probe works once.
      page.send('Page.addScriptToEvaluateOnNewDocument', { source }),
      page.send('Runtime.evaluate', { expression: source }).catch(() => undefined),
    ]).catch(reject);
  });
}

/** Runs inside the page, passed as text. */
function probe(listed: readonly string[]): void {
  const world = globalThis as unknown as { benchProbe?: true; benchReport: (report: string) => void };
  if (world.benchProbe || location.href === 'about:blank') return;
  world.benchProbe = true;
  const look = (): void => {
    const field = [...document.querySelectorAll('input')].find(
      (input) => !input.disabled && !input.readOnly && input.getClientRects().length > 0,
    );
    const items = field ? [...document.querySelectorAll('li')] : [];
    const isListed = (name: string): boolean =>
      items.some((item) => item.textContent.includes(name) && item.getClientRects().length > 0);
    if (!field || !listed.every(isListed)) return;
    observer.disconnect();
    field.focus();
    new PerformanceObserver(() => {
      world.benchReport(JSON.stringify({ painted: field.value }));
    }).observe({ type: 'first-input', buffered: true });
    world.benchReport(JSON.stringify({ field: true }));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, attributes: true });
  look();
}
