/**
 * Saves and deletes ACL policies. Vault has no check-and-set for them: the current text is read right before it is
 * replaced, so that another user's save is overwritten only by a user who has seen it. Three saves can still be
 * overwritten unseen: one between this read and the write; with a token of limited uses, which pays for a read, one
 * while the user reads the question; and any, if the token may not read the policy. The question states the latter
 * two.
 *
 * The question shows the changed lines, from the text that main has read and the one it will send: the page's own
 * review is only a convenience, and a broken page could send another text than it has shown.
 */
import { counted } from '../../../shared/vault/counted.ts';
import type { Fields } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { notice, prose, risk } from '../../../shared/ipc/prompt-notes.ts';
import { policyFaults } from '../../../shared/vault/policy-check.ts';
import { policyNameOnServer } from '../../../shared/vault/policy-draft.ts';
import { policyText, policyWrite, removePolicy, writePolicy } from '../../vault/api/policies.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { Question } from '../../vault/http/types.ts';
import { changed } from '../session/change.ts';
import type { Cancellable, Session } from '../session/session.ts';
import { changedLines } from '../gates/changed-lines.ts';

export interface PolicyToSave {
  readonly name: string;
  readonly text: string;
  /** The text the user saw; null: it did not exist. */
  readonly before: string | null;
}

interface Saved {
  readonly warnings: readonly string[];
}

/** Saves a policy. Rejects with `conflict` if the user has not seen its text, `cancelled`, `invalid-request`. */
export async function savePolicy(
  session: Session,
  policy: PolicyToSave,
  signal?: AbortSignal,
): Promise<Saved> {
  const name = policyNameOnServer(policy.name);
  if (name === 'root')
    throw new AppFailure({
      kind: 'invalid-input',
      message: 'The policy “root” cannot be changed: it has no text. Nothing was sent.',
    });
  const compare = (): Promise<string | null | undefined> =>
    session.run(async (caller) => {
      const now = await textNow(caller, name);
      refuseOvertaken(name, policy.before, now);
      return now;
    }, signal);
  const now = await compare();
  const { method, path, body } = policyWrite(name, policy.text);
  const question = saveQuestion(now, { name, text: policy.text }, session.limitedUse);
  const confirmed = await session.confirm(question, [{ method, path, body }], signal);
  // Another user can have saved while the question was open. A token with limited uses has compared once.
  if (!session.limitedUse) await compare();
  const { warnings } = await session.run(
    (caller) => writePolicy({ ...caller, consent: { confirmed } }, name, policy.text),
    signal,
  );
  return { warnings };
}

/** Deletes a policy. Rejects with `cancelled`, and for `root` and `default` before a byte is sent. */
export async function deletePolicy(
  session: Session,
  { name: typed }: Fields<'policy.delete'>,
  { signal }: Cancellable,
): Promise<Saved> {
  const name = policyNameOnServer(typed);
  if (name === 'root' || name === 'default')
    throw new AppFailure({
      kind: 'invalid-input',
      message: `The policy “${name}” is the server’s own and cannot be deleted. Nothing was sent.`,
    });
  return changed(session, deleteQuestion(name), (caller) => removePolicy(caller, name), signal);
}

/** The current text; null: the policy does not exist; undefined: unreadable, so that it cannot be compared. */
async function textNow(caller: Caller, name: string): Promise<string | null | undefined> {
  try {
    return (await policyText(caller, name)).text;
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    if (failure.error.kind === 'invalid-path') return null;
    if (failure.error.kind === 'forbidden') return undefined;
    throw failure;
  }
}

function refuseOvertaken(name: string, before: string | null, now: string | null | undefined): void {
  if (now === undefined || now === before) return;
  throw new AppFailure({
    kind: 'conflict',
    ...(now === null ? { gone: true } : {}),
    message:
      now === null
        ? `The policy “${name}” was deleted after you opened it. Nothing was saved.`
        : before === null
          ? `There is a policy “${name}” already. Nothing was saved.`
          : `Someone changed the policy “${name}” after you opened it. Nothing was saved.`,
    hint: 'Compare your text with the current one, then save again.',
  });
}

/** Faults that a prompt names: the text below shows the rest. */
const mostFaults = 3;

/** `now`: the text to replace; null: the policy does not exist; undefined: unreadable. */
function saveQuestion(
  now: string | null | undefined,
  { name, text }: { readonly name: string; readonly text: string },
  limitedUse: boolean,
): Question {
  const changes = changedLines(now ?? null, text);
  const counts = [
    ...(changes.added === 0 ? [] : [`${counted(changes.added, 'line')} added`]),
    ...(changes.removed === 0 ? [] : [`${counted(changes.removed, 'line')} removed`]),
  ];
  return {
    title:
      now === undefined
        ? 'Save this policy unseen?'
        : now === null
          ? 'Create this policy?'
          : 'Change this policy?',
    facts: [
      { name: 'Policy', value: name },
      prose('Changes', counts.length === 0 ? 'none' : counts.join(', ')),
    ],
    notes: [
      ...policyFaults(text)
        .slice(0, mostFaults)
        .map(({ line, message }) => risk(`Error in line ${String(line)}: ${message}`)),
      ...(now === undefined
        ? [notice('Your token cannot read this policy. If it exists, all of its text is replaced.')]
        : []),
      ...(limitedUse ? [notice('Your token has limited uses, so the policy is not compared again.')] : []),
    ],
    changes,
    stated: ['policy'],
    action: now === null ? 'Create policy' : 'Save policy',
  };
}

function deleteQuestion(name: string): Question {
  return {
    title: 'Delete this policy?',
    facts: [{ name: 'Policy', value: name }],
    action: 'Delete policy',
    typedName: name,
  };
}
