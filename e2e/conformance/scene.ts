/** What a case works with: servers, clients of one side, and things made for this side alone. */
import {
  encodePath,
  must,
  newKvMount,
  newPolicy,
  newToken,
  startFaultProxy,
  startRecordingProxy,
  startSealedVault,
  textAt,
  uniqueName,
  writeEntry,
} from '../servers/index.ts';
import type { FaultProxy, NewToken, RecordingProxy, SealedVault } from '../servers/index.ts';
import type { SharedServers } from '../servers/shared.ts';
import type { Connection, Operations, Outcome, Side } from './side.ts';

export interface Scene {
  readonly root: string;
  /** Mounts of this side: KV v1 and v2, with a slash at the end. */
  readonly v1: string;
  readonly v2: string;
  /** A client of the dev server, with the root token unless told. */
  readonly client: (change?: Partial<Connection>) => Operations;
  readonly anonymous: () => Operations;
  readonly sealed: () => Operations;
  readonly cluster: () => Operations;
  readonly tls: (options?: { readonly trusting?: boolean }) => Operations;
  readonly mutualTls: (options?: { readonly certificate?: boolean }) => Operations;
  /** A server that takes the request and never answers. */
  readonly silent: (change: Partial<Connection>) => Operations;
  readonly recorded: (change: Partial<Connection>) => {
    readonly client: Operations;
    /** A header of the latest request. */
    readonly header: (name: string) => unknown;
  };
  /** Writes an entry and answers the API path it is read at. */
  readonly entry: (version: 1 | 2, path: string, data: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly deletedEntry: () => Promise<string>;
  readonly policy: () => Promise<string>;
  readonly token: (options?: Readonly<Record<string, unknown>>) => Promise<NewToken>;
  /** The default policy and nothing else. */
  readonly plainToken: () => Promise<string>;
  /** Not even the default policy. */
  readonly powerlessToken: () => Promise<string>;
  readonly deadToken: () => Promise<string>;
  readonly family: () => Promise<{ readonly parent: string; readonly child: string }>;
  /** Login path of a user whose password is “open sesame”. */
  readonly userpass: () => Promise<string>;
  readonly approle: () => Promise<{
    readonly path: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }>;
  readonly certificateLogin: () => Promise<Outcome>;
  /** A wrapping token around free data. */
  readonly wrapped: () => Promise<string>;
  /** A wrapping token around a new client token. */
  readonly wrappedLogin: () => Promise<string>;
  /** The outcome with the fact of a token after it, not the token. */
  readonly hidden: (outcome: Outcome) => Outcome;
}

/** A policy cannot be empty; this one is about nothing that exists. */
const nothing = 'path "nothing/at/all" { capabilities = ["read"] }';

/** The servers that only conformance needs. */
export interface Stage {
  readonly servers: SharedServers;
  readonly sealed: SealedVault;
  readonly faults: FaultProxy;
  readonly recorder: RecordingProxy;
  readonly end: () => Promise<void>;
}

/** Starts what the shared servers lack, and the login methods of the cases. */
export async function setStage(servers: SharedServers): Promise<Stage> {
  const { dev, mutualTls } = servers;
  const sealed = await startSealedVault();
  const faults = await startFaultProxy(dev);
  faults.add({ fault: { kind: 'never' } });
  const recorder = await startRecordingProxy(dev);
  await must(dev, 'POST', 'sys/auth/conformance-userpass', { type: 'userpass' });
  await must(dev, 'POST', 'sys/auth/conformance-approle', { type: 'approle' });
  await must(dev, 'POST', 'auth/conformance-approle/role/app', {
    token_policies: ['default'],
    token_ttl: '1h',
  });
  await must(mutualTls, 'POST', 'sys/auth/conformance-cert', { type: 'cert' });
  await must(mutualTls, 'POST', 'auth/conformance-cert/certs/alice', {
    certificate: mutualTls.clientCertificate?.cert,
    token_policies: ['default'],
    token_ttl: '1h',
  });
  return {
    servers,
    sealed,
    faults,
    recorder,
    end: async () => {
      await Promise.all([
        must(dev, 'DELETE', 'sys/auth/conformance-userpass'),
        must(dev, 'DELETE', 'sys/auth/conformance-approle'),
        must(mutualTls, 'DELETE', 'sys/auth/conformance-cert'),
      ]);
      await Promise.all([sealed.stop(), faults.stop(), recorder.stop()]);
    },
  };
}

/** Makes the scene of one side: names are the same on both, so that answers can be compared; only mounts differ. */
export async function setScene(stage: Stage, side: Side): Promise<Scene> {
  const { dev, tls, mutualTls, raft } = stage.servers;
  const [v1, v2] = await Promise.all([newKvMount(dev, 1), newKvMount(dev, 2)]);
  const password = 'open sesame';
  const user = `user-${side.name}`;
  await must(dev, 'POST', `auth/conformance-userpass/users/${user}`, { password, token_ttl: '1h' });

  const at = (address: string, connection: Omit<Connection, 'address'>) =>
    side.connect({ address, ...connection });
  const token: Scene['token'] = (options = {}) =>
    newToken(dev, { policies: ['default'], ttl: '1h', display_name: 'conformance', ...options });
  const wrap = async (path: string, body: unknown): Promise<string> =>
    textAt(await must(dev, 'POST', path, body, { 'X-Vault-Wrap-TTL': '300' }), 'wrap_info', 'token');

  return {
    root: dev.rootToken,
    v1: v1.path,
    v2: v2.path,
    client: (change = {}) => side.connect({ address: dev.address, token: dev.rootToken, ...change }),
    anonymous: () => at(dev.address, {}),
    sealed: () => at(stage.sealed.address, { token: stage.sealed.rootToken }),
    cluster: () => at(raft.address, { ...(raft.ca === undefined ? {} : { ca: raft.ca }) }),
    tls: ({ trusting = true } = {}) => at(tls.address, trusting ? { ca: tls.caFile } : {}),
    mutualTls: ({ certificate = true } = {}) =>
      at(mutualTls.address, {
        ca: mutualTls.caFile,
        token: mutualTls.rootToken,
        ...(certificate ? { certificate: filesOf(mutualTls) } : {}),
      }),
    silent: (change) => side.connect({ address: stage.faults.address, ...change }),
    recorded: (change) => ({
      client: side.connect({ address: stage.recorder.address, token: dev.rootToken, ...change }),
      header: (name) => stage.recorder.requests.at(-1)?.headers[name],
    }),
    entry: async (version, path, data) => {
      const mount = version === 1 ? v1 : v2;
      await writeEntry(dev, mount, path, data);
      return version === 1 ? mount.path + path : `${mount.path}data/${path}`;
    },
    deletedEntry: async () => {
      await writeEntry(dev, v2, 'deleted', { v: '1' });
      await must(dev, 'DELETE', `${encodePath(v2.path)}data/deleted`);
      return `${v2.path}data/deleted`;
    },
    policy: () => newPolicy(dev, 'path "secret/*" { capabilities = ["read"] }', 'conformance'),
    token,
    plainToken: async () => (await token()).token,
    powerlessToken: async () =>
      (
        await token({
          policies: [await newPolicy(dev, nothing, uniqueName('none'))],
          no_default_policy: true,
        })
      ).token,
    deadToken: async () => {
      const { token: value, accessor } = await token();
      await must(dev, 'POST', 'auth/token/revoke-accessor', { accessor });
      return value;
    },
    family: async () => {
      const parent = await token({ policies: ['root'] });
      const answer = await must({ ...dev, rootToken: parent.token }, 'POST', 'auth/token/create', {
        policies: ['default'],
        ttl: '1h',
        display_name: 'child',
      });
      return { parent: parent.token, child: textAt(answer, 'auth', 'client_token') };
    },
    userpass: () => Promise.resolve(`auth/conformance-userpass/login/${user}`),
    approle: async () => {
      const role = await must(dev, 'GET', 'auth/conformance-approle/role/app/role-id');
      const secret = await must(dev, 'POST', 'auth/conformance-approle/role/app/secret-id', {});
      return {
        path: 'auth/conformance-approle/login',
        fields: { role_id: textAt(role, 'data', 'role_id'), secret_id: textAt(secret, 'data', 'secret_id') },
      };
    },
    certificateLogin: () =>
      at(mutualTls.address, { ca: mutualTls.caFile, certificate: filesOf(mutualTls) }).login(
        'auth/conformance-cert/login',
        { name: 'alice' },
        true,
      ),
    wrapped: () => wrap('sys/wrapping/wrap', { note: 'for your eyes only' }),
    wrappedLogin: () => wrap('auth/token/create', { policies: ['default'], ttl: '1h', no_parent: true }),
    hidden: (outcome) =>
      outcome.ok && outcome.tokenAfter !== undefined
        ? { ...outcome, tokenAfter: outcome.tokenAfter === dev.rootToken ? 'root' : 'another' }
        : outcome,
  };
}

function filesOf(server: SharedServers['mutualTls']) {
  return { certificateFile: server.certFile, keyFile: server.keyFile };
}
