/**
 * The keychain gives a token to any program of the account, a broken page included. Without this gate a call alone
 * would lift the lock. So every token that leaves the keychain takes the user's click in the secure prompt, which
 * shows its destination (`Agreement`), and the system's own authentication if Electron offers it: Touch ID on macOS.
 * Windows Hello and polkit are not offered to Electron apps; there the click has to do.
 */
import type { DestinationFacts, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { Agreement } from '../credentials/agreement.ts';
import type { Ask } from '../platform.ts';
import type { OneAtATime } from './one-at-a-time.ts';

/** Asks to send a kept token to its destination. Rejects with `cancelled`. */
export type AgreeToKeychain = (
  ask: Ask,
  destination: DestinationFacts,
  signal?: AbortSignal,
) => Promise<Agreement>;

/** Asks about one token, listing what has changed at its destination since last time. */
export const agreeToKeychainToken: AgreeToKeychain = (ask, destination, signal) =>
  Agreement.ask(
    ask,
    {
      kind: 'confirm-token',
      title: 'Log in with the keychain’s token?',
      destination,
      tokenFrom: 'keychain',
    },
    NOTHING_SENT,
    signal,
  );

/** One question about the tokens of several sessions, which unlock side by side. */
export interface SharedAgreement {
  /** Waits for the others. A destination with something to look at has a question of its own. */
  readonly agree: AgreeToKeychain;
  /** A session will not ask: it has failed, or has been asked about by itself. */
  readonly leave: () => void;
}

/**
 * Makes the question for `count` sessions: each of them agrees or leaves once. `queue` lets one question follow
 * another, because a third at the same time is refused.
 */
export function shareAgreement(
  ask: Ask,
  count: number,
  queue: OneAtATime,
  signal?: AbortSignal,
): SharedAgreement {
  const waiting: DestinationFacts[] = [];
  const asked = Promise.withResolvers<Agreement>();
  const inTurn = (question: () => Promise<Agreement>) => queue('', signal, question);
  let left = count;
  function leave(): void {
    left--;
    const [first, ...others] = waiting;
    if (left > 0 || first === undefined) return;
    const agreement = inTurn(() =>
      others.length === 0
        ? agreeToKeychainToken(ask, first, signal)
        : Agreement.ask(ask, questionAbout(waiting.toSorted(byName)), NOTHING_SENT, signal),
    );
    agreement.then(asked.resolve, asked.reject);
  }
  return {
    agree: (ownAsk, destination) => {
      const { contact, notes = [] } = destination;
      const isPlain = contact === undefined && notes.every(({ tone }) => tone === 'info');
      if (isPlain) waiting.push(destination);
      leave();
      return isPlain ? asked.promise : inTurn(() => agreeToKeychainToken(ownAsk, destination, signal));
    },
    leave,
  };
}

const NOTHING_SENT = 'Nothing was sent.';

/** Orders by name: the servers answer in any order, and a person finds the same list each time. */
function byName(one: DestinationFacts, other: DestinationFacts): number {
  return one.name.localeCompare(other.name) || one.address.localeCompare(other.address);
}

function questionAbout(destinations: readonly DestinationFacts[]): TrustedRequest {
  return {
    kind: 'confirm',
    title: `Log in to ${String(destinations.length)} servers with the keychain’s tokens?`,
    facts: destinations.map(({ name, environment = '', address, namespace, trust, proxy }) => ({
      name,
      value: [
        ...(environment === '' ? [] : [`environment ${environment}`]),
        address,
        ...(namespace === '' ? [] : [`namespace ${namespace}`]),
        ...(proxy === '' ? [] : [`through ${proxy}`]),
        trust.name === 'Certificate' ? trust.value : `${trust.name.toLowerCase()} ${trust.value}`,
      ].join(' · '),
      prose: true,
      ...(trust.notice === true ? { notice: true } : {}),
    })),
    body: [],
    action: 'Log in',
    destructive: false,
  };
}
