/** What policies allow: at a path, below the mounts of a server, and to whom. */
import type { AppError } from '../ipc/result.ts';

/** Whose rights are asked about. `policies`: a token with exactly these, which need not exist. */
export type PolicySubject =
  | { readonly kind: 'self' }
  | { readonly kind: 'accessor'; readonly accessor: string }
  | { readonly kind: 'policies'; readonly names: readonly string[] };

/** A text that stands in the place of a saved policy; nothing of it is sent. */
export interface UnsavedPolicy {
  readonly name: string;
  readonly text: string;
}

/** One rule of a policy. */
export interface RuleLine {
  readonly policy: string;
  /** 1 for the first; `endLine` is the one with the closing brace. */
  readonly line: number;
  readonly endLine: number;
  /** As written. */
  readonly path: string;
  readonly capabilities: readonly string[];
  /** It requires, allows or denies parameters, or limits wrapping: nothing of that is evaluated. */
  readonly limitsRequests: boolean;
}

/** What rules come to at a path. */
export interface LocalEffect {
  /** Sorted; `deny` where nothing is granted, as the server says it. */
  readonly capabilities: readonly string[];
  /** The rules that decide, those that deny first. */
  readonly deciding: readonly RuleLine[];
  /** Rules that cover the path, too, and do not count. */
  readonly outranked: readonly RuleLine[];
}

/** What is known of one path. */
export interface PathEffect {
  /** The API path. */
  readonly path: string;
  /** What the server says, sorted; absent: it was not asked. */
  readonly server?: readonly string[];
  /** Absent: no policy could be read. */
  readonly local?: LocalEffect;
  /** With the unsaved policy in the place of the saved one. */
  readonly draft?: LocalEffect;
  /** Whether server and lines say the same; absent: one of the two is missing, or not all rules are known. */
  readonly agrees?: boolean;
  /** A request there needs `sudo` besides. */
  readonly sudo: boolean;
}

/** An answer of the tester. */
export interface PolicyTest {
  /** As it was asked. */
  readonly asked: string;
  /** The policies that count. */
  readonly policies: readonly string[];
  /** What the path may mean: the API paths of an entry of KV v2 where its browse path was given. */
  readonly rows: readonly PathEffect[];
  /** The endpoint that answered. */
  readonly endpoint?: string;
  /** Why the server did not answer. */
  readonly problem?: AppError;
  /** Policies that could not be read, and why. */
  readonly unread: readonly { readonly name: string; readonly reason: string }[];
  /** What else a person must know, in sentences. */
  readonly notes: readonly string[];
}

/** One row of what policies can see. */
export interface ReachRow {
  /** `mount`: its path; `rule`: the rule's path as written; `name`: an API path of something that exists. */
  readonly kind: 'mount' | 'rule' | 'name';
  readonly path: string;
  /** Where it lies, e.g. `secret/`; empty where no known mount is. */
  readonly mount: string;
  /** Of a mount: its type. */
  readonly type?: string;
  readonly capabilities: readonly string[];
  readonly deciding: readonly RuleLine[];
  /** The server fills in a part of it that is not known here. */
  readonly template?: boolean;
}

export type PolicyUserKind = 'token' | 'token-role' | 'role' | 'user' | 'group' | 'certificate' | 'entity';

/** Somebody or something that uses a policy. */
export interface PolicyUser {
  readonly kind: PolicyUserKind;
  readonly name: string;
  /** Of a token its accessor, of everything else its API path. */
  readonly at: string;
  /** How it comes to the policy, e.g. `allowed_policies`. */
  readonly by: string;
}

/** Whether these are no rights at all, in the server's words. */
export function isNothing(capabilities: readonly string[]): boolean {
  return capabilities.length === 0 || capabilities.every((one) => one === 'deny');
}
