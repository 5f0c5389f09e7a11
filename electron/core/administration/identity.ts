/**
 * Entities and groups: finding, changing, merging and deleting them; each change is asked about in the secure prompt.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { Fields } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type {
  IdentityBy,
  IdentityDraft,
  IdentityFacts,
  IdentityKind,
} from '../../../shared/vault/identity.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { asText, dataOf } from '../../vault/api/fields.ts';
import {
  deleteIdentity,
  lookUpIdentity,
  mergeEntities,
  readIdentity,
  writeIdentity,
} from '../../vault/api/identity.ts';
import { lookupToken } from '../../vault/api/token-operations.ts';
import type { Question } from '../../vault/http/types.ts';
import type { Cancellable, Session } from '../session/session.ts';
import { changed } from '../session/change.ts';

export interface WhomToFind {
  readonly kind: 'entity' | 'group';
  readonly by: IdentityBy;
  readonly text: string;
  /** Accessor of an alias' auth method. */
  readonly mountAccessor: string;
}

/** Finds an entity or a group. Rejects with `invalid-path` if it does not exist. */
export function findIdentity(
  session: Session,
  whom: WhomToFind,
  signal?: AbortSignal,
): Promise<IdentityFacts> {
  const { kind, by, mountAccessor } = whom;
  const text = whom.text.trim();
  return session.run(async (caller) => {
    switch (by) {
      case 'id':
        return readIdentity(caller, kind, text);
      case 'name':
        return lookUpIdentity(caller, kind, { name: text });
      case 'alias':
        return lookUpIdentity(caller, kind, { alias_name: text, alias_mount_accessor: mountAccessor });
      case 'accessor':
        return readIdentity(caller, 'entity', await entityOfToken(caller, text));
    }
  }, signal);
}

/** Finds the entity of a token. Rejects with `invalid-path` if it has none, as a root token. */
async function entityOfToken(caller: Caller, accessor: string): Promise<string> {
  const answer = await lookupToken(caller, { by: 'accessor', accessor });
  const data = dataOf(answer);
  const id = asText(data['entity_id']);
  if (id !== '') return id;
  throw new AppFailure({
    kind: 'invalid-path',
    reason: 'absent',
    message: `The token of this accessor has no entity: it was created at ${asText(data['path'])}, not by a login.`,
    hint: 'Its display name and policies are under Tokens.',
  });
}

/** Creates an identity object, or changes it. */
export async function saveIdentity(
  session: Session,
  { id, draft }: Fields<'identity.save'>,
  { signal }: Cancellable,
): Promise<{ readonly id: string }> {
  const name = draft.name.trim();
  const question = saveWords(draft, id !== undefined);
  const saved = await session.run(
    (caller) => writeIdentity({ ...caller, consent: { question } }, { ...draft, name }, id),
    signal,
  );
  return { id: saved };
}

/**
 * Deletes an identity object, once its name on the server was typed; its ID if each request costs the token a use.
 */
export async function removeIdentity(
  session: Session,
  { kind, id }: Fields<'identity.delete'>,
  { signal }: Cancellable,
): Promise<{ readonly warnings: readonly string[] }> {
  const facts = session.limitedUse
    ? undefined
    : await session.run((caller) => readIdentity(caller, kind, id), signal);
  return changed(session, deleteWords(kind, id, facts), (caller) => deleteIdentity(caller, kind, id), signal);
}

/** Merges entities into one. */
export async function merge(
  session: Session,
  { from, into }: Fields<'identity.merge'>,
  { signal }: Cancellable,
): Promise<{ readonly warnings: readonly string[] }> {
  const names = session.limitedUse
    ? [...from, into]
    : await session.run(
        (caller) =>
          Promise.all([...from, into].map(async (id) => (await readIdentity(caller, 'entity', id)).name)),
        signal,
      );
  const question = mergeWords(names.slice(0, -1), names.at(-1) ?? into);
  return changed(session, question, (caller) => mergeEntities(caller, from, into), signal);
}

const words: Readonly<Record<IdentityKind, string>> = {
  entity: 'entity',
  group: 'group',
  'entity-alias': 'alias',
  'group-alias': 'group alias',
};

/** The server, without an ID, changes an existing entity or group of that name, or alias of that name and method. */
function saveWords({ kind, disabled }: IdentityDraft, hasId: boolean): Question {
  const what = words[kind];
  return {
    title: hasId
      ? `Change this ${what}?`
      : {
          absent: `Create this ${what}?`,
          present: `Replace this ${what}?`,
          unknown: `Create or replace this ${what}?`,
        },
    facts: [prose('Disabled', disabled ? 'its tokens and logins are refused' : '')],
    action: hasId ? 'Save' : { absent: 'Create', present: 'Replace', unknown: 'Create or replace' },
  };
}

function deleteWords(kind: IdentityKind, id: string, facts: IdentityFacts | undefined): Question {
  const aliases = facts?.aliases.length ?? 0;
  return {
    title: `Delete this ${words[kind]}?`,
    facts: [
      prose('Aliases', aliases === 0 ? '' : `${String(aliases)}, deleted too`),
      prose('Later logins', kind === 'group' ? '' : 'get a new entity, without these policies'),
    ],
    action: 'Delete',
    typedName: facts?.name ?? id,
  };
}

function mergeWords(from: readonly string[], into: string): Question {
  return {
    title: 'Merge these entities?',
    facts: [
      { name: 'Merged', value: from.join(', ') },
      { name: 'Into', value: into },
      prose('Kept', 'policies and metadata of the one that stays'),
      prose('Moved there', 'aliases and groups of the others'),
    ],
    action: 'Merge',
    typedName: into,
  };
}
