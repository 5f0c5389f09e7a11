/**
 * The gate of contact for new versions of the app. Nothing goes to the address that serves them, a DNS query
 * included, before the user has confirmed it in the secure prompt, with the proxy on the way there and every host
 * that it can redirect to. `ConfirmedFeed` is the proof, and only `openFeed` opens connections of the main process
 * that do not lead to a Vault.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { isLoopback } from '../../../shared/vault/loopback.ts';
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { FileGetter, RedirectHost } from '../../vault/http/file-getter.ts';
import { chooseProxy } from '../../vault/http/proxy.ts';
import type { Ask } from '../platform.ts';

class Confirmed {
  readonly #address: string;
  readonly #proxy: string | undefined;
  readonly #redirects: readonly RedirectHost[];
  constructor(address: string, proxy: string | undefined, redirects: readonly RedirectHost[]) {
    this.#address = address;
    this.#proxy = proxy;
    this.#redirects = redirects;
  }

  get address(): string {
    return this.#address;
  }

  /** Can hold the proxy's credentials: for connecting only. */
  get proxy(): string | undefined {
    return this.#proxy;
  }

  /** Hosts that it can redirect to; includes its own host if there are others. */
  get redirects(): readonly RedirectHost[] {
    return this.#redirects;
  }
}

/** Proof that the user has confirmed the source of new versions. */
export type ConfirmedFeed = Confirmed;

/** Rest of the question, beside the contact. */
export interface FeedQuestion {
  readonly title: string;
  /** Address that this one replaces. */
  readonly before?: string;
  /** The app’s use of the address from now on. */
  readonly facts: readonly PromptFact[];
  readonly action: string;
}

export interface FeedContactParts {
  readonly ask: Ask;
  /** Hosts that the build names for an address, besides its own. */
  readonly redirectsOf: (address: string) => readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly testElectron: boolean;
  readonly testElectronAllowed: boolean;
  /** Storage of the last confirmed address and its route. */
  readonly remembered: { readonly get: () => string; readonly set: (key: string) => void };
}

export interface FeedContact {
  /** Returns the proof if this very address was confirmed with the route that leads there now. */
  readonly confirmed: (address: string) => ConfirmedFeed | undefined;
  /** Asks even if it was confirmed before. Rejects with `cancelled`, `invalid-input`. */
  readonly confirm: (address: string, question: FeedQuestion, signal?: AbortSignal) => Promise<ConfirmedFeed>;
}

/** Makes the gate of this run. */
export function createFeedContact(parts: FeedContactParts): FeedContact {
  const proxyTo = (address: string): string | undefined => {
    if (parts.testElectron && !parts.testElectronAllowed && !isLoopback(address))
      throw invalid('This build of Electron is for testing: it looks for new versions on this machine only.');
    // Proxy variables for Vault (`VAULT_PROXY_ADDR`) apply to Vault servers only.
    const { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } = parts.environment;
    const proxy = chooseProxy('', address, { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy });
    if (!proxy.ok) throw new AppFailure(proxy.error);
    return proxy.value.proxy;
  };
  const way = (address: string): Confirmed => {
    const hosts = parts.redirectsOf(address);
    const all = hosts.length === 0 ? [] : [...new Set([new URL(address).host, ...hosts])];
    const redirects = all.map((host) => ({ host, proxy: proxyTo(`https://${host}/`) }));
    return new Confirmed(address, proxyTo(address), redirects);
  };
  const keyOf = (feed: Confirmed): string =>
    [
      [feed.address, feed.proxy] as const,
      ...othersOf(feed).map(({ host, proxy }) => [`or ${host}`, proxy] as const),
    ]
      .map(([place, proxy]) => (proxy === undefined ? place : `${place} through ${new URL(proxy).origin}`))
      .join(' ');
  return {
    confirmed: (address) => {
      const feed = way(address);
      return parts.remembered.get() === keyOf(feed) ? feed : undefined;
    },
    confirm: async (address, question, signal) => {
      const feed = way(address);
      const answer = await parts.ask(requestOf(feed, question), signal);
      if (answer.kind === 'cancel')
        throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was contacted or changed.' });
      parts.remembered.set(keyOf(feed));
      return feed;
    },
  };
}

function othersOf({ address, redirects }: Confirmed): readonly RedirectHost[] {
  return redirects.filter(({ host }) => host !== new URL(address).host);
}

function requestOf(feed: Confirmed, { title, before, facts, action }: FeedQuestion): TrustedRequest {
  const { address, proxy } = feed;
  const through = (by: string | undefined): readonly PromptFact[] =>
    by === undefined ? [] : [{ name: 'Proxy', value: new URL(by).origin }];
  const way = [
    ...through(proxy),
    ...othersOf(feed).flatMap((other) => [
      { name: 'May redirect to', value: `https://${other.host}` },
      ...through(other.proxy),
    ]),
    prose('Certificate', 'verified by the operating system’s store'),
    ...facts,
  ];
  if (before === undefined)
    return {
      kind: 'confirm',
      title,
      facts: [{ name: 'Address', value: address }, ...way],
      body: [],
      action,
      destructive: false,
    };
  return {
    kind: 'confirm-trust',
    title,
    name: 'Strongroom updates',
    colour: 'grey',
    notes: [],
    action,
    changes: [
      { what: 'Address', before: before === address ? '' : before, after: address },
      ...way.map(({ name, value, ...look }) => ({ what: name, before: '', after: value, ...look })),
    ],
  };
}

/** Connects only once a file is requested. `ca`: PEM certificates to trust besides the system's store. */
export async function openFeed(feed: ConfirmedFeed, ca: readonly string[] = []): Promise<FileGetter> {
  const { makeFileGetter } = await import('../../vault/http/file-getter.ts');
  return makeFileGetter({
    address: feed.address,
    proxy: feed.proxy,
    redirects: feed.redirects,
    tls: { ca, useSystemStore: true, skipVerify: false },
  });
}

/**
 * Normalizes an address to an https URL of a folder, without credentials, query or fragment. Throws `invalid-input`.
 */
export function feedAddress(typed: string): string {
  const url = URL.parse(typed.trim());
  if (url === null || !/^https?:\/\/[^/?#]/i.test(typed.trim()))
    throw invalid('This is not an https:// address.');
  if (url.protocol !== 'https:') throw invalid('New versions come over https:// only.');
  if (url.username !== '' || url.password !== '')
    throw invalid('The address contains a user name or password.');
  if (url.search !== '' || url.hash !== '')
    throw invalid('The address ends with a folder: no “?” and no “#”.');
  return url.origin + url.pathname + (url.pathname.endsWith('/') ? '' : '/');
}

function invalid(message: string): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'address',
    message,
    hint: 'Use one such as https://updates.example.com/strongroom/.',
  });
}
