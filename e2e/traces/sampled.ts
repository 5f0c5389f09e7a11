/**
 * Records how many of how many cases a sampling test has run. The number stands beside the test in
 * build/out/security.md, which would otherwise claim more than was run.
 */
import { appendFileSync } from 'node:fs';

/** Cases run and available of a test. */
export interface Sample {
  /** The tag of the test, without its @. */
  readonly tag: string;
  /** Plural of the case: `sequences`. */
  readonly what: string;
  readonly ran: number;
  readonly of: number;
  /** Seed of the random draw, if any. */
  readonly seed?: number;
}

/** Appends a sample to the file in STRONGROOM_SAMPLES, which the run sets, and prints it. */
export function sampled(sample: Sample): void {
  const file = process.env['STRONGROOM_SAMPLES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(sample)}\n`);
  process.stdout.write(
    `@${sample.tag}: ${String(sample.ran)} of ${String(sample.of)} ${sample.what}${sample.seed === undefined ? '' : ` (seed ${String(sample.seed)})`}\n`,
  );
}
