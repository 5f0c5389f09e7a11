/** Templates of entries. */
import type { EntryChange } from '../../vault/entry.ts';
import type { DeviatingEntry, Deviation, TemplateView } from '../../vault/template.ts';
import type { AtPath, Call } from './call.ts';

export interface DeviationsBatch {
  readonly jobId: string;
  readonly rows: readonly DeviatingEntry[];
  /** Entries compared, and entries that have a template so far. */
  readonly done: number;
  readonly total: number;
}

export interface TemplateCalls {
  /** The template of an entry: of the nearest folder above that has a readable one. */
  'template.of': Call<AtPath, { readonly template?: TemplateView }>;
  /**
   * Differences from the template after these changes; without `entryId` of an entry that does not exist yet. It
   * spends a gesture, because a pattern tells something about a value that was not revealed; `cancelled` without one.
   */
  'template.check': Call<
    AtPath & { readonly entryId?: string; readonly changes: readonly EntryChange[] },
    readonly Deviation[]
  >;
  /**
   * Reads every entry below a folder that has a template, and reports those that differ. Rows arrive as
   * `template.deviated`, the end as `job.ended`.
   */
  'template.deviations': Call<AtPath, { readonly jobId: string }>;
}

export interface TemplateEvents {
  'template.deviated': DeviationsBatch;
}
