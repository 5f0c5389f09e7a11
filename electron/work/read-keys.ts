import type { Member } from '../../shared/vault/json-slices.ts';

/** Result of a reader of one format; `line` counts from 1. */
export type ReadKeys =
  | { readonly ok: true; readonly members: readonly Member[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly line?: number };

/** A YAML reader takes many seconds for more, and no entry is as large; UTF-16 code units. */
export const longestYaml = 2 * 1024 * 1024;
