/**
 * Fills in `{{…}}` of a policy's path as the server does: facts of the token's entity and of its groups
 * (documentation of templated policies). A rule whose template has no value does not apply to that token.
 */
import { asObject, asText, asTexts } from '../../vault/api/fields.ts';
import { readObject } from '../../vault/api/caller.ts';
import { asAppError, isTrouble } from '../connection/trouble.ts';
import type { Session } from '../session/session.ts';

/** Values by the text between the braces. `isComplete`: other names have no value on the server either. */
export interface TemplateFacts {
  readonly values: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

/** Facts of a token without an entity. */
export const noEntity: TemplateFacts = { values: new Map(), isComplete: true };
/** Facts of an unknown token. */
export const unknownEntity: TemplateFacts = { values: new Map(), isComplete: false };

/** Each costs a request. */
const MOST_GROUPS = 20;

/** Spaces around the name are trimmed afterwards: matching them here would backtrack. */
const template = /\{\{([^{}]*)\}\}/g;

/** True if a path contains templates. */
export function hasTemplate(path: string): boolean {
  return path.includes('{{');
}

/** The path as the server reads it; `unknown`: a part of it is not known here; undefined: the rule does not apply. */
export function fillIn(
  path: string,
  { values, isComplete }: TemplateFacts,
): { readonly path: string; readonly unknown: boolean } | undefined {
  if (!hasTemplate(path)) return { path, unknown: false };
  const filled = path.replace(template, (whole, name: string) => values.get(name.trim()) ?? whole);
  if (!hasTemplate(filled)) return { path: filled, unknown: false };
  return isComplete ? undefined : { path: filled, unknown: true };
}

/** Reads the facts of an entity. Without read permission only its id is known. */
export async function factsOfEntity(
  session: Session,
  entityId: string,
  signal: AbortSignal | undefined,
): Promise<TemplateFacts> {
  if (entityId === '') return noEntity;
  const values = new Map([['identity.entity.id', entityId]]);
  const entity = await readOrUndefined(session, `identity/entity/id/${entityId}`, signal);
  if (entity === undefined) return { values, isComplete: false };
  values.set('identity.entity.name', asText(entity['name']));
  addAll(values, 'identity.entity.metadata', entity['metadata']);
  for (const one of asList(entity['aliases'])) {
    const at = `identity.entity.aliases.${asText(one['mount_accessor'])}`;
    values.set(`${at}.id`, asText(one['id'])).set(`${at}.name`, asText(one['name']));
    addAll(values, `${at}.metadata`, one['metadata']);
    addAll(values, `${at}.custom_metadata`, one['custom_metadata']);
  }
  const ids = asTexts(entity['group_ids']);
  let isComplete = ids.length <= MOST_GROUPS;
  for (const id of ids.slice(0, MOST_GROUPS)) {
    const group = await readOrUndefined(session, `identity/group/id/${id}`, signal);
    if (group === undefined) {
      isComplete = false;
      continue;
    }
    const name = asText(group['name']);
    values.set(`identity.groups.ids.${id}.name`, name).set(`identity.groups.names.${name}.id`, id);
    addAll(values, `identity.groups.ids.${id}.metadata`, group['metadata']);
    addAll(values, `identity.groups.names.${name}.metadata`, group['metadata']);
  }
  return { values, isComplete };
}

function addAll(values: Map<string, string>, at: string, metadata: unknown): void {
  for (const [key, value] of Object.entries(asObject(metadata))) values.set(`${at}.${key}`, asText(value));
}

function asList(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

async function readOrUndefined(session: Session, path: string, signal: AbortSignal | undefined) {
  try {
    return await session.run((caller) => readObject(caller, path), signal);
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'cancelled') throw failure;
    return undefined;
  }
}
