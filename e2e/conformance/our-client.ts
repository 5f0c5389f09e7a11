/** A user of the app with one connection: input in forms and the secure prompt, and the calls of a screen. */
import { targetAt } from '../../electron/ipc/calls/services.fixture.ts';
import type { TestApp } from '../../electron/ipc/calls/services.fixture.ts';
import type { CallName, Input, Output } from '../../shared/ipc/contract.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { ConnectionTarget, FileHandle } from '../../shared/vault/connection.ts';
import type { LoginOptions } from '../../shared/vault/login.ts';
import type { Connection, Standing } from './side.ts';

/** The app from a window's side: its calls, and a user who answers prompts and file dialogs. */
type AppWindow = Pick<TestApp, 'must' | 'answers' | 'asked' | 'files'>;

/** Calls of the app for one operation, with their names. */
export interface Caller {
  readonly must: AppWindow['must'];
  readonly made: CallName[];
}

/** A user of the app with one connection. */
export class OurClient {
  readonly #app: AppWindow;
  readonly #connection: Connection;
  readonly #standing: Standing;
  #target: ConnectionTarget | undefined;
  #sessionId: string | undefined;

  constructor(app: AppWindow, connection: Connection, standing: Standing) {
    this.#app = app;
    this.#connection = connection;
    this.#standing = standing;
  }

  get withoutToken(): boolean {
    return this.#standing === 'tokenless';
  }

  get sessionId(): string {
    if (this.#sessionId === undefined) throw new Error('Nobody has logged in.');
    return this.#sessionId;
  }

  /** Target of panels and of unwrapping: works without a login. */
  get where(): Input<'cluster.panel'>['where'] {
    return this.#sessionId === undefined
      ? { target: this.target, name: 'conformance' }
      : { sessionId: this.#sessionId };
  }

  get target(): ConnectionTarget {
    if (this.#target === undefined) throw new Error('The connection has not been typed.');
    return this.#target;
  }

  /** Enters the connection, and logs in if the case starts logged in. */
  async arrive(): Promise<void> {
    const { address, namespace = '', ca, certificate, verify = true, timeoutSeconds } = this.#connection;
    const authority = ca === undefined ? {} : { ca: await this.#file('ca', ca) };
    const own =
      certificate === undefined
        ? {}
        : {
            clientCertificate: await this.#file('client-certificate', certificate.certificateFile),
            clientKey: await this.#file('client-key', certificate.keyFile),
          };
    this.#target = targetAt(address, {
      namespace,
      tls: { useSystemStore: true, skipVerify: !verify, ...authority, ...own },
      ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
    });
    if (this.#standing !== 'outside' && !(await this.logInByToken(this.caller())))
      throw new Error('The token of the case was not accepted.');
  }

  async #file(purpose: Input<'connection.chooseFile'>['purpose'], path: string): Promise<FileHandle> {
    this.#app.files.push(path);
    return this.#app.must('connection.chooseFile', { purpose });
  }

  caller(): Caller {
    const made: CallName[] = [];
    return {
      made,
      must: (name, input) => {
        made.push(name);
        return this.#app.must(name, input);
      },
    };
  }

  /** Logs in with the token of the connection; false if the prompt reports it as refused. */
  async logInByToken({ must }: Caller): Promise<boolean> {
    const { token = '' } = this.#connection;
    return this.#asked([token], async () => {
      await this.#open(must);
      return true;
    });
  }

  /** Logs in by a method and adopts the token; returns the session's facts about it. */
  async logIn({ must }: Caller, login: LoginOptions, typed: Readonly<Record<string, string>>) {
    return this.#answered([typed], () => this.#open(must, login));
  }

  /** Logs in by a method over the session, without adopting the token. */
  async logInAside({ must }: Caller, login: LoginOptions, typed: Readonly<Record<string, string>>) {
    const { sessionId } = this;
    return this.#answered([typed], () => must('login.aside', { sessionId, login }));
  }

  async #open(must: Caller['must'], login?: LoginOptions): Promise<Output<'session.open'>> {
    const view = await must('session.open', {
      target: this.target,
      name: 'conformance',
      colour: 'grey',
      ...(login === undefined ? {} : { login }),
    });
    this.#sessionId = view.sessionId;
    return view;
  }

  /** Enters a credential in the secure prompt; returns its reference. */
  async typed({ must }: Caller, secret: string): Promise<string> {
    this.#app.answers.push({ secret });
    return (await must('secret.enter', { sessionId: this.sessionId, kind: 'token-id' })).secretRef;
  }

  /** Enters a wrapping token in the prompt for unwrapping; returns its reference. */
  async typedWrapping({ must }: Caller, token: string): Promise<string> {
    this.#app.answers.push({ token });
    return (await must('wrapping.take', { where: this.where, from: 'typed' })).secretRef;
  }

  /**
   * Runs a login with this input. If refused, the app asks again with the reason: that prompt stays unanswered, and
   * the refusal is the result.
   */
  async #answered<T>(
    answers: readonly (string | Readonly<Record<string, string>>)[],
    work: () => Promise<T>,
  ): Promise<T> {
    this.#app.answers.push(...answers);
    try {
      return await work();
    } catch (failure) {
      const refused = this.#problem();
      if (failure instanceof AppFailure && failure.error.kind === 'cancelled' && refused !== undefined)
        throw new LoginRefused(refused);
      throw failure;
    }
  }

  /** Enters a share in the secure prompt. If refused, the app asks again, with the reason. */
  async typedShare<T>(share: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#answered([{ share }], work);
    } catch (failure) {
      if (failure instanceof LoginRefused)
        throw new AppFailure({ kind: 'invalid-request', message: failure.message });
      throw failure;
    } finally {
      // Left over if no share was asked for.
      this.#app.answers.length = 0;
    }
  }

  /** Saves every credential of a result, one prompt each; returns their texts. */
  async saved({ must }: Caller, answerId: string): Promise<readonly string[]> {
    const before = this.#app.asked.length;
    this.#app.answers.push(...Array.from({ length: 20 }, () => ''));
    await must('ceremony.showResult', { answerId, again: false });
    this.#app.answers.length = 0;
    return this.#app.asked.slice(before).flatMap((one) => (one.kind === 'show-secret' ? [one.secret] : []));
  }

  async #asked(answers: readonly string[], work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await this.#answered(answers, work);
    } catch (failure) {
      if (failure instanceof LoginRefused) return false;
      throw failure;
    }
  }

  /** Reason with which the latest prompt asked again. */
  #problem(): string | undefined {
    const last = this.#app.asked.at(-1);
    return last !== undefined && 'problem' in last ? last.problem : undefined;
  }

  /** True if the token of the session, or else of the connection, is still valid. */
  async isAuthenticated(caller: Caller): Promise<boolean> {
    if (this.#sessionId === undefined) return this.logInByToken(caller);
    const { trouble } = await caller.must('session.refresh', { sessionId: this.#sessionId });
    return trouble === undefined;
  }
}

/** Reason that a login prompt shows when it asks again. */
export class LoginRefused extends Error {}
