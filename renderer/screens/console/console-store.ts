/**
 * The console of one session: the draft, the request sent, and its response. Outside React, so that it survives
 * switching tabs; it ends with the session and with a lock.
 */
import type { ConsoleHistoryLine, FavouriteRequest } from '../../../shared/vault/console.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { vault } from '../../api/client.ts';
import { Store } from '../../api/store.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { perSession } from '../../api/per-session.ts';
import { emptyDraft, fromHistory, requestOf } from './console-draft.ts';
import type { ConsoleDraft, SecretField } from './console-draft.ts';
import { runRequest } from './request-run.ts';
import type { Outcome } from './request-run.ts';

export interface ConsoleState {
  readonly draft: ConsoleDraft;
  /** A send was attempted: missing input is marked. */
  readonly tried: boolean;
  /** Number of times the body was replaced from outside its editor. */
  readonly bodyFilled: number;
  readonly outcome: Outcome;
  readonly history: readonly ConsoleHistoryLine[];
}

export class ConsoleStore extends Store<ConsoleState> {
  readonly #sessionId: string;
  #lastField = 0;

  constructor(sessionId: string) {
    super({ draft: emptyDraft, tried: false, bodyFilled: 0, outcome: { state: 'none' }, history: [] });
    this.#sessionId = sessionId;
  }

  edit(change: Partial<ConsoleDraft>): void {
    this.change({ draft: { ...this.snapshot().draft, ...change } });
  }

  /** Loads an earlier request into the fields, with its own response below; its body was not stored. */
  async refill(line: ConsoleHistoryLine): Promise<void> {
    this.edit(fromHistory(line));
    this.change({ tried: false });
    if (this.snapshot().outcome.state === 'sending') return;
    const outcome = await this.#responseTo(line);
    // Another request was chosen, or sent, meanwhile.
    const { draft, outcome: now } = this.snapshot();
    if (now.state !== 'sending' && draft.path === line.path && draft.method === line.method)
      this.change({ outcome });
  }

  /** Loads a favourite into the fields. */
  fill(request: FavouriteRequest): void {
    this.edit({ ...request });
    this.change({ tried: false });
  }

  async #responseTo({ answerId, method, path, status }: ConsoleHistoryLine): Promise<Outcome> {
    const request = { method, path };
    if (answerId === undefined) return { state: 'forgotten', request, status };
    try {
      return { state: 'answered', request, answer: await vault.answer.view({ answerId }) };
    } catch {
      // Discarded, or evicted by later ones.
      return { state: 'forgotten', request, status };
    }
  }

  clear(): void {
    const { secrets, token } = this.snapshot().draft;
    for (const secret of [...secrets.map((field) => field.secret), token]) this.#forget(secret);
    const { bodyFilled } = this.snapshot();
    this.change({ draft: emptyDraft, tried: false, bodyFilled: bodyFilled + 1 });
  }

  /** Sets a wrapping token to send as the request's own; forgets the previous one. */
  setToken(token: SecretRef | undefined): void {
    this.#forget(this.snapshot().draft.token);
    this.edit({ token });
  }

  addSecret(name = ''): void {
    const field: SecretField = { id: ++this.#lastField, name, secret: undefined };
    this.edit({ secrets: [...this.snapshot().draft.secrets, field] });
  }

  changeSecret(id: number, change: Partial<Omit<SecretField, 'id'>>): void {
    const { secrets } = this.snapshot().draft;
    const before = secrets.find((field) => field.id === id);
    if ('secret' in change && before?.secret?.secretRef !== change.secret?.secretRef)
      this.#forget(before?.secret);
    this.edit({ secrets: secrets.map((field) => (field.id === id ? { ...field, ...change } : field)) });
  }

  removeSecret(id: number): void {
    const { secrets } = this.snapshot().draft;
    this.#forget(secrets.find((field) => field.id === id)?.secret);
    this.edit({ secrets: secrets.filter((field) => field.id !== id) });
  }

  /** Sends the request once, without retries. */
  async send(): Promise<void> {
    if (this.snapshot().outcome.state === 'sending') return;
    const request = requestOf(this.snapshot().draft);
    await runRequest(this.#sessionId, request, (outcome) => this.change({ outcome }));
    // The wrapping token is used up, or invalid.
    if (request.tokenRef !== undefined) this.setToken(undefined);
    await this.loadHistory();
  }

  /** The response was discarded. */
  forgetOutcome(): void {
    this.change({ outcome: { state: 'none' } });
  }

  async loadHistory(): Promise<void> {
    try {
      this.change({ history: await vault.console.history({ sessionId: this.#sessionId }) });
    } catch {
      // Locked or closed: the history is not available, and nothing is lost.
    }
  }

  /** Forgets a secret in main once its field is gone. */
  #forget(secret: SecretRef | undefined): void {
    if (secret !== undefined) forgetSecret(secret.secretRef);
  }
}

/** The console of a session; created on first access. */
export const consoleOf = perSession((sessionId) => new ConsoleStore(sessionId));
