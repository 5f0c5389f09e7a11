/** Login options being typed. Values of other types are kept, so that looking at another type loses no input. */
import { tokenLogin } from '../../../shared/vault/login.ts';
import type { LoginType, LoginOptions } from '../../../shared/vault/login.ts';
import { hasMount, usualMount } from './login-types.ts';

export interface LoginDraft {
  readonly type: LoginType;
  /** As typed; absent: the usual path. */
  readonly mounts: Readonly<Partial<Record<LoginType, string>>>;
  /** As typed; undefined: the connection's namespace. */
  readonly namespace: string | undefined;
  /** By the names of `LoginOptions.fields`, as typed. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names separated by commas. */
  readonly secretFields: string;
}

/** Part of the form that can be invalid. */
export type LoginPart = 'mount' | 'path' | 'json' | 'port';

export interface LoginProblem {
  readonly part: LoginPart | undefined;
  readonly words: string;
}

export const emptyLogin: LoginDraft = {
  type: 'token',
  mounts: {},
  namespace: undefined,
  fields: {},
  secretFields: '',
};

const fieldsOf: Readonly<Record<LoginType, readonly string[]>> = {
  token: [],
  userpass: ['username'],
  ldap: ['username'],
  radius: ['username'],
  okta: ['username'],
  github: [],
  approle: ['roleId', 'secretId', 'expectedPath'],
  jwt: ['role'],
  kubernetes: ['role'],
  cert: ['name'],
  oidc: ['role', 'port', 'callback'],
  wrapped: ['expectedPath'],
  other: ['path', 'json'],
};

/** Default field values. */
export const loginDefaults: Readonly<Record<string, string>> = {
  secretId: 'plain',
  callback: 'browser',
  path: 'login',
};

/** Form filled from remembered options, or from those a session was opened with. */
export function draftOfLogin(options: LoginOptions | undefined): LoginDraft {
  if (options === undefined || options.type === 'token') return emptyLogin;
  const { type, mount, namespace, fields, secretFields = [] } = options;
  return { type, mounts: { [type]: mount }, namespace, fields, secretFields: secretFields.join(', ') };
}

/** Mount path as shown in the form. */
export function typedMount({ type, mounts }: LoginDraft): string {
  return mounts[type] ?? usualMount(type);
}

/** One field as shown in the form. */
export function typedField({ fields }: LoginDraft, name: string): string {
  return fields[name] ?? loginDefaults[name] ?? '';
}

/** Converts to options for main. The draft must have passed `loginProblem`. */
export function optionsOf(draft: LoginDraft): LoginOptions {
  const { type, namespace } = draft;
  if (type === 'token') return tokenLogin;
  const wrapped = type === 'wrapped' || typedField(draft, 'secretId') === 'wrapped';
  const typed = fieldsOf[type]
    .filter((name) => name !== 'expectedPath' || wrapped)
    .map((name) => [name, typedField(draft, name).trim()] as const)
    .filter(([, text]) => text !== '');
  const secretFields = type === 'other' ? namesIn(draft.secretFields) : [];
  return {
    type,
    mount: mountPath(typedMount(draft)),
    fields: Object.fromEntries(typed),
    ...(namespace === undefined ? {} : { namespace: namespace.trim() }),
    ...(secretFields.length === 0 ? {} : { secretFields }),
  };
}

/** Options for a profile or a new session; empty for a token. */
export function loginIn(draft: LoginDraft): { readonly login?: LoginOptions } {
  return draft.type === 'token' ? {} : { login: optionsOf(draft) };
}

/** True if two logins are equal, ignoring input for other types. */
export function isSameLogin(one: LoginOptions | undefined, other: LoginOptions | undefined): boolean {
  const text = (options: LoginOptions | undefined): string => {
    const { type, mount, namespace, fields, secretFields = [] } = optionsOf(draftOfLogin(options));
    const pairs = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([type, mount, namespace ?? null, pairs, secretFields]);
  };
  return text(one) === text(other);
}

/** Problem that can be found without asking main. */
export function loginProblem(draft: LoginDraft): LoginProblem | undefined {
  const { type } = draft;
  if (!hasMount(type)) return undefined;
  if (mountPath(typedMount(draft)) === '')
    return { part: 'mount', words: 'Type where the method is mounted, e.g. userpass/ or team/ldap/.' };
  if (type === 'oidc' && !isPort(typedField(draft, 'port')))
    return { part: 'port', words: 'A port is a number from 1 to 65535.' };
  if (type === 'other') {
    if (typedField(draft, 'path').trim() === '')
      return { part: 'path', words: 'Type the path below the mount, e.g. login or login/ops.' };
    if (!isObjectOrNothing(typedField(draft, 'json')))
      return { part: 'json', words: 'Fields are one JSON object: {"role": "ops"}.' };
  }
  return undefined;
}

function isObjectOrNothing(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // Not JSON.
    return false;
  }
}

/** Relative to `auth/`, with a trailing slash; empty for empty input. */
export function mountPath(typed: string): string {
  const path = typed
    .trim()
    .replace(/^\/+/, '')
    .replace(/^auth\//, '')
    .replace(/\/+$/, '');
  return path === '' ? '' : `${path}/`;
}

function isPort(typed: string): boolean {
  const text = typed.trim();
  return text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);
}

function namesIn(typed: string): readonly string[] {
  return [...new Set(typed.split(/[,\s]+/).filter((name) => name !== ''))];
}
