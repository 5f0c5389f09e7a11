/** The way of every connection to a server: through the gates of contact and of consequences. */
import { createConsequenceGate } from '../core/gates/consequence.ts';
import type { ConsequenceGate } from '../core/gates/consequence.ts';
import type { createContact } from '../core/gates/contact.ts';
import { certificateShown } from '../core/gates/open-client.ts';
import type { ShownCertificates } from '../core/gates/shown-certificates.ts';
import type { MeetParts } from '../core/login/meeting.ts';
import type { RunTask } from '../worker/tasks.ts';
import type { GuardedPlatform } from './guarded-platform.ts';
import type { Stores } from './stores.ts';

export interface ConnectingParts {
  readonly platform: Pick<GuardedPlatform, 'ask' | 'environment' | 'app'>;
  readonly stores: Pick<Stores, 'files' | 'profiles' | 'headerValues' | 'unwraps' | 'seen'>;
  readonly shown: ShownCertificates;
  readonly work: RunTask;
}

/** Makes the gates and what a connection needs. `makeContact`: makes the gate of contact. */
export function makeConnecting(
  { platform: { ask, environment, app }, stores, shown, work }: ConnectingParts,
  makeContact: typeof createContact,
): { readonly gate: ConsequenceGate; readonly connectParts: MeetParts } {
  const { files, profiles, headerValues, unwraps, seen } = stores;
  const gate = createConsequenceGate({ ask, nowMs: Date.now });
  return {
    gate,
    connectParts: {
      contact: makeContact({ ask, certificateShown, isSaved: profiles.hasConfirmed, seen, shown }),
      files,
      resolveHeaders: headerValues.resolve,
      guard: (client) => gate.guard(unwraps.guard(client)),
      environment,
      ask,
      testElectron: app.testElectron,
      testElectronAllowed: app.testElectronAllowed,
      work,
    },
  };
}
