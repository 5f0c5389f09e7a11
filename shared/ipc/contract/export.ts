/** Export of entries to files. */
import type { ExportBatch, ExportOptions } from '../../vault/export.ts';
import type { SelectedPlace } from '../../vault/selection.ts';
import type { Call, InSession, None } from './call.ts';

export interface ExportCalls {
  /**
   * Asks for a file, then in the secure prompt; reports arrive as `export.progressed`, the end as `job.ended`. All
   * places are of the session. Rejects with `cancelled` if the user declines.
   */
  'export.start': Call<
    InSession & { readonly places: readonly SelectedPlace[]; readonly options: ExportOptions },
    { readonly jobId: string; readonly fileName: string }
  >;
  /** Opens the file manager at the file that an export has written. Rejects if it is there no more. */
  'export.show': Call<InSession & { readonly jobId: string }, None>;
}

export interface ExportEvents {
  'export.progressed': ExportBatch;
}
