/** `system.*`: the server's state in plain panels. Works without a login. */
import * as z from 'zod/mini';
import { systemPanels } from '../../../shared/vault/system.ts';
import { readStatus } from '../../core/system/status.ts';
import { aPlace } from '../about.ts';
import { call } from '../call.ts';
import { where } from './service-fields.ts';

export const systemCalls = [
  call('system.status', {
    input: z.strictObject({ where, panel: z.enum(systemPanels) }),
    effect: 'read',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (place, { panel }, { services, signal }) =>
      // Each node has a seal of its own.
      services.clusters.at(place, (at) => readStatus(at, panel), { isAboutOwn: panel === 'seal', signal }),
  }),
] as const;
