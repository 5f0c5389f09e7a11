/**
 * The user's wait after an event: the 95th percentile of ours beside that of a bare page of the same Electron, both
 * watched by the same means in turn. They are not subtracted: a difference of two percentiles is not a percentile.
 * The budget allows some display frames beyond the bare page.
 */
import { interleave } from './interleave.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, p95 } from './statistics.ts';
import { timeStrokes, type Stroke } from './strokes.ts';

const ROUNDS = 10;
const FRAME_MS = 1000 / 60;

export interface FeltOptions {
  readonly name: string;
  /** Measured part of ours, in a word. */
  readonly what: string;
  /** Additional wait allowed for ours. */
  readonly frames: 1 | 2;
  /** Default 10. */
  readonly rounds?: number;
  /** Milliseconds of one round. */
  readonly ours: () => Promise<readonly number[]>;
  readonly bare: () => Promise<readonly number[]>;
}

/** Milliseconds from an event to paint, 95th percentiles; against the bare page. */
export async function measureFelt(options: FeltOptions): Promise<Part> {
  const { name, what, frames, rounds = ROUNDS, ours, bare } = options;
  const times = await interleave(rounds, 0, ours, bare);
  const [of, without] = [times.ours.flat(), times.reference.flat()];
  const reference = p95(without);
  const note = (called: string, figure: typeof p95): string =>
    `${called}: ${what} ${figure(of).toFixed(1)} ms, bare page ${figure(without).toFixed(1)} ms`;
  return {
    measured: {
      name,
      unit: 'ms',
      ours: p95(of),
      reference,
      n: of.length,
      referenceName: `the same key or press in a bare page; ${frames === 1 ? 'one frame' : 'two frames'} more`,
      budget: (reference + frames * FRAME_MS) / reference,
    },
    notes: [note('p95', p95), note('median', median)],
  };
}

/** Types the same strokes into the input of a bare page. */
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
