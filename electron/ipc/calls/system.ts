/** `system.*`: the server's state in plain cards, and unsealing by hand. Works without a login. */
import { lookAtSystem } from '../../core/system/look.ts';
import { startUnsealAnew, unsealByHand } from '../../core/system/unseal.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of `system.*`. */
export function systemHandlers({ visits, sessions, platform }: DeskParts): HandlersOf<'system'> {
  /** A session that was in trouble because its server was sealed hears of the end of that. */
  const lookAgain = async (where: Where, signal: AbortSignal): Promise<void> => {
    if ('sessionId' in where) await sessions.find(where.sessionId).session.refresh(signal);
  };
  return {
    'system.look': ({ where, card }, { signal }) =>
      visits.at(where, (at) => lookAtSystem(at, card), { signal }),
    'system.unseal': async ({ where }, { signal }) => {
      const facts = await visits.at(where, (at) => unsealByHand(at, platform.ask, signal), { signal });
      if (!facts.sealed) await lookAgain(where, signal);
      return facts;
    },
    'system.resetUnseal': ({ where }, { signal }) =>
      visits.at(where, (at) => startUnsealAnew(at, platform.ask, signal), { signal }),
  };
}
