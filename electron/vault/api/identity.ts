/** Entities, groups and their aliases (Vault's API documentation: `/identity`). */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type {
  IdentityAlias,
  IdentityDraft,
  IdentityFacts,
  IdentityKind,
  IdentityList,
  IdentityRow,
} from '../../../shared/vault/identity.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, deleting, reading, writing } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText, asTextMap, asTexts, dataOf } from './fields.ts';
import { listedKeys } from './mounts.ts';
import { shownAnswer } from './shown-answer.ts';

type Body = Readonly<Record<string, unknown>>;

/** Limit of a list for the page: the server has no paging, and no user reads more. */
export const MOST_LISTED = 10_000;

/** API path of an object. */
export function identityPath(kind: IdentityKind, id: string): string {
  return `identity/${kind}/id/${id}`;
}

/** Lists a kind, the first `MOST_LISTED` of it (`LIST identity/entity/id`). */
export async function listIdentities(caller: Caller, kind: IdentityKind): Promise<IdentityList> {
  const { keys, info } = await listedKeys(caller, `identity/${kind}/id/`);
  const rows = keys.slice(0, MOST_LISTED).map((id) => rowOf(id, asObject(info[id])));
  return { rows: rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)), total: keys.length };
}

/** Reads one by its id. Rejects with `invalid-path` if missing. */
export async function readIdentity(caller: Caller, kind: IdentityKind, id: string): Promise<IdentityFacts> {
  const path = identityPath(kind, id);
  return factsOf(kind, await ask(caller, reading(path)));
}

/**
 * Looks an entity or group up. `by`: fields of the request, e.g. `{ name }`, `{ alias_name, alias_mount_accessor }`.
 */
export async function lookUpIdentity(
  caller: Caller,
  kind: 'entity' | 'group',
  by: Body,
): Promise<IdentityFacts> {
  const path = `identity/lookup/${kind}`;
  const answer = await ask(caller, { ...writing(path, by), safe: true });
  // The server answers 204 if it does not exist.
  if (answer.status !== 204) return factsOf(kind, answer);
  throw new AppFailure({
    kind: 'invalid-path',
    reason: 'absent',
    message: kind === 'entity' ? 'There is no such entity.' : 'There is no such group.',
    hint: 'Names are compared whole, in upper or lower case.',
    path,
  });
}

/** Changes an object, or creates one without an id. Resolves to its id. */
export async function writeIdentity(
  caller: Caller,
  draft: IdentityDraft,
  id: string | undefined,
): Promise<string> {
  const path = id === undefined ? `identity/${draft.kind}` : identityPath(draft.kind, id);
  const answer = await ask(caller, writing(path, bodyOf(draft)));
  const data = asObject(asObject(answer.text === '' ? {} : answer.json())['data']);
  return asText(data['id']) || (id ?? '');
}

/** Deletes an object; its grants to tokens go with it. */
export function deleteIdentity(caller: Caller, kind: IdentityKind, id: string): Promise<VaultAnswer> {
  return ask(caller, deleting(identityPath(kind, id)));
}

/** Merges entities into one and removes them (`POST identity/entity/merge`). */
export function mergeEntities(caller: Caller, from: readonly string[], into: string): Promise<VaultAnswer> {
  return ask(caller, writing('identity/entity/merge', { from_entity_ids: from, to_entity_id: into }));
}

function bodyOf(draft: IdentityDraft): Body {
  const { kind, name, policies, metadata, disabled, groupType, memberEntityIds, memberGroupIds } = draft;
  switch (kind) {
    case 'entity':
      return { name, policies, metadata, disabled };
    case 'group':
      return {
        name,
        policies,
        metadata,
        ...(groupType === '' ? {} : { type: groupType }),
        // An external group's entities come from its auth method, by their alias.
        ...(groupType === 'external' ? {} : { member_entity_ids: memberEntityIds }),
        member_group_ids: memberGroupIds,
      };
    case 'entity-alias':
    case 'group-alias':
      return { name, canonical_id: draft.canonicalId, mount_accessor: draft.mountAccessor };
  }
}

function rowOf(id: string, info: Body): IdentityRow {
  const aliases = Array.isArray(info['aliases']) ? info['aliases'].map(asObject) : [];
  return {
    id,
    name: asText(info['name']),
    mount: asText(info['mount_path']),
    canonicalId: asText(info['canonical_id']),
    aliases: aliases.map((alias) => asText(alias['mount_path']) + asText(alias['name'])),
    members: asNumber(info['num_member_entities']),
  };
}

function factsOf(kind: IdentityKind, answer: VaultAnswer): IdentityFacts {
  const data = dataOf(answer);
  const alias = asObject(data['alias']);
  const aliases = Array.isArray(data['aliases'])
    ? data['aliases'].map(asObject)
    : Object.keys(alias).length > 0
      ? [alias]
      : [];
  const type = asText(data['type']);
  return {
    kind,
    id: asText(data['id']),
    name: asText(data['name']),
    created: asText(data['creation_time']),
    updated: asText(data['last_update_time']),
    policies: asTexts(data['policies']),
    metadata: asTextMap(data['metadata'] ?? data['custom_metadata']),
    disabled: data['disabled'] === true,
    aliases: aliases.map(aliasOf),
    groupIds: [
      ...new Set([
        ...asTexts(data['group_ids']),
        ...asTexts(data['direct_group_ids']),
        ...asTexts(data['parent_group_ids']),
      ]),
    ],
    groupType: type === 'internal' || type === 'external' ? type : '',
    memberEntityIds: asTexts(data['member_entity_ids']),
    memberGroupIds: asTexts(data['member_group_ids']),
    canonicalId: asText(data['canonical_id']),
    mount: asText(data['mount_path']),
    mountAccessor: asText(data['mount_accessor']),
    raw: shownAnswer(answer),
  };
}

function aliasOf(alias: Body): IdentityAlias {
  return {
    id: asText(alias['id']),
    name: asText(alias['name']),
    mount: asText(alias['mount_path']),
    mountAccessor: asText(alias['mount_accessor']),
  };
}
