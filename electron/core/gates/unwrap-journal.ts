/**
 * Wrapping tokens that were unwrapped from this machine, written to disk before the request leaves. A wrapping token
 * opens once: after a crash in between, pasting it again would report that a stranger has opened it. The journal is
 * in front of every client, so that no unwrap bypasses it, the request console included.
 *
 * It holds no secret. A receiver never learns the accessor of a wrapping token (its look-up does not return it), so a
 * token is recognised by a salted digest, which does not lead back to a token of 95 random bits.
 */
import { createHash, randomBytes } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import type { VaultClient, VaultRequest } from '../../vault/http/types.ts';

/** Record of one unwrap. */
export interface Opening {
  readonly salt: string;
  readonly digest: string;
  /** Time the request left, ISO 8601. */
  readonly at: string;
  readonly origin: string;
  /** True once its answer has arrived here. */
  readonly answered: boolean;
  /** True once the user has been told that the answer is missing. */
  readonly told: boolean;
}

/** File storage, as `electron/disk/own-files` opens it. */
interface UnwrapJournalStorage {
  readonly value: () => readonly Opening[];
  readonly save: (value: readonly Opening[]) => void;
}

export interface UnwrapJournal {
  /** Puts the journal in front of a client. */
  readonly guard: (client: VaultClient) => VaultClient;
  /** Returns the latest unwrap of a token from here; undefined if none is known. */
  readonly find: (token: string) => Opening | undefined;
  /** Deletes the record of a token that the server still knows: the request did not unwrap it. */
  readonly notOpened: (token: string) => void;
  /** Returns unwraps of earlier runs whose answer never came, each once. */
  readonly takeLost: () => readonly Opening[];
}

const MOST = 100;

/** Errors that prove the token was not unwrapped: the server refused, or nothing was sent. */
const notOpened: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>([
  'invalid-request',
  'forbidden',
  'unauthenticated',
  'invalid-path',
  'invalid-input',
  'network',
  'tls',
  'other-cluster',
  'sealed',
  'namespace-sealed',
  'standby',
  'not-initialized',
  'rate-limited',
  'redirect-refused',
  'cancelled',
]);

/** Opens the journal of a file. */
export function createUnwrapJournal(file: UnwrapJournalStorage): UnwrapJournal {
  function replace(before: Opening, after?: Opening): void {
    file.save(file.value().flatMap((one) => (one.digest !== before.digest ? [one] : (after ?? []))));
  }

  function find(token: string): Opening | undefined {
    return file.value().findLast(({ salt, digest }) => digestOf(salt, token) === digest);
  }

  async function noted<T>(token: string, origin: string, send: () => Promise<T>): Promise<T> {
    const salt = randomBytes(16).toString('hex');
    const opening: Opening = {
      salt,
      digest: digestOf(salt, token),
      at: new Date().toISOString(),
      origin,
      answered: false,
      told: false,
    };
    file.save([...file.value(), opening].slice(-MOST));
    try {
      const answer = await send();
      replace(opening, { ...opening, answered: true, told: true });
      return answer;
    } catch (failure) {
      const wasNot = failure instanceof AppFailure && notOpened.has(failure.error.kind);
      replace(opening, wasNot ? undefined : { ...opening, told: true });
      throw failure;
    }
  }

  return {
    guard: (client) => {
      const send = async (request: VaultRequest) => {
        const token = openedBy(request);
        if (token === undefined) return client.send(request);
        return noted(token, client.options.address, () => client.send(request));
      };
      return { ...client, send };
    },
    find,
    notOpened: (token) => {
      const opening = find(token);
      if (opening !== undefined) replace(opening);
    },
    takeLost: () => {
      const lost = file.value().filter(({ told }) => !told);
      if (lost.length > 0) file.save(file.value().map((one) => ({ ...one, told: true })));
      return lost;
    },
  };
}

/** Returns the token that a request unwraps: in its body, else its own. Undefined if it is not an unwrap. */
function openedBy({ method, path, body, token }: VaultRequest): string | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (!/(?:^|\/)sys\/wrapping\/unwrap\/?$/.test(path)) return undefined;
  return tokenIn(body) ?? token;
}

function tokenIn(body: string | undefined): string | undefined {
  try {
    const read: unknown = JSON.parse(body ?? '');
    if (typeof read !== 'object' || read === null || !('token' in read)) return undefined;
    return typeof read.token === 'string' && read.token !== '' ? read.token : undefined;
  } catch {
    // Not JSON, so the body names no token.
    return undefined;
  }
}

function digestOf(salt: string, token: string): string {
  return createHash('sha256').update(`${salt} ${token}`).digest('hex');
}

/** Parses the content of `unwraps.json`; undefined if it has another format. */
export function parseUnwrapJournal(data: unknown): readonly Opening[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const openings: Opening[] = [];
  for (const one of data as readonly unknown[]) {
    if (typeof one !== 'object' || one === null) return undefined;
    const { salt, digest, at, origin, answered, told }: Partial<Record<keyof Opening, unknown>> = one;
    if (typeof salt !== 'string' || typeof digest !== 'string' || typeof at !== 'string') return undefined;
    if (typeof origin !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
    openings.push({ salt, digest, at, origin, answered: answered === true, told: told === true });
  }
  return openings.slice(-MOST);
}
