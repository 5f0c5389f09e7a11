/** Runs stages in lanes: one after the other within a lane, lanes in parallel. */
import { crashed } from './runner-result.mjs';

/**
 * @typedef {import('./runner-result.mjs').RunnerResult} RunnerResult
 * @typedef {{ name: string, run: () => Promise<RunnerResult> }} Stage
 * @typedef {{ name: string, result: RunnerResult, ms: number }} StageResult
 */

/**
 * Runs all stages, even after a failure; a stage that cannot run counts as failed.
 * @param {readonly (readonly Stage[])[]} lanes
 * @param {(done: StageResult) => void} onDone
 * @returns {Promise<StageResult[]>} In order of completion.
 */
export async function runLanes(lanes, onDone) {
  /** @type {StageResult[]} */
  const results = [];
  const runLane = async (/** @type {readonly Stage[]} */ stages) => {
    for (const { name, run } of stages) {
      const since = Date.now();
      const result = await run().catch((/** @type {unknown} */ error) =>
        crashed(
          `${name} could not be run.`,
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        ),
      );
      const done = { name, result, ms: Date.now() - since };
      results.push(done);
      onDone(done);
    }
  };
  await Promise.all(lanes.map(runLane));
  return results;
}
