/**
 * Forms of the logins that are a single request: their fields, path and body (vault-http-facts 6.15). Credentials are
 * typed in the secure prompt only; other fields are prefilled there.
 */
import type { PromptFact, TrustedField } from '../../../shared/ipc/trusted-contract.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { freeFields, mountOf, pathBelow, userNameProblem } from './options.ts';

export type Values = Readonly<Record<string, string>>;

/** The request, or the reason why the values cannot be sent. */
export type Built =
  { readonly path: string; readonly body: Readonly<Record<string, unknown>> } | { readonly problem: string };

export interface LoginForm {
  readonly title: string;
  /** Beside the auth method. */
  readonly facts?: readonly PromptFact[];
  readonly intro?: readonly string[];
  readonly fields: readonly TrustedField[];
  readonly build: (values: Values) => Built;
}

const userName: TrustedField = { name: 'username', label: 'User name', secret: false };
const password: TrustedField = { name: 'password', label: 'Password', secret: true };
const role: TrustedField = { name: 'role', label: 'Role', secret: false };
const jwt: TrustedField = { name: 'jwt', label: 'JWT', secret: true, multiline: true };

/** The form of a login; undefined for logins of several requests or of none. */
export function formOf(options: LoginOptions): LoginForm | undefined {
  switch (options.type) {
    case 'userpass':
      return withPassword(options, 'Log in with user name and password');
    case 'ldap':
      return withPassword(options, 'Log in with LDAP');
    case 'radius':
      return withPassword(options, 'Log in with RADIUS');
    case 'okta':
      return withPassword(options, 'Log in with Okta', {
        name: 'totp',
        label: 'Passcode of an authenticator app',
        hint: 'Only if Okta asks for one. Leave it empty for a push.',
        secret: true,
        optional: true,
        form: 'digits',
      });
    case 'github':
      return plain(options, 'Log in with GitHub', [
        { name: 'token', label: 'Personal access token', secret: true, form: 'token' },
      ]);
    case 'approle':
      return plain(
        options,
        'Log in with AppRole',
        [
          { name: 'roleId', label: 'Role ID', secret: false },
          {
            name: 'secretId',
            label: 'Secret ID',
            hint: 'Empty only if the role needs none.',
            secret: true,
            optional: true,
            form: 'token',
          },
        ],
        ({ roleId, secretId }) => ({ role_id: roleId, secret_id: secretId }),
      );
    case 'jwt':
      return plain(options, 'Log in with a JWT', [
        { ...role, optional: true, hint: 'Defaults to the mount’s default role.' },
        jwt,
      ]);
    case 'kubernetes':
      return plain(options, 'Log in with Kubernetes', [
        role,
        { ...jwt, label: 'Service account token (JWT)' },
      ]);
    case 'cert':
      return plain(options, 'Log in with the client certificate', [
        {
          name: 'name',
          label: 'Certificate role',
          hint: 'Defaults to every role that matches the client certificate.',
          secret: false,
          optional: true,
        },
      ]);
    case 'other':
      return free(options);
    case 'token':
    case 'oidc':
    case 'wrapped':
      return undefined;
  }
}

function withPassword(options: LoginOptions, title: string, ...more: readonly TrustedField[]): LoginForm {
  const mount = mountOf(options);
  return {
    title,
    fields: [userName, password, ...more],
    build: (values) => {
      const username = (values['username'] ?? '').trim();
      const problem = userNameProblem(username);
      if (problem !== undefined) return { problem };
      const rest = filled({ password: values['password'] ?? '', ...pick(values, more) });
      return 'password' in rest
        ? { path: `auth/${mount}/login/${username}`, body: rest }
        : { problem: 'Type the password.' };
    },
  };
}

function plain(
  options: LoginOptions,
  title: string,
  fields: readonly TrustedField[],
  named: (values: Values) => Readonly<Record<string, string | undefined>> = (values) => values,
): LoginForm {
  const path = `auth/${mountOf(options)}/login`;
  return {
    title,
    fields,
    build: (values) => {
      const taken = Object.fromEntries(fields.map(({ name }) => [name, (values[name] ?? '').trim()]));
      const missing = fields.find(({ name, optional }) => optional !== true && taken[name] === '');
      return missing === undefined
        ? { path, body: filled(named(taken)) }
        : { problem: `“${missing.label}” is empty. Nothing was sent.` };
    },
  };
}

/** Any path under `auth/`: fields as JSON, credentials from the prompt. */
function free(options: LoginOptions): LoginForm {
  const below = pathBelow(options);
  const path = below === '' ? `auth/${mountOf(options)}` : `auth/${mountOf(options)}/${below}`;
  const open = freeFields(options);
  const names = [...new Set(options.secretFields ?? [])].filter((name) => name !== '');
  return {
    title: 'Log in',
    facts: [
      { name: 'Path', value: path },
      { name: 'Also sent', value: Object.keys(open).join(', ') },
    ],
    fields: names.map((name) => ({
      name,
      label: name,
      secret: true,
      ...(/jwt|key|cert|pem|assertion/i.test(name) ? { multiline: true } : {}),
    })),
    build: (values) => {
      const missing = names.find((name) => (values[name] ?? '') === '');
      if (missing !== undefined) return { problem: `“${missing}” is empty. Nothing was sent.` };
      return { path, body: { ...open, ...Object.fromEntries(names.map((name) => [name, values[name]])) } };
    },
  };
}

function pick(values: Values, fields: readonly TrustedField[]): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, (values[name] ?? '').trim()]));
}

/** Drops empty values: the server uses its default for an absent field. */
function filled(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    ),
  );
}
