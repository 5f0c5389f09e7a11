/**
 * `--sample-server=FILE`: the sample server's address and token, written by the start script. The file is deleted as
 * soon as it is read, and only a server on this machine is accepted: the switch opens a session without asking.
 */
import { readFileSync, rmSync } from 'node:fs';
import { isLoopback } from '../../shared/vault/loopback.ts';
import type { SampleServer } from '../core/platform.ts';

/** Reads and deletes the file. Throws with a sentence if its content is invalid. */
export function takeSampleServer(path: string): SampleServer {
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  const read: unknown = JSON.parse(text);
  if (
    typeof read !== 'object' ||
    read === null ||
    !('address' in read && 'token' in read && 'name' in read) ||
    typeof read.address !== 'string' ||
    typeof read.token !== 'string' ||
    typeof read.name !== 'string'
  ) {
    throw new Error('the sample server file needs an address, a token and a name');
  }
  if (!isOwn(read.address)) throw new Error('the sample server is not on this machine');
  const nodes: unknown = 'nodes' in read ? read.nodes : [];
  if (!Array.isArray(nodes) || !nodes.every(isOwn))
    throw new Error('a node of the sample server is not on this machine');
  return { address: read.address, token: read.token, name: read.name, nodes };
}

function isOwn(address: unknown): address is string {
  return typeof address === 'string' && URL.canParse(address) && isLoopback(new URL(address).origin);
}
