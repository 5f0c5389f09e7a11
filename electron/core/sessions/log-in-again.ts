/** A new login to an open session: it unlocks a locked one, and renews the token of another. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PromptNote } from '../../../shared/ipc/trusted-contract.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { readHealth } from '../../vault/api/health.ts';
import { asAppError, lockedError, stateError } from '../connection/trouble.ts';
import { settleDrafts } from '../entries/draft-owner.ts';
import { arrange, onMet } from '../login/meeting.ts';
import type { Connected } from '../login/meeting.ts';
import { clusterDifference } from '../login/seen.ts';
import type { Logins, Way } from '../login/session-login.ts';
import type { LoggedIn } from '../login/token-login.ts';
import { compareHolders } from '../session/holder.ts';
import type { OneAtATime } from '../gates/one-at-a-time.ts';
import { agreeToAnotherToken, settleBeforeSwitch } from './another-token.ts';
import { cameBy } from './open-sessions.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { Opened, Sessions, SessionsParts } from './sessions-parts.ts';
import { unlockEach } from './unlock-all.ts';

/** Makes the way to log in again. */
export function makeLoginAgain(
  parts: SessionsParts,
  open: OpenSessions,
  logins: Logins,
): Pick<Sessions, 'reauthenticate' | 'unlockAll'> {
  async function unlock(
    opened: Opened,
    way: Way,
    signal?: AbortSignal,
    inTurn: OneAtATime = (_key, _stop, work) => work(),
  ): Promise<void> {
    const { session, place } = opened;
    const { sessionId, target } = place;
    const before = open.lockings();
    const wasLocked = session.locked;
    const words = logins.wordsOf(place);
    const elsewhere = ({ answer }: Connected): PromptNote | undefined =>
      clusterDifference(session.met, answer.health);
    const differences = (now: Connected): readonly PromptNote[] => {
      const other = elsewhere(now);
      const since = words.differences(now);
      const isSaid = other === undefined || since.some(({ text }) => text === other.text);
      return isSaid ? since : [other, ...since];
    };
    const asking: SessionsParts = {
      ...parts,
      ask: (request, stop) => {
        const asked = () => parts.ask(request, stop);
        return request.kind === 'enter-passphrase' ? inTurn('', stop, asked) : asked();
      },
      resolveHeaders: (of, stop) => inTurn('', stop, () => parts.resolveHeaders(of, stop)),
    };
    const meeting = await arrange(target, asking, { ...words, differences }, signal);
    let met: Connected;
    try {
      const adopt = async ({ token, facts, login }: LoggedIn): Promise<void> => {
        const now = await meeting.met();
        const where = elsewhere(now) === undefined ? 'locked' : 'elsewhere';
        await settleDrafts(parts, sessionId, { before: session.holder, now: facts, where }, signal);
        if (open.peek(sessionId) !== opened) throw closedMeanwhile();
        if (before !== open.lockings() || session.locked !== wasLocked)
          throw new AppFailure(lockedError(place.name));
        open.put(session, cameBy(place, login ?? loginOf(way)));
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
        if (open.peek(place.sessionId) !== opened) throw closedMeanwhile();
        open.put(session, cameBy(place, login ?? loginOf(way)));
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

  return {
    unlockAll: (onUnlocked, signal) =>
      unlockEach(
        {
          ask: parts.ask,
          locked: open.all().filter(({ session }) => session.locked),
          inKeychain: ({ place }) => logins.inKeychain(place),
          wayOf,
          unlock: async (opened, way, inTurn) => {
            await unlock(opened, way, signal, inTurn);
            onUnlocked();
          },
        },
        signal,
      ),
    reauthenticate: async (sessionId, { fromKeychain, login: wanted }, signal) => {
      const opened = open.find(sessionId);
      const { session } = opened;
      const trouble = session.view().trouble;
      const way: Way = fromKeychain === true ? { how: 'keychain' } : wayOf(opened, wanted);
      // A client is bound to the cluster it has met: for a new cluster the user gets a new client.
      if (session.locked || trouble?.kind === 'other-cluster') await unlock(opened, way, signal);
      else
        await renew(opened, way, signal).catch(async (failure: unknown) => {
          if (asAppError(failure).kind !== 'other-cluster') throw failure;
          await unlock(opened, way, signal);
        });
      return session.view();
    },
  };
}

/** The way a session was opened, or another login, with the reason why a new token is needed. */
function wayOf({ session, place }: Opened, wanted?: LoginOptions): Way {
  const trouble = session.view().trouble;
  const problem = trouble?.kind === 'unauthenticated' ? { problem: trouble.message } : {};
  const login = wanted ?? place.login ?? tokenLogin;
  return login.type === 'token' ? { how: 'asked', login, ...problem } : { how: 'login', login, ...problem };
}

function loginOf(way: Way): LoginOptions | undefined {
  return way.how === 'asked' ? way.login : undefined;
}

function closedMeanwhile(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'The connection was closed.' });
}
