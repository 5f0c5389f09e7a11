/**
 * The app itself, without a window: every operation is a call of a screen (`screens.ts` proves it), through its row,
 * use-case and gates. The user's input in the secure prompt is supplied here. This file knows nothing of the service,
 * and reaches the app only by its calls.
 */
import { makeTestApps } from '../../electron/ipc/calls/services.fixture.ts';
import type { LoginOptions } from '../../shared/vault/login.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { SystemPanel } from '../../shared/vault/system.ts';
import { ceremoniesOf } from './our-ceremonies.ts';
import { OurClient } from './our-client.ts';
import { entriesOf } from './our-entries.ts';
import { parsed, requestsOf, shown } from './our-requests.ts';
import { tokensOf } from './our-tokens.ts';
import type { LoginBy, Operations, Outcome, Side } from './side.ts';

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
  const requests = requestsOf(client);
  const { run, send } = requests;
  const look = (panel: SystemPanel): Promise<Outcome> =>
    run(async ({ must }) => parsed((await must('cluster.panel', { where: client.where, panel })).raw));

  return {
    read: (path, wrapTtl) => send('GET', path, { wrapTtl }),
    list: (path, wrapTtl) => send('LIST', path, { wrapTtl }),
    write: (path, body, wrapTtl) => send('POST', path, { body, wrapTtl }),
    delete: (path, wrapTtl) => send('DELETE', path, { wrapTtl }),
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
        const { raw } = await must('cluster.panel', { where: client.where, panel: 'keys' });
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
    ...entriesOf(client, run),
    ...tokensOf(client, requests),
    ...ceremoniesOf(client, run),
    isAuthenticated: () => run((caller) => client.isAuthenticated(caller)),
  };
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
