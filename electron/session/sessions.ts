/** The open sessions, side by side: opening, finding, closing. Every call of a screen names one of them. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { Input, SessionView } from '../../shared/ipc/contract.ts';
import type { Emit } from '../ipc/calls.ts';
import { parseAddress } from '../vault/http/address.ts';
import { connect, destinationFacts } from './connect.ts';
import type { ConnectParts } from './connect.ts';
import { login, tryToken } from './login.ts';
import type { LoggedIn, OfferedToken } from './login.ts';
import type { OfferInMain } from './offers.ts';
import type { Profiles } from './profiles.ts';
import type { SecretStore } from './secrets.ts';
import { Session } from './session.ts';

export interface SessionsParts extends ConnectParts {
  readonly secrets: SecretStore;
  readonly profiles: Profiles;
  readonly offers: () => readonly OfferInMain[];
  readonly emit: Emit;
  /** Told before a session's credentials are forgotten: entries and jobs go with it. */
  readonly onClose: (sessionId: string) => void;
}

type Wish = Omit<Input<'session.open'>, 'offerId'>;

export interface Sessions {
  readonly list: () => readonly SessionView[];
  /** Throws `invalid-input` where the session is not open. */
  readonly get: (sessionId: string) => Session;
  readonly open: (wish: Input<'session.open'>, signal?: AbortSignal) => Promise<SessionView>;
  /** Opens with a token that needs no asking: a server started for trying the app out. */
  readonly openWithToken: (wish: Wish, token: string) => Promise<SessionView>;
  readonly reauthenticate: (sessionId: string, signal?: AbortSignal) => Promise<SessionView>;
  readonly close: (sessionId: string) => Promise<void>;
  /** Closes the sessions of a profile that now leads elsewhere. */
  readonly closeOfProfile: (profileId: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

/** Makes the empty set of sessions. */
export function createSessions(parts: SessionsParts): Sessions {
  const open = new Map<string, Opened>();

  async function start(
    wish: Wish,
    signal: AbortSignal | undefined,
    logIn: (session: LoginContext) => Promise<LoggedIn>,
  ): Promise<SessionView> {
    const sessionId = randomUUID();
    const hold = (id: string) => parts.secrets.hold(sessionId, 'token-id', id);
    const { client, answer } = await connect(wish.target, parts, signal);
    const { name, colour, profileId } = wish;
    const shownName = name.trim() === '' ? new URL(client.options.origin).host : name.trim();
    try {
      const destination = destinationFacts(client, wish.target, { name: shownName, colour });
      const { token, facts } = await logIn({ client, destination, hold });
      const session = new Session({
        sessionId,
        name: shownName,
        colour,
        client,
        answer,
        token,
        facts,
        hold,
        changed: (view) => parts.emit('session.changed', view),
        ...(profileId === undefined ? {} : { profileId }),
      });
      open.set(sessionId, { session, destination });
      if (profileId !== undefined && parts.profiles.find(profileId) !== undefined) {
        parts.profiles.markUsed(profileId);
      }
      parts.emit('session.changed', session.view());
      return session.view();
    } catch (failure) {
      parts.secrets.dismissSession(sessionId);
      await client.close();
      throw failure;
    }
  }

  function get(sessionId: string): Opened {
    const opened = open.get(sessionId);
    if (opened !== undefined) return opened;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'sessionId',
      message: 'This connection is no longer open.',
      hint: 'Connect again.',
    });
  }

  async function close(sessionId: string): Promise<void> {
    const { session } = get(sessionId);
    open.delete(sessionId);
    parts.onClose(sessionId);
    parts.secrets.dismissSession(sessionId);
    await session.close();
    parts.emit('session.closed', { sessionId });
  }

  return {
    list: () => [...open.values()].map(({ session }) => session.view()),
    get: (sessionId) => get(sessionId).session,
    open: (wish, signal) => {
      const offered =
        wish.offerId === undefined
          ? undefined
          : offeredToken(parts.offers(), wish.offerId, wish.target.address);
      return start(wish, signal, ({ client, destination, hold }) =>
        login(client, destination, { ask: parts.ask, hold }, offered, signal),
      );
    },
    openWithToken: (wish, token) =>
      start(wish, undefined, async ({ client, hold }) => ({
        token,
        facts: await tryToken(client, token, hold),
      })),
    reauthenticate: async (sessionId, signal) => {
      const { session, destination } = get(sessionId);
      const hold = (id: string) => session.hold(id);
      const trouble = session.view().trouble;
      const problem = trouble?.kind === 'unauthenticated' ? trouble.message : undefined;
      const { token, facts } = await login(
        session.client,
        destination,
        { ask: (request, stop) => parts.ask(withProblem(request, problem), stop), hold },
        undefined,
        signal,
      );
      if (!open.has(sessionId))
        throw new AppFailure({ kind: 'cancelled', message: 'The connection was closed.' });
      session.replaceToken(token, facts);
      return session.view();
    },
    close,
    closeOfProfile: async (profileId) => {
      const theirs = [...open.values()].filter(({ session }) => session.profileId === profileId);
      await Promise.all(theirs.map(({ session }) => close(session.sessionId)));
    },
    closeAll: async () => {
      await Promise.all([...open.keys()].map((sessionId) => close(sessionId)));
    },
  };
}

type Destination = ReturnType<typeof destinationFacts>;

interface Opened {
  readonly session: Session;
  readonly destination: Destination;
}

interface LoginContext {
  readonly client: Session['client'];
  readonly destination: Destination;
  readonly hold: Parameters<typeof tryToken>[2];
}

function withProblem<R extends { readonly kind: string; readonly problem?: string }>(
  request: R,
  problem?: string,
): R {
  return problem === undefined || request.problem !== undefined ? request : { ...request, problem };
}

/**
 * The token of an offer; undefined where the offer has none, or names another server than `address`: a token of the
 * environment belongs to the address beside it. Throws `invalid-input` where the offer is gone.
 */
function offeredToken(
  offers: readonly OfferInMain[],
  offerId: string,
  address: string,
): OfferedToken | undefined {
  const found = offers.find(({ offer }) => offer.offerId === offerId);
  if (found === undefined) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'offerId',
      message: 'The environment no longer offers this.',
      hint: 'Type the token instead.',
    });
  }
  const { tokenFrom, target } = found.offer;
  if (target !== undefined && !isSameOrigin(target.address, address)) return undefined;
  return found.token === undefined || tokenFrom === undefined ? undefined : { token: found.token, tokenFrom };
}

function isSameOrigin(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)];
  return a.ok && b.ok && a.value.origin === b.value.origin;
}
