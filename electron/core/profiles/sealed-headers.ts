/** Values of extra headers in `header-values.json`, encrypted by the system's keychain. */
import { isRecord } from '../../../shared/vault/is-record.ts';
import type { SentHeader } from '../../vault/http/types.ts';
import type { Keychain } from '../platform.ts';

/** Binding of a value. */
export interface Bound {
  readonly name: string;
  readonly origin: string;
}

/** Bindings and encrypted values (base64), by reference. */
export type HeaderValuesFile = Readonly<Record<string, Bound & { readonly sealed: string }>>;

export interface SealedHeadersParts {
  readonly file: {
    readonly value: () => HeaderValuesFile;
    readonly save: (value: HeaderValuesFile) => void;
  };
  readonly keychain: Pick<Keychain, 'state' | 'encrypt' | 'decrypt'>;
}

export interface SealedHeaders {
  readonly has: (valueRef: string) => boolean;
  /** Binding of a value; undefined if the file does not have it. */
  readonly boundTo: (valueRef: string) => Bound | undefined;
  /** Decrypts a value; undefined if that is impossible. */
  readonly open: (valueRef: string) => Promise<string | undefined>;
  /** Encrypts and stores a value; false without a keychain. */
  readonly store: (valueRef: string, header: SentHeader & Bound) => Promise<boolean>;
  readonly drop: (valueRef: string) => void;
  /** Drops the values that are not among these. */
  readonly dropUnused: (used: ReadonlySet<string>) => void;
}

/** Opens the values of a file. */
export function openSealedHeaders({ file, keychain }: SealedHeadersParts): SealedHeaders {
  const has = (valueRef: string): boolean => Object.hasOwn(file.value(), valueRef);
  const lineOf = (valueRef: string): HeaderValuesFile[string] | undefined =>
    has(valueRef) ? file.value()[valueRef] : undefined;

  /** A changed or moved line of the file cannot be opened: its binding is also inside the encrypted value. */
  async function open(valueRef: string): Promise<string | undefined> {
    const line = lineOf(valueRef);
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

  return {
    has,
    boundTo: lineOf,
    open,
    store: async (valueRef, header) => {
      const sealed = await seal(valueRef, header);
      if (sealed === undefined) return false;
      const { name, origin } = header;
      file.save({ ...file.value(), [valueRef]: { name, origin, sealed } });
      return true;
    },
    drop: (valueRef) => {
      const { [valueRef]: _dropped, ...others } = file.value();
      if (has(valueRef)) file.save(others);
    },
    dropUnused: (used) => {
      const before = Object.entries(file.value());
      const inUse = before.filter(([valueRef]) => used.has(valueRef));
      if (inUse.length < before.length) file.save(Object.fromEntries(inUse));
    },
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
