/**
 * The gate of contact. The page can name any server, and everything it can have sent there (header values, a name
 * that is looked up, the mere connection) leaves this machine. So no byte goes to a place, DNS query included, before
 * the user has confirmed that place in the secure prompt: its address, proxy, trust, extra headers and other nodes.
 *
 * `ConfirmedPlace` is the proof. Its class is not exported, so only this file makes one, and the code that opens
 * connections (`open-client.ts`) takes nothing else: a caller that forgets to ask does not compile. A login prompt
 * shows the place and is the confirmation itself (`agree`); everything else asks one question of its own (`confirm`).
 *
 * With verification off only the user can tell whose certificate it is. So before a place is confirmed that is about
 * to get a secret, and always before another node is added to one, a handshake without a byte of a request fetches
 * the certificate, and the user is asked about it, too. Without such a prompt the client itself asks before the first
 * secret (`open-client.ts`), and the accepted certificate is noted: no other one gets anything
 * (`shown-certificates.ts`).
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import type {
  DestinationFacts,
  PromptNote,
  TrustChange,
  TrustedAnswer,
  TrustedRequest,
} from '../../../shared/ipc/trusted-contract.ts';
import { firstContact, notice } from '../../../shared/ipc/prompt-notes.ts';
import type { ClientOptions } from '../../vault/http/types.ts';
import { isUnverified } from '../connection/address.ts';
import { environmentOf } from '../connection/prompt-look.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { createCertificateQuestions } from './certificate-questions.ts';
import { placeKey } from './place-key.ts';
import type { ServersSeenStore } from './servers-seen.ts';
import type { ShownCertificates } from './shown-certificates.ts';
import type { Ask } from '../platform.ts';

class Confirmed {
  readonly #key: string;
  /** True if the user has agreed to a certificate of an address. */
  readonly hasShown: ShownCertificates['isShown'];
  /**
   * Shows the certificate of the own address unless the user has seen it. Rejects with `cancelled` if it is declined.
   */
  readonly show: (options: ClientOptions, signal?: AbortSignal) => Promise<void>;

  constructor(key: string, { hasShown, show }: Pick<Confirmed, 'hasShown' | 'show'>) {
    this.#key = key;
    this.hasShown = hasShown;
    this.show = show;
  }

  /** True if a client with these options leads to this very place. */
  isOf(options: ClientOptions): boolean {
    return placeKey(options) === this.#key;
  }
}

/** Proof that the user has confirmed a place. */
export type ConfirmedPlace = Confirmed;

export interface ContactParts {
  readonly ask: Ask;
  /** True if a saved connection was logged in to at the place of this key. */
  readonly isSaved: (key: string) => boolean;
  readonly seen: ServersSeenStore;
  readonly shown: ShownCertificates;
  /** Certificate that a server shows in a handshake of its own; undefined if it shows none. */
  readonly certificateShown: (
    place: ConfirmedPlace,
    options: ClientOptions,
  ) => Promise<CertificateFacts | undefined>;
}

/** Place that the user has agreed to. */
export interface Agreed {
  readonly place: ConfirmedPlace;
  /** SHA-256 of the certificate, if only the user verifies it. */
  readonly certificate?: string;
}

/** One node of a confirmed place, and client options that lead only there. */
export interface ConfirmedNode {
  readonly place: ConfirmedPlace;
  readonly options: ClientOptions;
}

/** Facts about a place for a question. */
export interface AboutPlace {
  readonly facts: DestinationFacts;
  readonly look: PromptLook;
}

export interface Contact {
  /** Returns the proof if the place was confirmed: in this run, or earlier for a saved connection. */
  readonly confirmed: (options: ClientOptions) => ConfirmedPlace | undefined;
  /** Adds the warnings before a contact: a first contact, or a name that was another server's. */
  readonly told: (options: ClientOptions, about: AboutPlace) => DestinationFacts;
  /**
   * Asks a question that shows the place; every answer but `cancel` confirms it. Declining the certificate of an
   * unverified server counts as `cancel`, even if something was entered.
   */
  readonly agree: (
    options: ClientOptions,
    request: TrustedRequest,
    signal?: AbortSignal,
  ) => Promise<{ readonly answer: TrustedAnswer; readonly agreed?: Agreed }>;
  /** Returns the proof, asking for it if needed. Rejects with `cancelled`. */
  readonly confirm: (
    options: ClientOptions,
    about: AboutPlace,
    signal?: AbortSignal,
  ) => Promise<ConfirmedPlace>;
  /**
   * Proof for one address of a confirmed place: its own, or another node confirmed with it. Requests go there as to
   * the place: same trust, proxy and extra headers. Undefined if the address is not confirmed.
   */
  readonly nodeOf: (options: ClientOptions, address: string) => ConfirmedNode | undefined;
  /** Proof for a confirmed place without one of its other nodes. Undefined if it has no such node. */
  readonly without: (options: ClientOptions, origin: string) => ConfirmedNode | undefined;
  /** Confirms the sample server of the start script: the command line is the user's consent. */
  readonly ofCommandLine: (options: ClientOptions) => ConfirmedPlace;
  /** Notes that the user has agreed to a certificate of an address. */
  readonly noteCertificate: ShownCertificates['note'];
  /** Notes that a saved connection of this name has logged in at an address. */
  readonly noteName: (address: string, name: string) => void;
}

/** Makes the gate of this run. */
export function createContact({ ask, isSaved, seen, shown, certificateShown }: ContactParts): Contact {
  const confirmedKeys = new Set<string>();
  /** One question at a time: of fifty places that a page names, one is asked about and the others are refused. */
  let asking: { readonly key: string; readonly answer: Promise<ConfirmedPlace> } | undefined;

  function placeOf(options: ClientOptions): ConfirmedPlace {
    return new Confirmed(placeKey(options), { hasShown: shown.isShown, show });
  }

  function add(options: ClientOptions): ConfirmedPlace {
    confirmedKeys.add(placeKey(options));
    seen.note(options.address);
    return placeOf(options);
  }

  function isConfirmed(options: ClientOptions): boolean {
    const key = placeKey(options);
    return confirmedKeys.has(key) || isSaved(key);
  }

  function confirmed(options: ClientOptions): ConfirmedPlace | undefined {
    if (!isConfirmed(options)) return undefined;
    // Header values would go with the first request, before any prompt shows the certificate.
    const mustShow = isUnverified(options) && hasHeaders(options) && shown.needsShowing(options.address);
    return mustShow ? undefined : placeOf(options);
  }

  const { showAll, show } = createCertificateQuestions({
    ask,
    shown,
    certificateAt: (options, address) => {
      const node = { ...options, address, confirmedOrigins: [] };
      return certificateShown(placeOf(node), node);
    },
  });

  function told(options: ClientOptions, { facts, look }: AboutPlace): DestinationFacts {
    const { address } = options;
    const before = seen.before(address, look.saved ? look.name : '');
    const contact = confirmed(options) !== undefined ? undefined : before.firstContact ? 'first' : 'changed';
    const notes = [
      ...(facts.notes ?? []),
      ...before.nameElsewhere.slice(-1).map((other) => nameWarning(look.name, other)),
      ...(contact === undefined ? [] : [firstContact[contact]]),
    ];
    return {
      ...facts,
      ...(contact === undefined ? {} : { contact }),
      ...(notes.length === 0 ? {} : { notes }),
    };
  }

  async function agree(
    options: ClientOptions,
    request: TrustedRequest,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: TrustedAnswer; readonly agreed?: Agreed }> {
    const answer = await ask(request, signal);
    if (answer.kind === 'cancel') return { answer };
    const addresses = [
      ...(carriesSecret(request) || hasHeaders(options) ? [options.address] : []),
      ...options.confirmedOrigins,
    ].filter((address) => isUnverified({ ...options, address }));
    const { declined, own } = await showAll(options, addresses, request, signal);
    if (declined !== undefined) return { answer: declined };
    const place = add(options);
    return { answer, agreed: own === undefined ? { place } : { place, certificate: own.sha256 } };
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
      if (!isConfirmed(options)) return undefined;
      if (address !== options.address && !options.confirmedOrigins.includes(address)) return undefined;
      const node = { ...options, address, confirmedOrigins: [] };
      return { place: placeOf(node), options: node };
    },
    without: (options, origin) => {
      if (!isConfirmed(options) || !options.confirmedOrigins.includes(origin)) return undefined;
      const confirmedOrigins = options.confirmedOrigins.filter((one) => one !== origin);
      const fewer = { ...options, confirmedOrigins };
      confirmedKeys.add(placeKey(fewer));
      return { place: placeOf(fewer), options: fewer };
    },
    ofCommandLine: add,
    noteCertificate: shown.note,
    noteName: seen.note,
  };
}

/** Error for a contact that was not agreed to. */
export function notContacted(address: string, why = ''): AppFailure {
  return new AppFailure({
    kind: 'cancelled',
    message: `${why === '' ? '' : `${why} `}${address} was not contacted. Nothing was sent.`,
  });
}

function question(options: ClientOptions, facts: DestinationFacts): TrustedRequest {
  const { headers = [] } = options;
  const { name: what, value: after, ...look } = facts.trust;
  const row = (name: string, value: string): readonly TrustChange[] =>
    value === '' ? [] : [{ what: name, before: '', after: value }];
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
      { what, before: '', after, ...look },
      ...row('Extra headers', headers.map(({ name }) => name).join(', ')),
    ],
    notes: facts.notes ?? [],
    action: 'Contact server',
  };
}

/** Extra header values go with the first request. */
function hasHeaders({ headers = [] }: ClientOptions): boolean {
  return headers.length > 0;
}

/** True if a secret goes to the place once its prompt is answered. */
function carriesSecret({ kind }: TrustedRequest): boolean {
  return kind !== 'confirm-trust';
}

function nameWarning(name: string, other: string): PromptNote {
  return notice(`“${name}” was another server until now: ${other}. Log in only if you know why it changed.`);
}
