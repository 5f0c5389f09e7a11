/** Entities and a group on a real server, for tests that tell identities apart. */
import type { IdentityDraft } from '../../shared/vault/identity.ts';
import { at, must, uniqueName } from '../servers/index.ts';
import type { Reachable } from '../servers/index.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Two entities with the same policies and metadata, and a group with the first as its member. */
export interface People {
  readonly alice: Named;
  readonly mallory: Named;
  readonly group: Named;
}

/** A draft without any reference to an identity. */
export const nobody: IdentityDraft = {
  kind: 'entity',
  name: 'N',
  policies: [],
  metadata: {},
  disabled: false,
  groupType: '',
  memberEntityIds: [],
  memberGroupIds: [],
  canonicalId: '',
  mountAccessor: '',
};

/** Creates an entity or a group. */
export async function newIdentity(server: Reachable, kind: 'entity' | 'group', body: object): Promise<Named> {
  const name = uniqueName(kind);
  const answer = await must(server, 'POST', `identity/${kind}`, { ...body, name });
  return { id: String(at(answer, 'data', 'id')), name };
}

export async function newPeople(server: Reachable): Promise<People> {
  const facts = { policies: ['app'], metadata: { team: 'a' } };
  const alice = await newIdentity(server, 'entity', facts);
  const mallory = await newIdentity(server, 'entity', facts);
  const members = { type: 'internal', member_entity_ids: [alice.id] };
  return { alice, mallory, group: await newIdentity(server, 'group', { ...facts, ...members }) };
}
