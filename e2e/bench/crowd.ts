/**
 * The server of the bench: a real one, with a folder of 50,000 entries on KV v2 (what people have; the server itself
 * takes hundreds of milliseconds to list it, because v2 decrypts every name) and the same on KV v1, where the server's
 * share is small and ours shows.
 */
import {
  manyNames,
  newKvMount,
  startDevVault,
  writeManyNames,
  type KvMount,
  type VaultServer,
} from '../servers/index.ts';

export const CROWD = 50_000;
export const FOLDER = 'crowd/';

export interface CrowdedServer extends VaultServer {
  readonly kv2: KvMount;
  readonly kv1: KvMount;
}

/** Every name in the folder, in the server's order. */
export function crowdNames(): string[] {
  return manyNames(CROWD);
}

/** Starts and fills it: about half a minute. `stop` ends it. */
export async function startCrowdedServer(): Promise<CrowdedServer> {
  const server = await startDevVault();
  try {
    const kv2 = await newKvMount(server, 2, 'bench-v2');
    const kv1 = await newKvMount(server, 1, 'bench-v1');
    await writeManyNames(server, kv2, FOLDER, CROWD);
    await writeManyNames(server, kv1, FOLDER, CROWD);
    return { ...server, kv2, kv1 };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
