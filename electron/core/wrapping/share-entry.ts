/** Shares an entry: the server wraps chosen keys of one of its versions. The values go from main to the server. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { composeObject } from '../../../shared/vault/json-slices.ts';
import { fullPath } from '../entries/current.ts';
import type { OpenEntry } from '../entries/open.ts';
import { checkedTtl } from './options.ts';
import { dataToWrap, forRecipient, sendToWrap } from './wrap.ts';
import type { WrapParts } from './wrap.ts';

export interface ShareOptions {
  readonly keys: readonly string[];
  readonly ttl: string;
  /** Recipient's name; part of the title. */
  readonly recipient?: string | undefined;
}

/**
 * Wraps keys of an open entry, values token for token. The wrapping token is held until it is dismissed. Rejects with
 * `invalid-input`, before anything is sent, if a key is not in the entry or none is chosen.
 */
export async function shareEntry(
  entry: OpenEntry,
  answers: WrapParts['answers'],
  { keys, ttl, recipient }: ShareOptions,
): Promise<AnswerView> {
  const wrapping = { ttl: checkedTtl(ttl), jwt: false };
  const { members } = await entry.content();
  const chosen = new Set(keys);
  const shared = members.filter(([key]) => chosen.delete(key));
  const [unknown] = chosen;
  if (unknown !== undefined) throw refused(`This entry has no key “${unknown}”.`);
  if (shared.length === 0) throw refused('No key was chosen.');
  const { facts } = entry;
  const version = facts.version === undefined ? '' : `, version ${facts.version}`;
  const some = shared.length < members.length ? `, ${shared.length} of ${members.length} keys` : '';
  const ready = dataToWrap(fullPath(facts) + version + some, composeObject(shared));
  return sendToWrap({ session: entry.session, answers }, forRecipient(ready, recipient), wrapping);
}

function refused(message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'keys', message: `${message} Nothing was sent.` });
}
