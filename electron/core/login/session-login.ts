/**
 * Logs in to a server: warns before a token is sent if the server differs from last time, gets the token, and
 * remembers the login afterwards.
 */
import type { Agreement } from '../credentials/agreement.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { faultOf } from '../../disk/fault.ts';
import { NotWritten } from '../../disk/json-file.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { ConnectionTarget, Profile, ProfileColour } from '../../../shared/vault/connection.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { addressOf } from '../connection/address.ts';
import type { ConnectParts } from '../connection/connect.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import type { Contact } from '../gates/contact.ts';
import { placeKey } from '../gates/place-key.ts';
import { authOf } from '../../vault/api/login.ts';
import { factsFromAuth } from '../../vault/api/token.ts';
import { agreeToKeychainToken } from '../gates/keychain.ts';
import type { AgreeToKeychain } from '../gates/keychain.ts';
import { bindingOf } from '../profiles/keychain-tokens.ts';
import type { KeychainTokens } from '../profiles/keychain-tokens.ts';
import { login, loginFromKeychain, tryToken } from './token-login.ts';
import type { LoggedIn, EnvironmentToken } from './token-login.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Ask } from '../platform.ts';
import { differencesFrom, seenNow } from './seen.ts';
import type { Connected, Meeting, MeetingWords } from './meeting.ts';
import { logInBy } from './run.ts';
import { authPathOf } from './options.ts';
import type { LoginSurroundings } from './surroundings.ts';
import type { Session } from '../session/session.ts';
import { asAppError, redactError } from '../connection/trouble.ts';

/** A session's connection. */
export interface Place {
  readonly sessionId: string;
  readonly target: ConnectionTarget;
  /** The page's words, for its own screens. */
  readonly name: string;
  readonly colour: ProfileColour;
  readonly environment?: string;
  /** Main's words, for prompts. */
  readonly look: PromptLook;
  readonly profileId?: string;
  /** The saved connection whose token it shares, in another namespace. */
  readonly openedFrom?: string;
  /** Login method; default: a token. */
  readonly login?: LoginOptions;
  /** Desktop notifications, if no saved connection sets them. */
  readonly notices?: boolean;
}

/** Source of the token. */
export type Way =
  | {
      readonly how: 'asked';
      readonly login?: LoginOptions;
      readonly fromEnvironment?: EnvironmentToken;
      readonly problem?: string;
    }
  | { readonly how: 'login'; readonly login: LoginOptions; readonly problem?: string }
  /** `agree`: shared by several sessions; else each asks for itself. */
  | { readonly how: 'keychain'; readonly agree?: AgreeToKeychain }
  | { readonly how: 'given'; readonly token: string };

export interface LoginsParts extends Pick<ConnectParts, 'ask'> {
  readonly openBrowser: LoginSurroundings['openBrowser'];
  readonly keepAnswer: LoginSurroundings['keepAnswer'];
  readonly profiles: Profiles;
  readonly keychainTokens: KeychainTokens;
  readonly hold: (sessionId: string, tokenId: string) => SecretRef;
  readonly contact: Pick<Contact, 'noteName'>;
  readonly log: (line: string) => void;
  /** Tells the user of a problem with the app's own files, in a sentence. */
  readonly report: (problem: string) => void;
}

export interface Logins {
  /** Name and colour of a place in prompts, and its differences. */
  readonly wordsOf: (place: Place) => MeetingWords;
  /**
   * Logs in over a meeting, which contacts the server by then at the latest, and hands the token to `adopt`. If that
   * or the look-up fails, a login's response is kept as a one-time result.
   */
  readonly logIn: (
    place: Place,
    meeting: Meeting,
    way: Way,
    adopt: (loggedIn: LoggedIn) => Promise<void> | void,
    signal?: AbortSignal,
  ) => Promise<void>;
  /** Notes the met server, and stores the token in the keychain again if wished. */
  readonly remember: (place: Place, met: Connected, session: Session) => void;
  readonly inKeychain: (place: Place) => boolean;
  /** The saved connection of the place; undefined if it leads to another address by now. */
  readonly profileOf: (place: Place) => Profile | undefined;
}

/** Makes the logins of sessions. */
export function createLogins(parts: LoginsParts): Logins {
  const { profiles, keychainTokens } = parts;

  function profileOf({ profileId, target }: Place): Profile | undefined {
    const profile = profileId === undefined ? undefined : profiles.find(profileId);
    return profile !== undefined && isAt(profile, addressOf(target.address)) ? profile : undefined;
  }

  async function byMethod(
    place: Place,
    meeting: Meeting,
    way: Way & { readonly how: 'login' },
    hold: (id: string) => SecretRef,
    adopt: (loggedIn: LoggedIn) => Promise<void> | void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { openBrowser, keepAnswer } = parts;
    const { ask } = meeting;
    const client = meeting.inNamespace(way.login.namespace);
    const destination = meeting.destination();
    const {
      options,
      clientToken: token,
      ...came
    } = await logInBy(
      {
        client,
        destination,
        ask,
        openBrowser,
        keepAnswer,
        ...(way.problem === undefined ? {} : { problem: way.problem }),
        ...(signal === undefined ? {} : { signal }),
      },
      way.login,
    );
    try {
      const told = factsFromAuth(authOf(came.answer), Date.now());
      await adopt({ token, facts: await tryToken(client, token, hold, signal, told), login: options });
    } catch (failure) {
      // The login can have used up its credential (a wrapping token, a secret ID of one use): the token must not be
      // lost if its look-up fails, or if the session is locked or ended meanwhile.
      const { method, path, answer, elapsedMs } = came;
      await keepAnswer({
        target: place.target,
        title: `Login at ${authPathOf(options)}`,
        method,
        path,
        answer,
        elapsedMs,
        once: true,
        values: 'plain',
      });
      const error = redactError(asAppError(failure), [token]);
      throw new AppFailure({
        ...error,
        message: `The login succeeded, but its token is not in use: it is among the one-time results. ${error.message}`,
      });
    }
  }

  return {
    wordsOf: (place) => ({
      look: place.look,
      differences: ({ client, answer }) =>
        differencesFrom(profileOf(place)?.seen, seenNow(client, answer.health)),
    }),
    logIn: async (place, meeting, way, adopt, signal) => {
      const hold = (id: string): SecretRef => parts.hold(place.sessionId, id);
      if (way.how === 'login') await byMethod(place, meeting, way, hold, adopt, signal);
      else await adopt(await withToken(keychainTokens, place, meeting, way, hold, signal));
    },
    remember: (place, { client, answer }, session) => {
      const profile = profileOf(place);
      if (profile === undefined) return;
      const { profileId } = profile;
      const binding = bindingOf(place.target);
      const isOfProfile = bindingOf(profile) === binding;
      const { options } = client;
      profiles.markUsed(
        profileId,
        seenNow(client, answer.health),
        isOfProfile ? placeKey(options) : undefined,
      );
      if (isOfProfile) parts.contact.noteName(options.address, profile.name);
      if (profile.keychain !== true || !isOfProfile) return;
      session
        .entrust((token) => keychainTokens.keep(profileId, binding, token))
        .catch((error: unknown) => {
          if (error instanceof NotWritten) parts.report(error.message);
          else parts.log(`the keychain did not keep a token: ${faultOf(error)}`);
        });
    },
    inKeychain: ({ profileId, target }) =>
      profileId !== undefined && keychainTokens.has(profileId, bindingOf(target)),
    profileOf,
  };
}

/** Logs in with an existing or a typed token. */
async function withToken(
  keychainTokens: KeychainTokens,
  place: Place,
  meeting: Meeting,
  way: Exclude<Way, { readonly how: 'login' }>,
  hold: (id: string) => SecretRef,
  signal: AbortSignal | undefined,
): Promise<LoggedIn> {
  const { namespace: typed } = (way.how === 'asked' ? way.login : undefined) ?? place.login ?? tokenLogin;
  const client = meeting.inNamespace(typed);
  if (way.how === 'given')
    return { token: way.token, facts: await tryToken(client, way.token, hold, signal) };
  const destination = meeting.destination();
  if (way.how === 'asked') {
    const ask: Ask = (request, stop) => meeting.ask(withProblem(request, way.problem), stop);
    return login(client, destination, { ask, hold }, way.fromEnvironment, signal);
  }
  const { profileId = '', target } = place;
  const renewable = {
    agree: way.agree ?? agreeToKeychainToken,
    take: (agreement: Agreement) => keychainTokens.take(profileId, bindingOf(target), agreement),
    forget: () => keychainTokens.forget(profileId),
  };
  return loginFromKeychain(client, destination, { ask: meeting.ask, hold }, renewable, signal);
}

function isAt(profile: Profile, address: string): boolean {
  try {
    return addressOf(profile.address) === address;
  } catch {
    // The address in an old file can be invalid now.
    return false;
  }
}

function withProblem(request: TrustedRequest, problem: string | undefined): TrustedRequest {
  const takes = request.kind === 'enter-token' || request.kind === 'confirm-token';
  return takes && request.problem === undefined && problem !== undefined ? { ...request, problem } : request;
}
