/**
 * A case: operations of one client, with the expected requests and result of each. Each client runs a case once with
 * its own objects, so that neither consumes the other's.
 */
import type { Product } from '../servers/index.ts';
import type { Client, Scene, Step } from './scene.ts';
import type { ErrorKind } from './side.ts';

/** Expectation for one operation. */
export interface Result {
  /** Requests on the wire, one line each (`wire.ts`). */
  readonly sends: string | readonly string[];
  /** Minimum content of the result, fresh values masked (`masked.ts`); undefined: any. */
  readonly gives?: unknown;
  readonly fails?: ErrorKind;
  /** Seconds of a timeout. */
  readonly afterSeconds?: number;
}

export interface Expected extends Result {
  /** Set if the app must not behave like hvac: its own behaviour, and the reason. */
  readonly instead?: Result & { readonly why: string };
  /** Expectation on OpenBao, if its response differs from Vault's. */
  readonly openbao?: OnOpenBao;
}

/** Replaces parts of the expectation; the rest is as on Vault. */
export interface OnOpenBao {
  readonly why: string;
  /** For both clients. */
  readonly both?: Result;
  /** `not run`: hvac was refused in an earlier step. */
  readonly hvac?: Result | 'not run';
  readonly ours?: Result;
}

/** Expectation for each client on one server, and the reasons for differences. */
export interface Expectation {
  readonly hvac: Result | 'not run';
  readonly ours: Result;
  /** Reason for a difference between the clients. */
  readonly why?: string;
  /** Reason for a difference from Vault. */
  readonly differs?: string;
}

/** Picks the expectation for a product. */
export function expectationAt(product: Product, expected: Expected): Expectation {
  const { instead, openbao } = expected;
  const ours = instead ?? expected;
  if (product === 'vault' || openbao === undefined)
    return { hvac: expected, ours, ...(instead === undefined ? {} : { why: instead.why }) };
  const there = {
    hvac: openbao.hvac ?? openbao.both ?? expected,
    ours: openbao.ours ?? openbao.both ?? ours,
  };
  const asOnVault = openbao.ours === undefined && openbao.both === undefined;
  const why = (asOnVault ? instead?.why : undefined) ?? openbao.why;
  return { ...there, ...(there.hvac === there.ours ? {} : { why }), differs: openbao.why };
}

export interface Case {
  readonly operation: string;
  readonly name: string;
  readonly run: (scene: Scene) => Promise<readonly Step[]>;
  readonly expected: readonly Expected[];
  /** Slow, so it runs beside the others, by both clients at once: it shares no server with them. */
  readonly slow?: boolean;
  /** The only product that serves this, and the reason. */
  readonly only?: { readonly product: Product; readonly why: string };
}

/** Cases of a product. */
export function casesAt(product: Product, cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ only }) => only === undefined || only.product === product);
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

/** A case of one operation by a client logged in as root. */
export function byRoot(
  operation: string,
  name: string,
  run: (client: Client, scene: Scene) => Promise<Step>,
  expected: Expected,
): Case {
  return one(operation, name, async (scene) => run(await scene.client(), scene), expected);
}

/** A case of several operations in sequence. */
export function many(
  operation: string,
  name: string,
  run: (scene: Scene) => Promise<readonly Step[]>,
  ...expected: readonly Expected[]
): Case {
  return { operation, name, run, expected };
}
