/** Effect of policies: rights at a path, reach below the mounts of a server, and users. */
import type { AppError } from '../ipc/result.ts';

/** Subject of a rights check. `policies`: a token with exactly these, which does not have to exist. */
export type PolicySubject =
  | { readonly kind: 'self' }
  | { readonly kind: 'accessor'; readonly accessor: string }
  | { readonly kind: 'policies'; readonly names: readonly string[] };

/** A text used in place of the saved policy; it is not sent. */
export interface UnsavedPolicy {
  readonly name: string;
  readonly text: string;
}

/** One rule of a policy. */
export interface RuleLine {
  readonly policy: string;
  /** Line number, from 1; `endLine` is the line of the closing brace. */
  readonly line: number;
  readonly endLine: number;
  /** As written. */
  readonly path: string;
  readonly capabilities: readonly string[];
  /** Requires, allows or denies parameters, or limits wrapping; these limits are not evaluated. */
  readonly limitsRequests: boolean;
}

/** Combined effect of rules at a path. */
export interface LocalEffect {
  /** Sorted; `deny` if no capability is granted, as the server reports it. */
  readonly capabilities: readonly string[];
  /** The deciding rules, denying ones first. */
  readonly deciding: readonly RuleLine[];
  /** Rules that also cover the path but are outranked. */
  readonly outranked: readonly RuleLine[];
}

/** Known effect at one path. */
export interface PathEffect {
  /** The API path. */
  readonly path: string;
  /** The server's capabilities, sorted; absent: not requested. */
  readonly server?: readonly string[];
  /** Absent: the policies could not be read. */
  readonly local?: LocalEffect;
  /** With the unsaved policy in place of the saved one. */
  readonly draft?: LocalEffect;
  /** True if the server and the local result match; absent: one of them is missing, or some rules are unknown. */
  readonly agrees?: boolean;
  /** A request there also needs `sudo`. */
  readonly sudo: boolean;
}

/** Result of the policy tester. */
export interface PolicyTest {
  /** Path as typed. */
  readonly asked: string;
  /** The policies that apply. */
  readonly policies: readonly string[];
  /** Possible meanings of the path: for the browse path of a KV v2 entry, its API paths. */
  readonly rows: readonly PathEffect[];
  /** The endpoint that answered. */
  readonly endpoint?: string;
  /** Reason why the server did not answer. */
  readonly problem?: AppError;
  /** Policies that could not be read, with the reasons. */
  readonly unread: readonly { readonly name: string; readonly reason: string }[];
  /** Additional notes for the user, in sentences. */
  readonly notes: readonly string[];
}

/** One row of the reach of policies. */
export interface ReachRow {
  /** `mount`: its path; `rule`: the rule's path as written; `name`: an API path of an existing object. */
  readonly kind: 'mount' | 'rule' | 'name';
  readonly path: string;
  /** Its mount, e.g. `secret/`; empty if unknown. */
  readonly mount: string;
  /** Of a mount: its type. */
  readonly type?: string;
  readonly capabilities: readonly string[];
  readonly deciding: readonly RuleLine[];
  /** The server fills in a part of the path that is unknown here. */
  readonly template?: boolean;
}

export type PolicyUserKind = 'token' | 'token-role' | 'role' | 'user' | 'group' | 'certificate' | 'entity';

/** A user of a policy. */
export interface PolicyUser {
  readonly kind: PolicyUserKind;
  readonly name: string;
  /** Accessor of a token; API path of any other kind. */
  readonly at: string;
  /** Source of the policy, e.g. `allowed_policies`. */
  readonly by: string;
}

/** True without any right, in the server's words. */
export function isNothing(capabilities: readonly string[]): boolean {
  return capabilities.length === 0 || capabilities.every((one) => one === 'deny');
}
