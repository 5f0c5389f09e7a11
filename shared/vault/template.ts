/**
 * Templates: the keys that entries below a folder should have. The folder's entry `.template` describes them, by a
 * JSON Schema in its key `schema` or else by its own keys and the types of their values. The nearest folder above an
 * entry wins. A person can choose a file with such a schema instead, which goes before the entry of the same folder.
 */

/** Last name of an entry that describes others. */
export const templateName = '.template';

/** One key that a template names. */
export interface TemplateKey {
  readonly key: string;
  readonly required: boolean;
  /** JSON Schema's names of types; empty: any. */
  readonly types: readonly string[];
  readonly description: string;
  /** JSON text of the schema's `default`. */
  readonly initial?: string;
}

export interface TemplateView {
  /** Mount and path of its entry; of a file its name. */
  readonly path: string;
  /** True for a file of this computer. */
  readonly isFile: boolean;
  readonly keys: readonly TemplateKey[];
  /** Keywords of its schema that are not checked. */
  readonly unchecked: readonly string[];
}

/** A difference of an entry from its template. `unchecked`: the value or the pattern is too long to compare. */
export type DeviationKind =
  'missing' | 'type' | 'pattern' | 'format' | 'length' | 'range' | 'choice' | 'extra' | 'unchecked';

export interface Deviation {
  readonly key: string;
  readonly kind: DeviationKind;
}

/** An entry that differs from its template. */
export interface DeviatingEntry {
  /** Mount and path. */
  readonly path: string;
  readonly template: string;
  readonly deviations: readonly Deviation[];
}
