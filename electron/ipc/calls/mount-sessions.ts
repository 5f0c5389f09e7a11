/** The other sessions that a change to a mount concerns: what they show of it, and that they hear of it. */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ShownBelow } from '../../core/administration/mount-words.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services.ts';

/** What the pages of all sessions of this server and namespace show below a mount. */
export function shownBelow(
  services: Pick<Services, 'sessions' | 'entries' | 'drafts'>,
  session: Session,
  mount: string,
): readonly ShownBelow[] {
  const { entries, drafts } = services;
  return sessionsThere(services, session).flatMap(({ sessionId }) => {
    const name = services.sessions.lookOf(sessionId)?.name ?? '';
    const edited = drafts.list(sessionId).filter((draft) => draft.mount.path === mount);
    const paths = new Set([
      ...entries.shownBelow([sessionId], mount).map(({ path }) => path),
      ...edited.map(({ path }) => path),
    ]);
    return [...paths].map((path) => ({
      ...{ session: name, path: mount + path },
      edited: edited.some((draft) => draft.path === path),
    }));
  });
}

/**
 * Runs a change to the mounts of a server. Every session there asks for them anew afterwards, also where nobody knows
 * whether it came about, so that none goes on with a mount that is gone; one whose token pays for each look learns of it by what it asks next.
 */
export async function changingMounts<T>(
  services: Pick<Services, 'sessions' | 'emit'>,
  session: Session,
  change: () => Promise<T>,
): Promise<T> {
  try {
    const changed = await change();
    lookAnew(services, session);
    return changed;
  } catch (failure) {
    if (mayHaveChanged.has(asAppError(failure).kind)) lookAnew(services, session);
    throw failure;
  }
}

/** What leaves it open whether the server did it, or half of it. */
const mayHaveChanged: ReadonlySet<AppError['kind']> = new Set(['outcome-unknown', 'server-error']);

function lookAnew(services: Pick<Services, 'sessions' | 'emit'>, session: Session): void {
  for (const { sessionId, token } of sessionsThere(services, session)) {
    if (token.numUses !== 0) continue;
    services.sessions.find(sessionId).session.mounts.invalidate();
    services.emit('mount.changed', { sessionId });
  }
}

/** Of this server and namespace, unlocked. */
function sessionsThere({ sessions }: Pick<Services, 'sessions'>, session: Session): readonly SessionView[] {
  const { address, namespace } = session.view();
  return sessions
    .list()
    .filter(
      (one) => one.address === address && one.namespace === namespace && one.trouble?.kind !== 'locked',
    );
}
