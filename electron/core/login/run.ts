/** One login by any method but a token: its input, its requests, the second factor and the result. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { asLogin, wrappingTokenIn } from '../../vault/api/login.ts';
import { mfaRequirementIn } from '../../vault/api/mfa.ts';
import { unwrap } from '../../vault/api/wrapping.ts';
import { asAppError, redactError } from '../connection/trouble.ts';
import { logInByForm } from './form-login.ts';
import { formOf } from './forms.ts';
import { passMfa } from './mfa.ts';
import { logInWithOidc } from './oidc.ts';
import { oktaSender } from './okta.ts';
import { loginFailure } from './refusal.ts';
import type { LoginEnd, LoginSurroundings } from './surroundings.ts';
import { authPathOf, mountOf } from './options.ts';
import { logInWithWrappingToken } from './wrapped-login.ts';
import { logInWithWrappedSecretId } from './wrapped-secret-id.ts';

/**
 * Logs in. The end holds a client token, or a wrapping token if requested. Rejects with `cancelled` if the user gives
 * up; error texts never contain typed credentials.
 */
export async function logInBy(
  surroundings: Omit<LoginSurroundings, 'credentials'>,
  options: LoginOptions,
): Promise<LoginEnd> {
  const s: LoginSurroundings = { ...surroundings, credentials: new Set() };
  try {
    const first = await opened(s, await firstFactor(s, options));
    const requirement = mfaRequirementIn(first.answer);
    const end =
      requirement === undefined
        ? first
        : { ...first, ...(await secondFactor(s, options, first, requirement)) };
    if (end.clientToken !== '' || wrappingTokenIn(end.answer) !== undefined) return end;
    throw new AppFailure({
      kind: 'bad-answer',
      status: end.answer.status,
      message: 'The server took the login but gave no token.',
      hint: 'This path may not be a login. Check the method and its mount path.',
    });
  } catch (failure) {
    throw new AppFailure(redactError(asAppError(failure), [...s.credentials]));
  }
}

/**
 * Unwraps the requirement of a second factor, which the server wraps for a wrapped login and which is of no use
 * wrapped; the resulting token is wrapped. (A batch token has no accessor either: it is unwrapped too.)
 */
async function opened(s: LoginSurroundings, first: LoginEnd): Promise<LoginEnd> {
  const wrapping = s.wrapTtl === undefined ? undefined : wrappingTokenIn(first.answer);
  if (wrapping === undefined || wrapping.innerAccessor !== '') return first;
  return { ...first, ...asLogin(await unwrap({ client: s.client, repeatable: false }, wrapping.token)) };
}

async function secondFactor(
  s: LoginSurroundings,
  options: LoginOptions,
  first: LoginEnd,
  requirement: NonNullable<ReturnType<typeof mfaRequirementIn>>,
): ReturnType<typeof passMfa> {
  try {
    return await passMfa(s, requirement);
  } catch (failure) {
    await keepFirst(s, options, first);
    const isOver = failure instanceof AppFailure && failure.error.kind === 'forbidden';
    throw isOver || options.type === 'wrapped' ? failure : loginFailure(failure, mountOf(options));
  }
}

/** Keeps a first factor that used up a wrapping token, for which the second factor can still be validated. */
async function keepFirst(s: LoginSurroundings, options: LoginOptions, first: LoginEnd): Promise<void> {
  if (!usesUpWrappingToken(options)) return;
  const { method, path, answer, elapsedMs } = first;
  await s.keepAnswer({
    title: `Login at ${authPathOf(options)}`,
    method,
    path,
    answer,
    elapsedMs,
    once: true,
    values: 'plain',
  });
}

function usesUpWrappingToken(options: LoginOptions): boolean {
  return options.type === 'wrapped' || isWithWrappedSecretId(options);
}

function isWithWrappedSecretId({ type, fields }: LoginOptions): boolean {
  return type === 'approle' && fields['secretId'] === 'wrapped';
}

function firstFactor(s: LoginSurroundings, options: LoginOptions): Promise<LoginEnd> {
  if (options.type === 'oidc') return logInWithOidc(s, options);
  if (isWithWrappedSecretId(options)) return logInWithWrappedSecretId(s, options);
  if (options.type === 'wrapped') return logInWithWrappingToken(s, options);
  if (options.type === 'cert') refuseWithoutCertificate(s);
  const form = formOf(options);
  if (form === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'login.type',
      message: 'This needs a login method, not a token.',
      hint: 'Choose a login method.',
    });
  return options.type === 'okta'
    ? logInByForm(s, options, form, oktaSender(s, options))
    : logInByForm(s, options, form);
}

function refuseWithoutCertificate({ client }: LoginSurroundings): void {
  const { certificate, pkcs12 } = client.options.tls;
  if (!client.options.address.startsWith('https:'))
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'login.type',
      message: 'A client certificate can only be shown over https. Nothing was sent.',
      hint: 'Use the https address of the server.',
    });
  if (certificate === undefined && pkcs12 === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'tls.clientCertificate',
      message: 'This connection has no client certificate to log in with. Nothing was sent.',
      hint: 'Choose the certificate and its key in the connection’s TLS settings.',
    });
}
