/** An entry of 7,000 keys on the bench's server, and a user's way to it. */
import { writeEntry } from '../servers/index.ts';
import type { CrowdedServer } from './crowd.ts';
import { clickUntilPainted, showRow, type Painted } from './journey.ts';
import type { Page } from './page.ts';

export const KEYS = 7_000;
const NAME = 'keys-7000';

export interface ManyKeys {
  readonly mountPath: string;
  readonly name: string;
  /** In the server's order. */
  readonly values: readonly (readonly [key: string, value: string])[];
}

const written = new WeakMap<CrowdedServer, Promise<ManyKeys>>();

/** Index of the edited key: in view, with a short value. */
export const EDITED = 3;

/** Writes the entry, once: 0.9 MB, close to the 1 MiB limit of Vault's own storage. */
export function manyKeys(server: CrowdedServer): Promise<ManyKeys> {
  const known = written.get(server) ?? write(server);
  written.set(server, known);
  return known;
}

async function write(server: CrowdedServer): Promise<ManyKeys> {
  const values = Array.from({ length: KEYS }, (_, at) => {
    const digits = String(at).padStart(4, '0');
    return [`key-${digits}`, at === EDITED ? 'short' : `value-of-${digits}-`.padEnd(120, 'x')] as const;
  });
  const mount = server.mounts[2];
  await writeEntry(server, mount, NAME, Object.fromEntries(values));
  return { mountPath: mount.path, name: NAME, values };
}

/**
 * Clicks on the entry in the tree and returns the milliseconds from that click to its keys painted. Throws unless the
 * first row has the first key and the total count.
 */
export async function showKeys(page: Page, entry: ManyKeys): Promise<number> {
  const row = await showRow(page, entry.mountPath, entry.mountPath + entry.name);
  return clickUntilPainted(page, row, firstRow(entry));
}

/** Row of the first key in a table that states the total count. */
export function firstRow({ values }: ManyKeys): Painted {
  return {
    selector: `[role="grid"][aria-rowcount="${String(values.length)}"] [role="row"][aria-rowindex="1"]`,
    text: values[0]?.[0] ?? '',
  };
}
