/** Parts of an answer that cross to the page: references instead of credentials, and visible values. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Visibility } from './answer-visibility.ts';
import type { PreparedCredential, SeenBody } from './prepare-answer.ts';
import type { FoundCredential, StoredAnswer } from './answer-store.ts';

/**
 * Returns the credentials in the text at a pointer, by its visibility; undefined if it holds none. A credential too
 * deep or too far down for a reference of its own still counts as one of the answer's.
 */
export function credentialsBelow(
  { view, refs }: Pick<StoredAnswer, 'view' | 'refs'>,
  pointer: string,
  visibility: Visibility,
  byNow: boolean,
): readonly SecretRef[] | undefined {
  const below = view.rows.flatMap(({ pointer: at, credential }) =>
    credential !== undefined && (at === pointer || at.startsWith(`${pointer}/`)) ? [credential] : [],
  );
  if (below.length > 0) return below;
  const whole = visibility === 'structure' && view.rowsLeftOut > 0;
  return visibility === 'credential' || visibility === 'below' || whole || byNow ? refs : undefined;
}

/** Adds a credential to `found`; its number serves as the reference until it is stored. */
export function numberedRef(
  found: FoundCredential[],
  { kind, itself }: Pick<PreparedCredential, 'kind' | 'itself'>,
  secret: string,
): SecretRef {
  found.push({ kind, itself, secret });
  return { secretRef: String(found.length - 1), kind, length: secret.length, since: '' };
}

/** Replaces the numbers in a view with the real references. */
export function withRefs(view: AnswerView, refs: readonly SecretRef[]): AnswerView {
  const real = <T extends { readonly secretRef: string }>(ref: T): SecretRef | T =>
    refs[Number(ref.secretRef)] ?? ref;
  return {
    ...view,
    rows: view.rows.map((row) =>
      row.credential === undefined ? row : { ...row, credential: real(row.credential) },
    ),
    ...(view.wrap === undefined ? {} : { wrap: { ...view.wrap, token: real(view.wrap.token) } }),
    ...(view.login === undefined ? {} : { login: { ...view.login, token: real(view.login.token) } }),
  };
}

/** Returns a value if it can cross to the page. Throws `forbidden` for a credential. */
export function revealed(value: string, visibility: Visibility, { form }: Pick<SeenBody, 'form'>): string {
  if (visibility === 'structure') throw noValue('Objects and lists are revealed value by value, or as JSON.');
  if (visibility !== 'credential' && visibility !== 'below') return value;
  throw new AppFailure({
    kind: 'forbidden',
    message:
      form === 'text'
        ? 'This response contains a credential that Strongroom uses, such as your token. It is not shown here.'
        : 'This is a credential. It is not shown here.',
    hint: 'Copy it, or open it in the secure prompt.',
  });
}

/** Error for a pointer that the answer does not have. */
export function noValue(message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'pointer', message });
}
