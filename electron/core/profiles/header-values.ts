/**
 * Values of extra headers, which are a gateway's passwords and cookies. They are typed in the secure prompt and stay
 * in main: the page and `profiles.json` get a reference only. Each value is bound to the header and the server shown
 * in the prompt, so a page that uses its reference elsewhere cannot have it sent there. Values of saved connections
 * are kept in `header-values.json`, encrypted by the operating system's keychain; without a keychain they last until
 * the app quits and are asked for again.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget, EnteredHeader, Profile } from '../../../shared/vault/connection.ts';
import { checkHeaderNames, checkHeaderValue } from '../../vault/http/extra-headers.ts';
import type { SentHeader } from '../../vault/http/types.ts';
import { addressOf } from '../connection/address.ts';
import { credentialsOfHeaders } from '../credentials/client-credentials.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import type { Ask } from '../platform.ts';
import { openSealedHeaders } from './sealed-headers.ts';
import type { Bound, SealedHeadersParts } from './sealed-headers.ts';
import { cancelled } from '../connection/connect.ts';

export interface HeaderValuesParts extends SealedHeadersParts {
  readonly ask: Ask;
  readonly known: Pick<KnownCredentials, 'keep'>;
  readonly profiles: () => readonly Profile[];
}

export interface HeaderValues {
  /** Asks for a value. Rejects with `invalid-input` for an invalid name or address, `cancelled`. */
  readonly enter: (name: string, address: string, signal?: AbortSignal) => Promise<EnteredHeader>;
  /** Imports a plain-text value of an older version; returns its reference, empty if address or value is invalid. */
  readonly takeOver: (header: {
    readonly name: string;
    readonly value: string;
    readonly address: string;
  }) => string;
  /** Throws `invalid-input` if a header has no value, or one for another target. Does not prompt. */
  readonly check: (target: ConnectionTarget) => void;
  /** True if all values of a target are available without a prompt. */
  readonly areAtHand: (target: ConnectionTarget) => boolean;
  /** The headers of a target with values; prompts for missing ones. Rejects as `check` throws, or `cancelled`. */
  readonly resolve: (target: ConnectionTarget, signal?: AbortSignal) => Promise<readonly SentHeader[]>;
  /** Stores the values of saved connections in the keychain, and forgets unused ones. Never rejects. */
  readonly settle: () => Promise<void>;
}

/** Opens the kept values of a file. */
export function createHeaderValues({ ask, known, profiles, ...stored }: HeaderValuesParts): HeaderValues {
  const valuesByRef = new Map<string, SentHeader & Bound>();
  const sealed = openSealedHeaders(stored);
  const asking = new Map<string, Promise<string>>();

  function hold(valueRef: string, { name, origin }: Bound, value: string): void {
    valuesByRef.set(valueRef, { name, origin, value });
    known.keep(credentialsOfHeaders([{ name, value }], origin));
  }

  function profileOf(valueRef: string): Profile | undefined {
    return profiles().find(({ headers = [] }) => headers.some((header) => header.valueRef === valueRef));
  }

  function boundTo(valueRef: string): Bound | undefined {
    const found = valuesByRef.get(valueRef) ?? sealed.boundTo(valueRef);
    if (found !== undefined || valueRef === '') return found;
    // The saved connection alone still knows which value is missing without a keychain.
    const profile = profileOf(valueRef);
    const header = profile?.headers?.find((one) => one.valueRef === valueRef);
    return profile === undefined || header === undefined
      ? undefined
      : { name: header.name, origin: addressOf(profile.address) };
  }

  function check({ address, headers = [] }: ConnectionTarget): void {
    if (headers.length === 0) return;
    unwrap(checkHeaderNames(headers));
    const origin = addressOf(address);
    for (const { name, valueRef } of headers) {
      if (valueRef === '') throw wrong(`The header ${name} has no value.`, 'Set one, or remove the row.');
      const bound = boundTo(valueRef);
      if (bound?.name.toLowerCase() !== name.toLowerCase())
        throw wrong(`The value of the header ${name} is not there any more.`, 'Set it again.');
      if (bound.origin !== origin)
        throw wrong(
          `The value of the header ${name} was typed for ${bound.origin}. It is not sent to ${origin}.`,
          'Set it again for this server.',
        );
    }
  }

  async function missing(valueRef: string, bound: Bound, signal?: AbortSignal): Promise<string> {
    const profile = profileOf(valueRef);
    const value = await askForHeader(ask, bound, profile?.name ?? '', signal);
    hold(valueRef, bound, value);
    // Drops the stored value, which the keychain could not open.
    sealed.drop(valueRef);
    void settle();
    return value;
  }

  /** Two calls that miss the same value ask for it once. */
  function askOnce(valueRef: string, bound: Bound, signal?: AbortSignal): Promise<string> {
    const running = asking.get(valueRef);
    if (running !== undefined) return running;
    const begun = missing(valueRef, bound, signal).finally(() => asking.delete(valueRef));
    asking.set(valueRef, begun);
    return begun;
  }

  async function settle(): Promise<void> {
    const used = new Set(profiles().flatMap(({ headers = [] }) => headers.map(({ valueRef }) => valueRef)));
    sealed.dropUnused(used);
    for (const [valueRef, header] of valuesByRef) {
      if (!used.has(valueRef) || sealed.has(valueRef)) continue;
      if (!(await sealed.store(valueRef, header))) return;
    }
  }

  return {
    enter: async (name, address, signal) => {
      unwrap(checkHeaderNames([{ name }]));
      const bound = { name, origin: addressOf(address) };
      const value = await askForHeader(ask, bound, '', signal);
      const valueRef = randomUUID();
      hold(valueRef, bound, value);
      return { valueRef, length: value.length };
    },
    takeOver: ({ name, value, address }) => {
      const valueRef = randomUUID();
      try {
        hold(valueRef, { name, origin: addressOf(address) }, value);
        return valueRef;
      } catch {
        // Invalid address or value: the value is asked for again.
        return '';
      }
    },
    check,
    areAtHand: ({ headers = [] }) =>
      headers.every(({ valueRef }) => valuesByRef.has(valueRef) || sealed.has(valueRef)),
    resolve: async (target, signal) => {
      check(target);
      const sent: SentHeader[] = [];
      for (const { name, valueRef } of target.headers ?? []) {
        const inMemory = valuesByRef.get(valueRef);
        if (inMemory !== undefined) {
          sent.push({ name, value: inMemory.value });
          continue;
        }
        const bound = { name, origin: addressOf(target.address) };
        const opened = await sealed.open(valueRef);
        if (opened !== undefined) hold(valueRef, bound, opened);
        sent.push({ name, value: opened ?? (await askOnce(valueRef, bound, signal)) });
      }
      return sent;
    },
    settle,
  };
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

function wrong(message: string, hint: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'headers', message, hint });
}

/** Asks until a valid value is typed; `of`: names its connection. Rejects with `cancelled`. */
async function askForHeader(ask: Ask, bound: Bound, of: string, signal?: AbortSignal): Promise<string> {
  let problem: string | undefined;
  for (;;) {
    const answer = await ask(
      {
        kind: 'enter-fields',
        title: 'Value of an extra header',
        action: 'Use it',
        facts: [
          { name: 'Header', value: bound.name },
          { name: 'Server', value: bound.origin },
          prose('Connection', of),
        ],
        intro: [
          'Sent with every request to this server and its confirmed nodes. The keychain keeps it, if there is one.',
        ],
        fields: [{ name: 'value', label: 'Value', secret: true }],
        ...(problem === undefined ? {} : { problem }),
      },
      signal,
    );
    if (answer.kind !== 'fields') throw cancelled();
    const value = answer.values['value'] ?? '';
    const checked = checkHeaderValue(bound.name, value);
    if (checked.ok) return value;
    problem = checked.error.message;
  }
}
