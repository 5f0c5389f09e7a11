/**
 * One open connection and the only home of its token. The token is a private field: nothing here hands it out, the
 * callers given to `run` speak with it. Background looks (health, token) are made only while the session is open and
 * its token is unlimited: a token with `num_uses` is looked up once, at login, and pays for nothing else unasked.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { ProfileColour } from '../../shared/vault/connection.ts';
import { mountOf } from '../../shared/vault/mount.ts';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import type { SecretRef } from '../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../shared/vault/token.ts';
import type { Caller } from '../vault/api/caller.ts';
import { readHealth } from '../vault/api/health.ts';
import type { HealthAnswer } from '../vault/api/health.ts';
import { listMounts, mountOfPath } from '../vault/api/internal-ui.ts';
import { lookupSelf } from '../vault/api/token.ts';
import type { VaultClient } from '../vault/http/types.ts';
import { asAppError, isTrouble, redactError } from './trouble.ts';

/** Everything a session is made from; the token has just passed its look-up. */
export interface SessionStart {
  readonly sessionId: string;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly profileId?: string;
  readonly client: VaultClient;
  readonly answer: HealthAnswer;
  readonly token: string;
  readonly facts: TokenFacts;
  /** Puts a token id away and answers its card. */
  readonly hold: (id: string) => SecretRef;
  /** Between background looks; 30 s unless told. Doubled after each failed one, up to ten times as long. */
  readonly lookIntervalMs?: number;
  /** Told whenever the view has changed. */
  readonly changed: (view: SessionView) => void;
}

const LOOK_INTERVAL_MS = 30_000;
const LONGEST_BACK_OFF = 10;

export class Session {
  readonly sessionId: string;
  readonly profileId: string | undefined;
  readonly client: VaultClient;
  readonly #start: SessionStart;
  #token: string;
  #facts: TokenFacts;
  #answer: HealthAnswer;
  #trouble: AppError | undefined;
  #mounts: readonly Mount[] | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failedLooks = 0;
  readonly #closing = new AbortController();

  constructor(start: SessionStart) {
    this.sessionId = start.sessionId;
    this.profileId = start.profileId;
    this.client = start.client;
    this.#start = start;
    this.#token = start.token;
    this.#facts = start.facts;
    this.#answer = start.answer;
    this.#scheduleLook();
  }

  /** What screens see. */
  view(): SessionView {
    const { options } = this.client;
    return {
      sessionId: this.sessionId,
      name: this.#start.name,
      colour: this.#start.colour,
      address: options.origin,
      namespace: options.namespace,
      skipVerify: options.tls.skipVerify,
      health: this.#answer.health,
      node: this.#answer.node,
      token: this.#facts,
      ...(this.#trouble === undefined ? {} : { trouble: this.#trouble }),
    };
  }

  /** True for a token that every request costs a use. */
  get limitedUse(): boolean {
    return this.#facts.numUses > 0;
  }

  /** True once `close` was called. */
  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * Runs requests with the session's token. What fails is cleaned of the token; what concerns the whole connection also
   * becomes the session's trouble, and a success takes it back.
   */
  async run<T>(work: (caller: Caller) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.closed) throw new AppFailure({ kind: 'cancelled', message: 'The connection was closed.' });
    const token = this.#token;
    try {
      const value = await work(this.#caller(token, signal));
      if (token === this.#token) this.#setTrouble(undefined);
      return value;
    } catch (failure) {
      const error = redactError(asAppError(failure), [token]);
      // An answer about an earlier token says nothing about the one that has replaced it.
      if (isTrouble(error) && token === this.#token) this.#setTrouble(error);
      if (failure instanceof AppFailure && JSON.stringify(error) === JSON.stringify(failure.error))
        throw failure;
      throw new AppFailure(error);
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

  /** Asks for health and, unless every request costs the token a use, for the token; trouble ends up in the view. */
  async refresh(signal?: AbortSignal): Promise<SessionView> {
    const token = this.#token;
    try {
      this.#answer = await readHealth(this.client, signal ?? this.#closing.signal);
      const notReady = stateError(this.#answer.health);
      if (notReady !== undefined) {
        this.#setTrouble(notReady);
      } else if (!this.limitedUse) {
        const caller = this.#caller(token, signal ?? this.#closing.signal);
        const facts = await lookupSelf(caller, this.#start.hold);
        if (token === this.#token) {
          this.#facts = facts;
          this.#trouble = undefined;
        }
      } else if (this.#trouble?.kind !== 'unauthenticated') {
        this.#trouble = undefined;
      }
    } catch (failure) {
      const error = redactError(asAppError(failure), [token]);
      if (error.kind === 'cancelled') throw new AppFailure(error);
      if (token === this.#token) this.#trouble = afterLookUp(error);
    }
    if (!this.closed) this.#start.changed(this.view());
    return this.view();
  }

  /** Puts another token in the place of the old one; it has passed its look-up. */
  replaceToken(token: string, facts: TokenFacts): void {
    this.#token = token;
    this.#facts = facts;
    this.#mounts = undefined;
    this.#trouble = undefined;
    this.#failedLooks = 0;
    this.#scheduleLook();
    this.#start.changed(this.view());
  }

  /** The hold of the session's token ids, for a new look-up. */
  hold(id: string): SecretRef {
    return this.#start.hold(id);
  }

  /** Forgets the token and closes the connections; what is under way in the background ends. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#token = '';
    await this.client.close();
  }

  #caller(token: string, signal: AbortSignal | undefined): Caller {
    return {
      client: this.client,
      token,
      repeatable: !this.limitedUse,
      ...(signal === undefined ? {} : { signal }),
    };
  }

  #setTrouble(trouble: AppError | undefined): void {
    if (this.closed || JSON.stringify(trouble) === JSON.stringify(this.#trouble)) return;
    this.#trouble = trouble;
    this.#start.changed(this.view());
  }

  #scheduleLook(): void {
    clearTimeout(this.#timer);
    if (this.closed || this.limitedUse) return;
    const intervalMs = this.#start.lookIntervalMs ?? LOOK_INTERVAL_MS;
    const waitMs = intervalMs * Math.min(LONGEST_BACK_OFF, 2 ** this.#failedLooks);
    this.#timer = setTimeout(() => void this.#look(), waitMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      const view = await this.refresh(this.#closing.signal);
      this.#failedLooks = view.trouble === undefined ? 0 : this.#failedLooks + 1;
    } catch {
      // Only a closed session cancels its own look.
      return;
    }
    this.#scheduleLook();
  }
}

/** The error a server that answers but cannot work stands for; undefined for one that can. */
export function stateError(health: HealthAnswer['health']): AppError | undefined {
  if (!health.initialized) {
    return {
      kind: 'not-initialized',
      message: 'This server has not been initialised: it holds nothing yet and nobody can log in.',
      hint: 'Initialise it first, e.g. with “vault operator init”.',
    };
  }
  if (!health.sealed) return undefined;
  const { unseal } = health;
  const progress =
    unseal === undefined
      ? ''
      : ` ${unseal.progress} of the ${unseal.threshold} key shares it needs have been given.`;
  return {
    kind: 'sealed',
    message: `This server is sealed: it cannot read its own data.${progress}`,
    hint: 'Holders of key shares must unseal it; nothing you typed was sent.',
  };
}

/** A token may always look itself up: a refusal there means that the server does not know it (any more). */
function afterLookUp(error: AppError): AppError {
  if (error.kind !== 'forbidden' || error.path !== 'auth/token/lookup-self') return error;
  return {
    ...error,
    kind: 'unauthenticated',
    message:
      'The server does not accept this token any more: it has ended, was revoked, or belongs elsewhere.',
    hint: 'Log in again with another token.',
  };
}
