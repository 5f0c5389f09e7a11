/**
 * `console.*`: any request, through the same client and guards as everything else. None sent here counts as safe: it
 * goes once. A question states what it destroys or carries elsewhere, credentials are put into the body here and
 * taken out of every returned text, and the answer is held like any other.
 */
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { ConsoleHistoryLine, ConsoleRequest } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import { products } from '../../../shared/vault/server.ts';
import { concernsOf } from '../../core/console/concerns.ts';
import { copyAs } from '../../core/console/copy-as.ts';
import { inDocument } from '../../core/console/described-server.ts';
import { existsOnce } from '../../core/console/exists-once.ts';
import { isServers } from '../../core/gates/harmless-writes.ts';
import { isPlain } from '../../core/console/plain-answers.ts';
import { clientRequest, readPath, readRequest, takesBody } from '../../core/console/typed-request.ts';
import { writtenBody } from '../../core/console/written-body.ts';
import type { TypedRequest } from '../../core/console/typed-request.ts';
import type { Session } from '../../core/session/session.ts';
import { asAppError, redactError } from '../../core/connection/trouble.ts';
import { ask } from '../../vault/api/caller.ts';
import { helpText } from '../../vault/api/help.ts';
import { topOf } from '../../vault/http/answer.ts';
import type { Consent, VaultAnswer } from '../../vault/http/types.ts';
import type { Services } from '../../services/services.ts';
import { once, read } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { pathText } from './fields.ts';
import { consoleRequest } from './service-fields.ts';

/** Credential of a reference of this session. */
function secretOf({ secrets }: Services, sessionId: string, secretRef: string): string {
  const { secret } = secrets.read(secretRef);
  if (secrets.sessionOf(secretRef) === sessionId) return secret;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'secrets',
    message: 'This credential belongs to another session. Nothing was sent.',
  });
}

/** Credentials sent along; a wrapping token counts the same in the header and in the body. */
function carriedBy({ secrets = [], tokenRef }: ConsoleRequest): NonNullable<ConsoleRequest['secrets']> {
  return tokenRef === undefined ? secrets : [...secrets, { pointer: '/token', secretRef: tokenRef }];
}

async function send(services: Services, session: Session, request: ConsoleRequest): Promise<AnswerView> {
  const { secrets, answers, consoleHistory } = services;
  const { sessionId } = session;
  const typed = readRequest(request, session.client.options.address, (ref) =>
    secretOf(services, sessionId, ref),
  );
  const mounts = await mountsOf(session, request, typed);
  const concerns = concernsOf({
    method: request.method,
    path: typed.path,
    body: typed.body,
    mounts,
    carried: carriedBy(request).map(({ pointer, secretRef }) => ({
      pointer,
      typed: secrets.isTyped(secretRef),
    })),
  });
  const shown = redactExactly(shownPath(typed, request), typed.secrets);
  const startedMs = performance.now();
  const note = (status: number, answerId?: string): void => {
    const { method } = request;
    const { namespace } = typed;
    const { wrapTtl } = clientRequest(request, typed);
    const elapsedMs = performance.now() - startedMs;
    consoleHistory.note(
      session,
      {
        method,
        path: shown,
        at: new Date().toISOString(),
        status,
        elapsedMs,
        ...(answerId === undefined ? {} : { answerId }),
        ...(wrapTtl === undefined ? {} : { wrapTtl: String(wrapTtl) }),
        ...(namespace === undefined ? {} : { namespace }),
      },
      typed.secrets,
    );
  };
  let answer: VaultAnswer;
  try {
    answer = await sendOnce(session, request, typed, consentTo(request, typed, concerns));
  } catch (failure) {
    const error = redactError(asAppError(failure), typed.secrets);
    // A request refused before a byte was sent is not noted.
    if (error.status !== undefined || !refusedHere.has(error.kind)) note(error.status ?? 0);
    throw new AppFailure(error);
  }
  const isLarge = answer.large !== undefined;
  const view = await answers.hold({
    sessionId,
    title: `${request.method} ${shown}`,
    method: request.method,
    path: shown,
    answer,
    elapsedMs: performance.now() - startedMs,
    once:
      (isLarge || answer.text !== '') &&
      existsOnce(typed.path, takesBody(request.method), topOf(answer), isLarge),
    values: isPlain(request.method, typed.path) ? 'plain' : 'hidden',
  });
  note(view.status, view.answerId);
  return view;
}

/** Words of the question about a request, besides its losses. */
function consentTo(
  request: ConsoleRequest,
  { written }: TypedRequest,
  concerns: readonly string[] | undefined,
): Consent {
  const pointers = (request.secrets ?? []).map(({ pointer }) => pointer);
  return {
    ...(concerns === undefined ? {} : { concerns }),
    written: () => writtenBody(written, pointers),
  };
}

/** Sent requests; a response no longer held is not named. */
function historyOf({ consoleHistory, answers }: Services, session: Session): readonly ConsoleHistoryLine[] {
  return consoleHistory
    .of(session)
    .map(({ answerId = '', ...line }) =>
      answers.sessionOf(answerId) === undefined ? line : { ...line, answerId },
    );
}

export const consoleCalls = [
  // A GET can mint a credential.
  once(
    'console.send',
    { says: 'Send a request from the console', asks: ['confirm'], asJson: true, maxBytes: wholeEntryBytes },
    { request: consoleRequest },
    (session, { request }, { services }) => send(services, session, request),
  ),
  read(
    'console.catalogue',
    {},
    async (session, _input, { services, signal }) => {
      refuseLimitedUse(session);
      return inDocument(session, 'catalogueIn', await services.describedServer(session, signal));
    },
    { asJson: true },
  ),
  read('console.path', { path: pathText }, async (session, { path }, { services, signal }) => {
    refuseLimitedUse(session);
    const asked = {
      ...(await services.describedServer(session, signal)),
      path: path.replace(/\?.*$/s, ''),
    };
    return inDocument(session, 'pathFactsIn', asked);
  }),
  read('console.help', { path: pathText }, async (session, { path }, { signal }) => {
    const typed = readPath(path, session.client.options.address);
    return { text: await session.run((caller) => helpText(caller, typed.path), signal) };
  }),
  read(
    'console.copyAs',
    { request: consoleRequest, form: z.enum(['curl', 'vault', 'hvac']) },
    async (session, { request, form }) => {
      const { options } = session.client;
      const { health } = session.view();
      const { tls } = options;
      const text = copyAs(request, form, {
        address: options.address,
        namespace: options.namespace,
        skipVerify: tls.skipVerify,
        ownAuthority: tls.ca.length > 0,
        clientCertificate: (tls.certificate ?? tls.pkcs12) !== undefined,
        headerNames: (options.headers ?? []).map(({ name }) => name),
        program: products[health.kind].program,
        mounts: (await knownMounts(session)) ?? [],
      });
      return { text };
    },
    { maxBytes: wholeEntryBytes },
  ),
  read('console.history', {}, (session, _input, { services }) => historyOf(services, session)),
] as const;

/** Errors of the client's own, without a status. */
const refusedHere: ReadonlySet<AppErrorKind> = new Set([
  'invalid-input',
  'invalid-request',
  'not-offered',
  'cancelled',
  'locked',
]);

/**
 * Sends it, once. A refusal of a request that speaks with another token than the session's, or about one, says
 * nothing about the session: it must not look as if its own token were dead.
 */
async function sendOnce(
  session: Session,
  request: ConsoleRequest,
  typed: TypedRequest,
  consent: Consent,
): Promise<VaultAnswer> {
  const outcome = await session.run(async (caller) => {
    try {
      const asking = { ...caller, consent };
      const { token: _own, ...anonymous } = asking;
      const { token } = typed;
      const speaker =
        token !== undefined ? { ...anonymous, token } : request.withoutToken === true ? anonymous : asking;
      return await ask(speaker, clientRequest(request, typed));
    } catch (failure) {
      if (
        failure instanceof AppFailure &&
        failure.error.kind === 'unauthenticated' &&
        isAboutOther(request, typed)
      )
        return failure;
      throw failure;
    }
  });
  if (outcome instanceof AppFailure) throw outcome;
  return outcome;
}

function isAboutOther(request: ConsoleRequest, { path, body, namespace }: TypedRequest): boolean {
  if (request.withoutToken === true || request.tokenRef !== undefined) return true;
  if (namespace !== undefined) return true;
  return body !== undefined && /^(?:auth|sys\/wrapping|sys\/capabilities)(?:\/|$)/.test(path);
}

/** The document costs a use of the token like any request, and the user has not asked for it. */
function refuseLimitedUse(session: Session): void {
  if (!session.limitedUse) return;
  throw new AppFailure({
    kind: 'invalid-request',
    message: 'This token has limited uses, so the server’s API description was not read.',
    hint: 'You can still send requests; each costs one use.',
  });
}

/**
 * Mounts to judge a writing request by; undefined if they cannot be read, or belong to another namespace. Requests to
 * the server itself are below none.
 */
async function mountsOf(
  session: Session,
  { method }: ConsoleRequest,
  { path, namespace }: TypedRequest,
): Promise<readonly Mount[] | undefined> {
  if (method === 'GET' || method === 'LIST' || isServers(path)) return [];
  return namespace === undefined ? knownMounts(session) : undefined;
}

async function knownMounts(session: Session): Promise<readonly Mount[] | undefined> {
  if (session.limitedUse) return undefined;
  try {
    return await session.mounts.known();
  } catch {
    // Some tokens may not list them: a credential sent to an unknown place then needs a consent.
    return undefined;
  }
}

/** The path with its query as typed, without the method's part. */
function shownPath({ path, query }: TypedRequest, { method }: ConsoleRequest): string {
  const pairs = Object.entries(query)
    .filter(([name]) => !(method === 'LIST' && name === 'list'))
    .map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
