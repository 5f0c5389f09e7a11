/**
 * Determines the size limit of an entry as far as a server tells: it names its storage without a token, and two kinds
 * of storage have a limit of their own. Measured on Vault 1.21.2 with raft: 1,048,576 bytes are counted after the
 * engine has wrapped and encrypted the values, which costs 220 bytes on KV v2 and 93 to 118 on KV v1 and cubbyhole, a
 * little more with long names. Stored values are longer than sent ones if they hold `<`, `>` or `&` (six bytes each).
 */
import type { ServerLimits } from '../../../shared/vault/editing.ts';
import { readStorageType } from '../../vault/api/seal.ts';
import type { Session } from '../session/session.ts';
import { requestLimitBytes } from '../../../shared/vault/request-limit.ts';

/** Storage bytes of an entry besides its values. */
const OVERHEAD = 512;
const KIBIBYTE = 1024;

/** Default entry limits of storages, in bytes. */
const storageBytes: ReadonlyMap<string, number> = new Map([
  ['raft', 1024 * KIBIBYTE],
  ['consul', 512 * KIBIBYTE],
]);

/** OpenBao's default `max_request_json_strings`. */
const OPENBAO_STRINGS = 1000;

/** Reads the server's limits; costs the token no use. */
export async function serverLimits(session: Session, signal?: AbortSignal): Promise<ServerLimits> {
  const storage = await session.run((caller) => readStorageType(caller.client, caller.signal), signal);
  const entry = storageBytes.get(storage);
  return {
    requestBytes: requestLimitBytes,
    storage,
    ...(session.view().health.kind === 'openbao' ? { requestStrings: OPENBAO_STRINGS } : {}),
    ...(entry === undefined ? {} : { entryBytes: entry - OVERHEAD }),
  };
}
