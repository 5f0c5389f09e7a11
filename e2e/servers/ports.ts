import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

const LOWEST = 10_240;
/** Usual start of the system's ephemeral port range. */
const USUAL_FIRST = 32_768;
const given = new Set<number>();

/**
 * Loopback ports that were free a moment ago, outside the ephemeral range, so that the system assigns them neither to
 * servers nor to client sockets. Another run can still win the race, so callers retry a failed bind.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) {
    const port = randomInt(LOWEST, firstOfAll());
    if (given.has(port)) continue;
    const server = await listeningOn(port);
    if (server === undefined) continue;
    given.add(port);
    servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Start of the system's ephemeral port range. */
function firstOfAll(): number {
  try {
    const first = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
    if (first > LOWEST + 1_000) return first;
  } catch {
    // Not on Linux.
  }
  return USUAL_FIRST;
}

/** Undefined if the port is taken. */
async function listeningOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}
