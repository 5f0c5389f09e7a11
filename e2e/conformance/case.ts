/**
 * What a case is: operations of one client, and what the specification expects of each: the requests and what comes of
 * them. A case is run once by each client with things of its own, so that what one uses up the other still finds.
 */
import type { Product } from '../servers/index.ts';
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
  /** The expectation on OpenBao, if it answers otherwise than Vault. */
  readonly openbao?: OnOpenBao;
}

/** Replaces parts of the expectation; the rest is as on Vault. */
export interface OnOpenBao {
  readonly why: string;
  /** Of both clients. */
  readonly both?: Result;
  /** `not run`: hvac has been refused in a step before. */
  readonly hvac?: Result | 'not run';
  readonly ours?: Result;
}

/** The expectation of each client at one server, and the reasons for differences. */
export interface Expectation {
  readonly hvac: Result | 'not run';
  readonly ours: Result;
  /** The reason for a difference between the two. */
  readonly why?: string;
  /** The reason for a difference from Vault. */
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
  /** Takes so long that it runs beside the others, by both clients at once: it uses no place that they share. */
  readonly slow?: boolean;
  /** The one product that serves this, and the reason. */
  readonly only?: { readonly product: Product; readonly why: string };
}

/** The cases of a product. */
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
