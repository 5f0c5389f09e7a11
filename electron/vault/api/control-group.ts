/** `sys/control-group`: requests that wait for approval (OpenBao 2.7, Vault Enterprise; API docs “control-group”). */
import { ask, writing } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, dataOf } from './fields.ts';

/** The server's facts of a request, without the number of approvals that it needs. */
export interface ControlGroupRequest {
  readonly approved: boolean;
  /** Names of its approvers so far. */
  readonly approvers: readonly string[];
  readonly operation: string;
  readonly path: string;
  /** The requester, by login names if there are any. */
  readonly requester: string;
}

/**
 * Reads the state of a request. Rejects with `invalid-request` for an accessor that the server does not know (any
 * more).
 */
export async function readControlGroupRequest(
  caller: Caller,
  accessor: string,
): Promise<ControlGroupRequest> {
  const answer = await ask(caller, {
    ...writing('sys/control-group/request', { accessor }),
    safe: true,
    noRetry: true,
  });
  const data = dataOf(answer);
  const entity = asObject(data['request_entity']);
  const logins = objects(entity['aliases']).map((one) => asText(one['name']));
  return {
    approved: data['approved'] === true,
    approvers: objects(data['authorizations']).map(
      (one) => asText(one['entity_name']) || asText(one['entity_id']),
    ),
    operation: asText(data['request_operation']),
    path: asText(data['request_path']),
    requester: logins.join(', ') || asText(entity['name']),
  };
}

/** Approves a request; resolves to true if it needs no more approvals. */
export async function authorizeControlGroupRequest(caller: Caller, accessor: string): Promise<boolean> {
  const answer = await ask(caller, writing('sys/control-group/authorize', { accessor }));
  return dataOf(answer)['approved'] === true;
}

function objects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}
