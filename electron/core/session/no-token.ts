/** What stands where a token's facts would be while there is no token. */
import type { TokenFacts } from '../../../shared/vault/token.ts';

/** The token of a locked session: nothing is known of it any more. */
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
