/**
 * Arriving at a server: what a person is told before a token is sent (is it the server of last time?), where the token
 * comes from, and what is remembered of it afterwards.
 */
import type { DestinationFacts, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { ConnectionTarget, Profile, ProfileColour } from '../../shared/vault/connection.ts';
import type { SecretRef } from '../../shared/vault/secret-ref.ts';
import { originOf } from './address.ts';
import { destinationFacts } from './connect.ts';
import type { Connected, ConnectParts } from './connect.ts';
import { bindingOf } from './keychain-tokens.ts';
import type { KeychainTokens } from './keychain-tokens.ts';
import { login, loginFromKeychain, tryToken } from './login.ts';
import type { LoggedIn, OfferedToken } from './login.ts';
import type { Profiles } from './profiles.ts';
import { differencesFrom, seenNow } from './seen.ts';
import type { Session } from './session.ts';

/** What a session connects to. */
export interface Place {
  readonly sessionId: string;
  readonly target: ConnectionTarget;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly profileId?: string;
}

/** Where the token comes from. */
export type Way =
  | { readonly how: 'asked'; readonly offered?: OfferedToken; readonly problem?: string }
  | { readonly how: 'keychain' }
  | { readonly how: 'given'; readonly token: string };

export interface ArrivalParts extends Pick<ConnectParts, 'ask'> {
  readonly profiles: Profiles;
  readonly keychainTokens: KeychainTokens;
  readonly hold: (sessionId: string, tokenId: string) => SecretRef;
  readonly log: (line: string) => void;
}

export interface Arrivals {
  /** Logs in over a client that has just met the server. */
  readonly logIn: (place: Place, met: Connected, way: Way, signal?: AbortSignal) => Promise<LoggedIn>;
  /** Notes what was met, and puts the token into the keychain again where that is wished. */
  readonly remember: (place: Place, met: Connected, session: Session) => void;
  readonly inKeychain: (place: Place) => boolean;
  /** The saved connection that the place is of; one that leads elsewhere by now is another. */
  readonly profileOf: (place: Place) => Profile | undefined;
}

/** Makes what logs sessions in. */
export function createArrivals(parts: ArrivalParts): Arrivals {
  const { profiles, keychainTokens } = parts;

  function profileOf({ profileId, target }: Place): Profile | undefined {
    const profile = profileId === undefined ? undefined : profiles.find(profileId);
    return profile !== undefined && isAt(profile, originOf(target.address)) ? profile : undefined;
  }

  function destinationOf(place: Place, { client, answer }: Connected): DestinationFacts {
    const warnings = differencesFrom(profileOf(place)?.seen, seenNow(client, answer.health));
    const facts = destinationFacts(client, place.target, place);
    return warnings.length === 0 ? facts : { ...facts, warnings };
  }

  return {
    logIn: async (place, met, way, signal) => {
      const { client } = met;
      const hold = (id: string): SecretRef => parts.hold(place.sessionId, id);
      if (way.how === 'given')
        return { token: way.token, facts: await tryToken(client, way.token, hold, signal) };
      const destination = destinationOf(place, met);
      if (way.how === 'asked') {
        const ask: typeof parts.ask = (request, stop) => parts.ask(withProblem(request, way.problem), stop);
        return login(client, destination, { ask, hold }, way.offered, signal);
      }
      const { profileId = '', target } = place;
      const kept = {
        take: () => keychainTokens.take(profileId, bindingOf(target)),
        forget: () => keychainTokens.forget(profileId),
      };
      return loginFromKeychain(client, destination, { ask: parts.ask, hold }, kept, signal);
    },
    remember: (place, { client, answer }, session) => {
      const profile = profileOf(place);
      if (profile === undefined) return;
      const { profileId } = profile;
      profiles.markUsed(profileId, seenNow(client, answer.health));
      const binding = bindingOf(place.target);
      if (profile.keychain !== true || bindingOf(profile) !== binding) return;
      session
        .entrust((token) => keychainTokens.keep(profileId, binding, token))
        .catch((error: unknown) => {
          parts.log(`the keychain did not keep a token: ${error instanceof Error ? error.message : ''}`);
        });
    },
    inKeychain: ({ profileId, target }) =>
      profileId !== undefined && keychainTokens.has(profileId, bindingOf(target)),
    profileOf,
  };
}

function isAt(profile: Profile, origin: string): boolean {
  try {
    return originOf(profile.address) === origin;
  } catch {
    // What an old file holds may not be an address any more.
    return false;
  }
}

function withProblem(request: TrustedRequest, problem: string | undefined): TrustedRequest {
  const takes = request.kind === 'enter-token' || request.kind === 'confirm-token';
  return takes && request.problem === undefined && problem !== undefined ? { ...request, problem } : request;
}
