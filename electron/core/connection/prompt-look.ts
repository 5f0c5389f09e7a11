/**
 * Look of a connection in prompts; separate from `connect.ts`, because the bridge needs it before anything is loaded.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { ProfileColour } from '../../../shared/vault/connection.ts';

/**
 * Name, colour and environment of a connection in every prompt: words of main, never of the page. The user has
 * confirmed them (`profile-changes.ts`), and an open session keeps the ones it was opened with.
 */
export interface PromptLook {
  /** Name of a saved connection. */
  readonly name: string;
  readonly colour: ProfileColour;
  /** Purpose of the connection; absent if it has none. */
  readonly environment?: string;
  readonly saved: boolean;
}

/** Environment part of a prompt's request; empty if the connection has none. */
export function environmentOf(
  look: { readonly environment?: string; readonly colour: string } | undefined,
): Pick<TrustedRequest, 'environment'> {
  const { environment = '', colour = 'grey' } = look ?? {};
  return environment === '' ? {} : { environment: { name: environment, colour } };
}

/** Server of a prompt: its address, after the connection's name if it has one that no page can choose. */
export function serverFact(look: PromptLook | undefined, where: string): PromptFact {
  // A connection without a name is called by its host.
  const named =
    look !== undefined && look !== unsavedLook && !where.split(',')[0]?.endsWith(`//${look.name}`);
  return prose('Server', named ? `${look.name} · ${where}` : where);
}

/** Look of a connection that is not saved, or not with these settings. */
export const unsavedLook: PromptLook = { name: 'unsaved connection', colour: 'grey', saved: false };
