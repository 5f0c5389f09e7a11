/** An entry under a control group on a real OpenBao, with a requester and an approver. */
import { must, textAt, at } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

export interface ControlGroup {
  /** Token of the user “asker”, whose reads and writes below `secret/guarded/` need an approval. */
  readonly askerToken: string;
  readonly approverToken: string;
  /** Approves as the user “approver”. */
  readonly approve: (accessor: string) => Promise<void>;
  /** Ends a request without an approval, as an administrator can. */
  readonly revoke: (accessor: string) => Promise<void>;
}

export interface ControlGroupOptions {
  /** Lifetime of a request. */
  readonly ttl?: string;
  /** False: the requester has no permission to see the state of a request. */
  readonly seesState?: boolean;
  /** Uses of the requester's token; 0: unlimited. */
  readonly uses?: number;
}

/** Sets up the control group afresh; entries and users are kept between calls. */
export async function setUpControlGroup(
  server: Reachable,
  { ttl = '1h', seesState = true, uses = 0 }: ControlGroupOptions = {},
): Promise<ControlGroup> {
  const mounts = await must(server, 'GET', 'sys/auth');
  if (at(mounts, 'data', 'userpass/') === undefined)
    await must(server, 'POST', 'sys/auth/userpass', { type: 'userpass' });
  await must(server, 'PUT', 'sys/policies/acl/asker', {
    policy: `
      path "secret/data/guarded/*" {
        capabilities = ["create", "read", "update"]
        control_group = {
          ttl = "${ttl}"
          factor "managers" {
            controlled_capabilities = ["create", "read", "update"]
            identity { group_names = ["managers"] approvals = 1 }
          }
        }
      }
      path "secret/metadata/*" { capabilities = ["read", "list"] }
      ${seesState ? 'path "sys/control-group/request" { capabilities = ["update"] }' : ''}`,
  });
  await must(server, 'PUT', 'sys/policies/acl/approver', {
    policy: 'path "sys/control-group/*" { capabilities = ["create", "update"] }',
  });
  const logIn = async (name: string): Promise<unknown> => {
    await must(server, 'POST', `auth/userpass/users/${name}`, {
      password: name,
      token_policies: name,
      token_num_uses: name === 'asker' ? uses : 0,
    });
    const { rootToken: _none, ...anonymous } = server;
    return must(anonymous, 'POST', `auth/userpass/login/${name}`, { password: name });
  };
  const approver = await logIn('approver');
  await must(server, 'POST', 'identity/group/name/managers', {
    member_entity_ids: [textAt(approver, 'auth', 'entity_id')],
  });
  const asApprover = { ...server, rootToken: textAt(approver, 'auth', 'client_token') };
  return {
    askerToken: textAt(await logIn('asker'), 'auth', 'client_token'),
    approverToken: asApprover.rootToken,
    approve: async (accessor) => {
      await must(asApprover, 'POST', 'sys/control-group/authorize', { accessor });
    },
    revoke: async (accessor) => {
      await must(server, 'POST', 'auth/token/revoke-accessor', { accessor });
    },
  };
}
