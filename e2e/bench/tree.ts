/**
 * A server with trees of entries on KV v2, each in a mount of its own: teams, services in them, ten entries in each
 * service. Filled on first request: 10,000 take some seconds, 100,000 some forty.
 */
import {
  newKvMount,
  startDevVault,
  writeSmallEntries,
  type KvMount,
  type Reachable,
  type VaultServer,
} from '../servers/index.ts';

/** Entries in a service. */
const ENTRIES = 10;

export interface Tree {
  readonly mount: KvMount;
  /** Every entry below the mount, in the server's order. */
  readonly entries: readonly string[];
  /** Entries, and folders with their slash, sorted. */
  readonly paths: readonly string[];
}

/** Teams, services in each of them, and through these the number of entries. */
const sizes = {
  1_000: { teams: 10, services: 10 },
  10_000: { teams: 50, services: 20 },
  100_000: { teams: 100, services: 100 },
} as const;

type TreeSize = keyof typeof sizes;

export interface TreeServer extends VaultServer {
  readonly tree: (entries: TreeSize) => Promise<Tree>;
}

/** Starts it, empty. */
export async function startTreeServer(): Promise<TreeServer> {
  const server = await startDevVault();
  const trees = new Map<TreeSize, Promise<Tree>>();
  return {
    ...server,
    tree: (entries) => {
      const tree = trees.get(entries) ?? fillTree(server, entries);
      trees.set(entries, tree);
      return tree;
    },
  };
}

async function fillTree(server: Reachable, count: TreeSize): Promise<Tree> {
  const { teams, services } = sizes[count];
  console.log(`    writing ${count.toLocaleString('en')} entries …`);
  const mount = await newKvMount(server, 2, `bench-tree-${String(count)}`);
  // Folders have letters and entries numbers, so that digits find entries only.
  const below = (above: string, name: string, much: number): string[] =>
    Array.from({ length: much }, (_, at) => `${above}${name}-${letter(at / 26)}${letter(at % 26)}/`);
  const outer = below('', 'team', teams);
  const inner = outer.flatMap((folder) => below(folder, 'service', services));
  const entries = inner.flatMap((folder, at) =>
    Array.from(
      { length: ENTRIES },
      (_, index) => `${folder}name-${String(at * ENTRIES + index).padStart(6, '0')}`,
    ),
  );
  await writeSmallEntries(server, mount, entries);
  return { mount, entries, paths: [...outer, ...inner, ...entries].sort() };
}

function letter(at: number): string {
  return String.fromCharCode(97 + Math.floor(at));
}
