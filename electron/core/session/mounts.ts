/** The mounts that the token of a session may see, as far as they are known. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { listMounts, mountOfPath } from '../../vault/api/internal-ui.ts';

export interface SessionMountsParts {
  /** Runs requests with the session's token. */
  readonly run: <T>(work: (caller: Caller) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** True for a token that every request costs a use. */
  readonly limitedUse: () => boolean;
}

export class SessionMounts {
  readonly #parts: SessionMountsParts;
  #known: readonly Mount[] | undefined;

  constructor(parts: SessionMountsParts) {
    this.#parts = parts;
  }

  /** The mounts the token may see: asked for anew, save that a limited-use token pays for them once. */
  async list(signal?: AbortSignal): Promise<readonly Mount[]> {
    if (this.#known !== undefined && this.#parts.limitedUse()) return this.#known;
    this.#known = await this.#parts.run(listMounts, signal);
    return this.#known;
  }

  /** The mounts known so far, asked for where none are. */
  async known(signal?: AbortSignal): Promise<readonly Mount[]> {
    return this.#known ?? (await this.list(signal));
  }

  /** The mount at exactly this path, e.g. `secret/`. Rejects with the server's refusal where the token has no right there. */
  async at(path: MountPath, signal?: AbortSignal): Promise<Mount> {
    const known = (await this.known(signal)).find((mount) => mount.path === path);
    return known ?? this.lookUp(path, signal);
  }

  /** Asks the server which mount a full path lies under and remembers it; works without the right to list. */
  async lookUp(path: string, signal?: AbortSignal): Promise<Mount> {
    const mount = await this.#parts.run((caller) => mountOfPath(caller, path), signal);
    if (mountOf([mount], path) === undefined) {
      throw new AppFailure({
        kind: 'invalid-path',
        reason: 'no-mount',
        message: `The server has no secrets engine at “${path}” that this token may use.`,
        hint: 'Check the first part of the path, and the namespace.',
      });
    }
    const others = (this.#known ?? []).filter((one) => one.path !== mount.path);
    if (this.#known !== undefined) this.#known = [...others, mount];
    return mount;
  }

  /** The mount that a path lies under, as far as that may be found out: a limited-use token pays for no look. */
  async under(path: string): Promise<Mount | undefined> {
    // Only as far as it can be found out: the gate of consequences asks the more where it does not know a mount.
    const known = this.#parts.limitedUse() ? (this.#known ?? []) : await this.known().catch(() => []);
    const found = mountOf(known, path);
    if (found !== undefined || this.#parts.limitedUse()) return found;
    // The same.
    return this.lookUp(path).catch(() => undefined);
  }

  /** Another token, or none: what is known is of no use any more. */
  forget(): void {
    this.#known = undefined;
  }
}
