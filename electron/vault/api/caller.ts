/**
 * The caller of a request: a client, its token, and if a safe request can be repeated with that token. A token with
 * `num_uses` pays for every request, so its requests are never repeated.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { refuseUnaskedWrap } from './awaiting-approval.ts';
import { dataOf } from './fields.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { PackedNames } from '../../../shared/vault/names.ts';
import type { Consent, VaultAnswer, VaultClient, VaultRequest } from '../http/types.ts';

/** Change of an entry's name in the lists of its folder. */
export type NameChange = 'written' | 'removed';

/** Hears of the names that requests list, and of those that they change. */
export interface NameListener {
  /** `folder`: empty, or ending in `/`. */
  readonly listed: (
    mount: Mount,
    folder: string,
    names: { readonly packed: PackedNames; readonly count: number },
  ) => void;
  readonly changed: (mount: MountPath, path: string, change: NameChange) => void;
}

export interface Caller {
  readonly client: VaultClient;
  readonly token?: string | undefined;
  /** False while the token has, or can have, limited uses. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Consent to this caller's requests, if one of them is destructive. */
  readonly consent?: Consent | undefined;
  /** Absent in another namespace than the session's own. */
  readonly names?: NameListener | undefined;
}

/** Caller for a request with a one-time result: no cancel, no lock and no end of a page cuts it short. */
export function uncut({ client, token }: Caller): Caller {
  return { client, repeatable: false, token };
}

/** Request of an endpoint, without the caller's own parts. */
export type CallerRequest = Omit<VaultRequest, 'token' | 'signal' | 'consent'> & {
  readonly capability?: Capability;
};

/** A read that can be repeated. */
export function reading(path: string): CallerRequest {
  return { method: 'GET', path, safe: true, capability: 'read' };
}

/** A list that can be repeated; as `GET ?list=true`, which passes any proxy. */
export function listing(path: string): CallerRequest {
  return { method: 'GET', path, query: { list: 'true' }, safe: true, capability: 'list' };
}

/** A write of a JSON body. */
export function writing(path: string, body: object): CallerRequest {
  return { method: 'POST', path, body: JSON.stringify(body), capability: 'update' };
}

export function deleting(path: string): CallerRequest {
  return { method: 'DELETE', path, capability: 'delete' };
}

/** The `data` of what a read answers. Rejects with the server's refusal. */
export async function readObject(caller: Caller, path: string): Promise<Readonly<Record<string, unknown>>> {
  return dataOf(await ask(caller, reading(path)));
}

/** Capability that a policy must grant for the request, named in the hint when the server refuses. */
export type Capability = 'create' | 'read' | 'update' | 'patch' | 'delete' | 'list';

/**
 * Sends one request for a caller. Rejects with `AppFailure`; a refusal names the API path and the capability needed, and an
 * answer that waits for approval is an `AwaitingApproval`.
 */
export async function ask(caller: Caller, request: CallerRequest): Promise<VaultAnswer> {
  const { capability, ...rest } = request;
  const { client, token, signal, consent } = caller;
  try {
    const safe = rest.safe === true && caller.repeatable;
    const answer = await client.send({ ...rest, safe, token, signal, consent });
    refuseUnaskedWrap(rest, answer);
    return answer;
  } catch (failure) {
    if (capability !== undefined && failure instanceof AppFailure && failure.error.kind === 'forbidden') {
      throw new AppFailure({
        ...failure.error,
        message: `The server does not permit this token to ${verb[capability]} “${request.path}”.`,
        hint: `A policy of this token must grant “${capability}” on the API path “${request.path}”.`,
      });
    }
    throw failure;
  }
}

const verb: Readonly<Record<Capability, string>> = {
  create: 'create',
  read: 'read',
  update: 'change',
  patch: 'patch',
  delete: 'delete',
  list: 'list',
};
