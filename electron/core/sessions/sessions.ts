/** The open sessions: opening, finding, locking, closing. Every call of a screen names one of them. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { readHealth } from '../../vault/api/health.ts';
import { createLogins } from '../login/session-login.ts';
import type { Place, Way } from '../login/session-login.ts';
import { hostOf } from '../../vault/http/address.ts';
import { addressOf, normaliseNamespace } from '../connection/address.ts';
import { confirmOrigins, forgetOrigin } from '../login/confirm-origin.ts';
import type { Moving } from '../login/confirm-origin.ts';
import { clientOptions, readMaterial } from '../connection/connect.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { arrange, onMet } from '../login/meeting.ts';
import type { Connected } from '../login/meeting.ts';
import { clusterDifference } from '../login/seen.ts';
import { settleDrafts } from '../entries/draft-owner.ts';
import { bindingOf } from '../profiles/keychain-tokens.ts';
import { takeEnvironmentToken } from '../login/token-login.ts';
import type { LoggedIn } from '../login/token-login.ts';
import { compareHolders } from '../session/holder.ts';
import { Session } from '../session/session.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { agreeToAnotherToken, settleBeforeSwitch, switchToken } from './another-token.ts';
import { askAndRevoke } from './log-out.ts';
import { openNamespace } from './other-namespace.ts';
import { asAppError, lockedError, redactError, stateError } from '../connection/trouble.ts';
import type { Opened, OpenOptions, Sessions, SessionsParts } from './sessions-parts.ts';

/** Makes an empty set of sessions. */
export function createSessions(parts: SessionsParts): Sessions {
  const open = new Map<string, Opened>();
  const ending = new Set<Promise<void>>();
  /** Counts locks: a login overtaken by a lock must not open a session. */
  let lockings = 0;
  const hold = (sessionId: string, id: string) => parts.secrets.hold(sessionId, 'token-id', id);
  const logins = createLogins({ ...parts, hold });

  function partsOf(place: Place): SessionParts {
    const { sessionId } = place;
    return {
      ...place,
      // A check still under way after the close of a session can call it.
      login: () => open.get(sessionId)?.place.login ?? tokenLogin,
      hold: (id) => hold(sessionId, id),
      known: parts.known,
      inKeychain: () => logins.inKeychain(open.get(sessionId)?.place ?? place),
      notices: () => wantsNotices(open.get(sessionId)?.place ?? place),
      gate: parts.gate,
      asked: parts.asked,
      seen: parts.seen,
      keepAnswer: parts.keepAnswer,
      changed: (view) => parts.emit('session.changed', view),
    };
  }

  function wantsNotices(place: Place): boolean {
    return logins.profileOf(place)?.notices ?? place.notices === true;
  }

  async function start(
    options: OpenOptions,
    way: Way,
    signal?: AbortSignal,
    look: PromptLook = parts.profiles.lookOf(options.target, options.profileId),
    check: (caller: Caller, facts: TokenFacts) => Promise<void> = () => Promise.resolve(),
  ): Promise<SessionView> {
    const sessionId = randomUUID();
    const before = lockings;
    const place: Place = { ...options, sessionId, name: shownName(options), look };
    const meeting = await arrange(place.target, parts, logins.wordsOf(place), signal);
    let met: Connected;
    try {
      const adopt = async ({ token, facts, login }: LoggedIn): Promise<void> => {
        const { client, answer } = await meeting.met();
        await check({ client, token, repeatable: true }, facts);
        // The login and the check take time, and the app can have been locked meanwhile.
        if (before !== lockings || parts.isLocked()) throw new AppFailure(lockedError(place.name));
        const session = new Session(partsOf(place), { client, answer, token, facts });
        open.set(sessionId, { session, place: cameBy(place, login) });
      };
      await logins.logIn(place, meeting, way, adopt, signal);
      met = await meeting.met();
    } catch (failure) {
      parts.secrets.dismissSession(sessionId);
      void meeting.close();
      throw failure;
    }
    const { session } = find(sessionId);
    logins.remember(place, met, session);
    parts.emit('session.changed', session.view());
    return session.view();
  }

  /** Opens with an existing token, which is redacted in errors. */
  async function openGiven(
    options: OpenOptions,
    token: string,
    look?: PromptLook,
    check?: (caller: Caller, facts: TokenFacts) => Promise<void>,
  ): Promise<SessionView> {
    try {
      return await start(options, { how: 'given', token }, undefined, look, check);
    } catch (failure) {
      throw new AppFailure(redactError(asAppError(failure), [token]));
    }
  }

  function find(sessionId: string): Opened {
    const opened = open.get(sessionId);
    if (opened !== undefined) return opened;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'sessionId',
      message: 'This session is no longer open.',
      hint: 'Connect again.',
    });
  }

  /** The other sessions with the same token. */
  function sharing(session: Session): readonly Opened[] {
    const { accessor } = session.view().token;
    return [...open.values()]
      .filter((one) => one.session !== session && accessor !== '')
      .filter((one) => one.session.view().token.accessor === accessor);
  }

  function get(sessionId: string): Session {
    const { session, place } = find(sessionId);
    if (session.locked) throw new AppFailure(lockedError(place.name));
    return session;
  }

  async function unlock(opened: Opened, way: Way, signal?: AbortSignal): Promise<void> {
    const { session, place } = opened;
    const { sessionId, target } = place;
    const before = lockings;
    const wasLocked = session.locked;
    const words = logins.wordsOf(place);
    const elsewhere = ({ answer }: Connected): string | undefined =>
      clusterDifference(session.met, answer.health);
    const differences = (now: Connected): readonly string[] => [
      ...new Set([elsewhere(now) ?? [], words.differences(now)].flat()),
    ];
    const meeting = await arrange(target, parts, { ...words, differences }, signal);
    let met: Connected;
    try {
      const adopt = async ({ token, facts, login }: LoggedIn): Promise<void> => {
        const now = await meeting.met();
        const where = elsewhere(now) === undefined ? 'locked' : 'elsewhere';
        await settleDrafts(parts, sessionId, { before: session.holder, now: facts, where }, signal);
        if (open.get(sessionId) !== opened) throw closedMeanwhile();
        if (before !== lockings || session.locked !== wasLocked)
          throw new AppFailure(lockedError(place.name));
        open.set(sessionId, { session, place: cameBy(place, login ?? loginOf(way)) });
        if (!wasLocked) {
          // Data read so far belongs to the previous cluster.
          session.lock();
          parts.onLock(sessionId);
        }
        session.unlock({ ...now, token, facts });
      };
      await logins.logIn(place, meeting, way, adopt, signal);
      met = await meeting.met();
    } catch (failure) {
      if (session.locked) parts.secrets.lockSession(sessionId);
      void meeting.close();
      throw failure;
    }
    logins.remember(place, met, session);
  }

  async function renew(opened: Opened, way: Way, signal?: AbortSignal): Promise<void> {
    const { session, place } = opened;
    const { client } = session;
    // Read again, so that the prompt shows the current server.
    const met: Connected = { client, answer: await readHealth(client, signal) };
    const notReady = stateError(met.answer.health);
    if (notReady !== undefined) throw new AppFailure(notReady);
    try {
      const meeting = onMet(place.target, parts, logins.wordsOf(place), met);
      const adopt = async ({ token, facts, login }: LoggedIn): Promise<void> => {
        const { token: before } = session.view();
        if (compareHolders(before, facts) === 'other') {
          const change = { how: 'login', look: place.look, before, now: facts } as const;
          await agreeToAnotherToken(parts.ask, change, signal);
        }
        await settleBeforeSwitch(parts, session, facts, undefined, signal);
        if (open.get(place.sessionId) !== opened) throw closedMeanwhile();
        open.set(place.sessionId, { session, place: cameBy(place, login ?? loginOf(way)) });
        session.replaceToken(token, facts);
      };
      await logins.logIn(place, meeting, way, adopt, signal);
    } catch (failure) {
      // Locked or closed during the look-up: its secret reference must not outlive that.
      if (session.locked || session.closed) parts.secrets.lockSession(place.sessionId);
      throw failure;
    }
    logins.remember(place, met, session);
  }

  const moveParts = { ...parts, logins, meetParts: parts };

  function moving(sessionId: string): Moving {
    const session = get(sessionId);
    const move = (place: Place): void => void open.set(sessionId, { session, place });
    return { session, place: find(sessionId).place, move };
  }

  function close(sessionId: string): void {
    const { session } = find(sessionId);
    open.delete(sessionId);
    parts.onClose(sessionId);
    parts.secrets.dismissSession(sessionId);
    // Not awaited: an unresponsive server must not block the screen.
    const ended = session.close().finally(() => ending.delete(ended));
    ending.add(ended);
    parts.emit('session.closed', { sessionId });
  }

  return {
    list: () => [...open.values()].map(({ session }) => session.view()),
    get,
    lockedName: (sessionId) => {
      const opened = open.get(sessionId);
      return opened?.session.locked === true ? opened.place.name : undefined;
    },
    find,
    lookOf: (sessionId) => open.get(sessionId)?.place.look,
    targetOf: (sessionId) => open.get(sessionId)?.place.target,
    open: ({ environmentId, fromKeychain, ...options }, signal) => {
      if (fromKeychain === true) return start(options, { how: 'keychain' }, signal);
      const taken =
        environmentId === undefined
          ? undefined
          : takeEnvironmentToken(
              parts.environmentCredentials(),
              environmentId,
              options.target,
              parts.environment,
            );
      const { login = tokenLogin } = options;
      if (taken !== undefined && 'token' in taken)
        return start(options, { how: 'asked', login, fromEnvironment: taken }, signal);
      const problem = taken === undefined ? {} : { problem: taken.problem };
      return start(options, { how: login.type === 'token' ? 'asked' : 'login', login, ...problem }, signal);
    },
    openWithToken: async (options, token) => {
      const material = await readMaterial(options.target, parts.files, undefined, parts.work);
      parts.contact.ofCommandLine(await clientOptions(options.target, parts, material));
      return openGiven(options, token, { name: options.name, colour: options.colour, saved: false });
    },
    reauthenticate: async (sessionId, { fromKeychain, login: wanted }, signal) => {
      const opened = find(sessionId);
      const { session } = opened;
      const trouble = session.view().trouble;
      const problem = trouble?.kind === 'unauthenticated' ? { problem: trouble.message } : {};
      const login = wanted ?? opened.place.login ?? tokenLogin;
      const typed: Way =
        login.type === 'token' ? { how: 'asked', login, ...problem } : { how: 'login', login, ...problem };
      const way: Way = fromKeychain === true ? { how: 'keychain' } : typed;
      // A client is bound to the cluster it has met: for a new cluster the user gets a new client.
      if (session.locked || trouble?.kind === 'other-cluster') await unlock(opened, way, signal);
      else
        await renew(opened, way, signal).catch(async (failure: unknown) => {
          if (asAppError(failure).kind !== 'other-cluster') throw failure;
          await unlock(opened, way, signal);
        });
      return session.view();
    },
    confirmOrigins: async (sessionId, origins, signal) =>
      confirmOrigins(moveParts, moving(sessionId), origins, signal),
    forgetOrigin: async (sessionId, origin) => forgetOrigin(moveParts, moving(sessionId), origin),
    adopt: async (sessionId, given, signal) => {
      const session = get(sessionId);
      try {
        await switchToken(parts, session, find(sessionId).place.look, given, signal);
      } catch (failure) {
        // Locked or closed meanwhile: the reference of its id must not outlive that.
        if (session.locked || session.closed) parts.secrets.lockSession(sessionId);
        throw failure;
      }
      return session.view();
    },
    openBeside: (sessionId, token, { name, colour }, signal) => {
      const { session, place } = find(sessionId);
      const { target, look, environment = '' } = place;
      const before = session.locked ? undefined : session.view().token;
      const check = (_caller: Caller, now: TokenFacts): Promise<void> =>
        agreeToAnotherToken(parts.ask, { how: 'beside', look, before, now }, signal);
      return openGiven({ target, name, colour, environment }, token, look, check);
    },
    openAt: (target, token, { name, colour }, signal) => {
      const look = parts.profiles.lookOf(target);
      const check = (_caller: Caller, now: TokenFacts): Promise<void> =>
        agreeToAnotherToken(parts.ask, { how: 'beside', look, before: undefined, now }, signal);
      return openGiven({ target, name, colour }, token, look, check);
    },
    keepInKeychain: async (sessionId) => {
      const session = get(sessionId);
      const { profileId = '', target } = find(sessionId).place;
      await session.entrust((token) => parts.keychainTokens.keep(profileId, bindingOf(target), token));
    },
    setNotices: (sessionId, on) => {
      const { session, place } = find(sessionId);
      const profile = logins.profileOf(place);
      if (profile === undefined) open.set(sessionId, { session, place: { ...place, notices: on } });
      else parts.profiles.setNotices(profile.profileId, on);
      // Other sessions of the same saved connection show it, too.
      for (const one of open.values()) parts.emit('session.changed', one.session.view());
      return session.view();
    },
    close,
    logOut: async (sessionId, edits, signal) => {
      const session = get(sessionId);
      const others = sharing(session);
      const alsoUsedBy = [...new Set(others.map(({ place }) => nameInPrompts(place)))];
      const facts = { edits, alsoUsedBy, loginToken: session.loginToken, nowMs: Date.now() };
      const { revoked } = await askAndRevoke(session, facts, signal);
      // They stay, with their unsaved edits, and show at once that their token is gone.
      if (revoked) for (const other of others) void other.session.refresh().catch(() => undefined);
      const { place } = find(sessionId);
      if (revoked && logins.inKeychain(place) && place.profileId !== undefined)
        parts.keychainTokens.forget(place.profileId);
      // Locked while the server was asked: the last session of a locked app is closed by its own question only.
      if (session.view().trouble?.kind !== 'locked') close(sessionId);
      return { revoked };
    },
    openNamespace: (sessionId, namespace, signal) =>
      openNamespace(openGiven, get(sessionId), find(sessionId).place, namespace, signal),
    closeOfProfile: (profileId) => {
      for (const { session, place } of [...open.values()])
        if (session.profileId === profileId || place.openedFrom === profileId) close(session.sessionId);
      return Promise.resolve();
    },
    lockAll: () => {
      lockings++;
      for (const [sessionId, { session }] of open) {
        session.lock();
        parts.secrets.lockSession(sessionId);
        parts.onLock(sessionId);
      }
    },
    closeAll: async () => {
      for (const sessionId of [...open.keys()]) close(sessionId);
      await Promise.all(ending);
    },
  };
}

/** Remembers the last login method with the place: logging in again begins with it. */
function cameBy(place: Place, login: LoginOptions | undefined): Place {
  return login === undefined ? place : { ...place, login };
}

function loginOf(way: Way): LoginOptions | undefined {
  return way.how === 'asked' ? way.login : undefined;
}

/** The connection's name in prompts; its namespace tells it from others of the same connection. */
function nameInPrompts({ look, target }: Place): string {
  const namespace = normaliseNamespace(target.namespace);
  return namespace === '' ? look.name : `${look.name}, namespace ${namespace}`;
}

function shownName({ name, target }: OpenOptions): string {
  return name.trim() === '' ? hostOf(addressOf(target.address)) : name.trim();
}

function closedMeanwhile(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'The connection was closed.' });
}
