/** The other sessions affected by a change to a mount: the entries they show, and their notice. */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ShownBelow } from '../../core/administration/mount-words.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services/services.ts';

/** Paths below a mount on the pages of this server and namespace. */
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
      session: name,
      path: mount + path,
      edited: edited.some((draft) => draft.path === path),
    }));
  });
}

/**
 * Runs a change to the mounts of a server. Every session there reads them anew afterwards, also after an unknown
 * outcome, so that none goes on with a removed mount; one whose token pays for each look learns of it with its next
 * request.
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

/** Errors that leave it open if the change was made. */
const mayHaveChanged: ReadonlySet<AppError['kind']> = new Set(['outcome-unknown', 'server-error']);

function lookAnew(services: Pick<Services, 'sessions' | 'emit'>, session: Session): void {
  for (const { sessionId, token } of sessionsThere(services, session)) {
    if (token.numUses !== 0) continue;
    services.sessions.find(sessionId).session.mounts.invalidate();
    services.emit('mount.changed', { sessionId });
  }
}

/** Unlocked sessions at this place. */
function sessionsThere({ sessions }: Pick<Services, 'sessions'>, session: Session): readonly SessionView[] {
  const { address, namespace } = session.view();
  return sessions
    .list()
    .filter(
      (one) => one.address === address && one.namespace === namespace && one.trouble?.kind !== 'locked',
    );
}
