/** Approving somebody's request under a control group: the prompt says who asks for what, in the server's words of that moment. */
import { authorizeControlGroupRequest, readControlGroupRequest } from '../../vault/api/control-group.ts';
import type { Session } from '../session/session.ts';

/** Asks a person, then approves; answers whether it needs no more approvals. Rejects with `cancelled`. */
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
      body: [],
      action: 'Approve',
    };
    return authorizeControlGroupRequest({ ...caller, consent: { question } }, accessor);
  }, signal);
}
