/** The look of a connection in every prompt; apart from `connect.ts`, because the bridge needs it before anything is loaded. */
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { ProfileColour } from '../../../shared/vault/connection.ts';

/**
 * What prompts call a connection: words of main, never of the page. A person has confirmed them (`profile-changes.ts`), and
 * an open session keeps those that it was opened with: every prompt takes name, colour and environment from here.
 */
export interface PromptLook {
  /** Of a saved connection its name. */
  readonly name: string;
  readonly colour: ProfileColour;
  /** What it is for; absent where it is not said. */
  readonly environment?: string;
  readonly saved: boolean;
}

/** The part of a prompt's request that says the environment of a connection; empty where it has none. */
export function environmentOf(
  look: { readonly environment?: string; readonly colour: string } | undefined,
): Pick<TrustedRequest, 'environment'> {
  const { environment = '', colour = 'grey' } = look ?? {};
  return environment === '' ? {} : { environment: { name: environment, colour } };
}

/** What prompts call a connection that is not saved, or not with these settings. */
export const unsavedLook: PromptLook = { name: 'unsaved connection', colour: 'grey', saved: false };
