/**
 * The server behind `npm start`: a dev server with sample data; with `--cluster`, a raft cluster of three nodes.
 * Sends address, token and sample credentials over its IPC channel. Ends when that closes, so it cannot outlive its
 * parent.
 */
import { startDevVault } from './dev.ts';
import { startRaftCluster } from './raft.ts';
import { seedSample } from './sample.ts';

const cluster = process.argv.includes('--cluster') ? await startRaftCluster() : undefined;
const server = cluster ?? (await startDevVault());
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await server.stop();
  process.exit(0);
}

process.once('disconnect', () => void stop());
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
const sample = await seedSample(server);
// The parent can be gone already: then the disconnect event would never come.
if (process.connected)
  process.send?.({
    address: server.address,
    token: server.rootToken,
    sample,
    nodes: cluster?.standbys.map(({ address }) => address) ?? [],
  });
else await stop();
