/**
 * Public PGP keys that shares and root tokens are encrypted to. They are checked here before anything is sent: a
 * server refuses a key that it cannot use, but with a wrong key it encrypts a share that no holder can read. The
 * author of a key decides how long its signatures take to verify (a DSA key of 32 KB: minutes), so this runs off the
 * main thread.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { utcDate } from '../../../shared/vault/relative-time.ts';
import type { PgpKeyFacts } from '../../../shared/vault/ceremony.ts';

/** A server takes one key per share, and makes no more shares. */
const MOST_KEYS = 255;

/**
 * Reads the keys in a text, in order: armored blocks, else base64 separated by commas or blank lines. Unusable ones
 * state their problem. Rejects with `invalid-input` if they are too many.
 */
export async function readPgpKeys(text: string, now = new Date()): Promise<readonly PgpKeyFacts[]> {
  const armored = armoredBlocks(text);
  const blocks = armored.length > 0 ? armored : text.split(/,|\n[^\S\n]*\n/);
  const pieces = blocks.map((block) => block.trim()).filter((block) => block !== '');
  if (pieces.length > MOST_KEYS)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'text',
      message: `These are more than ${String(MOST_KEYS)} keys: a server makes no more shares than that.`,
    });
  return Promise.all(pieces.map((piece) => readPgpKey(piece, now)));
}

/** Line by line: a pattern from a BEGIN to its END would search the whole text for each BEGIN without one. */
function armoredBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let open: string[] | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('-----BEGIN PGP ')) open = [];
    open?.push(line);
    if (open === undefined || !line.startsWith('-----END PGP ')) continue;
    blocks.push(open.join('\n'));
    open = undefined;
  }
  return blocks;
}

/** Reads one key. */
async function readPgpKey(text: string, now: Date): Promise<PgpKeyFacts> {
  const unreadable = (problem: string): PgpKeyFacts => ({ text, fingerprint: '', users: [], problem });
  if (text.includes('PRIVATE KEY BLOCK'))
    return unreadable('This is a private key. Give the public one; keep this to its owner.');
  if (/BEGIN PGP (?!PUBLIC KEY)/.test(text)) return unreadable('This is a PGP message, not a public key.');
  const { readKey } = await import('openpgp');
  try {
    const bytes = Buffer.from(text.replace(/\s/g, ''), 'base64');
    const key = await (text.includes('BEGIN PGP')
      ? readKey({ armoredKey: text })
      : readKey({ binaryKey: bytes }));
    if (key.isPrivate())
      return unreadable('This is a private key. Give the public one; keep this to its owner.');
    const expires = await key.getExpirationTime();
    const facts = {
      text,
      fingerprint: key.getFingerprint(),
      users: key.getUserIDs(),
      ...(expires instanceof Date ? { expires: expires.toISOString() } : {}),
    };
    if (expires instanceof Date && expires <= now)
      return {
        ...facts,
        problem: `This key expired on ${utcDate(expires.toISOString())}. Ask its owner for a current one.`,
      };
    try {
      await key.getEncryptionKey(undefined, now);
      return facts;
    } catch {
      // The library's reasons differ; their meaning is the same.
      return {
        ...facts,
        problem: 'Nothing can be encrypted to this key: it is for signing only, or was revoked.',
      };
    }
  } catch {
    // The text holds no key, for any error of the parser.
    return unreadable(
      'This is not a PGP public key: paste the whole block, “-----BEGIN PGP PUBLIC KEY BLOCK-----” to its end.',
    );
  }
}

/** Key in the server's form, base64 of its bytes, with its facts. */
export interface UsablePgpKey {
  readonly facts: PgpKeyFacts;
  readonly base64: string;
}

/**
 * Prepares the keys of a request, one per text. Rejects with `invalid-input`, before sending, for an unusable one.
 */
export async function usablePgpKeys(texts: readonly string[]): Promise<readonly UsablePgpKey[]> {
  const { readKey } = await import('openpgp');
  return Promise.all(
    texts.map(async (text, index) => {
      const all = await readPgpKeys(text);
      const [facts] = all;
      const problem = all.length === 1 ? facts?.problem : 'There must be one key for each share.';
      if (facts === undefined || problem !== undefined)
        throw new AppFailure({
          kind: 'invalid-input',
          field: `pgpKeys.${String(index)}`,
          message: `PGP key ${String(index + 1)}: ${problem ?? 'There is none.'} Nothing was sent.`,
        });
      const key = text.includes('BEGIN PGP')
        ? await readKey({ armoredKey: facts.text })
        : await readKey({ binaryKey: Buffer.from(facts.text.replace(/\s/g, ''), 'base64') });
      return { facts, base64: Buffer.from(key.write()).toString('base64') };
    }),
  );
}

/** Formats the owner of a key: `Alice <alice@example.com>, 1234 ABCD`. */
export function ownerWords({ users, fingerprint }: PgpKeyFacts): string {
  return [...users.slice(0, 1), shortFingerprint(fingerprint)].join(', ');
}

/** Last 16 characters in groups of four, for comparing. */
function shortFingerprint(fingerprint: string): string {
  return (
    fingerprint
      .slice(-16)
      .toUpperCase()
      .match(/.{1,4}/g) ?? []
  ).join(' ');
}
