/**
 * The app itself, without a window: every operation is a call of a screen (`screens.ts` proves it), through its row,
 * use-case and gates. The user's input in the secure prompt is supplied here. This file knows nothing of the service,
 * and reaches the app only by its calls.
 */
import { makeTestApps } from '../../electron/ipc/calls/services.fixture.ts';
import type { Input, Output } from '../../shared/ipc/contract.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { ConsoleMethod } from '../../shared/vault/console.ts';
import type { LoginOptions } from '../../shared/vault/login.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { SystemPanel } from '../../shared/vault/system.ts';
import type { TokenChoice } from '../../shared/vault/token-work.ts';
import { kindOf } from './kinds.ts';
import { ceremoniesOf } from './our-ceremonies.ts';
import { LoginRefused, OurClient } from './our-client.ts';
import type { Caller } from './our-client.ts';
import type { KvPlace, LoginBy, Operations, Outcome, Side, Ttl } from './side.ts';

/** Creates the side; its apps end with it. */
export function startOurs(): Side {
  const apps = makeTestApps();
  return {
    name: 'ours',
    connect: async (connection, standing) => {
      const app = apps.newApp({ agrees: true, files: [] });
      const client = new OurClient(app, connection, standing);
      await client.arrive();
      return operationsOf(client);
    },
    endCase: apps.endApps,
    end: apps.endApps,
  };
}

function operationsOf(client: OurClient): Operations {
  const run = async (work: (caller: Caller) => Promise<unknown>): Promise<Outcome> => {
    const caller = client.caller();
    const calls = caller.made;
    try {
      return { ok: true, value: (await work(caller)) ?? null, calls };
    } catch (failure) {
      if (failure instanceof LoginRefused)
        return { ok: false, error: 'login-refused', detail: failure.message, calls };
      if (failure instanceof AppFailure) return { ...failed(failure.error), calls };
      throw failure;
    }
  };
  const send = (method: ConsoleMethod, path: string, more: Sent = {}): Promise<Outcome> =>
    run(async (caller) => {
      const { sessionId } = client;
      const { body, secret, wrapTtl } = more;
      const secrets =
        secret === undefined ? [] : [{ pointer: '/token', secretRef: await client.typed(caller, secret) }];
      const view = await caller.must('console.send', {
        sessionId,
        request: {
          method,
          path,
          ...(body === undefined ? {} : { json: JSON.stringify(body) }),
          ...(secrets.length === 0 ? {} : { secrets }),
          ...(wrapTtl === undefined ? {} : { wrapTtl: String(wrapTtl) }),
          ...(client.withoutToken ? { withoutToken: true } : {}),
        },
      });
      return method === 'DELETE' && view.form === 'empty' ? null : shown(caller, view);
    });
  const look = (panel: SystemPanel): Promise<Outcome> =>
    run(async ({ must }) => parsed((await must('system.status', { where: client.where, panel })).raw));
  const choice = async (caller: Caller, value: string, accessor: boolean): Promise<TokenChoice> =>
    accessor
      ? { by: 'accessor', accessor: value }
      : { by: 'secret', secretRef: await client.typed(caller, value) };
  const inspect = (choose: (caller: Caller) => Promise<TokenChoice>): Promise<Outcome> =>
    run(async (caller) => {
      const { sessionId } = client;
      const token = await choose(caller);
      return parsed((await caller.must('token.inspect', { sessionId, token })).raw);
    });
  const renew = (choose: (caller: Caller) => Promise<TokenChoice>, increment: number | null) =>
    run(async (caller) => {
      const { sessionId } = client;
      const token = await choose(caller);
      const { grantedSeconds, warnings } = await caller.must('token.renew', {
        sessionId,
        token,
        ...(increment === null ? {} : { incrementSeconds: increment }),
      });
      return { lease_duration: grantedSeconds, warnings };
    });
  const revoke = (choose: (caller: Caller) => Promise<TokenChoice>, orphan: boolean) =>
    run(async (caller) => {
      const { sessionId } = client;
      const token = await choose(caller);
      await caller.must('token.revoke', { sessionId, token, orphan });
    });
  const self = () => Promise.resolve({ by: 'self' } as const);
  /** A token's page takes an increment in seconds, and its result is not wrapped. */
  const isPlain = (increment: Ttl | null, wrapTtl: Ttl | undefined): increment is number | null =>
    wrapTtl === undefined && typeof increment !== 'string';
  const at = ({ path: mount }: KvPlace, path: string) => ({
    sessionId: client.sessionId,
    mount: mount as Input<'entry.open'>['mount'],
    path,
  });

  return {
    read: (path, wrapTtl) => send('GET', path, { wrapTtl }),
    list: (path, wrapTtl) => send('LIST', path, { wrapTtl }),
    write: (path, body, wrapTtl) => send('POST', path, { body, wrapTtl }),
    delete: (path, wrapTtl) => send('DELETE', path, { wrapTtl }),
    readEntry: (mount, path) =>
      run(async ({ must }) => {
        const { entryId } = await must('entry.open', at(mount, path));
        return parsed((await must('entry.raw', { entryId, reveal: true })).text);
      }),
    listFolder: (mount, path) =>
      run(async ({ must }) => ({ keys: unpackNames((await must('folder.list', at(mount, path))).names) })),
    createEntry: (mount, path, data) =>
      run(async ({ must }) => {
        const changes = Object.entries(data).map(
          ([key, value]) => ({ op: 'set', key, rawJson: JSON.stringify(value) }) as const,
        );
        const { version } = await must('entry.create', { ...at(mount, path), changes });
        return { version };
      }),
    deleteEntry: (mount, path) =>
      run(async ({ must }) => {
        if (mount.version === 2) await must('entry.deleteVersions', { ...at(mount, path), versions: [] });
        else await must('entry.deleteEverything', at(mount, path));
      }),
    lookup: (value, accessor = false, wrapTtl) => {
      if (wrapTtl === undefined)
        return inspect(value === undefined ? self : (caller) => choice(caller, value, accessor));
      if (value === undefined) return send('GET', 'auth/token/lookup-self', { wrapTtl });
      return accessor
        ? send('POST', 'auth/token/lookup-accessor', { body: { accessor: value }, wrapTtl })
        : send('POST', 'auth/token/lookup', { secret: value, wrapTtl });
    },
    renew: (value, increment, wrapTtl) =>
      isPlain(increment, wrapTtl)
        ? renew((caller) => choice(caller, value, false), increment)
        : send('POST', 'auth/token/renew', { body: { increment }, secret: value, wrapTtl }),
    renewSelf: (increment, wrapTtl) =>
      isPlain(increment, wrapTtl)
        ? renew(self, increment)
        : send('POST', 'auth/token/renew-self', { body: { increment }, wrapTtl }),
    revoke: (value, orphan = false, accessor = false) =>
      revoke((caller) => choice(caller, value, accessor), orphan),
    revokeSelf: () => revoke(self, false),
    login: (by, adopt) =>
      run(async (caller) => {
        const { login, typed } = asTyped(by);
        if (adopt) return { policies: (await client.logIn(caller, login, typed)).token.policies };
        return { policies: (await client.logInAside(caller, login, typed)).login?.policies };
      }),
    loginWrapped: (token) =>
      run(async (caller) => {
        const login = { type: 'wrapped', mount: '', fields: {} } as const;
        return { policies: (await client.logIn(caller, login, { wrappingToken: token })).token.policies };
      }),
    unwrap: (token, form) =>
      run(async (caller) => {
        const { where } = client;
        const secretRef = await client.typedWrapping(caller, token);
        await caller.must('wrapping.lookup', { where, secretRef });
        return shown(caller, await caller.must('wrapping.unwrap', { where, secretRef, form }));
      }),
    sealStatus: () => look('seal'),
    keyStatus: () =>
      run(async ({ must }) => {
        const { raw } = await must('system.status', { where: client.where, panel: 'keys' });
        return (parsed(raw) as { readonly data: unknown }).data;
      }),
    leader: () => look('leader'),
    policy: (name) =>
      run(async ({ must }) => (await must('policy.read', { sessionId: client.sessionId, name })).text),
    policies: (among) =>
      run(async ({ must }) => {
        const listed = await must('policy.list', { sessionId: client.sessionId });
        return among.filter((name) => listed.includes(name));
      }),
    writePolicy: (name, text, before) =>
      run(async ({ must }) => {
        await must('policy.write', { sessionId: client.sessionId, name, text, before });
      }),
    deletePolicy: (name) =>
      run(async ({ must }) => {
        await must('policy.delete', { sessionId: client.sessionId, name });
      }),
    namespaces: (among) =>
      run(async ({ must }) => {
        const listed = unpackNames((await must('session.namespaces', { sessionId: client.sessionId })).names);
        return among.filter((name) => listed.includes(name));
      }),
    rotateRoot: () =>
      run(async ({ must }) => {
        await must('ceremony.rotateRoot', { where: client.where });
      }),
    rekey: () => look('rekey'),
    rootGeneration: () => look('root-generation'),
    ...ceremoniesOf(client, run),
    isAuthenticated: () => run((caller) => client.isAuthenticated(caller)),
  };
}

interface Sent {
  readonly body?: Readonly<Record<string, unknown>>;
  /** A token in the body, entered in the secure prompt. */
  readonly secret?: string;
  readonly wrapTtl?: Ttl | undefined;
}

/** Whole text of a stored result as the user can see it; an empty one by its status, as the reference client does. */
async function shown(
  { must }: Caller,
  { answerId, form, status }: Pick<Output<'answer.view'>, 'answerId' | 'form' | 'status'>,
): Promise<unknown> {
  return form === 'empty' ? { status } : parsed((await must('answer.raw', { answerId, reveal: true })).text);
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

function failed(error: AppError) {
  const seconds = error.kind === 'timeout' ? { afterSeconds: error.timeoutMs / 1000 } : {};
  const detail = `${error.kind}: ${error.message}`;
  return { ok: false, error: kindOf(error), detail, ...seconds } as const;
}

/** Input of the login form and of the prompt. */
function asTyped(by: LoginBy): {
  readonly login: LoginOptions;
  readonly typed: Readonly<Record<string, string>>;
} {
  const mount = `${by.mount}/`;
  switch (by.type) {
    case 'userpass': {
      const { user: username, password } = by;
      return { login: { type: 'userpass', mount, fields: { username } }, typed: { username, password } };
    }
    case 'approle': {
      const { roleId, secretId } = by;
      return { login: { type: 'approle', mount, fields: { roleId } }, typed: { roleId, secretId } };
    }
    case 'cert':
      return { login: { type: 'cert', mount, fields: { name: by.name } }, typed: { name: by.name } };
    case 'other': {
      const fields = { path: by.path, json: JSON.stringify(by.fields) };
      return { login: { type: 'other', mount, fields }, typed: {} };
    }
  }
}
