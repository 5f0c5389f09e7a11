/** Opens age files (https://age-encryption.org/v1), binary or armoured, with a passphrase or an identity. */
import type { Stanza } from 'age-encryption';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { importLimitBytes } from '../../../shared/vault/import.ts';
import { deriveAgeKey } from '../export/age-key.ts';
import { unreadable } from './imported-entry.ts';

const HEADER = 'age-encryption.org/v1';
const ARMOUR = '-----BEGIN AGE ENCRYPTED FILE-----';

/** The key that a file asks for; undefined: it is not an age file. */
export function ageKeyKind(bytes: Uint8Array): 'passphrase' | 'identity' | undefined {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const inner = head.trimStart().startsWith(ARMOUR)
    ? Buffer.from(head.slice(head.indexOf('\n') + 1).replace(/-----END[^]*$/, ''), 'base64').toString(
        'latin1',
      )
    : head;
  if (!inner.startsWith(HEADER)) return undefined;
  return inner.includes('\n-> scrypt ') ? 'passphrase' : 'identity';
}

/** Decrypts. Rejects with `invalid-input` of the field `key` for a wrong one, of the file for a damaged one. */
export async function openAge(bytes: Uint8Array, key: string): Promise<Uint8Array> {
  const { armor, Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  const isPassphrase = ageKeyKind(bytes) === 'passphrase';
  try {
    if (isPassphrase)
      decrypter.addIdentity({ unwrapFileKey: (stanzas: readonly Stanza[]) => unwrapped(stanzas, key) });
    else for (const line of identitiesIn(key)) decrypter.addIdentity(line);
  } catch {
    // The library's message can quote the key.
    throw wrongKey('An identity of age begins with AGE-SECRET-KEY-.');
  }
  const opening = { isWrong: false };
  decrypter.addIdentity({
    // Asked last: none before it has opened the file.
    unwrapFileKey: () => {
      opening.isWrong = true;
      return null;
    },
  });
  try {
    const isArmoured = Buffer.from(bytes.subarray(0, 256)).toString('latin1').trimStart().startsWith(ARMOUR);
    const plain = await decrypter.decrypt(
      isArmoured ? armor.decode(Buffer.from(bytes).toString('latin1')) : new Uint8Array(bytes),
    );
    if (plain.length <= importLimitBytes) return plain;
  } catch {
    if (opening.isWrong)
      throw wrongKey(
        isPassphrase ? 'This passphrase does not open the file.' : 'This identity does not open the file.',
      );
    throw unreadable('The encrypted file is damaged or was cut off.', 'Export it again.');
  }
  throw unreadable('The file has more than 128 MiB.');
}

/** Higher factors take minutes and gigabytes; the tools of age write 18. */
const HIGHEST_WORK_FACTOR = 20;

/** The key of the file in a stanza of scrypt; null: the passphrase is another one. */
async function unwrapped(stanzas: readonly Stanza[], passphrase: string): Promise<Uint8Array | null> {
  const [type, salt = '', factor = ''] = stanzas[0]?.args ?? [];
  const workFactor = /^[1-9]\d?$/.test(factor) ? Number(factor) : Infinity;
  if (stanzas.length !== 1 || type !== 'scrypt') throw new Error('not one stanza of scrypt');
  if (workFactor > HIGHEST_WORK_FACTOR) throw new Error('the work factor is too high');
  const key = deriveAgeKey({ passphrase, salt: Buffer.from(salt, 'base64'), workFactor });
  const { chacha20poly1305 } = await import('@noble/ciphers/chacha.js');
  try {
    return chacha20poly1305(key, new Uint8Array(12)).decrypt(stanzas[0]?.body ?? new Uint8Array());
  } catch {
    // Its checksum proves the passphrase.
    return null;
  }
}

/** Lines of an identity file, without its comments. */
function identitiesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function wrongKey(message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'key', message });
}
