/** Strongroom's own client, as the app uses it. */
import { readTlsMaterial } from '../../electron/vault/http/tls.ts';
import { createVaultClient } from '../../electron/vault/http/client.ts';
import type { VaultAnswer, VaultClient } from '../../electron/vault/http/types.ts';
import type { Caller } from '../../electron/vault/api/caller.ts';
import { clientTokenOf, logInAt } from '../../electron/vault/api/login.ts';
import {
  keyStatus,
  leaderStatus,
  readPolicy,
  rekeyProgress,
  rootGenerationProgress,
  sealStatus,
} from '../../electron/vault/api/system-status.ts';
import {
  isAuthenticated,
  lookupToken,
  renewToken,
  revokeToken,
} from '../../electron/vault/api/token-operations.ts';
import type { WhichToken } from '../../electron/vault/api/token-operations.ts';
import { unwrap } from '../../electron/vault/api/wrapping.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../shared/ipc/result.ts';
import type { Connection, ErrorKind, Operations, Outcome, Side } from './side.ts';

const kinds: Readonly<Partial<Record<AppErrorKind, ErrorKind>>> = {
  forbidden: 'forbidden',
  // The specification's "forbidden" is both: not permitted, or not valid. We tell them apart and say which.
  unauthenticated: 'forbidden',
  'invalid-path': 'invalid-path',
  'invalid-request': 'invalid-request',
  conflict: 'invalid-request',
  'not-offered': 'not-offered',
  sealed: 'sealed',
  tls: 'tls',
  timeout: 'timeout',
  'invalid-input': 'refused-before-sending',
};

/** Makes the side; its clients are closed with it. */
export function startOurs(): Side {
  const clients: VaultClient[] = [];
  return {
    name: 'ours',
    connect: (connection) => operations(connection, clients),
    end: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function operations(connection: Connection, clients: VaultClient[]): Operations {
  let token = connection.token;
  let opened: Promise<VaultClient> | undefined;
  const client = (): Promise<VaultClient> =>
    (opened ??= open(connection).then((made) => {
      clients.push(made);
      return made;
    }));
  const caller = async (): Promise<Caller> => ({
    client: await client(),
    repeatable: true,
    ...(token === undefined ? {} : { token }),
  });
  const outcome = async (work: (caller: Caller) => Promise<unknown>): Promise<Outcome> => {
    try {
      const value = await work(await caller());
      return { ok: true, value: value ?? null, tokenAfter: token };
    } catch (failure) {
      if (!(failure instanceof AppFailure)) throw failure;
      const { kind, message } = failure.error;
      return { ok: false, error: kinds[kind] ?? 'other', detail: `${kind}: ${message}` };
    }
  };
  /** "A client may treat it as absent": so does the reference client for reads and lists. */
  const orAbsent = (work: (caller: Caller) => Promise<VaultAnswer>): Promise<Outcome> =>
    outcome((by) =>
      work(by).then(bodyOf, (failure: unknown) => {
        if (failure instanceof AppFailure && failure.error.kind === 'invalid-path') return null;
        throw failure;
      }),
    );
  const answered = (work: (caller: Caller) => Promise<VaultAnswer>): Promise<Outcome> =>
    outcome(async (by) => bodyOf(await work(by)));
  const which = (value: string | undefined, accessor: boolean): WhichToken =>
    value === undefined
      ? { by: 'self' }
      : accessor
        ? { by: 'accessor', accessor: value }
        : { by: 'value', token: value };
  const wrapped = (wrapTtl: number | undefined) => (wrapTtl === undefined ? {} : { wrapTtl });
  const withToken = () => (token === undefined ? {} : { token });

  return {
    read: (path, wrapTtl) =>
      orAbsent(({ client: by }) => by.read(path, { ...withToken(), ...wrapped(wrapTtl) })),
    list: (path) => orAbsent(({ client: by }) => by.list(path, withToken())),
    write: (path, body, wrapTtl) =>
      answered(({ client: by }) =>
        by.write(path, JSON.stringify(body), { ...withToken(), ...wrapped(wrapTtl) }),
      ),
    delete: (path) =>
      outcome(async ({ client: by }) => {
        await by.delete(path, withToken());
      }),
    lookup: (value, accessor = false, wrapTtl) =>
      answered((by) => lookupToken(by, which(value, accessor), wrapped(wrapTtl))),
    renew: (value, increment, wrapTtl) =>
      answered((by) => renewToken(by, { by: 'value', token: value }, { increment, ...wrapped(wrapTtl) })),
    renewSelf: (increment, wrapTtl) =>
      answered((by) => renewToken(by, { by: 'self' }, { increment, ...wrapped(wrapTtl) })),
    revoke: (value, orphan = false, accessor = false) =>
      outcome(async (by) => {
        await revokeToken(by, which(value, accessor), { orphan });
      }),
    revokeSelf: () =>
      outcome(async (by) => {
        await revokeToken(by, { by: 'self' });
      }),
    login: (path, fields, adopt) =>
      answered(async (by) => {
        const { answer, clientToken } = await logInAt(by, path, fields);
        if (adopt && clientToken !== '') token = clientToken;
        return answer;
      }),
    unwrap: (value) =>
      answered(async (by) => {
        const { token: presented, ...anonymous } = by;
        const answer =
          value === undefined ? await unwrap(anonymous, presented ?? '') : await unwrap(by, value);
        // "After a successful unwrap, the caller adopts the unwrapped client token."
        const clientToken = clientTokenOf(answer);
        if (clientToken !== '') token = clientToken;
        return answer;
      }),
    sealStatus: () => answered(sealStatus),
    keyStatus: () => outcome(async (by) => (bodyOf(await keyStatus(by)) as { readonly data: unknown }).data),
    leader: () => answered(leaderStatus),
    policy: (name) => answered((by) => readPolicy(by, name)),
    rekey: () => answered(async (caller) => (await rekeyProgress(caller)).answer),
    rootGeneration: () => answered(async (caller) => (await rootGenerationProgress(caller)).answer),
    isAuthenticated: () => outcome(isAuthenticated),
  };
}

/** The parsed answer; for one without a body its status, as the reference client hands it back. */
function bodyOf(answer: VaultAnswer): unknown {
  return answer.text === '' ? { status: answer.status } : answer.json();
}

async function open(connection: Connection): Promise<VaultClient> {
  const { address, namespace = '', ca, certificate, timeoutSeconds = 30 } = connection;
  const material = await readTlsMaterial({
    useSystemStore: false,
    skipVerify: false,
    ...(ca === undefined ? {} : { caPath: ca }),
    ...(certificate === undefined
      ? {}
      : { certificatePath: certificate.certificateFile, keyPath: certificate.keyFile }),
  });
  if (!material.ok) throw new AppFailure(material.error);
  return createVaultClient({
    address,
    namespace,
    // Both clients are made to send the header; whether a server honours it is asked before a session opens.
    namespaces: true,
    tls: material.value,
    timeoutMs: timeoutSeconds * 1000,
    confirmedOrigins: [],
  });
}
