/**
 * The other end of a connection, as the kernel knows it. Node cannot ask for it, so the launcher's own binary does:
 * it gets the socket, prints the process, and stays to say whether that still runs.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';

export interface Peer {
  readonly pid: number;
  readonly uid: number;
  readonly start: string;
  readonly isAlive: () => Promise<boolean>;
  readonly end: () => void;
}

/** Asks for the peer of a socket; undefined if it cannot be told. */
export async function peerOf(socket: Socket, launcher: string): Promise<Peer | undefined> {
  const fd = (socket as unknown as { readonly _handle: { readonly fd: number } | null })._handle?.fd ?? -1;
  if (fd < 0) return undefined;
  const child = spawn(launcher, ['peer'], { stdio: ['pipe', 'pipe', 'ignore', fd], env: {} });
  const ended = new Promise<undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('close', () => resolve(undefined));
  });
  const [input, output] = [child.stdin, child.stdout];
  if (input === null || output === null) return undefined;
  input.on('error', () => undefined);
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await Promise.race([lines.next(), ended]);
    return line === undefined || line.done === true ? '' : line.value;
  };
  const first = facts(await next());
  if (first === undefined) {
    input.end();
    return undefined;
  }
  return {
    ...first,
    isAlive: async () => {
      if (!input.writable) return false;
      input.write('\n');
      return (await next()) === 'true';
    },
    end: () => input.end(),
  };
}

function facts(line: string): Pick<Peer, 'pid' | 'uid' | 'start'> | undefined {
  if (line === '') return undefined;
  const { pid, uid, start } = JSON.parse(line) as Partial<Record<string, unknown>>;
  return typeof pid === 'number' && pid > 0 && typeof uid === 'number' && typeof start === 'string'
    ? { pid, uid, start }
    : undefined;
}
