/**
 * Confirms other nodes of a session's cluster. The server's list of them is only a hint: the user confirms them in
 * the secure prompt. Until a node is forgotten, a redirect can then lead there with the token.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { notice, notVerified } from '../../../shared/ipc/prompt-notes.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { confirmedOriginsOf } from '../connection/address.ts';
import { cancelled, clientOptions } from '../connection/connect.ts';
import { environmentOf } from '../connection/prompt-look.ts';
import type { ConfirmedNode } from '../gates/contact.ts';
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

/** An unlocked session, its place, and a function that changes the place. */
export interface Moving {
  readonly session: Session;
  readonly place: Place;
  readonly move: (place: Place) => void;
}

/** Lets a session follow redirects to more nodes. Rejects with `invalid-input`, `cancelled` if the user declines. */
export async function confirmOrigins(
  parts: ConfirmOriginParts,
  moving: Moving,
  origins: readonly string[],
  signal?: AbortSignal,
): Promise<SessionView> {
  const { session, place } = moving;
  const { meetParts } = parts;
  const before = confirmedOriginsOf(place.target);
  const after = confirmedOriginsOf({ ...place.target, confirmedOrigins: [...before, ...origins] });
  const client = session.client;
  const { skipVerify } = client.options.tls;
  const unknown = after.filter((one) => !before.includes(one));
  // Known but unverified nodes: their certificate was never seen or has changed.
  const added = unknown.length === 0 && skipVerify ? origins : unknown;
  if (added.length === 0) return session.view();
  const target = { ...place.target, confirmedOrigins: after };
  const { namespaces, cluster } = client.options;
  const options = {
    ...(await clientOptions(target, meetParts, client.options.tls, signal)),
    ...(namespaces === undefined ? {} : { namespaces }),
    // A node of another cluster gets no request.
    ...(cluster === undefined ? {} : { cluster }),
  };
  const one = added.length === 1;
  const { agreed } = await meetParts.contact.agree(
    options,
    {
      kind: 'confirm-trust',
      title: one ? 'Allow another node?' : `Allow ${String(added.length)} other nodes?`,
      name: place.look.name,
      colour: place.look.colour,
      ...environmentOf(place.look),
      changes: [
        ...before.map((node) => ({ what: 'Confirmed before', before: '', after: node })),
        ...added.map((node) => ({ what: 'Other node', before: '', after: node })),
      ],
      notes: [
        ...(skipVerify ? [notVerified] : []),
        notice(`The token is also sent to ${one ? 'this node' : 'these nodes'}.`),
      ],
      action: one ? 'Allow node' : `Allow ${String(added.length)} nodes`,
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
  await speakThrough(parts, moving, { place: agreed.place, options, target });
  return session.refresh(signal);
}

/** Removes a confirmed node from a session: it gets no more requests. Rejects with `invalid-input` for another. */
export async function forgetOrigin(
  parts: ConfirmOriginParts,
  moving: Moving,
  origin: string,
): Promise<SessionView> {
  const { session, place } = moving;
  const fewer = parts.meetParts.contact.without(session.client.options, origin);
  if (fewer === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'origin',
      message: `${origin} is not one of the other nodes of this connection.`,
      hint: 'Change the address of the connection by editing the connection.',
    });
  const { confirmedOrigins } = fewer.options;
  await speakThrough(parts, moving, { ...fewer, target: { ...place.target, confirmedOrigins } });
  return session.view();
}

/** Moves the session and its saved connection to `options`. */
async function speakThrough(
  { meetParts, logins, profiles, keychainTokens }: ConfirmOriginParts,
  { session, place, move }: Moving,
  to: ConfirmedNode & { readonly target: Place['target'] },
): Promise<void> {
  const { options, target } = to;
  const before = confirmedOriginsOf(place.target);
  const profile = logins.profileOf(place);
  const wasInKeychain = logins.inKeychain(place);
  session.replaceClient(await openClient(to.place, options, meetParts.guard));
  move({ ...place, target });
  if (profile !== undefined)
    profiles.changeOrigins(
      profile.profileId,
      {
        added: options.confirmedOrigins.filter((one) => !before.includes(one)),
        removed: before.filter((one) => !options.confirmedOrigins.includes(one)),
      },
      placeKey(options),
    );
  // A kept token is bound to its nodes, which have just changed.
  if (profile !== undefined && wasInKeychain)
    await session.entrust((token) => keychainTokens.keep(profile.profileId, bindingOf(target), token));
}
