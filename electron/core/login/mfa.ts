/**
 * The second factors of a login. One prompt takes a passcode for every constraint that needs one; push approvals are
 * waited for; all are submitted together. A wrong passcode is asked for again with the server's error.
 */
import type { TrustedField } from '../../../shared/ipc/trusted-contract.ts';
import { validateMfa } from '../../vault/api/mfa.ts';
import type { MfaConstraint, MfaMethod, MfaRequirement } from '../../vault/api/mfa.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { asAppError } from '../connection/trouble.ts';
import type { Values } from './forms.ts';
import { isRefused } from './refusal.ts';
import { givenUp, nobody, waitingForPersonMs } from './surroundings.ts';
import type { LoginSurroundings } from './surroundings.ts';
import { whileWaiting } from './waiting.ts';

type Payload = Readonly<Record<string, readonly string[]>>;

/** Result of a prompt: the payload and the methods that send a push, or the reason why it cannot be sent. */
type Chosen =
  { readonly payload: Payload; readonly pushes: readonly MfaMethod[] } | { readonly problem: string };

/** Satisfies the factors that a login requires. Rejects with `cancelled`, or `forbidden` if one was declined. */
export async function passMfa(s: LoginSurroundings, requirement: MfaRequirement): Promise<LoginAnswer> {
  const { requestId, constraints } = requirement;
  const fields = fieldsOf(constraints);
  let problem: string | undefined;
  for (;;) {
    const values = fields.length === 0 ? {} : await askFor(s, fields, problem);
    const chosen = choose(constraints, values);
    if ('problem' in chosen) {
      if (fields.length === 0) throw unknownFactor();
      problem = chosen.problem;
      continue;
    }
    try {
      return await handIn(s, requestId, chosen);
    } catch (failure) {
      const error = asAppError(failure);
      if (error.kind === 'rate-limited' && fields.length > 0) {
        // The login is still pending: only this attempt came too soon.
        problem = [error.message, error.hint ?? ''].join(' ').trim();
        continue;
      }
      if (!isRefused(error)) throw failure;
      if (fields.length === 0 || isOver(error)) throw new AppFailure(declined(error));
      problem = `The server did not accept ${chosen.pushes.length === 0 ? 'the passcode' : 'the second factor'}${said(error)}`;
    }
  }
}

/** A field for every method that takes a passcode; of several for the same constraint, one is filled in. */
function fieldsOf(constraints: readonly MfaConstraint[]): readonly TrustedField[] {
  return constraints.flatMap(({ name, any }) =>
    any
      .filter(({ usesPasscode }) => usesPasscode)
      .map(({ id, type }) => ({
        name: id,
        label: `Passcode${type === '' ? '' : ` (${type.toUpperCase()})`} for “${name}”`,
        secret: true,
        form: 'digits' as const,
        ...(any.length > 1 ? { optional: true, hint: hintOf(any) } : {}),
      })),
  );
}

function hintOf(any: readonly MfaMethod[]): string {
  const push = any.find(({ usesPasscode }) => !usesPasscode);
  return push === undefined
    ? 'One of these passcodes is enough.'
    : `Leave it empty to approve the login with ${productOf(push)} instead.`;
}

function choose(constraints: readonly MfaConstraint[], values: Values): Chosen {
  const payload: Record<string, readonly string[]> = {};
  const pushes: MfaMethod[] = [];
  for (const { name, any } of constraints) {
    const typed = any.find(({ id, usesPasscode }) => usesPasscode && passcodeIn(values, id) !== '');
    const push = any.find(({ usesPasscode }) => !usesPasscode);
    if (typed !== undefined) {
      payload[typed.id] = [passcodeIn(values, typed.id)];
    } else if (push !== undefined) {
      payload[push.id] = [];
      pushes.push(push);
    } else {
      return { problem: `Type a passcode for “${name}”. Nothing was sent.` };
    }
  }
  return { payload, pushes };
}

function passcodeIn(values: Values, id: string): string {
  return (values[id] ?? '').replace(/\s/g, '');
}

async function askFor(
  s: LoginSurroundings,
  fields: readonly TrustedField[],
  problem: string | undefined,
): Promise<Values> {
  const answer = await s.ask(
    {
      kind: 'enter-fields',
      title: 'Second factor',
      intro: [],
      destination: s.destination,
      fields,
      action: 'Log in',
      ...(problem === undefined ? {} : { problem }),
    },
    s.signal,
  );
  if (answer.kind !== 'fields') throw givenUp('Cancelled. Without the second factor you are not logged in.');
  for (const { name } of fields) s.credentials.add(answer.values[name] ?? '');
  return answer.values;
}

function handIn(
  s: LoginSurroundings,
  requestId: string,
  { payload, pushes }: Exclude<Chosen, { readonly problem: string }>,
): Promise<LoginAnswer> {
  const wrapped = s.wrapTtl === undefined ? {} : { wrapTtl: s.wrapTtl };
  if (pushes.length === 0) return validateMfa(nobody(s), requestId, payload, wrapped);
  const where = [...new Set(pushes.map(productOf))].join(' and ');
  return whileWaiting(
    s,
    {
      prompt: {
        kind: 'wait',
        title: 'Approve the login',
        lines: [
          `A request was sent to ${where} on your phone. The login goes on by itself once it is approved there.`,
        ],
      },
      ifGivenUp: 'Cancelled. If still approved on the phone, its token is unused and will expire.',
    },
    (signal) =>
      validateMfa(nobody({ ...s, signal }), requestId, payload, {
        ...wrapped,
        timeoutMs: waitingForPersonMs(s.client),
      }),
  );
}

function productOf({ type }: MfaMethod): string {
  return products.get(type) ?? type;
}

const products: ReadonlyMap<string, string> = new Map([
  ['duo', 'Duo'],
  ['okta', 'Okta Verify'],
  ['pingid', 'PingID'],
  ['totp', 'the authenticator app'],
]);

function said(error: AppError): string {
  const texts = (error.serverErrors ?? [])
    // Method ids do not help the user; the name of the enforcement does.
    .filter((text) => !/^(?:permission denied|login mfa validation failed for methodid:.*)$/i.test(text))
    .map((text) => text.replace(/^failed to satisfy enforcement (.+)\. error:$/i, 'of “$1”'));
  if (texts.length === 0) return '. Wait for the next passcode and type that one.';
  return `: ${texts.join('; ').replace(/\.$/, '')}.`;
}

/** The server keeps a login pending for some minutes only. */
function isOver(error: AppError): boolean {
  return (error.serverErrors ?? []).some((text) => /request id|mfa_request_id/i.test(text));
}

function declined(error: AppError): AppError {
  const late = isOver(error);
  return {
    ...error,
    kind: 'forbidden',
    message: late
      ? `The login has waited too long for its second factor${said(error)}`
      : `The second factor was declined or not answered in time${said(error).replace(' Wait for the next passcode and type that one.', '')}`,
    hint: 'Log in again.',
  };
}

function unknownFactor(): AppFailure {
  return new AppFailure({
    kind: 'bad-answer',
    message: 'The server requires a second factor but names none.',
    hint: 'Ask the server’s operator to check its login enforcement.',
  });
}
