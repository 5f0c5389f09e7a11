/**
 * The rules of an ACL policy: path, capabilities and lines (vault-http-facts 6.13). HCL or JSON, as the server
 * accepts them; other content of a policy is skipped.
 */
import { policyTokens } from './policy-tokens.ts';
import type { PolicyToken } from './policy-tokens.ts';

export interface PolicyRule {
  /** As written: a `*` at the end, `+` for one segment, `{{…}}` for parts that the server fills in. */
  readonly path: string;
  readonly capabilities: readonly string[];
  /** Line number, from 1; `endLine` is the line of the closing brace. */
  readonly line: number;
  readonly endLine: number;
  /** Parameters that a request must have. */
  readonly required: readonly string[];
  /** Allows or denies parameters, or limits wrapping: the server can refuse a request for its content. */
  readonly limitsRequests: boolean;
}

interface Member {
  readonly keys: readonly string[];
  readonly value: Value;
  readonly line: number;
  readonly endLine: number;
}

type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] };

/** The shorthand of old policies. */
const shorthand: Readonly<Record<string, readonly string[]>> = {
  deny: ['deny'],
  read: ['read', 'list'],
  write: ['create', 'read', 'update', 'delete', 'list'],
  sudo: ['create', 'read', 'update', 'delete', 'list', 'sudo'],
};

const limits: ReadonlySet<string> = new Set([
  'allowed_parameters',
  'denied_parameters',
  'required_parameters',
  'min_wrapping_ttl',
  'max_wrapping_ttl',
  'control_group',
  'mfa_methods',
  'expiration',
]);

/** The rules of a policy text, in order. */
export function policyRules(policy: string): readonly PolicyRule[] {
  const reader = new Reader(policyTokens(policy));
  const members = reader.next?.text === '{' ? reader.value() : undefined;
  const top = members?.kind === 'object' ? members.members : reader.members();
  return top.flatMap((member) => (member.keys[0] === 'path' ? rulesOf(member) : []));
}

/** HCL's `path "x" { … }` names the path; JSON has an object (or a list of them) with paths as members. */
function rulesOf({ keys, value, line, endLine }: Member): readonly PolicyRule[] {
  const [, path] = keys;
  if (path !== undefined) return [ruleFrom(path, value, line, endLine)];
  const objects = value.kind === 'list' ? value.items : [value];
  return objects.flatMap((object) =>
    object.kind === 'object'
      ? object.members.map((one) => ruleFrom(one.keys[0] ?? '', one.value, one.line, one.endLine))
      : [],
  );
}

function ruleFrom(path: string, value: Value, line: number, endLine: number): PolicyRule {
  const bodies = value.kind === 'list' ? value.items : [value];
  const members = bodies.flatMap((body) => (body.kind === 'object' ? body.members : []));
  const texts = (key: string): readonly string[] =>
    members.filter(({ keys }) => keys[0] === key).flatMap((member) => textsOf(member.value));
  const capabilities = [
    ...texts('policy').flatMap((word) => shorthand[word] ?? []),
    ...texts('capabilities'),
  ];
  return {
    path,
    capabilities: [...new Set(capabilities)],
    line,
    endLine,
    required: texts('required_parameters'),
    limitsRequests: members.some(({ keys }) => limits.has(keys[0] ?? '')),
  };
}

function textsOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'text':
      return [value.text];
    case 'list':
      return value.items.flatMap(textsOf);
    case 'object':
      return [];
  }
}

/** Nesting limit, far above any real policy; deeper text is skipped so that the stack cannot overflow. */
const DEEPEST = 100;

class Reader {
  readonly #tokens: readonly PolicyToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly PolicyToken[]) {
    this.#tokens = tokens;
  }

  get next(): PolicyToken | undefined {
    return this.#tokens[this.#at];
  }

  /** Reads members up to a closing brace or the end. */
  members(): readonly Member[] {
    const members: Member[] = [];
    for (let token = this.next; token !== undefined && !this.#is('}'); token = this.next) {
      if (token.kind === 'mark') {
        this.#at++;
        continue;
      }
      const keys: string[] = [];
      while (this.next !== undefined && this.next.kind !== 'mark') {
        keys.push(this.next.text);
        this.#at++;
      }
      if (this.#is('=') || this.#is(':')) this.#at++;
      else if (!this.#is('{')) continue;
      const value = this.value();
      members.push({ keys, value, line: token.line, endLine: this.#lastLine(token.line) });
    }
    return members;
  }

  value(): Value {
    const token = this.next;
    this.#at++;
    if (token === undefined || this.#depth > DEEPEST) return { kind: 'text', text: '' };
    if (token.kind !== 'mark') return { kind: 'text', text: token.text };
    this.#depth++;
    const value = this.#compound(token.text);
    this.#depth--;
    return value;
  }

  #compound(mark: string): Value {
    if (mark === '{') {
      const members = this.members();
      this.#at++;
      return { kind: 'object', members };
    }
    if (mark !== '[') return { kind: 'text', text: '' };
    const items: Value[] = [];
    while (this.next !== undefined && !this.#is(']')) {
      if (this.#is(',')) this.#at++;
      else items.push(this.value());
    }
    this.#at++;
    return { kind: 'list', items };
  }

  #is(mark: string): boolean {
    const token = this.next;
    return token?.kind === 'mark' && token.text === mark;
  }

  #lastLine(otherwise: number): number {
    return this.#tokens[Math.min(this.#at, this.#tokens.length) - 1]?.line ?? otherwise;
  }
}
