/** Export of entries to a file: its formats, what each can carry, and how the file is protected. */

export const exportFormats = ['strongroom', 'json', 'yaml', 'env', 'csv', 'cli', 'terraform'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Facts of a format, for the form and the prompt. */
export interface FormatFacts {
  readonly label: string;
  /** Of the file's name, without a dot. */
  readonly extension: string;
  /** Can hold older versions, and which of them are deleted or destroyed. */
  readonly versions: boolean;
  /** Can hold custom metadata and settings of entries. */
  readonly metadata: boolean;
  /** Can be written without reading a value. */
  readonly withoutValues: boolean;
  /** Says which parts are lost or changed; empty: none. */
  readonly loses: string;
}

export const formatFacts: Readonly<Record<ExportFormat, FormatFacts>> = {
  strongroom: {
    label: 'Strongroom (JSON Lines)',
    extension: 'jsonl',
    versions: true,
    metadata: true,
    withoutValues: false,
    loses: '',
  },
  json: {
    label: 'JSON',
    extension: 'json',
    versions: false,
    metadata: false,
    withoutValues: false,
    loses: 'Only current values: no older versions, no metadata.',
  },
  yaml: {
    label: 'YAML',
    extension: 'yaml',
    versions: false,
    metadata: false,
    withoutValues: false,
    loses: 'Only current values: no older versions, no metadata.',
  },
  env: {
    label: '.env',
    extension: 'env',
    versions: false,
    metadata: false,
    withoutValues: false,
    loses:
      'Only current values, all as text: no older versions, no metadata. Names become variables, with their path unless one entry is exported.',
  },
  csv: {
    label: 'CSV',
    extension: 'csv',
    versions: false,
    metadata: false,
    withoutValues: false,
    loses:
      'Only current values: no older versions, no metadata. Text that a spreadsheet would run as a formula gets an apostrophe in front.',
  },
  cli: {
    label: 'CLI script',
    extension: 'sh',
    versions: false,
    metadata: true,
    withoutValues: false,
    loses: 'Only current values: no older versions.',
  },
  terraform: {
    label: 'Terraform',
    extension: 'tf',
    versions: false,
    metadata: true,
    withoutValues: true,
    loses: 'No older versions. Values only if chosen: Terraform also keeps them in its state.',
  },
};

/** Choices of a person. What the format cannot carry must not be chosen. */
export interface ExportOptions {
  readonly format: ExportFormat;
  readonly versions: 'latest' | 'all';
  readonly metadata: boolean;
  /** False only for formats that can be written without. */
  readonly values: boolean;
  readonly keys: { readonly which: 'all' | 'only' | 'without'; readonly names: readonly string[] };
  readonly protection: Protection;
}

/** Encryption of the file, by age. A passphrase is typed in the secure prompt. */
export type Protection =
  | { readonly kind: 'passphrase' }
  /** Public keys: `age1…`. */
  | { readonly kind: 'recipients'; readonly recipients: readonly string[] }
  | { readonly kind: 'none' };

export const mostRecipients = 20;
export const mostChosenKeys = 200;

/** One report of an export: something that is not in the file, or the file once it is complete. */
export type ExportReport =
  | { readonly kind: 'unread'; readonly path: string; readonly reason: string }
  | { readonly kind: 'written'; readonly entries: number; readonly bytes: number };

/** Reports and counts of entries since the last batch. */
export interface ExportBatch {
  readonly jobId: string;
  readonly rows: readonly ExportReport[];
  readonly done: number;
  readonly total: number;
}
