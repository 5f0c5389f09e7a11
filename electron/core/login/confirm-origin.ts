/**
 * Another node of a session's cluster: the server has named it in a redirect, which is a hint and not an order. A person
 * confirms it in the trusted view; from then on a redirect may lead there, token and all.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { confirmedOriginsOf } from '../connection/address.ts';
import { cancelled, clientOptions, environmentOf } from '../connection/connect.ts';
import { openClient } from '../gates/open-client.ts';
import { placeKey } from '../gates/place-key.ts';
import type { MeetParts } from './meeting.ts';
import type { Logins, Place } from './session-login.ts';
import { bindingOf } from '../profiles/keychain-tokens.ts';
import type { KeychainTokens } from '../profiles/keychain-tokens.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Session } from '../session/session.ts';

export interface ConfirmOriginParts {
  readonly meetParts: MeetParts;
  readonly logins: Logins;
  readonly profiles: Profiles;
  readonly keychainTokens: KeychainTokens;
}

/** An unlocked session, where it connects to, and what makes it connect elsewhere. */
export interface Moving {
  readonly session: Session;
  readonly place: Place;
  readonly move: (place: Place) => void;
}

/** Lets a session follow redirects to `origin`. Rejects with `invalid-input`, or `cancelled` where it is declined. */
export async function confirmOrigin(
  { meetParts, logins, profiles, keychainTokens }: ConfirmOriginParts,
  { session, place, move }: Moving,
  origin: string,
  signal?: AbortSignal,
): Promise<SessionView> {
  const before = confirmedOriginsOf(place.target);
  const after = confirmedOriginsOf({ ...place.target, confirmedOrigins: [...before, origin] });
  if (after.length === before.length) return session.view();
  const client = session.client;
  const added = after.filter((one) => !before.includes(one)).join(', ');
  const target = { ...place.target, confirmedOrigins: after };
  const { namespaces, cluster } = client.options;
  const options = {
    ...(await clientOptions(target, meetParts, client.options.tls, signal)),
    ...(namespaces === undefined ? {} : { namespaces }),
    // The other node is one of the same cluster, or it gets nothing.
    ...(cluster === undefined ? {} : { cluster }),
  };
  const { agreed } = await meetParts.contact.agree(
    options,
    {
      kind: 'confirm-trust',
      title: 'May this connection lead to another node?',
      name: place.look.name,
      colour: place.look.colour,
      ...environmentOf(place.look),
      changes: [{ what: 'Other nodes', before: before.join(', '), after: after.join(', ') }],
      consequences: [
        `Where ${client.options.address} redirects a request to ${added}, the token goes there too.`,
        'The certificate there is checked by the same rules as here.',
      ],
      action: 'Confirm this node',
    },
    signal,
  );
  if (agreed === undefined) throw cancelled();
  if (session.client !== client) {
    throw new AppFailure({
      kind: 'conflict',
      message: 'The connection has changed meanwhile. Nothing was confirmed.',
      hint: 'Try again.',
    });
  }
  const profile = logins.profileOf(place);
  const wasKept = logins.inKeychain(place);
  session.replaceClient(await openClient(agreed.place, options, meetParts.guard));
  move({ ...place, target });
  if (profile !== undefined) profiles.addOrigin(profile.profileId, added, placeKey(options));
  // A kept token is bound to where it may go, which a person has just widened.
  if (profile !== undefined && wasKept)
    await session.entrust((token) => keychainTokens.keep(profile.profileId, bindingOf(target), token));
  return session.refresh(signal);
}
