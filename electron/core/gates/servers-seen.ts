/**
 * Servers that the user has contacted, and their connection names. Kept after a saved connection is removed: a name
 * that now leads to another server is told from one that always did, even if the connection was removed and made anew
 * meanwhile. Nothing in it is secret, and nothing in it confirms anything.
 */

/**
 * Entries by address (`origin` in the file, which used to hold only that): names of the saved connections that logged
 * in there, latest last. Addresses are in order of last contact.
 */
export type ServersSeen = readonly { readonly origin: string; readonly names: readonly string[] }[];

/** File storage, as `electron/disk/json-file` opens it. */
export interface ServersSeenStorage {
  readonly value: () => ServersSeen;
  readonly save: (value: ServersSeen) => void;
}

export interface SeenBefore {
  readonly firstContact: boolean;
  /** Addresses of other servers that had this name; empty if this server had it too. */
  readonly nameElsewhere: readonly string[];
}

const MOST_SERVERS = 500;
const MOST_NAMES = 20;

export interface ServersSeenStore {
  /** `name`: empty for an unsaved connection. */
  readonly before: (origin: string, name: string) => SeenBefore;
  /** Notes a contact; with a name, a login of the saved connection of that name. */
  readonly note: (origin: string, name?: string) => void;
}

/** Opens the list. The oldest are dropped above 500 servers, or 20 names of one. */
export function createServersSeen(storage: ServersSeenStorage): ServersSeenStore {
  return {
    before: (origin, name) => {
      const seen = storage.value();
      const here = seen.find((one) => one.origin === origin);
      const goesBy = ({ names }: ServersSeen[number]): boolean =>
        names.some((one) => plain(one) === plain(name));
      const elsewhere =
        name === '' || (here !== undefined && goesBy(here))
          ? []
          : seen.filter(goesBy).map((one) => one.origin);
      return { firstContact: here === undefined, nameElsewhere: elsewhere };
    },
    note: (origin, name = '') => {
      const seen = storage.value();
      const here = seen.find((one) => one.origin === origin);
      if (here !== undefined && (name === '' || here.names.at(-1) === name)) return;
      const names = [...(here?.names ?? []).filter((one) => one !== name), ...(name === '' ? [] : [name])];
      storage.save(
        [...seen.filter((one) => one !== here), { origin, names: names.slice(-MOST_NAMES) }].slice(
          -MOST_SERVERS,
        ),
      );
    },
  };
}

/** Names that read the same are the same name. */
function plain(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Parses the content of `servers-seen.json`; undefined if it has another format. */
export function parseServersSeen(data: unknown): ServersSeen | undefined {
  if (!Array.isArray(data)) return undefined;
  const seen: { origin: string; names: string[] }[] = [];
  for (const one of data as readonly unknown[]) {
    if (typeof one !== 'object' || one === null || !('origin' in one) || !('names' in one)) return undefined;
    const { origin, names } = one;
    if (typeof origin !== 'string' || !Array.isArray(names)) return undefined;
    seen.push({ origin, names: names.filter((name) => typeof name === 'string').slice(-MOST_NAMES) });
  }
  return seen.slice(-MOST_SERVERS);
}
