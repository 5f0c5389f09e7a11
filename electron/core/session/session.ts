/**
 * One open connection and the only home of its token. The token is a private field and never handed out: the callers
 * passed to `run` use it. Background checks (health, token) run only while the session is open and its token is
 * unlimited: a token with `num_uses` is looked up once, at login, and pays for no other automatic request.
 *
 * A locked session keeps its name and its place, without token, client and client certificate key; unlocking gives it
 * new ones. Changing calls that were under way still complete (`write-scope.ts`).
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { mustBeAllowedToChange } from '../gates/changes-here.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ExpiringCertificate } from '../../../shared/vault/connection.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Health } from '../../../shared/vault/server.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { Caller, NameListener } from '../../vault/api/caller.ts';
import { readHealth } from '../../vault/api/health.ts';
import type { HealthAnswer } from '../../vault/api/health.ts';
import { isKnownToken } from '../../vault/api/internal-ui.ts';
import { authOf } from '../../vault/api/login.ts';
import { renewToken } from '../../vault/api/token-operations.ts';
import type { Confirmed, Question, VaultClient } from '../../vault/http/types.ts';
import type { Choice, ChoiceWords, ManyWords } from '../gates/consequence.ts';
import type { Covered, CoveredPath } from '../gates/consents.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { expiringCertificates } from '../connection/expiry.ts';
import { alwaysSeen } from '../seen.ts';
import { AwaitingApproval } from '../../vault/api/awaiting-approval.ts';
import { SessionApprovals } from './approvals.ts';
import { BackgroundLook } from './background-look.ts';
import type { TokenHolder } from './holder.ts';
import { callerIn } from '../connection/in-namespace.ts';
import { SessionMounts } from './mounts.ts';
import { noToken } from './no-token.ts';
import { ownFacts } from './own-facts.ts';
import { Renewal, renewedFacts } from './renewal.ts';
import type { Authenticated, SessionNames, SessionParts } from './session-parts.ts';
import { usedUpError } from './token-words.ts';
import { afterOneUse, notAskedFor, payingClient } from './uses.ts';
import {
  afterLookUp,
  asAppError,
  isTrouble,
  lockedError,
  redactError,
  stateError,
} from '../connection/trouble.ts';
import { Wire } from '../connection/wire.ts';
import { credentialsOfClient } from '../credentials/client-credentials.ts';
import { currentWrite, outsideWrites } from './write-scope.ts';

/** Client and token of requests; they stay together even if the session gets new ones meanwhile. */
interface Transport {
  readonly wire: Wire;
  readonly token: string;
}

/** Last argument of a use-case: a call's context, of which most need only the signal. */
export interface Cancellable {
  readonly signal: AbortSignal;
}

export class Session {
  readonly sessionId: string;
  readonly profileId: string | undefined;
  readonly #parts: SessionParts;
  /** Undefined while locked, and once closed. */
  #transport: Transport | undefined;
  /** Connection facts that outlive the client. */
  readonly #place: Pick<SessionView, 'address' | 'namespace' | 'skipVerify'>;
  #facts: TokenFacts;
  #answer: HealthAnswer;
  /** Time of the latest answer about the server's health, or of the trouble in its place. */
  #seenAt = new Date().toISOString();
  /** The token of the user's login while another one replaces it; the lock belongs to its holder. */
  #loggedInAs: TokenFacts | undefined;
  /** The server as met by the latest login. */
  #met: Health;
  #trouble: AppError | undefined;
  /** The latest trouble that came in place of an answer about health. */
  #unread: AppError | undefined;
  #expiring: readonly ExpiringCertificate[] = [];
  #closed = false;
  /** Removes the credentials in use from the gates. */
  #forget: () => void = () => undefined;
  /** The mounts its token may see. */
  readonly mounts = new SessionMounts({
    run: (work, signal) => this.run(work, signal),
    limitedUse: () => this.limitedUse,
    isRoot: () => this.isRoot,
  });
  /** Its reads that wait for approval by a control group. */
  readonly approvals = new SessionApprovals({
    run: (work, signal) => this.run(work, signal),
    keep: (secrets, keeping) => this.#parts.known.keep(secrets, keeping),
  });
  readonly #background: BackgroundLook;
  readonly #renewal = new Renewal({
    facts: () => this.#facts,
    renew: () => this.#renewOwn(),
    changed: () => this.#parts.changed(this.view()),
  });

  readonly #uses = {
    before: (): void => {
      if (this.#parts.asked?.() === false) throw notAskedFor(this.#facts.numUses);
    },
    after: (): void => {
      if (this.#transport === undefined) return;
      this.#facts = { ...this.#facts, numUses: afterOneUse(this.#facts.numUses) };
      if (this.#facts.numUses < 0) this.#trouble = usedUpError();
      this.#parts.changed(this.view());
    },
    areSpent: (): boolean => this.#facts.numUses < 0,
  };

  constructor(parts: SessionParts, { client, answer, token, facts }: Authenticated) {
    const { address, namespace, tls } = client.options;
    this.sessionId = parts.sessionId;
    this.profileId = parts.profileId;
    this.#parts = parts;
    this.#background = new BackgroundLook({
      ...(parts.lookIntervalMs === undefined ? {} : { intervalMs: parts.lookIntervalMs }),
      seen: parts.seen ?? alwaysSeen,
      mayLook: () => this.#transport !== undefined && !this.limitedUse,
      look: async () => (await this.refresh()).trouble === undefined,
    });
    this.#transport = { wire: new Wire(client), token };
    this.#tellGates(this.#transport);
    this.#place = { address, namespace, skipVerify: tls.skipVerify };
    this.#facts = facts;
    this.#answer = answer;
    this.#met = answer.health;
    if (facts.numUses < 0) this.#trouble = usedUpError();
    parts.gate.introduce(client, this);
    this.#watchCertificates();
    this.#background.start();
  }

  /** The view for screens. */
  view(): SessionView {
    const { sessionId, profileId } = this;
    const trouble = this.locked ? lockedError(this.#parts.name) : this.#trouble;
    const renewal = this.#renewal.view();
    const { environment = '' } = this.#parts;
    return {
      sessionId,
      ...(profileId === undefined ? {} : { profileId }),
      name: this.#parts.name,
      colour: this.#parts.colour,
      ...(environment === '' ? {} : { environment }),
      ...this.#place,
      health: this.#answer.health,
      seenAt: this.#seenAt,
      node: this.#answer.node,
      token: this.locked ? noToken : this.#facts,
      ...(trouble === undefined ? {} : { trouble }),
      ...(trouble !== undefined && trouble === this.#unread ? { healthUnread: true } : {}),
      ...(this.#expiring.length === 0 ? {} : { expiring: this.#expiring }),
      login: this.#parts.login?.() ?? tokenLogin,
      ...(this.#parts.inKeychain?.() === true ? { inKeychain: true } : {}),
      ...(this.#parts.notices?.() === true ? { notices: true } : {}),
      ...(renewal === undefined ? {} : { renewal }),
    };
  }

  /** Its look in prompts; the name in the view is the page's, for the page's own screens. */
  get look(): PromptLook {
    return this.#parts.look;
  }

  /** The client in use. Throws `locked` or `cancelled` without one. */
  get client(): VaultClient {
    return this.#transportNow().wire.client;
  }

  /** Holder of the session, also while locked: the user who logged in, even if another token has replaced theirs. */
  get holder(): TokenHolder {
    return this.#loggedInAs ?? this.#facts;
  }

  /** The token of the login, if another one has replaced it; it was not revoked here. */
  get loginToken(): TokenFacts | undefined {
    return this.#loggedInAs;
  }

  /** The server as met by the latest login, even if another answers at its address by now. */
  get met(): Health {
    return this.#met;
  }

  /** True if every request costs the token a use. A token used up by its look-up has -1. */
  get limitedUse(): boolean {
    return this.#facts.numUses !== 0;
  }

  /** True if the token has the policy `root`, which allows everything and filters nothing. */
  get isRoot(): boolean {
    return this.#facts.policies.includes('root');
  }

  /** True once `close` was called. */
  get closed(): boolean {
    return this.#closed;
  }

  /** True while it is open without a token. */
  get locked(): boolean {
    return !this.#closed && this.#transport === undefined;
  }

  /**
   * Runs requests with the session's token. Errors are redacted; those of the whole connection also become the
   * session's trouble, and a success clears it. Rejects with `locked` without a token, except for a changing call
   * that began before. `isOwn`: tells errors of the whole connection, if not all troubles are.
   */
  async run<T>(
    work: (caller: Caller) => Promise<T>,
    signal?: AbortSignal,
    isOwn: (error: AppError) => boolean = isTrouble,
  ): Promise<T> {
    const writing = currentWrite();
    const transport = writing?.keep(this, () => this.#transportNow()) ?? this.#transportNow();
    const { wire, token } = transport;
    const reading = writing === undefined ? wire.read(signal) : undefined;
    if (writing !== undefined) wire.write(writing.ended);
    try {
      const value = await work(this.#caller(transport, reading?.signal ?? signal));
      if (transport === this.#transport) this.#setTrouble(undefined);
      return value;
    } catch (failure) {
      if (failure instanceof AwaitingApproval) await this.#keepPutOff(failure);
      const error = redactError(asAppError(failure), [token]);
      // An error of an earlier token does not concern its replacement.
      if (isOwn(error) && transport === this.#transport) this.#setTrouble(error);
      if (failure instanceof AppFailure && JSON.stringify(error) === JSON.stringify(failure.error))
        throw failure;
      throw new AppFailure(error);
    } finally {
      reading?.end();
    }
  }

  /** The mount of a path, for the gate of consequences. */
  mountFor(path: string): Promise<Mount | undefined> {
    return this.mounts.under(path);
  }

  /** Asks the user now about requests that follow. Rejects with `cancelled`. */
  confirm(question: Question, covered: readonly Covered[], signal?: AbortSignal): Promise<Confirmed> {
    const { wire, token } = this.#transportNow();
    return this.#parts.gate.confirm(
      wire.client,
      question,
      covered.map((request) => ({ ...request, token })),
      signal,
    );
  }

  /** Asks the user now about many requests that follow, of this and other sessions. Rejects with `cancelled`. */
  confirmMany(
    words: ManyWords,
    covered: readonly Iterable<CoveredPath>[],
    signal?: AbortSignal,
  ): Promise<readonly Confirmed[]> {
    return this.#parts.gate.confirmMany(this.client, words, covered, signal);
  }

  /** Asks the user to choose; returns the choice and the consent to it. Rejects with `cancelled`. */
  choose(
    question: Question,
    choices: readonly Choice[],
    signal?: AbortSignal,
  ): Promise<{ readonly value: string; readonly confirmed: Confirmed }> {
    return this.#parts.gate.choose(this.client, question, choices, signal);
  }

  /** Asks the user about what a program wants; returns the choice and the consent. Rejects with `cancelled`. */
  chooseFor(
    words: ChoiceWords,
    covered: Iterable<CoveredPath>,
    signal?: AbortSignal,
  ): Promise<{ readonly value: string; readonly confirmed: Confirmed }> {
    return this.#parts.gate.chooseFor(this.client, words, covered, signal);
  }

  /** Unwrapping executes a change that waits for approval, so its wrapping token is a one-time result. */
  async #keepPutOff({ answer, error: { method = 'GET', path = '' } }: AwaitingApproval): Promise<void> {
    if (method === 'GET') return;
    await this.#parts.keepAnswer?.({
      sessionId: this.sessionId,
      title: 'Waits for approval',
      method,
      path,
      answer,
      elapsedMs: 0,
      once: true,
      values: 'hidden',
    });
  }

  /** Reads health and, if the token has unlimited uses, its facts; errors become trouble in the view. */
  async refresh(signal?: AbortSignal): Promise<SessionView> {
    const transport = this.#transport;
    if (transport === undefined) return this.view();
    const reading = transport.wire.read(signal);
    let isRead = false;
    try {
      const answer = await readHealth(transport.wire.client, reading.signal);
      isRead = true;
      if (transport !== this.#transport) return this.view();
      this.#learn(answer);
      this.#watchCertificates();
      const notReady = stateError(answer.health);
      if (notReady !== undefined) {
        this.#setTrouble(notReady);
      } else if (!this.limitedUse) {
        const facts = await this.#look(transport, reading.signal);
        if (transport === this.#transport) {
          this.#facts = facts;
          this.#trouble = undefined;
          this.#renewal.reconsider();
        }
      } else if (this.#trouble?.kind !== 'unauthenticated') {
        this.#trouble = undefined;
      }
    } catch (failure) {
      const error = redactError(asAppError(failure), [transport.token]);
      if (error.kind === 'cancelled' && transport === this.#transport) throw new AppFailure(error);
      if (transport === this.#transport) {
        this.#trouble = afterLookUp(error);
        this.#unread = isRead ? undefined : this.#trouble;
        this.#seenAt = new Date().toISOString();
      }
    } finally {
      reading.end();
    }
    if (transport === this.#transport) this.#parts.changed(this.view());
    return this.view();
  }

  /** A caller in the token's home namespace: it may not query itself from a namespace below. */
  home(caller: Caller): Caller {
    return callerIn(caller, this.#parts.login?.().namespace);
  }

  /** True if a text is the session's own token, which is never handed out. */
  holds(token: string): boolean {
    return this.#transport?.token === token;
  }

  /** Takes over new facts of the session's own token from a look-up or a renewal. */
  know(facts: TokenFacts): void {
    if (this.#transport === undefined) return;
    this.#facts = facts;
    this.#renewal.reconsider();
    if (facts.numUses < 0) this.#trouble = usedUpError();
    this.#parts.changed(this.view());
  }

  /** The user has ended the token: shown at once, and it is not used any more. */
  tokenEnded(error: AppError): void {
    if (this.#transport === undefined) return;
    this.#renewal.stop();
    this.#background.stop();
    this.#trouble = error;
    this.#parts.changed(this.view());
  }

  /** Switches automatic renewal. Throws `invalid-request` for a token that cannot be renewed. */
  autoRenew(on: boolean): SessionView {
    mustBeAllowedToChange('renewal of the token');
    this.#transportNow();
    if (on) this.#renewal.start();
    else this.#renewal.stop();
    this.#parts.changed(this.view());
    return this.view();
  }

  /** Takes the token of a new login; it has passed its look-up. */
  replaceToken(token: string, facts: TokenFacts): void {
    this.#replace(token, facts, undefined);
  }

  /** Takes a token without a login; it has passed its look-up. Unlocking stays with the user who logged in. */
  switchToken(token: string, facts: TokenFacts): void {
    const before = this.#loggedInAs ?? this.#facts;
    this.#replace(
      token,
      facts,
      before.accessor !== '' && before.accessor === facts.accessor ? undefined : before,
    );
  }

  /** Replaces the client; the old one closes after the last changing call. */
  replaceClient(client: VaultClient): void {
    const { wire, token } = this.#transportNow();
    void wire.retire(true);
    this.#begin({ wire: new Wire(client), token }, this.#facts);
  }

  /** Drops token, client and their facts; changing calls complete first. */
  lock(): void {
    if (this.#transport === undefined) return;
    void this.#drop();
    this.#parts.changed(this.view());
  }

  /** Gives a locked session a new token and client. */
  unlock({ client, answer, token, facts }: Authenticated): void {
    this.#learn(answer);
    this.#met = answer.health;
    this.#loggedInAs = undefined;
    this.#begin({ wire: new Wire(client), token }, facts);
  }

  /** Stores the session's token ids, for a new look-up. */
  hold(id: string): SecretRef {
    return this.#parts.hold(id);
  }

  /** Gives the token to the operating system's keychain, or to a session in another namespace, and nowhere else. */
  async entrust<T>(keep: (token: string) => Promise<T>): Promise<T> {
    const stored = await keep(this.#transportNow().token);
    this.#parts.changed(this.view());
    return stored;
  }

  /** Drops the token at once; settles when changing calls have ended and the connections are closed. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#drop();
  }

  /** Drops token and client; settles when the client is closed. */
  async #drop(): Promise<void> {
    this.#background.stop();
    this.#renewal.stop();
    const transport = this.#transport;
    const forget = this.#forget;
    this.#forget = () => undefined;
    this.#transport = undefined;
    this.mounts.forget();
    this.approvals.forget();
    this.#trouble = undefined;
    this.#expiring = [];
    // Responses of calls that still complete can contain the token.
    await transport?.wire.retire().finally(forget);
  }

  /** Registers the session's credentials with the gates while they are in use. */
  #tellGates({ wire, token }: Transport): void {
    const forgetBefore = this.#forget;
    this.#forget = this.#parts.known.keep([token, ...credentialsOfClient(wire.client.options)], {
      kind: 'client-token',
    });
    forgetBefore();
  }

  #replace(token: string, facts: TokenFacts, loggedInAs: TokenFacts | undefined): void {
    const { wire } = this.#transportNow();
    this.#renewal.stop();
    this.approvals.forget();
    this.#loggedInAs = loggedInAs;
    this.#begin({ wire, token }, facts);
  }

  #begin(transport: Transport, facts: TokenFacts): void {
    this.#transport = transport;
    this.#tellGates(transport);
    this.#facts = facts;
    this.mounts.forget();
    this.#trouble = undefined;
    this.#parts.gate.introduce(transport.wire.client, this);
    this.#watchCertificates();
    this.#background.start();
    this.#parts.changed(this.view());
  }

  #transportNow(): Transport {
    if (this.#transport !== undefined) return this.#transport;
    throw new AppFailure(
      this.#closed
        ? { kind: 'cancelled', message: 'The connection was closed.' }
        : lockedError(this.#parts.name),
    );
  }

  #caller(transport: Transport, signal: AbortSignal | undefined): Caller {
    const { wire, token } = transport;
    return {
      client: this.limitedUse ? payingClient(wire.client, token, this.#uses) : wire.client,
      token,
      repeatable: !this.limitedUse,
      signal,
      names: this.#listenerFor(transport),
    };
  }

  /** Passes names on while the token that sees them is the session's. */
  #listenerFor(transport: Transport): NameListener {
    const names = (): SessionNames | undefined =>
      transport === this.#transport ? this.#parts.names : undefined;
    return {
      listed: (mount, folder, list) => names()?.listed(mount, folder, list),
      changed: (at, path, change) => {
        const mount = this.mounts.knownAt(at);
        if (mount !== undefined) names()?.changed(mount, path, change);
      },
    };
  }

  /** Current facts of the token. If it may not look itself up, only its life is checked. */
  async #look({ wire, token }: Transport, signal: AbortSignal): Promise<TokenFacts> {
    const caller = { ...this.home(this.#caller({ wire, token }, signal)), token };
    const facts = this.#facts;
    if (facts.noLookUp === undefined) return ownFacts(caller, this.#parts.hold, { facts, alive: false });
    await isKnownToken(caller);
    return facts;
  }

  /** Renews once with the server's default increment; returns the facts after it. */
  async #renewOwn(): Promise<TokenFacts> {
    const transport = this.#transportNow();
    // A timer inherits the scope of its call, which has long ended.
    const auth = await outsideWrites(() =>
      this.run(async (caller) => {
        const answer = await renewToken(this.home(caller), { by: 'self' });
        return authOf(answer);
      }),
    );
    const facts = renewedFacts(this.#facts, auth, Date.now());
    if (transport === this.#transport) this.#facts = facts;
    return facts;
  }

  /** A free request can succeed with a token that has no uses left. */
  #setTrouble(found: AppError | undefined): void {
    const trouble = found ?? (this.#facts.numUses < 0 ? usedUpError() : undefined);
    if (this.#transport === undefined || JSON.stringify(trouble) === JSON.stringify(this.#trouble)) return;
    this.#trouble = trouble;
    this.#seenAt = new Date().toISOString();
    this.#parts.changed(this.view());
  }

  #learn(answer: HealthAnswer): void {
    this.#answer = answer;
    this.#seenAt = new Date().toISOString();
  }

  #watchCertificates(): void {
    this.#expiring = expiringCertificates(this.client, Date.now());
  }
}
