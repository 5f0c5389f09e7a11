/** The reference client (hvac 0.11 of Debian) behind a Python process that lives as long as the side. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Connection, ErrorKind, Operations, Outcome, Side } from './side.ts';

interface PythonAnswer {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly token?: string | null;
  readonly error?: string;
  readonly message?: string;
}

const kinds: Readonly<Record<string, ErrorKind>> = {
  Forbidden: 'forbidden',
  Unauthorized: 'forbidden',
  InvalidPath: 'invalid-path',
  InvalidRequest: 'invalid-request',
  UnsupportedOperation: 'not-offered',
  VaultDown: 'sealed',
  SSLError: 'tls',
  ReadTimeout: 'timeout',
  ConnectTimeout: 'timeout',
};

/** Starts the Python process. Python and hvac are Debian's: `/usr/bin/python3`, `python3-hvac`. */
export function startHvac(): Side {
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'reference.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Bare, and at home nowhere: hvac takes a token from the environment or from `~/.vault-token` where it is given none.
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/nonexistent' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: the process answers line by line. */
  function send(request: unknown): Promise<PythonAnswer> {
    const turn = last.then(async () => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const line = await answers.next();
      if (line.done === true) throw new Error('The reference client has ended.');
      return JSON.parse(line.value) as PythonAnswer;
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    name: 'hvac',
    connect: (connection) => operations(send, connection),
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

function operations(
  send: (request: unknown) => Promise<PythonAnswer>,
  { certificate, timeoutSeconds, ...rest }: Connection,
): Operations {
  // The process keeps no client between lines: what one has adopted is carried here.
  let { token } = rest;
  const connection = {
    ...rest,
    ...(certificate === undefined ? {} : { certificate: [certificate.certificateFile, certificate.keyFile] }),
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
  };
  const run = async (operation: string, ...args: unknown[]): Promise<Outcome> => {
    const answer = await send({ connection: { ...connection, token }, operation, arguments: args });
    token = answer.token ?? undefined;
    if (!answer.ok) {
      const raised = answer.error ?? '';
      return { ok: false, error: kinds[raised] ?? 'other', detail: `${raised}: ${answer.message ?? ''}` };
    }
    return { ok: true, value: answer.value ?? null, tokenAfter: answer.token ?? undefined };
  };
  return {
    read: (path, wrapTtl) => run('read', path, wrapTtl),
    list: (path) => run('list', path),
    write: (path, body, wrapTtl) => run('write', path, body, wrapTtl),
    delete: (path) => run('delete', path),
    lookup: (token, accessor = false, wrapTtl) => run('lookup', token, accessor, wrapTtl),
    renew: (token, increment, wrapTtl) => run('renew', token, increment, wrapTtl),
    renewSelf: (increment, wrapTtl) => run('renewSelf', increment, wrapTtl),
    revoke: (token, orphan = false, accessor = false) => run('revoke', token, orphan, accessor),
    revokeSelf: () => run('revokeSelf'),
    login: (path, fields, adopt) => run('login', path, fields, adopt),
    unwrap: (token) => run('unwrap', token),
    sealStatus: () => run('sealStatus'),
    keyStatus: () => run('keyStatus'),
    leader: () => run('leader'),
    policy: (name) => run('policy', name),
    rekey: () => run('rekey'),
    rootGeneration: () => run('rootGeneration'),
    isAuthenticated: () => run('isAuthenticated'),
  };
}
