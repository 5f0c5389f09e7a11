/** `sys/control-group`: requests that wait for approval (OpenBao 2.7, Vault Enterprise; API docs “control-group”). */
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText } from './fields.ts';

/** The state of a request. The server does not say how many approvals it needs. */
export interface ControlGroupRequest {
  readonly approved: boolean;
  /** Names of those who have approved it so far. */
  readonly approvers: readonly string[];
}

/** Asks for the state of a request. Rejects with `invalid-request` for an accessor that the server does not know (any more). */
export async function readControlGroupRequest(
  caller: Caller,
  accessor: string,
): Promise<ControlGroupRequest> {
  const answer = await ask(caller, {
    ...{ method: 'POST', path: 'sys/control-group/request', safe: true, noRetry: true },
    body: JSON.stringify({ accessor }),
    capability: 'update',
  });
  const data = asObject(asObject(answer.json())['data']);
  const given = Array.isArray(data['authorizations']) ? (data['authorizations'] as readonly unknown[]) : [];
  const approvers = given.map(asObject).map((one) => asText(one['entity_name']) || asText(one['entity_id']));
  return { approved: data['approved'] === true, approvers };
}
