/** The known mounts that a session's token may see. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { listMounts, mountOfPath } from '../../vault/api/internal-ui.ts';

export interface SessionMountsParts {
  /** Runs requests with the session's token. */
  readonly run: <T>(work: (caller: Caller) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** True if every request costs the token a use. */
  readonly limitedUse: () => boolean;
  /** True for a root token: a path refused to it does not exist. */
  readonly isRoot: () => boolean;
}

export class SessionMounts {
  readonly #parts: SessionMountsParts;
  #known: readonly Mount[] | undefined;
  /** Every mount this token has seen; some can be gone. */
  readonly #seen = new Map<MountPath, Mount>();

  constructor(parts: SessionMountsParts) {
    this.#parts = parts;
  }

  /** The mounts the token may see: always read anew, but only once for a limited-use token. */
  async list(signal?: AbortSignal): Promise<readonly Mount[]> {
    if (this.#known !== undefined && this.#parts.limitedUse()) return this.#known;
    this.#known = await this.#parts.run(listMounts, signal);
    for (const mount of this.#known) this.#seen.set(mount.path, mount);
    return this.#known;
  }

  /** The mounts known so far, read if not yet known. */
  async known(signal?: AbortSignal): Promise<readonly Mount[]> {
    return this.#known ?? (await this.list(signal));
  }

  /** The mount at exactly this path as it was last seen, without a request. */
  knownAt(path: MountPath): Mount | undefined {
    return this.#seen.get(path);
  }

  /**
   * The mount at exactly this path, e.g. `secret/`. Rejects with `no-mount` if it is gone, and with the server's
   * refusal if the token never had a right there: the server's status and words are the same for both.
   */
  async at(path: MountPath, signal?: AbortSignal): Promise<Mount> {
    const known = (await this.known(signal)).find((mount) => mount.path === path);
    if (known !== undefined) return known;
    try {
      return await this.lookUp(path, signal);
    } catch (failure) {
      if (failure instanceof AppFailure && failure.error.kind === 'forbidden') {
        if (this.#seen.has(path)) throw new AppFailure(goneError(path));
        if (this.#parts.isRoot()) throw new AppFailure(neverError(path));
      }
      throw failure;
    }
  }

  /** Asks the server for the mount of a full path and remembers it; works without the right to list. */
  async lookUp(path: string, signal?: AbortSignal): Promise<Mount> {
    const mount = await this.#parts.run((caller) => mountOfPath(caller, path), signal);
    if (mountOf([mount], path) === undefined) {
      throw new AppFailure(neverError(path));
    }
    this.#seen.set(mount.path, mount);
    const others = (this.#known ?? []).filter((one) => one.path !== mount.path);
    if (this.#known !== undefined) this.#known = [...others, mount];
    return mount;
  }

  /** The mount of a path, as far as it can be found out: a limited-use token does not pay for it. */
  async under(path: string): Promise<Mount | undefined> {
    // Best effort: the gate of consequences asks more if it does not know a mount.
    const known = this.#parts.limitedUse() ? (this.#known ?? []) : await this.known().catch(() => []);
    const found = mountOf(known, path);
    if (found !== undefined || this.#parts.limitedUse()) return found;
    // Best effort, too.
    return this.lookUp(path).catch(() => undefined);
  }

  /** A mount was added, removed or changed: the next call asks the server. */
  invalidate(): void {
    this.#known = undefined;
  }

  /** Drops everything: the token changes or ends. */
  forget(): void {
    this.#known = undefined;
    this.#seen.clear();
  }
}

function neverError(path: string): AppError {
  return {
    kind: 'invalid-path',
    reason: 'no-mount',
    message: `The server has no secrets engine at “${path}” that this token may use.`,
    hint: 'Check the first part of the path, and the namespace.',
  };
}

function goneError(path: MountPath): AppError {
  return {
    kind: 'invalid-path',
    reason: 'no-mount',
    message: `The secrets engine at “${path}” was there, and is not any more. Nothing was read or written.`,
    hint: 'It was disabled or moved, or this token lost access. Ask the server’s operator.',
    path,
  };
}
