/** The reference client (hvac 0.11 of Debian) in a Python process that lives as long as the side. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { at } from '../servers/index.ts';
import { ceremoniesOf } from './hvac-ceremonies.ts';
import type { Connection, ErrorKind, Fields, LoginBy, Operations, Outcome, Side, Standing } from './side.ts';

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

type Send = (request: unknown) => Promise<PythonAnswer>;

/** Starts the Python process. Python and hvac are Debian's: `/usr/bin/python3`, `python3-hvac`. */
export function startHvac(): Side {
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'reference.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // No environment or home: hvac falls back to a token from there or from `~/.vault-token`.
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/nonexistent' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: the process answers line by line. */
  const send: Send = (request) => {
    const turn = last.then(async () => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const line = await answers.next();
      if (line.done === true) throw new Error('The reference client has ended.');
      return JSON.parse(line.value) as PythonAnswer;
    });
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    name: 'hvac',
    connect: (connection, standing) => Promise.resolve(operations(send, connection, standing)),
    endCase: () => Promise.resolve(),
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

function operations(
  send: Send,
  { certificate, timeoutSeconds, ...rest }: Connection,
  standing: Standing,
): Operations {
  // The process keeps no client between lines: an adopted token is kept here.
  let token = standing === 'tokenless' ? undefined : rest.token;
  const connection = {
    ...rest,
    ...(certificate === undefined ? {} : { certificate: [certificate.certificateFile, certificate.keyFile] }),
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
  };
  const run = async (operation: string, ...args: readonly unknown[]): Promise<Outcome> => {
    const answer = await send({
      connection: { ...connection, token },
      operation,
      arguments: args.map((arg) => arg ?? null),
    });
    token = answer.token ?? undefined;
    if (answer.ok) return { ok: true, value: answer.value ?? null, calls: [] };
    const { error: raised = '', message = '' } = answer;
    const waited = /read timeout=(\d+)/.exec(message)?.[1];
    return {
      ok: false,
      error: kinds[raised] ?? 'other',
      detail: `${raised}: ${message}`,
      calls: [],
      ...(waited === undefined ? {} : { afterSeconds: Number(waited) }),
    };
  };
  /** For these operations hvac returns None exactly if the server responds "invalid path". */
  const orAbsent = async (asked: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await asked;
    return outcome.ok && outcome.value === null
      ? { ok: false, error: 'invalid-path', detail: 'None', calls: [] }
      : outcome;
  };
  const login = async (asked: Promise<Outcome>): Promise<Outcome> => {
    const outcome = asRefusal(await asked);
    return made(outcome, (value) => ({ policies: at(value, 'auth', 'policies') }));
  };
  const renewed = async (plain: boolean, asked: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await asked;
    return plain ? made(outcome, renewal) : outcome;
  };
  const data = (path: string, version: 1 | 2) => (version === 2 ? `data/${path}` : path);

  return {
    read: (path, wrapTtl) => orAbsent(run('read', path, wrapTtl)),
    list: (path, wrapTtl) => orAbsent(run('list', path, wrapTtl)),
    write: (path, body, wrapTtl) => run('write', path, body, wrapTtl),
    // hvac hands back the bare response, which has no body.
    delete: async (path, wrapTtl) => made(await run('delete', path, wrapTtl), () => null),
    readEntry: ({ path: mount, version }, path) => orAbsent(run('read', mount + data(path, version), null)),
    listFolder: async ({ path: mount, version }, path) =>
      made(
        await orAbsent(run('list', mount + (version === 2 ? `metadata/${path}` : path), null)),
        (value) => ({
          keys: at(value, 'data', 'keys'),
        }),
      ),
    createEntry: async ({ path: mount, version }, path, fields) => {
      const body: Fields = version === 2 ? { data: fields, options: { cas: 0 } } : fields;
      return made(await run('write', mount + data(path, version), body, null), (value) => ({
        version: at(value, 'data', 'version'),
      }));
    },
    deleteEntry: ({ path: mount, version }, path) => run('delete', mount + data(path, version), null),
    lookup: (value, accessor = false, wrapTtl) => run('lookup', value, accessor, wrapTtl),
    renew: (value, increment, wrapTtl) =>
      renewed(
        wrapTtl === undefined && typeof increment !== 'string',
        run('renew', value, increment, wrapTtl),
      ),
    renewSelf: (increment, wrapTtl) =>
      renewed(wrapTtl === undefined && typeof increment !== 'string', run('renewSelf', increment, wrapTtl)),
    revoke: (value, orphan = false, accessor = false) => run('revoke', value, orphan, accessor),
    revokeSelf: async () => made(await run('revokeSelf'), () => null),
    login: (by, adopt) => login(run('login', ...requestOf(by), adopt)),
    loginWrapped: (wrapping) => login(run('loginWrapped', wrapping)),
    unwrap: (wrapping, form) => {
      // As the request's token: it replaces the client's own.
      if (form === 'body') return run('unwrap', wrapping);
      token = wrapping;
      return run('unwrap', null);
    },
    sealStatus: () => run('sealStatus'),
    keyStatus: () => run('keyStatus'),
    leader: () => run('leader'),
    policy: (name, place) => run(place === 'older' ? 'olderPolicy' : 'policy', name),
    policies: async (among, place) =>
      made(await run(place === 'older' ? 'olderPolicies' : 'policies'), (listed) => amongThem(listed, among)),
    writePolicy: async (name, text) => made(await run('writePolicy', name, text), () => null),
    deletePolicy: async (name) => made(await run('deletePolicy', name), () => null),
    namespaces: async (among) =>
      made(await orAbsent(run('list', 'sys/namespaces', null)), (listed) =>
        amongThem(at(listed, 'data', 'keys'), among),
      ),
    rotateRoot: async () => made(await run('rotateRoot'), () => null),
    rekey: () => run('rekey'),
    rootGeneration: () => run('rootGeneration'),
    ...ceremoniesOf(run),
    isAuthenticated: () => run('isAuthenticated'),
  };
}

function made(outcome: Outcome, what: (value: unknown) => unknown): Outcome {
  return outcome.ok ? { ...outcome, value: what(outcome.value) } : outcome;
}

function amongThem(listed: unknown, wanted: readonly string[]): readonly string[] {
  return wanted.filter((name) => Array.isArray(listed) && listed.includes(name));
}

function asRefusal(outcome: Outcome): Outcome {
  const refused = !outcome.ok && (outcome.error === 'forbidden' || outcome.error === 'invalid-request');
  return refused ? { ...outcome, error: 'login-refused' } : outcome;
}

function renewal(value: unknown): unknown {
  return { lease_duration: at(value, 'auth', 'lease_duration'), warnings: at(value, 'warnings') ?? [] };
}

/** Path and body of a login. */
function requestOf(by: LoginBy): readonly [path: string, body: Fields] {
  switch (by.type) {
    case 'userpass':
      return [`auth/${by.mount}/login/${by.user}`, { password: by.password }];
    case 'approle':
      return [`auth/${by.mount}/login`, { role_id: by.roleId, secret_id: by.secretId }];
    case 'cert':
      return [`auth/${by.mount}/login`, { name: by.name }];
    case 'other':
      return [`auth/${by.mount}/${by.path}`, by.fields];
  }
}
