/** Import of entries from files. The path and the values of a file stay in main; the page maps what it cannot read. */
import type {
  ImportFile,
  ImportLayout,
  ImportMapping,
  ImportPreview,
  ImportPurpose,
} from '../../vault/import.ts';
import type { SelectedPlace } from '../../vault/selection.ts';
import type { Call, InSession, None } from './call.ts';
import type { PlanJob } from './plan.ts';

type InImport = { readonly importId: string };

export interface ImportCalls {
  /**
   * Asks for a file, and in the secure prompt for the key of an encrypted one; replaces the file that the session had
   * for this purpose. Rejects with `cancelled` if the user declines, with `invalid-input` for a file that cannot be read.
   */
  'import.choose': Call<InSession & { readonly purpose?: ImportPurpose }, ImportFile>;
  /** Reads the file again, in another layout. */
  'import.arrange': Call<InImport & { readonly layout: ImportLayout }, ImportFile>;
  /** Items as the mapping makes them: names, keys and lengths, without a value. */
  'import.preview': Call<InImport & { readonly mapping: ImportMapping }, ImportPreview>;
  /** Makes a plan of the items, as `plan.make` does; changes nothing on a server. */
  'import.plan': Call<
    InImport & {
      readonly to: SelectedPlace;
      readonly mapping: ImportMapping;
      readonly existing: 'skip' | 'overwrite';
    },
    PlanJob
  >;
  /** Forgets the file. A plan made of it stays. */
  'import.drop': Call<InImport, None>;
}
