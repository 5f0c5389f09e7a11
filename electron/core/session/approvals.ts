/**
 * Reads that wait for approval by a control group, by their place: each is asked for once, however often its page comes
 * back. The wrapping token of a request stays here. An approved one is unwrapped once, and its answer is held before anything
 * else can fail, because Vault gives it once. All of it goes with the session's token.
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
  /** Makes the gates know a credential, until it is let go. */
  readonly keep: KnownCredentials['keep'];
}

interface AskedRead {
  readonly asked: AwaitingApproval;
  /** Makes the gates forget its wrapping token. */
  readonly forget: () => void;
  /** By whom it is said to be approved. */
  approvedBy?: 'server' | 'person';
  /** Its unwrapping, under way. */
  opening?: Promise<Granted>;
}

/** What approval has brought. Times: ISO 8601. */
interface Granted {
  readonly answer: VaultAnswer;
  readonly readAt: string;
  readonly endsAt: string;
}

/** The oldest are forgotten beyond this many. */
const MOST = 1000;

export class SessionApprovals {
  readonly #parts: ApprovalParts;
  readonly #requests = new Map<string, AskedRead>();
  readonly #granted = new Map<string, Granted>();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
  }

  /** Sends a read, unless the one before still waits. Rejects with `awaiting-approval`. */
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

  /** The answer that approval has brought, unwrapped now if it is due; undefined where none has. */
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

  /** Lets go of an unwrapped answer: the next read asks the server. */
  letGo(place: string): void {
    this.#granted.delete(place);
  }

  /** A person says that the request of a place was approved, where the token may not ask. */
  believe(place: string): void {
    const request = this.#waiting(place);
    if (request !== undefined) request.approvedBy ??= 'person';
  }

  /** Asks whether the request of a place is approved. */
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

  /** Another token, or none. */
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
      // Neither a lock nor the end of a page cuts it short: its answer may exist once.
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

/** After these nobody knows that the wrapping token still opens anything. */
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

/** The server has said no; without a status nothing was sent. */
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

/** A read of nothing is a 404 by itself, and an empty answer when it is unwrapped (OpenBao 2.7). */
function nothingThere({ path = '' }: AppError): AppError {
  return errorFromAnswer({ status: 404, body: { errors: [] }, method: 'GET', path, knownSecrets: [] });
}
