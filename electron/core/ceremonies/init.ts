/** Initialising an empty server. */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import type { InitOptions } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { uncut } from '../../vault/api/caller.ts';
import { initialise } from '../../vault/api/ceremonies.ts';
import { asTexts, bodyOf } from '../../vault/api/fields.ts';
import { sealFacts, sealStatus } from '../../vault/api/system-status.ts';
import type { Question } from '../../vault/http/types.ts';
import type { At } from '../sessions/unauthenticated.ts';
import type { CredentialLabel } from './memory.ts';
import { ownerWords } from './pgp-keys.ts';
import type { UsablePgpKey } from './pgp-keys.ts';
import type { PgpKeys } from './pgp-tasks.ts';
import { checkNumbers, keyFacts } from './rekey.ts';
import { encryptedNote, holdResult, shareLabels } from './results.ts';
import type { ResultParts } from './results.ts';
import { rootNote } from './root-token-result.ts';

/**
 * Initialises a server, after a question; shares and root token are held. Rejects with `conflict` if already done.
 */
export async function initialiseServer(
  at: At,
  where: Where,
  options: InitOptions,
  parts: ResultParts & { readonly pgpKeys: PgpKeys },
): Promise<AnswerSummary> {
  checkNumbers(options, options.pgpKeys.length);
  const keys = await parts.pgpKeys.usable(options.pgpKeys);
  const { rootTokenPgpKey } = options;
  const [rootKey] = await parts.pgpKeys.usable(rootTokenPgpKey === undefined ? [] : [rootTokenPgpKey]);
  const seal = sealFacts(await sealStatus(at.anonymous));
  if (seal.initialized)
    throw new AppFailure({
      kind: 'conflict',
      message: 'This server is initialised already. Nothing was sent.',
      hint: 'Its key shares and root token are with the one who initialised it.',
    });
  const recovery = seal.type !== 'shamir';
  const question = initQuestion(keys, rootKey);
  const answer = await initialise(
    { ...uncut(at.anonymous), consent: { question } },
    bodyFor(options, keys, rootKey, recovery),
  );
  const body = bodyOf(answer);
  const name = recovery ? 'Recovery key' : 'Unseal key';
  const count = asTexts(body[recovery ? 'recovery_keys_base64' : 'keys_base64']).length;
  return holdResult(parts, {
    where,
    answer,
    path: 'sys/init',
    kind: rootKey === undefined ? 'initial-keys' : 'initial-keys-only',
    title: recovery ? 'Recovery keys and root token' : 'Unseal keys and root token',
    labels: [
      ...shareLabels(
        name,
        count,
        keys.map(({ facts }) => ownerWords(facts)),
      ),
      rootLabel(rootKey),
    ],
  });
}

function rootLabel(rootKey: UsablePgpKey | undefined): CredentialLabel {
  return rootKey === undefined
    ? { title: 'Initial root token', note: rootNote }
    : { title: 'Encrypted root token', note: encryptedNote(ownerWords(rootKey.facts)) };
}

function bodyFor(
  { shares, threshold }: InitOptions,
  keys: readonly UsablePgpKey[],
  rootKey: UsablePgpKey | undefined,
  recovery: boolean,
): object {
  const kind = recovery ? 'recovery' : 'secret';
  const pgp = keys.map(({ base64 }) => base64);
  return {
    [`${kind}_shares`]: shares,
    [`${kind}_threshold`]: threshold,
    ...(pgp.length === 0 ? {} : { [recovery ? 'recovery_pgp_keys' : 'pgp_keys']: pgp }),
    ...(rootKey === undefined ? {} : { root_token_pgp_key: rootKey.base64 }),
  };
}

function initQuestion(keys: readonly UsablePgpKey[], rootKey: UsablePgpKey | undefined): Question {
  return {
    title: 'Initialise this server?',
    facts: [
      ...keyFacts(keys),
      ...(rootKey === undefined
        ? []
        : keyFacts([rootKey]).map((fact) => ({ ...fact, name: 'Root token for' }))),
      prose('Results', 'kept here, shown one at a time'),
    ],
    stated: ['pgp_keys', 'recovery_pgp_keys', 'root_token_pgp_key'],
    action: 'Initialise',
  };
}
