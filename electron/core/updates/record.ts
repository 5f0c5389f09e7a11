/** State of updates remembered between two starts, in `updates.json`. */
import type { UpdateMode } from '../../../shared/ipc/contract/updates.ts';

export interface UpdateRecord {
  /** Absent: the user has not chosen yet. */
  readonly mode?: UpdateMode;
  /** Empty: the address of this build. */
  readonly feed: string;
  /** Confirmed by the user: the address and the route to it (`gates/feed-contact.ts`). */
  readonly confirmed: string;
  /** ISO 8601; empty: never. */
  readonly checkedAt: string;
  /** The newest version named by a verified description: an older one would be a step back. */
  readonly newest: string;
  /** The failed installation at the end of the last run; `why` ends a sentence. */
  readonly failed?: { readonly version: string; readonly why: string };
}

export interface UpdateFile {
  readonly value: () => UpdateRecord;
  readonly save: (record: UpdateRecord) => void;
}

export const noUpdates: UpdateRecord = { feed: '', confirmed: '', checkedAt: '', newest: '' };

const modes: readonly UpdateMode[] = ['off', 'ask', 'automatic'];

/** Parses the file's content; undefined if it has another format. */
export function parseUpdateRecord(data: unknown): UpdateRecord | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const read: Partial<Record<keyof UpdateRecord, unknown>> = data;
  const text = (name: 'feed' | 'confirmed' | 'checkedAt' | 'newest'): string => {
    const value = read[name];
    return typeof value === 'string' ? value.slice(0, 4096) : '';
  };
  const mode = modes.find((one) => one === read.mode);
  const failed = failureIn(read.failed);
  return {
    feed: text('feed'),
    confirmed: text('confirmed'),
    checkedAt: text('checkedAt'),
    newest: text('newest'),
    ...(mode === undefined ? {} : { mode }),
    ...(failed === undefined ? {} : { failed }),
  };
}

function failureIn(data: unknown): UpdateRecord['failed'] {
  if (typeof data !== 'object' || data === null) return undefined;
  const { version, why }: { version?: unknown; why?: unknown } = data;
  return typeof version === 'string' && typeof why === 'string'
    ? { version: version.slice(0, 64), why: why.slice(0, 500) }
    : undefined;
}
