/** Stands in for the facts of a missing token. */
import type { TokenFacts } from '../../../shared/vault/token.ts';

/** Facts of a locked session's token: all are dropped. */
export const noToken: TokenFacts = {
  id: { secretRef: '', kind: 'token-id', length: 0, since: '' },
  accessor: '',
  displayName: '',
  type: '',
  path: '',
  policies: [],
  identityPolicies: [],
  entityId: '',
  orphan: false,
  renewable: false,
  numUses: 0,
  ttlSeconds: 0,
  creationTtlSeconds: 0,
  expireTime: null,
  periodSeconds: 0,
  explicitMaxTtlSeconds: 0,
  meta: {},
  lookedUpAt: '',
};
