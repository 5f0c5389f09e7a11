/** Environment of a case: clients of one side with recorded requests, and objects created for this side alone. */
import {
  encodePath,
  must,
  newKvMount,
  newPolicy,
  newToken,
  textAt,
  uniqueName,
  writeEntry,
} from '../servers/index.ts';
import type { KvMount, NewToken, Product, RecordingProxy } from '../servers/index.ts';
import { startKeyedServer } from './keyed.ts';
import type { KeyedKind, KeyedServer } from './keyed.ts';
import type {
  Ceremony,
  Connection,
  LoginBy,
  NewShares,
  Operations,
  Outcome,
  Side,
  Standing,
} from './side.ts';
import { mounts, within } from './stage.ts';
import type { Stage } from './stage.ts';
import { lineOf, Names } from './wire.ts';

/** Result of one operation, and its requests. */
export interface Step {
  readonly outcome: Outcome;
  /** One line per request (`wire.ts`). */
  readonly lines: readonly string[];
}

/** Operations of a client; each returns its step. */
export type Client = {
  readonly [N in keyof Operations]: (...args: Parameters<Operations[N]>) => Promise<Step>;
};

type Change = Partial<Connection>;

/** Address of a server, and the requests that have arrived there. */
type Place = Pick<RecordingProxy, 'address' | 'requests'>;

/** Created for one side and all of its cases. */
export interface Ground {
  readonly stage: Stage;
  readonly side: Side;
  readonly v1: KvMount;
  readonly v2: KvMount;
  readonly user: string;
  /** Servers for ceremonies, each started for the first case that needs it. */
  readonly keyed: Map<KeyedKind, Promise<KeyedServer>>;
}

/** Ends the servers started for the cases of a side. */
export async function leaveGround({ keyed }: Ground): Promise<void> {
  for (const starting of keyed.values()) await (await starting).end();
}

/** Creates the objects shared by all cases of a side. */
export async function prepareGround(stage: Stage, side: Side): Promise<Ground> {
  const { dev } = stage;
  const user = uniqueName('user');
  const [v1, v2] = await Promise.all([newKvMount(dev, 1), newKvMount(dev, 2)]);
  await must(dev, 'POST', `auth/${mounts.userpass}/users/${user}`, { password, token_ttl: '1h' });
  return { stage, side, v1, v2, user, keyed: new Map() };
}

const password = 'open sesame';

/** A case’s view of its side; new for every case, so that credentials are numbered from one. */
export class Scene {
  readonly v1: KvMount;
  readonly v2: KvMount;
  readonly names = new Names();
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.v1 = ground.v1;
    this.v2 = ground.v2;
    const { dev, ceremony, sealedServer, servers } = ground.stage;
    for (const { rootToken } of [dev, ceremony, sealedServer, servers.mutualTls, servers.tls, servers.raft])
      this.names.call(rootToken, 'root', 'alone');
    this.names.call(ground.v1.path, 'kv1/', 'alone');
    this.names.call(ground.v2.path, 'kv2/', 'alone');
    this.names.call(ground.user, 'user', 'alone');
  }

  get product(): Product {
    return this.#ground.stage.product;
  }

  get root(): string {
    return this.#ground.stage.dev.rootToken;
  }

  /** A client of a server, in a standing. */
  async at(place: Place, standing: Standing, change: Change = {}): Promise<Client> {
    const { address } = place;
    const client = await this.#ground.side.connect({ address, ...change }, standing);
    const watched = Object.entries(client).map(([name, run]: [string, (...args: never[]) => unknown]) => [
      name,
      async (...args: never[]): Promise<Step> => {
        const before = place.requests.length;
        const outcome = (await run(...args)) as Outcome;
        const lines = place.requests.slice(before).map((request) => {
          const line = lineOf(request, this.names);
          this.names.learn(request);
          return line;
        });
        return { outcome: this.#told(outcome), lines };
      },
    ]);
    return Object.fromEntries(watched) as Client;
  }

  /** An outcome with this side’s own names replaced by their roles. */
  #told(outcome: Outcome): Outcome {
    if (!outcome.ok || outcome.value === null || outcome.value === undefined) return outcome;
    return { ...outcome, value: JSON.parse(this.names.told(JSON.stringify(outcome.value))) as unknown };
  }

  /** Logged in to the dev server, by default as root. */
  client(change: Change = {}): Promise<Client> {
    return this.at(this.places.dev, 'logged-in', { token: this.root, ...change });
  }

  /** Logged in with a token of the policy `default`. */
  async ordinary(): Promise<Client> {
    return this.client({ token: (await this.token()).token });
  }

  /** A client whose requests carry no token. */
  tokenless(): Promise<Client> {
    return this.at(this.places.dev, 'tokenless', { token: this.root });
  }

  /** A client without a login. */
  outside(change: Change = {}): Promise<Client> {
    return this.at(this.places.dev, 'outside', change);
  }

  /** Logged in as root to a namespace. */
  within(namespace: string): Promise<Client> {
    return this.client({ namespace });
  }

  /** Writes an entry that names its namespace, and returns its API path. */
  async entryIn(namespace: string, path: string): Promise<string> {
    await must(this.#ground.stage.dev, 'POST', `secret/${path}`, { in: namespace }, within(namespace));
    return `secret/${path}`;
  }

  /** A folder of this case alone. */
  ownPath(): string {
    const path = uniqueName('path');
    this.names.call(path, 'own-path', 'alone');
    return path;
  }

  /** A user of a namespace, logging in there. */
  async userpassIn(namespace: string): Promise<LoginBy> {
    const user = `auth/${mounts.userpass}/users/${this.#ground.user}`;
    await must(this.#ground.stage.dev, 'POST', user, { password, token_ttl: '1h' }, within(namespace));
    return this.userpass();
  }

  /** A token of a namespace with permission to read its entries. */
  async tokenIn(namespace: string): Promise<string> {
    const { dev } = this.#ground.stage;
    const policy = 'path "secret/*" { capabilities = ["read"] }';
    await must(dev, 'PUT', 'sys/policies/acl/conformance', { policy }, within(namespace));
    const options = { policies: ['conformance'], ttl: '1h' };
    const made = await must(dev, 'POST', 'auth/token/create', options, within(namespace));
    const token = textAt(made, 'auth', 'client_token');
    this.names.call(token, 'token');
    return token;
  }

  /** Logged in with a token that is revoked afterwards. */
  async dying(): Promise<Client> {
    const { token, accessor } = await this.token();
    const client = await this.client({ token });
    await must(this.#ground.stage.dev, 'POST', 'auth/token/revoke-accessor', { accessor });
    return client;
  }

  /** Logged in as root to a server that is sealed afterwards. */
  async sealing(): Promise<Client> {
    const { sealedServer: server, places } = this.#ground.stage;
    await server.unseal();
    const client = await this.at(places.sealed, 'logged-in', { token: server.rootToken });
    await must(server, 'PUT', 'sys/seal');
    return client;
  }

  get places(): Stage['places'] {
    return this.#ground.stage.places;
  }

  /** A server of this side alone that never answers below `silent/`. */
  get silentForLong(): Place {
    return this.places.silentForLong[this.#ground.side.name];
  }

  get rootOf() {
    const { ceremony, sealedServer, servers } = this.#ground.stage;
    return {
      ceremony: ceremony.rootToken,
      sealed: sealedServer.rootToken,
      mutualTls: servers.mutualTls.rootToken,
    };
  }

  /** CA of the servers with TLS, and a client certificate that the second one accepts. */
  get trust() {
    const { tls, mutualTls } = this.#ground.stage.servers;
    return {
      tls: { ca: tls.caFile },
      mutualTls: { ca: mutualTls.caFile },
      certificate: { certificate: { certificateFile: mutualTls.certFile, keyFile: mutualTls.keyFile } },
    };
  }

  /** A server without a pending ceremony; its shares are named `share 1`, `share 2` … */
  async keyed(kind: KeyedKind = 'unseal'): Promise<KeyedServer> {
    const { keyed } = this.#ground;
    const starting = keyed.get(kind) ?? startKeyedServer(kind, this.product);
    keyed.set(kind, starting);
    const server = await starting;
    await server.cancelAll();
    this.names.call(server.rootToken, 'root', 'alone');
    for (const share of server.shares) this.names.call(share, 'share');
    return server;
  }

  /** A client for ceremonies: OpenBao requires a token for them. */
  async keyHolder({ place, rootToken: token }: KeyedServer): Promise<Client> {
    return this.product === 'vault' ? this.at(place, 'outside') : this.at(place, 'logged-in', { token });
  }

  /** A ceremony begun by another client, with `given` shares submitted. */
  async underWay(
    which: Ceremony,
    { given = 0, numbers = {} }: { readonly given?: number; readonly numbers?: Partial<NewShares> } = {},
  ): Promise<{ readonly server: KeyedServer; readonly client: Client; readonly nonce: string }> {
    const server = await this.keyed();
    const nonce = await server.begin(which, numbers);
    this.names.call(nonce, 'nonce');
    await server.give(which, server.shares.slice(0, given));
    return { server, client: await this.keyHolder(server), nonce };
  }

  /** Without a recorder: Vault itself requests the certificate, and a refused handshake is not a request yet. */
  get direct(): { readonly mutualTls: Place } {
    return { mutualTls: { address: this.#ground.stage.servers.mutualTls.address, requests: [] } };
  }

  /** Writes an entry and returns the API path for reading it. */
  async entry(version: 1 | 2, path: string, data: Readonly<Record<string, unknown>>): Promise<string> {
    const mount = version === 1 ? this.v1 : this.v2;
    await writeEntry(this.#ground.stage.dev, mount, path, data);
    return version === 1 ? mount.path + path : `${mount.path}data/${path}`;
  }

  async deletedEntry(): Promise<string> {
    await writeEntry(this.#ground.stage.dev, this.v2, 'deleted', { v: '1' });
    await must(this.#ground.stage.dev, 'DELETE', `${encodePath(this.v2.path)}data/deleted`);
    return `${this.v2.path}data/deleted`;
  }

  policy(): Promise<string> {
    return newPolicy(this.#ground.stage.dev, 'path "secret/*" { capabilities = ["read"] }', 'conformance');
  }

  /** Name of a policy of this case alone; it exists only if a text is given. */
  async ownPolicy(text?: string): Promise<string> {
    const name = uniqueName('policy');
    this.names.call(name, 'own policy', 'alone');
    return text === undefined ? name : newPolicy(this.#ground.stage.dev, text, name);
  }

  /** A token of an hour with the policy `default`. */
  async token(options: Readonly<Record<string, unknown>> = {}): Promise<NewToken> {
    const made = await newToken(this.#ground.stage.dev, {
      policies: ['default'],
      ttl: '1h',
      display_name: 'conformance',
      ...options,
    });
    this.names.call(made.token, 'token');
    this.names.call(made.accessor, 'accessor');
    return made;
  }

  /** A token that is allowed to look itself up, plus `rules`. */
  async tokenThatMay(rules = ''): Promise<string> {
    const self = 'path "auth/token/lookup-self" { capabilities = ["read"] }';
    const policy = await newPolicy(this.#ground.stage.dev, `${self}\n${rules}`, uniqueName('may'));
    return (await this.token({ policies: [policy], no_default_policy: true })).token;
  }

  async deadToken(): Promise<string> {
    const { token, accessor } = await this.token();
    await must(this.#ground.stage.dev, 'POST', 'auth/token/revoke-accessor', { accessor });
    return token;
  }

  /** A token and its child token. */
  async family(): Promise<{ readonly parent: string; readonly child: string }> {
    const parent = await this.token({ policies: ['root'] });
    const by = { ...this.#ground.stage.dev, rootToken: parent.token };
    const answer = await must(by, 'POST', 'auth/token/create', {
      policies: ['default'],
      ttl: '1h',
      display_name: 'child',
    });
    const child = textAt(answer, 'auth', 'client_token');
    this.names.call(child, 'child', 'alone');
    return { parent: parent.token, child };
  }

  userpass(typed = password): LoginBy {
    return { type: 'userpass', mount: mounts.userpass, user: this.#ground.user, password: typed };
  }

  async approle(secretId?: string): Promise<LoginBy> {
    const { dev } = this.#ground.stage;
    const role = await must(dev, 'GET', `auth/${mounts.approle}/role/app/role-id`);
    const secret = await must(dev, 'POST', `auth/${mounts.approle}/role/app/secret-id`, {});
    const given = { roleId: textAt(role, 'data', 'role_id'), secretId: textAt(secret, 'data', 'secret_id') };
    this.names.call(given.roleId, 'role ID', 'alone');
    this.names.call(given.secretId, 'secret ID', 'alone');
    return {
      type: 'approle',
      mount: mounts.approle,
      ...given,
      ...(secretId === undefined ? {} : { secretId }),
    };
  }

  /** A wrapping token around arbitrary data. */
  wrapped(): Promise<string> {
    return this.#wrap('sys/wrapping/wrap', { note: 'for your eyes only' });
  }

  /** A wrapping token around a new client token. */
  wrappedToken(): Promise<string> {
    return this.#wrap('auth/token/create', { policies: ['default'], ttl: '1h', no_parent: true });
  }

  /** A wrapping token around a login. */
  wrappedLogin(): Promise<string> {
    return this.#wrap(`auth/${mounts.userpass}/login/${this.#ground.user}`, { password });
  }

  async #wrap(path: string, body: unknown): Promise<string> {
    const header = { 'X-Vault-Wrap-TTL': '300' };
    const answer = await must(this.#ground.stage.dev, 'POST', path, body, header);
    const token = textAt(answer, 'wrap_info', 'token');
    this.names.call(token, 'wrapping token', 'alone');
    return token;
  }
}
