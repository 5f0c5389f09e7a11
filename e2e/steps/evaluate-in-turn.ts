/**
 * Makes `evaluate` in main answer whatever else the machine does. V8's inspector holds the promise of an answer weakly;
 * an answer that is there at once waits in it for the end of main's turn, and a garbage collection before that loses it:
 * "Resulting promise was garbage collected". An answer that comes from a turn of its own is reachable until it is given.
 */
import type { ElectronApplication } from '@playwright/test';

interface Carried {
  readonly source: string;
  readonly given: unknown;
}

/** Runs a function, given as its source, in the next turn of main's event loop. */
function inNextTurn(electron: unknown, { source, given }: Carried): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      // In the same way as Playwright does it: the function comes as its source.
      const run = (0, eval)(`(${source})`) as (electron: unknown, given: unknown) => unknown;
      Promise.resolve()
        .then(() => run(electron, given))
        .then(resolve, reject);
    });
  });
}

/** Lets everything that this app evaluates in main take a turn of its own. */
export function keepAnswers(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (run: typeof inNextTurn, carried: Carried) => Promise<unknown>;
  const evaluateInTurn = (run: unknown, given?: unknown): Promise<unknown> =>
    evaluate(inNextTurn, { source: String(run), given });
  Object.assign(app, { evaluate: evaluateInTurn });
}
