/**
 * One open connection and the only home of its token. The token is a private field: nothing here hands it out, the
 * callers given to `run` speak with it. Background looks (health, token) are made only while the session is open and
 * its token is unlimited: a token with `num_uses` is looked up once, at login, and pays for nothing else unasked.
 *
 * A locked session keeps its name and its place and has neither token nor client nor the key of a client certificate;
 * unlocking gives it new ones. Calls that change something and were under way come to their end (`write-scope.ts`).
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PromptEnvironment } from '../../../shared/ipc/trusted-contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ExpiringCertificate, ProfileColour } from '../../../shared/vault/connection.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Health } from '../../../shared/vault/server.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { readHealth } from '../../vault/api/health.ts';
import type { HealthAnswer } from '../../vault/api/health.ts';
import { isKnownToken, listMounts, mountOfPath } from '../../vault/api/internal-ui.ts';
import { authOf } from '../../vault/api/login.ts';
import { renewToken } from '../../vault/api/token-operations.ts';
import type { Confirmed, Question, VaultClient } from '../../vault/http/types.ts';
import type { Choice, ConsequenceGate, Covered } from '../gates/consequence.ts';
import { expiringCertificates } from '../connection/expiry.ts';
import type { TokenHolder } from './holder.ts';
import { inNamespace } from '../connection/in-namespace.ts';
import { noToken } from './no-token.ts';
import { ownFacts } from './own-facts.ts';
import { Renewal, renewedFacts } from './renewal.ts';
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
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { currentWrite, outsideWrites } from './write-scope.ts';

/** What a login has come to; the token has just passed its look-up. */
export interface Authenticated {
  readonly client: VaultClient;
  readonly answer: HealthAnswer;
  readonly token: string;
  readonly facts: TokenFacts;
}

/** What a session is for its whole life. */
export interface SessionParts {
  readonly sessionId: string;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly environment?: string;
  readonly profileId?: string;
  /** How its token was got. */
  readonly login?: () => LoginOptions;
  /** Puts a token id away and answers its reference. */
  readonly hold: (id: string) => SecretRef;
  /** Tells the gates what is in use here, until it is let go. */
  readonly known: Pick<KnownCredentials, 'keep'>;
  /** Whether the token is in the operating system's keychain, too. */
  readonly inKeychain?: () => boolean;
  /** Between background looks; 30 s unless told. Doubled after each failed one, up to ten times as long. */
  readonly lookIntervalMs?: number;
  /** What its requests destroy is asked about there. */
  readonly gate: Pick<ConsequenceGate, 'introduce' | 'confirm' | 'choose'>;
  /** Whether a person asked for what is about to be sent with a token of limited uses; all of it counts as that unless told. */
  readonly asked?: () => boolean;
  /** What prompts say that it is for. */
  readonly promptEnvironment?: () => PromptEnvironment | undefined;
  /** Told whenever the view has changed. */
  readonly changed: (view: SessionView) => void;
}

/** What requests are made with; it stays together even where the session gets something else meanwhile. */
interface Transport {
  readonly wire: Wire;
  readonly token: string;
}

const LOOK_INTERVAL_MS = 30_000;
const LONGEST_BACK_OFF = 10;

export class Session {
  readonly sessionId: string;
  readonly profileId: string | undefined;
  readonly #parts: SessionParts;
  /** Undefined while locked, and once closed. */
  #transport: Transport | undefined;
  /** What stays of a client that is gone: where it spoke to. */
  readonly #place: Pick<SessionView, 'address' | 'namespace' | 'skipVerify'>;
  #facts: TokenFacts;
  #answer: HealthAnswer;
  /** The server as the latest login has met it. */
  #met: Health;
  #trouble: AppError | undefined;
  #expiring: readonly ExpiringCertificate[] = [];
  #mounts: readonly Mount[] | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failedLooks = 0;
  #closed = false;
  /** Lets the gates forget what was in use. */
  #forget: () => void = () => undefined;
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
      this.#parts.changed(this.view());
    },
  };

  constructor(parts: SessionParts, { client, answer, token, facts }: Authenticated) {
    const { address, namespace, tls } = client.options;
    this.sessionId = parts.sessionId;
    this.profileId = parts.profileId;
    this.#parts = parts;
    this.#transport = { wire: new Wire(client), token };
    this.#tellGates(this.#transport);
    this.#place = { address, namespace, skipVerify: tls.skipVerify };
    this.#facts = facts;
    this.#answer = answer;
    this.#met = answer.health;
    if (facts.numUses < 0) this.#trouble = usedUpError();
    parts.gate.introduce(client, this);
    this.#watchCertificates();
    this.#scheduleLook();
  }

  /** What screens see. */
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
      node: this.#answer.node,
      token: this.locked ? noToken : this.#facts,
      ...(trouble === undefined ? {} : { trouble }),
      ...(this.#expiring.length === 0 ? {} : { expiring: this.#expiring }),
      login: this.#parts.login?.() ?? tokenLogin,
      ...(this.#parts.inKeychain?.() === true ? { inKeychain: true } : {}),
      ...(renewal === undefined ? {} : { renewal }),
    };
  }

  /** What prompts say that it is for; undefined where nothing is said. */
  promptEnvironment(): PromptEnvironment | undefined {
    return this.#parts.promptEnvironment?.();
  }

  /** The client in use. Throws `locked` or `cancelled` where there is none. */
  get client(): VaultClient {
    return this.#transportNow().wire.client;
  }

  /** Whose token it is, or was before the lock. */
  get holder(): TokenHolder {
    return this.#facts;
  }

  /** The server as the latest login has met it, whatever answers at its address by now. */
  get met(): Health {
    return this.#met;
  }

  /** True for a token that every request costs a use. One that its look-up has used up says -1. */
  get limitedUse(): boolean {
    return this.#facts.numUses !== 0;
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
   * Runs requests with the session's token. What fails is cleaned of the token; what concerns the whole connection also
   * becomes the session's trouble, and a success takes it back. Rejects with `locked` while there is no token, save for
   * a changing call that began before.
   */
  async run<T>(work: (caller: Caller) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const writing = currentWrite();
    const means = writing?.keep(this, () => this.#transportNow()) ?? this.#transportNow();
    const { wire, token } = means;
    const reading = writing === undefined ? wire.read(signal) : undefined;
    if (writing !== undefined) wire.write(writing.ended);
    try {
      const value = await work(this.#caller(means, reading?.signal ?? signal));
      if (means === this.#transport) this.#setTrouble(undefined);
      return value;
    } catch (failure) {
      const error = redactError(asAppError(failure), [token]);
      // An answer about an earlier token says nothing about the one that has replaced it.
      if (isTrouble(error) && means === this.#transport) this.#setTrouble(error);
      if (failure instanceof AppFailure && JSON.stringify(error) === JSON.stringify(failure.error))
        throw failure;
      throw new AppFailure(error);
    } finally {
      reading?.end();
    }
  }

  /** The mounts the token may see: asked for anew, save that a limited-use token pays for them once. */
  async mounts(signal?: AbortSignal): Promise<readonly Mount[]> {
    if (this.#mounts !== undefined && this.limitedUse) return this.#mounts;
    this.#mounts = await this.run(listMounts, signal);
    return this.#mounts;
  }

  /** The mounts known so far, asked for where none are. */
  async knownMounts(signal?: AbortSignal): Promise<readonly Mount[]> {
    return this.#mounts ?? (await this.mounts(signal));
  }

  /** The mount at exactly this path, e.g. `secret/`. Rejects with the server's refusal where the token has no right there. */
  async mountAt(path: MountPath, signal?: AbortSignal): Promise<Mount> {
    const known = (await this.knownMounts(signal)).find((mount) => mount.path === path);
    return known ?? this.lookUpMount(path, signal);
  }

  /** Asks the server which mount a full path lies under and remembers it; works without the right to list. */
  async lookUpMount(path: string, signal?: AbortSignal): Promise<Mount> {
    const mount = await this.run((caller) => mountOfPath(caller, path), signal);
    if (mountOf([mount], path) === undefined) {
      throw new AppFailure({
        kind: 'invalid-path',
        reason: 'no-mount',
        message: `The server has no secrets engine at “${path}” that this token may use.`,
        hint: 'Check the first part of the path, and the namespace.',
      });
    }
    const others = (this.#mounts ?? []).filter((one) => one.path !== mount.path);
    if (this.#mounts !== undefined) this.#mounts = [...others, mount];
    return mount;
  }

  /** The mount that a path lies under, as far as that may be found out: a limited-use token pays for no look. */
  async mountFor(path: string): Promise<Mount | undefined> {
    const known = this.limitedUse ? (this.#mounts ?? []) : await this.knownMounts().catch(() => []);
    const found = mountOf(known, path);
    if (found !== undefined || this.limitedUse) return found;
    return this.lookUpMount(path).catch(() => undefined);
  }

  /** Asks a person now about requests that follow. Rejects with `cancelled`. */
  confirm(question: Question, covered: readonly Covered[], signal?: AbortSignal): Promise<Confirmed> {
    return this.#parts.gate.confirm(this.client, question, covered, signal);
  }

  /** Asks a person to choose; answers what was chosen and the consent to it. Rejects with `cancelled`. */
  choose(
    question: Question,
    choices: readonly Choice[],
    signal?: AbortSignal,
  ): Promise<{ readonly value: string; readonly confirmed: Confirmed }> {
    return this.#parts.gate.choose(this.client, question, choices, signal);
  }

  /** Asks for health and, unless every request costs the token a use, for the token; trouble ends up in the view. */
  async refresh(signal?: AbortSignal): Promise<SessionView> {
    const means = this.#transport;
    if (means === undefined) return this.view();
    const reading = means.wire.read(signal);
    try {
      const answer = await readHealth(means.wire.client, reading.signal);
      if (means !== this.#transport) return this.view();
      this.#answer = answer;
      this.#watchCertificates();
      const notReady = stateError(answer.health);
      if (notReady !== undefined) {
        this.#setTrouble(notReady);
      } else if (!this.limitedUse) {
        const facts = await this.#look(means, reading.signal);
        if (means === this.#transport) {
          this.#facts = facts;
          this.#trouble = undefined;
          this.#renewal.reconsider();
        }
      } else if (this.#trouble?.kind !== 'unauthenticated') {
        this.#trouble = undefined;
      }
    } catch (failure) {
      const error = redactError(asAppError(failure), [means.token]);
      if (error.kind === 'cancelled' && means === this.#transport) throw new AppFailure(error);
      if (means === this.#transport) this.#trouble = afterLookUp(error);
    } finally {
      reading.end();
    }
    if (means === this.#transport) this.#parts.changed(this.view());
    return this.view();
  }

  /** A caller where the token is at home: it may not ask about itself from a namespace below. */
  home(caller: Caller): Caller {
    return { ...caller, client: inNamespace(caller.client, this.#parts.login?.().namespace) };
  }

  /** Whether a text is the session's own token, which is never handed out. */
  holds(token: string): boolean {
    return this.#transport?.token === token;
  }

  /** Takes over what a look-up or a renewal has just said of the session's own token. */
  know(facts: TokenFacts): void {
    if (this.#transport === undefined) return;
    this.#facts = facts;
    this.#renewal.reconsider();
    if (facts.numUses < 0) this.#trouble = usedUpError();
    this.#parts.changed(this.view());
  }

  /** The token is no more, by a person's own doing: said at once, and nothing is asked with it any more. */
  tokenEnded(error: AppError): void {
    if (this.#transport === undefined) return;
    this.#renewal.stop();
    clearTimeout(this.#timer);
    this.#trouble = error;
    this.#parts.changed(this.view());
  }

  /** Renews the token by itself from now on, or no more. Throws `invalid-request` for one that cannot be. */
  autoRenew(on: boolean): SessionView {
    this.#transportNow();
    if (on) this.#renewal.start();
    else this.#renewal.stop();
    this.#parts.changed(this.view());
    return this.view();
  }

  /** Puts another token in the place of the old one; it has passed its look-up. */
  replaceToken(token: string, facts: TokenFacts): void {
    this.#renewal.stop();
    this.#begin({ wire: this.#transportNow().wire, token }, facts);
  }

  /** Speaks through another client from now on; the old one ends with the last call that changes something. */
  replaceClient(client: VaultClient): void {
    const { wire, token } = this.#transportNow();
    void wire.retire(true);
    this.#begin({ wire: new Wire(client), token }, this.#facts);
  }

  /** Forgets token, client and what was known of both; what changes something comes to its end first. */
  lock(): void {
    if (this.#transport === undefined) return;
    void this.#drop();
    this.#parts.changed(this.view());
  }

  /** Gives a locked session a token and a client again. */
  unlock({ client, answer, token, facts }: Authenticated): void {
    this.#answer = answer;
    this.#met = answer.health;
    this.#begin({ wire: new Wire(client), token }, facts);
  }

  /** The hold of the session's token ids, for a new look-up. */
  hold(id: string): SecretRef {
    return this.#parts.hold(id);
  }

  /** Entrusts the token to the operating system's keychain, or to a session in another namespace; nothing else asks for it. */
  async entrust<T>(keep: (token: string) => Promise<T>): Promise<T> {
    const kept = await keep(this.#transportNow().token);
    this.#parts.changed(this.view());
    return kept;
  }

  /** Forgets the token at once; settles when what changes something has ended and the connections are closed. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#drop();
  }

  /** Lets go of token and client; settles when the client is closed. */
  async #drop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#renewal.stop();
    const means = this.#transport;
    const forget = this.#forget;
    this.#forget = () => undefined;
    this.#transport = undefined;
    this.#mounts = undefined;
    this.#trouble = undefined;
    this.#expiring = [];
    // What comes to its end meanwhile may still be told of the token.
    await means?.wire.retire().finally(forget);
  }

  /** What the session speaks with is known to the gates as long as it does. */
  #tellGates({ wire, token }: Transport): void {
    const forgetBefore = this.#forget;
    this.#forget = this.#parts.known.keep([token, ...credentialsOfClient(wire.client.options)], {
      kind: 'client-token',
    });
    forgetBefore();
  }

  #begin(means: Transport, facts: TokenFacts): void {
    this.#transport = means;
    this.#tellGates(means);
    this.#facts = facts;
    this.#mounts = undefined;
    this.#trouble = undefined;
    this.#failedLooks = 0;
    this.#parts.gate.introduce(means.wire.client, this);
    this.#watchCertificates();
    this.#scheduleLook();
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

  #caller({ wire, token }: Transport, signal: AbortSignal | undefined): Caller {
    return {
      client: this.limitedUse ? payingClient(wire.client, token, this.#uses) : wire.client,
      token,
      repeatable: !this.limitedUse,
      ...(signal === undefined ? {} : { signal }),
    };
  }

  /** What is known of the token now. One that may not look itself up is only seen to be alive. */
  async #look({ wire, token }: Transport, signal: AbortSignal): Promise<TokenFacts> {
    const caller = { ...this.home(this.#caller({ wire, token }, signal)), token };
    const facts = this.#facts;
    if (facts.noLookUp === undefined) return ownFacts(caller, this.#parts.hold, { facts, alive: false });
    await isKnownToken(caller);
    return facts;
  }

  /** One renewal as the server likes; answers what is known of the token then. */
  async #renewOwn(): Promise<TokenFacts> {
    const means = this.#transportNow();
    // A timer inherits the call that set it, and that call has long ended.
    const auth = await outsideWrites(() =>
      this.run(async (caller) => {
        const answer = await renewToken(this.home(caller), { by: 'self' });
        return authOf(answer);
      }),
    );
    const facts = renewedFacts(this.#facts, auth, Date.now());
    if (means === this.#transport) this.#facts = facts;
    return facts;
  }

  #setTrouble(trouble: AppError | undefined): void {
    if (this.#transport === undefined || JSON.stringify(trouble) === JSON.stringify(this.#trouble)) return;
    this.#trouble = trouble;
    this.#parts.changed(this.view());
  }

  #watchCertificates(): void {
    this.#expiring = expiringCertificates(this.client, Date.now());
  }

  #scheduleLook(): void {
    clearTimeout(this.#timer);
    if (this.#transport === undefined || this.limitedUse) return;
    const intervalMs = this.#parts.lookIntervalMs ?? LOOK_INTERVAL_MS;
    const waitMs = intervalMs * Math.min(LONGEST_BACK_OFF, 2 ** this.#failedLooks);
    this.#timer = setTimeout(() => void this.#lookAgain(), waitMs);
    this.#timer.unref();
  }

  async #lookAgain(): Promise<void> {
    const view = await this.refresh();
    if (this.#transport === undefined) return;
    this.#failedLooks = view.trouble === undefined ? 0 : this.#failedLooks + 1;
    this.#scheduleLook();
  }
}
