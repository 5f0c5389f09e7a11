/**
 * Who asks: a client, the token it speaks with, and whether repeating a harmless request is harmless for that token too.
 * A token with `num_uses` pays for every request, so nothing sent with one is ever repeated.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { refuseUnaskedWrap } from './awaiting-approval.ts';
import type { Consent, VaultAnswer, VaultClient, VaultRequest } from '../http/types.ts';

export interface Caller {
  readonly client: VaultClient;
  readonly token?: string;
  /** False while the token is, or may be, one with limited uses. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal;
  /** Of the requests sent for this caller, where one of them destroys something. */
  readonly consent?: Consent;
}

/** The caller for a request whose answer exists once: nothing cuts it short, no cancel, no lock and no end of a page. */
export function uncut({ client, token }: Caller): Caller {
  return { client, repeatable: false, ...(token !== undefined && { token }) };
}

/** What an endpoint asks for: a request without what the caller brings. */
export type CallerRequest = Omit<VaultRequest, 'token' | 'signal' | 'consent'> & {
  readonly capability?: Capability;
};

/** The capability a policy must grant for the request, named in the hint when the server refuses. */
export type Capability = 'create' | 'read' | 'update' | 'patch' | 'delete' | 'list';

/**
 * Sends one request for a caller. Rejects with `AppFailure`; a refusal names the API path and the capability needed, and an
 * answer that waits for approval is an `AwaitingApproval`.
 */
export async function ask(caller: Caller, request: CallerRequest): Promise<VaultAnswer> {
  const { capability, ...rest } = request;
  try {
    const answer = await caller.client.send({
      ...rest,
      safe: rest.safe === true && caller.repeatable,
      ...(caller.token === undefined ? {} : { token: caller.token }),
      ...(caller.signal === undefined ? {} : { signal: caller.signal }),
      ...(caller.consent === undefined ? {} : { consent: caller.consent }),
    });
    refuseUnaskedWrap(rest, answer);
    return answer;
  } catch (failure) {
    if (capability !== undefined && failure instanceof AppFailure && failure.error.kind === 'forbidden') {
      throw new AppFailure({
        ...failure.error,
        message: `The server does not permit this token to ${verb[capability]} “${request.path}”.`,
        hint: `A policy of this token must grant the capability “${capability}” on the API path “${request.path}”.`,
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
