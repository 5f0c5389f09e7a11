/** Opening of sessions: by a login, with a token that is there already, beside another session. */
import { randomUUID } from 'node:crypto';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { hostOf } from '../../vault/http/address.ts';
import { addressOf } from '../connection/address.ts';
import { clientOptions, readMaterial } from '../connection/connect.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { asAppError, lockedError, redactError } from '../connection/trouble.ts';
import { arrange } from '../login/meeting.ts';
import type { Connected } from '../login/meeting.ts';
import type { Logins, Place, Way } from '../login/session-login.ts';
import { takeEnvironmentToken } from '../login/token-login.ts';
import type { LoggedIn } from '../login/token-login.ts';
import { Session } from '../session/session.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { agreeToAnotherToken } from './another-token.ts';
import { cameBy } from './open-sessions.ts';
import type { OpenSessions } from './open-sessions.ts';
import { openNamespace } from './other-namespace.ts';
import type { OpenOptions, Sessions, SessionsParts } from './sessions-parts.ts';

type Opening = Pick<Sessions, 'open' | 'openWithToken' | 'openBeside' | 'openAt' | 'openNamespace'>;

/** Makes the ways to open a session. */
export function makeOpening(parts: SessionsParts, open: OpenSessions, logins: Logins): Opening {
  function partsOf(place: Place): SessionParts {
    const { sessionId } = place;
    return {
      ...place,
      // A check still under way after the close of a session can call it.
      login: () => open.peek(sessionId)?.place.login ?? tokenLogin,
      hold: (id) => parts.secrets.hold(sessionId, 'token-id', id),
      known: parts.known,
      inKeychain: () => logins.inKeychain(open.peek(sessionId)?.place ?? place),
      notices: () => wantsNotices(open.peek(sessionId)?.place ?? place),
      gate: parts.gate,
      asked: parts.asked,
      seen: parts.seen,
      keepAnswer: parts.keepAnswer,
      names: parts.namesOf(sessionId),
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
    const before = open.lockings();
    const place: Place = { ...options, sessionId, name: shownName(options), look };
    const meeting = await arrange(place.target, parts, logins.wordsOf(place), signal);
    let met: Connected;
    try {
      const adopt = async ({ token, facts, login }: LoggedIn): Promise<void> => {
        const { client, answer } = await meeting.met();
        await check({ client, token, repeatable: true }, facts);
        // The login and the check take time, and the app can have been locked meanwhile.
        if (before !== open.lockings() || parts.isLocked()) throw new AppFailure(lockedError(place.name));
        const session = new Session(partsOf(place), { client, answer, token, facts });
        open.put(session, cameBy(place, login));
      };
      await logins.logIn(place, meeting, way, adopt, signal);
      met = await meeting.met();
    } catch (failure) {
      parts.secrets.dismissSession(sessionId);
      void meeting.close();
      throw failure;
    }
    const { session } = open.find(sessionId);
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

  return {
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
    openBeside: (sessionId, token, { name, colour }, signal) => {
      const { session, place } = open.find(sessionId);
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
    openNamespace: (sessionId, namespace, signal) =>
      openNamespace(openGiven, open.get(sessionId), open.find(sessionId).place, namespace, signal),
  };
}

function shownName({ name, target }: OpenOptions): string {
  return name.trim() === '' ? hostOf(addressOf(target.address)) : name.trim();
}
