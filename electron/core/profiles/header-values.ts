/**
 * Values of extra headers, which are a gateway's passwords and cookies. They are typed in the secure prompt and stay
 * in main: the page and `profiles.json` get a reference only. Each value is bound to the header and the server shown
 * in the prompt, so a page that uses its reference elsewhere cannot have it sent there. Values of saved connections
 * are kept in `header-values.json`, encrypted by the operating system's keychain; without a keychain they last until
 * the app quits and are asked for again.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget, EnteredHeader, Profile } from '../../../shared/vault/connection.ts';
import { isRecord } from '../../../shared/vault/is-record.ts';
import { checkHeaderNames, checkHeaderValue } from '../../vault/http/extra-headers.ts';
import type { SentHeader } from '../../vault/http/types.ts';
import { addressOf } from '../connection/address.ts';
import { cancelled } from '../connection/connect.ts';
import { credentialsOfHeaders } from '../credentials/client-credentials.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import type { Ask, Keychain } from '../platform.ts';

/** Binding of a value. */
interface Bound {
  readonly name: string;
  readonly origin: string;
}

/** Bindings and encrypted values (base64), by reference. */
export type HeaderValuesFile = Readonly<Record<string, Bound & { readonly sealed: string }>>;

export interface HeaderValuesParts {
  readonly file: {
    readonly value: () => HeaderValuesFile;
    readonly save: (value: HeaderValuesFile) => void;
  };
  readonly keychain: Keychain;
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
export function createHeaderValues({
  file,
  keychain,
  ask,
  known,
  profiles,
}: HeaderValuesParts): HeaderValues {
  const valuesByRef = new Map<string, SentHeader & Bound>();
  const asking = new Map<string, Promise<string>>();

  function hold(valueRef: string, { name, origin }: Bound, value: string): void {
    valuesByRef.set(valueRef, { name, origin, value });
    known.keep(credentialsOfHeaders([{ name, value }], origin));
  }

  function profileOf(valueRef: string): Profile | undefined {
    return profiles().find(({ headers = [] }) => headers.some((header) => header.valueRef === valueRef));
  }

  function boundTo(valueRef: string): Bound | undefined {
    const stored = file.value();
    const found =
      valuesByRef.get(valueRef) ?? (Object.hasOwn(stored, valueRef) ? stored[valueRef] : undefined);
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

  /** A changed or moved line of the file cannot be opened: its binding is also inside the encrypted value. */
  async function open(valueRef: string): Promise<string | undefined> {
    const stored = file.value();
    const line = Object.hasOwn(stored, valueRef) ? stored[valueRef] : undefined;
    if (line === undefined) return undefined;
    try {
      const read: unknown = JSON.parse(await keychain.decrypt(Buffer.from(line.sealed, 'base64')));
      if (!isRecord(read) || typeof read['value'] !== 'string') return undefined;
      const same =
        read['valueRef'] === valueRef && read['name'] === line.name && read['origin'] === line.origin;
      return same ? read['value'] : undefined;
    } catch {
      // Encrypted by another keychain, or a changed file: the value is asked for again.
      return undefined;
    }
  }

  async function seal(valueRef: string, header: SentHeader & Bound): Promise<string | undefined> {
    try {
      if (!(await keychain.state()).available) return undefined;
      return (await keychain.encrypt(JSON.stringify({ valueRef, ...header }))).toString('base64');
    } catch {
      // The value is for this run only without a keychain; the form says so.
      return undefined;
    }
  }

  async function typed(bound: Bound, of: string, signal: AbortSignal | undefined): Promise<string> {
    let problem: string | undefined;
    for (;;) {
      const answer = await ask(
        {
          kind: 'enter-fields',
          title: 'Value of an extra header',
          action: 'Use it',
          intro: [
            `It is sent as ${bound.name} with every request ${of}to ${bound.origin} and its confirmed nodes.`,
            'The keychain keeps it with a saved connection; without a keychain, Strongroom asks for it after each start.',
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

  async function missing(valueRef: string, bound: Bound, signal?: AbortSignal): Promise<string> {
    const profile = profileOf(valueRef);
    const value = await typed(bound, profile === undefined ? '' : `of “${profile.name}” `, signal);
    hold(valueRef, bound, value);
    // Drops the stored value, which the keychain could not open.
    const { [valueRef]: _unopened, ...others } = file.value();
    if (Object.hasOwn(file.value(), valueRef)) file.save(others);
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
    const before = Object.entries(file.value());
    const inUse = before.filter(([valueRef]) => used.has(valueRef));
    if (inUse.length < before.length) file.save(Object.fromEntries(inUse));
    for (const [valueRef, header] of valuesByRef) {
      if (!used.has(valueRef) || Object.hasOwn(file.value(), valueRef)) continue;
      const sealed = await seal(valueRef, header);
      if (sealed === undefined) return;
      const { name, origin } = header;
      file.save({ ...file.value(), [valueRef]: { name, origin, sealed } });
    }
  }

  return {
    enter: async (name, address, signal) => {
      unwrap(checkHeaderNames([{ name }]));
      const bound = { name, origin: addressOf(address) };
      const value = await typed(bound, '', signal);
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
      headers.every(({ valueRef }) => valuesByRef.has(valueRef) || Object.hasOwn(file.value(), valueRef)),
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
        const opened = await open(valueRef);
        if (opened !== undefined) hold(valueRef, bound, opened);
        sent.push({ name, value: opened ?? (await askOnce(valueRef, bound, signal)) });
      }
      return sent;
    },
    settle,
  };
}

/** The content of `header-values.json`; undefined if it has another format. */
export function parseHeaderValuesFile(data: unknown): HeaderValuesFile | undefined {
  if (!isRecord(data)) return undefined;
  const lines: [string, HeaderValuesFile[string]][] = [];
  for (const [valueRef, line] of Object.entries(data)) {
    if (!isRecord(line)) return undefined;
    const { name, origin, sealed } = line;
    if (typeof name !== 'string' || typeof origin !== 'string' || typeof sealed !== 'string')
      return undefined;
    lines.push([valueRef, { name, origin, sealed }]);
  }
  return Object.fromEntries(lines);
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

function wrong(message: string, hint: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'headers', message, hint });
}
