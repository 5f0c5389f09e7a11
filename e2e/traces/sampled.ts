/**
 * What a test that samples says of itself: how many of how many cases it has run. It stands beside the test in
 * build/out/security.md, which would say more than the run otherwise.
 */
import { appendFileSync } from 'node:fs';

/** How many of how many cases a test has run. */
export interface Sample {
  /** The tag of the test, without its @. */
  readonly tag: string;
  /** The cases, in the plural: `sequences`. */
  readonly what: string;
  readonly ran: number;
  readonly of: number;
  /** What the cases were drawn by, where they were drawn. */
  readonly seed?: number;
}

/** Hands a sample to the run, which names the file in STRONGROOM_SAMPLES; alone, a test only says it. */
export function sampled(sample: Sample): void {
  const file = process.env['STRONGROOM_SAMPLES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(sample)}\n`);
  process.stdout.write(
    `@${sample.tag}: ${String(sample.ran)} of ${String(sample.of)} ${sample.what}${sample.seed === undefined ? '' : ` (seed ${String(sample.seed)})`}\n`,
  );
}
