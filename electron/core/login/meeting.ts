/**
 * Meets a server: turns a typed connection into a client with a known state, sending only `sys/health`. A place that
 * the user has confirmed is met at once, so that the login prompt shows its certificate. Any other is met after the
 * user answers the first prompt that shows it: that answer is the confirmation, and the typed values wait in main
 * meanwhile.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type {
  DestinationFacts,
  PromptNote,
  TrustedAnswer,
  TrustedRequest,
} from '../../../shared/ipc/trusted-contract.ts';
import { risk } from '../../../shared/ipc/prompt-notes.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { readHealth } from '../../vault/api/health.ts';
import type { HealthAnswer } from '../../vault/api/health.ts';
import type { ClientOptions, VaultClient } from '../../vault/http/types.ts';
import { normaliseNamespace } from '../connection/address.ts';
import {
  cancelled,
  clientOptions,
  destinationFacts,
  materialAsking,
  namespaceError,
} from '../connection/connect.ts';
import { environmentOf } from '../connection/prompt-look.ts';
import type { ConnectParts } from '../connection/connect.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { checkedNamespace, inNamespace } from '../connection/in-namespace.ts';
import { stateError } from '../connection/trouble.ts';
import type { Agreed, ConfirmedPlace, Contact } from '../gates/contact.ts';
import { openClient } from '../gates/open-client.ts';
import type { Ask } from '../platform.ts';

export interface MeetParts extends ConnectParts {
  readonly contact: Contact;
}

export interface Connected {
  readonly client: VaultClient;
  readonly answer: HealthAnswer;
}

/** `any-state`: accepts sealed and uninitialised servers, for requests without a token. */
export type WantedState = 'ready' | 'any-state';

/** A login's way to its server. */
export interface Meeting {
  /** Sends only to a confirmed place; the first request asks if no prompt did. */
  readonly client: VaultClient;
  /** Opens the secure prompt; the first answer to one with the place allows the contact. Rejects as `met` does. */
  readonly ask: Ask;
  /** The client for a login's namespace. Throws `invalid-input`, on contact at the latest, if it is ignored there. */
  readonly inNamespace: (typed: string | undefined) => VaultClient;
  /** Current facts about the place. */
  readonly destination: () => DestinationFacts;
  /** Contacts the server, once. Rejects with `cancelled`, `sealed`, `network` … */
  readonly met: () => Promise<Connected>;
  readonly close: () => Promise<void>;
}

/** Name and colour of a meeting's place, and its differences since the last time. */
export interface MeetingWords {
  readonly look: PromptLook;
  readonly differences: (met: Connected) => readonly PromptNote[];
}

/** Connects to a place, confirming it first if necessary. Rejects with `cancelled` or the connection's error. */
export async function connect(
  target: ConnectionTarget,
  parts: MeetParts,
  look: PromptLook,
  signal?: AbortSignal,
  state: WantedState = 'ready',
): Promise<Connected> {
  const options = await prepareOptions(target, parts, signal);
  const facts = destinationFacts(options.now, target, look);
  const place = await parts.contact.confirm(options.now, { facts, look }, signal);
  return meet(place, options, parts, state, signal);
}

/** Begins a login. Does not contact an unconfirmed place; else rejects as `Meeting.met` does. */
export async function arrange(
  target: ConnectionTarget,
  parts: MeetParts,
  words: MeetingWords,
  signal?: AbortSignal,
): Promise<Meeting> {
  const { look, differences } = words;
  const options = await prepareOptions(target, parts, signal);
  const { contact } = parts;
  const known = contact.confirmed(options.now);
  if (known !== undefined) {
    const met = await meet(known, options, parts, 'ready', signal);
    return { ...onMet(target, parts, words, met), close: () => met.client.close() };
  }
  let namespace: string | undefined;
  let connected: Connected | undefined;
  const destination = (): DestinationFacts =>
    destinationOf(options.now, target, parts, words, namespace, connected);

  async function contactAt({ place, certificate }: Agreed): Promise<Connected> {
    const met = await meet(place, options, parts, 'ready', signal);
    try {
      checkedNamespace(namespace, met.answer.health);
      await confirmDifferences(met, certificate);
    } catch (failure) {
      await met.client.close();
      throw failure;
    }
    return (connected = met);
  }

  /** Asks about differences that the first prompt could not show before anything typed there is sent. */
  async function confirmDifferences(met: Connected, shown: string | undefined): Promise<void> {
    const certificate = met.client.peerChain()[0];
    const swapped = shown !== undefined && certificate?.sha256 !== shown;
    const notes = [...(swapped ? [SWAPPED] : []), ...differences(met)];
    if (notes.length === 0) return;
    const answer = await parts.ask(
      {
        kind: 'confirm-trust',
        title: 'Log in to this server?',
        action: 'Log in',
        name: look.name,
        colour: look.colour,
        changes: [],
        notes,
        ...environmentOf(look),
        ...(certificate === undefined ? {} : { certificate }),
      },
      signal,
    );
    if (answer.kind === 'cancel') throw cancelled();
    if (certificate !== undefined) contact.noteCertificate(options.now.address, certificate.sha256);
  }

  const met = async (): Promise<Connected> => {
    if (connected !== undefined) return connected;
    const facts = destinationFacts(options.now, target, look);
    return contactAt({ place: await contact.confirm(options.now, { facts, look }, signal) });
  };
  const client = lazyClient(options.now, met, () => connected);

  return {
    client,
    met,
    destination,
    ask: async (request, stop): Promise<TrustedAnswer> => {
      if (!showsPlace(request)) return parts.ask(request, stop);
      if (connected !== undefined) return parts.ask(upToDate(request, destination), stop);
      const { answer, agreed } = await contact.agree(options.now, request, stop);
      if (agreed !== undefined) await contactAt(agreed);
      return answer;
    },
    inNamespace: (typed) => {
      namespace = typed === undefined ? undefined : normaliseNamespace(typed);
      return inNamespace(client, namespace);
    },
    close: async () => {
      await connected?.client.close();
    },
  };
}

const SWAPPED = risk('Not the certificate you just trusted.');

/** A meeting over a client that has just met the server, as an open session's has. */
export function onMet(
  target: ConnectionTarget,
  parts: MeetParts,
  words: MeetingWords,
  met: Connected,
): Meeting {
  const { client } = met;
  let namespace: string | undefined;
  return {
    client,
    ask: async (request, stop) =>
      showsPlace(request)
        ? (await parts.contact.agree(client.options, request, stop)).answer
        : parts.ask(request, stop),
    met: () => Promise.resolve(met),
    inNamespace: (typed) => inNamespace(client, (namespace = checkedNamespace(typed, met.answer.health))),
    destination: () => destinationOf(client.options, target, parts, words, namespace, met),
    close: () => Promise.resolve(),
  };
}

function destinationOf(
  options: ClientOptions,
  target: ConnectionTarget,
  { contact }: MeetParts,
  { look, differences }: MeetingWords,
  namespace: string | undefined,
  met: Connected | undefined,
): DestinationFacts {
  const known = destinationFacts(options, target, look, met?.client.peerChain()[0]);
  const notes = [...(known.notes ?? []), ...(met === undefined ? [] : differences(met))];
  const facts: DestinationFacts = {
    ...known,
    ...(namespace === undefined ? {} : { namespace }),
    ...(notes.length === 0 ? {} : { notes }),
  };
  return contact.told(options, { facts, look });
}

interface Options {
  readonly now: ClientOptions;
  readonly learn: (health: Health) => void;
}

/**
 * Options that learn from the server's first response: if it supports namespaces, as a single request can carry its
 * own, and its cluster, which every later connection must lead to.
 */
async function prepareOptions(
  target: ConnectionTarget,
  parts: ConnectParts,
  signal: AbortSignal | undefined,
): Promise<Options> {
  let namespaces: boolean | undefined;
  let cluster: ClientOptions['cluster'];
  const now: ClientOptions = {
    ...(await clientOptions(target, parts, await materialAsking(target, parts, signal), signal)),
    get namespaces() {
      return namespaces;
    },
    get cluster() {
      return cluster;
    },
  };
  return {
    now,
    learn: (health) => {
      namespaces = health.namespaces;
      cluster = { id: health.clusterId, name: health.clusterName };
    },
  };
}

/** Rejects before a token is sent if the server is sealed, not initialised, unreachable or ignores the namespace. */
async function meet(
  place: ConfirmedPlace,
  { now, learn }: Options,
  { guard }: Pick<MeetParts, 'guard'>,
  state: WantedState,
  signal: AbortSignal | undefined,
): Promise<Connected> {
  const client = await openClient(place, now, guard);
  try {
    const answer = await readHealth(client, signal);
    learn(answer.health);
    // The pool regains its connection a turn later; without the wait, the next request would open another one.
    await nextTurn();
    const notReady =
      (state === 'ready' ? stateError(answer.health) : undefined) ??
      namespaceError(now.namespace, answer.health);
    if (notReady !== undefined) throw new AppFailure(notReady);
    return { client, answer };
  } catch (failure) {
    await client.close();
    throw failure;
  }
}

function lazyClient(
  options: ClientOptions,
  met: () => Promise<Connected>,
  connected: () => Connected | undefined,
): VaultClient {
  return {
    options,
    send: async (request) => (await met()).client.send(request),
    peerChain: () => connected()?.client.peerChain() ?? [],
    close: async () => {
      await connected()?.client.close();
    },
  };
}

type ShowsPlace = Extract<TrustedRequest, { readonly destination?: DestinationFacts }>;

function showsPlace(request: TrustedRequest): request is ShowsPlace {
  return 'destination' in request;
}

/** Facts from before the contact say that nothing was sent yet: a repeated prompt gets the new ones. */
function upToDate(request: ShowsPlace, destination: () => DestinationFacts): TrustedRequest {
  return request.destination?.contact === undefined ? request : { ...request, destination: destination() };
}
