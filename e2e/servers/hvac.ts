/**
 * The reference client as a judge: hvac in one Python process per test file, so that the app's results are read by an
 * independent implementation.
 *
 * hvac repairs paths on its own (two slashes become one, `requests` resolves dots): a read at a path must be judged
 * together with the list.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { referencePython } from '../../build/setup/reference-client.mjs';
import type { KvMount } from './seed.ts';
import type { Reachable } from './vault-api.ts';

/** Result of a call: its return value, or the class that it raised (`InvalidPath`, `Forbidden` …). */
export type HvacAnswer =
  | { readonly ok: true; readonly value: unknown; readonly found?: string }
  | { readonly ok: false; readonly error: string; readonly message: string };

export interface Hvac {
  readonly pid: number;
  /** Calls any method of `hvac.Client` by its dotted name, with keyword arguments. */
  readonly call: (method: string, args: Readonly<Record<string, unknown>>) => Promise<HvacAnswer>;
  /** Writes an entry; `cas` with check-and-set. Returns the new version (v1: 0). Throws what hvac raised. */
  readonly write: (mount: KvMount, path: string, data: unknown, cas?: number) => Promise<number>;
  /** Values of an entry; undefined if it does not exist (v2: or is deleted). */
  readonly read: (mount: KvMount, path: string, version?: number) => Promise<unknown>;
  /** Throws, with both texts, unless the entry equals this JSON text: keys, types, and each digit of a number. */
  readonly holds: (mount: KvMount, path: string, json: string) => Promise<void>;
  /** Names in a folder (empty: the mount itself); empty if it does not exist. */
  readonly list: (mount: KvMount, folder: string) => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

/** Time for the process to end by itself. */
const END_MS = 5_000;

/** Starts hvac against a server with its root token; `python3-hvac` is installed by `npm test`. */
export async function startHvac(server: Pick<Reachable, 'address' | 'rootToken'>): Promise<Hvac> {
  const child = spawn(referencePython(), [join(import.meta.dirname, 'hvac-calls.py')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // No environment or home: hvac would take a token from there or `~/.vault-token`, its transport a proxy.
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/nonexistent' },
  });
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaint += piece));
  // A write to an ended process fails by its missing response, which has the better message.
  child.stdin.on('error', () => undefined);
  await once(child, 'spawn');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify({ address: server.address, token: server.rootToken })}\n`);

  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: the process answers line by line. */
  function send(request: unknown): Promise<HvacAnswer> {
    const turn = last.then(async () => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`hvac has ended (python3-hvac is needed):\n${complaint}`);
      return JSON.parse(line.value) as HvacAnswer;
    });
    last = turn.catch(() => undefined);
    return turn;
  }
  const kv = (mount: KvMount, verb: string): string => `secrets.kv.v${String(mount.version)}.${verb}`;
  const place = (mount: KvMount, path: string) => ({ path, mount_point: mount.path.slice(0, -1) });
  const reading = (mount: KvMount, path: string, version?: number) => ({
    method: kv(mount, mount.version === 2 ? 'read_secret_version' : 'read_secret'),
    arguments: { ...place(mount, path), ...(version === undefined ? {} : { version }) },
    at: mount.version === 2 ? ['data', 'data'] : ['data'],
  });

  return {
    pid: child.pid ?? 0,
    call: (method, args) => send({ method, arguments: args }),
    write: async (mount, path, data, cas) => {
      const answer = await send({
        method: kv(mount, 'create_or_update_secret'),
        arguments: {
          ...place(mount, path),
          secret: data,
          ...(cas === undefined ? {} : { cas }),
          // By default hvac reads first, to choose between two methods that the server treats alike.
          ...(mount.version === 1 ? { method: 'POST' } : {}),
        },
        ...(mount.version === 2 ? { at: ['data', 'version'] } : {}),
      });
      const version = valueOf(answer);
      return typeof version === 'number' ? version : 0;
    },
    read: async (mount, path, version) => orAbsent(await send(reading(mount, path, version))),
    holds: async (mount, path, json) => {
      const answer = await send({ ...reading(mount, path), equals: json });
      if (valueOf(answer) === true) return;
      throw new Error(
        `At ${JSON.stringify(path)} hvac reads ${answer.ok ? (answer.found ?? '') : ''}, not ${json}`,
      );
    },
    list: async (mount, folder) => {
      const answer = await send({
        method: kv(mount, 'list_secrets'),
        arguments: place(mount, folder),
        at: ['data', 'keys'],
      });
      return (orAbsent(answer) ?? []) as readonly string[];
    },
    stop: async () => {
      child.stdin.end();
      const impatience = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** Return value of a call; throws the error it raised. */
function valueOf(answer: HvacAnswer): unknown {
  if (answer.ok) return answer.value;
  throw new Error(`hvac raised ${answer.error}: ${answer.message}`);
}

function orAbsent(answer: HvacAnswer): unknown {
  return !answer.ok && answer.error === 'InvalidPath' ? undefined : valueOf(answer);
}
