/** Identity as an operator sees it: `identity/` of Vault's documentation. */

export type IdentityKind = 'entity' | 'group' | 'entity-alias' | 'group-alias';

/** One of a list. */
export interface IdentityRow {
  readonly id: string;
  readonly name: string;
  /** Of an alias: where it logs in, e.g. `auth/userpass/`. */
  readonly mount: string;
  /** Of an alias: the entity or group. */
  readonly canonicalId: string;
  /** Of an entity: what logs in as it, e.g. `auth/userpass/alice`. */
  readonly aliases: readonly string[];
  /** Of a group: how many entities are members. */
  readonly members: number;
}

export interface IdentityList {
  readonly rows: readonly IdentityRow[];
  /** How many there are; more than rows where the list is cut. */
  readonly total: number;
}

/** Another one that is named by an id. */
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
  /** ISO 8601; empty: not said. */
  readonly created: string;
  readonly updated: string;
  readonly policies: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Of an entity: it can log in no more, and its tokens are refused. */
  readonly disabled: boolean;
  readonly aliases: readonly IdentityAlias[];
  /** Of an entity or group: the groups it is in, those by way of another group included. */
  readonly groupIds: readonly string[];
  /** Of a group. */
  readonly groupType: '' | 'internal' | 'external';
  readonly memberEntityIds: readonly string[];
  readonly memberGroupIds: readonly string[];
  /** Of an alias. */
  readonly canonicalId: string;
  readonly mount: string;
  readonly mountAccessor: string;
  /** The answer as JSON text. */
  readonly raw: string;
}

/** What is to be created, or what one is to become. */
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

/** What somebody is looked up by. `accessor`: of a token, whose entity is meant. */
export type IdentityBy = 'name' | 'id' | 'alias' | 'accessor';
