/** A bare client for setting up servers: no retries, no policies, independent of the product's own client. */
import { Agent, request } from 'undici';

/** Address and credentials of a server. */
export interface Reachable {
  readonly address: string;
  readonly rootToken: string;
  /** Namespace of the requests, on a server that has namespaces; absent: the root. */
  readonly namespace?: string;
  /** PEM of the CA to trust, for servers with TLS. */
  readonly ca?: string;
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
  /** The parsed body; an empty object if it is not JSON. Read it with `at` and `textAt`. */
  readonly json: unknown;
}

/** Value at a place in parsed JSON, or undefined: `at(answer, 'auth', 'client_token')`. */
export function at(json: unknown, ...path: readonly (string | number)[]): unknown {
  let value = json;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[String(name)];
  }
  return value;
}

/** String at a place in parsed JSON; throws if it is missing. */
export function textAt(json: unknown, ...path: readonly (string | number)[]): string {
  const value = at(json, ...path);
  if (typeof value !== 'string') throw new Error(`No text at ${path.join('.')}`);
  return value;
}

const agents = new Map<string, Agent>();

function agentOf(server: Omit<Reachable, 'rootToken'>): Agent {
  const key = `${server.address}\n${server.ca ?? ''}\n${server.clientCertificate?.cert ?? ''}`;
  const known = agents.get(key);
  if (known) return known;
  const agent = new Agent({
    allowH2: false,
    connections: 32,
    connect: { ...(server.ca === undefined ? {} : { ca: server.ca }), ...server.clientCertificate },
  });
  agents.set(key, agent);
  return agent;
}

/** Closes the connections to a server; called when it stops. */
export async function forgetConnections(address: string): Promise<void> {
  for (const [key, agent] of agents) {
    if (!key.startsWith(`${address}\n`)) continue;
    agents.delete(key);
    await agent.destroy();
  }
}

/** Sends one request; `path` is encoded by the caller and has no `/v1/`. Returns any status without throwing. */
export async function ask(
  server: Omit<Reachable, 'rootToken'> & { readonly rootToken?: string },
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const answer = await request(`${server.address}/v1/${path}`, {
    dispatcher: agentOf(server),
    method,
    headers: {
      'X-Vault-Request': 'true',
      ...(server.rootToken === undefined ? {} : { 'X-Vault-Token': server.rootToken }),
      ...(server.namespace === undefined ? {} : { 'X-Vault-Namespace': server.namespace }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const isJson = text.startsWith('{') || text.startsWith('[');
  return { status: answer.statusCode, text, json: isJson ? (JSON.parse(text) as unknown) : {} };
}

/** As `ask`, but throws the server's error for anything other than 2xx. */
export async function must(
  server: Parameters<typeof ask>[0],
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const answer = await ask(server, method, path, body, headers);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${String(answer.status)} ${answer.text.slice(0, 400)}`);
  return answer.json;
}

/** sys/health with every state reported as 200; undefined while the server does not answer. */
export async function health(server: Omit<Reachable, 'rootToken'>): Promise<unknown> {
  const codes = 'standbycode=200&sealedcode=200&uninitcode=200&perfstandbyok=true';
  const answer = await ask(server, 'GET', `sys/health?${codes}`).catch(() => undefined);
  return answer?.status === 200 ? answer.json : undefined;
}
