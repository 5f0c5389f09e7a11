/**
 * Opens another namespace of the same server as a session with the same token. A token has one home namespace and may
 * be used in those below it; it may not query itself there, so its look-up goes to its home. The first request of
 * every session, the list of visible mounts, shows if the server accepts the token in the other namespace.
 */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ErrorFacts } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget, ProfileColour } from '../../../shared/vault/connection.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { PackedNames } from '../../../shared/vault/names.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { listMounts } from '../../vault/api/internal-ui.ts';
import { listNamespaces } from '../../vault/api/namespaces.ts';
import { normaliseNamespace } from '../connection/address.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { asAppError } from '../connection/trouble.ts';
import type { Place } from '../login/session-login.ts';
import type { Session } from '../session/session.ts';

/** Options of a session in another namespace. */
export interface Elsewhere {
  readonly target: ConnectionTarget;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly login: LoginOptions;
  /** The saved connection that the token came from: if that leads elsewhere, this session ends, too. */
  readonly openedFrom?: string;
}

/** Opens a session with an existing token, once `check` has found that the server accepts it. */
export type OpenChecked = (
  options: Elsewhere,
  token: string,
  look: PromptLook,
  check: (caller: Caller) => Promise<void>,
) => Promise<SessionView>;

/** Opens it. Rejects with `not-offered`, `invalid-input`, and the server's refusal of the token there. */
export async function openNamespace(
  open: OpenChecked,
  session: Session,
  { target, name, colour, login = tokenLogin, look, profileId, openedFrom = profileId }: Place,
  typed: string,
  signal?: AbortSignal,
): Promise<SessionView> {
  refuseWhereUseless(session);
  const namespace = normaliseNamespace(typed);
  const here = normaliseNamespace(target.namespace);
  if (namespace === here) throw notOffered('The session is in this namespace already.');
  const elsewhere: Elsewhere = {
    target: { ...target, namespace },
    colour,
    name: nameIn(name, here, namespace),
    login: { ...login, namespace: login.namespace ?? here },
    ...(openedFrom === undefined ? {} : { openedFrom }),
  };
  const check = async (caller: Caller): Promise<void> => {
    const mounts = await listMounts({ ...caller, ...(signal === undefined ? {} : { signal }) }).catch(
      (failure: unknown) => {
        throw refused(failure, namespace);
      },
    );
    // A namespace that does not exist or does not accept the token can respond with an empty list.
    if (mounts.length === 0) throw notAccepted(namespace);
  };
  return session.entrust((token) => open(elsewhere, token, look, check));
}

/** Names of the namespaces directly below the session's own. Rejects with `not-offered` if they are unusable. */
export async function namespacesBelow(session: Session, signal?: AbortSignal): Promise<PackedNames> {
  refuseWhereUseless(session);
  return session.run(listNamespaces, signal);
}

/** A name that distinguishes the namespaces of a connection. */
export function nameIn(name: string, from: string, to: string): string {
  const bare = from !== '' && name.endsWith(` · ${from}`) ? name.slice(0, -` · ${from}`.length) : name;
  return to === '' ? bare : `${bare} · ${to}`;
}

function refuseWhereUseless(session: Session): void {
  if (!session.view().health.namespaces) throw notOffered('This server has no namespaces.');
  if (session.limitedUse)
    throw notOffered(
      'A token with limited uses serves one session only.',
      'Connect to the namespace with another token.',
    );
}

function refused(failure: unknown, namespace: string): AppFailure {
  const error = asAppError(failure);
  if (error.kind === 'invalid-path' && error.reason === 'no-namespace') return new AppFailure(error);
  const isRefusal = ['forbidden', 'unauthenticated', 'invalid-path'].includes(error.kind);
  return isRefusal ? notAccepted(namespace, error) : new AppFailure(error);
}

function notAccepted(namespace: string, error?: ErrorFacts): AppFailure {
  const where = namespace === '' ? 'the root namespace' : `“${namespace}”`;
  const said = error?.serverErrors;
  // Omits the request: the namespace is refused, which does not depend on a policy.
  return new AppFailure({
    kind: 'forbidden',
    ...(said === undefined ? {} : { serverErrors: said }),
    message: `The server does not accept this token in ${where}. Or the namespace does not exist.`,
    hint: 'Check the name, or log in there with another token.',
  });
}

function notOffered(message: string, hint?: string): AppFailure {
  return new AppFailure({ kind: 'not-offered', message, ...(hint === undefined ? {} : { hint }) });
}
