/**
 * Makes `evaluate` in main reliable under load. V8's inspector holds the promise of a result weakly; a result that is
 * ready at once waits there for the end of main's turn, and a garbage collection before that loses it: "Resulting
 * promise was garbage collected". A result from a later turn stays reachable until it is delivered.
 */
import type { ElectronApplication } from '@playwright/test';

interface Carried {
  readonly source: string;
  readonly given: unknown;
}

/** Runs a function, given as source, in the next turn of main's event loop. */
function inNextTurn(electron: unknown, { source, given }: Carried): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      // As in Playwright itself: the function arrives as source.
      const run = (0, eval)(`(${source})`) as (electron: unknown, given: unknown) => unknown;
      Promise.resolve()
        .then(() => run(electron, given))
        .then(resolve, reject);
    });
  });
}

/** Runs each `evaluate` of this app in a separate turn of main. */
export function keepAnswers(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (run: typeof inNextTurn, carried: Carried) => Promise<unknown>;
  const evaluateInTurn = (run: unknown, given?: unknown): Promise<unknown> =>
    evaluate(inNextTurn, { source: String(run), given });
  Object.assign(app, { evaluate: evaluateInTurn });
}
