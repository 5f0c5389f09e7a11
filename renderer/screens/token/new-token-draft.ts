/** The draft of a new token: every field as typed. */
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { TokenOptions } from '../../../shared/vault/token-work.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { Store } from '../../api/store.ts';
import type { NamedText } from '../../ui/named-texts.tsx';
import { perSession } from '../../api/per-session.ts';

export interface NewTokenDraft {
  readonly parent: TokenOptions['parent'];
  readonly role: string;
  readonly policies: readonly string[];
  readonly noDefaultPolicy: boolean;
  readonly type: TokenOptions['type'];
  readonly ttl: string;
  readonly explicitMaxTtl: string;
  readonly period: string;
  readonly numUses: string;
  readonly renewable: boolean;
  readonly displayName: string;
  readonly entityAlias: string;
  readonly meta: readonly NamedText[];
  /** A custom token ID, held by main. */
  readonly idCard: SecretRef | undefined;
  readonly wrapped: boolean;
  readonly wrapTtl: string;
}

export const emptyDraft: NewTokenDraft = {
  parent: 'mine',
  role: '',
  policies: [],
  noDefaultPolicy: false,
  type: 'default',
  ttl: '',
  explicitMaxTtl: '',
  period: '',
  numUses: '',
  renewable: true,
  displayName: '',
  entityAlias: '',
  meta: [],
  idCard: undefined,
  wrapped: false,
  wrapTtl: '5m',
};

/** The draft of a session, and the token created last until it is dismissed. */
export const newTokenOf = perSession(
  () =>
    new Store<{ draft: NewTokenDraft; made: AnswerView | undefined }>({ draft: emptyDraft, made: undefined }),
);

export type Problems = Partial<Record<keyof NewTokenDraft, string>>;

/** Problems of the draft, by field; unusual values are left to the server. */
export function problemsOf(draft: NewTokenDraft): Problems {
  const { role, parent, numUses, meta, wrapped, wrapTtl } = draft;
  const names = meta.map(({ key }) => key.trim());
  return {
    ...wrongDuration('ttl', draft.ttl),
    ...wrongDuration('explicitMaxTtl', draft.explicitMaxTtl),
    ...wrongDuration('period', draft.period),
    ...(wrapped && wrapTtl.trim() === '' ? { wrapTtl: 'A wrapping token needs a TTL.' } : {}),
    ...(wrapped ? wrongDuration('wrapTtl', wrapTtl) : {}),
    ...(parent === 'role' && role.trim() === '' ? { role: 'Enter a role.' } : {}),
    ...(/^\s*\d*\s*$/.test(numUses) && Number(numUses) <= 2_147_483_647
      ? {}
      : { numUses: 'A whole number. Empty or 0: unlimited.' }),
    ...(new Set(names).size < names.length || names.includes('')
      ? { meta: 'Each line needs a unique name.' }
      : {}),
  };
}

/** The request options. Fields that a role or a batch token rules out are omitted. */
export function optionsOf(draft: NewTokenDraft): TokenOptions {
  const byRole = draft.parent === 'role';
  const { parent, type, noDefaultPolicy, renewable, idCard } = draft;
  return {
    parent,
    type,
    noDefaultPolicy,
    renewable,
    role: byRole ? draft.role.trim() : '',
    policies: draft.policies,
    ttl: draft.ttl.trim(),
    explicitMaxTtl: draft.explicitMaxTtl.trim(),
    period: draft.period.trim(),
    numUses: Number(draft.numUses),
    displayName: draft.displayName.trim(),
    entityAlias: byRole ? draft.entityAlias.trim() : '',
    meta: Object.fromEntries(draft.meta.map(({ key, text }) => [key.trim(), text])),
    ...(idCard === undefined ? {} : { idRef: idCard.secretRef }),
    wrapTtl: draft.wrapped ? draft.wrapTtl.trim() : '',
  };
}

/** Adds the names in a typed or pasted text to `before`, without duplicates. The server stores them in lower case. */
export function addedPolicies(before: readonly string[], text: string): readonly string[] {
  const names = text
    .split(/[\s,;]+/)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return [...new Set([...before, ...names])];
}

function wrongDuration(name: keyof NewTokenDraft, text: string): Problems {
  if (text.trim() === '') return {};
  const seconds = parseDuration(text);
  if (seconds === undefined) return { [name]: 'Not a duration. Write 30m, 12h, 30d, or seconds.' };
  return seconds < 0 ? { [name]: 'A duration cannot be negative.' } : {};
}
