/**
 * Unwraps one token, step by step: taken, checked, unwrapped. Lives outside React, so that tabs can be switched while
 * a server is asked. The user starts each step; nothing is retried, least of all the unwrapping.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

export type WireForm = 'header' | 'body';

export interface UnwrapState {
  readonly token: SecretRef | undefined;
  readonly from: 'clipboard' | 'typed';
  readonly busy: 'taking' | 'looking' | 'opening' | 'rewrapping' | undefined;
  readonly lookup: WrapLookup | undefined;
  /** The error of taking or checking it. */
  readonly problem: AppError | undefined;
  /** The error of unwrapping or rewrapping it. */
  readonly failure: { readonly step: 'open' | 'rewrap'; readonly error: AppError } | undefined;
  readonly toldPath: string;
  readonly toldTime: string;
  /** Undefined: the preferred one. */
  readonly form: WireForm | undefined;
  readonly answer: AnswerView | undefined;
}

const blank: UnwrapState = {
  token: undefined,
  from: 'clipboard',
  busy: undefined,
  lookup: undefined,
  problem: undefined,
  failure: undefined,
  toldPath: '',
  toldTime: '',
  form: undefined,
  answer: undefined,
};

export class UnwrapWork {
  readonly where: Where;
  readonly #store = new Store<UnwrapState>(blank);
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  constructor(where: Where) {
    this.where = where;
  }

  /** Stores the sender's statements, or the chosen wire form. */
  readonly change = (change: Partial<Pick<UnwrapState, 'toldPath' | 'toldTime' | 'form'>>): void =>
    this.#store.change(change);

  /** Takes a token (forgetting the previous one) and checks it. */
  readonly take = async (from: 'clipboard' | 'typed'): Promise<void> => {
    const token = await this.#step('taking', () => vault.wrapping.take({ where: this.where, from }));
    if (token === undefined) return;
    // Taking the same token again returns the same reference.
    if (token.secretRef !== this.snapshot().token?.secretRef) this.#forgetRef();
    this.#store.change({ token, from, lookup: undefined, failure: undefined, answer: undefined });
    await this.lookUp();
  };

  /** Checks it, repeatedly if needed; that does not use it up. */
  readonly lookUp = async (): Promise<void> => {
    const { token } = this.snapshot();
    if (token === undefined) return;
    const lookup = await this.#step('looking', () =>
      vault.wrapping.lookup({ where: this.where, secretRef: token.secretRef }),
    );
    if (lookup === undefined) return;
    // A look-up clears an earlier failure, except an unknown outcome, which it helps to explain.
    const { failure } = this.snapshot();
    this.#store.change({ lookup, failure: failure?.error.kind === 'outcome-unknown' ? failure : undefined });
  };

  /** Unwraps it, once for any outcome. */
  readonly open = async (form: WireForm): Promise<void> => {
    const { token } = this.snapshot();
    if (token === undefined) return;
    const answer = await this.#use('open', 'opening', () =>
      vault.wrapping.unwrap({ where: this.where, secretRef: token.secretRef, form }),
    );
    if (answer !== undefined) this.#used(answer);
  };

  /** Exchanges it for a new one of the same content. */
  readonly rewrap = async (): Promise<void> => {
    const { token } = this.snapshot();
    if (token === undefined) return;
    const answer = await this.#use('rewrap', 'rewrapping', () =>
      vault.wrapping.rewrap({ where: this.where, secretRef: token.secretRef }),
    );
    if (answer !== undefined) this.#used(answer);
  };

  /** Starts over; main forgets the token, not the result. */
  readonly clear = (): void => {
    this.#forgetRef();
    this.#store.change(blank);
  };

  #used(answer: AnswerView): void {
    this.#forgetRef();
    this.#store.change({ ...blank, answer });
  }

  async #step<T>(busy: 'taking' | 'looking', ask: () => Promise<T>): Promise<T | undefined> {
    if (this.snapshot().busy !== undefined) return undefined;
    this.#store.change({ busy, problem: undefined });
    try {
      const answer = await ask();
      this.#store.change({ busy: undefined });
      return answer;
    } catch (caught) {
      const problem = appErrorOf(caught);
      this.#store.change({ busy: undefined, ...(problem.kind === 'cancelled' ? {} : { problem }) });
      return undefined;
    }
  }

  async #use(
    step: 'open' | 'rewrap',
    busy: 'opening' | 'rewrapping',
    ask: () => Promise<AnswerView>,
  ): Promise<AnswerView | undefined> {
    if (this.snapshot().busy !== undefined) return undefined;
    this.#store.change({ busy, failure: undefined, problem: undefined });
    try {
      return await ask();
    } catch (caught) {
      const error = appErrorOf(caught);
      // The earlier look-up is stale; the user can check again.
      const stale = error.kind === 'outcome-unknown' ? { lookup: undefined } : {};
      this.#store.change({ busy: undefined, failure: { step, error }, ...stale });
      return undefined;
    }
  }

  #forgetRef(): void {
    const { token } = this.snapshot();
    // Main can have forgotten it already, on its use.
    if (token !== undefined) forgetSecret(token.secretRef);
  }
}

/** The token being unwrapped in a session; created on first access. */
export const unwrapWorkOf = perSession((sessionId) => new UnwrapWork({ sessionId }));
