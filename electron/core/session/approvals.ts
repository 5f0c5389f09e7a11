/**
 * Reads that wait for approval by a control group, by place: each is requested once, even if its page comes back. The
 * wrapping token of a request stays here. An approved one is unwrapped once, and its response is held before anything
 * else can fail, because Vault returns it once. All of it ends with the session's token.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, AppErrorKind } from '../../../shared/ipc/result.ts';
import type { ApprovalView } from '../../../shared/vault/approval.ts';
import { AwaitingApproval } from '../../vault/api/awaiting-approval.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { readControlGroupRequest } from '../../vault/api/control-group.ts';
import { unwrap } from '../../vault/api/wrapping.ts';
import { errorFromAnswer } from '../../vault/http/errors.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { asWrite } from './write-scope.ts';

interface ApprovalParts {
  /** Runs requests with the session's token. */
  readonly run: <T>(work: (caller: Caller) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Registers a credential with the gates until removed. */
  readonly keep: KnownCredentials['keep'];
}

interface AskedRead {
  readonly asked: AwaitingApproval;
  /** Removes its wrapping token from the gates. */
  readonly forget: () => void;
  /** Source of its approval. */
  approvedBy?: 'server' | 'person';
  /** The unwrapping under way. */
  opening?: Promise<Granted>;
}

/** Response of an approved read. Times: ISO 8601. */
interface Granted {
  readonly answer: VaultAnswer;
  readonly readAt: string;
  readonly endsAt: string;
}

/** The oldest beyond it are forgotten. */
const MOST = 1000;

export class SessionApprovals {
  readonly #parts: ApprovalParts;
  readonly #requests = new Map<string, AskedRead>();
  readonly #granted = new Map<string, Granted>();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
  }

  /** Sends a read, unless an earlier one still waits. Rejects with `awaiting-approval`. */
  async ask<T>(place: string, send: () => Promise<T>): Promise<T> {
    const before = this.#waiting(place);
    if (before !== undefined) throw new AppFailure(before.asked.error);
    try {
      return await send();
    } catch (failure) {
      if (failure instanceof AwaitingApproval) this.#note(place, failure);
      throw failure;
    }
  }

  /** The response of an approved read, unwrapped now if due; undefined without approval. */
  async answer(place: string): Promise<Granted | undefined> {
    const granted = this.#granted.get(place);
    if (granted !== undefined && !isOver(granted.endsAt)) return granted;
    this.#granted.delete(place);
    const request = this.#waiting(place);
    if (request?.approvedBy === undefined) return undefined;
    request.opening ??= this.#open(place, request).finally(() => {
      delete request.opening;
    });
    return request.opening;
  }

  /** Drops an unwrapped response: the next read asks the server. */
  letGo(place: string): void {
    this.#granted.delete(place);
  }

  /** The user says that a place's request was approved, if the token may not query that. */
  believe(place: string): void {
    const request = this.#waiting(place);
    if (request !== undefined) request.approvedBy ??= 'person';
  }

  /** Checks the approval of a place's request. */
  async look(place: string, signal?: AbortSignal): Promise<ApprovalView> {
    if (this.#granted.has(place)) return { state: 'approved', approvers: [] };
    const request = this.#waiting(place);
    if (request === undefined) return { state: 'ended', approvers: [] };
    try {
      const { accessor } = request.asked.error;
      const { approved, approvers } = await this.#parts.run(
        (caller) => readControlGroupRequest(caller, accessor),
        signal,
      );
      if (approved) request.approvedBy = 'server';
      return { state: approved ? 'approved' : 'waiting', approvers };
    } catch (failure) {
      const { kind, status } = asAppError(failure);
      if (kind !== 'invalid-request' || status === undefined) throw failure;
      this.#drop(place);
      return { state: 'ended', approvers: [] };
    }
  }

  /** The token changes or ends. */
  forget(): void {
    for (const place of this.#requests.keys()) this.#drop(place);
    this.#granted.clear();
  }

  #note(place: string, asked: AwaitingApproval): void {
    this.#drop(place);
    const forget = this.#parts.keep([asked.token], { kind: 'wrapping-token' });
    this.#requests.set(place, { asked, forget });
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > MOST && oldest !== undefined) this.#drop(oldest);
  }

  #waiting(place: string): AskedRead | undefined {
    const request = this.#requests.get(place);
    if (request === undefined || !isOver(request.asked.error.endsAt)) return request;
    this.#drop(place);
    return undefined;
  }

  #drop(place: string): void {
    this.#requests.get(place)?.forget();
    this.#requests.delete(place);
  }

  async #open(place: string, request: AskedRead): Promise<Granted> {
    const { error, token: wrappingToken } = request.asked;
    try {
      // A lock or the end of a page does not abort it: its response can exist only once.
      return await asWrite(() =>
        this.#parts.run(async ({ client, token = '' }) => {
          const answer = await unwrap({ client, token, repeatable: false }, wrappingToken);
          if (answer.status === 204) throw new AppFailure(nothingThere(error));
          const granted = { answer, readAt: new Date().toISOString(), endsAt: error.endsAt };
          this.#granted.set(place, granted);
          this.#drop(place);
          return granted;
        }),
      );
    } catch (failure) {
      const reason = asAppError(failure);
      if (!isSpent(reason)) throw failure;
      if (request.approvedBy === 'person' && isRefused(reason)) {
        delete request.approvedBy;
        throw new AppFailure({ ...error, message: `${error.message} It is not approved yet.` });
      }
      this.#drop(place);
      throw new AppFailure(isRefused(reason) ? refusedInWords(reason, error) : reason);
    }
  }
}

function isOver(endsAt: string): boolean {
  return Date.parse(endsAt) <= Date.now();
}

/** Errors after which the wrapping token can be used up. */
const mayBeUsed: ReadonlySet<AppErrorKind> = new Set([
  'outcome-unknown',
  'timeout',
  'server-error',
  'bad-answer',
  'too-large',
  'internal',
]);
const refusals: ReadonlySet<AppErrorKind> = new Set(['invalid-request', 'forbidden']);

function isSpent(error: AppError): boolean {
  return mayBeUsed.has(error.kind) || error.kind === 'invalid-path' || isRefused(error);
}

/** The server has refused; without a status the request was not sent. */
function isRefused({ kind, status }: AppError): boolean {
  return refusals.has(kind) && status !== undefined;
}

function refusedInWords(reason: AppError, { path = '' }: AppError): AppError {
  return {
    ...reason,
    message: `The request for “${path}” was approved, but the server does not carry it out: it has expired, was used or revoked, or your policies have changed.`,
    hint: 'Retry asks for another approval.',
  };
}

/** A read without a result is a 404 itself, and an empty response when unwrapped (OpenBao 2.7). */
function nothingThere({ path = '' }: AppError): AppError {
  return errorFromAnswer({ status: 404, body: { errors: [] }, method: 'GET', path, knownSecrets: [] });
}
