/** Fields that come first in an engine's form, because most requests need them; the rest is advanced. */
import type { ApiField } from '../../../shared/vault/console.ts';

type Leading = readonly (readonly [operation: RegExp, names: readonly string[]])[];

/** Fields by mount type; `operation`: the template below the mount. The server's description requires few. */
const byType: Readonly<Record<string, Leading>> = {
  transit: [
    [/^encrypt\//, ['plaintext']],
    [/^(?:decrypt|rewrap)\//, ['ciphertext']],
    [/^(?:sign|hmac|hash)(?:\/|$)/, ['input']],
    [/^verify\//, ['input', 'signature', 'hmac']],
    [/^random(?:\/|$)/, ['bytes', 'format']],
    [/^datakey\//, ['bits']],
    [/^keys\/\{name\}$/, ['type']],
    [/^keys\/\{name\}\/config$/, ['min_decryption_version', 'deletion_allowed']],
  ],
  pki: [
    [/(?:^|\/)issue\//, ['common_name', 'alt_names', 'ttl']],
    [/(?:^|\/)sign(?:-verbatim)?\//, ['csr', 'common_name', 'ttl']],
    [/^(?:root|intermediate|issuers)\/generate\//, ['common_name', 'issuer_name', 'ttl']],
    [/^roles\//, ['allowed_domains', 'allow_subdomains', 'max_ttl']],
    [/^revoke$/, ['serial_number']],
  ],
  database: [
    [/^config\//, ['plugin_name', 'connection_url', 'allowed_roles', 'username', 'password']],
    [/^roles\//, ['db_name', 'creation_statements', 'default_ttl', 'max_ttl']],
    [/^static-roles\//, ['db_name', 'username', 'rotation_period']],
  ],
  ssh: [
    [/^sign\//, ['public_key', 'valid_principals', 'ttl']],
    [/^issue\//, ['key_type', 'valid_principals', 'ttl']],
    [/^roles\//, ['key_type', 'default_user', 'allowed_users']],
    [/^creds\//, ['ip', 'username']],
  ],
  totp: [
    [/^keys\//, ['generate', 'issuer', 'account_name']],
    [/^code\//, ['code']],
  ],
  aws: [
    [/^config\/root$/, ['access_key', 'secret_key', 'region']],
    [/^roles\//, ['credential_type', 'policy_arns', 'role_arns', 'policy_document']],
  ],
};

export interface OrderedFields {
  readonly first: readonly ApiField[];
  readonly advanced: readonly ApiField[];
  /** The leading fields are known: the rest is folded, even if short. */
  readonly known: boolean;
}

/** Divides the fields of an operation. `operation`: its template below the mount. */
export function orderedFields(
  fields: readonly ApiField[],
  mountType: string,
  operation: string,
): OrderedFields {
  const names = byType[mountType]?.find(([form]) => form.test(operation))?.[1] ?? [];
  const rank = ({ place, name, required }: ApiField): number => {
    if (place === 'path') return 0;
    const at = names.indexOf(name);
    if (at >= 0) return 1 + at;
    return required ? 1 + names.length : Infinity;
  };
  const first = fields.filter((field) => rank(field) < Infinity).toSorted((a, b) => rank(a) - rank(b));
  return {
    first,
    advanced: fields.filter((field) => !first.includes(field)),
    known: fields.some(({ place, name }) => place !== 'path' && names.includes(name)),
  };
}

/** Place of an operation among those that most requests are about; the rest comes after them. */
export function operationRank(mountType: string, operation: string): number {
  const usual = byType[mountType] ?? [];
  const at = usual.findIndex(([form]) => form.test(operation));
  return at === -1 ? usual.length : at;
}
