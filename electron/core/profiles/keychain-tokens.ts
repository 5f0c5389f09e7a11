/**
 * Tokens that the user keeps for unlocking, encrypted by the operating system's keychain and written to
 * `keychain.json`, which is useless without the keychain. Each is bound to its connection's destination and trust
 * settings: a connection that has changed either does not get it.
 */
import { createHash } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget, KeychainState } from '../../../shared/vault/connection.ts';
import { isRecord } from '../../../shared/vault/is-record.ts';
import type { Agreement } from '../credentials/agreement.ts';
import type { Keychain } from '../platform.ts';
import { cancelled } from '../connection/connect.ts';
import { normaliseNamespace, addressOf } from '../connection/address.ts';

/** Bindings and encrypted tokens (base64), by profile. */
export type KeychainFile = Readonly<Record<string, { readonly binding: string; readonly sealed: string }>>;

export interface KeychainTokens {
  readonly state: () => Promise<KeychainState>;
  /** True if a token is kept for a profile and this binding. */
  readonly has: (profileId: string, binding: string) => boolean;
  /** Rejects with `not-offered` if the keychain cannot keep it. */
  readonly keep: (profileId: string, binding: string, token: string) => Promise<void>;
  /**
   * Requires the user's agreement, and the system's authentication if available. Rejects with `not-offered` if no
   * token is kept or the keychain refuses it; `cancelled` if the user does not authenticate.
   */
  readonly take: (profileId: string, binding: string, agreement: Agreement) => Promise<string>;
  readonly forget: (profileId: string) => void;
}

/** Opens the kept tokens of a file; those of profiles unknown to `exists` are forgotten. */
export function createKeychainTokens(
  file: {
    readonly value: () => KeychainFile;
    readonly save: (value: KeychainFile) => void;
    /** Throws if the file cannot be written, and then changes nothing. */
    readonly keep: (value: KeychainFile) => void;
  },
  keychain: Keychain,
  exists: (profileId: string) => boolean,
): KeychainTokens {
  const known = Object.entries(file.value()).filter(([profileId]) => exists(profileId));
  if (known.length < Object.keys(file.value()).length) file.save(Object.fromEntries(known));

  function find(profileId: string, binding: string): string | undefined {
    const stored = file.value()[profileId];
    return stored?.binding === binding ? stored.sealed : undefined;
  }

  async function refuseUnavailable(): Promise<void> {
    const { available, reason = 'This system has no keychain that can be used.' } = await keychain.state();
    if (!available) throw notOffered(reason, 'Log in with the token itself.');
  }

  return {
    state: keychain.state,
    has: (profileId, binding) => find(profileId, binding) !== undefined,
    keep: async (profileId, binding, token) => {
      await refuseUnavailable();
      let sealed: string;
      try {
        sealed = (await keychain.encrypt(JSON.stringify({ binding, token }))).toString('base64');
      } catch (error) {
        throw notOffered(
          `The keychain did not store the token: ${reasonIn(error)}.`,
          'Unlock the keychain and try again.',
        );
      }
      file.keep({ ...file.value(), [profileId]: { binding, sealed } });
    },
    take: async (profileId, binding) => {
      const sealed = find(profileId, binding);
      if (sealed === undefined)
        throw notOffered('The keychain has no token for this connection.', 'Log in with the token itself.');
      await refuseUnavailable();
      if (!(await keychain.authenticate('use the token that Strongroom keeps')))
        throw cancelled('Cancelled. Nothing was sent.');
      let opened: string;
      try {
        opened = await keychain.decrypt(Buffer.from(sealed, 'base64'));
      } catch (error) {
        throw notOffered(
          `The keychain did not return the token: ${reasonIn(error)}.`,
          'Unlock the keychain and try again, or log in with the token itself.',
        );
      }
      const token = tokenIn(opened, binding);
      if (token !== undefined) return token;
      throw notOffered(
        'The keychain returned something else than the token of this connection.',
        'Log in with the token itself.',
      );
    },
    forget: (profileId) => {
      if (!(profileId in file.value())) return;
      file.save(Object.fromEntries(Object.entries(file.value()).filter(([id]) => id !== profileId)));
    },
  };
}

/** Binds a token to everything that decides its destination and the trust in it. */
export function bindingOf(target: ConnectionTarget): string {
  const { ca, clientCertificate, useSystemStore, serverName, skipVerify } = target.tls;
  const settings = JSON.stringify([
    addressOf(target.address),
    normaliseNamespace(target.namespace),
    target.proxy.trim(),
    [ca?.fileId, clientCertificate?.fileId, useSystemStore, (serverName ?? '').trim(), skipVerify],
    (target.headers ?? []).map(({ name, valueRef }) => [name.toLowerCase(), valueRef]),
    [...(target.confirmedOrigins ?? [])].sort(),
  ]);
  return createHash('sha256').update(settings).digest('base64');
}

/** The content of `keychain.json`; undefined if it has another format. */
export function parseKeychainFile(data: unknown): KeychainFile | undefined {
  if (!isRecord(data)) return undefined;
  const stillKnown: Record<string, { binding: string; sealed: string }> = {};
  for (const [profileId, value] of Object.entries(data)) {
    if (!isRecord(value) || typeof value['binding'] !== 'string' || typeof value['sealed'] !== 'string')
      return undefined;
    stillKnown[profileId] = { binding: value['binding'], sealed: value['sealed'] };
  }
  return stillKnown;
}

/** The binding is also inside: a line that was moved to another profile cannot be opened. */
function tokenIn(opened: string, binding: string): string | undefined {
  try {
    const read: unknown = JSON.parse(opened);
    if (!isRecord(read) || read['binding'] !== binding || typeof read['token'] !== 'string') return undefined;
    return read['token'];
  } catch {
    // Encrypted by another keychain, or a changed file: it has no usable token.
    return undefined;
  }
}

function notOffered(message: string, hint: string): AppFailure {
  return new AppFailure({ kind: 'not-offered', message, hint });
}

function reasonIn(error: unknown): string {
  return error instanceof Error && error.message !== ''
    ? error.message.replace(/\.$/, '')
    : 'it gave no reason';
}
