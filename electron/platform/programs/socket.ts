/** The app's socket for programs: opened for its user alone, a stale one is replaced, a living one never. */
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { makeRuntimeFolder } from './runtime-folder.ts';

export interface OpenSocket {
  readonly close: () => Promise<void>;
}

/** Opens it; `connected` gets each connection, paused. Rejects with a sentence. */
export async function openSocket(
  path: string,
  uid: number,
  connected: (socket: Socket) => void,
): Promise<OpenSocket> {
  makeRuntimeFolder(dirname(path), path, uid);
  await removeStale(path);
  const server = createServer({ pauseOnConnect: true }, connected);
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Until here the folder alone keeps others away.
  chmodSync(path, 0o600);
  server.on('error', () => undefined);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        open.forEach((socket) => socket.destroy());
      }),
  };
}

/** Rejects if somebody listens there, or if it is not a socket. */
async function removeStale(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw new Error('There is something else in place of the socket.');
  if (await isHeard(path)) throw new Error('Another Strongroom listens there already.');
  unlinkSync(path);
}

function isHeard(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (heard: boolean): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.once('connect', () => end(true));
    // Only a socket without a listener is ours to remove.
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code !== 'ECONNREFUSED'));
  });
}
