/** A relay to the real server that can be cut and reconnected: imitates a server that stops and restarts. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePorts } from './ports.ts';

export interface Relay {
  /** The server's address through the relay, e.g. `http://127.0.0.1:41234`. */
  readonly address: string;
  /** Stops listening and cuts open connections: new ones are refused from then on. */
  readonly cut: () => Promise<void>;
  /** Listens again on the same port, optionally in front of another server. */
  readonly mend: (to?: { readonly address: string }) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a relay in front of a server, listening on a free loopback port. */
export async function startRelay(target: { readonly address: string }): Promise<Relay> {
  const { protocol } = new URL(target.address);
  let { hostname, port: targetPort } = new URL(target.address);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    const listening = createServer((incoming) => {
      const outgoing = connect(Number(targetPort), hostname);
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject);
      listening.listen(port, '127.0.0.1', resolve);
    });
    server = listening;
    return (listening.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    const listening = server;
    server = undefined;
    if (listening === undefined) return;
    await new Promise<void>((resolve) => {
      listening.close(() => {
        resolve();
      });
      for (const socket of sockets) socket.destroy();
    });
  };
  // Outside the ephemeral range: the system assigns it to no other socket while the relay is cut.
  const port = await listen((await freePorts(1))[0] ?? 0);
  return {
    address: `${protocol}//127.0.0.1:${String(port)}`,
    cut,
    mend: async (to = { address: `${protocol}//${hostname}:${targetPort}` }) => {
      ({ hostname, port: targetPort } = new URL(to.address));
      await listen(port);
    },
    stop: cut,
  };
}
