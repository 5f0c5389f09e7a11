/**
 * Token login. The token is typed (or its sending confirmed) in the secure prompt, beside the facts of its
 * destination; it is tried with one look-up, and a refused one is asked for again with the reason. A token from the
 * keychain needs no question, unless the server has changed since it was last sent.
 */
import type { Agreement } from '../credentials/agreement.ts';
import type { AgreeToKeychain } from '../gates/keychain.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type {
  DestinationFacts,
  TrustedAnswer,
  TrustedRequest,
} from '../../../shared/ipc/trusted-contract.ts';
import { notice } from '../../../shared/ipc/prompt-notes.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { refusesToken } from '../../vault/api/token-operations.ts';
import { parseAddress } from '../../vault/http/address.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import { chooseProxy } from '../../vault/http/proxy.ts';
import { confirmedOriginsOf, addressOf } from '../connection/address.ts';
import { cancelled } from '../connection/connect.ts';
import type { EnvironmentCredentialsWithToken } from './environment-credentials.ts';
import { asAppError, redactError } from '../connection/trouble.ts';
import { ownFacts } from '../session/own-facts.ts';
import { looksLikeAccessor } from '../credentials/token-text.ts';
import type { Ask } from '../platform.ts';

export interface LoginParts {
  readonly ask: Ask;
  readonly hold: (id: string) => SecretRef;
}

export interface LoggedIn {
  readonly token: string;
  readonly facts: TokenFacts;
  /** True if it came from the keychain. */
  readonly fromKeychain?: boolean;
  /** Its login; undefined for a given token. */
  readonly login?: LoginOptions;
}

/** A token found in the environment, and its source in words. */
export interface EnvironmentToken {
  readonly token: string;
  readonly tokenFrom: string;
  /** Reason not to send it, in a sentence. */
  readonly warning?: string;
}

/** Asks for a token until one passes its look-up. Rejects with `cancelled` if the user closes the prompt. */
export async function login(
  client: VaultClient,
  destination: DestinationFacts,
  parts: LoginParts,
  fromEnvironment?: EnvironmentToken,
  signal?: AbortSignal,
): Promise<LoggedIn> {
  let problem: string | undefined;
  let found = fromEnvironment;
  for (;;) {
    const why = problem === undefined ? {} : { problem };
    const request: TrustedRequest =
      found === undefined
        ? { kind: 'enter-token', destination, ...why }
        : {
            kind: 'confirm-token',
            destination: warned(destination, found),
            tokenFrom: found.tokenFrom,
            ...why,
          };
    const answer = await parts.ask(request, signal);
    if (answer.kind === 'cancel') throw cancelled();
    const token = found?.token ?? textOf(answer).trim();
    const refused = tokenProblem(token);
    if (refused !== undefined) {
      problem = refused;
    } else {
      try {
        return { token, facts: await tryToken(client, token, parts.hold, signal) };
      } catch (failure) {
        const error = redactError(asAppError(failure), [token]);
        if (!refusesToken(error)) throw new AppFailure(error);
        const from = found === undefined ? '' : `The token from ${found.tokenFrom} was refused. `;
        problem = `${from}${said(error)}${looksLikeAccessor(token) ? ` ${accessorNote}` : ''}`;
      }
    }
    // The environment's token will not improve: from here on it is typed.
    found = undefined;
  }
}

function warned(destination: DestinationFacts, { warning }: EnvironmentToken): DestinationFacts {
  if (warning === undefined) return destination;
  return { ...destination, notes: [...(destination.notes ?? []), notice(warning)] };
}

/** The keychain's token for a connection. */
export interface KeychainToken {
  readonly agree: AgreeToKeychain;
  /** Rejects with `not-offered` if the keychain refuses it. */
  readonly take: (agreement: Agreement) => Promise<string>;
  /** The server has refused it, so it is useless. */
  readonly forget: () => void;
}

/** Logs in with the keychain's token after the user's consent. Rejects with the refusal, `cancelled`. */
export async function loginFromKeychain(
  client: VaultClient,
  destination: DestinationFacts,
  parts: LoginParts,
  stored: KeychainToken,
  signal?: AbortSignal,
): Promise<LoggedIn> {
  const agreement = await stored.agree(parts.ask, destination, signal);
  const token = await stored.take(agreement);
  try {
    return { token, facts: await tryToken(client, token, parts.hold, signal), fromKeychain: true };
  } catch (failure) {
    const error = redactError(asAppError(failure), [token]);
    if (!refusesToken(error)) throw new AppFailure(error);
    // A proxy that strips the token's header, or a broken server, refuses a good token, too.
    if (error.kind !== 'unauthenticated')
      throw new AppFailure({
        ...error,
        message: `The token from the keychain was refused; it is kept there, as it may still be good. ${said(error)}`,
        hint: 'Try again, or log in in another way.',
      });
    stored.forget();
    throw new AppFailure({
      ...error,
      kind: 'unauthenticated',
      message: `The token from the keychain was refused and is removed there. ${said(error)}`,
      hint: 'Log in with another token.',
    });
  }
}

/**
 * Looks a token up once: never repeated, because a token with limited uses pays for the look-up too. `told`: the
 * facts from a login's response, for a token that may not look itself up.
 */
export function tryToken(
  client: VaultClient,
  token: string,
  hold: (id: string) => SecretRef,
  signal?: AbortSignal,
  told?: Omit<TokenFacts, 'id'>,
): Promise<TokenFacts> {
  const caller = { client, token, repeatable: false, signal };
  return ownFacts(caller, hold, told === undefined ? undefined : { facts: told, alive: true });
}

/** The reason why a text cannot be sent as a token; its shape is left to the server. */
function tokenProblem(token: string): string | undefined {
  if (token === '') return 'Type or paste a token.';
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return 'The token contains a space, a line break or an invalid character. It was not sent: paste it again.';
  }
  return undefined;
}

/** The text of an answer, if it has one. */
function textOf(answer: TrustedAnswer): string {
  return answer.kind === 'submit' ? answer.text : '';
}

const accessorNote = 'It looks like an accessor. An accessor cannot log in: the token itself is needed.';

function said(error: AppError): string {
  return error.kind === 'forbidden'
    ? 'The server does not accept this token. It has expired, was revoked, or has no permissions here. Or it belongs to another server or namespace. Or a proxy removed the header X-Vault-Token.'
    : error.message;
}

/** Result for a token of the environment: the token with a warning, or the reason why it must be typed instead. */
export type TakenEnvironmentToken = EnvironmentToken | { readonly problem: string } | undefined;

/**
 * A token of the environment, bound to the server described there: address, proxy, trusted authorities and
 * verification. Undefined if it has no token, or names another server. Throws `invalid-input` if the environment no
 * longer has it.
 */
export function takeEnvironmentToken(
  credentials: readonly EnvironmentCredentialsWithToken[],
  environmentId: string,
  target: ConnectionTarget,
  environment: Readonly<Record<string, string | undefined>>,
): TakenEnvironmentToken {
  const found = credentials.find(({ shown }) => shown.environmentId === environmentId);
  if (found === undefined) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'environmentId',
      message: 'The environment no longer has this.',
      hint: 'Type the token instead.',
    });
  }
  const { token, shown } = found;
  const { tokenFrom, target: meant } = shown;
  if (token === undefined || tokenFrom === undefined) return undefined;
  if (meant === undefined)
    return { token, tokenFrom, warning: `${tokenFrom} does not say which server its token belongs to.` };
  if (!isSameAddress(meant.address, target.address)) return undefined;
  const other = differencesOf(meant, target, environment);
  if (other.length === 0) return { token, tokenFrom };
  return {
    problem: `The token from ${tokenFrom} is not used: your environment connects with another ${other.join(', ')}.`,
  };
}

/** Settings in which a connection differs from the environment's. */
function differencesOf(
  meant: ConnectionTarget,
  target: ConnectionTarget,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const proxyOf = ({ address, proxy }: ConnectionTarget): string | undefined => {
    const chosen = chooseProxy(proxy, addressOf(address), environment);
    return chosen.ok ? (chosen.value.proxy ?? 'none') : undefined;
  };
  const [a, b] = [meant.tls, target.tls];
  const compared: readonly (readonly [string, unknown, unknown])[] = [
    ['proxy', proxyOf(meant), proxyOf(target)],
    ['CA', a.ca?.fileId, b.ca?.fileId],
    ['certificate store', a.useSystemStore, b.useSystemStore],
    ['server name', a.serverName ?? '', b.serverName ?? ''],
    ['certificate verification', a.skipVerify, b.skipVerify],
    ['set of nodes', '', confirmedOriginsOf(target).join()],
  ];
  return compared.filter(([, one, other]) => one !== other).map(([what]) => what);
}

function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)];
  return a.ok && b.ok && a.value.address === b.value.address;
}
