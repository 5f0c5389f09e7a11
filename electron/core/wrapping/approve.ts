/** Approves another user's request under a control group; the prompt shows it in the server's current words. */
import { authorizeControlGroupRequest, readControlGroupRequest } from '../../vault/api/control-group.ts';
import type { Session } from '../session/session.ts';

/** Asks the user, then approves; resolves to true if no more approvals are needed. Rejects with `cancelled`. */
export function approveRequest(session: Session, accessor: string, signal?: AbortSignal): Promise<boolean> {
  return session.run(async (caller) => {
    const { requester, operation, path } = await readControlGroupRequest(caller, accessor);
    const question = {
      title: 'Approve this request?',
      facts: [
        { name: 'Requester', value: requester },
        { name: 'Operation', value: operation },
        { name: 'Path', value: path },
      ],
      action: 'Approve',
    };
    return authorizeControlGroupRequest({ ...caller, consent: { question } }, accessor);
  }, signal);
}
