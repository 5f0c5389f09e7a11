/**
 * The bench's server: a real one, with folders of many entries on KV v2 (the common engine; the server itself takes
 * hundreds of milliseconds to list one, because v2 decrypts every name) and on KV v1, where the server's share is
 * small and ours is visible.
 */
import {
  manyNames,
  newKvMount,
  startDevVault,
  writeManyNames,
  type KvMount,
  type VaultServer,
} from '../servers/index.ts';

/** A folder with many entries. */
export interface CrowdedFolder {
  readonly mount: KvMount;
  /** Below the mount, with a trailing slash. */
  readonly path: string;
  /** Every name in it, in the server's order. */
  readonly names: readonly string[];
}

export interface CrowdedServer extends VaultServer {
  readonly mounts: Readonly<Record<1 | 2, KvMount>>;
  /** The folder of `count` entries on KV v1 or v2; filled on first request: 50,000 take some ten seconds. */
  readonly folder: (version: 1 | 2, count: number) => Promise<CrowdedFolder>;
}

/** Starts it, with two empty mounts. */
export async function startCrowdedServer(): Promise<CrowdedServer> {
  const server = await startDevVault();
  try {
    const mounts = {
      1: await newKvMount(server, 1, 'bench-v1'),
      2: await newKvMount(server, 2, 'bench-v2'),
    } as const;
    const filled = new Map<string, Promise<CrowdedFolder>>();
    const fill = async (mount: KvMount, count: number): Promise<CrowdedFolder> => {
      const path = `crowd-${String(count)}/`;
      console.log(`    filling a folder with ${String(count)} entries on KV v${String(mount.version)} …`);
      await writeManyNames(server, mount, path, count);
      return { mount, path, names: manyNames(count) };
    };
    return {
      ...server,
      mounts,
      folder: (version, count) => {
        const key = `${String(version)} ${String(count)}`;
        const known = filled.get(key) ?? fill(mounts[version], count);
        filled.set(key, known);
        return known;
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
