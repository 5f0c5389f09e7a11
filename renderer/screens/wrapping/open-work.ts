/**
 * Opening one wrapping token, step by step: taken, looked up, opened. It lives outside React, so that another tab may come
 * to the front while a server is asked. Each step is a person's; nothing is repeated, least of all the opening.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';

export type WireForm = 'header' | 'body';

export interface OpenSnapshot {
  readonly card: SecretRef | undefined;
  readonly from: 'clipboard' | 'typed';
  readonly busy: 'taking' | 'looking' | 'opening' | 'rewrapping' | undefined;
  readonly lookup: WrapLookup | undefined;
  /** Why it could not be taken or looked up. */
  readonly problem: AppError | undefined;
  /** Why it could not be opened or rewrapped. */
  readonly failure: { readonly step: 'open' | 'rewrap'; readonly error: AppError } | undefined;
  readonly toldPath: string;
  readonly toldTime: string;
  /** Undefined: the better one. */
  readonly form: WireForm | undefined;
  readonly answer: AnswerView | undefined;
}

/** How it reaches main. */
export interface OpenRunner {
  readonly take: (where: Where, from: 'clipboard' | 'typed') => Promise<SecretRef>;
  readonly lookUp: (where: Where, secretRef: string) => Promise<WrapLookup>;
  readonly unwrap: (where: Where, secretRef: string, form: WireForm) => Promise<AnswerView>;
  readonly rewrap: (where: Where, secretRef: string) => Promise<AnswerView>;
  readonly dismiss: (secretRef: string) => Promise<void>;
  readonly errorOf: (caught: unknown) => AppError;
}

const blank: OpenSnapshot = {
  card: undefined,
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

export class OpenWork {
  readonly where: Where;
  readonly #runner: OpenRunner;
  readonly #listeners = new Set<() => void>();
  #snapshot = blank;

  constructor(where: Where, runner: OpenRunner) {
    this.where = where;
    this.#runner = runner;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): OpenSnapshot => this.#snapshot;

  /** Notes what a person was told, or the form they want. */
  readonly change = (change: Partial<Pick<OpenSnapshot, 'toldPath' | 'toldTime' | 'form'>>): void => {
    this.#change(change);
  };

  /** Takes a token (the one before it is forgotten) and looks it up. */
  readonly take = async (from: 'clipboard' | 'typed'): Promise<void> => {
    const card = await this.#step('taking', () => this.#runner.take(this.where, from));
    if (card === undefined) return;
    // The same token again is the same card.
    if (card.secretRef !== this.#snapshot.card?.secretRef) this.#forgetRef();
    this.#change({ card, from, lookup: undefined, failure: undefined, answer: undefined });
    await this.lookUp();
  };

  /** Looks it up, again if need be; that uses nothing up. */
  readonly lookUp = async (): Promise<void> => {
    const { card } = this.#snapshot;
    if (card === undefined) return;
    const lookup = await this.#step('looking', () => this.#runner.lookUp(this.where, card.secretRef));
    if (lookup !== undefined) this.#change({ lookup });
  };

  /** Opens it. Whatever comes of it, it is not done twice. */
  readonly open = async (form: WireForm): Promise<void> => {
    const { card } = this.#snapshot;
    if (card === undefined) return;
    const answer = await this.#use('open', 'opening', () =>
      this.#runner.unwrap(this.where, card.secretRef, form),
    );
    if (answer !== undefined) this.#used(answer);
  };

  /** Uses it up for a new one of the same content. */
  readonly rewrap = async (): Promise<void> => {
    const { card } = this.#snapshot;
    if (card === undefined) return;
    const answer = await this.#use('rewrap', 'rewrapping', () =>
      this.#runner.rewrap(this.where, card.secretRef),
    );
    if (answer !== undefined) this.#used(answer);
  };

  /** Back to the beginning; main forgets the token, not the answer. */
  readonly clear = (): void => {
    this.#forgetRef();
    this.#change(blank);
  };

  #used(answer: AnswerView): void {
    this.#forgetRef();
    this.#change({ ...blank, answer });
  }

  async #step<T>(busy: 'taking' | 'looking', ask: () => Promise<T>): Promise<T | undefined> {
    if (this.#snapshot.busy !== undefined) return undefined;
    this.#change({ busy, problem: undefined });
    try {
      const answer = await ask();
      this.#change({ busy: undefined });
      return answer;
    } catch (caught) {
      const problem = this.#runner.errorOf(caught);
      this.#change({ busy: undefined, ...(problem.kind === 'cancelled' ? {} : { problem }) });
      return undefined;
    }
  }

  async #use(
    step: 'open' | 'rewrap',
    busy: 'opening' | 'rewrapping',
    ask: () => Promise<AnswerView>,
  ): Promise<AnswerView | undefined> {
    if (this.#snapshot.busy !== undefined) return undefined;
    this.#change({ busy, failure: undefined, problem: undefined });
    try {
      return await ask();
    } catch (caught) {
      const error = this.#runner.errorOf(caught);
      // What the look-up said before says nothing any more; the person may ask again.
      const stale = error.kind === 'outcome-unknown' ? { lookup: undefined } : {};
      this.#change({ busy: undefined, failure: { step, error }, ...stale });
      return undefined;
    }
  }

  #forgetRef(): void {
    const { card } = this.#snapshot;
    // It may be forgotten already, with the use of it.
    if (card !== undefined) this.#runner.dismiss(card.secretRef).catch(() => undefined);
  }

  #change(change: Partial<OpenSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
