/** Import of entries from a file: its formats, what each cannot carry, and how its items become entries. */

export const importFormats = [
  'strongroom',
  'json',
  'yaml',
  'vkv',
  'env',
  'csv',
  'onepux',
  'onepassword-csv',
  'bitwarden',
  'keepass-xml',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Facts of a format, for the form and the prompt. */
export interface ImportFormatFacts {
  readonly label: string;
  /** Says what entries lack afterwards; empty: nothing. */
  readonly cannotCarry: string;
  /** Its structure can be read in several ways. */
  readonly layouts?: true;
}

const currentOnly = 'It has current values only: no older versions, no metadata.';

export const importFacts: Readonly<Record<ImportFormat, ImportFormatFacts>> = {
  strongroom: {
    label: 'Strongroom (JSON Lines)',
    cannotCarry: 'Versions get the time of the import. Deleted versions have no values in the file.',
  },
  json: { label: 'JSON', cannotCarry: currentOnly, layouts: true },
  yaml: { label: 'YAML', cannotCarry: currentOnly, layouts: true },
  vkv: { label: 'vkv', cannotCarry: currentOnly },
  env: { label: '.env', cannotCarry: 'All variables become one entry; every value is text.' },
  csv: { label: 'CSV', cannotCarry: currentOnly },
  onepux: {
    label: '1Password (1PUX)',
    cannotCarry: 'Password history, icons and the order of sections are left out.',
  },
  'onepassword-csv': {
    label: '1Password (CSV)',
    cannotCarry: 'The file has logins only: no vaults, no own fields, no attachments.',
  },
  bitwarden: {
    label: 'Bitwarden (JSON)',
    cannotCarry: 'Attachments are not in the file. Password history and items in the trash are left out.',
  },
  'keepass-xml': {
    label: 'KeePass (XML)',
    cannotCarry: 'Icons, auto-type and entries in the recycle bin are left out.',
  },
};

/** Ways to read nested JSON or YAML. */
export const importLayouts = ['paths', 'tree', 'entry'] as const;
/**
 * - `paths`: each key at the top is a path, and its object the keys of that entry.
 * - `tree`: objects are folders, everything else is a key of the entry around it (as medusa writes them).
 * - `entry`: the whole file is one entry.
 */
export type ImportLayout = (typeof importLayouts)[number];

/** Uses of a file: an import (default), or one side of a comparison. */
export const importPurposes = ['import', 'comparison'] as const;
export type ImportPurpose = (typeof importPurposes)[number];

/** Folders of a file: all, without those that all items share, or none. */
export const importFolders = ['all', 'without-common', 'none'] as const;

/** Rules that make entries of the items of a file. */
export interface ImportMapping {
  readonly folders: (typeof importFolders)[number];
  /** A slash within a title begins a folder, or becomes a dash. */
  readonly slashes: 'folder' | 'dash';
  /** Several items with one path: later ones get a number, or the plan shows them as conflicts. */
  readonly clashes: 'number' | 'conflict';
  /** New names of keys; an empty one leaves the key out. Other keys stay as they are. */
  readonly keys: readonly { readonly from: string; readonly to: string }[];
  readonly attachments: 'leave-out' | 'base64';
  readonly versions: 'latest' | 'all';
  readonly metadata: boolean;
}

/** A key of a file, and the number of its items that have it. */
export interface ImportKey {
  readonly name: string;
  readonly count: number;
}

/** A file that main has read; its values stay there. */
export interface ImportFile {
  readonly importId: string;
  readonly fileName: string;
  readonly format: ImportFormat;
  /** Only for formats with several. */
  readonly layout?: ImportLayout;
  readonly encrypted: boolean;
  readonly entries: number;
  /** The most used first; at most `mostImportKeys`. */
  readonly keys: readonly ImportKey[];
  /** All of them, listed or not. */
  readonly keyCount: number;
  /** Items have titles of their own, not paths. */
  readonly titled: boolean;
  /** Folders that all items share: `app/prod/`; empty without any. */
  readonly commonFolder: string;
  readonly attachments: number;
  readonly hasVersions: boolean;
  readonly hasMetadata: boolean;
  /** The file was cut off, or its export could not read everything. */
  readonly incomplete: boolean;
  readonly warnings: readonly string[];
  /** Rules that fit most files of the format. */
  readonly mapping: ImportMapping;
}

/** A key of an item, masked. */
export interface ImportPreviewKey {
  readonly name: string;
  /** Of a text its characters, of other values those of their JSON. */
  readonly length: number;
}

/** One item as it would be written. */
export interface ImportPreviewRow {
  /** Folders and title in the file. */
  readonly from: string;
  /** Below the destination. */
  readonly path: string;
  readonly keys: readonly ImportPreviewKey[];
  readonly versions: number;
  /** Reason why it cannot be written so. */
  readonly problem?: string;
}

/** Items of a file after mapping: the first rows, and counts of all. */
export interface ImportPreview {
  readonly rows: readonly ImportPreviewRow[];
  readonly entries: number;
  /** Items whose path another one has. */
  readonly clashes: number;
  readonly problems: number;
}

export const mostImportKeys = 200;
export const mostPreviewed = 200;
/** Bytes of a file, and of what it unpacks to. */
export const importLimitBytes = 128 * 1024 * 1024;
/** UTF-16 code units of YAML: its reader takes some 60 times as much memory. */
export const importYamlLength = 8 * 1024 * 1024;
