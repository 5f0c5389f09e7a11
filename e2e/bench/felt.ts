/**
 * What the app adds to an event: ours and a bare page of the same Electron are watched by the same means in turn, and the
 * figure is the difference of the two 95th percentiles, against a number of the display's frames.
 */
import { interleave } from './interleave.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, p95 } from './statistics.ts';
import { timeStrokes, type Stroke } from './strokes.ts';

const ROUNDS = 10;
const FRAME_MS = 1000 / 60;

export interface AddedOptions {
  readonly name: string;
  /** What of ours is measured, in a word. */
  readonly what: string;
  readonly frames: 1 | 2;
  /** Milliseconds of one round. */
  readonly ours: () => Promise<readonly number[]>;
  readonly bare: () => Promise<readonly number[]>;
}

/** Milliseconds that ours adds. */
export async function measureAdded({ name, what, frames, ours, bare }: AddedOptions): Promise<Part> {
  const times = await interleave(ROUNDS, 0, ours, bare);
  const [of, without] = [times.ours.flat(), times.reference.flat()];
  const note = (called: string, figure: typeof p95): string =>
    `${called}: ${what} ${figure(of).toFixed(1)} ms, bare page ${figure(without).toFixed(1)} ms`;
  return {
    measured: {
      ...{ name, unit: 'ms', ours: p95(of) - p95(without) },
      ...{ reference: frames * FRAME_MS, referenceName: frames === 1 ? 'one frame' : 'two frames' },
      ...{ budget: 1, n: of.length },
    },
    notes: [note('p95', p95), note('median', median)],
  };
}

/** The same strokes into the input of a bare page. */
export async function typeBarely(bare: Program, strokes: readonly Stroke[]): Promise<number[]> {
  const app = await RunningApp.launch(bare);
  try {
    const page = await app.page();
    await page.clickOn('input');
    return await timeStrokes(page, strokes, 'field');
  } finally {
    await app.close();
  }
}
