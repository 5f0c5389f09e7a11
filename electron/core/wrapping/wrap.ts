/**
 * Wraps by hand: free data, a file, the response of a request, or facts about a token. The response, a wrapping
 * token, is held until it is dismissed. Requests are confirmed as the console’s are: wrapping does not bypass that.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { composeObject } from '../../../shared/vault/json-slices.ts';
import type { WrapWhat } from '../../../shared/vault/wrapping.ts';
import { lookUpRequest, renewalRequest } from '../../vault/api/token-operations.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import { wrapData, wrapRequest } from '../../vault/api/wrapping.ts';
import type { Wrapping } from '../../vault/api/wrapping.ts';
import type { CallerRequest, Caller } from '../../vault/api/caller.ts';
import { topOf } from '../../vault/http/answer.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { Answers } from '../credentials/large-answers.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import { concernsOf } from '../console/concerns.ts';
import { writtenBody } from '../console/written-body.ts';
import { readRequest } from '../console/typed-request.ts';
import type { Session } from '../session/session.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { aboutToken, whichToken } from '../tokens/which-token.ts';
import { readValueFile } from '../entries/value-files.ts';
import { told } from './open.ts';
import { checkedObject, checkedTtl } from './options.ts';
import { wrapLost } from './words.ts';

export interface WrapParts {
  readonly session: Session;
  readonly answers: Pick<Answers, 'hold'>;
  /** Throws `invalid-input` if the file was not chosen for wrapping. */
  readonly pathOf: (fileId: string) => string;
  /** Secrets of the session, without credentials of other sessions. */
  readonly secrets: Pick<SecretStore, 'read'>;
}

export interface WrapOptions {
  readonly what: WrapWhat;
  readonly ttl: string;
  readonly jwt: boolean;
  /** Recipient's name; part of the title. */
  readonly recipient?: string | undefined;
}

/** A request ready to be sent, with its title. */
export interface Ready {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly send: (caller: Caller, wrapping: Wrapping) => Promise<VaultAnswer>;
}

/** Wraps, once; a response that the server left unwrapped is held, too, and titled so. Rejects with `AppFailure`. */
export async function wrapWhat(
  parts: WrapParts,
  { what, ttl, jwt, recipient }: WrapOptions,
): Promise<AnswerView> {
  const wrapping = { ttl: checkedTtl(ttl), jwt };
  return sendToWrap(parts, forRecipient(await readyToWrap(parts, what), recipient), wrapping);
}

/** Names the recipient in the title, so that wrapping tokens can be told apart; in quotes, as the page's word. */
export function forRecipient(ready: Ready, recipient = ''): Ready {
  const whom = recipient.trim();
  return whom === '' ? ready : { ...ready, title: `${ready.title} for “${whom}”` };
}

/** Sends a prepared request, once, and holds the response. Rejects with `AppFailure`. */
export function sendToWrap(
  { session, answers }: Pick<WrapParts, 'session' | 'answers'>,
  { send, title, method, path }: Ready,
  wrapping: Wrapping,
): Promise<AnswerView> {
  return session.run(async ({ client, token }) => {
    const caller = { client, repeatable: false, token };
    const startedMs = performance.now();
    const answer = await send(caller, wrapping).catch((failure: unknown) => {
      throw told(failure, (error) => error, wrapLost);
    });
    return answers.hold({
      sessionId: session.sessionId,
      title: isWrapped(answer) ? `Wrapped ${title}` : `Not wrapped: ${title}`,
      method,
      path,
      answer,
      elapsedMs: performance.now() - startedMs,
      once: true,
      values: 'hidden',
    });
  });
}

/** Prepares a JSON object for wrapping. */
export function dataToWrap(title: string, json: string): Ready {
  return {
    title,
    method: 'POST',
    path: 'sys/wrapping/wrap',
    send: (caller, wrapping) => wrapData(caller, json, wrapping),
  };
}

async function readyToWrap(parts: WrapParts, what: WrapWhat): Promise<Ready> {
  switch (what.kind) {
    case 'data':
      return dataToWrap('text', checkedObject(what.json));
    case 'file': {
      const { name, rawJson } = await readValueFile(parts.pathOf(what.fileId), what.as);
      return dataToWrap(`file ${name}`, composeObject([[what.key, rawJson]]));
    }
    case 'request':
      return readyRequest(parts, what);
    case 'token-lookup':
      return readyToken(parts, what.token, 'token look-up', lookUpRequest);
    case 'token-renewal':
      return readyToken(parts, what.token, 'token renewal', (which) =>
        renewalRequest(which, what.incrementSeconds ?? null),
      );
  }
}

function readyToken(
  { session, secrets }: WrapParts,
  choice: TokenChoice,
  title: string,
  requestFor: (which: WhichToken) => CallerRequest,
): Ready {
  const which = whichToken(secrets, choice);
  const request = requestFor(which);
  const { method, path } = request;
  return {
    title,
    method,
    path,
    send: (caller, wrapping) =>
      aboutToken(session, caller, which, (by) => wrapRequest(by, request, wrapping)),
  };
}

async function readyRequest(
  { session }: WrapParts,
  what: Extract<WrapWhat, { kind: 'request' }>,
): Promise<Ready> {
  const { method: asked, path: typedPath, json } = what;
  const request = { method: asked, path: typedPath, ...(json === undefined ? {} : { json }) };
  const { method, path, query, body, written } = readRequest(request, session.client.options.address, noRefs);
  const mounts =
    asked !== 'POST' || session.limitedUse
      ? undefined
      : // Some tokens may not list them. The gate of consequences asks more if it does not know a mount.
        await session.mounts.known().catch(() => undefined);
  const concerns = concernsOf({ method: asked, path, body, carried: [], mounts });
  const consent = {
    ...(concerns === undefined ? {} : { concerns }),
    written: () => writtenBody(written, []),
  };
  const ready = {
    ...({ method: method === 'GET' ? 'GET' : 'POST', path, query } as const),
    ...(body === undefined ? {} : { body }),
  };
  return {
    title: `${asked} ${path}`,
    method: asked,
    path,
    send: (caller, wrapping) => wrapRequest({ ...caller, consent }, ready, wrapping),
  };
}

function noRefs(): never {
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'json',
    message: 'Credentials cannot be inserted here.',
  });
}

function isWrapped(answer: VaultAnswer): boolean {
  const body = topOf(answer);
  return typeof body === 'object' && body !== null && 'wrap_info' in body && body.wrap_info !== null;
}
