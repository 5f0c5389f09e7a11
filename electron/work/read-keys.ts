import type { Member } from '../../shared/vault/json-slices.ts';

/** What a reader of one format answers; `line` counts from 1. */
export type ReadKeys =
  | { readonly ok: true; readonly members: readonly Member[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly line?: number };

/** A reader of YAML takes many seconds for more, and no entry is as large; UTF-16 code units. */
export const longestYaml = 2 * 1024 * 1024;
