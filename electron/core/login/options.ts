/** Typed parts of a login's path: normalised, or refused with a message before anything is sent. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';

/** The mount of a login below `auth/`, without slashes at its ends: `team/ldap`. Throws `invalid-input`. */
export function mountOf({ mount }: LoginOptions): string {
  const text = mount
    .trim()
    .replace(/^\/+/, '')
    .replace(/^auth\//, '')
    .replace(/(?<!\/)\/+$/, '');
  if (text === '')
    throw wrong(
      'login.mount',
      'The mount path of the login method is missing.',
      'Type its mount path, such as userpass or team/ldap.',
    );
  const problem = checkApiPath(text);
  if (problem !== undefined)
    throw wrong(
      'login.mount',
      `The mount path of the login method cannot be used. ${problem.message}`,
      problem.hint,
    );
  return text;
}

/** The path of a login for display: `auth/team/ldap/`. Throws `invalid-input`. */
export function authPathOf(options: LoginOptions): string {
  return options.type === 'wrapped' ? 'sys/wrapping/unwrap' : `auth/${mountOf(options)}/`;
}

/** Explains why a user name cannot be part of a path; undefined: it can. */
export function userNameProblem(name: string): string | undefined {
  if (name === '') return 'Type the user name.';
  const problem = checkApiPath(name);
  if (problem === undefined) return undefined;
  return problem.reason === 'dot-segment'
    ? `The user name “${name}” would lead to another path of the server. It was not sent.`
    : `The user name cannot be a part of a path. ${problem.message} It was not sent.`;
}

/** A free path below a mount, without slashes at its ends. Throws `invalid-input`. */
export function pathBelow(options: LoginOptions): string {
  const text = (options.fields['path'] ?? '').trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  if (text === '') return '';
  const problem = checkApiPath(text);
  if (problem === undefined) return text;
  throw wrong('login.path', `The path of the login cannot be used. ${problem.message}`, problem.hint);
}

/** The fields of a free login that are not credentials. Throws `invalid-input` if they are not a JSON object. */
export function freeFields({ fields }: LoginOptions): Readonly<Record<string, unknown>> {
  const text = (fields['json'] ?? '').trim();
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below, without the text.
  }
  throw wrong(
    'login.json',
    'The fields of the login are not a JSON object.',
    'Write them as {"name": "value"}.',
  );
}

/** The port that the browser redirects to. Throws `invalid-input`. */
export function portOf({ fields }: LoginOptions): number {
  const text = (fields['port'] ?? '').trim();
  if (text === '') return 8250;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw wrong(
    'login.port',
    `“${text}” is not a port.`,
    'A port is a number from 1 to 65535; 8250 is the usual one.',
  );
}

function wrong(field: string, message: string, hint?: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field, message, ...(hint === undefined ? {} : { hint }) });
}
