/** Building blocks of every domain's calls. */
import type { MountPath } from '../../vault/mount.ts';

export type Call<I, O> = { readonly input: I; readonly output: O };
export type None = Readonly<Record<string, never>>;
export type InSession = { readonly sessionId: string };
export type AtPath = InSession & { readonly mount: MountPath; readonly path: string };
