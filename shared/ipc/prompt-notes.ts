/** Facts of prompts, and sentences on their scale of risk; the same words for the same risk everywhere. */
import type { PromptFact, PromptNote } from './trusted-contract.ts';

/** Makes a fact in words; without any, it is not shown. */
export const prose = (name: string, value: string): PromptFact => ({ name, value, prose: true });

/** Makes a danger. */
export const risk = (text: string): PromptNote => ({ tone: 'risk', text });

/** Makes something worth a look. */
export const notice = (text: string): PromptNote => ({ tone: 'notice', text });

/** Makes the normal case. */
export const info = (text: string): PromptNote => ({ tone: 'info', text });

const byAnyone = 'anyone on the network can read and change the traffic.';

/** The certificate is not verified. */
export const notVerified = risk(`Not verified: ${byAnyone}`);

/** Plain HTTP to another machine. */
export const notEncrypted = risk(`Not encrypted: ${byAnyone}`);

/** Consenting to the prompt confirms the server: nothing is sent before. */
export const firstContact = {
  first: info('First connection to this server. Nothing has been sent yet.'),
  changed: info('These settings are new for this server. Nothing has been sent with them yet.'),
} as const;
