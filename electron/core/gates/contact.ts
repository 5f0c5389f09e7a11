/**
 * The gate of contact. The page may name any server: whatever it can have sent there (header values, a name that is
 * looked up, the mere connection) leaves this machine. So no byte goes to a place, DNS query included, before a person
 * has confirmed that place in the trusted view: its address, proxy, trust, extra headers and other nodes.
 *
 * `ConfirmedPlace` is the proof. Its class is not exported, so only this file makes one, and what opens connections
 * (`open-client.ts`) takes nothing else: a caller that forgets to ask does not compile. A login prompt shows the place
 * and is the confirmation itself (`agree`); everything else asks one question of its own (`confirm`).
 *
 * With verification off only the person can tell whose certificate it is. So before a place is confirmed to which something
 * secret is about to go, a handshake without a byte of a request brings its certificate, and that is asked about, too.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import type {
  DestinationFacts,
  TrustChange,
  TrustedAnswer,
  TrustedRequest,
} from '../../../shared/ipc/trusted-contract.ts';
import { travelsInTheClear } from '../../../shared/vault/loopback.ts';
import type { ClientOptions } from '../../vault/http/types.ts';
import { environmentOf } from '../connection/connect.ts';
import type { PromptLook } from '../connection/connect.ts';
import { placeKey } from './place-key.ts';
import type { ServersSeenStore } from './servers-seen.ts';
import type { Ask } from '../platform.ts';

class Confirmed {
  readonly #key: string;
  constructor(key: string) {
    this.#key = key;
  }

  /** Whether a client of these options leads to this very place. */
  isOf(options: ClientOptions): boolean {
    return placeKey(options) === this.#key;
  }
}

/** The proof that a person has confirmed a place. */
export type ConfirmedPlace = Confirmed;

export interface ContactParts {
  readonly ask: Ask;
  /** Whether a saved connection was logged in to at the place of this key. */
  readonly isSaved: (key: string) => boolean;
  readonly seen: ServersSeenStore;
  /** The certificate that a server shows in a handshake of its own; undefined where it shows none. */
  readonly certificateShown: (
    place: ConfirmedPlace,
    options: ClientOptions,
  ) => Promise<CertificateFacts | undefined>;
}

/** What a person has agreed to. */
export interface Agreed {
  readonly place: ConfirmedPlace;
  /** SHA-256 of the certificate, where nothing but the person verifies it. */
  readonly certificate?: string;
}

/** One node of a confirmed place, and the options of a client that leads there and nowhere else. */
export interface ConfirmedNode {
  readonly place: ConfirmedPlace;
  readonly options: ClientOptions;
}

/** What a question about a place says of it. */
export interface AboutPlace {
  readonly facts: DestinationFacts;
  readonly look: PromptLook;
}

export interface Contact {
  /** The proof where the place was confirmed: in this run, or for a saved connection before. */
  readonly confirmed: (options: ClientOptions) => ConfirmedPlace | undefined;
  /** The facts with what a person must know before the contact: a first visit, a name that was another server's. */
  readonly told: (options: ClientOptions, about: AboutPlace) => DestinationFacts;
  /**
   * Asks a question that shows the place; every answer but `cancel` confirms it. Who declines the certificate of a server
   * that is not verified answers `cancel`, whatever they had typed.
   */
  readonly agree: (
    options: ClientOptions,
    request: TrustedRequest,
    signal?: AbortSignal,
  ) => Promise<{ readonly answer: TrustedAnswer; readonly agreed?: Agreed }>;
  /** The proof, asking for it where there is none yet. Rejects with `cancelled`. */
  readonly confirm: (
    options: ClientOptions,
    about: AboutPlace,
    signal?: AbortSignal,
  ) => Promise<ConfirmedPlace>;
  /**
   * The proof for one address of a confirmed place: its own, or another node that was confirmed with it. What is sent there
   * goes as it goes to the place: same trust, proxy and extra headers. Undefined where nobody has confirmed the address.
   */
  readonly nodeOf: (options: ClientOptions, address: string) => ConfirmedNode | undefined;
  /** The proof for a confirmed place without one of its other nodes. Undefined where it has no such node. */
  readonly without: (options: ClientOptions, origin: string) => ConfirmedNode | undefined;
  /** The server that the start script has started for trying the app out: the command line is the person's word. */
  readonly ofCommandLine: (options: ClientOptions) => ConfirmedPlace;
  /** Notes that a saved connection of this name has logged in at an address. */
  readonly noteName: (address: string, name: string) => void;
}

/** Makes the gate of this run. */
export function createContact({ ask, isSaved, seen, certificateShown }: ContactParts): Contact {
  const confirmedKeys = new Set<string>();
  /** One question at a time: a page that names fifty places gets one asked, and the others refused. */
  let asking: { readonly key: string; readonly answer: Promise<ConfirmedPlace> } | undefined;

  function add(options: ClientOptions): ConfirmedPlace {
    const key = placeKey(options);
    confirmedKeys.add(key);
    seen.note(options.address);
    return new Confirmed(key);
  }

  function confirmed(options: ClientOptions): ConfirmedPlace | undefined {
    const key = placeKey(options);
    return confirmedKeys.has(key) || isSaved(key) ? new Confirmed(key) : undefined;
  }

  function told(options: ClientOptions, { facts, look }: AboutPlace): DestinationFacts {
    const { address } = options;
    const before = seen.before(address, look.saved ? look.name : '');
    const warnings = [
      ...before.nameElsewhere.slice(-1).map((other) => nameWarning(look.name, other, address)),
      ...(facts.warnings ?? []),
    ];
    return {
      ...facts,
      ...(confirmed(options) === undefined ? { visit: before.firstVisit ? 'first' : 'changed' } : {}),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  }

  async function agree(
    options: ClientOptions,
    request: TrustedRequest,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: TrustedAnswer; readonly agreed?: Agreed }> {
    const answer = await ask(request, signal);
    if (answer.kind === 'cancel') return { answer };
    if (!isUnverified(options) || !(carriesSecret(request) || hasHeaders(options)))
      return { answer, agreed: { place: add(options) } };
    const certificate = await certificateShown(new Confirmed(placeKey(options)), options);
    // What cannot be reached says so itself, to whoever connects next.
    if (certificate === undefined) return { answer, agreed: { place: add(options) } };
    const told = await ask(certificateQuestion(options, request, certificate), signal);
    if (told.kind === 'cancel') return { answer: told };
    return { answer, agreed: { place: add(options), certificate: certificate.sha256 } };
  }

  return {
    confirmed,
    told,
    agree,
    confirm: async (options, about, signal) => {
      const known = confirmed(options);
      if (known !== undefined) return known;
      const key = placeKey(options);
      if (asking?.key === key) return asking.answer;
      if (asking !== undefined) throw notContacted(options.address, 'Another question is open.');
      const answer = agree(options, question(options, told(options, about)), signal).then(({ agreed }) => {
        if (agreed !== undefined) return agreed.place;
        throw notContacted(options.address);
      });
      asking = { key, answer };
      try {
        return await answer;
      } finally {
        asking = undefined;
      }
    },
    nodeOf: (options, address) => {
      if (confirmed(options) === undefined) return undefined;
      if (address !== options.address && !options.confirmedOrigins.includes(address)) return undefined;
      const node = { ...options, address, confirmedOrigins: [] };
      return { place: new Confirmed(placeKey(node)), options: node };
    },
    without: (options, origin) => {
      if (confirmed(options) === undefined || !options.confirmedOrigins.includes(origin)) return undefined;
      const confirmedOrigins = options.confirmedOrigins.filter((one) => one !== origin);
      const fewer = { ...options, confirmedOrigins };
      confirmedKeys.add(placeKey(fewer));
      return { place: new Confirmed(placeKey(fewer)), options: fewer };
    },
    ofCommandLine: add,
    noteName: seen.note,
  };
}

/** Nobody has agreed to a contact. */
export function notContacted(address: string, why = ''): AppFailure {
  return new AppFailure({
    kind: 'cancelled',
    message: `${why === '' ? '' : `${why} `}${address} was not contacted. Nothing was sent.`,
  });
}

function question(options: ClientOptions, facts: DestinationFacts): TrustedRequest {
  const { headers = [] } = options;
  const row = (what: string, after: string): readonly TrustChange[] =>
    after === '' ? [] : [{ what, before: '', after }];
  const inTheClear = travelsInTheClear(facts.address, facts.proxy);
  return {
    kind: 'confirm-trust',
    title: 'Contact this server?',
    name: facts.name,
    colour: facts.colour,
    ...environmentOf(facts),
    changes: [
      ...row('Server', facts.address),
      ...row('Namespace', facts.namespace),
      ...row('Proxy', facts.proxy),
      ...row('Certificate', facts.trust),
      ...row('Extra headers', headers.map(({ name }) => name).join(', ')),
    ],
    consequences: [
      ...(facts.warnings ?? []),
      facts.visit === 'first'
        ? 'First visit to this server. Nothing has been sent to it yet.'
        : 'These settings are new for this server. Nothing has been sent with them yet.',
      ...(facts.skipVerify ? ['Anyone on the way can pose as this server.'] : []),
      ...(inTheClear ? ['Plain HTTP: anyone on the way can read what is sent.'] : []),
    ],
    action: 'Contact server',
  };
}

function isUnverified({ address, tls }: ClientOptions): boolean {
  return tls.skipVerify && address.startsWith('https:');
}

/** Values of extra headers go with the first request. */
function hasHeaders({ headers = [] }: ClientOptions): boolean {
  return headers.length > 0;
}

/** Whether something secret goes to the place once its prompt is answered. */
function carriesSecret({ kind }: TrustedRequest): boolean {
  return kind !== 'confirm-trust';
}

function certificateQuestion(
  { address }: ClientOptions,
  request: TrustedRequest,
  certificate: CertificateFacts,
): TrustedRequest {
  const { name, colour } = ('destination' in request ? request.destination : undefined) ?? {
    name: '',
    colour: 'grey',
    ...(request.kind === 'confirm-trust' ? { name: request.name, colour: request.colour } : {}),
  };
  return {
    kind: 'confirm-trust',
    title: 'Is this the server’s certificate?',
    ...(request.environment === undefined ? {} : { environment: request.environment }),
    ...('destination' in request ? environmentOf(request.destination) : {}),
    ...{ name, colour, certificate },
    changes: [{ what: 'Server', before: '', after: address }],
    consequences: [
      'Verification is off, so only you can tell. Compare the SHA-256 with the one from whoever runs the server. Nothing secret has been sent yet.',
    ],
    action: 'Go on',
  };
}

function nameWarning(name: string, other: string, address: string): string {
  return `“${name}” was the name of another server until now: ${other}. This is ${address}. Log in only if you know why it changed.`;
}
