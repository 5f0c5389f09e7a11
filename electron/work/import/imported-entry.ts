/** A file as its reader gives it: items with their folders, their keys and their versions. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import type { ImportFormat, ImportLayout } from '../../../shared/vault/import.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';

/** One version, oldest first within its entry; without `members` the file has no values of it. */
export interface ImportedVersion {
  readonly members?: readonly Member[];
  /** State at its source, if it was not living. */
  readonly gone?: 'deleted' | 'destroyed';
  /** The export could not read its values, so nobody knows its state. */
  readonly isUnread?: true;
}

/** A file within an item. */
export interface Attachment {
  readonly name: string;
  /** Absent: the file that is imported does not have its content. */
  readonly base64?: string;
}

/** One item of a file. */
export interface ImportedEntry {
  readonly folders: readonly string[];
  readonly name: string;
  /** At least one. */
  readonly versions: readonly ImportedVersion[];
  /** Number of the oldest version at its source; above 1 some are gone. */
  readonly oldest?: number;
  readonly settings?: Partial<MetadataSettings>;
  readonly attachments?: readonly Attachment[];
}

/** An item as it is to be written. */
export interface MappedEntry {
  /** Folders and title in the file. */
  readonly from: string;
  /** Below the destination. */
  readonly path: string;
  readonly versions: readonly ImportedVersion[];
  readonly oldest: number;
  readonly settings: Partial<MetadataSettings>;
}

/** Result of a reader. */
export interface ReadFile {
  readonly format: ImportFormat;
  readonly layout?: ImportLayout;
  readonly entries: readonly ImportedEntry[];
  /** Titles of a person's choice, not paths. */
  readonly titled: boolean;
  readonly incomplete?: boolean;
  readonly warnings: readonly string[];
}

/** A file to read. */
export interface Source {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** Decoded; empty if the file is not text. */
  readonly text: string;
  readonly layout: ImportLayout | undefined;
}

/** One format. */
export interface Reader {
  readonly recognises: (source: Source) => boolean;
  readonly read: (source: Source) => ReadFile | Promise<ReadFile>;
}

/** An error about the file; it never quotes it. `line` counts from 1. */
export function unreadable(message: string, hint = 'Nothing was imported.', line?: number): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'file',
    message: line === undefined ? message : `Line ${String(line)}: ${message}`,
    hint,
  });
}

/** Most items of one import: a plan has a row for each. */
export const mostItems = 200_000;

/** Adds a key to a list; a name that is taken gets a number. */
export class Keys {
  readonly #members = new Map<string, string>();

  /** Adds a text unless it is empty or absent. */
  text(name: string, value: unknown): void {
    if (typeof value === 'string' && value !== '') this.json(name, JSON.stringify(value));
    else if (typeof value === 'number' || typeof value === 'boolean') this.json(name, String(value));
  }

  /** Adds a value in JSON. */
  json(name: string, raw: string): void {
    const base = name.trim() === '' ? 'value' : name.trim();
    let free = base;
    for (let count = 2; this.#members.has(free); count++) free = `${base}-${String(count)}`;
    this.#members.set(free, raw);
  }

  get members(): readonly Member[] {
    return [...this.#members];
  }
}

/** Custom metadata of tags and an end, within the limits of the server. */
export function customMetadata(values: Readonly<Record<string, string>>): Pick<ImportedEntry, 'settings'> {
  const some = Object.entries(values).filter(([, value]) => value !== '' && value.length <= 512);
  return some.length === 0 ? {} : { settings: { customMetadata: Object.fromEntries(some) } };
}
