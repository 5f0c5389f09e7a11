/** `system.*`: the server's state in plain panels, and unsealing by hand. Works without a login. */
import * as z from 'zod/mini';
import type { Where } from '../../../shared/vault/where.ts';
import { systemPanels } from '../../../shared/vault/system.ts';
import { readStatus } from '../../core/system/status.ts';
import { startUnsealAnew, unsealByHand } from '../../core/system/unseal.ts';
import type { Services } from '../../services.ts';
import { aPlace } from '../about.ts';
import { call } from '../call.ts';
import { where } from './service-fields.ts';

/** A session that was in trouble because its server was sealed hears of the end of that. */
async function refreshSession({ sessions }: Services, place: Where, signal: AbortSignal): Promise<void> {
  if ('sessionId' in place) await sessions.find(place.sessionId).session.refresh(signal);
}

export const systemCalls = [
  call('system.status', {
    input: z.strictObject({ where, panel: z.enum(systemPanels) }),
    effect: 'read',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (place, { panel }, { services, signal }) =>
      services.unauthenticated.at(place, (at) => readStatus(at, panel), { signal }),
  }),
  call('system.unseal', {
    input: z.strictObject({ where }),
    effect: 'write',
    says: 'Enter an unseal key share',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['enter-fields', 'enter-passphrase', 'confirm-trust'],
    run: async (place, _input, { services, signal }) => {
      const { unauthenticated, platform } = services;
      const facts = await unauthenticated.at(place, (at) => unsealByHand(at, platform.ask, signal), {
        signal,
      });
      if (!facts.sealed) await refreshSession(services, place, signal);
      return facts;
    },
  }),
  call('system.resetUnseal', {
    input: z.strictObject({ where }),
    effect: 'write',
    says: 'Reset the unseal progress',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['confirm', 'enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (place, _input, { services, signal }) =>
      services.unauthenticated.at(place, startUnsealAnew, { signal }),
  }),
] as const;
