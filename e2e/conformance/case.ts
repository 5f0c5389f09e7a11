/**
 * What a case is: operations of one client, and what the specification expects of each: the requests and what comes of
 * them. A case is run once by each client with things of its own, so that what one uses up the other still finds.
 */
import type { Client, Scene, Step } from './scene.ts';
import type { ErrorKind } from './side.ts';

/** What is expected of one operation. */
export interface Result {
  /** The requests on the wire, one line each (`wire.ts`). */
  readonly sends: string | readonly string[];
  /** What the answer must hold at least, fresh values masked (`masked.ts`); undefined: any. */
  readonly gives?: unknown;
  readonly fails?: ErrorKind;
  /** Of a timeout. */
  readonly afterSeconds?: number;
}

export interface Expected extends Result {
  /** Set where the app must not do what hvac does: what it does instead, and why. */
  readonly instead?: Result & { readonly why: string };
}

export interface Case {
  readonly operation: string;
  readonly name: string;
  readonly run: (scene: Scene) => Promise<readonly Step[]>;
  readonly expected: readonly Expected[];
  /** Takes so long that it runs beside the others. */
  readonly slow?: boolean;
}

/** A case of one operation. */
export function one(
  operation: string,
  name: string,
  run: (scene: Scene) => Promise<Step>,
  expected: Expected,
): Case {
  return { operation, name, run: async (scene) => [await run(scene)], expected: [expected] };
}

/** A case of one operation by a client that is logged in as root. */
export function byRoot(
  operation: string,
  name: string,
  run: (client: Client, scene: Scene) => Promise<Step>,
  expected: Expected,
): Case {
  return one(operation, name, async (scene) => run(await scene.client(), scene), expected);
}

/** A case of several operations, one after another. */
export function many(
  operation: string,
  name: string,
  run: (scene: Scene) => Promise<readonly Step[]>,
  ...expected: readonly Expected[]
): Case {
  return { operation, name, run, expected };
}
