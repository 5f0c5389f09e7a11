/**
 * Unwrapping one token, step by step: taken, checked, unwrapped. It lives outside React, so that another tab may come to the
 * front while a server is asked. Each step is a person's; nothing is repeated, least of all the unwrapping.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { appErrorOf } from '../../api/client.ts';
import { perSession } from '../../api/per-session.ts';
import { lookUpWrapping, rewrap, takeWrappingToken, unwrap } from '../../api/wrapping.ts';
import { Store } from '../../api/store.ts';

export type WireForm = 'header' | 'body';

export interface UnwrapState {
  readonly token: SecretRef | undefined;
  readonly from: 'clipboard' | 'typed';
  readonly busy: 'taking' | 'looking' | 'opening' | 'rewrapping' | undefined;
  readonly lookup: WrapLookup | undefined;
  /** Why it could not be taken or checked. */
  readonly problem: AppError | undefined;
  /** Why it could not be unwrapped or rewrapped. */
  readonly failure: { readonly step: 'open' | 'rewrap'; readonly error: AppError } | undefined;
  readonly toldPath: string;
  readonly toldTime: string;
  /** Undefined: the better one. */
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

  /** Notes what the sender told, or the form a person wants. */
  readonly change = (change: Partial<Pick<UnwrapState, 'toldPath' | 'toldTime' | 'form'>>): void =>
    this.#store.change(change);

  /** Takes a token (the one before it is forgotten) and checks it. */
  readonly take = async (from: 'clipboard' | 'typed'): Promise<void> => {
    const token = await this.#step('taking', () => takeWrappingToken(this.where, from));
    if (token === undefined) return;
    // The same token again has the same reference.
    if (token.secretRef !== this.snapshot().token?.secretRef) this.#forgetRef();
    this.#store.change({ token, from, lookup: undefined, failure: undefined, answer: undefined });
    await this.lookUp();
  };

  /** Checks it, again if need be; that does not use it. */
  readonly lookUp = async (): Promise<void> => {
    const { token } = this.snapshot();
    if (token === undefined) return;
    const lookup = await this.#step('looking', () => lookUpWrapping(this.where, token.secretRef));
    if (lookup === undefined) return;
    // What it says takes the place of why it was not unwrapped, unless that is what it is asked for.
    const { failure } = this.snapshot();
    this.#store.change({ lookup, failure: failure?.error.kind === 'outcome-unknown' ? failure : undefined });
  };

  /** Unwraps it. Whatever comes of it, it is not done twice. */
  readonly open = async (form: WireForm): Promise<void> => {
    const { token } = this.snapshot();
    if (token === undefined) return;
    const answer = await this.#use('open', 'opening', () => unwrap(this.where, token.secretRef, form));
    if (answer !== undefined) this.#used(answer);
  };

  /** Uses it up for a new one of the same content. */
  readonly rewrap = async (): Promise<void> => {
    const { token } = this.snapshot();
    if (token === undefined) return;
    const answer = await this.#use('rewrap', 'rewrapping', () => rewrap(this.where, token.secretRef));
    if (answer !== undefined) this.#used(answer);
  };

  /** Back to the beginning; main forgets the token, not the answer. */
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
      // What the look-up said before says nothing any more; the person may ask again.
      const stale = error.kind === 'outcome-unknown' ? { lookup: undefined } : {};
      this.#store.change({ busy: undefined, failure: { step, error }, ...stale });
      return undefined;
    }
  }

  #forgetRef(): void {
    const { token } = this.snapshot();
    // It may be forgotten already, with the use of it.
    if (token !== undefined) forgetSecret(token.secretRef);
  }
}

/** The token being unwrapped in a session; made on the first asking. */
export const unwrapWorkOf = perSession((sessionId) => new UnwrapWork({ sessionId }));
