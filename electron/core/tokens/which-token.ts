/**
 * Resolves the token that a screen means, and explains a token in place of an accessor or the reverse. The server's
 * own responses do not help there: revoking an accessor as if it were a token "succeeds" without an effect.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { lookupToken } from '../../vault/api/token-operations.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import type { Session } from '../session/session.ts';
import { asAppError, redactError } from '../connection/trouble.ts';

/** The token of a request. Throws `invalid-input` if a reference is not held or a text cannot be an accessor. */
export function whichToken(secrets: Pick<SecretStore, 'read'>, choice: TokenChoice): WhichToken {
  switch (choice.by) {
    case 'self':
      return choice;
    case 'accessor': {
      const accessor = choice.accessor.trim();
      if (looksLikeToken(accessor)) throw tokenAsAccessor();
      if (!/^[\x21-\x7e]+$/.test(accessor)) {
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'accessor',
          message: 'An accessor has no spaces and no line breaks inside. Nothing was sent.',
          hint: 'Copy it again.',
        });
      }
      return { by: 'accessor', accessor };
    }
    case 'secret': {
      const token = secrets.read(choice.secretRef).secret.trim();
      if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'token',
          message:
            token === ''
              ? 'No token was typed. Nothing was sent.'
              : 'The token contains a space, a line break or an invalid character. Nothing was sent.',
          hint: 'Type or paste it again.',
        });
      }
      return { by: 'value', token };
    }
  }
}

/** Its credentials, to be redacted from every text. */
export function credentialsOf(which: WhichToken): readonly string[] {
  return which.by === 'value' ? [which.token] : [];
}

/**
 * Runs a request about a token. If the server does not know *that* token, the connection is not in trouble: the error
 * says so, and if the text is an accessor, as far as that can be checked for free.
 */
export async function aboutToken<T>(
  session: Pick<Session, 'home'>,
  caller: Caller,
  which: WhichToken,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  try {
    return await work(which.by === 'self' ? session.home(caller) : caller);
  } catch (failure) {
    const error = redactError(asAppError(failure), credentialsOf(which));
    const unknown = await unknownToken(caller, which, error);
    throw new AppFailure(unknown ?? error);
  }
}

async function unknownToken(
  caller: Caller,
  which: WhichToken,
  error: AppError,
): Promise<AppError | undefined> {
  const said = (error.serverErrors ?? []).join('; ');
  const { status, method, path, serverErrors } = error;
  const facts = {
    ...(status === undefined ? {} : { status }),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(serverErrors === undefined ? {} : { serverErrors }),
  };
  if (which.by === 'accessor' && /invalid accessor|no token found/i.test(said)) {
    return {
      ...facts,
      kind: 'invalid-input',
      field: 'accessor',
      message:
        'The server knows no token with this accessor: it has expired, was revoked, or is on another server.',
      hint: 'Check the accessor, the namespace and the server. A token itself is looked up by its value.',
    };
  }
  if (which.by !== 'value' || !isUnknownValue(said)) return undefined;
  const field = 'token';
  if (await isAccessor(caller, which.token)) {
    return {
      ...facts,
      kind: 'invalid-input',
      field,
      message: 'This is the accessor of a token, not a token. Nothing was changed.',
      hint: 'Look it up by accessor: an accessor is enough to look up, renew and revoke its token.',
    };
  }
  return {
    ...facts,
    kind: 'invalid-input',
    field,
    message: 'The server does not know this token: it has expired, was revoked, or is of another server.',
    hint: looksLikeToken(which.token)
      ? 'Check the server and the namespace.'
      : 'It does not look like a token of a current server; if it is an accessor, look it up by accessor.',
  };
}

/** A refusal of our own token says "permission denied" or "invalid token"; one of the other token does not. */
function isUnknownValue(said: string): boolean {
  if (/permission denied|invalid token/i.test(said)) return false;
  return /bad token|token not found|token to revoke not found/i.test(said);
}

async function isAccessor(caller: Caller, text: string): Promise<boolean> {
  // Each request costs such a token a use: only the user's own requests are sent.
  if (!caller.repeatable || looksLikeToken(text)) return false;
  try {
    await lookupToken(caller, { by: 'accessor', accessor: text });
    return true;
  } catch {
    // Not permitted or not found: either way it is not known as an accessor.
    return false;
  }
}

/** Tokens since 1.10 begin with `hvs.`, `hvb.` or `hvr.`, older ones and OpenBao's with one letter. */
function looksLikeToken(text: string): boolean {
  return /^(?:hv[sbr]\.|[sbr]\.[A-Za-z0-9]{20,})/.test(text);
}

function tokenAsAccessor(): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'accessor',
    message: 'This looks like a token, not an accessor. Nothing was sent.',
    hint: 'Look a token up by its value, which is typed in the secure prompt.',
  });
}
