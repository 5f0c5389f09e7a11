/** Templates of entries. */
import type { EntryChange } from '../../vault/entry.ts';
import type { DeviatingEntry, Deviation, TemplateView } from '../../vault/template.ts';
import type { AtPath, Call, None } from './call.ts';

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
  /** The template file that was chosen for exactly this folder. */
  'template.file': Call<AtPath, { readonly template?: TemplateView }>;
  /**
   * Asks for a file with a JSON Schema, for the entries below a folder, and takes a copy: for a saved connection
   * until it is removed, else until the session closes. Rejects with `cancelled` if none is chosen, `invalid-input` if it cannot be used; the one before stays then.
   */
  'template.chooseFile': Call<AtPath, TemplateView>;
  'template.forgetFile': Call<AtPath, None>;
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
