/** Identity objects for operators: `identity/` of Vault's documentation. */

export type IdentityKind = 'entity' | 'group' | 'entity-alias' | 'group-alias';

/** One row of a list. */
export interface IdentityRow {
  readonly id: string;
  readonly name: string;
  /** Of an alias: its login mount, e.g. `auth/userpass/`. */
  readonly mount: string;
  /** Of an alias: its entity or group. */
  readonly canonicalId: string;
  /** Of an entity: its logins, e.g. `auth/userpass/alice`. */
  readonly aliases: readonly string[];
  /** Of a group: number of member entities. */
  readonly members: number;
}

export interface IdentityList {
  readonly rows: readonly IdentityRow[];
  /** Total count; larger than `rows` if the list is cut. */
  readonly total: number;
}

/** Reference to an alias. */
export interface IdentityAlias {
  readonly id: string;
  readonly name: string;
  readonly mount: string;
  readonly mountAccessor: string;
}

export interface IdentityFacts {
  readonly kind: IdentityKind;
  readonly id: string;
  readonly name: string;
  /** ISO 8601; empty: not reported. */
  readonly created: string;
  readonly updated: string;
  readonly policies: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Of an entity: logins fail and its tokens are refused. */
  readonly disabled: boolean;
  readonly aliases: readonly IdentityAlias[];
  /** Of an entity or group: its groups, including those it is in through another group. */
  readonly groupIds: readonly string[];
  /** Of a group. */
  readonly groupType: '' | 'internal' | 'external';
  readonly memberEntityIds: readonly string[];
  readonly memberGroupIds: readonly string[];
  /** Of an alias. */
  readonly canonicalId: string;
  readonly mount: string;
  readonly mountAccessor: string;
  /** The response as JSON text. */
  readonly raw: string;
}

/** Properties of an object to create or change. */
export interface IdentityDraft {
  readonly kind: IdentityKind;
  readonly name: string;
  readonly policies: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly groupType: '' | 'internal' | 'external';
  readonly memberEntityIds: readonly string[];
  readonly memberGroupIds: readonly string[];
  readonly canonicalId: string;
  readonly mountAccessor: string;
}

/** Keys to look up an identity. `accessor`: of a token, whose entity is looked up. */
export type IdentityBy = 'name' | 'id' | 'alias' | 'accessor';
