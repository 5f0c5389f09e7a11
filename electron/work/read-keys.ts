import type { Member } from '../../shared/vault/json-slices.ts';

/** What a reader of one format answers; `line` counts from 1. */
export type ReadKeys =
  | { readonly ok: true; readonly members: readonly Member[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly line?: number };
